// Searches in sorted data: a needle a thread, and the load-balancing search, which
// asks for every work item which segment it belongs to.
#include "own.hpp"
#include "scan_kernels.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 256;

// ------------------------------------------------------------------ Lower bound

template <class T>
__global__ void bound_naive(const T *in, unsigned n, const T *needles, unsigned m, uint32_t *out) {
    const unsigned j = blockIdx.x * BLOCK + threadIdx.x;
    if (j < m) out[j] = lower_bound(in, 0u, n, needles[j]);
}

// The first ten levels of the search in shared memory: 1023 evenly spaced samples.
constexpr unsigned SAMPLES = 1023;

__device__ __forceinline__ unsigned sample_at(unsigned s, unsigned n) { // s in 0 .. SAMPLES
    return static_cast<unsigned>(uint64_t(n) * s / (SAMPLES + 1));
}

template <class T, int NEEDLES>
__global__ void __launch_bounds__(BLOCK)
    bound_sampled(const T *in, unsigned n, const T *needles, unsigned m, uint32_t *out) {
    __shared__ T samples[SAMPLES];
    if (n >= SAMPLES + 1) {
        for (unsigned s = threadIdx.x; s < SAMPLES; s += BLOCK) samples[s] = in[sample_at(s + 1, n)];
    }
    __syncthreads();
    const unsigned stride = gridDim.x * BLOCK;
    for (unsigned j = blockIdx.x * BLOCK + threadIdx.x; j < m; j += stride * NEEDLES) {
        // NEEDLES searches in step, for as many loads in flight.
        T needle[NEEDLES];
        unsigned low[NEEDLES], high[NEEDLES];
#pragma unroll
        for (int k = 0; k < NEEDLES; ++k) {
            const unsigned at = j + k * stride;
            needle[k] = needles[at < m ? at : j];
            low[k] = 0;
            high[k] = n;
            if (n >= SAMPLES + 1) {
                const unsigned s = lower_bound(samples, 0u, SAMPLES, needle[k]); // samples below it
                low[k] = sample_at(s, n);
                high[k] = sample_at(s + 1, n);
            }
        }
        bool open = true;
        while (open) {
            open = false;
#pragma unroll
            for (int k = 0; k < NEEDLES; ++k) {
                if (low[k] < high[k]) {
                    const unsigned middle = low[k] + (high[k] - low[k]) / 2;
                    if (in[middle] < needle[k]) low[k] = middle + 1;
                    else high[k] = middle;
                    open = true;
                }
            }
        }
#pragma unroll
        for (int k = 0; k < NEEDLES; ++k) {
            const unsigned at = j + k * stride;
            if (at < m) out[at] = low[k];
        }
    }
}

// A whole warp walks a needle down: 31 probes at once, five levels a step.
template <class T>
__global__ void bound_by_warp(const T *in, unsigned n, const T *needles, unsigned m, uint32_t *out) {
    const unsigned j = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
    if (j >= m) return;
    const T needle = needles[j];
    unsigned low = 0, high = n; // the answer lies in [low, high]
    while (high - low > 0) {
        const unsigned width = high - low;
        const unsigned step = divide_up(width, unsigned(WARP));
        const unsigned at = low + lane_id() * step;
        const bool below = at < high && in[at] < needle;
        const int count = __popc(__ballot_sync(ALL_LANES, below)); // probes below: a prefix of lanes
        if (count == 0) {
            high = low;
        } else {
            const unsigned last = low + (count - 1) * step; // below; the next probe is not
            const unsigned next = last + step;
            low = last + 1;
            if (next < high) high = next;
        }
    }
    if (lane_id() == 0) out[j] = low;
}

