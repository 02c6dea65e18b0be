// Thrust's copies: plain, gathered and scattered.
#include "thrust.hpp"

#include <thrust/copy.h>
#include <thrust/gather.h>
#include <thrust/scatter.h>

namespace propp {
namespace {

struct IsSet {
    __host__ __device__ bool operator()(uint8_t flag) const { return flag != 0; }
};

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

template <class T> using Copy = Thrust<CopyCall<Bits<T>>>;
template <class T> using Gather = Thrust<GatherCall<Bits<T>>>;
template <class T> using GatherIf = Thrust<GatherIfCall<Bits<T>>>;
template <class T> using Scatter = Thrust<ScatterCall<Bits<T>>>;
template <class T> using ScatterIf = Thrust<ScatterIfCall<Bits<T>>>;

} // namespace

void add_thrust_copy(Registry &r) {
    add<Copy, PROPP_ALL_TYPES>(r, "copy", "copy", "thrust::copy");
    add<Gather, PROPP_ALL_TYPES>(r, "gather", "gather", "thrust::gather");
    add<GatherIf, PROPP_ALL_TYPES>(r, "gather_if", "gather_if", "thrust::gather_if");
    add<Scatter, PROPP_ALL_TYPES>(r, "scatter", "scatter", "thrust::scatter");
    add<ScatterIf, PROPP_ALL_TYPES>(r, "scatter_if", "scatter_if", "thrust::scatter_if");
}

} // namespace propp
