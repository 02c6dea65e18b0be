//! The layouts of CUPTI's structures, as static assertions for a C compiler:
//! the stand-ins declare the structures by hand, and propp reads them by
//! `cupti-sys`.

use std::fmt::Write as _;
use std::mem::{offset_of, size_of};

use cupti_sys::raw;

macro_rules! layouts {
    ($($structure:ident { $($field:ident)* })*) => {
        &[$((
            stringify!($structure),
            size_of::<raw::$structure>(),
            &[$((stringify!($field), offset_of!(raw::$structure, $field))),*],
        )),*]
    };
}

type Layout = (&'static str, usize, &'static [(&'static str, usize)]);

const LAYOUTS: &[Layout] = layouts! {
    CUpti_CallbackData {
        callbackSite functionName functionParams functionReturnValue symbolName context contextUid
        correlationData correlationId
    }
    CUpti_ResourceData { context resourceHandle resourceDescriptor }
    CUpti_ModuleResourceData { moduleId cubinSize pCubin }
    CUpti_NvtxData { functionName functionParams functionReturnValue }
    cuLaunchKernel_params {
        f gridDimX gridDimY gridDimZ blockDimX blockDimY blockDimZ sharedMemBytes hStream
        kernelParams extra
    }
    CUlaunchConfig {
        gridDimX gridDimY gridDimZ blockDimX blockDimY blockDimZ sharedMemBytes hStream attrs
        numAttrs
    }
    cuLaunchKernelEx_params { config f kernelParams extra }
    cuGraphLaunch_params { hGraph hStream }
    cuGraphExecDestroy_params { hGraphExec }
    CUpti_ActivityKernel10 {
        kind cacheConfig sharedMemoryConfig registersPerThread partitionedGlobalCacheRequested
        partitionedGlobalCacheExecuted start end completed deviceId contextId streamId gridX gridY
        gridZ blockX blockY blockZ staticSharedMemory dynamicSharedMemory localMemoryPerThread
        localMemoryTotal correlationId gridId name reserved0 queued submitted launchType
        isSharedMemoryCarveoutRequested sharedMemoryCarveoutRequested padding sharedMemoryExecuted
        graphNodeId shmemLimitConfig graphId pAccessPolicyWindow channelID channelType clusterX
        clusterY clusterZ clusterSchedulingPolicy localMemoryTotal_v2 maxPotentialClusterSize
        maxActiveClusters isDeviceLaunched padding3
    }
    CUpti_ActivityMemcpy6 {
        kind copyKind srcKind dstKind flags bytes start end deviceId contextId streamId
        correlationId runtimeCorrelationId pad reserved0 graphNodeId graphId channelID channelType
        isDeviceLaunched pad2 copyCount
    }
    CUpti_ActivitySynchronization2 {
        kind type_ start end correlationId contextId streamId cudaEventId cudaEventSyncId
        returnValue pad
    }
    CUpti_Profiler_Initialize_Params { structSize pPriv }
    CUpti_Device_GetChipName_Params { structSize pPriv deviceIndex pChipName }
    CUpti_Profiler_GetCounterAvailability_Params {
        structSize pPriv ctx counterAvailabilityImageSize pCounterAvailabilityImage
    }
    CUpti_Profiler_Host_Initialize_Params {
        structSize pPriv profilerType pChipName pCounterAvailabilityImage pHostObject
    }
    CUpti_Profiler_Host_Deinitialize_Params { structSize pPriv pHostObject }
    CUpti_Profiler_Host_GetSupportedChips_Params { structSize pPriv numChips ppChipNames }
    CUpti_Profiler_Host_ConfigAddMetrics_Params {
        structSize pPriv pHostObject ppMetricNames numMetrics
    }
    CUpti_Profiler_Host_GetConfigImageSize_Params { structSize pPriv pHostObject configImageSize }
    CUpti_Profiler_Host_GetConfigImage_Params {
        structSize pPriv pHostObject configImageSize pConfigImage
    }
    CUpti_Profiler_Host_GetNumOfPasses_Params {
        structSize pPriv configImageSize pConfigImage numOfPasses
    }
    CUpti_Profiler_Host_EvaluateToGpuValues_Params {
        structSize pPriv pHostObject pCounterDataImage counterDataImageSize rangeIndex
        ppMetricNames numMetrics pMetricValues
    }
    CUpti_RangeProfiler_Enable_Params { structSize pPriv ctx pRangeProfilerObject }
    CUpti_RangeProfiler_Disable_Params { structSize pPriv pRangeProfilerObject }
    CUpti_RangeProfiler_Start_Params { structSize pPriv pRangeProfilerObject }
    CUpti_RangeProfiler_Stop_Params {
        structSize pPriv pRangeProfilerObject passIndex targetNestingLevel isAllPassSubmitted
    }
    CUpti_RangeProfiler_PushRange_Params { structSize pPriv pRangeProfilerObject pRangeName }
    CUpti_RangeProfiler_PopRange_Params { structSize pPriv pRangeProfilerObject }
    CUpti_RangeProfiler_DecodeData_Params {
        structSize pPriv pRangeProfilerObject numOfRangeDropped
    }
    CUpti_RangeProfiler_GetCounterDataSize_Params {
        structSize pPriv pRangeProfilerObject pMetricNames numMetrics maxNumOfRanges
        maxNumRangeTreeNodes counterDataSize
    }
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params {
        structSize pPriv pRangeProfilerObject counterDataSize pCounterData
    }
    CUpti_RangeProfiler_SetConfig_Params {
        structSize pPriv pRangeProfilerObject configSize pConfig counterDataImageSize
        pCounterDataImage range replayMode maxRangesPerPass numNestingLevels minNestingLevel
        passIndex targetNestingLevel
    }
    CUpti_RangeProfiler_GetCounterDataInfo_Params {
        structSize pPriv pCounterDataImage counterDataImageSize numTotalRanges
    }
    CUpti_RangeProfiler_CounterData_GetRangeInfo_Params {
        structSize pPriv pCounterDataImage counterDataImageSize rangeIndex rangeDelimiter rangeName
    }
    CUpti_PCSamplingStallReason { pcSamplingStallReasonIndex samples }
    CUpti_PCSamplingPCData {
        size cubinCrc pcOffset functionIndex pad functionName stallReasonCount stallReason
        correlationId
    }
    CUpti_PCSamplingData {
        size collectNumPcs totalSamples droppedSamples totalNumPcs remainingNumPcs rangeId pPcData
        nonUsrKernelsTotalSamples hardwareBufferFull
    }
    CUpti_PCSamplingEnableParams { size pPriv ctx }
    CUpti_PCSamplingDisableParams { size pPriv ctx }
    CUpti_PCSamplingStartParams { size pPriv ctx }
    CUpti_PCSamplingStopParams { size pPriv ctx }
    CUpti_PCSamplingConfigurationInfoParams {
        size pPriv ctx numAttributes pPCSamplingConfigurationInfo
    }
    CUpti_PCSamplingGetNumStallReasonsParams { size pPriv ctx numStallReasons }
    CUpti_PCSamplingGetStallReasonsParams {
        size pPriv ctx numStallReasons stallReasonIndex stallReasons
    }
    CUpti_PCSamplingGetDataParams { size pPriv ctx pcSamplingData }
};

/// The numbers that `abi.h` gives names of its own.
fn numbers() -> Vec<(&'static str, u32)> {
    use raw::{
        CUpti_ActivityKind as Kind, CUpti_ApiCallbackSite as Site, CUpti_CallbackDomain as Domain,
        CUpti_CallbackIdResource as Resource, CUpti_ProfilerRange as Range,
        CUpti_ProfilerReplayMode as Replay, CUpti_driver_api_trace_cbid_enum as Call,
        CUpti_nvtx_api_trace_cbid as Nvtx, CUptiResult as Status,
    };
    vec![
        ("CUPTI_INVALID_PARAMETER", Status::CUPTI_ERROR_INVALID_PARAMETER.0),
        ("CUPTI_MAX_LIMIT_REACHED", Status::CUPTI_ERROR_MAX_LIMIT_REACHED.0),
        ("CUPTI_HARDWARE_BUSY", Status::CUPTI_ERROR_HARDWARE_BUSY.0),
        ("CUPTI_MULTIPLE_SUBSCRIBERS", Status::CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED.0),
        ("CUPTI_UNKNOWN", Status::CUPTI_ERROR_UNKNOWN.0),
        ("DOMAIN_DRIVER", Domain::CUPTI_CB_DOMAIN_DRIVER_API.0),
        ("DOMAIN_RESOURCE", Domain::CUPTI_CB_DOMAIN_RESOURCE.0),
        ("DOMAIN_NVTX", Domain::CUPTI_CB_DOMAIN_NVTX.0),
        ("SITE_ENTER", Site::CUPTI_API_ENTER.0),
        ("SITE_EXIT", Site::CUPTI_API_EXIT.0),
        ("ID_CTX_SYNCHRONIZE", Call::CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize.0),
        ("ID_MODULE_UNLOAD", Call::CUPTI_DRIVER_TRACE_CBID_cuModuleUnload.0),
        ("ID_PROFILER_START", Call::CUPTI_DRIVER_TRACE_CBID_cuProfilerStart.0),
        ("ID_PROFILER_STOP", Call::CUPTI_DRIVER_TRACE_CBID_cuProfilerStop.0),
        ("ID_LAUNCH_KERNEL", Call::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel.0),
        ("ID_LAUNCH_KERNEL_EX", Call::CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx.0),
        ("ID_GRAPH_LAUNCH", Call::CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch.0),
        ("ID_GRAPH_EXEC_DESTROY", Call::CUPTI_DRIVER_TRACE_CBID_cuGraphExecDestroy.0),
        ("ID_STREAM_BEGIN_CAPTURE", Call::CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2.0),
        ("ID_STREAM_END_CAPTURE", Call::CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture.0),
        ("ID_GRAPH_INSTANTIATE", Call::CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags.0),
        ("ID_CONTEXT_DESTROY_STARTING", Resource::CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING.0),
        ("ID_MODULE_UNLOAD_STARTING", Resource::CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING.0),
        ("ID_NVTX_RANGE_PUSH_A", Nvtx::CUPTI_CBID_NVTX_nvtxRangePushA.0),
        ("ID_NVTX_RANGE_POP", Nvtx::CUPTI_CBID_NVTX_nvtxRangePop.0),
        ("KIND_MEMCPY", Kind::CUPTI_ACTIVITY_KIND_MEMCPY.0),
        ("KIND_KERNEL", Kind::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL.0),
        ("KIND_SYNCHRONIZATION", Kind::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION.0),
        ("AUTO_RANGE", Range::CUPTI_AutoRange.0),
        ("USER_RANGE", Range::CUPTI_UserRange.0),
        ("KERNEL_REPLAY", Replay::CUPTI_KernelReplay.0),
        ("USER_REPLAY", Replay::CUPTI_UserReplay.0),
    ]
}

/// `layouts.h`.
pub(crate) fn layouts() -> String {
    let mut text = String::new();
    let mut check = |left: String, right: usize| {
        writeln!(text, "_Static_assert({left} == {right}, \"{left}\");").unwrap();
    };
    for (structure, size, fields) in LAYOUTS {
        check(format!("sizeof({structure})"), *size);
        for (field, offset) in *fields {
            check(format!("offsetof({structure}, {field})"), *offset);
        }
    }
    for (name, number) in numbers() {
        check(name.to_owned(), number as usize);
    }
    text
}
