// What the calls of CUPTI's range profiler cost: the figures in lab/collection.md
// and the callback figures in lab/performance.md.
//
//     C=/usr/local/cuda/extras/CUPTI
//     nvcc -std=c++17 -arch=native -I$C/include -L$C/lib64 range_profiler.cu -lcuda -lcupti
//     LD_LIBRARY_PATH=$C/lib64 ./a.out
//     LD_LIBRARY_PATH=$C/lib64 ./a.out records     counters beside records, and nothing else
#include <cuda.h>
#include <cuda_runtime.h>
#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>
#include <cupti_range_profiler.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define MUST(call) must((call), #call, __LINE__)

static void must(CUptiResult result, const char *call, int line) {
    if (result == CUPTI_SUCCESS) return;
    std::printf("status %d from line %d: %s\n", static_cast<int>(result), line, call);
    std::exit(1);
}

using Names = std::vector<const char *>;
using Image = std::vector<uint8_t>;
using Clock = std::chrono::steady_clock;

static double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

template <typename Work>
static double ms_of(Work work) {
    const auto begin = Clock::now();
    work();
    return ms_since(begin);
}

static double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// The passes that propp plans for GH100, patched code first. Where a launch is replayed
// it leaves out NOT_REPLAYED.
static const std::vector<Names> PASSES = {
    {"sm__sass_data_bytes_mem_global.sum", "sm__sass_data_bytes_mem_global_op_ld.sum",
     "sm__sass_data_bytes_mem_global_op_st.sum", "sm__sass_data_bytes_mem_local.sum",
     "sm__sass_data_bytes_mem_shared.sum", "sm__sass_inst_executed_op_branch.sum",
     "sm__sass_inst_executed_op_global_atom.sum", "sm__sass_inst_executed_op_global_ld.max",
     "sm__sass_inst_executed_op_global_ld.sum", "sm__sass_inst_executed_op_global_red.sum",
     "sm__sass_inst_executed_op_global_st.sum", "sm__sass_inst_executed_op_ldgsts.sum",
     "sm__sass_inst_executed_op_shared_atom.sum", "sm__sass_inst_executed_op_shared_ld.sum",
     "sm__sass_inst_executed_op_shared_st.sum",
     "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
     "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum",
     "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum",
     "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum",
     "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum",
     "sm__sass_l1tex_tags_mem_global.max", "sm__sass_l1tex_tags_mem_global.sum",
     "sm__sass_thread_inst_executed_op_control_pred_on.sum",
     "sm__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum",
     "sm__sass_thread_inst_executed_op_misc_pred_on.sum", "sm__sass_inst_executed_op_tma.sum"},
    {"dram__bytes_read.sum", "dram__bytes_write.sum", "l1tex__data_pipe_lsu_wavefronts.max",
     "l1tex__data_pipe_lsu_wavefronts.sum", "l1tex__m_xbar2l1tex_read_sectors_pipe_tma.sum",
     "lts__t_requests_op_atom.sum", "lts__t_requests_op_red.sum",
     "lts__t_requests_srcunit_tex.sum", "lts__t_sectors_op_atom.sum",
     "lts__t_sectors_op_red.sum", "lts__t_sectors_srcunit_tex.sum",
     "lts__t_sectors_srcunit_tex_aperture_sysmem.sum", "sm__cycles_active.avg",
     "sm__cycles_active.max", "sm__cycles_elapsed.sum", "sm__inst_issued.sum",
     "sm__warps_active.sum", "smsp__inst_executed.max", "smsp__inst_executed.sum",
     "smsp__thread_inst_executed.sum", "smsp__warps_issue_stalled_barrier.sum"},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "lts__t_sectors_lookup_miss.sum",
     "sm__inst_executed_pipe_alu.sum", "sm__inst_executed_pipe_fma.sum",
     "smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"},
    {"l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum", "sm__inst_executed_pipe_fp64.sum",
     "sm__inst_executed_pipe_lsu.sum", "sm__inst_executed_pipe_xu.sum",
     "sm__pipe_tensor_cycles_active.sum"},
};

