// What counters know of shared memory beside loads and stores: asynchronous copies, and loads and stores of matrices.
//
//     nvcc -arch=sm_90 -cudart shared -O3 -o shared_bytes shared_bytes.cu
//     propp profile --all --runs one --no-code -o shared_bytes.propp -- ./shared_bytes
//     propp show shared_bytes.propp --rows counters --format csv
//
// Each copy is of 16 bytes a lane, eight times, and a word a lane is loaded then. If the addresses are known to the
// compiler but for one, the other seven are offsets of the instructions.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int ROUNDS = 8, BYTES = 70000;

enum class Way { offsets, offsets_by_l1, filled, computed, computed_apart };

template <Way way>
__global__ void copied(const float4* in, float* out, int step, int apart) {
  extern __shared__ float4 shared[];
  constexpr bool is_computed = way == Way::computed || way == Way::computed_apart;
  const int lane = int(threadIdx.x), between = is_computed ? step : 512;
  const unsigned to = unsigned(__cvta_generic_to_shared(shared + (is_computed ? apart * lane : lane)));
  for (int i = 0; i < ROUNDS; i++) {
    const unsigned own = to + i * between * 16;
    const float4* source = in + lane + i * 512;
    if (way == Way::offsets_by_l1) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(own), "l"(source));
    } else if (way == Way::filled) {
      // The upper lanes only fill with zeros.
      const int bytes = lane < 16 ? 16 : 0;
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(own), "l"(source), "r"(bytes));
    } else {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(own), "l"(source));
    }
  }
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[lane] = reinterpret_cast<float*>(shared)[lane];
}

// Rows of eight halves, so many bytes apart: 32 rows an instruction, or eight.
template <int pitch, bool four>
__global__ void loaded(unsigned* out) {
  extern __shared__ float4 shared[];
  unsigned* words = reinterpret_cast<unsigned*>(shared);
  const int lane = int(threadIdx.x);
  for (int i = lane; i < 2048; i += 32) words[i] = i;
  __syncthreads();
  const unsigned from = unsigned(__cvta_generic_to_shared(shared)) + lane % (four ? 32 : 8) * pitch;
  unsigned sum = 0;
  for (int i = 0; i < ROUNDS; i++) {
    unsigned a, b = 0, c = 0, d = 0;
    if (four) {
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(from + i * 16));
    } else {
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(from + i * 16));
    }
    sum += a ^ b ^ c ^ d;
  }
  out[lane] = sum;
}

template <int pitch>
__global__ void stored(unsigned* out) {
  extern __shared__ float4 shared[];
  const int lane = int(threadIdx.x);
  const unsigned to = unsigned(__cvta_generic_to_shared(shared)) + lane * pitch;
  for (int i = 0; i < ROUNDS; i++) {
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(to + i * 16), "r"(lane + i)
                 : "memory");
  }
  __syncthreads();
  out[lane] = reinterpret_cast<unsigned*>(shared)[lane * 4];
}

int main() {
  float4* in;
  float* out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 16);
  cudaMemset(in, 0, 1 << 20);
  unsigned* words = reinterpret_cast<unsigned*>(out);
  const auto copy = [&](auto kernel, int step, int apart) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
    kernel<<<1, 32, BYTES>>>(in, out, step, apart);
  };
  copy(copied<Way::offsets>, 0, 0);
  copy(copied<Way::offsets_by_l1>, 0, 0);
  copy(copied<Way::filled>, 0, 0);
  copy(copied<Way::computed>, 32, 1);
  copy(copied<Way::computed_apart>, 1, 8);
  loaded<16, true><<<1, 32, 8192>>>(words);
  loaded<128, true><<<1, 32, 8192>>>(words);
  loaded<144, true><<<1, 32, 8192>>>(words);
  loaded<16, false><<<1, 32, 8192>>>(words);
  stored<16><<<1, 32, 8192>>>(words);
  stored<128><<<1, 32, 8192>>>(words);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
