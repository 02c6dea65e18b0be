/* The part of the stand-in for libcuda.so.1 that a replay of a captured launch needs. Memory at given
 * addresses is memory of this process there. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "stand_in.h"

typedef void *CUmodule;
CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, int device);
CUresult cuModuleLoadData(CUmodule *module, const void *image);

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, int device) {
    static CUcontext primary;
    if (!primary && cuCtxCreate_v2(&primary, 0, device) != SUCCESS) return CUDA_NOT_INITIALIZED;
    return *context = primary, SUCCESS;
}
EXPORT CUresult cuDevicePrimaryCtxRelease_v2(int device) { return (void)device, SUCCESS; }
EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
    return (void)device, (void)flags, SUCCESS;
}

EXPORT CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
    return (void)flags, (void)priority, *stream = calloc(1, 8), SUCCESS;
}
EXPORT CUresult cuStreamDestroy_v2(CUstream stream) { return (void)stream, SUCCESS; }
EXPORT CUresult cuStreamSynchronize(CUstream stream) { return (void)stream, SUCCESS; }
EXPORT CUresult cuEventElapsedTime(float *milliseconds, int *begin, int *end) {
    return (void)begin, (void)end, *milliseconds = 0.005f, SUCCESS;
}

EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, void *options,
                                   void **values) {
    (void)count, (void)options, (void)values;
    return cuModuleLoadData(module, image);
}
EXPORT CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
    return (void)function, (void)attribute, (void)value, SUCCESS;
}

EXPORT CUresult cuMemAllocHost_v2(void **memory, size_t bytes) {
    return *memory = malloc(bytes), SUCCESS;
}
EXPORT CUresult cuMemFreeHost(void *memory) { return free(memory), SUCCESS; }
EXPORT CUresult cuMemFree_v2(uint64_t address) { return (void)address, SUCCESS; }
EXPORT CUresult cuMemsetD8Async(uint64_t address, unsigned char byte, size_t bytes, CUstream stream) {
    return (void)address, (void)byte, (void)bytes, (void)stream, SUCCESS;
}

EXPORT CUresult cuMemAddressReserve(uint64_t *got, size_t bytes, size_t alignment, uint64_t wanted,
                                    unsigned long long flags) {
    (void)alignment, (void)flags;
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *place = mmap((void *)wanted, bytes, PROT_READ | PROT_WRITE, how, -1, 0);
    return *got = (uint64_t)place, place == MAP_FAILED ? CUDA_INVALID_VALUE : SUCCESS;
}
EXPORT CUresult cuMemAddressFree(uint64_t address, size_t bytes) {
    return munmap((void *)address, bytes), SUCCESS;
}
EXPORT CUresult cuMemCreate(uint64_t *handle, size_t bytes, const void *kind, unsigned long long flags) {
    return (void)bytes, (void)kind, (void)flags, *handle = 1, SUCCESS;
}
EXPORT CUresult cuMemMap(uint64_t address, size_t bytes, size_t offset, uint64_t handle,
                         unsigned long long flags) {
    return (void)address, (void)bytes, (void)offset, (void)handle, (void)flags, SUCCESS;
}
EXPORT CUresult cuMemSetAccess(uint64_t address, size_t bytes, const void *access, size_t count) {
    return (void)address, (void)bytes, (void)access, (void)count, SUCCESS;
}
EXPORT CUresult cuMemUnmap(uint64_t address, size_t bytes) { return (void)address, (void)bytes, SUCCESS; }
EXPORT CUresult cuMemRelease(uint64_t handle) { return (void)handle, SUCCESS; }
