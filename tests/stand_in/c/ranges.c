/* The stand-in CUPTI: the range profiler. It behaves as the one of CUDA 13.0
 * was seen to behave on an H200 (crates/collect/inject/src/profiler.rs), and writes into the
 * log when it is used as that one must not be used. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared.h"

enum { PENDING = 1024, PROFILERS = 64, MODULES = 64 };

struct Profiler {
    CUcontext context;
    /* Whether it patches code, and of which modules; one of them may be gone. */
    int patches, is_stale;
    const void *patched[MODULES];
    int is_open, is_set, is_running, was_started, is_pushed;
    /* Counters of the last GetCounterDataSize. */
    Image wanted;
    uint64_t hashes[128];
    Image *image;
    uint32_t range;
    /* The user's passes: how many, and which is next. */
    uint64_t passes, turn, sizes[GROUPS];
    Range pending[PENDING];
    size_t pending_count, most, dropped;
    /* The open user range. */
    Name name;
    uint64_t launches, number;
};

static Profiler *profilers[PROFILERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static Profiler *live(Profiler *profiler, const char *call) {
    if (profiler && profiler->is_open && !profiler->context->dead) return profiler;
    stand_in_misuse(call);
    return NULL;
}
#define LIVE(name)                                              \
    ENTER(name);                                                \
    Profiler *p = live(params->pRangeProfilerObject, #name);    \
    if (!p) return CUPTI_INVALID_PARAMETER

EXPORT CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params *params) {
    ENTER(cuptiRangeProfilerEnable);
    if (!params->ctx || params->ctx->dead) stand_in_misuse("enable in a dead context");
    connect_to_driver();
    int place = 0;
    for (; place < PROFILERS && profilers[place]; place++)
        if (profilers[place]->is_open && profilers[place]->context->device == params->ctx->device)
            return CUPTI_HARDWARE_BUSY;
    if (place == PROFILERS) abort();
    Profiler *p = calloc(1, sizeof *p);
    p->context = params->ctx;
    p->is_open = 1;
    pthread_mutex_lock(&lock);
    profilers[place] = params->pRangeProfilerObject = p;
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params *params) {
    LIVE(cuptiRangeProfilerDisable);
    if (p->is_running) stand_in_misuse("disable while the profiler runs");
    p->is_open = 0;
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerGetCounterDataSize(
    CUpti_RangeProfiler_GetCounterDataSize_Params *params) {
    LIVE(cuptiRangeProfilerGetCounterDataSize);
    if (params->numMetrics > 128) abort();
    p->wanted = (Image){ .magic = IMAGE_MAGIC, .counters = params->numMetrics,
                         .capacity = params->maxNumOfRanges };
    for (size_t i = 0; i < params->numMetrics; i++) {
        p->wanted.set += p->hashes[i] = hash_of(params->pMetricNames[i]);
        p->patches |= strstr(params->pMetricNames[i], "__sass_") != NULL;
    }
    params->counterDataSize = size_of_image(params->numMetrics, params->maxNumOfRanges);
    uint64_t nonsense = stand_in_nonsense();
    if (nonsense) params->counterDataSize = nonsense % (1 << 20);
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerCounterDataImageInitialize(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params *params) {
    LIVE(cuptiRangeProfilerCounterDataImageInitialize);
    size_t size = size_of_image(p->wanted.counters, p->wanted.capacity);
    if (params->counterDataSize != size) return CUPTI_UNKNOWN;
    memset(params->pCounterData, 0, size);
    memcpy(params->pCounterData, &p->wanted, sizeof p->wanted);
    memcpy(((Image *)params->pCounterData)->hashes, p->hashes, p->wanted.counters * 8);
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params *params) {
    LIVE(cuptiRangeProfilerSetConfig);
    if (p->was_started) stand_in_misuse("another configuration after the first start");
    Config config;
    if (params->configSize != sizeof config) return CUPTI_INVALID_PARAMETER;
    memcpy(&config, params->pConfig, sizeof config);
    p->image = (Image *)params->pCounterDataImage;
    if (memcmp(p->image->magic, IMAGE_MAGIC, 8) != 0 || p->image->set != config.set)
        return CUPTI_UNKNOWN;
    int is_auto = params->range == AUTO_RANGE && params->replayMode == KERNEL_REPLAY;
    int is_user = params->range == USER_RANGE && params->replayMode == USER_REPLAY;
    if (!is_auto && !is_user) return CUPTI_INVALID_PARAMETER;
    if (is_user && config.passes != config.groups) stand_in_misuse("a group of several passes");
    p->passes = is_user ? config.passes : 1;
    memcpy(p->sizes, config.sizes, sizeof config.sizes);
    p->range = params->range;
    p->most = params->maxRangesPerPass < PENDING ? params->maxRangesPerPass : PENDING;
    p->is_set = 1;
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params *params) {
    LIVE(cuptiRangeProfilerStart);
    if (!p->is_set || p->is_running) stand_in_misuse("start of what runs, or is not configured");
    p->is_running = p->was_started = 1;
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params *params) {
    LIVE(cuptiRangeProfilerStop);
    if (!p->is_running || p->is_pushed) stand_in_misuse("stop of what does not run, or in a range");
    p->is_running = 0;
    p->turn = (p->turn + 1) % p->passes;
    params->passIndex = p->turn + stand_in_nonsense() % 1000;
    params->isAllPassSubmitted = p->turn == 0;
    return SUCCESS;
}

/* Locked. */
static void add(Profiler *p, const char *name, double base) {
    static long count;
    if (p->pending_count >= p->most || ++count == stand_in_number("drop")) {
        p->dropped++;
        return;
    }
    Range *range = &p->pending[p->pending_count++];
    range->base = base;
    range->group = p->passes > 1 ? (int64_t)p->turn : -1;
    snprintf(range->name, sizeof range->name, "%s", name);
}

EXPORT CUptiResult cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params *params) {
    LIVE(cuptiRangeProfilerPushRange);
    if (!p->is_running || p->is_pushed || p->range != USER_RANGE) stand_in_misuse("push");
    pthread_mutex_lock(&lock);
    p->is_pushed = 1;
    p->launches = 0;
    snprintf(p->name, sizeof p->name, "%s", params->pRangeName);
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params *params) {
    LIVE(cuptiRangeProfilerPopRange);
    if (!p->is_pushed) stand_in_misuse("pop");
    pthread_mutex_lock(&lock);
    p->is_pushed = 0;
    /* Other launches in the range spoil it; one that failed leaves it empty. */
    if (p->launches > 1) stand_in_misuse("several launches in a range");
    add(p, p->name, p->launches ? 1000.0 * (double)p->number : 0);
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params *params) {
    LIVE(cuptiRangeProfilerDecodeData);
    params->numOfRangeDropped = 0;
    /* Ranges of single passes cannot be read while the profiler runs. */
    if (p->is_running && p->range == USER_RANGE) return SUCCESS;
    pthread_mutex_lock(&lock);
    memcpy(p->image->sizes, p->sizes, sizeof p->sizes);
    for (size_t i = 0; i < p->pending_count; i++) {
        if (p->image->used < p->image->capacity)
            ranges_of(p->image)[p->image->used++] = p->pending[i];
        else
            p->dropped++;
    }
    params->numOfRangeDropped = p->dropped + stand_in_nonsense() % 1000;
    p->pending_count = p->dropped = 0;
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerGetCounterDataInfo(
    CUpti_RangeProfiler_GetCounterDataInfo_Params *params) {
    ENTER(cuptiRangeProfilerGetCounterDataInfo);
    params->numTotalRanges = ((const Image *)params->pCounterDataImage)->used;
    params->numTotalRanges += stand_in_nonsense() % 100000;
    return SUCCESS;
}

EXPORT CUptiResult cuptiRangeProfilerCounterDataGetRangeInfo(
    CUpti_RangeProfiler_CounterData_GetRangeInfo_Params *params) {
    ENTER(cuptiRangeProfilerCounterDataGetRangeInfo);
    const Image *image = (const Image *)params->pCounterDataImage;
    if (params->rangeIndex >= image->used) return CUPTI_INVALID_PARAMETER;
    params->rangeName = ranges_of(image)[params->rangeIndex].name;
    if (stand_in_nonsense()) params->rangeName = "\xff not a number";
    return SUCCESS;
}

/* The open profiler of a context that runs. Locked. */
static Profiler *running(CUcontext context) {
    for (int i = 0; i < PROFILERS && profilers[i]; i++) {
        Profiler *p = profilers[i];
        if (p->is_open && p->is_running && p->context == context) return p;
    }
    return NULL;
}

static int is_asked(const char *word, const Kernel *kernel) {
    const char *name = stand_in_text(word);
    return name && (strcmp(name, "*") == 0 || strcmp(name, kernel->name) == 0);
}

/* Locked. The real one crashes when it comes upon what it patched and is gone. */
static void patch(Profiler *p, const void *module) {
    if (!p->patches) return;
    if (p->is_stale) raise(SIGSEGV);
    int place = 0;
    while (place < MODULES && p->patched[place] && p->patched[place] != module) place++;
    if (place == MODULES) abort();
    p->patched[place] = module;
}

void ranges_unloaded(const void *module) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < PROFILERS && profilers[i]; i++)
        for (int m = 0; m < MODULES && profilers[i]->patched[m]; m++)
            profilers[i]->is_stale |= profilers[i]->patched[m] == module;
    pthread_mutex_unlock(&lock);
}

int ranges_kernel(const Kernel *kernel) {
    long more = stand_in_number("ranges");
    int effects = 1;
    pthread_mutex_lock(&lock);
    Profiler *p = running(kernel->context);
    if (p) patch(p, kernel->module);
    if (p && p->range == USER_RANGE && p->is_pushed) {
        p->launches++;
        p->number = kernel->number;
    }
    if (p && p->range == AUTO_RANGE) {
        /* A graph that was made ready without a profiler is run several times. */
        if (kernel->graph && !kernel->prepared) effects = 2;
        for (long i = 0; i < (more > 0 ? more : 1); i++) {
            Name name;
            snprintf(name, sizeof name, "%zu", p->pending_count);
            add(p, name, 1000.0 * (double)kernel->number);
        }
    }
    pthread_mutex_unlock(&lock);
    if (p && (stand_in_dies() || is_asked("die", kernel))) raise(SIGSEGV);
    if (p && p->patches && is_asked("die-patched", kernel)) raise(SIGSEGV);
    if (p && p->range == AUTO_RANGE && is_asked("die-replayed", kernel)) raise(SIGSEGV);
    if (p && is_asked("hang", kernel))
        for (;;) pause();
    /* Long enough for other threads to get in between, if they are let. */
    if (p) usleep(50 + 1000 * (useconds_t)stand_in_number("slow"));
    return effects;
}

int ranges_is_profiled(CUcontext context) {
    pthread_mutex_lock(&lock);
    Profiler *p = running(context);
    pthread_mutex_unlock(&lock);
    return p && p->range == AUTO_RANGE;
}

void ranges_destroyed(CUcontext context) {
    for (int i = 0; i < PROFILERS && profilers[i]; i++)
        if (profilers[i]->is_open && profilers[i]->context == context)
            stand_in_misuse("a context was destroyed with its profiler open");
}
