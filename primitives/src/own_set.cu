// Set operations on sorted ranges with repeats. The k-th copy of a value in f has a
// partner in g if g holds more than k copies: position lower_bound(g, x) + k shows it.
// So intersection and difference are compactions of f, and a union is f merged with
// what g has beyond it.
#include "own.hpp"
#include "compact.cuh"

namespace propp {
namespace {

// How many elements equal to x lie right before position i.
template <class T> __device__ __forceinline__ unsigned copies_before(const T *data, unsigned i, T x) {
    if (i == 0 || data[i - 1] != x) return 0;
    return i - lower_bound(data, 0u, i, x);
}

// Keeps elements of `own` that have (PARTNER) or have not a partner in `other`.
// SWAPPED: own is g, other is f.
template <class T, bool PARTNER, bool SWAPPED> struct HasPartner {
    static constexpr unsigned ROOM = 16384 / sizeof(T);
    const T *own, *other;
    unsigned others;
    explicit HasPartner(const Problem &p)
        : own(static_cast<const T *>(SWAPPED ? p.in2 : p.in)),
          other(static_cast<const T *>(SWAPPED ? p.in : p.in2)),
          others(static_cast<unsigned>(SWAPPED ? p.n : p.m)) {}

    // The part of `other` that this tile's values can lie in; staged if it fits.
    struct Shared {
        unsigned low, high;
        T staged[ROOM];
    };
    __device__ __forceinline__ void begin(Shared &shared, unsigned base, unsigned end) const {
        if (threadIdx.x == 0) shared.low = base < end ? lower_bound(other, 0u, others, own[base]) : 0;
        if (threadIdx.x == WARP) shared.high = base < end ? upper_bound(other, 0u, others, own[end - 1]) : 0;
        __syncthreads();
        const unsigned width = shared.high - shared.low;
        if (width <= ROOM) {
            for (unsigned k = threadIdx.x; k < width; k += COMPACT_BLOCK) shared.staged[k] = other[shared.low + k];
        }
        __syncthreads();
    }
    // The partner's place, or where it would be.
    __device__ __forceinline__ unsigned first_in_other(const Shared &shared, T x) const {
        const unsigned width = shared.high - shared.low;
        return width <= ROOM ? shared.low + lower_bound(shared.staged, 0u, width, x)
                             : lower_bound(other, shared.low, shared.high, x);
    }
    __device__ __forceinline__ bool operator()(const Shared &shared, unsigned i, T x) const {
        const unsigned at = first_in_other(shared, x) + copies_before(own, i, x);
        const bool found = at < shared.high && other[at] == x;
        return found == PARTNER;
    }
    __device__ __forceinline__ bool operator()(unsigned i, T x) const {
        const unsigned at = lower_bound(other, 0u, others, x) + copies_before(own, i, x);
        return (at < others && other[at] == x) == PARTNER;
    }
};

template <class T> using IntersectionMarks = Compaction<T, HasPartner<T, true, false>, Compact::MARKS>;
template <class T> using IntersectionStaged = Compaction<T, HasPartner<T, true, false>, Compact::STAGED>;
template <class T> using DifferenceMarks = Compaction<T, HasPartner<T, false, false>, Compact::MARKS>;
template <class T> using DifferenceStaged = Compaction<T, HasPartner<T, false, false>, Compact::STAGED>;

// ------------------------------------------------------------------ Union
// extra[j]: how many of g's elements before j have no partner in f.

template <class T>
__global__ void __launch_bounds__(COMPACT_BLOCK)
    count_extra(HasPartner<T, false, true> keep, unsigned n, unsigned m, uint32_t *extra, T *out,
                uint64_t *count, LookBack<Plus<unsigned>> look_back) {
    using Keep = HasPartner<T, false, true>;
    constexpr int ITEMS = COMPACT_ITEMS<T>;
    constexpr int WARPS = COMPACT_BLOCK / WARP;
    __shared__ unsigned warps[WARPS];
    __shared__ unsigned shared_prefix;
    __shared__ typename Keep::Shared shared;
    const unsigned base = blockIdx.x * COMPACT_TILE<T>;
    const unsigned items = base < m ? min(COMPACT_TILE<T>, m - base) : 0;
    keep.begin(shared, base, base + items);
    const unsigned first = warp_id() * WARP * ITEMS + lane_id();
    T own[ITEMS];
    unsigned rank[ITEMS], taken = 0, warp_count = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned at = first + k * WARP;
        if (at < items) own[k] = keep.own[base + at];
        const bool take = at < items && keep(shared, base + at, own[k]);
        const unsigned votes = __ballot_sync(ALL_LANES, take);
        rank[k] = warp_count + __popc(votes & ((1u << lane_id()) - 1));
        warp_count += __popc(votes);
        taken |= unsigned(take) << k;
    }
    if (lane_id() == 0) warps[warp_id()] = warp_count;
    __syncthreads();
    unsigned before = 0, total = 0;
#pragma unroll
    for (int w = 0; w < WARPS; ++w) {
        if (w == warp_id()) before = total;
        total += warps[w];
    }
    if (warp_id() == 0) {
        const unsigned prefix = look_back.prefix(static_cast<int>(blockIdx.x), total);
        if (lane_id() == 0) shared_prefix = prefix;
    }
    __syncthreads();
    const unsigned prefix = shared_prefix;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned at = first + k * WARP, place = prefix + before + rank[k];
        if (at < items) extra[base + at] = place;
        if (taken >> k & 1) {
            const unsigned low = keep.first_in_other(shared, own[k]);
            out[place + upper_bound(keep.other, low, shared.high, own[k])] = own[k];
        }
    }
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
        extra[m] = prefix + total;
        *count = uint64_t(n) + prefix + total;
    }
}

