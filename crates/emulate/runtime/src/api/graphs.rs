//! Capturing streams, and launching graphs.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};

use super::{call, checked, give};
use crate::status::{self, Status};
use crate::work::{HostCall, Node};

type Handle = *mut c_void;

/// Does the work of a graph, or captures it once more. The functions of the host run without the
/// runtime's lock: they may take long, and call the runtime.
#[unsafe(no_mangle)]
extern "C" fn cudaGraphLaunch(executable: Handle, stream: Handle) -> Status {
    let mut work = Vec::new();
    let status = checked(|runtime| {
        let nodes = runtime.graphs.work(executable as usize)?;
        if runtime.graphs.takes(stream as usize) {
            nodes.into_iter().for_each(|node| runtime.graphs.add(node));
        } else {
            work = nodes;
        }
        Ok(())
    });
    if status == status::SUCCESS { launch(work) } else { status }
}

/// Nodes after one that was refused run, too, as kernels in a stream do, unless every call fails now.
fn launch(work: Vec<Node>) -> Status {
    let mut first = status::SUCCESS;
    for node in work {
        let status = match node {
            Node::Host(HostCall { function, argument }) => {
                function(argument as *mut c_void);
                status::SUCCESS
            }
            Node::Graph(nodes) => launch(nodes),
            Node::Kernel(_) | Node::Copy(..) | Node::Set(..) | Node::Empty => {
                checked(|runtime| runtime.run_node(&node))
            }
        };
        if first == status::SUCCESS {
            first = status;
        }
        if checked(|_| Ok(())) != status::SUCCESS {
            break;
        }
    }
    first
}

calls! { checked, runtime;
    cudaStreamBeginCapture(stream: Handle, _mode: c_int) { runtime.graphs.begin(stream as usize) }
}

gives! { call, runtime;
    // 0 for no capture, 1 for one.
    cudaStreamIsCapturing(stream: Handle, capturing: *mut c_int) {
        capturing = c_int::from(runtime.graphs.takes(stream as usize))
    }
}

gives! { checked, runtime;
    cudaStreamEndCapture(stream: Handle, graph: *mut Handle) {
        graph = runtime.graphs.end(stream as usize)? as Handle
    }
    cudaGraphCreate(graph: *mut Handle, _flags: c_uint) { graph = runtime.graphs.create() as Handle }
    cudaGraphInstantiate(executable: *mut Handle, graph: Handle, _flags: c_ulonglong) {
        executable = runtime.graphs.instantiate(graph as usize)? as Handle
    }
}

succeed! { checked(|_| Ok(()));
    cudaGraphUpload(Handle, Handle);
    // They stay: an executable graph may be launched after its graph was destroyed.
    cudaGraphDestroy(Handle);
    cudaGraphExecDestroy(Handle);
}

forward! { std::convert::identity;
    cudaGraphInstantiateWithFlags(executable: *mut Handle, graph: Handle, flags: c_ulonglong) =
        cudaGraphInstantiate(executable, graph, flags);
}

/// Status of a capture, and its number; of the rest only that there is nothing.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaStreamGetCaptureInfo(
    stream: Handle,
    capturing: *mut c_int,
    id: *mut c_ulonglong,
    graph: *mut Handle,
    dependencies: *mut *const Handle,
    _edges: *mut *const c_void,
    count: *mut usize,
) -> Status {
    call(|runtime| {
        let number = runtime.graphs.capture(stream as usize);
        // The graph itself is there once the capture has ended.
        if number.is_some() && !graph.is_null() {
            return Err(status::NOT_SUPPORTED);
        }
        // SAFETY: the program hands over room for what it wants, or null.
        unsafe {
            give(capturing, c_int::from(number.is_some()))?;
            if !id.is_null() {
                id.write(number.unwrap_or(0));
            }
            if !dependencies.is_null() {
                dependencies.write(std::ptr::null());
            }
            if !count.is_null() {
                count.write(0);
            }
        }
        Ok(())
    })
}
