// Kernels that last a known number of cycles.
#pragma once

#include "short.cuh"

#include <cuda_runtime.h>

// About 2 ms: start and end of a kernel, some microseconds, stay below 1 %.
constexpr long long kernel_cycles = SHORT ? 100'000 : 4'000'000;

// Keeps the warp issuing until `cycles` have passed since `start`.
__device__ inline void spin_until(long long start, long long cycles) {
    while (clock64() - start < cycles) {
    }
}

// The same, but asleep for nearly all of the time, so that the warp is resident
// and issues next to nothing. It may oversleep by some microseconds.
__device__ inline void sleep_until(long long start, long long cycles) {
    while (clock64() - start < cycles) __nanosleep(1000);
}
