// Thrust's searches and comparisons.
#include "thrust.hpp"

#include <thrust/binary_search.h>
#include <thrust/equal.h>
#include <thrust/find.h>
#include <thrust/mismatch.h>

namespace propp {
namespace {

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

template <class T> using Find = Thrust<FindCall<T>>;
template <class T> using Equal = Thrust<EqualCall<T>>;
template <class T> using Mismatch = Thrust<MismatchCall<T>>;
template <class T> using LowerBound = Thrust<LowerBoundCall<T>>;

} // namespace

void add_thrust_search(Registry &r) {
    add<Find, PROPP_ALL_TYPES>(r, "find", "find", "thrust::find", {ON_HOST});
    add<Equal, PROPP_ALL_TYPES>(r, "equal", "equal", "thrust::equal", {ON_HOST});
    add<Mismatch, PROPP_ALL_TYPES>(r, "mismatch", "mismatch", "thrust::mismatch", {ON_HOST});
    add<LowerBound, PROPP_ALL_TYPES>(r, "search.lower_bound", "lower_bound", "thrust::lower_bound");
}

} // namespace propp
