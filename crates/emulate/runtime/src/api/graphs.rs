//! Capturing streams, and launching graphs.

use std::ffi::{c_int, c_uint, c_ulonglong, c_void};

use super::registration::Dim3;
use super::{call, checked, give};
use crate::status::{self, Status};
use crate::work::{Configuration, Node};

type Handle = *mut c_void;

/// `cudaKernelNodeParams`.
#[repr(C)]
struct KernelNode {
    function: *const c_void,
    grid: Dim3,
    block: Dim3,
    shared: c_uint,
    arguments: *const *const u8,
    extra: *const *const u8,
}

/// What a node depends on is in the graph before it, so the order of calls is one that all
/// dependencies allow.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGraphAddKernelNode(
    added: *mut Handle,
    graph: Handle,
    _dependencies: *const Handle,
    _count: usize,
    node: *const KernelNode,
) -> Status {
    checked(|runtime| {
        // SAFETY: the program hands over a description of the kernel.
        let node = unsafe { node.as_ref() }.ok_or(status::INVALID_VALUE)?;
        if node.arguments.is_null() && !node.extra.is_null() {
            return Err(status::NOT_SUPPORTED);
        }
        let (grid, block) = (node.grid.array(), node.block.array());
        let none = std::ptr::null_mut();
        let configuration = Configuration::new(grid, block, node.shared as usize, none);
        // SAFETY: the program hands over an argument for each parameter.
        let prepared =
            unsafe { runtime.prepare(node.function as usize, &configuration, node.arguments) }?;
        let number = runtime.graphs.append(graph as usize, Node::Kernel(prepared))?;
        // SAFETY: the program hands over room for a handle.
        unsafe { give(added, number as Handle) }
    })
}

/// Only their number: a program that asks for the nodes themselves is refused.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGraphGetNodes(
    graph: Handle,
    nodes: *mut Handle,
    count: *mut usize,
) -> Status {
    call(|runtime| {
        if !nodes.is_null() {
            return Err(status::NOT_SUPPORTED);
        }
        let found = runtime.graphs.count(graph as usize)?;
        // SAFETY: the program hands over room for a number.
        unsafe { give(count, found) }
    })
}

calls! { checked, runtime;
    cudaStreamBeginCapture(stream: Handle, _mode: c_int) { runtime.graphs.begin(stream as usize) }
    cudaGraphLaunch(executable: Handle, stream: Handle) {
        runtime.launch_graph(executable as usize, stream as usize)
    }
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
