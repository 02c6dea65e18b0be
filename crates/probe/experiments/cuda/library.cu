// The entry points, and what all probes share.

#include "common.cuh"

#include <map>
#include <memory>

namespace probe {
namespace {

std::map<std::string, Run> &registry() {
    static std::map<std::string, Run> probes;
    return probes;
}

thread_local std::string last_words;

struct Held {
    void *pointer = nullptr;
    u64 bytes = 0;
};

Held held[static_cast<int>(Store::Count)];

int attribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
    return value;
}

template <typename Work> int guarded(Work work) {
    try {
        work();
        last_words.clear();
        return 0;
    } catch (const Failure &failure) {
        last_words = failure.words;
        return failure.code;
    } catch (const std::exception &error) {
        last_words = error.what();
        return 1;
    }
}

} // namespace

Registration::Registration(const char *name, Run run) { registry()[name] = run; }

void *memory(Store store, u64 bytes) {
    Held &one = held[static_cast<int>(store)];
    if (one.bytes < bytes) {
        if (one.pointer != nullptr) check(cudaFree(one.pointer), "cudaFree");
        one = Held{};
        check(cudaMalloc(&one.pointer, bytes), "cudaMalloc");
        one.bytes = bytes;
    }
    return one.pointer;
}

int sm_count() { return attribute(cudaDevAttrMultiProcessorCount); }

u64 l2_bytes() { return static_cast<u64>(attribute(cudaDevAttrL2CacheSize)); }

namespace {

__global__ void read_all(const uint4 *from, u64 count, u32 *sink) {
    const u64 threads = gridDim.x * static_cast<u64>(blockDim.x);
    u32 sum = 0;
    for (u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; i < count; i += threads) {
        const uint4 value = __ldcg(from + i);
        sum ^= value.x ^ value.y ^ value.z ^ value.w;
    }
    if (sum == 1) *sink = sum;
}

__global__ void wait_a_while() {
    const u64 begin = nanoseconds();
    while (nanoseconds() - begin < 20'000) {
    }
}

} // namespace

void flush_l2() {
    const u64 bytes = 2 * l2_bytes();
    const bool fresh = held[static_cast<int>(Store::Flush)].bytes < bytes;
    auto *area = static_cast<char *>(memory(Store::Flush, bytes + 256));
    if (fresh) check(cudaMemsetAsync(area, 0, bytes), "cudaMemset");
    read_all<<<4 * static_cast<u32>(sm_count()), 512>>>(
        reinterpret_cast<const uint4 *>(area), bytes / 16, reinterpret_cast<u32 *>(area + bytes));
}

void hold() { wait_a_while<<<1, 1>>>(); }

cudaTextureObject_t texture_over(void *pointer, u64 bytes) {
    static cudaTextureObject_t texture = 0;
    static void *of = nullptr;
    static u64 held = 0;
    if (texture != 0 && of == pointer && held >= bytes) return texture;
    if (texture != 0) check(cudaDestroyTextureObject(texture), "cudaDestroyTextureObject");
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = pointer;
    resource.res.linear.desc = cudaCreateChannelDesc<u32>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc how{};
    how.readMode = cudaReadModeElementType;
    check(cudaCreateTextureObject(&texture, &resource, &how, nullptr), "cudaCreateTextureObject");
    of = pointer;
    held = bytes;
    return texture;
}

void finish(const char *what) {
    check(cudaGetLastError(), what);
    check(cudaDeviceSynchronize(), what);
}

} // namespace probe

using namespace probe;

extern "C" {

uint32_t propp_probe_abi(void) { return PROPP_PROBE_ABI; }

int propp_probe_open(int device) {
    return guarded([=] {
        check(cudaSetDevice(device), "cudaSetDevice");
        check(cudaFree(nullptr), "making a context");
    });
}

int propp_probe_run(const char *name, const uint64_t *settings, uint64_t setting_count,
                    double *observations, uint64_t observation_count, double *clock_mhz) {
    return guarded([=] {
        const auto found = registry().find(name);
        if (found == registry().end()) refuse("there is no such probe");
        Call call{settings, setting_count, observations, observation_count};
        found->second(call);
        *clock_mhz = call.clock_mhz;
    });
}

const char *propp_probe_words(void) { return last_words.c_str(); }
}
