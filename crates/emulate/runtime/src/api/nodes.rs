//! Nodes of graphs, one by one.

use std::ffi::{c_int, c_uint, c_void};

use super::memory::within_symbol;
use super::registration::Dim3;
use super::volumes::{VolumeCopy, copying};
use super::{call, checked, give};
use crate::runtime::Runtime;
use crate::status::{self, Status};
use crate::work::{Configuration, Copying, HostCall, Node, Setting};

type Handle = *mut c_void;
type Pointer = *mut c_void;

/// `cudaKernelNodeParams`, as the headers of CUDA have it.
#[repr(C)]
struct KernelNode {
    function: *const c_void,
    grid: Dim3,
    block: Dim3,
    shared: c_uint,
    arguments: *const *const u8,
    extra: *const *const u8,
}

/// `cudaMemsetParams`; the width in elements.
#[repr(C)]
struct SetNode {
    to: Pointer,
    pitch: usize,
    value: c_uint,
    element: c_uint,
    width: usize,
    height: usize,
}

/// `cudaHostNodeParams`, as the headers of CUDA have it.
#[repr(C)]
struct HostNode {
    function: Option<extern "C" fn(Pointer)>,
    argument: Pointer,
}

fn kernel(runtime: &mut Runtime, of: *const KernelNode) -> Result<Node, Status> {
    // SAFETY: the program hands over a description of the kernel.
    let of = unsafe { of.as_ref() }.ok_or(status::INVALID_VALUE)?;
    if of.arguments.is_null() && !of.extra.is_null() {
        return Err(status::NOT_SUPPORTED);
    }
    let (grid, block) = (of.grid.array(), of.block.array());
    let none = std::ptr::null_mut();
    let configuration = Configuration::new(grid, block, of.shared as usize, none);
    // SAFETY: the program hands over an argument for each parameter.
    let prepared = unsafe { runtime.prepare(of.function as usize, &configuration, of.arguments) }?;
    Ok(Node::Kernel(prepared))
}

fn volume(runtime: &Runtime, of: *const VolumeCopy) -> Result<Node, Status> {
    // SAFETY: the program hands over a description of the copy.
    let of = unsafe { of.as_ref() }.ok_or(status::INVALID_VALUE)?;
    Ok(Node::Copy(copying(runtime, of)?, 0))
}

fn row(to: Pointer, from: *const c_void, bytes: usize) -> Node {
    Node::Copy(Copying::of(to, from, bytes), 0)
}

fn setting(of: *const SetNode) -> Result<Node, Status> {
    // SAFETY: the program hands over a description of what is set.
    let of = unsafe { of.as_ref() }.ok_or(status::INVALID_VALUE)?;
    if ![1, 2, 4].contains(&of.element) {
        return Err(status::INVALID_VALUE);
    }
    let value_bytes = of.element as usize;
    let bytes = of.width.checked_mul(value_bytes).ok_or(status::INVALID_VALUE)?;
    let (to, value) = (of.to as usize, of.value);
    let pitch = if of.height > 1 { of.pitch } else { bytes };
    Ok(Node::Set(Setting { to, value, value_bytes, bytes, rows: of.height.max(1), pitch }, 0))
}

fn host(of: *const HostNode) -> Result<Node, Status> {
    // SAFETY: the program hands over a description of the call.
    let of = unsafe { of.as_ref() }.ok_or(status::INVALID_VALUE)?;
    let function = of.function.ok_or(status::INVALID_VALUE)?;
    Ok(Node::Host(HostCall { function, argument: of.argument as usize }))
}

/// Replaces work by other work of its kind.
fn replace(old: &mut Node, new: Node) -> Result<(), Status> {
    if old.number() != new.number() {
        return Err(status::INVALID_VALUE);
    }
    *old = new;
    Ok(())
}

