// The ways of a load through the memory system, as `propp_probe_experiments::Path` counts them, and
// chains of places along each of them.
#pragma once

#include "common.cuh"

namespace probe {

// The last two load nothing: brackets of loads with addresses of 8 and of 4 bytes.
enum Path : u32 { Cached, L2, Volatile, ReadOnly, Texture, Constant, Shared, Nothing, NothingNarrow };

// What constant memory holds for the probes: nearly all that a module may have.
constexpr u32 CONSTANT_BYTES = 60 * 1024;

// What shared memory holds for them, beside the trace.
constexpr u32 SHARED_BYTES = 32 * 1024;

// A chain of places that is on the device: the begin of each way's next address.
struct Chain {
    u64 first;                // where the chase begins, as its path addresses it
    cudaTextureObject_t texture; // for fetches
    const u32 *list;          // for shared memory: the places in their order
    u32 length;
};

#ifdef __CUDACC__

// Constant memory is the module's own: each source that includes this has one.
__constant__ __device__ static u32 constants[CONSTANT_BYTES / 4];

// A load that gives the next address.
template <Path PATH>
__device__ __forceinline__ u64 follow(u64 address, cudaTextureObject_t texture) {
#define PROPP_LOAD(how) \
    asm volatile("ld.global." how ".u64 %0, [%0];" : "+l"(address)::"memory")
    if constexpr (PATH == Cached) PROPP_LOAD("ca");
    if constexpr (PATH == L2) PROPP_LOAD("cg");
    if constexpr (PATH == Volatile) PROPP_LOAD("cv");
    if constexpr (PATH == ReadOnly) PROPP_LOAD("nc");
#undef PROPP_LOAD
    if constexpr (PATH == Nothing) asm volatile("add.u64 %0, %0, 8;" : "+l"(address)::"memory");
    if constexpr (PATH == Texture || PATH == Constant || PATH == Shared || PATH == NothingNarrow) {
        u32 next = static_cast<u32>(address);
        if constexpr (PATH == NothingNarrow) asm volatile("add.u32 %0, %0, 8;" : "+r"(next)::"memory");
        if constexpr (PATH == Texture) {
            asm volatile("{ .reg .u32 x, y, z; tex.1d.v4.u32.s32 {%0, x, y, z}, [%1, {%0}]; }"
                         : "+r"(next)
                         : "l"(texture)
                         : "memory");
        }
        if constexpr (PATH == Constant) {
            asm volatile("ld.const.u32 %0, [%0];" : "+r"(next)::"memory");
        }
        if constexpr (PATH == Shared) {
            asm volatile("ld.shared.u32 %0, [%0];" : "+r"(next)::"memory");
        }
        address = next;
    }
    return address;
}

#endif

} // namespace probe
