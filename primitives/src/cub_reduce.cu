// CUB's reductions: sums, extrema, counts, runs, segments and the histogram.
#include "cub.hpp"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cuda/std/functional>

namespace propp {
namespace {

template <class T> struct SumCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceReduce::Sum(temp, bytes, in_of<W>(p), out_of<W>(p), int(p.n), stream);
    }
};
template <class T> struct MinCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceReduce::Min(temp, bytes, in_of<T>(p), out_of<T>(p), int(p.n), stream);
    }
};
template <class T> struct MaxCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return cub::DeviceReduce::Max(temp, bytes, in_of<T>(p), out_of<T>(p), int(p.n), stream);
    }
};

// These also give the value, which goes to the first 256 bytes of temp.
template <class T, bool MAX> struct Arg : Variant {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, T *value, Stream stream) {
        if (MAX) {
            return cub::DeviceReduce::ArgMax(temp, bytes, in_of<T>(p), value, p.out_count,
                                             int64_t(p.n), stream);
        }
        return cub::DeviceReduce::ArgMin(temp, bytes, in_of<T>(p), value, p.out_count,
                                         int64_t(p.n), stream);
    }
    static size_t temp_bytes(const Problem &p) {
        size_t bytes = 0;
        if (call(nullptr, bytes, p, nullptr, nullptr) != cudaSuccess) cudaGetLastError();
        return 512 + bytes;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        size_t bytes = p.temp_bytes - 256;
        return call(static_cast<char *>(p.temp) + 256, bytes, p, static_cast<T *>(p.temp), stream);
    }
};

template <class Predicate> struct CountOf {
    Predicate is;
    template <class T> __host__ __device__ unsigned operator()(T x) const { return is(x) ? 1 : 0; }
};
template <class T, template <class> class Predicate>
cudaError_t count(void *temp, size_t &bytes, const Problem &p, Stream stream) {
    return cub::DeviceReduce::TransformReduce(temp, bytes, in_of<T>(p), p.out_count, int(p.n),
                                              ::cuda::std::plus<unsigned>{},
                                              CountOf<Predicate<T>>{{scalar<T>(p.a)}}, 0u, stream);
}
template <class T> struct CountCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return count<T, EqualTo>(temp, bytes, p, stream);
    }
};
template <class T> struct CountIfCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        return count<T, LessThan>(temp, bytes, p, stream);
    }
};

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

template <class T> using Sum = Cub<SumCall<T>>;
template <class T> using Min = Cub<MinCall<T>>;
template <class T> using Max = Cub<MaxCall<T>>;
template <class T> using ArgMin = Arg<T, false>;
template <class T> using ArgMax = Arg<T, true>;
template <class T> using Count = Cub<CountCall<T>>;
template <class T> using CountIf = Cub<CountIfCall<T>>;
template <class T> using ByKey = Cub<ByKeyCall<T>>;
template <class T> using Segmented = Cub<SegmentedCall<T>>;
template <class T> using Histogram = Cub<HistogramCall<T>>;

} // namespace

void add_cub_reduce(Registry &r) {
    add<Sum, PROPP_ALL_TYPES>(r, "reduce.sum", "device_reduce", "cub::DeviceReduce::Sum");
    add<Min, PROPP_ALL_TYPES>(r, "reduce.min", "device_reduce", "cub::DeviceReduce::Min");
    add<Max, PROPP_ALL_TYPES>(r, "reduce.max", "device_reduce", "cub::DeviceReduce::Max");
    add<ArgMin, PROPP_ALL_TYPES>(r, "reduce.argmin", "device_reduce", "cub::DeviceReduce::ArgMin");
    add<ArgMax, PROPP_ALL_TYPES>(r, "reduce.argmax", "device_reduce", "cub::DeviceReduce::ArgMax");
    add<Count, PROPP_ALL_TYPES>(r, "count", "transform_reduce", "cub::DeviceReduce::TransformReduce of x == a");
    add<CountIf, PROPP_ALL_TYPES>(r, "count_if", "transform_reduce", "cub::DeviceReduce::TransformReduce of x < a");
    add<ByKey, PROPP_ALL_TYPES>(r, "reduce_by_key.sum", "device_reduce", "cub::DeviceReduce::ReduceByKey");
    add<Segmented, PROPP_ALL_TYPES>(r, "segmented_reduce.sum", "device_segmented_reduce", "cub::DeviceSegmentedReduce::Sum");
    add<Histogram, int32_t, uint32_t, float>(r, "histogram.even", "device_histogram", "cub::DeviceHistogram::HistogramEven");
}

} // namespace propp