static const Names NOT_REPLAYED = {"l1tex__m_xbar2l1tex_read_sectors_pipe_tma.sum",
                                   "l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum",
                                   "lts__t_sectors_lookup_miss.sum"};

static CUcontext context;
static std::string chip;
static Image availability;

__global__ void work(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void empty() {}

struct Config {
    Image bytes;
    Names names;
    size_t passes = 0;
};

static CUpti_Profiler_Host_Object *host() {
    CUpti_Profiler_Host_Initialize_Params p{CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE};
    p.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    p.pChipName = chip.c_str();
    p.pCounterAvailabilityImage = availability.data();
    MUST(cuptiProfilerHostInitialize(&p));
    return p.pHostObject;
}

// Each group gets passes of its own.
static Config configure(const std::vector<Names> &groups) {
    Config config;
    auto *object = host();
    for (Names group : groups) {
        CUpti_Profiler_Host_ConfigAddMetrics_Params add{
            CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE};
        add.pHostObject = object;
        add.ppMetricNames = group.data();
        add.numMetrics = group.size();
        MUST(cuptiProfilerHostConfigAddMetrics(&add));
        config.names.insert(config.names.end(), group.begin(), group.end());
    }
    CUpti_Profiler_Host_GetConfigImageSize_Params size{
        CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE};
    size.pHostObject = object;
    MUST(cuptiProfilerHostGetConfigImageSize(&size));
    config.bytes.resize(size.configImageSize);
    CUpti_Profiler_Host_GetConfigImage_Params get{
        CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE};
    get.pHostObject = object;
    get.pConfigImage = config.bytes.data();
    get.configImageSize = config.bytes.size();
    MUST(cuptiProfilerHostGetConfigImage(&get));
    CUpti_Profiler_Host_GetNumOfPasses_Params passes{
        CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE};
    passes.configImageSize = config.bytes.size();
    passes.pConfigImage = config.bytes.data();
    MUST(cuptiProfilerHostGetNumOfPasses(&passes));
    config.passes = passes.numOfPasses;
    return config;
}

// The range profiler of the context, from enable to disable.
struct Profiler {
    CUpti_RangeProfiler_Object *object = nullptr;
    Config &config;
    size_t capacity;
    Image image;

    Profiler(Config &config, size_t capacity, bool replay) : config(config), capacity(capacity) {
        CUpti_RangeProfiler_Enable_Params enable{CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE};
        enable.ctx = context;
        MUST(cuptiRangeProfilerEnable(&enable));
        object = enable.pRangeProfilerObject;
        CUpti_RangeProfiler_GetCounterDataSize_Params size{
            CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE};
        size.pRangeProfilerObject = object;
        size.pMetricNames = config.names.data();
        size.numMetrics = config.names.size();
        size.maxNumOfRanges = capacity;
        size.maxNumRangeTreeNodes = static_cast<uint32_t>(capacity);
        MUST(cuptiRangeProfilerGetCounterDataSize(&size));
        image.resize(size.counterDataSize);
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params initialize{
            CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE};
        initialize.pRangeProfilerObject = object;
        initialize.counterDataSize = image.size();
        initialize.pCounterData = image.data();
        MUST(cuptiRangeProfilerCounterDataImageInitialize(&initialize));
        MUST(set(replay ? CUPTI_AutoRange : CUPTI_UserRange,
                 replay ? CUPTI_KernelReplay : CUPTI_UserReplay));
    }

    CUptiResult set(CUpti_ProfilerRange range, CUpti_ProfilerReplayMode mode) {
        CUpti_RangeProfiler_SetConfig_Params p{CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE};
        p.pRangeProfilerObject = object;
        p.configSize = config.bytes.size();
        p.pConfig = config.bytes.data();
        p.counterDataImageSize = image.size();
        p.pCounterDataImage = image.data();
        p.range = range;
        p.replayMode = mode;
        p.maxRangesPerPass = capacity;
        p.numNestingLevels = 1;
        p.minNestingLevel = 1;
        p.targetNestingLevel = range == CUPTI_UserRange ? 1 : 0;
        return cuptiRangeProfilerSetConfig(&p);
    }

    void start() {
        CUpti_RangeProfiler_Start_Params p{CUpti_RangeProfiler_Start_Params_STRUCT_SIZE};
        p.pRangeProfilerObject = object;
        MUST(cuptiRangeProfilerStart(&p));
    }
    void stop() {
        CUpti_RangeProfiler_Stop_Params p{CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE};
        p.pRangeProfilerObject = object;
        MUST(cuptiRangeProfilerStop(&p));
    }
    void push(const char *name) {
        CUpti_RangeProfiler_PushRange_Params p{CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE};
        p.pRangeProfilerObject = object;
        p.pRangeName = name;
        MUST(cuptiRangeProfilerPushRange(&p));
    }
    void pop() {
        CUpti_RangeProfiler_PopRange_Params p{CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE};
        p.pRangeProfilerObject = object;
        MUST(cuptiRangeProfilerPopRange(&p));
    }
    void decode() {
        CUpti_RangeProfiler_DecodeData_Params p{CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE};
        p.pRangeProfilerObject = object;
        MUST(cuptiRangeProfilerDecodeData(&p));
    }
    ~Profiler() {
        CUpti_RangeProfiler_Disable_Params p{CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE};
        p.pRangeProfilerObject = object;
        MUST(cuptiRangeProfilerDisable(&p));
    }
};

static void launch(float *data) {
    work<<<4096, 256>>>(data);
    cudaDeviceSynchronize();
}

static void replay(Config &all, float *data) {
    for (size_t capacity : {1, 2, 8, 128}) {
        Profiler profiler(all, capacity, true);
        const double first = ms_of([&] { profiler.start(); });
        const double once = ms_of([&] { launch(data); });
        profiler.decode();
        profiler.stop();
        std::printf("replay, %zu ranges: first start %.1f ms, launch %.1f ms", capacity, first, once);
        const double plain = ms_of([&] { launch(data); });
        const double again = ms_of([&] { profiler.start(); });
        const double stop = ms_of([&] { profiler.stop(); });
        std::printf("; stopped: launch %.3f ms, start %.4f ms, stop %.4f ms\n", plain, again, stop);
    }
    Profiler profiler(all, 8, true);
    const auto status = profiler.set(CUPTI_UserRange, CUPTI_KernelReplay);
    std::printf("ranges of the user with kernel replay: status %d\n", static_cast<int>(status));
}

static std::vector<Names> without(const Names &some) {
    std::vector<Names> rest;
    for (const Names &pass : PASSES) {
        Names kept;
        for (const char *name : pass) {
            const auto same = [&](const char *other) { return std::strcmp(name, other) == 0; };
            if (std::none_of(some.begin(), some.end(), same)) kept.push_back(name);
        }
        if (!kept.empty()) rest.push_back(kept);
    }
    return rest;
}

// What a replayed launch costs with these counters.
static void price(const char *what, const std::vector<Names> &passes, float *data) {
    Config config = configure(passes);
    Profiler profiler(config, 1, true);
    profiler.start();
    std::vector<double> times;
    for (int i = 0; i < 7; i++) times.push_back(ms_of([&] { launch(data); }));
    profiler.stop();
    std::printf("replay in %zu passes, %-56s %6.2f ms\n", config.passes, what, median(times));
}

static void prices(float *data) {
    price("all counters", PASSES, data);
    for (const char *name : NOT_REPLAYED)
        price((std::string("all but ") + name).c_str(), without({name}), data);
    price("all that propp replays", without(NOT_REPLAYED), data);
    for (const Names &pass : PASSES)
        for (const char *name : pass)
            if (std::strncmp(name, "sm__sass", 8) != 0) price(name, {{name}}, data);
    price(PASSES[0][0], {{PASSES[0][0]}}, data);
}

static void single(const Names &pass, float *data) {
    Config config = configure({pass});
    Profiler profiler(config, 32, false);
    const double first = ms_of([&] { profiler.start(); });
    std::vector<double> push, pop, whole;
    for (int i = 0; i < 20; i++) {
        const std::string name = std::to_string(i);
        const auto begin = Clock::now();
        push.push_back(ms_of([&] { profiler.push(name.c_str()); }));
        work<<<4096, 256>>>(data);
        pop.push_back(ms_of([&] { profiler.pop(); }));
        cudaDeviceSynchronize();
        whole.push_back(ms_since(begin));
    }
    const double stop = ms_of([&] { profiler.stop(); });
    profiler.decode();
    std::printf("single pass of %zu counters: first start %.1f ms, push %.3f, pop %.3f, launch and "
                "wait %.3f, stop %.2f ms\n",
                pass.size(), first, median(push), median(pop), median(whole), stop);
}

// The value of a counter in the first range of an image; NaN if it was not read.
static double value(const Profiler &profiler, const char *name) {
    static auto *const object = host();
    double value = 0;
    CUpti_Profiler_Host_EvaluateToGpuValues_Params p{
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE};
    p.pHostObject = object;
    p.pCounterDataImage = profiler.image.data();
    p.counterDataImageSize = profiler.image.size();
    p.ppMetricNames = &name;
    p.numMetrics = 1;
    p.pMetricValues = &value;
    MUST(cuptiProfilerHostEvaluateToGpuValues(&p));
    return value;
}

// All passes in one configuration, run by the user: each stop goes on to the next pass.
static void turns(Config &all, float *data) {
    for (size_t capacity : {4, 32, 128}) {
        Profiler profiler(all, capacity, false);
        const Image pristine = profiler.image;
        std::printf("turns, %zu ranges of %.2f MB:", capacity, 1e-6 * pristine.size() / capacity);
        for (size_t turn = 0; turn < 2 * all.passes; turn++) {
            const double start = ms_of([&] { profiler.start(); });
            profiler.push("0");
            work<<<4096, 256>>>(data);
            profiler.pop();
            const double stop = ms_of([&] { profiler.stop(); });
            profiler.decode();
            std::printf(" pass %zu start %.2f stop %.2f ms%s", turn % all.passes, start, stop,
                        std::isnan(value(profiler, PASSES[turn % all.passes].back())) ? "!" : "");
            profiler.image = pristine;
        }
        std::printf("\n");
    }
}

// Whether counters stay as they are while CUPTI records when kernels run: by replay, and pass
// after pass in ranges of the user.
static void beside_records(Config &all, CUpti_ActivityKind kind, const char *what, float *data) {
    if (kind != CUPTI_ACTIVITY_KIND_INVALID) MUST(cuptiActivityEnable(kind));
    for (const bool replay : {true, false}) {
        Profiler profiler(all, 2, replay);
        const Image pristine = profiler.image;
        double loads = NAN, instructions = NAN;
        for (size_t pass = 0; pass < (replay ? 1 : all.passes); pass++) {
            profiler.start();
            if (!replay) profiler.push("0");
            launch(data);
            if (!replay) profiler.pop();
            profiler.stop();
            profiler.decode();
            const auto read = [&](const char *name, double &into) {
                const double found = value(profiler, name);
                if (!std::isnan(found)) into = found;
            };
            read("sm__sass_inst_executed_op_global_ld.sum", loads);
            read("smsp__inst_executed.sum", instructions);
            profiler.image = pristine;
        }
        std::printf("%s, %s: %.0f loads by patched code, %.0f instructions by hardware\n", what,
                    replay ? "replay" : "ranges", loads, instructions);
    }
    if (kind != CUPTI_ACTIVITY_KIND_INVALID) MUST(cuptiActivityDisable(kind));
}

static void CUPTIAPI wanted(uint8_t **buffer, size_t *size, size_t *records) {
    *buffer = static_cast<uint8_t *>(std::malloc(*size = 1 << 20));
    *records = 0;
}
static void CUPTIAPI filled(CUcontext, uint32_t, uint8_t *buffer, size_t, size_t) {
    std::free(buffer);
}

static void CUPTIAPI nothing(void *, CUpti_CallbackDomain, CUpti_CallbackId, const void *) {}

// A launch as the host sees it, in batches that fit the launch queue.
static void say_launch(const char *what) {
    std::vector<double> all;
    for (int round = 0; round < 3; round++) {
        double spent = 0;
        for (int done = 0; done < 100 * 1024; done += 256) {
            spent += ms_of([] {
                for (int i = 0; i < 256; i++) empty<<<1, 1>>>();
            });
            cudaDeviceSynchronize();
        }
        all.push_back(spent * 1e6 / (100 * 1024));
    }
    std::printf("empty launch, %-28s %.0f ns\n", what, median(all));
}

int main(int count, char **words) {
    setvbuf(stdout, nullptr, _IONBF, 0);
    // As a profiler does that records from the start: then CUPTI patches what is loaded.
    const bool records_first = count > 1 && std::strcmp(words[1], "records") == 0;
    if (records_first) {
        MUST(cuptiActivityRegisterCallbacks(wanted, filled));
        MUST(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
    }
    cudaFree(nullptr);
    cuCtxGetCurrent(&context);
    float *data = nullptr;
    cudaMalloc(&data, 4096 * 256 * sizeof(float));
    launch(data);
    if (!records_first) say_launch("alone");
    CUpti_SubscriberHandle subscriber;
    MUST(cuptiSubscribe(&subscriber, nothing, nullptr));
    MUST(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API,
                             CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel));
    if (!records_first) say_launch("launch callbacks");
    MUST(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_NVTX,
                             CUPTI_CBID_NVTX_nvtxRangePushA));
    if (!records_first) say_launch("and NVTX");

    CUpti_Profiler_Initialize_Params initialize{CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
    cuptiProfilerInitialize(&initialize);  // 999 in some processes, and works
    CUpti_Device_GetChipName_Params name{CUpti_Device_GetChipName_Params_STRUCT_SIZE};
    MUST(cuptiDeviceGetChipName(&name));
    chip = name.pChipName;
    CUpti_Profiler_GetCounterAvailability_Params ask{
        CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE};
    ask.ctx = context;
    MUST(cuptiProfilerGetCounterAvailability(&ask));
    availability.resize(ask.counterAvailabilityImageSize);
    ask.pCounterAvailabilityImage = availability.data();
    MUST(cuptiProfilerGetCounterAvailability(&ask));

    Config all = configure(PASSES);
    std::printf("%s: %zu passes\n", chip.c_str(), all.passes);
    if (records_first) {
        beside_records(all, CUPTI_ACTIVITY_KIND_INVALID, "records from the start", data);
        return 0;
    }
    {
        Profiler profiler(all, 2, true);
        profiler.start();
        profiler.stop();
        say_launch("and the profiler enabled");
    }
    say_launch("disabled again");
    replay(all, data);
    prices(data);
    for (const Names &pass : PASSES) single(pass, data);
    turns(all, data);
    MUST(cuptiActivityRegisterCallbacks(wanted, filled));
    beside_records(all, CUPTI_ACTIVITY_KIND_INVALID, "no records", data);
    beside_records(all, CUPTI_ACTIVITY_KIND_KERNEL, "records of kernels one by one", data);
    beside_records(all, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, "records of concurrent kernels", data);
}
