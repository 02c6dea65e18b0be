// Merge sort: blocks sort tiles, then runs are merged two by two. And worse: a bitonic
// network over global memory, and merging by searching.
#include "own.hpp"
#include "merge_kernels.cuh"
#include "reduce_tasks.cuh"

namespace propp {
namespace {

// ------------------------------------------------------------------ The good one

template <class T, bool PAIRS>
__global__ void __launch_bounds__(MERGE_BLOCK)
    sort_tiles(const T *in, const uint32_t *in_values, unsigned n, T *out, uint32_t *out_values) {
    constexpr int ITEMS = MERGE_ITEMS<T>;
    constexpr unsigned TILE = MERGE_TILE<T>;
    __shared__ T keys[TILE];
    __shared__ uint32_t places[PAIRS ? TILE : 1];
    const unsigned base = blockIdx.x * TILE;
    const unsigned count = base < n ? min(TILE, n - base) : 0;
    // What lies behind the end is largest, and comes from behind: it stays there.
    for (unsigned k = threadIdx.x; k < TILE; k += MERGE_BLOCK) {
        keys[k] = k < count ? in[base + k] : highest<T>();
    }
    __syncthreads();
    const unsigned first = threadIdx.x * ITEMS;
    T own[ITEMS];
    unsigned place[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        own[k] = keys[first + k];
        place[k] = first + k;
    }
    // Neighbours change places until none wants to: stable, and all in registers.
#pragma unroll
    for (int round = 0; round < ITEMS; ++round) {
#pragma unroll
        for (int k = round % 2; k + 1 < ITEMS; k += 2) {
            const bool swap = own[k + 1] < own[k];
            const T key = own[k];
            const unsigned where = place[k];
            own[k] = swap ? own[k + 1] : own[k];
            own[k + 1] = swap ? key : own[k + 1];
            place[k] = swap ? place[k + 1] : place[k];
            place[k + 1] = swap ? where : place[k + 1];
        }
    }
    for (unsigned threads = 1; threads < MERGE_BLOCK; threads *= 2) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            keys[first + k] = own[k];
            if (PAIRS) places[first + k] = place[k];
        }
        __syncthreads();
        const unsigned run = threads * ITEMS;
        const unsigned pair = threadIdx.x / (2 * threads) * (2 * run);
        unsigned from[ITEMS];
        merge_serial<T, ITEMS>(keys + pair, run, 2 * run, first - pair, own, from);
        if (PAIRS) {
#pragma unroll
            for (int k = 0; k < ITEMS; ++k) place[k] = places[pair + from[k]];
        }
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        keys[first + k] = own[k];
        if (PAIRS) places[first + k] = place[k];
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < count; k += MERGE_BLOCK) {
        out[base + k] = keys[k];
        if (PAIRS) out_values[base + k] = in_values[base + places[k]];
    }
}

template <class T, bool PAIRS> struct MergeSort : Variant {
    static unsigned tiles(const Problem &p) { return blocks_for(p.n, MERGE_TILE<T>); }
    struct Layout {
        T *keys;
        uint32_t *values;
        unsigned *split;
        Layout(Arena &arena, const Problem &p)
            : keys(arena.take<T>(p.n)), values(arena.take<uint32_t>(PAIRS ? p.n : 0)),
              split(arena.take<unsigned>(tiles(p))) {}
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        const unsigned n = static_cast<unsigned>(p.n), blocks = tiles(p);
        int passes = 0;
        for (uint64_t width = MERGE_TILE<T>; width < n; width *= 2) ++passes;
        T *keys[2] = {static_cast<T *>(p.out), layout.keys};
        uint32_t *values[2] = {PAIRS ? p.out_aux : nullptr, PAIRS ? layout.values : nullptr};
        int now = passes % 2; // so that the last pass writes to out
        sort_tiles<T, PAIRS><<<blocks, MERGE_BLOCK, 0, stream>>>(
            static_cast<const T *>(p.in), p.aux, n, keys[now], values[now]);
        for (uint64_t width = MERGE_TILE<T>; width < n; width *= 2, now ^= 1) {
            const Pass<T> pass{keys[now], values[now], n, static_cast<unsigned>(width)};
            merge_split<T><<<blocks_for(blocks, MERGE_BLOCK), MERGE_BLOCK, 0, stream>>>(pass, blocks, layout.split);
            merge_tiles<T, Pass<T>, PAIRS><<<blocks, MERGE_BLOCK, 0, stream>>>(
                pass, layout.split, keys[now ^ 1], values[now ^ 1]);
        }
        return cudaGetLastError();
    }
};
template <class T> using PathKeys = MergeSort<T, false>;
template <class T> using PathPairs = MergeSort<T, true>;

// ------------------------------------------------------------------ Merging by searching
// From runs of one element: every element searches its place in the run beside its own.

