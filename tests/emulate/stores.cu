// How L1 joins stores of parts of a sector on their way to L2, by grids of 1 to 13,200 blocks. lab/engine.md has
// the results.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int THREADS = 256;

__device__ size_t thread() { return blockIdx.x * size_t(THREADS) + threadIdx.x; }

// N words a thread, one store each.
template <int N, int BLOCKS, int GAP>
__global__ void parts(float* out, float x, int rounds) {
  const size_t i = thread();
#pragma unroll
  for (int w = 0; w < N; w++) {
    out[N * i + w] = x;
    for (int r = 0; r < rounds * GAP; r++) x = x * x + 1;
  }
}

// As many loads, then the stores.
template <int N, int BLOCKS>
__global__ void copied(const float* in, float* out) {
  const size_t i = thread();
  float x[N];
#pragma unroll
  for (int w = 0; w < N; w++) x[w] = in[N * i + w];
#pragma unroll
  for (int w = 0; w < N; w++) out[N * i + w] = x[N - 1 - w];
}

// A load between the stores, which waits for it.
template <int N, int BLOCKS>
__global__ void loaded_between(const float* in, const int* at, float* out) {
  const size_t i = thread();
  int place = i;
  for (int w = 0; w < N; w++) {
    place = at[place];
    out[N * i + w] = place;
  }
}
template <int N, int BLOCKS>
__global__ void bytes(unsigned char* out, int x) {
  const size_t i = thread();
#pragma unroll
  for (int w = 0; w < N; w++) out[N * i + w] = x + w;
}
template <int N, int BLOCKS>
__global__ void doubles(double* out, double x) {
  const size_t i = thread();
#pragma unroll
  for (int w = 0; w < N; w++) out[N * i + w] = x + w;
}

// Two parts, far apart in order: the first words of N arrays of structures, then the second words.
template <int N, int BLOCKS>
__global__ void apart(float* out, float x, size_t stride) {
  const size_t i = thread();
#pragma unroll
  for (int w = 0; w < N; w++) out[w * stride + 2 * i] = x;
#pragma unroll
  for (int w = 0; w < N; w++) out[w * stride + 2 * i + 1] = x;
}

// A word a warp, next to that of the next warp.
template <int BLOCKS>
__global__ void by_warps(float* out, float x) {
  const size_t i = thread();
  if (threadIdx.x % 32 == 0) out[i / 32] = x;
}

// Each thread writes a row of 32 words, one after the other.
template <int BLOCKS>
__global__ void rows(float* out, float x) {
  const size_t i = thread();
  for (int w = 0; w < 32; w++) out[32 * i + w] = x + w;
}

// Two blocks share each sector: even and odd words.
template <int BLOCKS>
__global__ void even_odd(float* out, float x) {
  const size_t i = blockIdx.x / 2 * size_t(THREADS) + threadIdx.x;
  out[2 * i + blockIdx.x % 2] = x;
}

// Not aligned: the warps share a sector with their neighbours.
template <int BLOCKS>
__global__ void shifted(float* out, float x) {
  const size_t i = thread();
  out[i + 1] = x;
}

// A block that is 33 wide: two dimensions, image style.
template <int BLOCKS>
__global__ void odd_rows(float* out, float x) {
  const size_t row = blockIdx.x * 8 + threadIdx.x / 32;
  out[row * 33 + threadIdx.x % 32] = x;
}

template <int B>
void all(float* out, const float* in, const int* at) {
  const size_t stride = size_t(B) * THREADS * 2 + 64;
  parts<2, B, 0><<<B, THREADS>>>(out, 1, 1);
  parts<3, B, 0><<<B, THREADS>>>(out, 1, 1);
  parts<4, B, 0><<<B, THREADS>>>(out, 1, 1);
  parts<5, B, 0><<<B, THREADS>>>(out, 1, 1);
  parts<6, B, 0><<<B, THREADS>>>(out, 1, 1);
  parts<8, B, 0><<<B, THREADS>>>(out, 1, 1);
  parts<12, B, 0><<<B, THREADS>>>(out, 1, 1);
  parts<3, B, 4><<<B, THREADS>>>(out, 1, 1);
  parts<3, B, 16><<<B, THREADS>>>(out, 1, 1);
  parts<3, B, 64><<<B, THREADS>>>(out, 1, 1);
  parts<3, B, 256><<<B, THREADS>>>(out, 1, 1);
  parts<8, B, 16><<<B, THREADS>>>(out, 1, 1);
  copied<2, B><<<B, THREADS>>>(in, out);
  copied<3, B><<<B, THREADS>>>(in, out);
  copied<4, B><<<B, THREADS>>>(in, out);
  copied<6, B><<<B, THREADS>>>(in, out);
  copied<8, B><<<B, THREADS>>>(in, out);
  loaded_between<3, B><<<B, THREADS>>>(in, at, out);
  bytes<2, B><<<B, THREADS>>>((unsigned char*)out, 1);
  bytes<3, B><<<B, THREADS>>>((unsigned char*)out, 1);
  bytes<4, B><<<B, THREADS>>>((unsigned char*)out, 1);
  bytes<8, B><<<B, THREADS>>>((unsigned char*)out, 1);
  doubles<2, B><<<B, THREADS>>>((double*)out, 1);
  doubles<3, B><<<B, THREADS>>>((double*)out, 1);
  doubles<4, B><<<B, THREADS>>>((double*)out, 1);
  apart<1, B><<<B, THREADS>>>(out, 1, stride);
  apart<2, B><<<B, THREADS>>>(out, 1, stride);
  apart<4, B><<<B, THREADS>>>(out, 1, stride);
  apart<8, B><<<B, THREADS>>>(out, 1, stride);
  by_warps<B><<<B, THREADS>>>(out, 1);
  rows<B><<<B, THREADS>>>(out, 1);
  even_odd<B><<<B, THREADS>>>(out, 1);
  shifted<B><<<B, THREADS>>>(out, 1);
  odd_rows<B><<<B, THREADS>>>(out, 1);
}

__global__ void fill(int* at, int count) {
  const int i = thread();
  if (i < count) at[i] = (i + 32) % count;
}

int main() {
  constexpr int MOST = 13200;
  float *out, *in;
  int* at;
  cudaMalloc(&out, MOST * size_t(THREADS) * 32 * 4 + (1 << 20));
  cudaMalloc(&in, MOST * size_t(THREADS) * 12 * 4);
  cudaMalloc(&at, MOST * size_t(THREADS) * 4);
  fill<<<MOST, THREADS>>>(at, MOST * THREADS);
  all<1>(out, in, at);
  all<16>(out, in, at);
  all<132>(out, in, at);
  all<264>(out, in, at);
  all<1056>(out, in, at);
  all<2640>(out, in, at);
  all<MOST>(out, in, at);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
