/* A stand-in for libcuda.so.1: it has two "Stand-in GPU"s, which run nothing.
 * Kernels are counted, and CUPTI is told of them. */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stand_in.h"

enum { DEVICES = 2, FUNCTIONS = 4096 };

typedef struct Module {
    uint32_t id;
    int registers;
} *CUmodule;

struct Function {
    /* What it is called, and what the first one with this handle was. */
    char *name, *first_name;
    CUmodule module;
};

struct Graph {
    CUfunction function;
    uint32_t id, nodes;
    int prepared;
};

static const Hooks *hooks;
static pid_t process;
static atomic_uint contexts, correlations, graphs, modules;
static atomic_ulong kernels, effects;
static struct Function functions[FUNCTIONS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local CUcontext current;
static _Thread_local int capturing;

EXPORT void stand_in_set_hooks(const Hooks *those) { hooks = those; }
/* How often kernels had their effect; a profiler must not change it. */
EXPORT unsigned long stand_in_effects(void) { return effects; }

static void load_injection(void) {
    const char *path = getenv("CUDA_INJECTION64_PATH");
    if (!path || !*path) return;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    int (*initialize)(void) = library ? (int (*)(void))dlsym(library, "InitializeInjection") : NULL;
    if (!initialize || initialize() != 1) fprintf(stderr, "stand-in: no injection: %s\n", dlerror());
}

EXPORT CUresult cuInit(unsigned flags) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)flags;
    if (process == 0) process = getpid();
    if (process != getpid()) return CUDA_NOT_INITIALIZED;
    pthread_once(&once, load_injection);
    return SUCCESS;
}

EXPORT CUresult cuDriverGetVersion(int *version) { return *version = 13000, SUCCESS; }
/* Programs make contexts of their own. */
EXPORT CUresult cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
    (void)device;
    ENTER(cuDevicePrimaryCtxGetState);
    *flags = 0, *active = 0;
    return SUCCESS;
}

EXPORT CUresult cuDeviceGetCount(int *count) { return *count = DEVICES, SUCCESS; }
EXPORT CUresult cuDeviceGet(int *device, int index) { return *device = index, SUCCESS; }
EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, int device) {
    return (void)device, *bytes = 1 << 30, SUCCESS;
}
EXPORT CUresult cuDeviceGetName(char *name, int length, int device) {
    return (void)device, snprintf(name, (size_t)length, "Stand-in GPU"), SUCCESS;
}
EXPORT CUresult cuDeviceGetUuid_v2(uint8_t *uuid, int device) {
    return memset(uuid, 0x55, 16), uuid[15] = (uint8_t)device, SUCCESS;
}
/* Made up: every attribute is its own number, but for the compute capability. */
EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, int device) {
    (void)device;
    if (attribute > 120) return CUDA_INVALID_VALUE;
    *value = attribute == 75 ? 9 : attribute == 76 ? 0 : attribute;
    return SUCCESS;
}
EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
    return *value = attribute == 4 ? function->module->registers : 0, SUCCESS;
}
EXPORT CUresult cuGetErrorName(CUresult status, const char **name) {
    return (void)status, *name = "a status of the stand-in", SUCCESS;
}

/* A call that CUPTI may have been asked to tell of. */
typedef struct {
    CUpti_CallbackData data;
    uint32_t id;
    uint64_t word;
    CUresult result;
} Call;

static void begin(Call *call, uint32_t id, const char *name, const void *params, const char *symbol) {
    *call = (Call){ .id = id };
    call->data = (CUpti_CallbackData){
        .callbackSite = SITE_ENTER, .functionName = name, .functionParams = params,
        .functionReturnValue = &call->result, .symbolName = symbol, .context = current,
        .contextUid = current ? current->id : 0, .correlationData = &call->word,
        .correlationId = ++correlations,
    };
    if (hooks) hooks->call(id, &call->data);
    call->result = process == getpid() ? stand_in_enter(name) : CUDA_NOT_INITIALIZED;
    if (call->result == SUCCESS && (!current || current->dead)) call->result = CUDA_INVALID_CONTEXT;
}

static CUresult end(Call *call) {
    call->data.callbackSite = SITE_EXIT;
    if (hooks) hooks->call(call->id, &call->data);
    return call->result;
}

