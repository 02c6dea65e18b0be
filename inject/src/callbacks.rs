//! CUPTI's callbacks: launches, contexts, and NVTX ranges.
//!
//! One subscriber a process, one function for all callbacks. It finds out
//! what happened and passes it to the job.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::{Mutex, PoisonError};

use cupti_sys::raw::{
    self, CUcontext, CUfunction, CUpti_ApiCallbackSite, CUpti_CallbackData, CUpti_CallbackDomain,
    CUpti_CallbackIdResource as ResourceId, CUpti_NvtxData, CUpti_ResourceData,
    CUpti_driver_api_trace_cbid_enum as DriverId, CUpti_nvtx_api_trace_cbid as NvtxId, CUresult,
    CUstream,
};
use cupti_sys::{Error, Library, call};
use propp_wire::Job;

use crate::agent::{Agent, agent};
use crate::selection::What;
use crate::{count, guarded, nvtx, trace};

/// Launches of one kernel. `_ptsz` are the twins that programs built with a
/// default stream per thread call.
const KERNEL_LAUNCHES: [DriverId; 6] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
];

const GRAPH_LAUNCHES: [DriverId; 2] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
];

/// Calls that make a graph ready to run.
const GRAPH_PREPARATIONS: [DriverId; 5] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz,
];

/// Calls after which the device has nothing left to do for the caller.
const WAITS: [DriverId; 8] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemcpy,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemcpy_ptds,
];

const NVTX_CALLS: [NvtxId; 3] = [
    NvtxId::CUPTI_CBID_NVTX_nvtxRangePushA,
    NvtxId::CUPTI_CBID_NVTX_nvtxRangePushEx,
    NvtxId::CUPTI_CBID_NVTX_nvtxRangePop,
];

/// What a launch callback is about.
pub(crate) struct LaunchCall {
    pub(crate) context: CUcontext,
    pub(crate) context_id: u32,
    pub(crate) stream: CUstream,
    pub(crate) correlation: u32,
    pub(crate) kind: LaunchKind,
}

impl LaunchCall {
    /// What the selection asks about.
    pub(crate) fn what(&self) -> What<'_> {
        match &self.kind {
            LaunchKind::Kernel { name, .. } => What::Kernel(name),
            LaunchKind::Graph { handle } => What::Graph(*handle),
        }
    }
}

/// What is launched.
pub(crate) enum LaunchKind {
    /// One kernel.
    Kernel {
        function: CUfunction,
        name: String,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared_bytes: u32,
    },
    /// A graph of any number of kernels.
    Graph { handle: u64 },
}

thread_local! {
    /// Names of the NVTX ranges that are open on this thread, outermost first.
    static RANGES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// The range around each launch of the trace run that has one, until its
/// record arrives.
static RANGE_OF: Mutex<Option<HashMap<u32, u32>>> = Mutex::new(None);

/// The innermost range that is open on this thread.
pub(crate) fn open_range() -> Option<String> {
    RANGES.try_with(|ranges| ranges.borrow().last().cloned()).ok().flatten()
}

/// Every range that is open on this thread, outermost first.
pub(crate) fn open_ranges() -> Vec<String> {
    RANGES.try_with(|ranges| ranges.borrow().clone()).unwrap_or_default()
}

/// The name number of the range around a launch of the trace run, or 0. The
/// kernels of a graph share a correlation, so theirs is kept.
pub(crate) fn take_range_of(correlation: u32, in_graph: bool) -> u32 {
    let mut ranges = RANGE_OF.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(ranges) = ranges.as_mut() else { return 0 };
    let found =
        if in_graph { ranges.get(&correlation).copied() } else { ranges.remove(&correlation) };
    found.unwrap_or(0)
}

/// For the trace job: when the program waits for the device, and which range
/// each launch is in.
pub(crate) fn subscribe_for_trace(agent: &'static Agent) -> Result<(), Error> {
    let subscriber = subscribe(agent)?;
    for id in WAITS {
        enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API, id.0)?;
    }
    if std::env::var_os("NVTX_INJECTION64_PATH").is_none() {
        return Ok(());
    }
    enable_launches(agent, subscriber)?;
    enable_ranges(agent, subscriber)
}