/// Handles that a program hands over.
///
/// # Safety
/// `handles` leads to `count` of them.
unsafe fn listed(handles: *const Handle, count: usize) -> Vec<usize> {
    if handles.is_null() || count == 0 {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    let handles = unsafe { std::slice::from_raw_parts(handles, count) };
    handles.iter().map(|handle| *handle as usize).collect()
}

/// Calls that add a node after others, and those that change a node before and after its graph was
/// instantiated.
macro_rules! nodes {
    ($runtime:ident; $($add:ident $set:ident $exec:ident
        ($($argument:ident: $ty:ty),*) = $node:expr;)+) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $add(
            added: *mut Handle,
            graph: Handle,
            dependencies: *const Handle,
            count: usize,
            $($argument: $ty),*
        ) -> Status {
            checked(|$runtime| {
                let node = $node;
                // SAFETY: the program hands over the handles of the nodes, and room for one.
                unsafe {
                    let after = listed(dependencies, count);
                    let handle = $runtime.graphs.append(graph as usize, node, &after)?;
                    give(added, handle as Handle)
                }
            })
        }
        #[unsafe(no_mangle)]
        extern "C" fn $set(node: Handle, $($argument: $ty),*) -> Status {
            checked(|$runtime| {
                let new = $node;
                replace($runtime.graphs.node(node as usize)?, new)
            })
        }
        #[unsafe(no_mangle)]
        extern "C" fn $exec(executable: Handle, node: Handle, $($argument: $ty),*) -> Status {
            checked(|$runtime| {
                let new = $node;
                replace($runtime.graphs.instance(executable as usize, node as usize)?, new)
            })
        }
    )+};
}

nodes! { runtime;
    cudaGraphAddKernelNode cudaGraphKernelNodeSetParams cudaGraphExecKernelNodeSetParams
        (of: *const KernelNode) = kernel(runtime, of)?;
    cudaGraphAddMemcpyNode cudaGraphMemcpyNodeSetParams cudaGraphExecMemcpyNodeSetParams
        (of: *const VolumeCopy) = volume(runtime, of)?;
    cudaGraphAddMemcpyNode1D cudaGraphMemcpyNodeSetParams1D cudaGraphExecMemcpyNodeSetParams1D
        (to: Pointer, from: *const c_void, bytes: usize, _kind: c_int) = row(to, from, bytes);
    cudaGraphAddMemcpyNodeToSymbol cudaGraphMemcpyNodeSetParamsToSymbol
        cudaGraphExecMemcpyNodeSetParamsToSymbol
        (symbol: *const c_void, from: *const c_void, bytes: usize, offset: usize, _kind: c_int)
        = row(within_symbol(runtime, symbol, offset, bytes)?, from, bytes);
    cudaGraphAddMemcpyNodeFromSymbol cudaGraphMemcpyNodeSetParamsFromSymbol
        cudaGraphExecMemcpyNodeSetParamsFromSymbol
        (to: Pointer, symbol: *const c_void, bytes: usize, offset: usize, _kind: c_int)
        = row(to, within_symbol(runtime, symbol, offset, bytes)?, bytes);
    cudaGraphAddMemsetNode cudaGraphMemsetNodeSetParams cudaGraphExecMemsetNodeSetParams
        (of: *const SetNode) = setting(of)?;
    cudaGraphAddHostNode cudaGraphHostNodeSetParams cudaGraphExecHostNodeSetParams
        (of: *const HostNode) = host(of)?;
}

/// Nodes that only these calls have: of another graph, and without work.
macro_rules! further_nodes {
    ($runtime:ident; $($add:ident ($($argument:ident: $ty:ty)?) = $node:expr;)+) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $add(
            added: *mut Handle,
            graph: Handle,
            dependencies: *const Handle,
            count: usize,
            $($argument: $ty)?
        ) -> Status {
            checked(|$runtime| {
                let node = $node;
                // SAFETY: the program hands over the handles of the nodes, and room for one.
                unsafe {
                    let after = listed(dependencies, count);
                    let handle = $runtime.graphs.append(graph as usize, node, &after)?;
                    give(added, handle as Handle)
                }
            })
        }
    )+};
}

further_nodes! { runtime;
    cudaGraphAddChildGraphNode(child: Handle) = Node::Graph(runtime.graphs.work(child as usize)?);
    cudaGraphAddEmptyNode() = Node::Empty;
}