EXPORT CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, int device) {
    (void)flags;
    if (process != getpid()) return CUDA_NOT_INITIALIZED;
    current = *context = calloc(1, sizeof **context);
    **context = (struct Context){ .id = ++contexts, .device = device };
    return SUCCESS;
}
EXPORT CUresult cuCtxSetCurrent(CUcontext context) { return current = context, SUCCESS; }
EXPORT CUresult cuCtxGetCurrent(CUcontext *context) { return *context = current, SUCCESS; }
EXPORT CUresult cuCtxGetLimit(size_t *bytes, int limit) {
    return *bytes = 2048, limit ? CUDA_INVALID_VALUE : SUCCESS;
}

EXPORT CUresult cuCtxDestroy_v2(CUcontext context) {
    if (hooks) hooks->resource(ID_CONTEXT_DESTROY_STARTING, context, NULL);
    if (hooks) hooks->destroyed(context);
    context->dead = 1;
    current = NULL;
    return SUCCESS;
}

EXPORT CUresult cuCtxSynchronize(void) {
    Call call;
    begin(&call, ID_CTX_SYNCHRONIZE, "cuCtxSynchronize", NULL, NULL);
    /* The real driver ends the capture. */
    if (capturing) fprintf(stderr, "misuse: a wait while a stream is captured\n"), exit(68);
    if (hooks && call.result == SUCCESS) hooks->wait(current, call.data.correlationId);
    return end(&call);
}

static CUresult window(uint32_t id, const char *name) {
    Call call;
    begin(&call, id, name, NULL, NULL);
    return end(&call);
}
EXPORT CUresult cuProfilerStart(void) { return window(ID_PROFILER_START, "cuProfilerStart"); }
EXPORT CUresult cuProfilerStop(void) { return window(ID_PROFILER_STOP, "cuProfilerStop"); }

static CUmodule new_module(int registers) {
    CUmodule module = calloc(1, sizeof *module);
    *module = (struct Module){ ++modules, registers };
    return module;
}

EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    return (void)image, *module = new_module(16), SUCCESS;
}

static void loaded(CUcontext context, uint32_t id, const char *cubin, size_t size) {
    CUpti_ModuleResourceData data = { id, size, cubin };
    if (hooks) hooks->resource(ID_MODULE_LOADED, context, &data);
    memset(&data, 0x5a, sizeof data);
}

typedef struct { CUcontext context; const char *cubin; size_t size; } Load;
static void *load(void *argument) {
    const Load *l = argument;
    current = l->context;
    loaded(current, ++modules, l->cubin, l->size);
    return NULL;
}

/* A module with code, which CUPTI sees while it is loaded: nobody can read it afterwards. Further
 * threads load the same at the same time. */
EXPORT CUresult stand_in_load(CUmodule *module, const char *path, int registers, unsigned threads) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file < 0 || fstat(file, &about)) return CUDA_INVALID_VALUE;
    size_t size = (size_t)about.st_size;
    const char *cubin = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : "";
    close(file);
    if (cubin == MAP_FAILED) return CUDA_INVALID_VALUE;
    *module = new_module(registers);
    if (stand_in_text("torn")) mprotect((void *)cubin, size, PROT_NONE);
    Load all = { current, cubin, size };
    pthread_t others[64];
    for (unsigned i = 0; i < threads; i++) pthread_create(&others[i], NULL, load, &all);
    loaded(current, (*module)->id, cubin, size);
    for (unsigned i = 0; i < threads; i++) pthread_join(others[i], NULL);
    if (size) munmap((void *)cubin, size);
    return SUCCESS;
}

/* Gives out the lowest free handle, as allocators do: after a module was
 * unloaded, its handles come again under other names. */
EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    pthread_mutex_lock(&lock);
    struct Function *free_one = functions;
    while (free_one->module) free_one++;
    char *first = free_one->first_name ? free_one->first_name : strdup(name);
    *free_one = (struct Function){ .name = strdup(name), .first_name = first, .module = module };
    pthread_mutex_unlock(&lock);
    return *function = free_one, SUCCESS;
}

