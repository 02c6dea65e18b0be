// Kernels that call CUDA's runtime for kernels. The cubin beside this file:
//     nvcc -std=c++17 -O3 -arch=sm_90 -rdc=true -dc -o runtime.o runtime.cu
//     nvcc -arch=sm_90 -dlink -cubin -o runtime.sm_90.cubin runtime.o -lcudadevrt
// (nvcc 13.0.88) Without -rdc=true kernels have no such calls, and the file is empty.
#ifdef __CUDACC_RDC__
extern "C" {
__global__ void child(float* out) { out[threadIdx.x] *= 2; }
__global__ void launches(float* out) { child<<<1, 32>>>(out); }
__global__ void copies(float* out, float* in) { cudaMemcpyAsync(out, in, 64, cudaMemcpyDeviceToDevice, 0); }
__global__ void sets(float* out) { cudaMemsetAsync(out, 0, 64, 0); }
__global__ void takes(float** out) { cudaMalloc(out, 64); }
__global__ void asks(int* out) {
    cudaDeviceGetAttribute(out, cudaDevAttrMultiProcessorCount, 0);
    out[1] = cudaGetLastError();
}
}
#endif
