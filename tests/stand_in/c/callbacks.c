/* The stand-in CUPTI: version, subscriber, callbacks, NVTX. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"

typedef void Callback(void *user, uint32_t domain, uint32_t id, const void *data);

static Callback *subscriber;
static void *subscriber_data;
static unsigned char enabled[DOMAINS][IDS];

EXPORT CUptiResult cuptiGetVersion(uint32_t *version) {
    ENTER(cuptiGetVersion);
    *version = stand_in_nonsense() ? (uint32_t)stand_in_nonsense() : 130001;
    return SUCCESS;
}

static void tell(uint32_t domain, uint32_t id, const void *data) {
    if (subscriber && enabled[domain][id]) subscriber(subscriber_data, domain, id, data);
}
static void on_call(uint32_t id, const CUpti_CallbackData *data) { tell(DOMAIN_DRIVER, id, data); }
static _Thread_local CUpti_ModuleResourceData *loading;
static void on_resource(uint32_t id, CUcontext context, CUpti_ModuleResourceData *module) {
    CUpti_ResourceData data = { .context = context, .resourceDescriptor = module };
    loading = id == ID_MODULE_LOADED ? module : NULL;
    tell(DOMAIN_RESOURCE, id, &data);
    loading = NULL;
}
static int on_kernel(const Kernel *kernel) {
    activity_kernel(kernel);
    samples_kernel(kernel);
    return ranges_kernel(kernel);
}

static const Hooks hooks = {
    .call = on_call, .resource = on_resource, .kernel = on_kernel, .copy = activity_copy,
    .wait = activity_wait, .destroyed = ranges_destroyed, .is_profiled = ranges_is_profiled,
    .unloaded = ranges_unloaded,
};

static void connect_once(void) {
    /* What the program runs with, not another. */
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    SetHooks *set = driver ? (SetHooks *)dlsym(driver, "stand_in_set_hooks") : NULL;
    if (!set) abort();
    set(&hooks);
}
void connect_to_driver(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, connect_once);
}

EXPORT CUptiResult cuptiSubscribe(void **handle, Callback *function, void *user) {
    ENTER(cuptiSubscribe);
    if (subscriber) return CUPTI_MULTIPLE_SUBSCRIBERS;
    connect_to_driver();
    subscriber_data = user;
    subscriber = function;
    *handle = &subscriber;
    return SUCCESS;
}

EXPORT CUptiResult cuptiUnsubscribe(void *handle) {
    ENTER(cuptiUnsubscribe);
    if (handle != &subscriber) return CUPTI_INVALID_PARAMETER;
    subscriber = NULL;
    memset(enabled, 0, sizeof enabled);
    return SUCCESS;
}

EXPORT CUptiResult cuptiEnableCallback(uint32_t enable, void *handle, uint32_t domain, uint32_t id) {
    ENTER(cuptiEnableCallback);
    if (handle != &subscriber || domain >= DOMAINS || id >= IDS) return CUPTI_INVALID_PARAMETER;
    enabled[domain][id] = enable != 0;
    return SUCCESS;
}

EXPORT CUptiResult cuptiGetDeviceId(CUcontext context, uint32_t *device) {
    ENTER(cuptiGetDeviceId);
    if (!context || context->dead) stand_in_misuse("the device of a dead context");
    *device = (uint32_t)context->device + (uint32_t)stand_in_nonsense();
    return SUCCESS;
}

EXPORT CUptiResult cuptiGetContextId(CUcontext context, uint32_t *id) {
    ENTER(cuptiGetContextId);
    if (!context || context->dead) stand_in_misuse("the number of a dead context");
    if (loading && stand_in_text("nested")) on_resource(ID_MODULE_LOADED, context, loading);
    *id = context->id + (uint32_t)stand_in_nonsense();
    return SUCCESS;
}

EXPORT CUptiResult cuptiGetTimestamp(uint64_t *ns) {
    ENTER(cuptiGetTimestamp);
    *ns = stand_in_now();
    return SUCCESS;
}

/* In real programs NVTX's header gives its tables to what it finds through NVTX_INJECTION64_PATH; the
 * stand-in program gives room for these two. */
static void range_push(const char *message) {
    CUpti_NvtxData data = { .functionName = "nvtxRangePushA", .functionParams = &message };
    tell(DOMAIN_NVTX, ID_NVTX_RANGE_PUSH_A, &data);
}
static void range_pop(void) {
    CUpti_NvtxData data = { .functionName = "nvtxRangePop" };
    tell(DOMAIN_NVTX, ID_NVTX_RANGE_POP, &data);
}
EXPORT int InitializeInjectionNvtx2(void *tables) {
    struct { void (*push)(const char *); void (*pop)(void); } *calls = tables;
    calls->push = range_push;
    calls->pop = range_pop;
    return 1;
}
