// What L1 hands on to L2, by kernels that each show one thing: what stores leave in L1, local memory, hits
// among blocks, the size of L1, uniform loads and votes; and what counts as an active thread.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int BLOCKS = 264, THREADS = 256, COUNT = BLOCKS * THREADS;

// Stores a word per thread, then loads a word that another warp of the block has stored.
__global__ void stored_then_loaded(int* words, int* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  words[i] = i;
  __syncthreads();
  out[i] = words[i ^ 32];
}

// The lines are in L1 when words of them are stored, and are loaded again.
__global__ void loaded_stored_loaded(int* words, int* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  const int before = words[i];
  __syncthreads();
  words[i] = before + 1;
  __syncthreads();
  out[i] = words[i ^ 32];
}

// One word of each sector is stored, then another is loaded.
__global__ void part_of_a_sector_stored(int* words, int* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  words[8 * i] = i;
  __syncthreads();
  out[i] = words[8 * (i ^ 32) + 1];
}

// The same word of a line by an atomic, then a load of the line.
__global__ void atomic_then_loaded(int* words, int* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  const int before = words[i ^ 32];
  atomicAdd(&words[i], before);
  __syncthreads();
  out[i] = words[i ^ 32];
}

// A sector of each line, then its neighbour.
__global__ void neighbouring_sectors(const int* words, int* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  const int one = words[8 * i];
  __syncthreads();
  out[i] = one + words[8 * (i ^ 1)] + words[8 * (i ^ 32) + 4];
}

template <int WORDS>
__global__ void local_array(const int* places, int* out, int rounds) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  int own[WORDS];
  for (int w = 0; w < WORDS; w++) own[w] = i + w;
  int sum = 0;
  for (int r = 0; r < rounds; r++) {
    const int at = places[(i + r) % COUNT] % WORDS;
    sum += own[at];
    own[(at + r) % WORDS] = sum;
  }
  out[i % COUNT] = sum;
}

// Every thread's array is written from end to end, and one word of it is read.
__global__ void local_written(const int* places, int* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  int own[128];
  for (int w = 0; w < 128; w++) own[w] = i * w;
  out[i] = own[places[i] & 127];
}

// More registers than a thread may have.
__global__ void __launch_bounds__(1024, 2) spilled(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float own[64];
#pragma unroll
  for (int w = 0; w < 64; w++) own[w] = in[i + w * 16];
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < 4; r++) {
#pragma unroll
    for (int w = 0; w < 64; w++) {
      own[w] = own[w] * own[(w + 7) & 63] + own[(w + 31) & 63];
      sum += own[w];
    }
  }
  out[i] = sum;
}

// A block goes through its part of an array several times: `bytes` in each of the blocks of an SM.
template <int KIBIBYTES>
__global__ void gone_through(const int* words, int* out, int rounds) {
  constexpr int EACH = KIBIBYTES * 256;
  const int* own = words + size_t(blockIdx.x) * EACH;
  int sum = 0;
  for (int r = 0; r < rounds; r++)
    for (int w = threadIdx.x; w < EACH; w += THREADS) sum += own[w];
  out[blockIdx.x * THREADS + threadIdx.x] = sum;
}

// All blocks load the same array.
__global__ void shared_among_blocks(const int* words, int* out) {
  int sum = 0;
  for (int w = threadIdx.x; w < 4096; w += THREADS) sum += words[w];
  out[blockIdx.x * THREADS + threadIdx.x] = sum;
}

// Neighbouring blocks load overlapping windows.
__global__ void window(const float* in, float* out, int radius) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  float sum = 0;
  for (int d = -radius; d <= radius; d++) sum += in[(i + d + COUNT) % COUNT];
  out[i] = sum;
}

__global__ void uniform(const int* words, int* out, int rounds) {
  int sum = 0;
  for (int r = 0; r < rounds; r++) sum += words[r * 33];
  out[blockIdx.x * THREADS + threadIdx.x] = sum;
}

__global__ void voted(const int* words, int* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  const unsigned some = __ballot_sync(~0u, words[i] & 1);
  if (threadIdx.x % 32 == 0) out[i / 32] = __popc(some);
}

// Three words per thread: each line is asked for by three loads.
__global__ void structures(const float* in, float* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  out[3 * i] = in[3 * i + 1];
  out[3 * i + 1] = in[3 * i + 2];
  out[3 * i + 2] = in[3 * i];
}

// A row per thread: each load of a warp touches 32 lines, and the next loads the rest of them.
__global__ void row_per_thread(const float* in, float* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  float sum = 0;
  for (int w = 0; w < 32; w++) sum += in[32 * i + w];
  out[i] = sum;
}

__global__ void gathered(const int* places, const int* words, int* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  int at = i;
  for (int r = 0; r < 16; r++) at = words[(at * 1664525 + places[i]) & (COUNT - 1) & 0xffff];
  out[i] = at;
}

