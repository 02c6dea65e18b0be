// Two contexts of one process on one GPU, beside the primary one: launches go to
// the first, the second, and the first again. Then both are destroyed.
#include "driver.cuh"

#include <cudaTypedefs.h>

__global__ void increment(int* value) { *value += 1; }

static void launch(int* value, int count) {
    for (int i = 0; i < count; i++) {
        increment<<<1, 1>>>(value);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
}

static int* new_counter() {
    int* value = nullptr;
    CHECK(cudaMalloc(&value, sizeof(int)));
    const int zero = 0;
    CHECK(cudaMemcpy(value, &zero, sizeof(int), cudaMemcpyHostToDevice));
    return value;
}

static void expect(const int* value, int expected) {
    int found = -1;
    CHECK(cudaMemcpy(&found, value, sizeof(int), cudaMemcpyDeviceToHost));
    require(found == expected, "increment");
}

int main() {
    CHECK(cudaFree(nullptr));
    const auto create = driver_function<PFN_cuCtxCreate_v3020>("cuCtxCreate", 3020);
    const auto destroy = driver_function<PFN_cuCtxDestroy_v4000>("cuCtxDestroy", 4000);
    const auto set_current = driver_function<PFN_cuCtxSetCurrent_v4000>("cuCtxSetCurrent", 4000);

    // The runtime works in whatever context is current.
    CUcontext first, second;
    DRIVER(create(&first, 0, 0));
    int* in_first = new_counter();
    launch(in_first, 10);
    DRIVER(create(&second, 0, 0));
    int* in_second = new_counter();
    launch(in_second, 20);
    DRIVER(set_current(first));
    launch(in_first, 30);

    expect(in_first, 40);
    DRIVER(set_current(second));
    expect(in_second, 20);
    DRIVER(destroy(second));
    DRIVER(destroy(first));
    std::printf("increment: 40 launches in the first context, 20 in the second\n");
}
