// CUB's merge and merge sort.
#include "cub.hpp"

#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cuda/std/functional>

namespace propp {
namespace {

template <class T> struct MergeCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceMerge::MergeKeys(temp, bytes, in_of<T>(p), int(p.n), in2_of<T>(p), int(p.m),
                                           out_of<T>(p), ::cuda::std::less<>{}, stream);
    }
};
template <class T> struct KeysCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceMergeSort::SortKeysCopy(temp, bytes, in_of<T>(p), out_of<T>(p), int(p.n),
                                                  ::cuda::std::less<>{}, stream);
    }
};
template <class T> struct PairsCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceMergeSort::SortPairsCopy(temp, bytes, in_of<T>(p), p.aux, out_of<T>(p), p.out_aux,
                                                   int(p.n), ::cuda::std::less<>{}, stream);
    }
};

template <class T> using Merge = Cub<MergeCall<T>>;
template <class T> using Keys = Cub<KeysCall<T>>;
template <class T> using Pairs = Cub<PairsCall<T>>;

} // namespace

void add_cub_merge(Registry &r) {
    add<Merge, PROPP_ALL_TYPES>(r, "merge", "device_merge", "cub::DeviceMerge::MergeKeys");
    add<Keys, PROPP_ALL_TYPES>(r, "merge_sort.keys", "device_merge_sort", "cub::DeviceMergeSort::SortKeysCopy");
    add<Pairs, PROPP_ALL_TYPES>(r, "merge_sort.pairs", "device_merge_sort", "cub::DeviceMergeSort::SortPairsCopy");
}

} // namespace propp
