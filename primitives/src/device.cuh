// Building blocks of our own kernels: 128-bit accesses, scans of warps and blocks,
// and the decoupled look-back that lets a scan pass over memory once.
#pragma once

#include "common.cuh"

#include <limits>

namespace propp {

constexpr int WARP = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

template <class I> __host__ __device__ constexpr I divide_up(I value, I by) { return (value + by - 1) / by; }

// Blocks for n elements, at least one: most kernels also write a result for n = 0.
inline unsigned blocks_for(uint64_t n, uint64_t per_block) {
    return n == 0 ? 1u : static_cast<unsigned>(divide_up(n, per_block));
}

inline int multiprocessors() {
    int device = 0, count = 1;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
    return count;
}

// A grid that fills the device `per_sm` blocks deep, or less if there is less to do.
inline unsigned filling_grid(uint64_t n, uint64_t per_block, unsigned per_sm) {
    const unsigned needed = blocks_for(n, per_block);
    const unsigned full = static_cast<unsigned>(multiprocessors()) * per_sm;
    return needed < full ? needed : full;
}

// Lets a kernel have more than 48 KiB of dynamic shared memory.
template <class K> cudaError_t allow_shared(K kernel, size_t bytes) {
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(bytes));
}

__device__ __forceinline__ int lane_id() { return threadIdx.x & (WARP - 1); }
__device__ __forceinline__ int warp_id() { return threadIdx.x / WARP; }

// ------------------------------------------------------------------ 128-bit accesses

template <class T> struct alignas(16) Pack {
    static constexpr int SIZE = 16 / sizeof(T);
    T v[SIZE];
};

template <class T> __device__ __forceinline__ Pack<T> load_pack(const T *from) {
    return *reinterpret_cast<const Pack<T> *>(from);
}
// For data read once: past L1, first to go from L2.
template <class T> __device__ __forceinline__ Pack<T> load_pack_streaming(const T *from) {
    const int4 raw = __ldcs(reinterpret_cast<const int4 *>(from));
    Pack<T> pack;
    memcpy(&pack, &raw, sizeof pack);
    return pack;
}
template <class T> __device__ __forceinline__ void store_pack(T *to, const Pack<T> &pack) {
    *reinterpret_cast<Pack<T> *>(to) = pack;
}
template <class T> __device__ __forceinline__ void store_pack_streaming(T *to, const Pack<T> &pack) {
    int4 raw;
    memcpy(&raw, &pack, sizeof raw);
    __stcs(reinterpret_cast<int4 *>(to), raw);
}

// ------------------------------------------------------------------ Shuffles of structs

template <class V, class F> __device__ __forceinline__ V by_words(V value, F &&f) {
    static_assert(sizeof(V) % 4 == 0);
    unsigned words[sizeof(V) / 4];
    memcpy(words, &value, sizeof value);
#pragma unroll
    for (unsigned &word : words) word = f(word);
    memcpy(&value, words, sizeof value);
    return value;
}
template <class V> __device__ __forceinline__ V shuffle_up(V value, int by) {
    return by_words(value, [&](unsigned w) { return __shfl_up_sync(ALL_LANES, w, by); });
}
template <class V> __device__ __forceinline__ V shuffle_down(V value, int by) {
    return by_words(value, [&](unsigned w) { return __shfl_down_sync(ALL_LANES, w, by); });
}
template <class V> __device__ __forceinline__ V shuffle_from(V value, int lane) {
    return by_words(value, [&](unsigned w) { return __shfl_sync(ALL_LANES, w, lane); });
}
template <class V> __device__ __forceinline__ V shuffle_xor(V value, int mask) {
    return by_words(value, [&](unsigned w) { return __shfl_xor_sync(ALL_LANES, w, mask); });
}

// ------------------------------------------------------------------ Operators
// join(earlier, later) is associative; it need not commute.

template <class T> struct Plus {
    using Value = T;
    static __device__ __forceinline__ T identity() { return T(0); }
    static __device__ __forceinline__ T join(T earlier, T later) { return earlier + later; }
};

