// CUB's compactions and scans, and the first place of a value as a minimum over places.
#include "cub.hpp"

#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

namespace propp {
namespace {

template <class T> struct SelectIfCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceSelect::If(temp, bytes, in_of<T>(p), out_of<T>(p), p.out_count, int64_t(p.n),
                                     LessThan<T>{scalar<T>(p.a)}, stream);
    }
};
template <class T> struct FlaggedCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        using B = Bits<T>;
        return cub::DeviceSelect::Flagged(temp, bytes, in_of<B>(p), p.flags, out_of<B>(p), p.out_count,
                                          int64_t(p.n), stream);
    }
};
template <class T> struct UniqueCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceSelect::Unique(temp, bytes, in_of<T>(p), out_of<T>(p), p.out_count, int64_t(p.n),
                                         stream);
    }
};
template <class T> struct PartitionCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DevicePartition::If(temp, bytes, in_of<T>(p), out_of<T>(p), p.out_count, int64_t(p.n),
                                        LessThan<T>{scalar<T>(p.a)}, stream);
    }
};

// The place of a hit, or n.
template <class T> struct PlaceIf {
    const T *in;
    T a;
    unsigned n;
    __host__ __device__ unsigned operator()(unsigned i) const { return in[i] == a ? i : n; }
};
template <class T> struct FindCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        const unsigned n = static_cast<unsigned>(p.n);
        return cub::DeviceReduce::TransformReduce(
            temp, bytes, thrust::counting_iterator<unsigned>(0), p.out_count, int(p.n),
            ::cuda::minimum<unsigned>{}, PlaceIf<T>{in_of<T>(p), scalar<T>(p.a), n}, n, stream);
    }
};

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

template <class T> using SelectIf = Cub<SelectIfCall<T>>;
template <class T> using Flagged = Cub<FlaggedCall<T>>;
template <class T> using Unique = Cub<UniqueCall<T>>;
template <class T> using Partition = Cub<PartitionCall<T>>;
template <class T> using Find = Cub<FindCall<T>>;
template <class T> using Inclusive = Cub<InclusiveCall<T>>;
template <class T> using Exclusive = Cub<ExclusiveCall<T>>;
template <class T> using ByKey = Cub<ByKeyCall<T>>;

} // namespace

void add_cub_select(Registry &r) {
    add<SelectIf, PROPP_ALL_TYPES>(r, "select.if", "device_select", "cub::DeviceSelect::If");
    add<Flagged, PROPP_ALL_TYPES>(r, "select.flagged", "device_select", "cub::DeviceSelect::Flagged");
    add<Unique, PROPP_ALL_TYPES>(r, "unique", "device_select", "cub::DeviceSelect::Unique");
    add<Partition, PROPP_ALL_TYPES>(r, "partition.if", "device_partition", "cub::DevicePartition::If");
    add<Find, PROPP_ALL_TYPES>(r, "find", "transform_reduce", "cub::DeviceReduce::TransformReduce, the minimum of all places");
    add<Inclusive, PROPP_ALL_TYPES>(r, "scan.inclusive", "device_scan", "cub::DeviceScan::InclusiveSum");
    add<Exclusive, PROPP_ALL_TYPES>(r, "scan.exclusive", "device_scan", "cub::DeviceScan::ExclusiveSum");
    add<ByKey, PROPP_ALL_TYPES>(r, "scan_by_key.inclusive", "device_scan", "cub::DeviceScan::InclusiveSumByKey");
}

} // namespace propp