enum class Bound { NAIVE, WARP, SAMPLED, SAMPLED_4 };
template <class T, Bound HOW> struct LowerBound : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const T *>(p.in), *needles = static_cast<const T *>(p.in2);
        const unsigned n = static_cast<unsigned>(p.n), m = static_cast<unsigned>(p.m);
        if (HOW == Bound::NAIVE) {
            bound_naive<<<blocks_for(m, BLOCK), BLOCK, 0, stream>>>(in, n, needles, m, p.out_aux);
        } else if (HOW == Bound::WARP) {
            bound_by_warp<<<blocks_for(m, BLOCK / WARP), BLOCK, 0, stream>>>(in, n, needles, m, p.out_aux);
        } else if (HOW == Bound::SAMPLED) {
            bound_sampled<T, 1><<<filling_grid(m, BLOCK, 8), BLOCK, 0, stream>>>(in, n, needles, m, p.out_aux);
        } else {
            bound_sampled<T, 4><<<filling_grid(m, BLOCK * 4, 8), BLOCK, 0, stream>>>(in, n, needles, m, p.out_aux);
        }
        return cudaGetLastError();
    }
};
template <class T> using BoundNaive = LowerBound<T, Bound::NAIVE>;
template <class T> using BoundWarp = LowerBound<T, Bound::WARP>;
template <class T> using BoundSampled = LowerBound<T, Bound::SAMPLED>;
template <class T> using BoundSampled4 = LowerBound<T, Bound::SAMPLED_4>;

// ------------------------------------------------------------------ Load balancing
// offsets: m + 1 of them. Item i belongs to the last segment that starts at or before
// it: empty segments before it start there too, and own nothing.

__device__ __forceinline__ unsigned owner(const uint32_t *offsets, unsigned low, unsigned high, unsigned item) {
    return upper_bound(offsets, low, high, item) - 1;
}

__global__ void balance_items(const uint32_t *offsets, unsigned m, unsigned n, uint32_t *out) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = owner(offsets, 0, m + 1, i);
}

// GROUP threads a segment: 1, a warp, or a block. Uneven when segments are.
template <unsigned GROUP>
__global__ void balance_segments(const uint32_t *offsets, unsigned m, uint32_t *out) {
    const unsigned j = static_cast<unsigned>((uint64_t(blockIdx.x) * BLOCK + threadIdx.x) / GROUP);
    if (j >= m) return;
    const unsigned end = offsets[j + 1];
    for (unsigned i = offsets[j] + threadIdx.x % GROUP; i < end; i += GROUP) out[i] = j;
}

// Mark the first item of every segment with its number, then carry the largest on.
__global__ void mark_heads(const uint32_t *offsets, unsigned m, uint32_t *out) {
    const unsigned j = blockIdx.x * BLOCK + threadIdx.x;
    if (j < m && offsets[j] < offsets[j + 1]) out[offsets[j]] = j;
}
struct Largest {
    using Value = unsigned;
    static __device__ __forceinline__ unsigned identity() { return 0; }
    static __device__ __forceinline__ unsigned join(unsigned a, unsigned b) { return max(a, b); }
};
constexpr int CARRY_ITEMS = 8;
__global__ void __launch_bounds__(BLOCK) carry_on(uint32_t *out, unsigned n, LookBack<Largest> look_back) {
    __shared__ unsigned data[BLOCK * (CARRY_ITEMS + 1)];
    __shared__ unsigned warps[BLOCK / WARP];
    __shared__ unsigned shared_prefix;
    const unsigned base = blockIdx.x * BLOCK * CARRY_ITEMS;
    for (unsigned k = threadIdx.x; k < BLOCK * CARRY_ITEMS; k += BLOCK) {
        data[k + k / CARRY_ITEMS] = base + k < n ? out[base + k] : 0;
    }
    __syncthreads();
    unsigned own[CARRY_ITEMS], best = 0;
#pragma unroll
    for (int k = 0; k < CARRY_ITEMS; ++k) {
        own[k] = data[threadIdx.x * (CARRY_ITEMS + 1) + k];
        best = max(best, own[k]);
    }
    unsigned total;
    unsigned running = block_exclusive<Largest, BLOCK>(best, total, warps);
    if (warp_id() == 0) {
        const unsigned prefix = look_back.prefix(static_cast<int>(blockIdx.x), total);
        if (lane_id() == 0) shared_prefix = prefix;
    }
    __syncthreads();
    running = max(running, shared_prefix);
#pragma unroll
    for (int k = 0; k < CARRY_ITEMS; ++k) {
        running = max(running, own[k]);
        data[threadIdx.x * (CARRY_ITEMS + 1) + k] = running;
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < BLOCK * CARRY_ITEMS; k += BLOCK) {
        if (base + k < n) out[base + k] = data[k + k / CARRY_ITEMS];
    }
}