/// For the count job: launches, the end of contexts, ranges.
pub(crate) fn subscribe_to_launches(agent: &'static Agent) -> Result<(), Error> {
    let subscriber = subscribe(agent)?;
    enable_launches(agent, subscriber)?;
    for id in GRAPH_PREPARATIONS {
        enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API, id.0)?;
    }
    let ending = ResourceId::CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING.0;
    enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_RESOURCE, ending)?;
    enable_ranges(agent, subscriber)
}

fn subscribe(agent: &Agent) -> Result<raw::CUpti_SubscriberHandle, Error> {
    let mut subscriber = std::ptr::null_mut();
    // SAFETY: the function has the type CUPTI asks for and is never unloaded.
    unsafe {
        call!(
            agent.cupti,
            cuptiSubscribe(&raw mut subscriber, Some(on_event), std::ptr::null_mut())
        )?;
    }
    Ok(subscriber)
}

fn enable(
    agent: &Agent,
    subscriber: raw::CUpti_SubscriberHandle,
    domain: CUpti_CallbackDomain,
    id: u32,
) -> Result<(), Error> {
    // SAFETY: the subscriber is live.
    unsafe { call!(agent.cupti, cuptiEnableCallback(1, subscriber, domain, id)) }
}

fn enable_launches(agent: &Agent, subscriber: raw::CUpti_SubscriberHandle) -> Result<(), Error> {
    let domain = CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API;
    for id in KERNEL_LAUNCHES.iter().chain(&GRAPH_LAUNCHES) {
        enable(agent, subscriber, domain, id.0)?;
    }
    Ok(())
}

fn enable_ranges(agent: &Agent, subscriber: raw::CUpti_SubscriberHandle) -> Result<(), Error> {
    for id in NVTX_CALLS {
        enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_NVTX, id.0)?;
    }
    Ok(())
}

unsafe extern "C" fn on_event(
    _user: *mut c_void,
    domain: CUpti_CallbackDomain,
    id: u32,
    data: *const c_void,
) {
    guarded(|| {
        let Some(agent) = agent() else { return };
        // SAFETY: CUPTI passes the structure that belongs to the domain.
        unsafe {
            match domain {
                CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API => {
                    on_driver_call(agent, DriverId(id), &*data.cast());
                }
                CUpti_CallbackDomain::CUPTI_CB_DOMAIN_RESOURCE => {
                    let resource: &CUpti_ResourceData = &*data.cast();
                    count::context_ends(agent, resource.context);
                }
                CUpti_CallbackDomain::CUPTI_CB_DOMAIN_NVTX => {
                    on_range(NvtxId(id), &*data.cast());
                }
                _ => {}
            }
        }
    });
}

/// # Safety
/// `data` belongs to the driver call `id`.
unsafe fn on_driver_call(agent: &'static Agent, id: DriverId, data: &CUpti_CallbackData) {
    let ends = data.callbackSite == CUpti_ApiCallbackSite::CUPTI_API_EXIT;
    if WAITS.contains(&id) {
        if ends {
            trace::device_is_idle(agent);
        }
        return;
    }
    if GRAPH_PREPARATIONS.contains(&id) {
        if !ends {
            count::graph_is_made(agent, data.context, data.contextUid);
        }
        return;
    }
    if ends {
        if agent.config.job == Job::Count {
            // SAFETY: driver functions return a status.
            let succeeded = unsafe { data.functionReturnValue.cast::<CUresult>().as_ref() }
                .is_none_or(|result| *result == CUresult::CUDA_SUCCESS);
            count::launch_ends(agent, succeeded);
        }
        return;
    }
    if agent.config.job == Job::Trace {
        note_range_of(agent, data.correlationId);
        return;
    }
    // SAFETY: the caller's promise.
    if let Some(call) = unsafe { launch_call(id, data) } {
        count::launch_begins(agent, &call);
    }
}

