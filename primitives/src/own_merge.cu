// Merge of two sorted ranges: every element searching for its place, against equal
// shares of the output found by merge path.
#include "own.hpp"
#include "merge_kernels.cuh"

namespace propp {
namespace {

// Each element counts the elements of the other range before it: log n times the work,
// scattered stores.
template <class T>
__global__ void merge_ranks(const T *a, unsigned n, const T *b, unsigned m, T *out) {
    const unsigned k = blockIdx.x * MERGE_BLOCK + threadIdx.x;
    if (k < n) {
        out[k + lower_bound(b, 0u, m, a[k])] = a[k];
    } else if (k < n + m) {
        const unsigned j = k - n;
        out[j + upper_bound(a, 0u, n, b[j])] = b[j];
    }
}

// Each thread merges 16 elements straight from global memory.
constexpr unsigned SERIAL_ITEMS = 16;
template <class T>
__global__ void merge_threads(const T *a, unsigned n, const T *b, unsigned m, T *out) {
    const uint64_t wide = uint64_t(blockIdx.x * MERGE_BLOCK + threadIdx.x) * SERIAL_ITEMS;
    if (wide >= n + m) return;
    const unsigned first = static_cast<unsigned>(wide), last = min(first + SERIAL_ITEMS, n + m);
    unsigned i = merge_path(a, n, b, m, first), j = first - i;
    for (unsigned k = first; k < last; ++k) {
        const bool take_a = i < n && (j >= m || !(b[j] < a[i]));
        out[k] = take_a ? a[i++] : b[j++];
    }
}

enum class How { RANKS, THREADS, FUSED, SPLIT };

template <class T, How HOW> struct Merge : Variant {
    static unsigned tiles(const Problem &p) { return blocks_for(p.n + p.m, MERGE_TILE<T>); }
    static size_t temp_bytes(const Problem &p) { return HOW == How::SPLIT ? tiles(p) * 4 : 0; }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *a = static_cast<const T *>(p.in), *b = static_cast<const T *>(p.in2);
        auto *out = static_cast<T *>(p.out);
        const unsigned n = static_cast<unsigned>(p.n), m = static_cast<unsigned>(p.m);
        const Two<T> source{{a, b, nullptr, nullptr, n, m}, n + m};
        auto *split = HOW == How::SPLIT ? static_cast<unsigned *>(p.temp) : nullptr;
        switch (HOW) {
        case How::RANKS:
            merge_ranks<<<blocks_for(n + m, MERGE_BLOCK), MERGE_BLOCK, 0, stream>>>(a, n, b, m, out);
            break;
        case How::THREADS:
            merge_threads<<<blocks_for(n + m, MERGE_BLOCK * SERIAL_ITEMS), MERGE_BLOCK, 0, stream>>>(a, n, b, m, out);
            break;
        case How::SPLIT:
            merge_split<T><<<blocks_for(tiles(p), MERGE_BLOCK), MERGE_BLOCK, 0, stream>>>(source, tiles(p), split);
            [[fallthrough]];
        case How::FUSED:
            merge_tiles<T, Two<T>, false><<<tiles(p), MERGE_BLOCK, 0, stream>>>(source, split, out, nullptr);
            break;
        }
        return cudaGetLastError();
    }
};
template <class T> using Ranks = Merge<T, How::RANKS>;
template <class T> using Threads = Merge<T, How::THREADS>;
template <class T> using Fused = Merge<T, How::FUSED>;
template <class T> using Split = Merge<T, How::SPLIT>;

} // namespace

void add_merge(Registry &r) {
    const char *p = "merge";
    add<Ranks, PROPP_ALL_TYPES>(r, p, "ranks", "every element searches the other range and goes to its place", {NAIVE});
    add<Threads, PROPP_ALL_TYPES>(r, p, "threads", "16 outputs a thread, merged in global memory: strided access", {NAIVE});
    add<Fused, PROPP_ALL_TYPES>(r, p, "path_fused", "merge path, each block finds its own bounds");
    add<Split, PROPP_ALL_TYPES>(r, p, "path", "merge path, the bounds found by a kernel of their own");
}

} // namespace propp
