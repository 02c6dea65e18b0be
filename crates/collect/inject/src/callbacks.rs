//! CUPTI's callbacks: launches, contexts, and NVTX ranges.
//!
//! A process has one subscriber with one function for all callbacks. The function
//! tells the job what happened.

use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

use cupti_sys::raw::{
    self, CUpti_ApiCallbackSite, CUpti_CallbackData, CUpti_CallbackDomain,
    CUpti_CallbackIdResource as ResourceId, CUpti_ResourceData,
    CUpti_driver_api_trace_cbid_enum as DriverId, CUpti_nvtx_api_trace_cbid as NvtxId, CUresult,
};
use cupti_sys::{Error, call};
use propp_recording_wire::Job;

use crate::agent::{Agent, agent};
use crate::guard::guarded;
use crate::launch_call::{GRAPH_LAUNCHES, KERNEL_LAUNCHES, is_launch, launch_call};
use crate::turns::Role;
use crate::{capture, code, count, device, instances, names, nvtx, owners, sites, trace, window};

/// Calls that make a graph ready to run.
const GRAPH_PREPARATIONS: [DriverId; 5] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz,
];

/// Calls that give the nodes of a graph that can run other kernels.
const GRAPH_UPDATES: [DriverId; 5] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphExecUpdate_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphExecKernelNodeSetParams_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphExecNodeSetParams,
];

/// After this call the driver may give the graph's handle to another.
const GRAPH_ENDS: DriverId = DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy;

/// The graph that is being made will decide on the GPU which of its kernels run, and how often.
const GRAPH_DECIDES: DriverId = DriverId::CUPTI_DRIVER_TRACE_CBID_cuGraphConditionalHandleCreate;

/// Calls after which work on a stream may be recorded into a graph.
const CAPTURES: [DriverId; 6] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz,
];

/// Calls after which a stream is captured no more.
const CAPTURE_ENDS: [DriverId; 2] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz,
];

/// Calls that return when the device has done all of the caller's work.
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

/// Calls after which another GPU, or another process, may write where this one's kernels read.
const PEERS: [DriverId; 8] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuCtxEnablePeerAccess,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuIpcOpenMemHandle_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemImportFromShareableHandle,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeer,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeer_ptds,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeerAsync,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemcpyPeerAsync_ptsz,
];

const UNLOADS: [DriverId; 2] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuModuleUnload,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload,
];

/// Calls by which the program says what is profiled, and perhaps what its steps are.
const WINDOW_BEGINS: DriverId = DriverId::CUPTI_DRIVER_TRACE_CBID_cuProfilerStart;
const WINDOW_ENDS: DriverId = DriverId::CUPTI_DRIVER_TRACE_CBID_cuProfilerStop;

/// Calls that every program makes in each context it uses, and none makes often.
const ALLOCATIONS: [DriverId; 4] = [
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemAlloc_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemAllocManaged,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemAllocPitch_v2,
    DriverId::CUPTI_DRIVER_TRACE_CBID_cuMemCreate,
];

const CONTEXT_ENDS: ResourceId = ResourceId::CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING;
const MODULE_BEGINS: ResourceId = ResourceId::CUPTI_CBID_RESOURCE_MODULE_LOADED;
/// CUPTI patched code. The callback itself is of no use, but without a subscriber CUPTI counts
/// the instructions of a process's first launch only.
const MODULE_PATCHED: ResourceId = ResourceId::CUPTI_CBID_RESOURCE_MODULE_PROFILED;
const MODULE_ENDS: ResourceId = ResourceId::CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING;

/// A node of a graph was copied, into one that can run for example.
const NODE_COPIED: ResourceId = ResourceId::CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED;

/// A node of a graph may have got another kernel.
const NODE_SET: ResourceId = ResourceId::CUPTI_CBID_RESOURCE_GRAPH_NODE_SET_PARAMS;

/// The trace job needs to know which devices the program uses, when it waits for them, and
/// in which range each launch is.
pub(crate) fn subscribe_for_trace(agent: &'static Agent) -> Result<(), Error> {
    let subscriber = subscribe(agent)?;
    enable_records(agent, subscriber)?;
    enable_window(agent, subscriber)?;
    enable_launches(agent, subscriber)?;
    if has_ranges() {
        enable_ranges(agent, subscriber);
    }
    Ok(())
}

/// Our subscriber; null before there is one, and after it has ended.
static SUBSCRIBER: AtomicPtr<raw::CUpti_Subscriber_st> = AtomicPtr::new(std::ptr::null_mut());

/// CUPTI wants callbacks to be enabled by one thread at a time.
static ENABLING: Mutex<()> = Mutex::new(());