// A tile of items in shared memory: each offset that falls into it marks its item, and
// a scan carries the marks on. PARTITIONED: an earlier kernel found the tile's bounds.
constexpr int TILE_ITEMS = 16;
constexpr unsigned TILE = BLOCK * TILE_ITEMS;

template <bool PARTITIONED>
__global__ void __launch_bounds__(BLOCK)
    balance_tiles(const uint32_t *offsets, unsigned m, unsigned n, const uint32_t *starts, uint32_t *out) {
    __shared__ unsigned data[BLOCK * (TILE_ITEMS + 1)];
    __shared__ unsigned warps[BLOCK / WARP];
    __shared__ unsigned bounds[2];
    const unsigned base = blockIdx.x * TILE;
    const unsigned end = min(n, base + TILE);
    if (base >= n) return;
    if (threadIdx.x < 2) {
        // The segment of the first item and that of the last.
        if (PARTITIONED) {
            bounds[threadIdx.x] = starts[blockIdx.x + threadIdx.x];
        } else {
            bounds[threadIdx.x] = owner(offsets, 0, m + 1, threadIdx.x == 0 ? base : end - 1);
        }
    }
    for (unsigned k = threadIdx.x; k < BLOCK * (TILE_ITEMS + 1); k += BLOCK) data[k] = 0;
    __syncthreads();
    const unsigned first = bounds[0], last = bounds[1];
    for (unsigned j = first + 1 + threadIdx.x; j <= last; j += BLOCK) {
        const unsigned at = offsets[j];
        // Of several segments at one item the last owns it; those past the end own none here.
        if (at < end && at < offsets[j + 1]) {
            const unsigned k = at - base;
            data[k + k / TILE_ITEMS] = j - first;
        }
    }
    __syncthreads();
    unsigned own[TILE_ITEMS], best = 0;
#pragma unroll
    for (int k = 0; k < TILE_ITEMS; ++k) {
        own[k] = data[threadIdx.x * (TILE_ITEMS + 1) + k];
        best = max(best, own[k]);
    }
    unsigned total;
    unsigned running = block_exclusive<Largest, BLOCK>(best, total, warps);
#pragma unroll
    for (int k = 0; k < TILE_ITEMS; ++k) {
        running = max(running, own[k]);
        data[threadIdx.x * (TILE_ITEMS + 1) + k] = first + running;
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; base + k < end; k += BLOCK) out[base + k] = data[k + k / TILE_ITEMS];
}

// The segment of each tile's first item; of the last item for the one after the end.
__global__ void balance_partition(const uint32_t *offsets, unsigned m, unsigned n, unsigned tiles, uint32_t *starts) {
    const unsigned t = blockIdx.x * BLOCK + threadIdx.x;
    if (t <= tiles && n > 0) starts[t] = owner(offsets, 0, m + 1, min(t * TILE, n - 1));
}

enum class Balance { ITEMS, THREAD, WARP, BLOCK_, HEADS, TILES, PARTITIONED };