template <class T, bool PAIRS>
__global__ void rank_pass(const T *in, const uint32_t *in_values, unsigned n, uint64_t width, T *out,
                          uint32_t *out_values) {
    const unsigned i = blockIdx.x * MERGE_BLOCK + threadIdx.x;
    if (i >= n) return;
    const uint64_t begin = i / (2 * width) * (2 * width);
    const unsigned middle = static_cast<unsigned>(min(begin + width, uint64_t(n)));
    const unsigned end = static_cast<unsigned>(min(begin + 2 * width, uint64_t(n)));
    const T x = in[i];
    const unsigned to = i < middle ? i + lower_bound(in, middle, end, x) - middle
                                   : i - middle + upper_bound(in, static_cast<unsigned>(begin), middle, x);
    out[to] = x;
    if (PAIRS) out_values[to] = in_values[i];
}

template <class T, bool PAIRS> struct RankSort : Variant {
    struct Layout {
        T *keys;
        uint32_t *values;
        Layout(Arena &arena, const Problem &p)
            : keys(arena.take<T>(p.n)), values(arena.take<uint32_t>(PAIRS ? p.n : 0)) {}
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        const unsigned n = static_cast<unsigned>(p.n), blocks = blocks_for(n, MERGE_BLOCK);
        int passes = 1; // one at least, which copies
        for (uint64_t width = 2; width < n; width *= 2) ++passes;
        T *keys[2] = {static_cast<T *>(p.out), layout.keys};
        uint32_t *values[2] = {p.out_aux, layout.values};
        const T *from = static_cast<const T *>(p.in);
        const uint32_t *from_values = p.aux;
        int to = (passes + 1) % 2; // so that the last pass writes to out
        uint64_t width = 1;
        do {
            rank_pass<T, PAIRS><<<blocks, MERGE_BLOCK, 0, stream>>>(from, from_values, n, width, keys[to], values[to]);
            from = keys[to];
            from_values = values[to];
            to ^= 1;
            width *= 2;
        } while (width < n);
        return cudaGetLastError();
    }
};
template <class T> using RankKeys = RankSort<T, false>;
template <class T> using RankPairs = RankSort<T, true>;

// ------------------------------------------------------------------ Bitonic network
// n log^2 n comparisons, a kernel each step, padded to a power of two. Not stable.

template <class T> __global__ void bitonic_fill(const T *in, unsigned n, unsigned padded, T *data) {
    const unsigned i = blockIdx.x * MERGE_BLOCK + threadIdx.x;
    if (i < padded) data[i] = i < n ? in[i] : highest<T>();
}
template <class T> __global__ void bitonic_step(T *data, unsigned padded, unsigned size, unsigned stride) {
    const unsigned t = blockIdx.x * MERGE_BLOCK + threadIdx.x;
    if (t >= padded / 2) return;
    const unsigned low = t / stride * (2 * stride) + t % stride, high = low + stride;
    const bool ascending = (low & size) == 0;
    const T a = data[low], b = data[high];
    if ((b < a) == ascending && a != b) {
        data[low] = b;
        data[high] = a;
    }
}

template <class T> struct Bitonic : Variant {
    static unsigned padded(const Problem &p) {
        unsigned size = 1;
        while (size < p.n) size *= 2;
        return size;
    }
    static int32_t check(const Problem &p) { return p.n <= 512 * MIB ? PROPP_OK : PROPP_E_SIZE; }
    static size_t temp_bytes(const Problem &p) { return size_t(padded(p)) * sizeof(T); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        auto *data = static_cast<T *>(p.temp);
        const unsigned n = static_cast<unsigned>(p.n), size = padded(p);
        bitonic_fill<<<blocks_for(size, MERGE_BLOCK), MERGE_BLOCK, 0, stream>>>(
            static_cast<const T *>(p.in), n, size, data);
        for (unsigned part = 2; part <= size; part *= 2) {
            for (unsigned stride = part / 2; stride > 0; stride /= 2) {
                bitonic_step<<<blocks_for(size / 2, MERGE_BLOCK), MERGE_BLOCK, 0, stream>>>(data, size, part, stride);
            }
        }
        if (cudaError_t error = cudaGetLastError()) return error;
        return cudaMemcpyAsync(p.out, data, n * sizeof(T), cudaMemcpyDeviceToDevice, stream);
    }
};

} // namespace

void add_merge_sort(Registry &r) {
    add<Bitonic, PROPP_ALL_TYPES>(r, "merge_sort.keys", "bitonic", "bitonic network in global memory, a kernel a step", {NAIVE, 64 * MIB});
    add<RankKeys, PROPP_ALL_TYPES>(r, "merge_sort.keys", "ranks", "runs merged by binary search, from single elements", {NAIVE});
    add<PathKeys, PROPP_ALL_TYPES>(r, "merge_sort.keys", "path", "tiles sorted in shared memory, runs merged by merge path");
    add<RankPairs, PROPP_ALL_TYPES>(r, "merge_sort.pairs", "ranks", "runs merged by binary search, from single elements", {NAIVE});
    add<PathPairs, PROPP_ALL_TYPES>(r, "merge_sort.pairs", "path", "tiles sorted in shared memory, runs merged by merge path");
}

} // namespace propp