/// Code is unloaded for the first time: from now on, names of kernels are kept.
fn look_at_names(agent: &Agent) {
    let _alone = ENABLING.lock().unwrap_or_else(PoisonError::into_inner);
    let subscriber = SUBSCRIBER.load(Ordering::SeqCst);
    if subscriber.is_null() {
        return;
    }
    let look = || -> Result<(), Error> {
        let mut calls = GRAPH_UPDATES.to_vec();
        if agent.config.job == Job::Trace {
            calls.extend(GRAPH_PREPARATIONS);
        }
        for id in calls {
            enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API, id.0)?;
        }
        for id in [NODE_COPIED, NODE_SET] {
            enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_RESOURCE, id.0)?;
        }
        Ok(())
    };
    if let Err(error) = look() {
        let text =
            format!("the program unloads code, and some kernels may have wrong names: {error}");
        agent.warn("names-refused", text);
    }
}

/// Whether NVTX reports to CUPTI.
fn has_ranges() -> bool {
    std::env::var_os("NVTX_INJECTION64_PATH").is_some()
}

/// The count job needs launches, the end of contexts and of code, and ranges.
pub(crate) fn subscribe_to_launches(agent: &'static Agent) -> Result<(), Error> {
    let subscriber = subscribe(agent)?;
    enable_launches(agent, subscriber)?;
    for id in GRAPH_PREPARATIONS.iter().chain(&CAPTURES).chain(&UNLOADS).chain([&GRAPH_ENDS]) {
        enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API, id.0)?;
    }
    enable_window(agent, subscriber)?;
    if agent.config.records {
        enable_records(agent, subscriber)?;
    }
    if agent.config.job == Job::Capture {
        for id in CAPTURE_ENDS {
            enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API, id.0)?;
        }
    }
    for id in [CONTEXT_ENDS, MODULE_ENDS] {
        enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_RESOURCE, id.0)?;
    }
    if agent.config.job == Job::Lines {
        let domain = CUpti_CallbackDomain::CUPTI_CB_DOMAIN_RESOURCE;
        enable(agent, subscriber, domain, MODULE_PATCHED.0)?;
    }
    if code::is_wanted() || agent.config.job == Job::Capture {
        let domain = CUpti_CallbackDomain::CUPTI_CB_DOMAIN_RESOURCE;
        // Counters do without code.
        if let Err(error) = enable(agent, subscriber, domain, MODULE_BEGINS.0) {
            let text = format!("the code of kernels is missing in the recording: {error}");
            agent.warn("code-unreadable", text);
        }
    }
    if has_ranges() {
        enable_ranges(agent, subscriber);
    }
    Ok(())
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
    SUBSCRIBER.store(subscriber, Ordering::SeqCst);
    Ok(subscriber)
}

/// No callback comes any more, and another may subscribe.
pub(crate) fn unsubscribe(agent: &Agent) {
    let subscriber = SUBSCRIBER.swap(std::ptr::null_mut(), Ordering::SeqCst);
    if !subscriber.is_null() {
        // SAFETY: a live subscriber, which nobody uses from now on.
        let _ = unsafe { call!(agent.cupti, cuptiUnsubscribe(subscriber)) };
    }
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

/// What records need beside CUPTI's own: when the program waits for a device, which it uses, whether
/// it copies between them, and when it unloads code.
fn enable_records(agent: &Agent, subscriber: raw::CUpti_SubscriberHandle) -> Result<(), Error> {
    let calls = WAITS.into_iter().chain(ALLOCATIONS).chain(PEERS).chain(UNLOADS);
    for id in calls.chain([GRAPH_DECIDES]) {
        enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API, id.0)?;
    }
    Ok(())
}

fn enable_launches(agent: &Agent, subscriber: raw::CUpti_SubscriberHandle) -> Result<(), Error> {
    let domain = CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API;
    for id in KERNEL_LAUNCHES.iter().chain(&GRAPH_LAUNCHES) {
        enable(agent, subscriber, domain, id.0)?;
    }
    Ok(())
}

fn enable_window(agent: &Agent, subscriber: raw::CUpti_SubscriberHandle) -> Result<(), Error> {
    let is_asked = agent.config.window.by_program;
    let captures = CAPTURES.iter().chain(&CAPTURE_ENDS).filter(|_| is_asked);
    let window = [WINDOW_BEGINS, WINDOW_ENDS];
    let window = window.iter().filter(|_| is_asked || agent.records());
    for id in window.chain(captures) {
        enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_DRIVER_API, id.0)?;
    }
    Ok(())
}

