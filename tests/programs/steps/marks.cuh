// Ranges around steps, and checks of calls, for the CUDA C++ programs. As in marks.py, one range
// is open at any time, and they are never nested: `step:KIND:N` or `other`.

#pragma once

#include <cstdio>
#include <cstdlib>

#include <nvtx3/nvToolsExt.h>

// For a program with one kind of step.
struct Marks {
    const char *kind;
    int steps = 0;

    explicit Marks(const char *kind) : kind(kind) { nvtxRangePushA("other"); }
    ~Marks() { nvtxRangePop(); }

    void begin() {
        char name[64];
        snprintf(name, sizeof name, "step:%s:%d", kind, steps++);
        nvtxRangePop();
        nvtxRangePushA(name);
    }

    void other() {
        nvtxRangePop();
        nvtxRangePushA("other");
    }
};

inline void check(cudaError_t result, const char *what) {
    if (result != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
        exit(1);
    }
}

inline void expect(bool right, const char *what) {
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        exit(1);
    }
}

template <typename T> T *allocate(size_t count) {
    T *memory = nullptr;
    check(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
    check(cudaMemset(memory, 0, count * sizeof(T)), "cudaMemset");
    return memory;
}

template <typename T> void upload(T *device, const T *host, size_t count) {
    check(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice), "to the device");
}

// Waits for all launches before it.
template <typename T> void download(T *host, const T *device, size_t count) {
    check(cudaGetLastError(), "launches");
    check(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost), "to the host");
}

inline unsigned blocks(unsigned count, unsigned block = 256) { return (count + block - 1) / block; }
