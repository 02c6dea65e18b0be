// cudaProfilerStart and cudaProfilerStop around a part of the program, twice: 5 launches
// before, 6 and 7 within, 8 between and 9 after. A profiler may take the calls as a wish,
// but they must go on to succeed, and every launch must run.
#include "../device/check.cuh"

#include <cuda_profiler_api.h>

__global__ void increment(int* value) { *value += 1; }

static void launch(int* value, int count) {
    for (int i = 0; i < count; i++) {
        increment<<<1, 1>>>(value);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
}

int main() {
    const DeviceArray<int> value(std::vector<int>(1, 0));
    launch(value.get(), 5);
    CHECK(cudaProfilerStart());
    launch(value.get(), 6);
    CHECK(cudaProfilerStop());
    launch(value.get(), 8);
    CHECK(cudaProfilerStart());
    launch(value.get(), 7);
    CHECK(cudaProfilerStop());
    launch(value.get(), 9);
    require(value.host()[0] == 5 + 6 + 8 + 7 + 9, "increment");
    std::printf("increment: 13 launches within, 22 outside\n");
}
