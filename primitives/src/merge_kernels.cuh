// Merging by merge path: equal parts of the output, whatever the inputs look like.
// Used for the merge of two ranges and for every pass of the merge sort.
#pragma once

#include "device.cuh"

namespace propp {

constexpr int MERGE_BLOCK = 256;
// Odd, so that threads that walk over their own items meet different banks.
template <class T> constexpr int MERGE_ITEMS = sizeof(T) == 4 ? 15 : 9;
template <class T> constexpr unsigned MERGE_TILE = MERGE_BLOCK * MERGE_ITEMS<T>;

// Two ascending ranges and, for pairs, the values of their keys.
template <class T> struct Ranges {
    const T *a, *b;
    const uint32_t *a_values, *b_values;
    unsigned a_count, b_count;
};

// Merges items [ITEMS * thread, ...) of keys[0 .. a_count) and keys[a_count .. count)
// into registers, with the place each came from.
template <class T, int ITEMS>
__device__ __forceinline__ void merge_serial(const T *keys, unsigned a_count, unsigned count,
                                             unsigned first, T (&own)[ITEMS], unsigned (&from)[ITEMS]) {
    const unsigned diagonal = min(first, count);
    unsigned a = merge_path(keys, a_count, keys + a_count, count - a_count, diagonal);
    unsigned b = a_count + diagonal - a;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const bool has_a = a < a_count, has_b = b < count;
        const T key_a = has_a ? keys[a] : T(0), key_b = has_b ? keys[b] : T(0);
        const bool take_a = has_a && (!has_b || !(key_b < key_a));
        own[k] = take_a ? key_a : key_b;
        from[k] = take_a ? a : b;
        if (take_a) ++a;
        else if (has_b) ++b;
    }
}

// The block's tile of the output of one merge: a[a_first .. a_last) and its share of b.
template <class T, bool PAIRS>
__device__ __forceinline__ void merge_tile(const Ranges<T> &in, unsigned first, unsigned a_first,
                                           unsigned a_last, T *out, uint32_t *out_values, T *keys) {
    constexpr int ITEMS = MERGE_ITEMS<T>;
    const unsigned all = in.a_count + in.b_count;
    const unsigned count = min(MERGE_TILE<T>, all - first);
    const unsigned a_count = a_last - a_first, b_first = first - a_first;
    for (unsigned k = threadIdx.x; k < count; k += MERGE_BLOCK) {
        keys[k] = k < a_count ? in.a[a_first + k] : in.b[b_first + (k - a_count)];
    }
    __syncthreads();
    T own[ITEMS];
    unsigned from[ITEMS];
    merge_serial<T, ITEMS>(keys, a_count, count, threadIdx.x * ITEMS, own, from);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        if (threadIdx.x * ITEMS + k < count) keys[threadIdx.x * ITEMS + k] = own[k];
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < count; k += MERGE_BLOCK) out[first + k] = keys[k];
    if (PAIRS) {
        auto *values = reinterpret_cast<uint32_t *>(keys);
        __syncthreads();
        for (unsigned k = threadIdx.x; k < count; k += MERGE_BLOCK) {
            values[k] = k < a_count ? in.a_values[a_first + k] : in.b_values[b_first + (k - a_count)];
        }
        __syncthreads();
        uint32_t own_values[ITEMS];
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            if (threadIdx.x * ITEMS + k < count) own_values[k] = values[from[k]];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            if (threadIdx.x * ITEMS + k < count) values[threadIdx.x * ITEMS + k] = own_values[k];
        }
        __syncthreads();
        for (unsigned k = threadIdx.x; k < count; k += MERGE_BLOCK) out_values[first + k] = values[k];
    }
}

// A pass of a merge sort: runs of `width` elements, a multiple of the tile, merged two
// by two.
template <class T> struct Pass {
    const T *keys;
    const uint32_t *values;
    unsigned n, width;

    // The pair of runs that element `at` belongs to; `begin` is where it starts.
    __device__ __forceinline__ Ranges<T> pair_at(unsigned at, unsigned &begin) const {
        const uint64_t both = uint64_t(width) * 2;
        begin = static_cast<unsigned>(at / both * both);
        Ranges<T> r;
        r.a_count = min(width, n - begin);
        const unsigned b_begin = begin + r.a_count;
        r.b_count = min(width, n - b_begin);
        r.a = keys + begin;
        r.b = keys + b_begin;
        r.a_values = values ? values + begin : nullptr;
        r.b_values = values ? values + b_begin : nullptr;
        return r;
    }
};
// A plain merge of two ranges.
template <class T> struct Two {
    Ranges<T> ranges;
    unsigned n; // of both
    __device__ __forceinline__ Ranges<T> pair_at(unsigned, unsigned &begin) const {
        begin = 0;
        return ranges;
    }
};

// How much of a the tiles before tile t take, for every tile.
template <class T, class Source> __global__ void merge_split(Source source, unsigned tiles, unsigned *split) {
    const unsigned t = blockIdx.x * MERGE_BLOCK + threadIdx.x;
    if (t >= tiles || t * MERGE_TILE<T> >= source.n) return;
    unsigned begin;
    const Ranges<T> r = source.pair_at(t * MERGE_TILE<T>, begin);
    split[t] = merge_path(r.a, r.a_count, r.b, r.b_count, t * MERGE_TILE<T> - begin);
}

// split null: the block finds its own bounds.
template <class T, class Source, bool PAIRS>
__global__ void __launch_bounds__(MERGE_BLOCK)
    merge_tiles(Source source, const unsigned *split, T *out, uint32_t *out_values) {
    __shared__ T keys[MERGE_TILE<T>];
    __shared__ unsigned bounds[2];
    const unsigned at = blockIdx.x * MERGE_TILE<T>;
    if (at >= source.n) return;
    unsigned begin;
    const Ranges<T> r = source.pair_at(at, begin);
    const unsigned first = at - begin, all = r.a_count + r.b_count;
    if (threadIdx.x < 2) {
        const unsigned diagonal = min(first + threadIdx.x * MERGE_TILE<T>, all);
        if (diagonal == all) bounds[threadIdx.x] = r.a_count;
        else if (split) bounds[threadIdx.x] = split[blockIdx.x + threadIdx.x];
        else bounds[threadIdx.x] = merge_path(r.a, r.a_count, r.b, r.b_count, diagonal);
    }
    __syncthreads();
    merge_tile<T, PAIRS>(r, first, bounds[0], bounds[1], out + begin,
                         out_values ? out_values + begin : nullptr, keys);
}

} // namespace propp
