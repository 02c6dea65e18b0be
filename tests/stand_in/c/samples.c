/* The stand-in CUPTI: PC sampling. It behaves as the one of CUDA 13.0 was seen to behave on an
 * H100 (crates/collect/inject/src/waits.rs), and writes into the log when it is used as that one
 * must not be used. Each launch between start and stop has the same samples. */
#include <string.h>

#include "shared.h"

enum { SAMPLERS = 64, REASONS = 3, PLACES = 2, CUPTI_INVALID_OPERATION = 7 };

static const struct { uint32_t number; const char *name; } reasons[REASONS] = {
    { 14, "smsp__pcsamp_warps_issue_stalled_long_scoreboard" },
    { 15, "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued" },
    { 28, "smsp__pcsamp_warps_issue_stalled_selected" },
};

static struct Sampler {
    CUcontext context;
    int is_set, is_started;
    /* What was sampled, and not read yet. */
    uint64_t launches;
    const char *name;
} samplers[SAMPLERS];

static struct Sampler *sampler(CUcontext context) {
    for (int i = 0; i < SAMPLERS; i++)
        if (samplers[i].context == context) return &samplers[i];
    return NULL;
}
#define SAMPLER(name)                                  \
    ENTER(name);                                       \
    struct Sampler *s = sampler(params->ctx);          \
    if (!s) return CUPTI_INVALID_OPERATION;            \
    if (s->context->dead) stand_in_misuse(#name " in a dead context")

EXPORT CUptiResult cuptiPCSamplingEnable(CUpti_PCSamplingEnableParams *params) {
    ENTER(cuptiPCSamplingEnable);
    if (!params->ctx || params->ctx->dead) stand_in_misuse("sampling in a dead context");
    connect_to_driver();
    for (int i = 0; i < SAMPLERS; i++)
        if (samplers[i].context && samplers[i].context->dead)
            stand_in_misuse("a context ended while sampling was enabled");
    struct Sampler *s = sampler(NULL);
    if (!s || sampler(params->ctx)) return CUPTI_INVALID_OPERATION;
    *s = (struct Sampler){ .context = params->ctx };
    return SUCCESS;
}
EXPORT CUptiResult cuptiPCSamplingDisable(CUpti_PCSamplingDisableParams *params) {
    SAMPLER(cuptiPCSamplingDisable);
    *s = (struct Sampler){ 0 };
    return SUCCESS;
}
EXPORT CUptiResult cuptiPCSamplingSetConfigurationAttribute(
    CUpti_PCSamplingConfigurationInfoParams *params) {
    SAMPLER(cuptiPCSamplingSetConfigurationAttribute);
    if (s->is_started) stand_in_misuse("another configuration while sampling");
    s->is_set = 1;
    return SUCCESS;
}
EXPORT CUptiResult cuptiPCSamplingGetNumStallReasons(
    CUpti_PCSamplingGetNumStallReasonsParams *params) {
    SAMPLER(cuptiPCSamplingGetNumStallReasons);
    *params->numStallReasons = REASONS;
    return SUCCESS;
}
EXPORT CUptiResult cuptiPCSamplingGetStallReasons(CUpti_PCSamplingGetStallReasonsParams *params) {
    SAMPLER(cuptiPCSamplingGetStallReasons);
    if (params->numStallReasons != REASONS) return CUPTI_INVALID_PARAMETER;
    for (int i = 0; i < REASONS; i++) {
        params->stallReasonIndex[i] = reasons[i].number;
        strcpy(params->stallReasons[i], reasons[i].name);
    }
    return SUCCESS;
}
EXPORT CUptiResult cuptiPCSamplingStart(CUpti_PCSamplingStartParams *params) {
    SAMPLER(cuptiPCSamplingStart);
    if (!s->is_set) return CUPTI_INVALID_OPERATION;
    s->is_started = 1;
    return SUCCESS;
}
EXPORT CUptiResult cuptiPCSamplingStop(CUpti_PCSamplingStopParams *params) {
    SAMPLER(cuptiPCSamplingStop);
    if (!s->is_started) return CUPTI_INVALID_OPERATION;
    s->is_started = 0;
    return SUCCESS;
}

void samples_kernel(const Kernel *kernel) {
    struct Sampler *s = sampler(kernel->context);
    if (!s || !s->is_started) return;
    if (s->launches++) stand_in_misuse("two launches were sampled at once");
    s->name = kernel->name;
}

/* Two instructions, given one at a time: one waits for memory, the other issues. */
EXPORT CUptiResult cuptiPCSamplingGetData(CUpti_PCSamplingGetDataParams *params) {
    SAMPLER(cuptiPCSamplingGetData);
    static uint64_t given;
    CUpti_PCSamplingData *data = params->pcSamplingData;
    data->totalSamples = data->droppedSamples = data->totalNumPcs = data->remainingNumPcs = 0;
    if (!s->launches) return SUCCESS;
    if (data->collectNumPcs < PLACES) return CUPTI_INVALID_PARAMETER;
    CUpti_PCSamplingPCData *place = data->pPcData;
    int second = given++ % PLACES;
    place->pcOffset = second ? 32 : 16;
    place->functionName = (char *)s->name;
    place->stallReasonCount = second ? 1 : 2;
    place->stallReason[0] = (CUpti_PCSamplingStallReason){ second ? 28 : 14, second ? 10 : 30 };
    if (!second) place->stallReason[1] = (CUpti_PCSamplingStallReason){ 15, 30 };
    data->totalNumPcs = 1;
    data->totalSamples = second ? 10 : 30;
    uint64_t nonsense = stand_in_nonsense();
    if (nonsense) data->totalNumPcs = nonsense % 100000;
    data->remainingNumPcs = !second;
    if (second) s->launches = 0;
    return SUCCESS;
}
