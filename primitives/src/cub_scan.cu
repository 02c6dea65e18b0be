// CUB's scans.
#include "cub.hpp"

#include <cub/device/device_scan.cuh>

namespace propp {
namespace {

template <class T> struct InclusiveCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceScan::InclusiveSum(temp, bytes, in_of<W>(p), out_of<W>(p), int(p.n), stream);
    }
};
template <class T> struct ExclusiveCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceScan::ExclusiveSum(temp, bytes, in_of<W>(p), out_of<W>(p), int(p.n), stream);
    }
};
template <class T> struct ByKeyCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceScan::InclusiveSumByKey(temp, bytes, p.aux, in_of<W>(p), out_of<W>(p),
                                                  int(p.n), ::cuda::std::equal_to<>{}, stream);
    }
};

template <class T> using Inclusive = Cub<InclusiveCall<T>>;
template <class T> using Exclusive = Cub<ExclusiveCall<T>>;
template <class T> using ByKey = Cub<ByKeyCall<T>>;

} // namespace

void add_cub_scan(Registry &r) {
    add<Inclusive, PROPP_ALL_TYPES>(r, "scan.inclusive", "device_scan", "cub::DeviceScan::InclusiveSum");
    add<Exclusive, PROPP_ALL_TYPES>(r, "scan.exclusive", "device_scan", "cub::DeviceScan::ExclusiveSum");
    add<ByKey, PROPP_ALL_TYPES>(r, "scan_by_key.inclusive", "device_scan", "cub::DeviceScan::InclusiveSumByKey");
}

} // namespace propp
