// Latency of a load of a whole warp: every lane reads a place that holds that place, so
// that each load needs the one before and goes where that went.

#include "paths.cuh"

#include <vector>

namespace probe {
namespace {

// What one launch reads lies in one seat of a stretch: where it is decides which parts of
// L2 it lives in, and so how far away it is.
constexpr u32 REGION = 64 * 1024;
constexpr u64 SEATS = 32;
constexpr int UNROLL = 16;

struct Order {
    u32 offset[32]; // bytes, of each lane
    u32 active;     // mask of lanes
    u32 steps;
    u32 base_low, base_high; // of the region
    u32 step_of_warp;        // bytes between the places of one warp and the next
    cudaTextureObject_t texture;
};

// A load of WIDTH bytes; the first word is the next place.
template <Path PATH, int WIDTH>
__device__ __forceinline__ u32 load(u32 at, const Order &order) {
    u32 next = at;
    [[maybe_unused]] u32 x, y, z;
    if constexpr (PATH == Shared) {
        if constexpr (WIDTH == 4) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(next) : "r"(at));
        if constexpr (WIDTH == 8)
            asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(next), "=r"(x) : "r"(at));
        if constexpr (WIDTH == 16)
            asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(next), "=r"(x), "=r"(y), "=r"(z)
                         : "r"(at));
    } else if constexpr (PATH == Constant) {
        asm volatile("ld.const.u32 %0, [%1];" : "=r"(next) : "r"(at));
    } else if constexpr (PATH == Texture) {
        asm volatile("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
                     : "=r"(next), "=r"(x), "=r"(y), "=r"(z)
                     : "l"(order.texture), "r"(at));
    } else {
        // The region lies within one stretch of 4 GiB, so that the loaded word is the low
        // half of the next address and nothing has to be added.
        u64 address;
        asm volatile("mov.b64 %0, {%1, %2};" : "=l"(address) : "r"(at), "r"(order.base_high));
#define PROPP_LOAD(how)                                                                        \
    if constexpr (WIDTH == 4)                                                                  \
        asm volatile("ld.global." how ".u32 %0, [%1];" : "=r"(next) : "l"(address));          \
    if constexpr (WIDTH == 8)                                                                  \
        asm volatile("ld.global." how ".v2.u32 {%0, %1}, [%2];"                               \
                     : "=r"(next), "=r"(x)                                                     \
                     : "l"(address));                                                          \
    if constexpr (WIDTH == 16)                                                                 \
        asm volatile("ld.global." how ".v4.u32 {%0, %1, %2, %3}, [%4];"                       \
                     : "=r"(next), "=r"(x), "=r"(y), "=r"(z)                                   \
                     : "l"(address))
        if constexpr (PATH == Cached) { PROPP_LOAD("ca"); }
        if constexpr (PATH == L2) { PROPP_LOAD("cg"); }
        if constexpr (PATH == Volatile) { PROPP_LOAD("cv"); }
        if constexpr (PATH == ReadOnly) { PROPP_LOAD("nc"); }
#undef PROPP_LOAD
    }
    return next;
}

// What a place holds so that it leads to itself.
template <Path PATH> __device__ u32 self(u32 offset, const Order &order, u32 shared) {
    if constexpr (PATH == Shared) return shared + offset;
    if constexpr (PATH == Constant) return order.base_low + offset;
    if constexpr (PATH == Texture) return offset / 4;
    return order.base_low + offset;
}

template <Path PATH, int WIDTH> __global__ void warp_latency(Order order, u64 *result) {
    extern __shared__ char area[];
    const u32 shared = static_cast<u32>(__cvta_generic_to_shared(area));
    const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const u32 offset = order.offset[lane] + warp * order.step_of_warp;
    u32 at = self<PATH>(offset, order, shared);
    const bool active = order.active >> lane & 1;
    if constexpr (PATH == Shared) {
        if (active) *reinterpret_cast<u32 *>(area + offset) = at;
    }
    __syncthreads();
    u64 begin = 0, end = 0, begin_ns = 0, end_ns = 0;
    if (active) {
        for (u32 i = 0; i < 4 * UNROLL; ++i) at = load<PATH, WIDTH>(at, order);
        __syncwarp(order.active);
        begin_ns = nanoseconds();
        begin = cycles64();
        for (u32 i = 0; i < order.steps; i += UNROLL) {
#pragma unroll
            for (int j = 0; j < UNROLL; ++j) at = load<PATH, WIDTH>(at, order);
        }
        if (!arrived(at)) return;
        end = cycles64();
        end_ns = nanoseconds();
    }
    if (active && lane == __ffs(static_cast<int>(order.active)) - 1) {
        const u32 warps = blockDim.x / 32;
        u64 *mine = result + 4 * (blockIdx.x * warps + warp);
        mine[0] = end - begin;
        mine[1] = end_ns - begin_ns;
        mine[2] = at;
        mine[3] = sm_id();
    }
}

