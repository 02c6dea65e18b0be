/* What the stand-ins for the driver and CUPTI share with those who call them.
 *
 * Declared from public facts; no header of NVIDIA's is used. `layouts.h` is
 * written by the test from cupti-sys: it holds a static assertion for the size
 * and for every field of each structure here, so that this file cannot differ
 * from what propp reads. */
#ifndef STAND_IN_ABI_H
#define STAND_IN_ABI_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))
/* CUPTI declares its records with 8-byte packing. */
#define RECORD __attribute__((packed, aligned(8)))

typedef uint32_t CUresult;
typedef uint32_t CUptiResult;
typedef struct Context *CUcontext;
typedef struct Function *CUfunction;
typedef struct Graph *CUgraphExec;
typedef void *CUstream;
typedef char Name[64];

enum { SUCCESS = 0 };
/* CUresult */
enum { CUDA_INVALID_VALUE = 1, CUDA_NOT_INITIALIZED = 3, CUDA_INVALID_CONTEXT = 201,
       CUDA_NOT_READY = 600 };
/* CUptiResult */
enum {
    CUPTI_INVALID_PARAMETER = 1,
    CUPTI_MAX_LIMIT_REACHED = 12,
    CUPTI_HARDWARE_BUSY = 26,
    CUPTI_MULTIPLE_SUBSCRIBERS = 39,
    CUPTI_UNKNOWN = 999
};
enum { DOMAIN_DRIVER = 1, DOMAIN_RESOURCE = 3, DOMAIN_NVTX = 5, DOMAINS = 8 };
enum { SITE_ENTER = 0, SITE_EXIT = 1 };
/* CUpti_driver_api_trace_cbid */
enum {
    ID_CTX_SYNCHRONIZE = 17,
    ID_MODULE_UNLOAD = 22,
    ID_LAUNCH_KERNEL = 307,
    ID_PROFILER_START = 308,
    ID_PROFILER_STOP = 309,
    ID_GRAPH_LAUNCH = 514,
    ID_GRAPH_EXEC_DESTROY = 516,
    ID_STREAM_BEGIN_CAPTURE = 539,
    ID_STREAM_END_CAPTURE = 497,
    ID_GRAPH_INSTANTIATE = 643,
    ID_LAUNCH_KERNEL_EX = 652,
    IDS = 1024
};
enum { ID_CONTEXT_DESTROY_STARTING = 2, ID_MODULE_LOADED = 6, ID_MODULE_UNLOAD_STARTING = 7 };
enum { ID_NVTX_RANGE_PUSH_A = 8, ID_NVTX_RANGE_POP = 11 };
/* CUpti_ActivityKind */
enum { KIND_MEMCPY = 1, KIND_KERNEL = 10, KIND_SYNCHRONIZATION = 38, KIND_MEMORY = 49, KINDS = 64 };
enum { AUTO_RANGE = 1, USER_RANGE = 2 };
enum { KERNEL_REPLAY = 2, USER_REPLAY = 3 };

typedef struct {
    uint32_t callbackSite;
    const char *functionName;
    const void *functionParams;
    void *functionReturnValue;
    const char *symbolName;
    CUcontext context;
    uint32_t contextUid;
    uint64_t *correlationData;
    uint32_t correlationId;
} CUpti_CallbackData;

typedef struct {
    CUcontext context;
    void *resourceHandle;
    void *resourceDescriptor;
} CUpti_ResourceData;

typedef struct {
    uint32_t moduleId;
    size_t cubinSize;
    const char *pCubin;
} CUpti_ModuleResourceData;

typedef struct {
    const char *functionName;
    const void *functionParams;
    const void *functionReturnValue;
} CUpti_NvtxData;

typedef struct {
    CUfunction f;
    uint32_t gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    void **kernelParams, **extra;
} cuLaunchKernel_params;

typedef struct {
    uint32_t gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    void *attrs;
    uint32_t numAttrs;
} CUlaunchConfig;

typedef struct {
    const CUlaunchConfig *config;
    CUfunction f;
    void **kernelParams, **extra;
} cuLaunchKernelEx_params;

