// Whether two ways of a load share storage.

#include "paths.cuh"

namespace probe {
namespace {

// Loads of two laps that one launch can record, beside the block's own kilobyte.
constexpr u32 MAX_RECORDED = 3072;

struct Two {
    const char *first, *second;
    u32 path_a, path_b, count;
    cudaTextureObject_t texture;
};

__device__ u64 along(u32 path, const char *place, const Two &two) {
    u64 value = 0;
    switch (path) {
    case Cached: asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(value) : "l"(place) : "memory"); break;
    case L2: asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(value) : "l"(place) : "memory"); break;
    case ReadOnly: asm volatile("ld.global.nc.u64 %0, [%1];" : "=l"(value) : "l"(place) : "memory"); break;
    default: {
        const u32 index = static_cast<u32>((place - two.first) / 4);
        u32 word;
        asm volatile("{ .reg .u32 x, y, z; tex.1d.v4.u32.s32 {%0, x, y, z}, [%1, {%2}]; }"
                     : "=r"(word)
                     : "l"(two.texture), "r"(index)
                     : "memory");
        value = word;
    }
    }
    return value;
}

__global__ void two_ways(Two two, u16 *trace) {
    __shared__ u16 held[MAX_RECORDED];
    u64 zero = 0;
    constexpr u32 LINE = 128;
    for (u32 lap = 0; lap < 3; ++lap) {
        const u32 path = lap == 1 ? two.path_b : two.path_a;
        const char *base = lap == 1 ? two.second : two.first;
#pragma unroll 1
        for (u32 i = 0; i < two.count; ++i) {
            // The memory holds zeroes, so each place depends on the load before.
            const char *place = base + LINE * static_cast<u64>(i) + zero;
            const u32 before = cycles32();
            zero = along(path, place, two);
            if (!arrived(zero + 2)) return;
            const u32 took = cycles32() - before;
            held[(lap == 2 ? two.count : 0) + i] = static_cast<u16>(took < 65535 ? took : 65535);
        }
    }
    for (u32 i = 0; i < 2 * two.count; ++i) trace[i] = held[i];
}

} // namespace

// One lap of a first array along A, one of a second along B, then one of the first along A
// again. Settings: path A, path B, whether the two arrays are one, lines of each. Both ways
// read global memory. Observations: cycles of each load of the second lap, then of the third.
PROBE(sharing) {
    const u64 count = call[3], line = 128;
    if (2 * count > MAX_RECORDED) refuse("more loads than can be recorded");
    call.expect(2 * count);
    auto *base = static_cast<char *>(memory(Store::Second, 2 * line * MAX_RECORDED));
    check(cudaMemset(base, 0, 2 * line * MAX_RECORDED), "cudaMemset");
    Two two{base,
            call[2] != 0 ? base : base + line * count,
            static_cast<u32>(call[0]),
            static_cast<u32>(call[1]),
            static_cast<u32>(count),
            texture_over(base, 2 * line * MAX_RECORDED)};
    auto *trace = static_cast<u16 *>(memory(Store::Trace, sizeof(u16) * MAX_RECORDED));
    check(cudaFuncSetAttribute(two_ways, cudaFuncAttributePreferredSharedMemoryCarveout, 0),
          "cudaFuncSetAttribute");
    two_ways<<<1, 1>>>(two, trace);
    finish("sharing");
    static u16 host[MAX_RECORDED];
    check(cudaMemcpy(host, trace, sizeof(u16) * 2 * count, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (u64 i = 0; i < 2 * count; ++i) call.out[i] = host[i];
}

} // namespace probe
