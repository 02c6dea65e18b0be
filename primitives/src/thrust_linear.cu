// What Thrust does with each element: copies, transformations, searches and comparisons.
#include "thrust.hpp"

#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/equal.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/gather.h>
#include <thrust/mismatch.h>
#include <thrust/replace.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>

namespace propp {
namespace {

template <class T> struct CopyCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::copy(policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p));
    }
};
template <class T> struct GatherCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::gather(policy, p.index, p.index + p.m, in_of<T>(p), out_of<T>(p));
    }
};
template <class T> struct GatherIfCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::gather_if(policy, p.index, p.index + p.m, p.flags, in_of<T>(p), out_of<T>(p), IsSet{});
    }
};
template <class T> struct ScatterCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::scatter(policy, in_of<T>(p), in_of<T>(p) + p.n, p.index, out_of<T>(p));
    }
};
template <class T> struct ScatterIfCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::scatter_if(policy, in_of<T>(p), in_of<T>(p) + p.n, p.index, p.flags, out_of<T>(p), IsSet{});
    }
};

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

template <class T> struct FindCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::find(policy, in_of<T>(p), in_of<T>(p) + p.n, scalar<T>(p.a)) - in_of<T>(p));
    }
};
template <class T> struct EqualCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::equal(policy, in_of<T>(p), in_of<T>(p) + p.n, in2_of<T>(p)) ? 1 : 0);
    }
};
template <class T> struct MismatchCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::mismatch(policy, in_of<T>(p), in_of<T>(p) + p.n, in2_of<T>(p)).first - in_of<T>(p));
    }
};
template <class T> struct LowerBoundCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::lower_bound(policy, in_of<T>(p), in_of<T>(p) + p.n, in2_of<T>(p), in2_of<T>(p) + p.m, p.out_aux);
    }
};

template <class T> using Copy = Thrust<CopyCall<Bits<T>>>;
template <class T> using Gather = Thrust<GatherCall<Bits<T>>>;
template <class T> using GatherIf = Thrust<GatherIfCall<Bits<T>>>;
template <class T> using Scatter = Thrust<ScatterCall<Bits<T>>>;
template <class T> using ScatterIf = Thrust<ScatterIfCall<Bits<T>>>;
template <class T> using Fill = Thrust<FillCall<Bits<T>>>;
template <class T> using Sequence = Thrust<SequenceCall<Wrap<T>>>;
template <class T> using Tabulate = Thrust<TabulateCall<Wrap<T>>>;
template <class T> using Transform = Thrust<TransformCall<Wrap<T>>>;
template <class T> using TransformIf = Thrust<TransformIfCall<Wrap<T>>>;
template <class T> using ReplaceAll = Thrust<ReplaceCall<T>>;
template <class T> using Difference = Thrust<DifferenceCall<Wrap<T>>>;
template <class T> using Find = Thrust<FindCall<T>>;
template <class T> using Equal = Thrust<EqualCall<T>>;
template <class T> using Mismatch = Thrust<MismatchCall<T>>;
template <class T> using LowerBound = Thrust<LowerBoundCall<T>>;

} // namespace

void add_thrust_linear(Registry &r) {
    add<Copy, PROPP_ALL_TYPES>(r, "copy", "copy", "thrust::copy");
    add<Gather, PROPP_ALL_TYPES>(r, "gather", "gather", "thrust::gather");
    add<GatherIf, PROPP_ALL_TYPES>(r, "gather_if", "gather_if", "thrust::gather_if");
    add<Scatter, PROPP_ALL_TYPES>(r, "scatter", "scatter", "thrust::scatter");
    add<ScatterIf, PROPP_ALL_TYPES>(r, "scatter_if", "scatter_if", "thrust::scatter_if");
    add<Fill, PROPP_ALL_TYPES>(r, "fill", "fill", "thrust::fill");
    add<Sequence, PROPP_ALL_TYPES>(r, "sequence", "sequence", "thrust::sequence");
    add<Tabulate, PROPP_ALL_TYPES>(r, "tabulate", "tabulate", "thrust::tabulate");
    add<Transform, PROPP_ALL_TYPES>(r, "transform", "transform", "thrust::transform");
    add<TransformIf, PROPP_ALL_TYPES>(r, "transform_if", "transform_if", "thrust::transform_if");
    add<ReplaceAll, PROPP_ALL_TYPES>(r, "replace", "replace_copy", "thrust::replace_copy");
    add<Difference, PROPP_ALL_TYPES>(r, "adjacent_difference", "adjacent_difference", "thrust::adjacent_difference");
    add<Find, PROPP_ALL_TYPES>(r, "find", "find", "thrust::find", {ON_HOST});
    add<Equal, PROPP_ALL_TYPES>(r, "equal", "equal", "thrust::equal", {ON_HOST});
    add<Mismatch, PROPP_ALL_TYPES>(r, "mismatch", "mismatch", "thrust::mismatch", {ON_HOST});
    add<LowerBound, PROPP_ALL_TYPES>(r, "search.lower_bound", "lower_bound", "thrust::lower_bound");
}

} // namespace propp