EXPORT CUresult cuModuleUnload(CUmodule module) {
    Call call;
    begin(&call, ID_MODULE_UNLOAD, "cuModuleUnload", NULL, NULL);
    CUpti_ModuleResourceData data = { .moduleId = module->id };
    if (hooks) hooks->resource(ID_MODULE_UNLOAD_STARTING, current, &data);
    if (hooks) hooks->unloaded(module);
    for (int i = 0; i < FUNCTIONS; i++)
        if (functions[i].module == module) functions[i].module = NULL;
    return end(&call);
}

/* Memory of the "GPU". The first 8 bytes of an allocation are the address of the one before it. */
static struct { unsigned char *bytes; size_t size; } allocations[64];
static int allocation_count;

EXPORT CUresult cuMemAlloc_v2(uint64_t *address, size_t size) {
    if (allocation_count == 64 || size == 0) return CUDA_INVALID_VALUE;
    unsigned char *bytes = calloc(1, size < 16 ? 16 : size);
    if (allocation_count) memcpy(bytes, &allocations[allocation_count - 1].bytes, 8);
    allocations[allocation_count].bytes = bytes;
    allocations[allocation_count++].size = size;
    return *address = (uint64_t)bytes, SUCCESS;
}
EXPORT CUresult cuPointerGetAttribute(void *value, int attribute, uint64_t address) {
    enum { MEMORY_TYPE = 2, IS_MANAGED = 8, RANGE_START = 11, RANGE_SIZE = 12 };
    ENTER(cuPointerGetAttribute);
    for (int i = 0; i < allocation_count; i++) {
        uint64_t start = (uint64_t)allocations[i].bytes, size = allocations[i].size;
        if (address < start || address - start >= size) continue;
        if (attribute == RANGE_START) memcpy(value, &start, 8);
        if (attribute == RANGE_SIZE) memcpy(value, &size, 8);
        if (attribute == MEMORY_TYPE) *(uint32_t *)value = 2;
        if (attribute == IS_MANAGED) *(uint32_t *)value = 0;
        return SUCCESS;
    }
    return CUDA_INVALID_VALUE;
}
EXPORT CUresult cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
    ENTER(cuMemcpyDtoH_v2);
    return memcpy(to, (const void *)from, bytes), SUCCESS;
}
EXPORT CUresult cuMemGetInfo_v2(size_t *free, size_t *all) { return *free = *all = (size_t)64 << 30, SUCCESS; }
/* The replay's memory is nowhere. */
EXPORT CUresult cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes) {
    return (void)to, (void)from, (void)bytes, SUCCESS;
}
/* Every kernel has a pointer and a number. */
EXPORT CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size) {
    (void)function;
    if (index > 1) return CUDA_INVALID_VALUE;
    return *offset = 8 * index, *size = index ? 4 : 8, SUCCESS;
}
/* What a kernel with parameters does: it adds its number to the last byte of its memory, and 1 to the
 * last byte of the memory that its memory leads to. */
static void write_memory(void **params) {
    uint64_t address;
    memcpy(&address, params[0], 8);
    for (int i = 0; i < allocation_count; i++) {
        if ((uint64_t)allocations[i].bytes != address) continue;
        allocations[i].bytes[allocations[i].size - 1] += *(unsigned char *)params[1];
        if (i > 0) allocations[i - 1].bytes[allocations[i - 1].size - 1] += 1;
    }
}

static void execute(Kernel *kernel) {
    long late = stand_in_number("late");
    if (late) usleep((useconds_t)late);
    kernel->number = kernels++;
    effects += hooks ? (unsigned long)hooks->kernel(kernel) : 1;
}

static void launched(Call *call, const cuLaunchKernel_params *p) {
    CUresult *result = &call->result;
    if (*result == SUCCESS && p->blockDimX * p->blockDimY * p->blockDimZ > 1024) *result = CUDA_INVALID_VALUE;
    if (*result != SUCCESS || capturing) return;
    Kernel kernel = { .context = current, .name = p->f->name, .recorded_name = p->f->first_name,
                      .module = p->f->module, .grid = { p->gridDimX, p->gridDimY, p->gridDimZ },
                      .block = { p->blockDimX, p->blockDimY, p->blockDimZ },
                      .shared = p->sharedMemBytes, .correlation = call->data.correlationId };
    execute(&kernel);
    if (p->kernelParams) write_memory(p->kernelParams);
}

