// CUB's radix sort.
#include "cub.hpp"

#include <cub/device/device_radix_sort.cuh>

namespace propp {
namespace {

template <class T> struct KeysCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceRadixSort::SortKeys(temp, bytes, in_of<T>(p), out_of<T>(p), unsigned(p.n), 0,
                                              int(sizeof(T)) * 8, stream);
    }
};
template <class T> struct PairsCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceRadixSort::SortPairs(temp, bytes, in_of<T>(p), out_of<T>(p), p.aux, p.out_aux,
                                               unsigned(p.n), 0, int(sizeof(T)) * 8, stream);
    }
};

template <class T> using Keys = Cub<KeysCall<T>>;
template <class T> using Pairs = Cub<PairsCall<T>>;

} // namespace

void add_cub_radix(Registry &r) {
    add<Keys, PROPP_ALL_TYPES>(r, "radix_sort.keys", "device_radix_sort", "cub::DeviceRadixSort::SortKeys");
    add<Pairs, PROPP_ALL_TYPES>(r, "radix_sort.pairs", "device_radix_sort", "cub::DeviceRadixSort::SortPairs");
}

} // namespace propp
