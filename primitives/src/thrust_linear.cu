// Thrust's element-wise algorithms.
#include "thrust.hpp"

#include <thrust/adjacent_difference.h>
#include <thrust/fill.h>
#include <thrust/replace.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>

namespace propp {
namespace {

template <class T> struct FillCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::fill(policy, out_of<T>(p), out_of<T>(p) + p.n, scalar<T>(p.a));
    }
};
template <class T> struct SequenceCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::sequence(policy, out_of<T>(p), out_of<T>(p) + p.n, scalar<T>(p.a), scalar<T>(p.b));
    }
};
template <class T> struct Hash {
    __host__ __device__ T operator()(unsigned i) const { return T((i * 2654435761u) >> 16); }
};
template <class T> struct TabulateCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::tabulate(policy, out_of<T>(p), out_of<T>(p) + p.n, Hash<T>{});
    }
};
template <class T> struct TransformCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::transform(policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p),
                          Scale<T>{scalar<T>(p.a), scalar<T>(p.b)});
    }
};
template <class T> struct TransformIfCall {
    struct IsSet {
        __host__ __device__ bool operator()(uint8_t flag) const { return flag != 0; }
    };
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::transform_if(policy, in_of<T>(p), in_of<T>(p) + p.n, p.flags, out_of<T>(p),
                             Scale<T>{scalar<T>(p.a), scalar<T>(p.b)}, IsSet{});
    }
};
template <class T> struct ReplaceCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::replace_copy(policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p), scalar<T>(p.a),
                             scalar<T>(p.b));
    }
};
template <class T> struct DifferenceCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::adjacent_difference(policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p));
    }
};

template <class T> using Fill = Thrust<FillCall<Bits<T>>>;
template <class T> using Sequence = Thrust<SequenceCall<Wrap<T>>>;
template <class T> using Tabulate = Thrust<TabulateCall<Wrap<T>>>;
template <class T> using Transform = Thrust<TransformCall<Wrap<T>>>;
template <class T> using TransformIf = Thrust<TransformIfCall<Wrap<T>>>;
template <class T> using ReplaceAll = Thrust<ReplaceCall<T>>;
template <class T> using Difference = Thrust<DifferenceCall<Wrap<T>>>;

} // namespace

void add_thrust_linear(Registry &r) {
    add<Fill, PROPP_ALL_TYPES>(r, "fill", "fill", "thrust::fill");
    add<Sequence, PROPP_ALL_TYPES>(r, "sequence", "sequence", "thrust::sequence");
    add<Tabulate, PROPP_ALL_TYPES>(r, "tabulate", "tabulate", "thrust::tabulate");
    add<Transform, PROPP_ALL_TYPES>(r, "transform", "transform", "thrust::transform");
    add<TransformIf, PROPP_ALL_TYPES>(r, "transform_if", "transform_if", "thrust::transform_if");
    add<ReplaceAll, PROPP_ALL_TYPES>(r, "replace", "replace_copy", "thrust::replace_copy");
    add<Difference, PROPP_ALL_TYPES>(r, "adjacent_difference", "adjacent_difference", "thrust::adjacent_difference");
}

} // namespace propp
