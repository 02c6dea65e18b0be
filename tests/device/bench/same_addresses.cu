// Whether a process can have memory at the addresses that another process had:
//     nvcc -arch=native same_addresses.cu -lcuda -o same_addresses
//     for i in 1 2 3; do ./same_addresses list > ranges; ./same_addresses reserve 32 < ranges; done
// `list` prints ranges of its own allocations; `reserve N` reserves ranges from its input at the same
// addresses, in units of N MiB, maps memory to them and writes it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <map>

#define CHECK(call)                                                                   \
    if (int error = call) {                                                           \
        std::fprintf(stderr, "%s: error %d\n", #call, error);                         \
        std::exit(1);                                                                 \
    }

__device__ float table[1000];

static int list()
{
    const size_t sizes[] = {256, 4096, 1 << 20, 3 << 20, 64 << 20, 512 << 20, size_t(4) << 30};
    void* place = nullptr;
    for (size_t size : sizes) {
        CHECK(cudaMalloc(&place, size));
        std::printf("%p %zu\n", place, size);
    }
    CHECK(cudaMallocAsync(&place, 5 << 20, 0));
    std::printf("%p %d\n", place, 5 << 20);
    CHECK(cudaMallocManaged(&place, 7 << 20));
    std::printf("%p %d\n", place, 7 << 20);
    CHECK(cudaGetSymbolAddress(&place, table));
    std::printf("%p %zu\n", place, sizeof table);
    return 0;
}

static bool has(size_t start, size_t size)
{
    CUdeviceptr got = 0;
    if (cuMemAddressReserve(&got, size, 0, start, 0) || got != start) return false;
    CUmemAllocationProp kind = {};
    kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemGenericAllocationHandle memory;
    CHECK(cuMemCreate(&memory, size, &kind, 0));
    CHECK(cuMemMap(got, size, 0, memory, 0));
    CUmemAccessDesc access = {kind.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CHECK(cuMemSetAccess(got, size, &access, 1));
    CHECK(cuMemsetD8(got, 7, size));
    return true;
}

static int reserve(size_t unit)
{
    CHECK(cuInit(0));
    CUcontext context;
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    std::map<size_t, size_t> ranges;
    void* place;
    size_t size;
    while (std::scanf("%p %zu", &place, &size) == 2) {
        const size_t first = size_t(place) / unit * unit;
        const size_t end = (size_t(place) + size + unit - 1) / unit * unit;
        ranges[first] = end > ranges[first] ? end : ranges[first];
    }
    // Neighbours become one.
    for (auto next = ranges.begin(); next != ranges.end();) {
        auto before = next == ranges.begin() ? ranges.end() : std::prev(next);
        if (before != ranges.end() && next->first <= before->second) {
            before->second = next->second > before->second ? next->second : before->second;
            next = ranges.erase(next);
        } else {
            next++;
        }
    }
    int same = 0;
    for (auto [first, end] : ranges) same += has(first, end - first);
    std::printf("units of %zu MiB: %d of %zu ranges at the same addresses\n", unit >> 20, same, ranges.size());
    return 0;
}

int main(int count, char** words)
{
    if (count == 2 && !std::strcmp(words[1], "list")) return list();
    if (count == 3 && !std::strcmp(words[1], "reserve")) return reserve(size_t(std::atoi(words[2])) << 20);
    std::fprintf(stderr, "usage: same_addresses list | reserve MIB\n");
    return 1;
}