EXPORT CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                               unsigned by, unsigned bz, unsigned shared, CUstream stream,
                               void **params, void **extra) {
    cuLaunchKernel_params p = { f, gx, gy, gz, bx, by, bz, shared, stream, params, extra };
    Call call;
    begin(&call, ID_LAUNCH_KERNEL, "cuLaunchKernel", &p, f->name);
    launched(&call, &p);
    return end(&call);
}

EXPORT CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction f, void **params, void **extra) {
    cuLaunchKernelEx_params p = { c, f, params, extra };
    cuLaunchKernel_params same = { f, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY,
                                   c->blockDimZ, c->sharedMemBytes, c->hStream, params, extra };
    Call call;
    begin(&call, ID_LAUNCH_KERNEL_EX, "cuLaunchKernelEx", &p, f->name);
    launched(&call, &same);
    return end(&call);
}

/* Of graphs there is one sort here: a kernel several times. */
EXPORT CUresult stand_in_graph(CUgraphExec *graph, CUfunction function, uint32_t nodes) {
    Call call;
    begin(&call, ID_GRAPH_INSTANTIATE, "cuGraphInstantiateWithFlags", NULL, NULL);
    *graph = calloc(1, sizeof **graph);
    **graph = (struct Graph){ function, ++graphs, nodes, hooks && hooks->is_profiled(current) };
    return end(&call);
}

EXPORT CUresult cuGraphLaunch(CUgraphExec graph, CUstream stream) {
    cuGraphLaunch_params p = { graph, stream };
    Call call;
    begin(&call, ID_GRAPH_LAUNCH, "cuGraphLaunch", &p, NULL);
    for (uint32_t node = 0; call.result == SUCCESS && node < graph->nodes; node++) {
        Kernel kernel = { .context = current, .name = graph->function->name, .recorded_name = graph->function->name,
                          .module = graph->function->module, .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .correlation = call.data.correlationId,
                          .graph = graph->id, .prepared = graph->prepared };
        execute(&kernel);
    }
    return end(&call);
}

EXPORT CUresult cuGraphExecDestroy(CUgraphExec graph) {
    cuGraphExecDestroy_params p = { graph };
    Call call;
    begin(&call, ID_GRAPH_EXEC_DESTROY, "cuGraphExecDestroy", &p, NULL);
    if (call.result == SUCCESS) free(graph);
    return end(&call);
}

/* How often it will be said that what an event marks is still to be done. */
EXPORT CUresult cuEventCreate(long **event, unsigned flags) {
    return (void)flags, *event = calloc(1, sizeof **event), SUCCESS;
}
EXPORT CUresult cuEventDestroy_v2(long *event) { return free(event), SUCCESS; }
EXPORT CUresult cuEventRecord(long *event, CUstream stream) {
    return (void)stream, *event = 1, SUCCESS;
}
EXPORT CUresult cuCtxRecordEvent(CUcontext context, long *event) {
    /* The real driver ends the capture. */
    if (capturing) stand_in_misuse("an event of a context while a stream is captured");
    static _Atomic long marks;
    CUresult result = context ? stand_in_enter("cuCtxRecordEvent") : CUDA_INVALID_CONTEXT;
    *event = ++marks == stand_in_number("busy") ? 1000 : 1;
    return result;
}
EXPORT CUresult cuEventQuery(long *event) {
    if (!*event) return SUCCESS;
    --*event;
    return CUDA_NOT_READY;
}

EXPORT CUresult cuStreamBeginCapture_v2(CUstream stream, int mode) {
    Call call;
    (void)stream, (void)mode;
    begin(&call, ID_STREAM_BEGIN_CAPTURE, "cuStreamBeginCapture_v2", NULL, NULL);
    capturing = 1;
    return end(&call);
}
EXPORT CUresult cuStreamEndCapture(CUstream stream, void **graph) {
    Call call;
    (void)stream;
    begin(&call, ID_STREAM_END_CAPTURE, "cuStreamEndCapture", NULL, NULL);
    capturing = 0, *graph = NULL;
    return end(&call);
}
EXPORT CUresult cuStreamIsCapturing(CUstream stream, int *status) {
    return (void)stream, *status = capturing, SUCCESS;
}

EXPORT CUresult cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
    (void)to, (void)from;
    if (hooks) hooks->copy(current, bytes, ++correlations);
    return SUCCESS;
}
