// Sixty-four host threads that launch at once, each on its own default stream and with memory
// of its own, and add to one sum that all share. Six launches each.
#include "../device/check.cuh"

#include <thread>

constexpr unsigned threads = 64, launches = 6, elements = 4096;

__global__ void increment(unsigned* values, unsigned* shared) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    values[at] += 1;
    if (at == 0) atomicAdd(shared, 1u);
}

static void work(unsigned* shared) {
    const DeviceArray<unsigned> values(std::vector<unsigned>(elements, 0));
    for (unsigned launch = 0; launch < launches; launch++) {
        increment<<<elements / 256, 256, 0, cudaStreamPerThread>>>(values.get(), shared);
        CHECK(cudaGetLastError());
        if (launch % 2 == 1) CHECK(cudaStreamSynchronize(cudaStreamPerThread));
    }
    for (unsigned value : values.host()) require(value == launches, "increment");
}

int main() {
    const DeviceArray<unsigned> shared(std::vector<unsigned>(1, 0));
    CHECK(cudaDeviceSynchronize());
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; t++) workers.emplace_back(work, shared.get());
    for (std::thread& worker : workers) worker.join();
    require(shared.host()[0] == threads * launches, "the shared sum");
    std::printf("increment: %u launches from %u threads\n", threads * launches, threads);
}
