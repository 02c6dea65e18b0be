// Zero copy: kernels read and write memory of the host, allocated by CUDA or registered with
// it, and the host reads the result without a copy. A kernel that is run several times must
// find there what it found the first time.
#include "../device/check.cuh"

#include <algorithm>
#include <sys/mman.h>

constexpr unsigned count = 1 << 18, launches = 10;

__global__ void step(unsigned* values, unsigned what) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    values[at] = values[at] * 3 + what;
}

static unsigned run(const char* name, unsigned* host) {
    for (unsigned at = 0; at < count; at++) host[at] = at;
    std::vector<unsigned> expected(host, host + count);
    unsigned* device = nullptr;
    CHECK(cudaHostGetDevicePointer(&device, host, 0));
    for (unsigned launch = 0; launch < launches; launch++) {
        step<<<count / 256, 256>>>(device, launch);
        CHECK(cudaGetLastError());
        for (unsigned& value : expected) value = value * 3 + launch;
        if (launch % 3 != 0) continue;
        CHECK(cudaDeviceSynchronize());
        host[launch] += 1;
        expected[launch] += 1;
    }
    CHECK(cudaDeviceSynchronize());
    require(std::equal(expected.begin(), expected.end(), host), name);
    unsigned checksum = 0;
    for (unsigned at = 0; at < count; at++) checksum = checksum * 31 + host[at];
    std::printf("%s: %u launches, checksum %u\n", name, launches, checksum);
    return checksum;
}

int main() {
    const size_t bytes = count * sizeof(unsigned);
    unsigned* allocated = nullptr;
    CHECK(cudaHostAlloc(&allocated, bytes, cudaHostAllocMapped));
    void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    require(pages != MAP_FAILED, "mmap");
    CHECK(cudaHostRegister(pages, bytes, cudaHostRegisterMapped));

    const unsigned first = run("allocated", allocated);
    const unsigned second = run("registered", static_cast<unsigned*>(pages));
    require(first == second, "both have the same result");
    CHECK(cudaHostUnregister(pages));
    CHECK(cudaFreeHost(allocated));
    require(munmap(pages, bytes) == 0, "munmap");
}
