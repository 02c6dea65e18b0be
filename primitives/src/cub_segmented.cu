// CUB's sums of runs and segments, and its histogram.
#include "cub.hpp"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/std/functional>

namespace propp {
namespace {

template <class T> struct ByKeyCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceReduce::ReduceByKey(temp, bytes, p.aux, p.out_aux, in_of<W>(p), out_of<W>(p),
                                              p.out_count, ::cuda::std::plus<>{}, int(p.n), stream);
    }
};
template <class T> struct SegmentedCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceSegmentedReduce::Sum(temp, bytes, in_of<W>(p), out_of<W>(p), int64_t(p.m),
                                               p.index, p.index + 1, stream);
    }
};
// CUB takes the number of edges, one more than bins.
template <class T> struct HistogramCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceHistogram::HistogramEven(temp, bytes, in_of<T>(p), p.out_aux, int(p.m) + 1,
                                                   scalar<T>(p.a), scalar<T>(p.b), int(p.n), stream);
    }
};

template <class T> using ByKey = Cub<ByKeyCall<T>>;
template <class T> using Segmented = Cub<SegmentedCall<T>>;
template <class T> using Histogram = Cub<HistogramCall<T>>;

} // namespace

void add_cub_segmented(Registry &r) {
    add<ByKey, PROPP_ALL_TYPES>(r, "reduce_by_key.sum", "device_reduce", "cub::DeviceReduce::ReduceByKey");
    add<Segmented, PROPP_ALL_TYPES>(r, "segmented_reduce.sum", "device_segmented_reduce", "cub::DeviceSegmentedReduce::Sum");
    add<Histogram, int32_t, uint32_t, float>(r, "histogram.even", "device_histogram", "cub::DeviceHistogram::HistogramEven");
}

} // namespace propp
