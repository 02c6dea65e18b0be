// CUB's merge, merge sort and radix sort.
#include "cub.hpp"

#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cuda/std/functional>

namespace propp {
namespace {

template <class T> struct MergeCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceMerge::MergeKeys(temp, bytes, in_of<T>(p), int(p.n), in2_of<T>(p), int(p.m),
                                           out_of<T>(p), ::cuda::std::less<>{}, stream);
    }
};
template <class T> struct MergeKeysCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceMergeSort::SortKeysCopy(temp, bytes, in_of<T>(p), out_of<T>(p), int(p.n),
                                                  ::cuda::std::less<>{}, stream);
    }
};
template <class T> struct MergePairsCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceMergeSort::SortPairsCopy(temp, bytes, in_of<T>(p), p.aux, out_of<T>(p), p.out_aux,
                                                   int(p.n), ::cuda::std::less<>{}, stream);
    }
};

template <class T> struct RadixKeysCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceRadixSort::SortKeys(temp, bytes, in_of<T>(p), out_of<T>(p), unsigned(p.n), 0,
                                              int(sizeof(T)) * 8, stream);
    }
};
template <class T> struct RadixPairsCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceRadixSort::SortPairs(temp, bytes, in_of<T>(p), out_of<T>(p), p.aux, p.out_aux,
                                               unsigned(p.n), 0, int(sizeof(T)) * 8, stream);
    }
};

template <class T> using Merge = Cub<MergeCall<T>>;
template <class T> using MergeKeys = Cub<MergeKeysCall<T>>;
template <class T> using MergePairs = Cub<MergePairsCall<T>>;
template <class T> using RadixKeys = Cub<RadixKeysCall<T>>;
template <class T> using RadixPairs = Cub<RadixPairsCall<T>>;

} // namespace

void add_cub_sort(Registry &r) {
    add<Merge, PROPP_ALL_TYPES>(r, "merge", "device_merge", "cub::DeviceMerge::MergeKeys");
    add<MergeKeys, PROPP_ALL_TYPES>(r, "merge_sort.keys", "device_merge_sort", "cub::DeviceMergeSort::SortKeysCopy");
    add<MergePairs, PROPP_ALL_TYPES>(r, "merge_sort.pairs", "device_merge_sort", "cub::DeviceMergeSort::SortPairsCopy");
    add<RadixKeys, PROPP_ALL_TYPES>(r, "radix_sort.keys", "device_radix_sort", "cub::DeviceRadixSort::SortKeys");
    add<RadixPairs, PROPP_ALL_TYPES>(r, "radix_sort.pairs", "device_radix_sort", "cub::DeviceRadixSort::SortPairs");
}

} // namespace propp
