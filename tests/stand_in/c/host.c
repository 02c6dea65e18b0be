/* The stand-in CUPTI: the profiler host interface. It knows one chip. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"

/* How many hardware counters fit into a pass. */
enum { A_PASS = 10 };

static const char *const CHIP = "STANDIN";

struct Host {
    uint64_t set, passes, groups, sizes[GROUPS];
};

uint64_t hash_of(const char *name) {
    uint64_t hash = 14695981039346656037u;
    while (*name) hash = (hash ^ (unsigned char)*name++) * 1099511628211u;
    return hash;
}

EXPORT CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params *params) {
    (void)params;
    ENTER(cuptiProfilerInitialize);
    /* As the real one does in an injected process. */
    return CUPTI_UNKNOWN;
}

EXPORT CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params *params) {
    ENTER(cuptiDeviceGetChipName);
    params->pChipName = stand_in_nonsense() ? "XX\xff" : CHIP;
    return SUCCESS;
}

EXPORT CUptiResult cuptiProfilerGetCounterAvailability(
    CUpti_Profiler_GetCounterAvailability_Params *params) {
    ENTER(cuptiProfilerGetCounterAvailability);
    if (!params->ctx || params->ctx->dead) stand_in_misuse("availability in a dead context");
    if (params->pCounterAvailabilityImage) params->pCounterAvailabilityImage[0] = 1;
    params->counterAvailabilityImageSize = 1 + stand_in_nonsense() % (1 << 20);
    return SUCCESS;
}

EXPORT CUptiResult cuptiProfilerHostGetSupportedChips(
    CUpti_Profiler_Host_GetSupportedChips_Params *params) {
    ENTER(cuptiProfilerHostGetSupportedChips);
    params->numChips = 1;
    params->ppChipNames = &CHIP;
    return SUCCESS;
}

/* The real one gives wrong answers to two threads at once. */
static atomic_int inside;
#define ALONE(body)                                                      \
    do {                                                                 \
        if (inside++ != 0) stand_in_misuse("two host calls at once");    \
        body                                                             \
        inside--;                                                        \
    } while (0)

EXPORT CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params *params) {
    ENTER(cuptiProfilerHostInitialize);
    if (strcmp(params->pChipName, CHIP) != 0) return CUPTI_INVALID_PARAMETER;
    ALONE(params->pHostObject = calloc(1, sizeof *params->pHostObject););
    return SUCCESS;
}

EXPORT CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params *params) {
    ENTER(cuptiProfilerHostDeinitialize);
    ALONE(free(params->pHostObject););
    return SUCCESS;
}

/* Counters of bulk copies are absent here. */
static int exists(const char *name) { return strncmp(name, "l1tex__m_", 9) != 0; }
/* Peaks are constants of a chip and take no room. */
static int takes_room(const char *name) { return strstr(name, ".peak_sustained") == NULL; }

EXPORT CUptiResult cuptiProfilerHostConfigAddMetrics(
    CUpti_Profiler_Host_ConfigAddMetrics_Params *params) {
    ENTER(cuptiProfilerHostConfigAddMetrics);
    uint64_t hardware = 0, patched = 0, set = 0;
    for (size_t i = 0; i < params->numMetrics; i++) {
        const char *name = params->ppMetricNames[i];
        if (!exists(name)) return CUPTI_INVALID_PARAMETER;
        set += hash_of(name);
        if (strstr(name, "sass")) patched = 1;
        else hardware += (uint64_t)takes_room(name);
    }
    Host *host = params->pHostObject;
    if (host->groups == GROUPS) abort();
    ALONE(host->set += set;
          host->sizes[host->groups++] = params->numMetrics;
          host->passes += patched + (hardware + A_PASS - 1) / A_PASS;);
    return SUCCESS;
}

EXPORT CUptiResult cuptiProfilerHostGetConfigImageSize(
    CUpti_Profiler_Host_GetConfigImageSize_Params *params) {
    ENTER(cuptiProfilerHostGetConfigImageSize);
    params->configImageSize = sizeof(Config);
    return SUCCESS;
}

EXPORT CUptiResult cuptiProfilerHostGetConfigImage(
    CUpti_Profiler_Host_GetConfigImage_Params *params) {
    ENTER(cuptiProfilerHostGetConfigImage);
    const Host *host = params->pHostObject;
    Config config = { .magic = CONFIG_MAGIC, .set = host->set, .passes = host->passes,
                      .groups = host->groups };
    memcpy(config.sizes, host->sizes, sizeof config.sizes);
    if (params->configImageSize != sizeof config) return CUPTI_INVALID_PARAMETER;
    memcpy(params->pConfigImage, &config, sizeof config);
    return SUCCESS;
}

EXPORT CUptiResult cuptiProfilerHostGetNumOfPasses(
    CUpti_Profiler_Host_GetNumOfPasses_Params *params) {
    ENTER(cuptiProfilerHostGetNumOfPasses);
    Config config;
    if (params->configImageSize != sizeof config) return CUPTI_INVALID_PARAMETER;
    memcpy(&config, params->pConfigImage, sizeof config);
    if (memcmp(config.magic, CONFIG_MAGIC, 8) != 0) return CUPTI_INVALID_PARAMETER;
    params->numOfPasses = config.passes + stand_in_nonsense() % 1000;
    return SUCCESS;
}

/* The place of a counter, from 1, among those that a range read; 0 if it is none. */
static uint64_t place_of(const Image *image, const Range *range, uint64_t hash) {
    uint64_t begin = 0, end = image->counters;
    if (range->group >= 0) {
        for (int64_t group = 0; group < range->group; group++) begin += image->sizes[group];
        end = begin + image->sizes[range->group];
    }
    for (uint64_t place = begin; place < end; place++)
        if (image->hashes[place] == hash) return place - begin + 1;
    return 0;
}

/* The value of a counter is the range's base and the counter's place; of one that the
 * range did not read there is none. */
EXPORT CUptiResult cuptiProfilerHostEvaluateToGpuValues(
    CUpti_Profiler_Host_EvaluateToGpuValues_Params *params) {
    ENTER(cuptiProfilerHostEvaluateToGpuValues);
    const Image *image = (const Image *)params->pCounterDataImage;
    if (memcmp(image->magic, IMAGE_MAGIC, 8) != 0 || params->rangeIndex >= image->used)
        return CUPTI_INVALID_PARAMETER;
    for (size_t i = 0; i < params->numMetrics; i++) {
        const Range *range = &ranges_of(image)[params->rangeIndex];
        uint64_t place = place_of(image, range, hash_of(params->ppMetricNames[i]));
        params->pMetricValues[i] = place ? range->base + (double)place : NAN;
        uint64_t nonsense = stand_in_nonsense();
        if (nonsense) memcpy(&params->pMetricValues[i], &nonsense, sizeof nonsense);
    }
    return SUCCESS;
}