typedef struct {
    CUgraphExec hGraph;
    CUstream hStream;
} cuGraphLaunch_params;

typedef struct {
    CUgraphExec hGraphExec;
} cuGraphExecDestroy_params;

typedef struct RECORD {
    uint32_t kind;
    uint8_t cacheConfig, sharedMemoryConfig;
    uint16_t registersPerThread;
    uint32_t partitionedGlobalCacheRequested, partitionedGlobalCacheExecuted;
    uint64_t start, end, completed;
    uint32_t deviceId, contextId, streamId;
    int32_t gridX, gridY, gridZ, blockX, blockY, blockZ;
    int32_t staticSharedMemory, dynamicSharedMemory;
    uint32_t localMemoryPerThread, localMemoryTotal, correlationId;
    int64_t gridId;
    const char *name;
    void *reserved0;
    uint64_t queued, submitted;
    uint8_t launchType, isSharedMemoryCarveoutRequested, sharedMemoryCarveoutRequested, padding;
    uint32_t sharedMemoryExecuted;
    uint64_t graphNodeId;
    uint32_t shmemLimitConfig, graphId;
    void *pAccessPolicyWindow;
    uint32_t channelID, channelType, clusterX, clusterY, clusterZ, clusterSchedulingPolicy;
    uint64_t localMemoryTotal_v2;
    uint32_t maxPotentialClusterSize, maxActiveClusters;
    uint8_t isDeviceLaunched, padding3[7];
} CUpti_ActivityKernel10;

typedef struct RECORD {
    uint32_t kind;
    uint8_t copyKind, srcKind, dstKind, flags;
    uint64_t bytes, start, end;
    uint32_t deviceId, contextId, streamId, correlationId, runtimeCorrelationId, pad;
    void *reserved0;
    uint64_t graphNodeId;
    uint32_t graphId, channelID, channelType;
    uint8_t isDeviceLaunched, pad2[3];
    uint64_t copyCount;
} CUpti_ActivityMemcpy6;

typedef struct RECORD {
    uint32_t kind, type_;
    uint64_t start, end;
    uint32_t correlationId, contextId, streamId, cudaEventId;
    uint64_t cudaEventSyncId;
    uint32_t returnValue, pad;
} CUpti_ActivitySynchronization2;

/* Every parameter structure begins alike. */
#define PARAMS(name, ...) typedef struct { size_t structSize; void *pPriv; __VA_ARGS__ } name

typedef struct Host Host;
typedef struct Profiler Profiler;

PARAMS(CUpti_Profiler_Initialize_Params, );
PARAMS(CUpti_Device_GetChipName_Params, size_t deviceIndex; const char *pChipName;);
PARAMS(CUpti_Profiler_GetCounterAvailability_Params,
       CUcontext ctx; size_t counterAvailabilityImageSize; uint8_t *pCounterAvailabilityImage;);
PARAMS(CUpti_Profiler_Host_Initialize_Params,
       uint32_t profilerType; const char *pChipName; const uint8_t *pCounterAvailabilityImage;
       Host *pHostObject;);
PARAMS(CUpti_Profiler_Host_Deinitialize_Params, Host *pHostObject;);
PARAMS(CUpti_Profiler_Host_GetSupportedChips_Params,
       size_t numChips; const char *const *ppChipNames;);
PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params,
       Host *pHostObject; const char **ppMetricNames; size_t numMetrics;);
PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, Host *pHostObject; size_t configImageSize;);
PARAMS(CUpti_Profiler_Host_GetConfigImage_Params,
       Host *pHostObject; size_t configImageSize; uint8_t *pConfigImage;);
PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params,
       size_t configImageSize; uint8_t *pConfigImage; size_t numOfPasses;);
PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params,
       Host *pHostObject; const uint8_t *pCounterDataImage; size_t counterDataImageSize;
       size_t rangeIndex; const char **ppMetricNames; size_t numMetrics; double *pMetricValues;);
