// Stream compaction: keeps some elements in order, in one pass or by marks, scan and
// scatter. What is kept is a functor's business:
//
//     struct Keep {
//         struct Shared { ... };                         // its shared memory of a tile
//         void begin(Shared &, unsigned base, unsigned end) const;  // by the whole block;
//                                                        // ends in a barrier if it writes
//         bool operator()(const Shared &, unsigned i, T x) const;   // in tiles
//         bool operator()(unsigned i, T x) const;                   // without
//     };
#pragma once

#include "scan_kernels.cuh"

namespace propp {

constexpr int COMPACT_BLOCK = 256;

// No shared memory, the same answer in a tile and without.
template <class Self, class T> struct SimpleKeep {
    struct Shared {};
    __device__ __forceinline__ void begin(Shared &, unsigned, unsigned) const {}
    __device__ __forceinline__ bool operator()(const Shared &, unsigned i, T x) const {
        return static_cast<const Self &>(*this)(i, x);
    }
};

// Items a thread: 16 KiB a tile.
template <class T> constexpr int COMPACT_ITEMS = 64 / sizeof(T);
template <class T> constexpr unsigned COMPACT_TILE = COMPACT_BLOCK * COMPACT_ITEMS<T>;

// STAGED: kept elements are brought together in shared memory, so that the block's
// stores are coalesced. PARTITION: the others go to the end, last first.
template <class T, class Keep, bool PARTITION, bool STAGED>
__global__ void __launch_bounds__(COMPACT_BLOCK)
    compact_lookback(Keep keep, const T *in, T *out, unsigned n, uint64_t *count,
                     LookBack<Plus<unsigned>> look_back) {
    constexpr int ITEMS = COMPACT_ITEMS<T>;
    constexpr unsigned TILE = COMPACT_TILE<T>;
    constexpr int WARPS = COMPACT_BLOCK / WARP;
    __shared__ T staged[STAGED ? TILE : 1];
    __shared__ unsigned warps[WARPS];
    __shared__ unsigned shared_prefix;
    __shared__ typename Keep::Shared keep_shared;

    const unsigned base = blockIdx.x * TILE;
    const unsigned items = base < n ? min(TILE, n - base) : 0;
    keep.begin(keep_shared, base, base + items);

    // A warp owns consecutive elements, so that votes tell the ranks.
    const unsigned first = warp_id() * WARP * ITEMS + lane_id();
    T own[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned at = first + k * WARP;
        if (at < items) own[k] = in[base + at];
    }
    unsigned rank[ITEMS], taken = 0, warp_count = 0;
    const unsigned lower_lanes = (1u << lane_id()) - 1;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned at = first + k * WARP;
        const bool take = at < items && keep(keep_shared, base + at, own[k]);
        const unsigned votes = __ballot_sync(ALL_LANES, take);
        rank[k] = warp_count + __popc(votes & lower_lanes);
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
    if (STAGED) {
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            const unsigned at = first + k * WARP, kept = before + rank[k];
            if (taken >> k & 1) staged[kept] = own[k];
            else if (PARTITION && at < items) staged[total + at - kept] = own[k];
        }
    }
    if (warp_id() == 0) {
        const unsigned prefix = look_back.prefix(static_cast<int>(blockIdx.x), total);
        if (lane_id() == 0) shared_prefix = prefix;
    }
    __syncthreads();
    const unsigned prefix = shared_prefix;
    const unsigned left_before = base - prefix; // elements of earlier tiles that were not kept
    if (STAGED) {
        for (unsigned t = threadIdx.x; t < total; t += COMPACT_BLOCK) out[prefix + t] = staged[t];
        if (PARTITION) {
            for (unsigned t = total + threadIdx.x; t < items; t += COMPACT_BLOCK) {
                out[n - 1 - (left_before + t - total)] = staged[t];
            }
        }
    } else {
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            const unsigned at = first + k * WARP, kept = before + rank[k];
            if (taken >> k & 1) out[prefix + kept] = own[k];
            else if (PARTITION && at < items) out[n - 1 - (left_before + at - kept)] = own[k];
        }
    }
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) *count = prefix + total;
}

template <class T, class Keep>
__global__ void compact_mark(Keep keep, const T *in, unsigned n, uint32_t *marks, uint64_t *count) {
    const unsigned i = blockIdx.x * COMPACT_BLOCK + threadIdx.x;
    if (i < n) marks[i] = keep(i, in[i]) ? 1 : 0;
    if (n == 0 && i == 0) *count = 0;
}
// number: the inclusive scan of the marks.
template <class T, bool PARTITION>
__global__ void compact_scatter(const T *in, const uint32_t *number, unsigned n, T *out,
                                uint64_t *count) {
    const unsigned i = blockIdx.x * COMPACT_BLOCK + threadIdx.x;
    if (i >= n) return;
    const T x = in[i];
    const unsigned upto = number[i], before = i > 0 ? number[i - 1] : 0;
    if (upto != before) out[before] = x;
    else if (PARTITION) out[n - 1 - (i - before)] = x;
    if (i == n - 1) *count = upto;
}

enum class Compact { MARKS, DIRECT, STAGED };

// Keep is made from the problem.
template <class T, class Keep, Compact HOW, bool PARTITION = false> struct Compaction : Variant {
    static unsigned tiles(const Problem &p) { return blocks_for(p.n, COMPACT_TILE<T>); }
    struct Layout {
        unsigned long long *words = nullptr;
        uint32_t *number = nullptr, *levels = nullptr;
        Layout(Arena &arena, const Problem &p) {
            if (HOW == Compact::MARKS) {
                number = arena.take<uint32_t>(p.n);
                levels = arena.take<uint32_t>(scan_levels_room(p.n));
            } else {
                words = arena.take<unsigned long long>(tiles(p));
            }
        }
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        const Keep keep(p);
        const auto *in = static_cast<const T *>(p.in);
        auto *out = static_cast<T *>(p.out);
        const unsigned n = static_cast<unsigned>(p.n);
        if constexpr (HOW == Compact::MARKS) {
            const unsigned blocks = blocks_for(n, COMPACT_BLOCK);
            compact_mark<<<blocks, COMPACT_BLOCK, 0, stream>>>(keep, in, n, layout.number, p.out_count);
            cudaError_t error = scan_levels<uint32_t, BlockScan::HILLIS_STEELE, true>(
                layout.number, layout.number, n, layout.levels, stream);
            if (error != cudaSuccess) return error;
            compact_scatter<T, PARTITION><<<blocks, COMPACT_BLOCK, 0, stream>>>(
                in, layout.number, n, out, p.out_count);
        } else {
            cudaError_t error = cudaMemsetAsync(layout.words, 0, tiles(p) * 8, stream);
            if (error != cudaSuccess) return error;
            compact_lookback<T, Keep, PARTITION, HOW == Compact::STAGED>
                <<<tiles(p), COMPACT_BLOCK, 0, stream>>>(keep, in, out, n, p.out_count, {layout.words});
        }
        return cudaGetLastError();
    }
};

} // namespace propp
