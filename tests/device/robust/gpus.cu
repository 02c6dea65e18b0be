// Twenty launches on every GPU that this process sees, in turn, and their results.
//
//     gpus
#include "../check.cuh"

#include <vector>

__global__ void add(float* data, float what) { data[threadIdx.x] += what; }

int main() {
    int count = 0;
    CHECK(cudaGetDeviceCount(&count));
    std::vector<float*> data(count);
    for (int gpu = 0; gpu < count; gpu++) {
        CHECK(cudaSetDevice(gpu));
        CHECK(cudaMalloc(&data[gpu], 256 * sizeof(float)));
        CHECK(cudaMemset(data[gpu], 0, 256 * sizeof(float)));
    }
    for (int turn = 0; turn < 20; turn++) {
        for (int gpu = 0; gpu < count; gpu++) {
            CHECK(cudaSetDevice(gpu));
            add<<<1, 256>>>(data[gpu], static_cast<float>(gpu + 1));
            CHECK(cudaGetLastError());
        }
    }
    for (int gpu = 0; gpu < count; gpu++) {
        CHECK(cudaSetDevice(gpu));
        float sum = 0;
        CHECK(cudaMemcpy(&sum, data[gpu], sizeof sum, cudaMemcpyDeviceToHost));
        require(sum == 20.0f * static_cast<float>(gpu + 1), "every launch ran once");
    }
}