/// Profiling goes on without the ranges that CUPTI refuses to report.
fn enable_ranges(agent: &Agent, subscriber: raw::CUpti_SubscriberHandle) {
    let enable = |id: &NvtxId| {
        enable(agent, subscriber, CUpti_CallbackDomain::CUPTI_CB_DOMAIN_NVTX, id.0).err()
    };
    if let Some(error) = nvtx::CALLS.iter().filter_map(enable).last() {
        agent.warn("ranges-refused", format!("not all NVTX ranges are seen: {error}"));
    }
    nvtx::OTHER_CALLS.iter().for_each(|id| drop(enable(id)));
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
                    let (context, module) = (resource.context, resource.resourceDescriptor);
                    match ResourceId(id) {
                        CONTEXT_ENDS => count::context_ends(agent, context),
                        NODE_COPIED => names::node_was_copied(agent, module),
                        NODE_SET => names::node_was_changed(agent, module),
                        MODULE_BEGINS if agent.config.job == Job::Capture => {
                            capture::module_begins(agent, module);
                        }
                        MODULE_BEGINS => code::module_begins(agent, context, module),
                        MODULE_ENDS => {
                            count::module_ends();
                            code::module_ends(agent, context, module);
                        }
                        _ => {}
                    }
                }
                CUpti_CallbackDomain::CUPTI_CB_DOMAIN_NVTX => {
                    nvtx::on_call(agent, NvtxId(id), &*data.cast());
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
    if is_launch(id) {
        // SAFETY: the caller's promise.
        unsafe { on_launch(agent, id, data, ends) };
    } else if WAITS.contains(&id) {
        if ends {
            trace::device_is_idle(agent);
        }
    } else if ALLOCATIONS.contains(&id) {
        if ends {
            device::is_used(agent, data.context, data.contextUid);
            if device::are_several() {
                trace::expect_copies_between_gpus(agent);
            }
        }
    } else if UNLOADS.contains(&id) {
        // SAFETY: null, or a word that CUPTI keeps for us from the beginning of a call
        // to its end.
        let Some(word) = (unsafe { data.correlationData.as_mut() }) else { return };
        if ends {
            count::unload_ends(Role::from_word(*word));
        } else {
            if agent.records() && names::code_ends() {
                look_at_names(agent);
            }
            *word = count::unload_begins(agent).to_word();
        }
    } else if id == WINDOW_BEGINS {
        if ends {
            instances::profiler_starts(data.correlationId);
            if window::program_opens(agent, data.correlationId) {
                trace::window_opens(agent);
            }
        }
    } else if id == WINDOW_ENDS {
        if !ends {
            instances::profiler_stops(agent, data.correlationId);
            if window::program_closes(data.correlationId) {
                trace::window_closes(agent);
            }
        }
    } else if id == GRAPH_DECIDES {
        if ends {
            trace::graph_will_decide(agent);
        }
    } else if id == GRAPH_ENDS {
        if !ends {
            // SAFETY: the parameters of this call.
            let graph: &raw::cuGraphExecDestroy_params = unsafe { &*data.functionParams.cast() };
            count::graph_is_destroyed(graph.hGraphExec.addr() as u64);
        }
    } else if PEERS.contains(&id) {
        if !ends {
            trace::expect_copies_between_gpus(agent);
            count::stop_at_others(agent);
        }
    } else if CAPTURES.contains(&id) {
        agent.driver.expect_captures();
        if !ends {
            count::stream_capture_begins(agent);
        } else if !has_succeeded(data) {
            agent.driver.capture_ends();
        }
    } else if CAPTURE_ENDS.contains(&id) {
        if ends {
            agent.driver.capture_ends();
        }
    } else if GRAPH_UPDATES.contains(&id) {
        if ends {
            names::graph_ends(agent);
        } else {
            names::graph_begins();
        }
    } else if GRAPH_PREPARATIONS.contains(&id) {
        if ends {
            names::graph_ends(agent);
            count::graph_was_made(agent, data.contextUid);
        } else {
            names::graph_begins();
            count::graph_is_made(agent, data.context, data.contextUid);
        }
    }
}

/// Whether the call that has ended did what it was asked for.
fn has_succeeded(data: &CUpti_CallbackData) -> bool {
    // SAFETY: driver functions return a status.
    unsafe { data.functionReturnValue.cast::<CUresult>().as_ref() }
        .is_none_or(|result| *result == CUresult::CUDA_SUCCESS)
}

/// # Safety
/// `data` belongs to the launch `id`.
unsafe fn on_launch(agent: &'static Agent, id: DriverId, data: &CUpti_CallbackData, ends: bool) {
    if agent.records() && !ends {
        if GRAPH_LAUNCHES.contains(&id) {
            trace::graph_is_launched();
        }
        instances::launched(data.correlationId);
        if window::may_hold() {
            nvtx::remember_range(data.correlationId);
            owners::remember(agent, data.correlationId);
            if agent.config.job == Job::Trace {
                sites::launched(agent, data.correlationId);
            }
            if KERNEL_LAUNCHES.contains(&id) {
                // SAFETY: CUPTI's string, which the callback of a kernel's launch has.
                unsafe { names::launched(agent, data.correlationId, data.symbolName) };
            }
        }
    }
    if agent.config.job == Job::Trace {
        return;
    }
    // SAFETY: null, or a word that CUPTI keeps for us from the beginning of a call
    // to its end.
    let Some(word) = (unsafe { data.correlationData.as_mut() }) else { return };
    if ends {
        // SAFETY: the caller's promise.
        count::launch_ends(agent, Role::from_word(*word), has_succeeded(data), || unsafe {
            launch_call(id, data)
        });
        return;
    }
    // SAFETY: the caller's promise.
    let call = unsafe { launch_call(id, data) };
    *word = call.map_or(Role::Ignored, |call| count::launch_begins(agent, &call)).to_word();
}
