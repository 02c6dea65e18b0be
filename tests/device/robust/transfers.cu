// DT by construction: known bytes allocated, copied, and copied under a kernel.
//
//     transfers serial|half|overlap
//
// Allocates 384 MiB of device memory in one piece and copies 64 MiB to the device
// and the same 64 MiB back, through pinned memory. A kernel of half a second runs
// on another stream: after both copies (serial), under the first (half), or under
// both (overlap).
//
//     DT = 0.5 + overlapped / (allocated + copied) - copied / (allocated + copied)
//        = 0.25 (serial), 0.375 (half), 0.5 (overlap)
//
// Byte counts are exact. The host waits until the kernel says that it has started
// before it copies, and checks afterwards that the kernel had not ended too soon.
// The kernel itself waits for nobody, so it can be replayed; under a profiler that
// lets nothing run beside a kernel the copies do not overlap and the program says
// so on stderr (it still exits with 0: the copies themselves are right).
#include "../check.cuh"

#include <cstring>

constexpr size_t copied_bytes = 64 << 20;
constexpr size_t allocated_bytes = 6 * copied_bytes;

__device__ inline unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

// `started` is host memory that the device writes to.
__global__ void busy(unsigned long long duration, volatile int* started) {
    unsigned long long start = nanoseconds();
    *started = 1;
    __threadfence_system();
    while (nanoseconds() - start < duration) {
    }
}

static void run_busy(cudaStream_t stream, volatile int* started) {
    busy<<<1, 1, 0, stream>>>(500000000ull, started);
    CHECK(cudaGetLastError());
    while (*started == 0) {
    }
}

static void copy(void* to, const void* from, cudaMemcpyKind kind, cudaStream_t stream) {
    CHECK(cudaMemcpyAsync(to, from, copied_bytes, kind, stream));
    CHECK(cudaStreamSynchronize(stream));
}

int main(int argc, char** argv) {
    const char* mode = argc == 2 ? argv[1] : "";
    const bool serial = std::strcmp(mode, "serial") == 0;
    const bool half = std::strcmp(mode, "half") == 0;
    const bool overlap = std::strcmp(mode, "overlap") == 0;
    if (!serial && !half && !overlap) {
        std::fprintf(stderr, "usage: transfers serial|half|overlap\n");
        return 2;
    }

    cudaStream_t copies, kernels;
    CHECK(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking));
    unsigned char *device, *from, *to;
    int* started;
    CHECK(cudaMalloc(&device, allocated_bytes));
    CHECK(cudaMallocHost(&from, copied_bytes));
    CHECK(cudaMallocHost(&to, copied_bytes));
    CHECK(cudaMallocHost(&started, sizeof(int)));
    for (size_t i = 0; i < copied_bytes; i++) from[i] = static_cast<unsigned char>(i % 251);
    std::memset(to, 0, copied_bytes);
    *started = 0;

    if (!serial) run_busy(kernels, started);
    copy(device, from, cudaMemcpyHostToDevice, copies);
    const bool first_overlapped = cudaStreamQuery(kernels) == cudaErrorNotReady;
    if (half) CHECK(cudaStreamSynchronize(kernels));
    copy(to, device, cudaMemcpyDeviceToHost, copies);
    const bool second_overlapped = cudaStreamQuery(kernels) == cudaErrorNotReady;
    if (serial) run_busy(kernels, started);
    CHECK(cudaDeviceSynchronize());

    require(std::memcmp(from, to, copied_bytes) == 0, "the bytes that came back");
    if (first_overlapped != !serial || second_overlapped != overlap) {
        std::fprintf(stderr, "transfers: the copies did not overlap as asked\n");
    }
    const double moved = 2.0 * copied_bytes;
    const double overlapped = serial ? 0 : half ? copied_bytes : moved;
    const double total = allocated_bytes + moved;
    std::printf("{\"criterion\":\"DT\",\"predicted\":%.6g,\"allocated\":%zu,\"copied\":%.0f,"
                "\"overlapped\":%.0f}\n",
                0.5 + overlapped / total - moved / total, allocated_bytes, moved, overlapped);

    CHECK(cudaFreeHost(started));
    CHECK(cudaFreeHost(to));
    CHECK(cudaFreeHost(from));
    CHECK(cudaFree(device));
    CHECK(cudaStreamDestroy(kernels));
    CHECK(cudaStreamDestroy(copies));
}
