// N launches of an empty kernel, for the cost of a launch that is not selected.
//
//     many [N]      (default 10000)
//
// The count goes to stdout, the time of a launch, as the host sees it, to stderr.
#include "../check.cuh"

#include <chrono>

__global__ void empty() {}

using Clock = std::chrono::steady_clock;

int main(int argc, char** argv) {
    const int launches = argc > 1 ? std::atoi(argv[1]) : 10000;
    require(launches > 1, "at least two launches");
    empty<<<1, 1>>>();  // loads the module; counted, but not timed
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    // In batches that fit the launch queue: beyond, a launch waits for the GPU.
    const int batch = 256;
    Clock::duration spent{};
    for (int done = 1; done < launches; done += batch) {
        const auto start = Clock::now();
        for (int i = done; i < done + batch && i < launches; i++) empty<<<1, 1>>>();
        spent += Clock::now() - start;
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }
    const std::chrono::duration<double, std::nano> total = spent;
    std::fprintf(stderr, "empty: %.0f ns a launch\n", total.count() / (launches - 1));
    std::printf("empty: %d launches\n", launches);
}
