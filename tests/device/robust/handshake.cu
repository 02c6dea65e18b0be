// A kernel that waits for a kernel that is launched after it, on another stream.
//
//     handshake
//
// Side by side the two end at once. Run alone, the first never ends: what a
// profiler that runs launches one at a time has to be ready for. A kernel that
// waits for nobody comes before and after.
#include "../check.cuh"

__device__ volatile int flag;

__global__ void waits_for_the_other() {
    while (flag == 0) __nanosleep(1000);
}

__global__ void the_other() { flag = 1; }

__global__ void independent(float* data) { data[threadIdx.x] += 1.0f; }

int main() {
    float* data = nullptr;
    CHECK(cudaMalloc(&data, 1024 * sizeof(float)));
    CHECK(cudaMemset(data, 0, 1024 * sizeof(float)));
    cudaStream_t first, second;
    CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    // Code is loaded at the first launch, which waits for running kernels.
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, the_other));
    CHECK(cudaFuncGetAttributes(&attributes, waits_for_the_other));
    CHECK(cudaDeviceSynchronize());

    for (int i = 0; i < 3; i++) independent<<<1, 256, 0, first>>>(data);
    CHECK(cudaDeviceSynchronize());
    waits_for_the_other<<<1, 1, 0, first>>>();
    the_other<<<1, 1, 0, second>>>();
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 3; i++) independent<<<1, 256, 0, first>>>(data);
    CHECK(cudaDeviceSynchronize());
    std::printf("handshake: done\n");
}
