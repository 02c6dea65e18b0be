// Several host threads launch at once, each on two streams of its own. The kernel
// is the same for all; 4 threads x 2 streams x 25 launches.
#include "../check.cuh"

#include <thread>

constexpr int threads = 4;
constexpr int streams = 2;
constexpr int launches = 25;
constexpr int elements = 1 << 16;

__global__ void increment(unsigned* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

static void work() {
    cudaStream_t stream[streams];
    std::vector<unsigned> zeros(elements, 0);
    for (cudaStream_t& s : stream) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    {
        DeviceArray<unsigned> first(zeros), second(zeros);
        CHECK(cudaDeviceSynchronize());  // the streams do not wait for the copies above
        for (int launch = 0; launch < launches; launch++) {
            increment<<<elements / 256, 256, 0, stream[0]>>>(first.get());
            CHECK(cudaGetLastError());
            increment<<<elements / 256, 256, 0, stream[1]>>>(second.get());
            CHECK(cudaGetLastError());
        }
        for (cudaStream_t s : stream) CHECK(cudaStreamSynchronize(s));
        for (unsigned value : first.host()) require(value == launches, "first stream");
        for (unsigned value : second.host()) require(value == launches, "second stream");
    }
    for (cudaStream_t s : stream) CHECK(cudaStreamDestroy(s));
}

int main() {
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; t++) workers.emplace_back(work);
    for (std::thread& worker : workers) worker.join();
    std::printf("increment: %d launches from %d threads\n", threads * streams * launches, threads);
}
