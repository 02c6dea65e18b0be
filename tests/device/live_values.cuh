// A body that needs about as many registers as it is told to.
#pragma once

#include <cuda_runtime.h>

// Values live at once, all of them in use in every round: the loop cannot be
// unrolled away because its length comes from the caller.
template <int Values>
__host__ __device__ inline unsigned live_values(unsigned seed, int rounds) {
    unsigned value[Values];
#pragma unroll
    for (int i = 0; i < Values; i++) value[i] = seed * (2 * i + 3u) + i;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int i = 0; i < Values; i++) value[i] = value[i] * 5 + value[(i + 7) % Values];
    }
    unsigned sum = 0;
#pragma unroll
    for (int i = 0; i < Values; i++) sum = sum * 3 + value[i];
    return sum;
}