// A sum that starts anew at heads, and how many heads there were.
template <class T> struct Run {
    T sum;
    unsigned heads;
};
template <> struct Run<double> {
    double sum;
    unsigned heads, pad;
};
template <> struct Run<unsigned long long> {
    unsigned long long sum;
    unsigned heads, pad;
};
template <class T> struct PlusByRun {
    using Value = Run<T>;
    static __device__ __forceinline__ Value identity() { return Value{}; }
    static __device__ __forceinline__ Value join(Value earlier, Value later) {
        Value joined{};
        joined.sum = later.heads ? later.sum : earlier.sum + later.sum;
        joined.heads = earlier.heads + later.heads;
        return joined;
    }
};

// ------------------------------------------------------------------ Scans of warps and blocks

template <class Op>
__device__ __forceinline__ typename Op::Value warp_inclusive(typename Op::Value value) {
#pragma unroll
    for (int by = 1; by < WARP; by *= 2) {
        const auto before = shuffle_up(value, by);
        if (lane_id() >= by) value = Op::join(before, value);
    }
    return value;
}

template <class Op>
__device__ __forceinline__ typename Op::Value warp_reduce(typename Op::Value value) {
#pragma unroll
    for (int by = 1; by < WARP; by *= 2) {
        const auto after = shuffle_down(value, by);
        value = Op::join(value, after);
    }
    return value; // whole only in lane 0
}

// Exclusive over the threads of the block; `total` for all. The array of one value a
// warp may be used again after a barrier.
template <class Op, int THREADS>
__device__ __forceinline__ typename Op::Value
block_exclusive(typename Op::Value value, typename Op::Value &total,
                typename Op::Value (&warps)[THREADS / WARP]) {
    const auto inclusive = warp_inclusive<Op>(value);
    auto exclusive = shuffle_up(inclusive, 1);
    if (lane_id() == 0) exclusive = Op::identity();
    if (lane_id() == WARP - 1) warps[warp_id()] = inclusive;
    __syncthreads();
    auto before = Op::identity();
    auto all = Op::identity();
#pragma unroll
    for (int w = 0; w < THREADS / WARP; ++w) {
        if (w == warp_id()) before = all;
        all = Op::join(all, warps[w]);
    }
    total = all;
    return Op::join(before, exclusive);
}

// Sum over the block, in thread 0.
template <class Op, int THREADS>
__device__ __forceinline__ typename Op::Value
block_reduce(typename Op::Value value, typename Op::Value (&warps)[THREADS / WARP]) {
    value = warp_reduce<Op>(value);
    if (lane_id() == 0) warps[warp_id()] = value;
    __syncthreads();
    if (warp_id() == 0) {
        value = lane_id() < THREADS / WARP ? warps[lane_id()] : Op::identity();
        value = warp_reduce<Op>(value);
    }
    return value;
}

// ------------------------------------------------------------------ Decoupled look-back
// After Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled
// Look-back" (2016). A tile publishes its own sum, then looks back over the tiles
// before it until one has published the sum of everything up to its end.
//
// Each 32-bit word of a value travels with its status in one 64-bit word, which is
// read and written whole. A value of several words is whole when all its words show
// the same status: a tile goes from empty to aggregate to prefix, and writes each
// once. So no fence is needed, and nothing but this word is ever waited for.
//
// Tiles are taken in the order of blockIdx, which the hardware starts in order, or
// by a ticket, which relies on nothing.

enum : unsigned { TILE_EMPTY = 0, TILE_AGGREGATE = 1, TILE_PREFIX = 2 };

__device__ __forceinline__ unsigned long long load_relaxed(const unsigned long long *from) {
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
    return value;
}
__device__ __forceinline__ void store_relaxed(unsigned long long *to, unsigned long long value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(value) : "memory");
}

