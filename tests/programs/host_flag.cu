// A kernel that waits for the host: it spins on a flag in mapped memory, which the host sets
// after it has launched a second kernel on another stream. Run alone to its end before the
// launch returns, it never ends. Ordinary launches come before and after.
#include "../device/check.cuh"

__global__ void wait_for_host(const volatile int* flag, int* seen) {
    while (*flag == 0) __nanosleep(1000);
    *seen += *flag;
}

__global__ void increment(int* value) { *value += 1; }

static void launch(int* value, cudaStream_t stream) {
    increment<<<1, 1, 0, stream>>>(value);
    CHECK(cudaGetLastError());
}

int main() {
    cudaStream_t waiting, other;
    CHECK(cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    int *flag = nullptr, *on_device = nullptr;
    CHECK(cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&on_device, flag, 0));
    *flag = 0;
    const DeviceArray<int> value(std::vector<int>(1, 0)), seen(std::vector<int>(1, 0));
    // Code is loaded at the first launch, which waits for running kernels.
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, wait_for_host));
    CHECK(cudaFuncGetAttributes(&attributes, increment));

    for (int i = 0; i < 3; i++) launch(value.get(), other);
    CHECK(cudaDeviceSynchronize());
    wait_for_host<<<1, 1, 0, waiting>>>(on_device, seen.get());
    CHECK(cudaGetLastError());
    unsigned work = 1;
    for (unsigned i = 0; i < 200000000; i++) work = work * 1664525u + i;
    launch(value.get(), other);
    *const_cast<volatile int*>(flag) = 7;
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 3; i++) launch(value.get(), other);
    CHECK(cudaDeviceSynchronize());

    require(seen.host()[0] == 7, "wait_for_host");
    require(value.host()[0] == 7, "increment");
    std::printf("increment: 7 launches, one beside the kernel that waits; work of the host %u\n",
                work);
    CHECK(cudaFreeHost(flag));
}
