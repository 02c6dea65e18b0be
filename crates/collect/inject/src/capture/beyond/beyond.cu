// Kernels with and without what a file cannot hold. The cubin beside this file:
//     nvcc -std=c++17 -O3 -arch=sm_90 -cubin -o beyond.sm_90.cubin beyond.cu
// (nvcc 13.0.88)
#include <cstdio>
extern "C" {
__global__ void plain(float* out) { out[threadIdx.x] *= 2; }
__global__ void prints(int n) { printf("%d\n", n); }
__global__ void takes(int** out) { out[threadIdx.x] = static_cast<int*>(malloc(64)); }
__global__ void gives(int** in) { free(in[threadIdx.x]); }
__global__ void fetches(cudaTextureObject_t from, float* out) {
    out[threadIdx.x] = tex2D<float>(from, 0.0f, threadIdx.x);
}
__global__ void stores(cudaSurfaceObject_t to) { surf2Dwrite(1.0f, to, threadIdx.x * 4, 0); }
__device__ __noinline__ float deep(cudaTextureObject_t from, float x) {
    return tex1Dfetch<float>(from, static_cast<int>(x));
}
__global__ void calls(cudaTextureObject_t from, float* out) {
    out[threadIdx.x] = deep(from, out[threadIdx.x]);
}
}