macro_rules! dependencies {
    ($($name:ident = $work:ident;)+) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(
            graph: Handle,
            from: *const Handle,
            to: *const Handle,
            _edges: *const c_void,
            count: usize,
        ) -> Status {
            checked(|runtime| {
                // SAFETY: the program hands over the handles of the nodes.
                let (from, to) = unsafe { (listed(from, count), listed(to, count)) };
                runtime.graphs.$work(graph as usize, from.into_iter().zip(to))
            })
        }
    )+};
}

dependencies! {
    cudaGraphAddDependencies = depend;
    cudaGraphRemoveDependencies = undepend;
}

macro_rules! lists {
    ($($name:ident, $roots:literal;)+) => {$(
        /// Their number, or the first of them as far as there is room.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(graph: Handle, nodes: *mut Handle, count: *mut usize) -> Status {
            call(|runtime| {
                let found = runtime.graphs.handles(graph as usize, $roots)?;
                // SAFETY: the program hands over room for a number and, if for any, that many nodes.
                unsafe {
                    if nodes.is_null() {
                        return give(count, found.len());
                    }
                    let room = *count;
                    for place in 0..room {
                        let handle = found.get(place).copied().unwrap_or(0);
                        nodes.add(place).write(handle as Handle);
                    }
                    give(count, room.min(found.len()))
                }
            })
        }
    )+};
}

lists! {
    cudaGraphGetNodes, false;
    cudaGraphGetRootNodes, true;
}

/// A description whose argument pointers stay valid: the program may keep them.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGraphKernelNodeGetParams(node: Handle, to: *mut KernelNode) -> Status {
    call(|runtime| {
        let Node::Kernel(prepared) = runtime.graphs.node(node as usize)?.clone() else {
            return Err(status::INVALID_VALUE);
        };
        let offsets = runtime.parameter_offsets(prepared.host)?;
        let values: &'static [u8] = prepared.parameters.leak();
        let arguments = offsets.into_iter().map(|at| values.as_ptr().wrapping_add(at));
        let arguments: &'static [*const u8] = arguments.collect::<Vec<_>>().leak();
        let configuration = prepared.configuration;
        let value = KernelNode {
            function: prepared.host as *const c_void,
            grid: Dim3::from_array(configuration.grid),
            block: Dim3::from_array(configuration.block),
            shared: configuration.dynamic_shared_bytes as c_uint,
            arguments: arguments.as_ptr(),
            extra: std::ptr::null(),
        };
        // SAFETY: the program hands over room for the description.
        unsafe { give(to, value) }
    })
}

/// `cudaGraphExecUpdateResultInfo`, as the headers of CUDA have it.
#[repr(C)]
struct UpdateResult {
    result: c_int,
    node: Handle,
    from: Handle,
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGraphExecUpdate(
    executable: Handle,
    graph: Handle,
    to: *mut UpdateResult,
) -> Status {
    const TOPOLOGY_CHANGED: c_int = 2;
    checked(|runtime| {
        let fits = runtime.graphs.update(executable as usize, graph as usize)?;
        let none = std::ptr::null_mut();
        let result = if fits { 0 } else { TOPOLOGY_CHANGED };
        // SAFETY: the program hands over room for the result.
        unsafe { give(to, UpdateResult { result, node: none, from: none }) }?;
        if fits { Ok(()) } else { Err(status::GRAPH_EXEC_UPDATE_FAILURE) }
    })
}

gives! { checked, runtime;
    cudaGraphNodeGetType(node: Handle, kind: *mut c_int) {
        kind = runtime.graphs.node(node as usize)?.number()
    }
    cudaGraphClone(copy: *mut Handle, graph: Handle) {
        copy = runtime.graphs.copy(graph as usize)? as Handle
    }
    cudaGraphNodeFindInClone(found: *mut Handle, node: Handle, copy: Handle) {
        found = runtime.graphs.copied(copy as usize, node as usize)? as Handle
    }
}

calls! { checked, runtime;
    cudaGraphExecChildGraphNodeSetParams(executable: Handle, node: Handle, child: Handle) {
        let new = Node::Graph(runtime.graphs.work(child as usize)?);
        replace(runtime.graphs.instance(executable as usize, node as usize)?, new)
    }
    cudaGraphDestroyNode(node: Handle) { runtime.graphs.remove(node as usize) }
}
