// A cooperative launch: every block waits for every other, which only works while
// all are resident. Each round, a block adds what its neighbour had.
#include "../check.cuh"

#include <cooperative_groups.h>

#include <algorithm>

constexpr int rounds = 10;

// `values` holds two generations of one value per block.
__global__ void ring(unsigned* values) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const unsigned blocks = gridDim.x;
    const unsigned neighbour = (blockIdx.x + 1) % blocks;
    for (unsigned round = 0; round < rounds; round++) {
        const unsigned* old = values + round % 2 * blocks;
        unsigned* fresh = values + (round + 1) % 2 * blocks;
        if (threadIdx.x == 0) fresh[blockIdx.x] = old[blockIdx.x] + old[neighbour];
        grid.sync();
    }
}

int main() {
    int supported = 0, sms = 0;
    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    require(supported, "cooperative launches are supported");
    const unsigned blocks = 2 * static_cast<unsigned>(sms);

    std::vector<unsigned> values(2 * blocks);
    for (unsigned b = 0; b < blocks; b++) values[b] = b;
    DeviceArray<unsigned> device(values);
    for (int launch = 0; launch < 5; launch++) {
        unsigned* argument = device.get();
        void* arguments[] = {&argument};
        CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(ring), blocks, 64, arguments));
    }
    std::vector<unsigned> result = device.host();

    for (int round = 0; round < 5 * rounds; round++) {
        std::vector<unsigned> old(values.begin(), values.begin() + blocks);
        for (unsigned b = 0; b < blocks; b++) values[b] = old[b] + old[(b + 1) % blocks];
    }
    require(std::equal(values.begin(), values.begin() + blocks, result.begin()), "ring");
    std::printf("ring: 5 cooperative launches\n");
}