template <class T, Balance HOW> struct LoadBalance : Variant {
    static unsigned carry_tiles(const Problem &p) { return blocks_for(p.n, BLOCK * CARRY_ITEMS); }
    static size_t temp_bytes(const Problem &p) {
        if (HOW == Balance::HEADS) return carry_tiles(p) * 8;
        if (HOW == Balance::PARTITIONED) return (blocks_for(p.n, TILE) + 1) * 4;
        return 0;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const unsigned n = static_cast<unsigned>(p.n), m = static_cast<unsigned>(p.m);
        const unsigned tiles = blocks_for(n, TILE);
        uint32_t *out = p.out_aux;
        switch (HOW) {
        case Balance::ITEMS:
            balance_items<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(p.index, m, n, out);
            break;
        case Balance::THREAD:
            balance_segments<1><<<blocks_for(m, BLOCK), BLOCK, 0, stream>>>(p.index, m, out);
            break;
        case Balance::WARP:
            balance_segments<WARP><<<blocks_for(m, BLOCK / WARP), BLOCK, 0, stream>>>(p.index, m, out);
            break;
        case Balance::BLOCK_:
            balance_segments<BLOCK><<<blocks_for(m, 1), BLOCK, 0, stream>>>(p.index, m, out);
            break;
        case Balance::HEADS: {
            cudaError_t error = cudaMemsetAsync(out, 0, p.n * 4, stream);
            if (error == cudaSuccess) error = cudaMemsetAsync(p.temp, 0, temp_bytes(p), stream);
            if (error != cudaSuccess) return error;
            mark_heads<<<blocks_for(m, BLOCK), BLOCK, 0, stream>>>(p.index, m, out);
            carry_on<<<carry_tiles(p), BLOCK, 0, stream>>>(out, n, {static_cast<unsigned long long *>(p.temp)});
            break;
        }
        case Balance::TILES:
            balance_tiles<false><<<tiles, BLOCK, 0, stream>>>(p.index, m, n, nullptr, out);
            break;
        case Balance::PARTITIONED: {
            auto *starts = static_cast<uint32_t *>(p.temp);
            balance_partition<<<blocks_for(tiles + 1, BLOCK), BLOCK, 0, stream>>>(p.index, m, n, tiles, starts);
            balance_tiles<true><<<tiles, BLOCK, 0, stream>>>(p.index, m, n, starts, out);
            break;
        }
        }
        return cudaGetLastError();
    }
};
template <class T> using BalanceItems = LoadBalance<T, Balance::ITEMS>;
template <class T> using BalanceThread = LoadBalance<T, Balance::THREAD>;
template <class T> using BalanceWarp = LoadBalance<T, Balance::WARP>;
template <class T> using BalanceBlock = LoadBalance<T, Balance::BLOCK_>;
template <class T> using BalanceHeads = LoadBalance<T, Balance::HEADS>;
template <class T> using BalanceTiles = LoadBalance<T, Balance::TILES>;
template <class T> using BalancePartitioned = LoadBalance<T, Balance::PARTITIONED>;

} // namespace

void add_search(Registry &r) {
    const char *p = "search.lower_bound";
    add<BoundNaive, PROPP_ALL_TYPES>(r, p, "naive", "a binary search a thread in global memory");
    add<BoundWarp, PROPP_ALL_TYPES>(r, p, "warp", "a warp a needle, 32 probes a step: fewer steps, more bytes", {NAIVE});
    add<BoundSampled, PROPP_ALL_TYPES>(r, p, "sampled", "the first ten levels in shared memory");
    add<BoundSampled4, PROPP_ALL_TYPES>(r, p, "sampled_4", "the same, four searches in step a thread");

    p = "search.load_balance";
    add<BalanceItems, uint32_t>(r, p, "naive", "every item searches all offsets");
    add<BalanceThread, uint32_t>(r, p, "segment_thread", "a thread a segment: uneven, divergent, scattered stores", {NAIVE, 64 * MIB});
    add<BalanceWarp, uint32_t>(r, p, "segment_warp", "a warp a segment");
    add<BalanceBlock, uint32_t>(r, p, "segment_block", "a block a segment", {NAIVE});
    add<BalanceHeads, uint32_t>(r, p, "mark_and_scan", "heads marked in the output, then a maximum scan over it");
    add<BalanceTiles, uint32_t>(r, p, "tiles", "a tile marks its own offsets in shared memory and scans");
    add<BalancePartitioned, uint32_t>(r, p, "tiles_partitioned", "the same, the tiles' bounds found by a kernel of their own");
}

} // namespace propp