// Threads of a warp run loops of different lengths.
__global__ void uneven_loop(const int* rounds, const float* in, float* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rounds[i % 32]; r++) sum = sum * in[r] + 1;
  out[i] = sum;
}

__global__ void uneven_nested(const int* rounds, const float* in, float* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rounds[i % 32]; r++)
    for (int s = r; s < rounds[(i + r) % 32]; s++)
      if (in[s] > sum) sum += in[r];
  out[i] = sum;
}

__global__ void last_threads(const float* in, float* out, int count) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i >= count) return;
  float x = in[i];
  for (int r = 0; r < 20; r++) x = x * x + in[r];
  out[i] = x;
}

__global__ void one_thread(const float* in, float* out, int rounds) {
  if (threadIdx.x != 0) return;
  float x = 0;
  for (int r = 0; r < rounds; r++) x = x * in[r] + 1;
  out[blockIdx.x] = x;
}

__global__ void halved(const float* in, float* out) {
  __shared__ float part[THREADS];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * THREADS + t];
  __syncthreads();
  for (int d = THREADS / 2; d > 0; d /= 2) {
    if (t < d) part[t] += part[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void cases(const int* kinds, const float* in, float* out) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  float x = in[i];
  switch (kinds[i] & 3) {
    case 0: for (int r = 0; r < 8; r++) x = sqrtf(x + in[r]); break;
    case 1: for (int r = 0; r < 4; r++) x = x / (in[r] + 2); break;
    case 2: x = sinf(x); break;
    default: x = 0;
  }
  out[i] = x;
}

__global__ void fill(int* words, float* numbers, int* rounds) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  for (int w = i; w < COUNT * 32; w += COUNT) {
    words[w] = w * 2654435761u >> 7;
    numbers[w] = float(w % 1000) / 1000;
  }
  if (i < 32) rounds[i] = i;
}

int main() {
  int *words, *out, *rounds;
  float *numbers, *sums;
  cudaMalloc(&words, 264 * 200 * 1024 + COUNT * 128);
  cudaMalloc(&out, COUNT * 4 * 4);
  cudaMalloc(&numbers, COUNT * 128 + 4096);
  cudaMalloc(&sums, COUNT * 16);
  cudaMalloc(&rounds, 128);
  cudaMemset(words, 1, 264 * 200 * 1024);
  fill<<<BLOCKS, THREADS>>>(words, numbers, rounds);
  stored_then_loaded<<<BLOCKS, THREADS>>>(out, out + COUNT);
  loaded_stored_loaded<<<BLOCKS, THREADS>>>(out, out + COUNT);
  part_of_a_sector_stored<<<BLOCKS, THREADS>>>((int*)numbers, out);
  atomic_then_loaded<<<BLOCKS, THREADS>>>(out, out + COUNT);
  fill<<<BLOCKS, THREADS>>>(words, numbers, rounds);
  neighbouring_sectors<<<BLOCKS, THREADS>>>(words, out);
  local_array<16><<<BLOCKS, THREADS>>>(words, out, 50);
  local_array<64><<<BLOCKS, THREADS>>>(words, out, 50);
  local_array<256><<<BLOCKS, THREADS>>>(words, out, 50);
  local_array<64><<<BLOCKS * 16, THREADS>>>(words, out, 50);
  local_written<<<BLOCKS, THREADS>>>(words, out);
  spilled<<<BLOCKS / 4, 1024>>>(numbers, sums);
  gone_through<8><<<BLOCKS, THREADS>>>(words, out, 4);
  gone_through<32><<<BLOCKS, THREADS>>>(words, out, 4);
  gone_through<100><<<BLOCKS, THREADS>>>(words, out, 4);
  gone_through<160><<<BLOCKS / 2, THREADS>>>(words, out, 4);
  gone_through<200><<<BLOCKS / 2, THREADS>>>(words, out, 4);
  shared_among_blocks<<<BLOCKS, THREADS>>>(words, out);
  window<<<BLOCKS, THREADS>>>(numbers, sums, 8);
  uniform<<<BLOCKS, THREADS>>>(words, out, 64);
  voted<<<BLOCKS, THREADS>>>(words, out);
  structures<<<BLOCKS, THREADS>>>(numbers, sums);
  row_per_thread<<<BLOCKS, THREADS>>>(numbers, sums);
  gathered<<<BLOCKS, THREADS>>>(words, words, out);
  uneven_loop<<<BLOCKS, THREADS>>>(rounds, numbers, sums);
  uneven_nested<<<BLOCKS, THREADS>>>(rounds, numbers, sums);
  last_threads<<<BLOCKS, THREADS>>>(numbers, sums, COUNT - 1003);
  one_thread<<<BLOCKS, THREADS>>>(numbers, sums, 100);
  halved<<<BLOCKS, THREADS>>>(numbers, sums);
  cases<<<BLOCKS, THREADS>>>(words, numbers, sums);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
