// Every program here stops at the first CUDA error or wrong result, so that a
// test which sees exit code 0 knows that the kernels really did their work.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) check((call), #call, __FILE__, __LINE__)

inline void check(cudaError_t status, const char* call, const char* file, int line) {
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
        std::exit(1);
    }
}

inline void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "wrong result: %s\n", what);
        std::exit(1);
    }
}

// A device array that is freed with its scope and copied back as a vector.
template <typename T>
class DeviceArray {
public:
    explicit DeviceArray(size_t count) : count_(count) {
        CHECK(cudaMalloc(&data_, count * sizeof(T)));
    }
    explicit DeviceArray(const std::vector<T>& from) : DeviceArray(from.size()) {
        CHECK(cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { CHECK(cudaFree(data_)); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    T* get() const { return data_; }

    std::vector<T> host() const {
        std::vector<T> copy(count_);
        CHECK(cudaMemcpy(copy.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
        return copy;
    }

private:
    T* data_ = nullptr;
    size_t count_;
};
