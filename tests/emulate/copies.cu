// What the counter of shared bytes counts of asynchronous copies: 8 of 16 bytes a lane in each kernel, and a word a
// lane that is loaded from there (128 bytes).
//
//     nvcc -arch=sm_90 -cudart shared -O3 -o copies copies.cu
//     propp profile --all --runs one -o copies.propp -- ./copies
//     propp show copies.propp --rows counters --format csv
#include <cstdio>
#include <cuda_runtime.h>

enum class Way { all, filled, by_l1, half, filled_by_l1, prefetched, pairs };

template <Way way>
__global__ void copies(const float4* in, float* out, int few) {
  extern __shared__ float4 shared[];
  const unsigned to = unsigned(__cvta_generic_to_shared(shared + threadIdx.x));
  const float4* from = in + (way == Way::pairs ? threadIdx.x / 2 : threadIdx.x);
  // The other lanes only fill with zeros.
  const int bytes = int(threadIdx.x) < few ? 16 : 0;
  for (int i = 0; i < 8; i++) {
    const unsigned own = to + i * 512 * 16;
    const float4* source = from + i * 512;
    if (way == Way::filled) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(own), "l"(source), "r"(bytes));
    } else if (way == Way::filled_by_l1) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(own), "l"(source), "r"(bytes));
    } else if (way == Way::by_l1) {
      asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(own), "l"(source));
    } else if (way == Way::prefetched) {
      asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(own), "l"(source));
    } else if (way != Way::half || int(threadIdx.x) < few) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(own), "l"(source));
    }
  }
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<float*>(shared)[threadIdx.x];
}

template <Way way>
static void launch(const float4* in, float* out) {
  constexpr int BYTES = 70000;
  cudaFuncSetAttribute(copies<way>, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
  copies<way><<<1, 32, BYTES>>>(in, out, 16);
}

int main() {
  float4* in;
  float* out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 16);
  cudaMemset(in, 0, 1 << 20);
  launch<Way::all>(in, out);
  launch<Way::filled>(in, out);
  launch<Way::by_l1>(in, out);
  launch<Way::half>(in, out);
  launch<Way::filled_by_l1>(in, out);
  launch<Way::prefetched>(in, out);
  launch<Way::pairs>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
