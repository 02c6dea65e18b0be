/* A driver for exported launches: memory of this process at the addresses that are asked for, and the
 * two kernels of tests/capture/app.cu that the fixtures have, on the CPU. A "cubin" that begins with
 * `wrong` has the same kernels with another result, one that begins with `lacks` no variables. STAND_IN_TAKEN
 * makes the first process find its addresses taken; with STAND_IN_STACK, kernels need so large a stack. */
#define _GNU_SOURCE
#include <cuda.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CALL CUresult CUDAAPI __attribute__((visibility("default")))

typedef struct { float *values; int count; } Row;
struct CUmod_st { int is_wrong, has_variables; };
struct CUfunc_st { int is_pointers, is_wrong; };

CALL cuInit(unsigned flags) { return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; }
CALL cuDeviceGet(CUdevice *device, int index) { return *device = index, CUDA_SUCCESS; }
CALL cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    return (void)attribute, (void)device, *value = 1 << 20, CUDA_SUCCESS;
}
CALL cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    return (void)device, *context = (CUcontext)1, CUDA_SUCCESS;
}
CALL cuCtxSetCurrent(CUcontext context) { return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
static size_t stack = 1024;
CALL cuCtxGetLimit(size_t *bytes, CUlimit limit) {
    return *bytes = stack, limit == CU_LIMIT_STACK_SIZE ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CALL cuCtxSetLimit(CUlimit limit, size_t bytes) {
    return stack = bytes, limit == CU_LIMIT_STACK_SIZE ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CALL cuCtxSynchronize(void) { return CUDA_SUCCESS; }
CALL cuGetErrorName(CUresult error, const char **name) { return (void)error, *name = "stand-in", CUDA_SUCCESS; }

static uint64_t reserved, reserved_bytes;

CALL cuMemAddressReserve(CUdeviceptr *got, size_t bytes, size_t alignment, CUdeviceptr address,
                         unsigned long long flags) {
    (void)alignment, (void)flags;
    const int is_taken = getenv("STAND_IN_TAKEN") && !getenv("ALONE_TRIES");
    void *place = mmap((void *)address, bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (place != (void *)address) return CUDA_ERROR_OUT_OF_MEMORY;
    reserved = address, reserved_bytes = bytes;
    return *got = is_taken ? address + bytes : address, CUDA_SUCCESS;
}
CALL cuMemAddressFree(CUdeviceptr address, size_t bytes) { return munmap((void *)address, bytes), CUDA_SUCCESS; }
CALL cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes, const CUmemAllocationProp *kind,
                 unsigned long long flags) {
    if (kind->type != CU_MEM_ALLOCATION_TYPE_PINNED || flags) return CUDA_ERROR_INVALID_VALUE;
    return *handle = bytes, CUDA_SUCCESS;
}
CALL cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
              unsigned long long flags) {
    const int is_right = address == reserved && bytes == reserved_bytes && handle == bytes;
    return is_right && !offset && !flags ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CALL cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc *access, size_t count) {
    if (count != 1 || access->flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE) return CUDA_ERROR_INVALID_VALUE;
    return mprotect((void *)address, bytes, PROT_READ | PROT_WRITE) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CALL cuMemHostRegister(void *place, size_t bytes, unsigned flags) {
    return place && bytes && flags ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CALL cuMemAlloc(CUdeviceptr *address, size_t bytes) { return *address = (CUdeviceptr)malloc(bytes), CUDA_SUCCESS; }
CALL cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
    return memcpy((void *)to, from, bytes), CUDA_SUCCESS;
}
CALL cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
    return memcpy(to, (void *)from, bytes), CUDA_SUCCESS;
}
CALL cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
    return (void)to, (void)value, (void)count, (void)stream, CUDA_SUCCESS;
}

CALL cuModuleLoadData(CUmodule *module, const void *image) {
    *module = malloc(sizeof **module);
    (*module)->has_variables = memcmp(image, "lacks", 5);
    return (*module)->is_wrong = !memcmp(image, "wrong", 5), CUDA_SUCCESS;
}
CALL cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    const int is_pointers = strstr(name, "8pointersPKP3Rowi") != NULL;
    if (!is_pointers && !strstr(name, "8in_placePfi")) return CUDA_ERROR_NOT_FOUND;
    *function = malloc(sizeof **function);
    (*function)->is_pointers = is_pointers, (*function)->is_wrong = module->is_wrong;
    return CUDA_SUCCESS;
}
/* The kernels use none of the variables of the module. */
static float factors[64], table[64];
static void *reached_by_pointer;
CALL cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name) {
    if (!module->has_variables) return CUDA_ERROR_NOT_FOUND;
    const int is_pointer = !strcmp(name, "reached_by_pointer"), is_table = !strcmp(name, "table");
    if (!is_pointer && !is_table && strcmp(name, "factors")) return CUDA_ERROR_NOT_FOUND;
    *address = (CUdeviceptr)(is_pointer ? (void *)&reached_by_pointer : is_table ? table : factors);
    return *bytes = is_pointer ? sizeof reached_by_pointer : sizeof table, CUDA_SUCCESS;
}
CALL cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    return (void)function, (void)attribute, (void)value, CUDA_SUCCESS;
}
CALL cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes) {
    (void)function;
    if (index > 1) return CUDA_ERROR_INVALID_VALUE;
    return *offset = 8 * index, *bytes = index ? 4 : 8, CUDA_SUCCESS;
}
CALL cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **values, void **extra) {
    if (extra || config->numAttrs) return CUDA_ERROR_INVALID_VALUE;
    const char *needed = getenv("STAND_IN_STACK");
    if (needed && stack < (size_t)atoll(needed)) return CUDA_ERROR_ILLEGAL_ADDRESS;
    void *const first = *(void **)values[0];
    const int n = *(int *)values[1], threads = config->gridDimX * config->blockDimX;
    const float more = function->is_wrong ? 2 : 1;
    if (function->is_pointers) {
        Row *const *rows = first;
        for (int r = 0; r < n; r++)
            for (int i = 0; i < rows[r]->count; i++) rows[r]->values[i] += r * more;
    } else {
        float *at = first;
        for (int i = 0; i < n && i < threads; i++) at[i] = at[i] * 0.5f + more;
    }
    return CUDA_SUCCESS;
}
CALL cuEventCreate(CUevent *event, unsigned flags) { return (void)flags, *event = (CUevent)1, CUDA_SUCCESS; }
CALL cuEventRecord(CUevent event, CUstream stream) { return (void)event, (void)stream, CUDA_SUCCESS; }
CALL cuEventSynchronize(CUevent event) { return (void)event, CUDA_SUCCESS; }
CALL cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end) {
    return (void)begin, (void)end, *milliseconds = 0.004f, CUDA_SUCCESS;
}
