// Errors, arguments and times of the case studies.

#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                       \
    do {                                                                                  \
        cudaError_t status = (call);                                                      \
        if (status != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
                         cudaGetErrorString(status));                                     \
            std::exit(1);                                                                 \
        }                                                                                 \
    } while (0)

// The number in an argument, or the default where the argument is absent.
inline long number(int argc, char** argv, int place, long otherwise) {
    return argc > place ? std::atol(argv[place]) : otherwise;
}

// Milliseconds of a launch by CUDA events: the median of `launches`, after one that is not
// timed where there are several.
template <typename Launch>
float milliseconds(int launches, Launch launch) {
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    if (launches > 1) launch();
    std::vector<float> times(launches);
    for (float& time : times) {
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&time, start, end));
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
    std::nth_element(times.begin(), times.begin() + launches / 2, times.end());
    return times[launches / 2];
}

// Prints the time and whether the results were right, and returns the exit status.
inline int report(const char* what, int version, const char* size, float time, bool right) {
    std::printf("%s V%d, %s: %.4f ms, %s\n", what, version, size, time,
                right ? "correct" : "WRONG");
    return right ? 0 : 1;
}

template <typename T>
T* on_device(size_t count) {
    T* memory;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

template <typename T>
T* on_device(const std::vector<T>& values) {
    T* memory = on_device<T>(values.size());
    CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <typename T>
std::vector<T> on_host(const T* memory, size_t count) {
    std::vector<T> values(count);
    CHECK(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}
