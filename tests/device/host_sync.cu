// HSync by construction: kernels of known length with known pauses between them.
//
//     host_sync [BUSY_MS] [PAUSE_MS] [KERNELS]      (default 40 20 5)
//
// Each kernel keeps the GPU busy for BUSY_MS by the GPU's own wall clock, then the
// host sleeps for PAUSE_MS. From the first kernel's start to the last one's end
//
//     HSync = KERNELS * BUSY / (KERNELS * BUSY + (KERNELS - 1) * PAUSE)
//
// A launch, its completion and a sleep each come some 0.1 ms late, so the
// prediction holds to about 0.01 at the default lengths. A second kind of run,
// with PAUSE_MS = 0, queues all kernels at once: HSync = 1 but for the microsecond
// between two kernels. KERNELS = 1 has no pause at all.
#include "check.cuh"

#include <chrono>
#include <thread>

__device__ inline unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

__global__ void busy(unsigned long long duration, int* finished) {
    unsigned long long start = nanoseconds();
    while (nanoseconds() - start < duration) {
    }
    *finished += 1;
}

int main(int argc, char** argv) {
    const int busy_ms = argc > 1 ? std::atoi(argv[1]) : 40;
    const int pause_ms = argc > 2 ? std::atoi(argv[2]) : 20;
    const int kernels = argc > 3 ? std::atoi(argv[3]) : 5;
    require(busy_ms > 0 && pause_ms >= 0 && kernels > 0, "arguments are positive numbers");

    DeviceArray<int> finished(std::vector<int>(1, 0));
    cudaFuncAttributes attributes{};
    CHECK(cudaFuncGetAttributes(&attributes, busy));  // loads it before the clock runs
    for (int k = 0; k < kernels; k++) {
        busy<<<1, 1>>>(busy_ms * 1000000ull, finished.get());
        CHECK(cudaGetLastError());
        if (pause_ms > 0 && k + 1 < kernels) {
            CHECK(cudaDeviceSynchronize());
            std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
        }
    }
    require(finished.host()[0] == kernels, "every kernel ran");

    const double busy_total = double(kernels) * busy_ms;
    const double span = busy_total + (kernels - 1.0) * pause_ms;
    std::printf("{\"criterion\":\"HSync\",\"predicted\":%.6g,\"kernels\":%d}\n", busy_total / span,
                kernels);
}
