// Shared by the programs of all kernels: errors, random numbers, buffers, comparison.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                      \
    do {                                                                                 \
        cudaError_t status = (call);                                                     \
        if (status != cudaSuccess) {                                                     \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                      \
                         cudaGetErrorString(status));                                    \
            std::exit(2);                                                                \
        }                                                                                \
    } while (0)

struct Options {
    bool small = false;
    uint64_t seed = 1;
    Options(int count, char** words) {
        for (int i = 1; i < count; i++) {
            if (!std::strcmp(words[i], "--small")) {
                small = true;
            } else if (!std::strcmp(words[i], "--seed") && i + 1 < count) {
                seed = std::strtoull(words[++i], nullptr, 10);
            } else {
                std::fprintf(stderr, "unknown argument %s\n", words[i]);
                std::exit(2);
            }
        }
    }
};

// A 64-bit generator (SplitMix64): the same numbers on each machine.
struct Random {
    uint64_t state;
    explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15ull + 12345) {}
    uint64_t next() {
        uint64_t z = (state += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    uint32_t below(uint32_t limit) { return uint32_t((next() >> 32) * limit >> 32); }
    float uniform(float low, float high) {
        return low + (high - low) * float(next() >> 40) * (1.0f / 16777216.0f);
    }
    std::vector<float> floats(size_t count, float low, float high) {
        std::vector<float> values(count);
        for (float& value : values) value = uniform(low, high);
        return values;
    }
};

// Device memory of a fixed number of elements.
template <typename T>
struct Buffer {
    T* data = nullptr;
    size_t count;
    explicit Buffer(size_t count) : count(count) { CHECK(cudaMalloc(&data, count * sizeof(T))); }
    Buffer(const Buffer&) = delete;
    ~Buffer() { cudaFree(data); }
    void set(const std::vector<T>& values) {
        CHECK(cudaMemcpy(data, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    // All bits set: NaN for floats, so that an output that is not written is wrong.
    void spoil() { CHECK(cudaMemset(data, 0xFF, count * sizeof(T))); }
    void clear() { CHECK(cudaMemset(data, 0, count * sizeof(T))); }
    std::vector<T> get() const {
        std::vector<T> values(count);
        CHECK(cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }
};

inline void finish() {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

// |got - want| <= absolute + relative * |want|; a NaN is never right.
template <typename T, typename W>
void compare(const std::vector<T>& got, const std::vector<W>& want, double absolute,
             double relative) {
    for (size_t i = 0; i < want.size(); i++) {
        double x = double(got[i]), y = double(want[i]);
        if (!(std::fabs(x - y) <= absolute + relative * std::fabs(y))) {
            std::fprintf(stderr, "wrong: at %zu: got %.9g, want %.9g\n", i, x, y);
            std::exit(1);
        }
    }
}

inline int right() {
    std::puts("right");
    return 0;
}