PARAMS(CUpti_RangeProfiler_Enable_Params, CUcontext ctx; Profiler *pRangeProfilerObject;);
PARAMS(CUpti_RangeProfiler_Disable_Params, Profiler *pRangeProfilerObject;);
PARAMS(CUpti_RangeProfiler_Start_Params, Profiler *pRangeProfilerObject;);
PARAMS(CUpti_RangeProfiler_Stop_Params,
       Profiler *pRangeProfilerObject; size_t passIndex, targetNestingLevel;
       uint8_t isAllPassSubmitted;);
PARAMS(CUpti_RangeProfiler_PushRange_Params,
       Profiler *pRangeProfilerObject; const char *pRangeName;);
PARAMS(CUpti_RangeProfiler_PopRange_Params, Profiler *pRangeProfilerObject;);
PARAMS(CUpti_RangeProfiler_DecodeData_Params,
       Profiler *pRangeProfilerObject; size_t numOfRangeDropped;);
PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params,
       Profiler *pRangeProfilerObject; const char **pMetricNames; size_t numMetrics;
       size_t maxNumOfRanges; uint32_t maxNumRangeTreeNodes; size_t counterDataSize;);
PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params,
       Profiler *pRangeProfilerObject; size_t counterDataSize; uint8_t *pCounterData;);
PARAMS(CUpti_RangeProfiler_SetConfig_Params,
       Profiler *pRangeProfilerObject; size_t configSize; const uint8_t *pConfig;
       size_t counterDataImageSize; uint8_t *pCounterDataImage; uint32_t range, replayMode;
       size_t maxRangesPerPass; uint16_t numNestingLevels, minNestingLevel; size_t passIndex;
       uint16_t targetNestingLevel;);
PARAMS(CUpti_RangeProfiler_GetCounterDataInfo_Params,
       const uint8_t *pCounterDataImage; size_t counterDataImageSize; size_t numTotalRanges;);
PARAMS(CUpti_RangeProfiler_CounterData_GetRangeInfo_Params,
       const uint8_t *pCounterDataImage; size_t counterDataImageSize; size_t rangeIndex;
       const char *rangeDelimiter; const char *rangeName;);

/* Of PC sampling, whose structures begin otherwise. */
#define SAMPLING(name, ...) typedef struct { size_t size; void *pPriv; CUcontext ctx; __VA_ARGS__ } name

typedef struct __attribute__((aligned(8))) {
    uint32_t pcSamplingStallReasonIndex, samples;
} CUpti_PCSamplingStallReason;
typedef struct RECORD {
    size_t size;
    uint64_t cubinCrc, pcOffset;
    uint32_t functionIndex, pad;
    char *functionName;
    size_t stallReasonCount;
    CUpti_PCSamplingStallReason *stallReason;
    uint32_t correlationId;
} CUpti_PCSamplingPCData;
typedef struct RECORD {
    size_t size, collectNumPcs;
    uint64_t totalSamples, droppedSamples;
    size_t totalNumPcs, remainingNumPcs;
    uint64_t rangeId;
    CUpti_PCSamplingPCData *pPcData;
    uint64_t nonUsrKernelsTotalSamples;
    uint8_t hardwareBufferFull;
} CUpti_PCSamplingData;
SAMPLING(CUpti_PCSamplingEnableParams, );
SAMPLING(CUpti_PCSamplingDisableParams, );
SAMPLING(CUpti_PCSamplingStartParams, );
SAMPLING(CUpti_PCSamplingStopParams, );
SAMPLING(CUpti_PCSamplingConfigurationInfoParams,
         size_t numAttributes; void *pPCSamplingConfigurationInfo;);
SAMPLING(CUpti_PCSamplingGetNumStallReasonsParams, size_t *numStallReasons;);
SAMPLING(CUpti_PCSamplingGetStallReasonsParams,
         size_t numStallReasons; uint32_t *stallReasonIndex; char **stallReasons;);
SAMPLING(CUpti_PCSamplingGetDataParams, CUpti_PCSamplingData *pcSamplingData;);

#include "layouts.h"

#endif