fn note_range_of(agent: &Agent, correlation: u32) {
    if let Some(range) = open_range() {
        let name = agent.channel.name(&range);
        let mut ranges = RANGE_OF.lock().unwrap_or_else(PoisonError::into_inner);
        ranges.get_or_insert_default().insert(correlation, name);
    }
}

/// # Safety
/// `data` belongs to the driver call `id`.
unsafe fn launch_call(id: DriverId, data: &CUpti_CallbackData) -> Option<LaunchCall> {
    let parameters = data.functionParams;
    // SAFETY: each call's parameters are the structure named after it.
    let (stream, kind) = unsafe {
        match id {
            DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel
            | DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz => {
                let p: &raw::cuLaunchKernel_params = &*parameters.cast();
                let grid = [p.gridDimX, p.gridDimY, p.gridDimZ];
                let block = [p.blockDimX, p.blockDimY, p.blockDimZ];
                (p.hStream, kernel(data, p.f, grid, block, p.sharedMemBytes))
            }
            DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel
            | DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz => {
                let p: &raw::cuLaunchCooperativeKernel_params = &*parameters.cast();
                let grid = [p.gridDimX, p.gridDimY, p.gridDimZ];
                let block = [p.blockDimX, p.blockDimY, p.blockDimZ];
                (p.hStream, kernel(data, p.f, grid, block, p.sharedMemBytes))
            }
            DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx
            | DriverId::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz => {
                let p: &raw::cuLaunchKernelEx_params = &*parameters.cast();
                let c = p.config.as_ref()?;
                let grid = [c.gridDimX, c.gridDimY, c.gridDimZ];
                let block = [c.blockDimX, c.blockDimY, c.blockDimZ];
                (c.hStream, kernel(data, p.f, grid, block, c.sharedMemBytes))
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
        stream,
        correlation: data.correlationId,
        kind,
    })
}

/// # Safety
/// `data` is of a kernel launch.
unsafe fn kernel(
    data: &CUpti_CallbackData,
    function: CUfunction,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared_bytes: u32,
) -> LaunchKind {
    // SAFETY: null or CUPTI's string.
    let name = unsafe { text(data.symbolName) };
    LaunchKind::Kernel { function, name, grid, block, dynamic_shared_bytes }
}

/// # Safety
/// `data` belongs to the NVTX call `id`.
unsafe fn on_range(id: NvtxId, data: &CUpti_NvtxData) {
    let parameters = data.functionParams;
    // SAFETY: each call's parameters are the structure named after it.
    let name = unsafe {
        match id {
            NvtxId::CUPTI_CBID_NVTX_nvtxRangePushA => {
                let p: &nvtx::RangePushA = &*parameters.cast();
                text(p.message)
            }
            NvtxId::CUPTI_CBID_NVTX_nvtxRangePushEx => {
                let p: &nvtx::RangePushEx = &*parameters.cast();
                p.attributes
                    .as_ref()
                    .and_then(nvtx::EventAttributes::ascii)
                    .map(|m| text(m))
                    .unwrap_or_default()
            }
            _ => {
                let _ = RANGES.try_with(|ranges| ranges.borrow_mut().pop());
                return;
            }
        }
    };
    let _ = RANGES.try_with(|ranges| ranges.borrow_mut().push(name));
}

/// # Safety
/// Null, or a string that lives during the call.
unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: not null, and the caller's promise.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// The device of a context.
pub(crate) fn device_of(library: &Library, context: CUcontext) -> Result<u32, Error> {
    let mut device = 0;
    // SAFETY: a live context and a live integer.
    unsafe { call!(library, cuptiGetDeviceId(context, &raw mut device)) }?;
    Ok(device)
}