template <class T>
__global__ void __launch_bounds__(COMPACT_BLOCK)
    place_first(const T *in, unsigned n, const T *in2, unsigned m, const uint32_t *extra, T *out) {
    constexpr unsigned TILE = COMPACT_TILE<T>;
    __shared__ unsigned bounds[2];
    const unsigned base = blockIdx.x * TILE, end = min(n, base + TILE);
    if (base >= n) return;
    if (threadIdx.x < 2) bounds[threadIdx.x] = lower_bound(in2, 0u, m, in[threadIdx.x ? end - 1 : base]);
    __syncthreads();
    for (unsigned i = base + threadIdx.x; i < end; i += COMPACT_BLOCK) {
        const T x = in[i];
        out[i + extra[lower_bound(in2, bounds[0], bounds[1], x)]] = x;
    }
}

template <class T> struct UnionTiles : Variant {
    struct Layout {
        unsigned long long *words;
        uint32_t *extra;
        Layout(Arena &arena, const Problem &p)
            : words(arena.take<unsigned long long>(tiles(p))), extra(arena.take<uint32_t>(p.m + 1)) {}
    };
    static unsigned tiles(const Problem &p) { return blocks_for(p.m, COMPACT_TILE<T>); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        if (cudaError_t error = cudaMemsetAsync(layout.words, 0, tiles(p) * 8, stream)) return error;
        const unsigned n = static_cast<unsigned>(p.n), m = static_cast<unsigned>(p.m);
        auto *out = static_cast<T *>(p.out);
        count_extra<T><<<tiles(p), COMPACT_BLOCK, 0, stream>>>(HasPartner<T, false, true>(p), n, m, layout.extra, out,
                                                              p.out_count, {layout.words});
        place_first<<<blocks_for(n, COMPACT_TILE<T>), COMPACT_BLOCK, 0, stream>>>(
            static_cast<const T *>(p.in), n, static_cast<const T *>(p.in2), m, layout.extra, out);
        return cudaGetLastError();
    }
};

// Naive: mark, scan, and every element finds its own place by binary search.
template <class T>
__global__ void scatter_second(HasPartner<T, false, true> keep, const uint32_t *number, unsigned n, unsigned m,
                               T *out, uint64_t *count) {
    const unsigned j = blockIdx.x * COMPACT_BLOCK + threadIdx.x;
    if (j == 0) *count = uint64_t(n) + (m > 0 ? number[m - 1] : 0);
    if (j >= m) return;
    const unsigned before = j > 0 ? number[j - 1] : 0;
    if (number[j] == before) return;
    const T x = keep.own[j];
    out[before + upper_bound(keep.other, 0u, n, x)] = x;
}
template <class T>
__global__ void scatter_first(const T *in, unsigned n, const T *in2, unsigned m, const uint32_t *number, T *out) {
    const unsigned i = blockIdx.x * COMPACT_BLOCK + threadIdx.x;
    if (i >= n) return;
    const unsigned below = lower_bound(in2, 0u, m, in[i]);
    out[i + (below > 0 ? number[below - 1] : 0)] = in[i];
}

template <class T> struct UnionMarks : Variant {
    struct Layout {
        uint32_t *number, *levels;
        uint64_t *unused;
        Layout(Arena &arena, const Problem &p)
            : number(arena.take<uint32_t>(p.m)), levels(arena.take<uint32_t>(scan_levels_room(p.m))),
              unused(arena.take<uint64_t>(1)) {}
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        const unsigned n = static_cast<unsigned>(p.n), m = static_cast<unsigned>(p.m);
        const auto *in = static_cast<const T *>(p.in), *in2 = static_cast<const T *>(p.in2);
        auto *out = static_cast<T *>(p.out);
        const HasPartner<T, false, true> keep(p);
        const unsigned blocks = blocks_for(m, COMPACT_BLOCK);
        compact_mark<<<blocks, COMPACT_BLOCK, 0, stream>>>(keep, in2, m, layout.number, layout.unused);
        cudaError_t error = scan_levels<uint32_t, BlockScan::HILLIS_STEELE, true>(
            layout.number, layout.number, m, layout.levels, stream);
        if (error != cudaSuccess) return error;
        scatter_second<<<blocks, COMPACT_BLOCK, 0, stream>>>(keep, layout.number, n, m, out, p.out_count);
        scatter_first<<<blocks_for(n, COMPACT_BLOCK), COMPACT_BLOCK, 0, stream>>>(in, n, in2, m, layout.number, out);
        return cudaGetLastError();
    }
};

} // namespace

void add_set(Registry &r) {
    const char *marks = "every element searches the other range, then scan and scatter";
    const char *tiles = "tiles with the matching part of the other range in shared memory, look-back";
    add<UnionMarks, PROPP_ALL_TYPES>(r, "set.union", "marks", marks, {NAIVE});
    add<UnionTiles, PROPP_ALL_TYPES>(r, "set.union", "tiles", tiles);
    add<IntersectionMarks, PROPP_ALL_TYPES>(r, "set.intersection", "marks", marks, {NAIVE});
    add<IntersectionStaged, PROPP_ALL_TYPES>(r, "set.intersection", "tiles", tiles);
    add<DifferenceMarks, PROPP_ALL_TYPES>(r, "set.difference", "marks", marks, {NAIVE});
    add<DifferenceStaged, PROPP_ALL_TYPES>(r, "set.difference", "tiles", tiles);
}

} // namespace propp
