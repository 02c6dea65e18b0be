// What becomes of branches in machine code, by kernels that each show one thing: which branches ptxas makes
// predicates of, which conditions it joins, what ends a thread, and what takes many instructions; and a
// prefetch.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int BLOCKS = 132, THREADS = 256, COUNT = BLOCKS * THREADS, ROUNDS = 64;

// A state that each round changes, so that lanes take either side of a branch.
__device__ unsigned next(unsigned x) { return x * 1664525u + 1013904223u; }

// STEPS instructions, each of which needs the one before.
template <int STEPS>
__device__ unsigned work(unsigned x, unsigned y) {
#pragma unroll
  for (int i = 0; i < STEPS; i++) {
    if (i % 2) asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(y));
    else asm volatile("mul.lo.u32 %0, %0, %1;" : "+r"(x) : "r"(y));
  }
  return x;
}

#define KERNEL(name, body)                                          \
  __global__ void name(const unsigned* words, unsigned* out) {      \
    const int i = blockIdx.x * THREADS + threadIdx.x;               \
    unsigned x = words[i], y = i | 1, z = i;                        \
    _Pragma("unroll 1") for (int round = 0; round < ROUNDS; round++) { \
      x = next(x);                                                  \
      body;                                                         \
    }                                                               \
    out[i] = y + z;                                                 \
  }

// Eight instructions are predicated, nine are not.
KERNEL(eight, if (x >> 31) y = work<8>(y, x))
KERNEL(nine, if (x >> 31) y = work<9>(y, x))
// Each side has its own limit.
KERNEL(two_sides, if (x >> 31) y = work<6>(y, x); else y = work<5>(y, round))
// A load permits more.
KERNEL(with_load, if (x >> 31) { y = work<11>(y, x) + words[z]; })
// Two conditions are one branch, where the second one is short.
KERNEL(joined, if ((x >> 31) && (x ^ y) % 8 < 3) y = work<12>(y, x))
// The second condition changes what is used later: the outer branch stays.
KERNEL(nested, if (x >> 31) { z = work<2>(z, x); if (z & 64) y = work<4>(y, x); })
// An atomic keeps its branch.
KERNEL(atomic, if (x >> 31) atomicMax(&out[i], x))
// A division is many instructions.
KERNEL(division, if (x >> 30) y += x % y)
KERNEL(quotient, if (x >> 30) y += (unsigned)((float)x / (float)y))

// Lanes that end do not keep the others apart.
__global__ void ends(const unsigned* words, unsigned* out, int rounds) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  unsigned x = words[i], y = i | 1;
  if (x >> 31) {
    for (int round = 0; round < rounds; round++) {
      x = next(x);
      y = work<6>(y, x);
      if (x >> 27 == 0) return;
    }
    if (y & 1) return;
  }
#pragma unroll
  for (int k = 0; k < 16; k++) out[i + k * COUNT] = work<2>(y, k);
}

// Prefetches the lines that the next block of this SM loads.
__global__ void prefetched(const unsigned* words, unsigned* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (threadIdx.x < THREADS / 32)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(words + blockIdx.x * THREADS + threadIdx.x * 32));
  __syncthreads();
  out[i] = words[i];
}

__global__ void fill(unsigned* words) {
  const unsigned i = blockIdx.x * THREADS + threadIdx.x;
  words[i] = next(next(next(i * 2654435761u)));
}

int main() {
  unsigned *words, *out;
  cudaMalloc(&words, COUNT * 4);
  cudaMalloc(&out, COUNT * 64);
  fill<<<BLOCKS, THREADS>>>(words);
  eight<<<BLOCKS, THREADS>>>(words, out);
  nine<<<BLOCKS, THREADS>>>(words, out);
  two_sides<<<BLOCKS, THREADS>>>(words, out);
  with_load<<<BLOCKS, THREADS>>>(words, out);
  joined<<<BLOCKS, THREADS>>>(words, out);
  nested<<<BLOCKS, THREADS>>>(words, out);
  atomic<<<BLOCKS, THREADS>>>(words, out);
  division<<<BLOCKS, THREADS>>>(words, out);
  quotient<<<BLOCKS, THREADS>>>(words, out);
  ends<<<BLOCKS, THREADS>>>(words, out, 32);
  prefetched<<<BLOCKS, THREADS>>>(words, out);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
