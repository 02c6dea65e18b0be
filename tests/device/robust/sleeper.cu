// Launches for a long time, for a test that kills it half way.
//
//     sleeper [ITERATIONS]      (default 6000, ten minutes)
//
// Four launches, one line on stdout (flushed), a pause of 0.1 s, and again. A line
// says that its launches are complete.
#include "../check.cuh"

#include <chrono>
#include <thread>

__global__ void increment(unsigned* value) { *value += 1; }

int main(int argc, char** argv) {
    const int iterations = argc > 1 ? std::atoi(argv[1]) : 6000;
    DeviceArray<unsigned> value(std::vector<unsigned>(1, 0));
    for (int iteration = 1; iteration <= iterations; iteration++) {
        for (int launch = 0; launch < 4; launch++) {
            increment<<<1, 1>>>(value.get());
            CHECK(cudaGetLastError());
        }
        require(value.host()[0] == 4u * iteration, "increment");
        std::printf("increment: %d launches\n", 4 * iteration);
        std::fflush(stdout);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
}
