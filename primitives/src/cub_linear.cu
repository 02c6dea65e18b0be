// CUB's element-wise algorithms and copies.
#include "cub.hpp"

#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_for.cuh>
#include <cub/device/device_memcpy.cuh>
#include <cub/device/device_transform.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace propp {
namespace {

template <class T> struct Transform : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceTransform::Transform(in_of<W>(p), out_of<W>(p), int(p.n),
                                               Scale<W>{scalar<W>(p.a), scalar<W>(p.b)}, stream);
    }
};
template <class T> struct ReplaceAll : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        return cub::DeviceTransform::Transform(in_of<T>(p), out_of<T>(p), int(p.n),
                                               Replace<T>{scalar<T>(p.a), scalar<T>(p.b)}, stream);
    }
};
struct Same {
    template <class T> __host__ __device__ T operator()(T x) const { return x; }
};
template <class T> struct Copy : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using B = Bits<T>;
        return cub::DeviceTransform::Transform(in_of<B>(p), out_of<B>(p), int(p.n), Same{}, stream);
    }
};

template <class T> struct ScaleWhere {
    const T *in;
    const uint8_t *flags;
    T *out;
    T a, b;
    __device__ void operator()(int i) const {
        if (flags[i]) out[i] = a * in[i] + b;
    }
};
template <class T> struct TransformIf : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceFor::Bulk(
            int(p.n),
            ScaleWhere<W>{in_of<W>(p), p.flags, out_of<W>(p), scalar<W>(p.a), scalar<W>(p.b)}, stream);
    }
};

template <class T> struct DifferenceCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        using W = Wrap<T>;
        return cub::DeviceAdjacentDifference::SubtractLeftCopy(
            temp, bytes, in_of<W>(p), out_of<W>(p), int(p.n), ::cuda::std::minus<>{}, stream);
    }
};
template <class T> using Difference = Cub<DifferenceCall<T>>;

// One range in a batch of one: DeviceMemcpy is made for many, so pieces of 1 MiB.
struct Piece {
    const char *base;
    size_t piece;
    __host__ __device__ const void *operator()(unsigned i) const { return base + i * piece; }
};
struct PieceOut {
    char *base;
    size_t piece;
    __host__ __device__ void *operator()(unsigned i) const { return base + i * piece; }
};
struct PieceSize {
    size_t bytes, piece;
    __host__ __device__ size_t operator()(unsigned i) const {
        const size_t first = i * piece;
        return bytes - first < piece ? bytes - first : piece;
    }
};

template <class T> struct BatchedCall {
    static cudaError_t call(void *temp, size_t &bytes, const Problem &p, Stream stream) {
        constexpr size_t PIECE = size_t(1) << 20;
        const size_t all = p.n * sizeof(T);
        const unsigned count = static_cast<unsigned>((all + PIECE - 1) / PIECE);
        const thrust::counting_iterator<unsigned> number(0);
        return cub::DeviceMemcpy::Batched(
            temp, bytes,
            thrust::make_transform_iterator(number, Piece{static_cast<const char *>(p.in), PIECE}),
            thrust::make_transform_iterator(number, PieceOut{static_cast<char *>(p.out), PIECE}),
            thrust::make_transform_iterator(number, PieceSize{all, PIECE}), count, stream);
    }
};
template <class T> using Batched = Cub<BatchedCall<Bits<T>>>;

} // namespace

void add_cub_linear(Registry &r) {
    add<Transform, PROPP_ALL_TYPES>(r, "transform", "device_transform", "cub::DeviceTransform::Transform");
    add<ReplaceAll, PROPP_ALL_TYPES>(r, "replace", "device_transform", "cub::DeviceTransform::Transform");
    add<Difference, PROPP_ALL_TYPES>(r, "adjacent_difference", "device_adjacent_difference", "cub::DeviceAdjacentDifference::SubtractLeftCopy");
    add<TransformIf, PROPP_ALL_TYPES>(r, "transform_if", "device_for", "cub::DeviceFor::Bulk, which writes where the flag is set");
    add<Copy, PROPP_ALL_TYPES>(r, "copy", "device_transform", "cub::DeviceTransform::Transform with the identity");
    add<Batched, PROPP_ALL_TYPES>(r, "copy", "device_memcpy", "cub::DeviceMemcpy::Batched in pieces of 1 MiB");
}

} // namespace propp
