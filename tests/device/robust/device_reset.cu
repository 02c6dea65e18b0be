// Kernels, cudaDeviceReset, kernels again: the context and all modules go and come
// back under a new context.
#include "../check.cuh"

__global__ void increment(int* value) { *value += 1; }

static void launch(const char* when, int launches) {
    DeviceArray<int> value(std::vector<int>(1, 0));
    for (int i = 0; i < launches; i++) {
        increment<<<1, 1>>>(value.get());
        CHECK(cudaGetLastError());
    }
    require(value.host()[0] == launches, when);
    std::printf("increment: %d launches %s\n", launches, when);
}

int main() {
    launch("before the reset", 10);
    CHECK(cudaDeviceReset());
    launch("after the reset", 20);
    CHECK(cudaDeviceReset());
}