template <class Op> struct LookBack {
    using Value = typename Op::Value;
    static constexpr int WORDS = sizeof(Value) / 4;

    unsigned long long *words; // zero at the start

    static size_t words_for(size_t tiles) { return tiles * WORDS; }

    __device__ __forceinline__ void publish(int tile, const Value &value, unsigned status) const {
        unsigned part[WORDS];
        memcpy(part, &value, sizeof value);
#pragma unroll
        for (int w = 0; w < WORDS; ++w) {
            store_relaxed(words + size_t(tile) * WORDS + w,
                          static_cast<unsigned long long>(status) << 32 | part[w]);
        }
    }

    __device__ __forceinline__ unsigned wait(int tile, Value &value) const {
        unsigned part[WORDS], status;
        bool whole;
        do {
            unsigned long long word = load_relaxed(words + size_t(tile) * WORDS);
            status = static_cast<unsigned>(word >> 32);
            part[0] = static_cast<unsigned>(word);
            whole = status != TILE_EMPTY;
#pragma unroll
            for (int w = 1; w < WORDS; ++w) {
                word = load_relaxed(words + size_t(tile) * WORDS + w);
                whole = whole && static_cast<unsigned>(word >> 32) == status;
                part[w] = static_cast<unsigned>(word);
            }
        } while (!whole);
        memcpy(&value, part, sizeof value);
        return status;
    }

    // By one whole warp: publishes the tile's sum, returns the sum of all tiles before
    // it to every lane.
    __device__ __forceinline__ Value prefix(int tile, const Value &aggregate) const {
        if (tile == 0) {
            if (lane_id() == 0) publish(0, aggregate, TILE_PREFIX);
            return Op::identity();
        }
        if (lane_id() == 0) publish(tile, aggregate, TILE_AGGREGATE);
        Value before = Op::identity();
        for (int look = tile - 1 - lane_id();; look -= WARP) {
            Value value = Op::identity();
            const unsigned status = look >= 0 ? wait(look, value) : unsigned(TILE_PREFIX);
            const unsigned found = __ballot_sync(ALL_LANES, status == TILE_PREFIX);
            const int last = found ? __ffs(found) - 1 : WARP - 1;
            if (lane_id() > last) value = Op::identity();
            // Lane 0 is the latest tile: a lane joins what lies before it from higher lanes.
#pragma unroll
            for (int by = 1; by < WARP; by *= 2) {
                const Value earlier = shuffle_down(value, by);
                if (lane_id() + by < WARP) value = Op::join(earlier, value);
            }
            before = Op::join(shuffle_from(value, 0), before);
            if (found) break;
        }
        if (lane_id() == 0) publish(tile, Op::join(before, aggregate), TILE_PREFIX);
        return before;
    }

    // By one thread: the same, a tile at a time.
    __device__ __forceinline__ Value prefix_serial(int tile, const Value &aggregate) const {
        if (tile > 0) publish(tile, aggregate, TILE_AGGREGATE);
        Value before = Op::identity();
        for (int look = tile - 1; look >= 0; --look) {
            Value value;
            const unsigned status = wait(look, value);
            before = Op::join(value, before);
            if (status == TILE_PREFIX) break;
        }
        publish(tile, Op::join(before, aggregate), TILE_PREFIX);
        return before;
    }
};

// The tile this block works on, from a counter that starts at zero. Ends in a barrier.
__device__ __forceinline__ int take_ticket(unsigned *counter) {
    __shared__ int tile;
    if (threadIdx.x == 0) tile = static_cast<int>(atomicAdd(counter, 1u));
    __syncthreads();
    return tile;
}

// ------------------------------------------------------------------ Searches

// The first position in [low, high) of ascending data that is not less than the key.
template <class T>
__device__ __forceinline__ unsigned lower_bound(const T *data, unsigned low, unsigned high, T key) {
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (data[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low;
}
// The first position that is greater than the key.
template <class T>
__device__ __forceinline__ unsigned upper_bound(const T *data, unsigned low, unsigned high, T key) {
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (!(key < data[middle])) low = middle + 1;
        else high = middle;
    }
    return low;
}
// Merge path: how many of the first `diagonal` elements of the merged sequence come
// from a; ties go to a.
template <class T>
__device__ __forceinline__ unsigned merge_path(const T *a, unsigned a_count, const T *b,
                                               unsigned b_count, unsigned diagonal) {
    unsigned low = diagonal > b_count ? diagonal - b_count : 0;
    unsigned high = diagonal < a_count ? diagonal : a_count;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (!(b[diagonal - 1 - middle] < a[middle])) low = middle + 1;
        else high = middle;
    }
    return low;
}

// ------------------------------------------------------------------ Results

template <class T> __global__ void store_one(T *to, T value) { *to = value; }

inline cudaError_t set_count(const Problem &p, uint64_t value, Stream stream) {
    store_one<<<1, 1, 0, stream>>>(p.out_count, value);
    return cudaGetLastError();
}

} // namespace propp
