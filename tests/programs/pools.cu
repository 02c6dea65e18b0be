// Memory from pools, in stream order: cudaMallocAsync from the device's own pool and from one
// of the program's, on two streams that hand memory to each other. An address is given out
// again while kernels that had it may still run.
#include "../device/check.cuh"

constexpr unsigned rounds = 30, elements = 1 << 18;

__global__ void fill(unsigned* values, unsigned what) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    values[at] = at * what;
}

__global__ void add_up(const unsigned* values, unsigned* sum) {
    atomicAdd(sum, values[blockIdx.x * blockDim.x + threadIdx.x]);
}

static cudaMemPool_t own_pool() {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.handleTypes = cudaMemHandleTypeNone;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = 0;
    cudaMemPool_t pool;
    CHECK(cudaMemPoolCreate(&pool, &properties));
    unsigned long long kept = 64ull << 20;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    return pool;
}

int main() {
    const cudaMemPool_t pool = own_pool();
    cudaStream_t writes, reads;
    cudaEvent_t written;
    CHECK(cudaStreamCreateWithFlags(&writes, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&reads, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
    const DeviceArray<unsigned> sum(std::vector<unsigned>(1, 0));
    CHECK(cudaDeviceSynchronize());
    unsigned expected = 0;
    for (unsigned round = 0; round < rounds; round++) {
        unsigned* values = nullptr;
        const size_t bytes = elements * sizeof(unsigned);
        if (round % 2 == 0) {
            CHECK(cudaMallocAsync(&values, bytes, writes));
        } else {
            CHECK(cudaMallocFromPoolAsync(&values, bytes, pool, writes));
        }
        fill<<<elements / 256, 256, 0, writes>>>(values, round);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(written, writes));
        CHECK(cudaStreamWaitEvent(reads, written, 0));
        add_up<<<elements / 256, 256, 0, reads>>>(values, sum.get());
        CHECK(cudaGetLastError());
        CHECK(cudaFreeAsync(values, reads));
        for (unsigned at = 0; at < elements; at++) expected += at * round;
    }
    CHECK(cudaDeviceSynchronize());
    require(sum.host()[0] == expected, "add_up");
    CHECK(cudaEventDestroy(written));
    CHECK(cudaStreamDestroy(reads));
    CHECK(cudaStreamDestroy(writes));
    CHECK(cudaMemPoolDestroy(pool));
    std::printf("add_up: %u rounds, sum %u\n", rounds, expected);
}
