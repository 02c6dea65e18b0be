/* A driver whose device is the host: memory is malloc's, streams do everything at
 * once, kernels do nothing. It lets the worker be tested where there is no GPU; what
 * it cannot show, such as times and races, is left to the device tests.
 *
 * FAKE_CUDA_FREE is how many bytes of device memory are free (2^40). A library may
 * call fake_cuda_break() to spoil the context. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int CUresult;
typedef unsigned long long CUdeviceptr;
enum { BROKEN = 700 };

static CUresult state;

void fake_cuda_break(void) { state = BROKEN; }

CUresult cuInit(unsigned flags) { (void)flags; return 0; }
CUresult cuDriverGetVersion(int *version) { *version = 13000; return 0; }
CUresult cuDeviceGetCount(int *count) { *count = 1; return 0; }
CUresult cuDeviceGet(int *device, int ordinal) {
    *device = ordinal;
    return ordinal == 0 ? 0 : 101;
}
CUresult cuDeviceGetAttribute(int *value, int attribute, int device) {
    (void)device;
    switch (attribute) {
    case 38: *value = 1 << 16; break; /* L2 */
    case 75: *value = 9; break;       /* compute capability */
    default: *value = 0;
    }
    return 0;
}
CUresult cuDevicePrimaryCtxRetain(void **context, int device) {
    (void)device;
    *context = &state;
    return 0;
}
CUresult cuDevicePrimaryCtxRelease_v2(int device) { (void)device; return 0; }
CUresult cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
    (void)device;
    (void)flags;
    return 0;
}
CUresult cuCtxSetCurrent(void *context) { (void)context; return state; }
CUresult cuCtxSynchronize(void) { return state; }

CUresult cuStreamCreateWithPriority(void **stream, unsigned flags, int priority) {
    (void)flags;
    (void)priority;
    *stream = &state;
    return state;
}
CUresult cuStreamDestroy_v2(void *stream) { (void)stream; return state; }
CUresult cuStreamSynchronize(void *stream) { (void)stream; return state; }

CUresult cuEventCreate(void **event, unsigned flags) {
    (void)flags;
    *event = calloc(1, sizeof(struct timespec));
    return state;
}
CUresult cuEventDestroy_v2(void *event) { free(event); return state; }
CUresult cuEventRecord(void *event, void *stream) {
    (void)stream;
    clock_gettime(CLOCK_MONOTONIC, event);
    return state;
}
CUresult cuEventElapsedTime(float *ms, void *begin, void *end) {
    const struct timespec *a = begin, *b = end;
    *ms = (float)((b->tv_sec - a->tv_sec) * 1e3 + (b->tv_nsec - a->tv_nsec) * 1e-6);
    return state;
}
CUresult cuEventElapsedTime_v2(float *ms, void *begin, void *end) {
    return cuEventElapsedTime(ms, begin, end);
}

CUresult cuModuleLoadDataEx(void **module, const void *image, unsigned count, void *a, void *b) {
    (void)count;
    (void)a;
    (void)b;
    *module = (void *)image;
    return state;
}
CUresult cuModuleUnload(void *module) { (void)module; return state; }
CUresult cuModuleGetFunction(void **function, void *module, const char *name) {
    (void)module;
    if (strcmp(name, "propp_case_marker") && strcmp(name, "propp_hold")) return 500;
    *function = strcmp(name, "propp_hold") ? (void *)"marker" : (void *)"hold";
    return state;
}
CUresult cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared, void *stream, void **args, void **extra) {
    (void)shared;
    (void)stream;
    (void)extra;
    if (z != 1 || bx != 1 || by != 1 || bz != 1) return 1;
    if (!strcmp(function, "hold")) {
        if (y != 1 || *(uint64_t *)args[0] > 10000000) return 1;
    } else {
        fprintf(stderr, "fake: marker %u x %u\n", x, y);
    }
    return state;
}

static size_t free_bytes(void) {
    const char *text = getenv("FAKE_CUDA_FREE");
    return text ? strtoull(text, 0, 10) : (size_t)1 << 40;
}
CUresult cuMemGetInfo_v2(size_t *available, size_t *total) {
    *available = *total = free_bytes();
    return state;
}
CUresult cuMemAlloc_v2(CUdeviceptr *to, size_t bytes) {
    void *memory = 0;
    if (bytes > free_bytes() || posix_memalign(&memory, 512, bytes)) return 2;
    *to = (CUdeviceptr)memory;
    return state;
}
CUresult cuMemFree_v2(CUdeviceptr memory) { free((void *)memory); return state; }
CUresult cuMemAllocHost_v2(void **to, size_t bytes) {
    return posix_memalign(to, 4096, bytes) ? 2 : state;
}
CUresult cuMemFreeHost(void *memory) { free(memory); return state; }
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, void *stream) {
    (void)stream;
    memcpy((void *)to, from, bytes);
    return state;
}
CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, void *stream) {
    (void)stream;
    memcpy(to, (void *)from, bytes);
    return state;
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char byte, size_t bytes, void *stream) {
    (void)stream;
    if (getenv("FAKE_CUDA_TELLS_SETS")) fprintf(stderr, "fake: set %zu bytes\n", bytes);
    memset((void *)to, byte, bytes);
    return state;
}
