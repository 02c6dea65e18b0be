// Managed memory, 64 MB: the host and the GPU write to it in turn, pages move by themselves
// when touched, and once they are moved ahead. A kernel reads what it then overwrites, in
// memory that need not be on the GPU.
#include "../device/check.cuh"

constexpr unsigned count = 16 << 20, rounds = 4;

__global__ void step(unsigned* values, unsigned what) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    values[at] = values[at] * 3 + what;
}

int main() {
    int concurrent = 0;
    CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
    unsigned* values = nullptr;
    CHECK(cudaMallocManaged(&values, count * sizeof(unsigned)));
    for (unsigned at = 0; at < count; at++) values[at] = at;
    for (unsigned round = 0; round < rounds; round++) {
        if (round == 2 && concurrent) {
            cudaMemLocation gpu{};
            gpu.type = cudaMemLocationTypeDevice;
            gpu.id = 0;
            CHECK(cudaMemPrefetchAsync(values, count * sizeof(unsigned), gpu, 0, nullptr));
        }
        step<<<count / 256, 256>>>(values, round);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        for (unsigned at = round; at < count; at += 1024) values[at] += 1;
    }
    unsigned checksum = 0;
    for (unsigned at = 0; at < count; at++) {
        unsigned expected = at;
        for (unsigned round = 0; round < rounds; round++) {
            expected = expected * 3 + round + (at % 1024 == round ? 1 : 0);
        }
        require(values[at] == expected, "step");
        checksum = checksum * 31 + values[at];
    }
    CHECK(cudaFree(values));
    std::printf("step: %u rounds of host and GPU, checksum %u\n", rounds, checksum);
}