template <Path PATH> __global__ void lead_to_itself(char *base, Order order) {
    const u32 lane = threadIdx.x;
    const u32 offset = order.offset[lane] + blockIdx.x * order.step_of_warp;
    if (offset + 4 <= REGION && (order.active >> lane & 1) != 0) {
        *reinterpret_cast<u32 *>(base + offset) = self<PATH>(offset, order, 0);
    }
}

using Kernel = void (*)(Order, u64 *);

template <Path PATH> Kernel of_width(u64 width) {
    switch (width) {
    case 4: return warp_latency<PATH, 4>;
    case 8: return PATH == Constant || PATH == Texture ? nullptr : warp_latency<PATH, 8>;
    case 16: return PATH == Constant || PATH == Texture ? nullptr : warp_latency<PATH, 16>;
    default: return nullptr;
    }
}

Kernel kernel_of(u64 path, u64 width) {
    switch (path) {
    case Cached: return of_width<Cached>(width);
    case L2: return of_width<L2>(width);
    case Volatile: return of_width<Volatile>(width);
    case ReadOnly: return of_width<ReadOnly>(width);
    case Texture: return of_width<Texture>(width);
    case Constant: return of_width<Constant>(width);
    case Shared: return of_width<Shared>(width);
    default: return nullptr;
    }
}

__global__ void constant_window(u64 *at) { *at = __cvta_generic_to_constant(constants); }

u32 fill_constant(const Order &order) {
    auto *at = static_cast<u64 *>(memory(Store::Small, 4096));
    constant_window<<<1, 1>>>(at);
    u64 window = 0;
    check(cudaMemcpy(&window, at, sizeof window, cudaMemcpyDeviceToHost), "cudaMemcpy");
    std::vector<u32> words(CONSTANT_BYTES / 4);
    for (u32 i = 0; i < words.size(); ++i) words[i] = static_cast<u32>(window) + 4 * i;
    check(cudaMemcpyToSymbol(constants, words.data(), CONSTANT_BYTES), "cudaMemcpyToSymbol");
    (void)order;
    return static_cast<u32>(window);
}

} // namespace

// Settings: path, bytes of a lane's load (4, 8, 16), steps, blocks, threads of a block, mask
// of the active lanes, bytes between the places of one warp and the next, the seat, then the
// place of each of the 32 lanes in bytes. Observations: of each warp, cycles a load.
PROBE(warp) {
    constexpr uint64_t OFFSETS = 8;
    const u64 path = call[0], width = call[1], blocks = call[3], threads = call[4];
    const Kernel kernel = kernel_of(path, width);
    if (kernel == nullptr) refuse("this path has no loads of this width");
    if (threads % 32 != 0 || threads == 0 || threads > 1024) refuse("whole warps only");
    if (call[2] == 0 || call[2] % UNROLL != 0) refuse("steps are counted by sixteen");
    const u64 warps = blocks * threads / 32;
    call.expect(warps);
    Order order{};
    order.active = static_cast<u32>(call[5]);
    order.steps = static_cast<u32>(call[2]);
    order.step_of_warp = static_cast<u32>(call[6]);
    for (u64 i = 0; i < 32; ++i) {
        order.offset[i] = static_cast<u32>(call[OFFSETS + i]);
        const u64 last = order.offset[i] + (threads / 32 - 1) * order.step_of_warp + width;
        const u64 room = path == Constant ? CONSTANT_BYTES : path == Shared ? SHARED_BYTES : REGION;
        if ((order.active >> i & 1) != 0 && last > room) refuse("a place outside the region");
    }
    if (path == Constant) {
        order.base_low = fill_constant(order);
    } else if (path != Shared) {
        if (call[7] >= SEATS) refuse("no such seat");
        static char *stretch = nullptr;
        if (stretch == nullptr) check(cudaMalloc(&stretch, SEATS * REGION), "cudaMalloc");
        char *region = stretch + call[7] * REGION;
        const u64 base = reinterpret_cast<u64>(region);
        if (base >> 32 != (base + REGION - 1) >> 32) refuse("the region crosses 4 GiB");
        order.base_low = static_cast<u32>(base);
        order.base_high = static_cast<u32>(base >> 32);
        order.texture = texture_over(region, REGION);
        const u32 rows = static_cast<u32>(threads / 32);
        if (path == Texture) lead_to_itself<Texture><<<rows, 32>>>(region, order);
        else lead_to_itself<Cached><<<rows, 32>>>(region, order);
    }
    auto *result = static_cast<u64 *>(memory(Store::Trace, 32 * warps));
    kernel<<<static_cast<u32>(blocks), static_cast<u32>(threads), path == Shared ? SHARED_BYTES : 0>>>(
        order, result);
    finish("warp");
    std::vector<u64> host(4 * warps);
    check(cudaMemcpy(host.data(), result, 32 * warps, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (u64 i = 0; i < warps; ++i) {
        call.out[i] = static_cast<double>(host[4 * i]) / static_cast<double>(call[2]);
    }
    call.clock_mhz = megahertz(Span{host[0], host[1]});
}

} // namespace probe
