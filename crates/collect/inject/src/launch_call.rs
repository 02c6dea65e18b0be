//! The parameters of a launch, as CUPTI's callback passes them.

use std::ffi::{c_char, c_void};
use std::ptr;

use cupti_sys::raw::{
    self, CUcontext, CUfunction, CUlaunchAttribute, CUpti_CallbackData,
    CUpti_driver_api_trace_cbid_enum as DriverId, CUstream,
};

use crate::c_text::text;

/// Launches of one kernel. Programs built with a default stream per thread call
/// the `_ptsz` variants.
pub(crate) const KERNEL_LAUNCHES: [DriverId; 6] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
];

pub(crate) const GRAPH_LAUNCHES: [DriverId; 2] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
];

pub(crate) fn is_launch(id: DriverId) -> bool {
    KERNEL_LAUNCHES.contains(&id) || GRAPH_LAUNCHES.contains(&id)
}

/// In these calls a null stream means the thread's own stream. In all others it
/// means the stream that the context's threads share.
const PER_THREAD_LAUNCHES: [DriverId; 4] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
];

/// `CU_STREAM_PER_THREAD`: every call takes this for the thread's own stream.
const STREAM_PER_THREAD: usize = 2;

pub(crate) struct LaunchCall {
    pub(crate) context: CUcontext,
    pub(crate) context_id: u32,
    /// Never null for a thread's own stream, so it means the same in every call.
    pub(crate) stream: CUstream,
    pub(crate) correlation: u32,
    pub(crate) kind: LaunchKind,
}

impl LaunchCall {
    /// The mangled name of the kernel; a graph has none.
    pub(crate) fn name(&self) -> Option<String> {
        match &self.kind {
            // SAFETY: null or CUPTI's string, which lives during the callback.
            LaunchKind::Kernel { symbol, .. } => Some(unsafe { text(*symbol) }),
            LaunchKind::Graph { .. } => None,
        }
    }
}

/// Where a launch has its parameters and attributes, while it is called.
#[derive(Clone, Copy)]
pub(crate) struct Arguments {
    /// A pointer to each parameter, or null.
    pub(crate) parameters: *mut *mut c_void,
    /// A list of options that ends with null, one of which gives all parameters in one block; or null.
    pub(crate) extra: *mut *mut c_void,
    pub(crate) attributes: *const CUlaunchAttribute,
    pub(crate) attribute_count: u32,
    /// Whether the call is that for cooperative launches.
    pub(crate) is_cooperative: bool,
}

impl Arguments {
    fn of(parameters: *mut *mut c_void, extra: *mut *mut c_void, is_cooperative: bool) -> Self {
        Self { parameters, extra, attributes: ptr::null(), attribute_count: 0, is_cooperative }
    }
}

pub(crate) enum LaunchKind {
    Kernel {
        function: CUfunction,
        symbol: *const c_char,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared_bytes: u32,
        arguments: Arguments,
    },
    /// A graph of any number of kernels.
    Graph { handle: u64 },
}

/// # Safety
/// `data` belongs to the driver call `id`.
pub(crate) unsafe fn launch_call(id: DriverId, data: &CUpti_CallbackData) -> Option<LaunchCall> {
    let parameters = data.functionParams;
    // SAFETY: each call's parameters are the structure named after it.
    let (stream, kind) = unsafe {
        match id {
            DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel
            | DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz => {
                let p: &raw::cuLaunchKernel_params = &*parameters.cast();
                let grid = [p.gridDimX, p.gridDimY, p.gridDimZ];
                let block = [p.blockDimX, p.blockDimY, p.blockDimZ];
                let arguments = Arguments::of(p.kernelParams, p.extra, false);
                (p.hStream, kernel(data, p.f, grid, block, p.sharedMemBytes, arguments))
            }
            DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel
            | DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz => {
                let p: &raw::cuLaunchCooperativeKernel_params = &*parameters.cast();
                let grid = [p.gridDimX, p.gridDimY, p.gridDimZ];
                let block = [p.blockDimX, p.blockDimY, p.blockDimZ];
                let arguments = Arguments::of(p.kernelParams, ptr::null_mut(), true);
                (p.hStream, kernel(data, p.f, grid, block, p.sharedMemBytes, arguments))
            }
            DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx
            | DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz => {
                let p: &raw::cuLaunchKernelEx_params = &*parameters.cast();
                let c = p.config.as_ref()?;
                let grid = [c.gridDimX, c.gridDimY, c.gridDimZ];
                let block = [c.blockDimX, c.blockDimY, c.blockDimZ];
                let arguments = Arguments {
                    attributes: c.attrs,
                    attribute_count: c.numAttrs,
                    ..Arguments::of(p.kernelParams, p.extra, false)
                };
                (c.hStream, kernel(data, p.f, grid, block, c.sharedMemBytes, arguments))
            }
            id if GRAPH_LAUNCHES.contains(&id) => {
                let p: &raw::cuGraphLaunch_params = &*parameters.cast();
                (p.hStream, LaunchKind::Graph { handle: p.hGraph.addr() as u64 })
            }
            _ => return None,
        }
    };
    Some(LaunchCall {
        context: data.context,
        context_id: data.contextUid,
        stream: unambiguous(id, stream),
        correlation: data.correlationId,
        kind,
    })
}

/// The stream as the calls without `_ptsz` understand it.
fn unambiguous(id: DriverId, stream: CUstream) -> CUstream {
    if stream.is_null() && PER_THREAD_LAUNCHES.contains(&id) {
        std::ptr::without_provenance_mut(STREAM_PER_THREAD)
    } else {
        stream
    }
}

fn kernel(
    data: &CUpti_CallbackData,
    function: CUfunction,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared_bytes: u32,
    arguments: Arguments,
) -> LaunchKind {
    let symbol = data.symbolName;
    LaunchKind::Kernel { function, symbol, grid, block, dynamic_shared_bytes, arguments }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_stream_is_the_threads_own_where_the_program_was_built_so() {
        let none = std::ptr::null_mut();
        let its_own: CUstream = std::ptr::without_provenance_mut(0x1000);
        for id in PER_THREAD_LAUNCHES {
            assert!(KERNEL_LAUNCHES.contains(&id) || GRAPH_LAUNCHES.contains(&id));
            assert_eq!(unambiguous(id, none).addr(), STREAM_PER_THREAD);
            assert_eq!(unambiguous(id, its_own), its_own);
        }
        let shared = DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel;
        assert_eq!(unambiguous(shared, none), none);
    }
}
