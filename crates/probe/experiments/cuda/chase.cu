// Pointer chasing, each load timed by itself or many together.

#include "paths.cuh"

#include <vector>

namespace probe {
namespace {

// Loads that one launch can record. 2 bytes each are 6 KiB, which fits with the block's
// own kilobyte into the least shared memory that an SM sets aside, 8 KiB.
constexpr u32 MAX_RECORDED = 3072;

struct Order {
    Chain chain;
    u32 path;
    u32 touch;    // laps that all threads of the block load together before
    u64 warm;     // loads before the recorded ones
    u32 recorded;
    int sm;       // the only SM to work, or -1
};

struct Result {
    u64 cycles;
    u64 nanoseconds;
    u64 last;
    u32 sm;
    u16 trace[MAX_RECORDED];
};

// Whether this block is the one to work: the first that gets to the SM asked for.
__device__ bool chosen(int sm, u32 *taken) {
    __shared__ u32 mine;
    if (threadIdx.x == 0) {
        mine = sm < 0 ? blockIdx.x == 0 : (sm_id() == sm && atomicExch(taken, 1) == 0);
    }
    __syncthreads();
    return mine != 0;
}

// Loads every place with all threads, past L1. What comes of them is used, or they would
// not be made.
__device__ void touch_all(const Order &order, const u64 *places, const char *base, u32 *sink) {
    u64 sum = 0;
    for (u32 lap = 0; lap < order.touch; ++lap) {
        for (u32 i = threadIdx.x; i < order.chain.length; i += blockDim.x) {
            u64 value;
            asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(value) : "l"(base + places[i]));
            sum ^= value;
        }
        __syncthreads();
    }
    if (sum == 1) *sink = 1;
}

// For shared memory the chain is laid by the block itself.
__device__ u64 lay_shared(const Order &order, char *shared) {
    const u32 base = static_cast<u32>(__cvta_generic_to_shared(shared));
    for (u32 i = threadIdx.x; i < order.chain.length; i += blockDim.x) {
        const u32 next = order.chain.list[i + 1 == order.chain.length ? 0 : i + 1];
        *reinterpret_cast<u32 *>(shared + order.chain.list[i]) = base + next;
    }
    __syncthreads();
    return base + order.chain.list[0];
}

// STEPS loads between two readings of the clock; of each pair the cycles are recorded.
template <Path PATH, int STEPS>
__global__ void chase_one_by_one(Order order, const u64 *places, const char *base, u32 *taken,
                                 Result *result) {
    __shared__ u16 trace[MAX_RECORDED];
    extern __shared__ char area[];
    if (!chosen(order.sm, taken)) return;
    touch_all(order, places, base, taken + 1);
    u64 at = order.chain.first;
    if constexpr (PATH == Shared) at = lay_shared(order, area);
    if (threadIdx.x != 0) return;
    const u64 begin_ns = nanoseconds(), begin = cycles64();
#pragma unroll 1
    for (long long i = -static_cast<long long>(order.warm); i < order.recorded; ++i) {
        const u32 before = cycles32();
#pragma unroll
        for (int j = 0; j < STEPS; ++j) at = follow<PATH>(at, order.chain.texture);
        if (!arrived(at)) break;
        const u32 took = cycles32() - before;
        trace[i < 0 ? 0 : i] = static_cast<u16>(took < 65535 ? took : 65535);
    }
    const u64 end = cycles64(), end_ns = nanoseconds();
    result->cycles = end - begin;
    result->nanoseconds = end_ns - begin_ns;
    result->last = at;
    result->sm = sm_id();
    for (u32 i = 0; i < order.recorded; ++i) result->trace[i] = trace[i];
}

template <Path PATH>
__global__ void chase_together(Order order, const u64 *places, const char *base, u32 *taken,
                               Result *result) {
    extern __shared__ char area[];
    if (!chosen(order.sm, taken)) return;
    touch_all(order, places, base, taken + 1);
    u64 at = order.chain.first;
    if constexpr (PATH == Shared) at = lay_shared(order, area);
    if (threadIdx.x != 0) return;
    constexpr int UNROLL = 16;
    for (u64 i = 0; i < order.warm; i += UNROLL) {
#pragma unroll
        for (int j = 0; j < UNROLL; ++j) at = follow<PATH>(at, order.chain.texture);
    }
    const u64 begin_ns = nanoseconds(), begin = cycles64();
    for (u32 i = 0; i < order.recorded; i += UNROLL) {
#pragma unroll
        for (int j = 0; j < UNROLL; ++j) at = follow<PATH>(at, order.chain.texture);
    }
    if (!arrived(at)) return;
    const u64 end = cycles64(), end_ns = nanoseconds();
    result->cycles = end - begin;
    result->nanoseconds = end_ns - begin_ns;
    result->last = at;
    result->sm = sm_id();
}

using Kernel = void (*)(Order, const u64 *, const char *, u32 *, Result *);

template <int STEPS>
constexpr Kernel BRACKETED[] = {
    chase_one_by_one<Cached, STEPS>,   chase_one_by_one<L2, STEPS>,
    chase_one_by_one<Volatile, STEPS>, chase_one_by_one<ReadOnly, STEPS>,
    chase_one_by_one<Texture, STEPS>,  chase_one_by_one<Constant, STEPS>,
    chase_one_by_one<Shared, STEPS>,
};
constexpr Kernel EMPTY[] = {chase_one_by_one<NothingNarrow, 1>, chase_one_by_one<Nothing, 1>};
constexpr Kernel TOGETHER[] = {
    chase_together<Cached>,  chase_together<L2>,       chase_together<Volatile>,
    chase_together<ReadOnly>, chase_together<Texture>, chase_together<Constant>,
    chase_together<Shared>,
};

__global__ void link_addresses(char *base, const u64 *places, u64 count) {
    const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const u64 next = places[i + 1 == count ? 0 : i + 1];
    *reinterpret_cast<u64 *>(base + places[i]) = reinterpret_cast<u64>(base + next);
}

__global__ void link_indices(char *base, const u64 *places, u64 count) {
    const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const u64 next = places[i + 1 == count ? 0 : i + 1];
    *reinterpret_cast<u32 *>(base + places[i]) = static_cast<u32>(next / 4);
}

__global__ void constant_window(u64 *at) { *at = __cvta_generic_to_constant(constants); }

u64 lay_constant(const uint64_t *places, u64 count) {
    auto *at = static_cast<u64 *>(memory(Store::Small, 4096));
    constant_window<<<1, 1>>>(at);
    u64 window = 0;
    check(cudaMemcpy(&window, at, sizeof window, cudaMemcpyDeviceToHost), "cudaMemcpy");
    std::vector<u32> words(CONSTANT_BYTES / 4);
    for (u64 i = 0; i < count; ++i) {
        if (places[i] >= CONSTANT_BYTES) refuse("a place outside constant memory");
        words[places[i] / 4] = static_cast<u32>(window + places[i + 1 == count ? 0 : i + 1]);
    }
    check(cudaMemcpyToSymbol(constants, words.data(), CONSTANT_BYTES), "cudaMemcpyToSymbol");
    return window + places[0];
}

struct Laid {
    Chain chain;
    const u64 *places;
    char *base;
};

Laid lay(Path path, const uint64_t *places, u64 count) {
    if (count == 0) refuse("a lap without places");
    u64 highest = 0;
    for (u64 i = 0; i < count; ++i) highest = places[i] > highest ? places[i] : highest;
    Laid laid{};
    laid.chain.length = static_cast<u32>(count);
    if (path == Constant) {
        laid.chain.first = lay_constant(places, count);
        return laid;
    }
    auto *list = static_cast<u64 *>(memory(Store::List, 8 * count));
    if (path == Shared) {
        std::vector<u32> words(places, places + count);
        if (highest + 4 > SHARED_BYTES) refuse("a place outside shared memory");
        check(cudaMemcpy(list, words.data(), 4 * count, cudaMemcpyHostToDevice), "cudaMemcpy");
        laid.chain.list = reinterpret_cast<const u32 *>(list);
        return laid;
    }
    check(cudaMemcpy(list, places, 8 * count, cudaMemcpyHostToDevice), "cudaMemcpy");
    laid.places = list;
    laid.base = static_cast<char *>(memory(Store::Arena, highest + 256));
    const u32 blocks = static_cast<u32>((count + 255) / 256);
    if (path == Texture) {
        link_indices<<<blocks, 256>>>(laid.base, list, count);
        laid.chain.texture = texture_over(laid.base, highest + 256);
        laid.chain.first = places[0] / 4;
    } else {
        link_addresses<<<blocks, 256>>>(laid.base, list, count);
        laid.chain.first = reinterpret_cast<u64>(laid.base + places[0]);
    }
    finish("laying a chain");
    return laid;
}

// Settings, from the one numbered `begin` on: path, flags (1: L2 flushed before), SM + 1 or
// 0, touch laps, warm, recorded, the places of a lap.
Result *run(const Call &all, uint64_t begin, const Kernel *kernels) {
    constexpr uint64_t PLACES = 6;
    if (all.setting_count < begin + PLACES) refuse("too few settings");
    const Call call{all.settings + begin, all.setting_count - begin, nullptr, 0};
    const u64 path = call[0];
    if (path > Shared) refuse("no such path");
    const Laid laid = lay(static_cast<Path>(path), call.settings + PLACES,
                          call.setting_count - PLACES);
    Order order{laid.chain,
                static_cast<u32>(path),
                path <= Texture ? static_cast<u32>(call[3]) : 0,
                call[4],
                static_cast<u32>(call[5]),
                static_cast<int>(call[2]) - 1};
    auto *result = static_cast<Result *>(memory(Store::Trace, sizeof(Result)));
    auto *taken = static_cast<u32 *>(memory(Store::Small, 4096));
    check(cudaMemset(taken, 0, 4), "cudaMemset");
    if (call[1] & 1) flush_l2();
    const Kernel kernel = kernels[path];
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 0),
          "cudaFuncSetAttribute");
    const u32 shared = path == Shared ? SHARED_BYTES : 0;
    const u32 blocks = order.sm < 0 ? 1 : 8 * static_cast<u32>(sm_count());
    kernel<<<blocks, order.touch > 0 ? 1024 : 32, shared>>>(order, laid.places, laid.base, taken,
                                                          result);
    finish("chase");
    return result;
}

// The least that is between two readings of the clock with the instructions around a load,
// and no load.
u32 empty_bracket(bool wide) {
    static u32 known[2] = {0, 0};
    u32 &least = known[wide ? 1 : 0];
    if (least != 0) return least;
    Order order{};
    order.recorded = 256;
    order.sm = -1;
    order.chain.first = 64;
    auto *result = static_cast<Result *>(memory(Store::Trace, sizeof(Result)));
    auto *taken = static_cast<u32 *>(memory(Store::Small, 4096));
    EMPTY[wide ? 1 : 0]<<<1, 32>>>(order, nullptr, nullptr, taken, result);
    finish("empty bracket");
    static Result host;
    check(cudaMemcpy(&host, result, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    least = ~0u;
    for (u32 i = 16; i < order.recorded; ++i) least = host.trace[i] < least ? host.trace[i] : least;
    return least;
}

} // namespace

// Each load by itself. Observations: the cycles between the readings of the clock around it;
// behind them the SM, and the cycles of a bracket around no load at all.
PROBE(chase) {
    if (call[5] > MAX_RECORDED) refuse("more loads than can be recorded");
    call.expect(call[5] + 2);
    Result *device = run(call, 0, BRACKETED<1>);
    static Result host;
    check(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (u64 i = 0; i < call[5]; ++i) call.out[i] = host.trace[i];
    call.out[call[5]] = host.sm;
    call.out[call[5] + 1] = empty_bracket(call[0] < Texture);
    call.clock_mhz = megahertz(Span{host.cycles, host.nanoseconds});
}

// Several loads between two readings of the clock. Settings: loads between them, then those
// of a chase, which count such groups of loads. Observations: the cycles of each group.
PROBE(chase_several) {
    const Kernel *kernels = call[0] == 1   ? BRACKETED<1>
                            : call[0] == 2 ? BRACKETED<2>
                            : call[0] == 4 ? BRACKETED<4>
                            : call[0] == 8 ? BRACKETED<8>
                                           : nullptr;
    if (kernels == nullptr) refuse("1, 2, 4 or 8 loads at a time");
    const u64 recorded = call[6];
    if (recorded > MAX_RECORDED) refuse("more than can be recorded");
    call.expect(recorded);
    Result *device = run(call, 1, kernels);
    static Result host;
    check(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (u64 i = 0; i < recorded; ++i) call.out[i] = host.trace[i];
    call.clock_mhz = megahertz(Span{host.cycles, host.nanoseconds});
}

// Many loads together. Observations: cycles a load, nanoseconds a load, the SM.
PROBE(chase_average) {
    if (call[5] == 0 || call[5] % 16 != 0) refuse("loads are counted by sixteen");
    call.expect(3);
    Result *device = run(call, 0, TOGETHER);
    Result host;
    check(cudaMemcpy(&host, device, offsetof(Result, trace), cudaMemcpyDeviceToHost), "cudaMemcpy");
    call.out[0] = static_cast<double>(host.cycles) / static_cast<double>(call[5]);
    call.out[1] = static_cast<double>(host.nanoseconds) / static_cast<double>(call[5]);
    call.out[2] = host.sm;
    call.clock_mhz = megahertz(Span{host.cycles, host.nanoseconds});
}

} // namespace probe
