// Thrust's set operations, whose results' sizes the host waits for.
#include "thrust.hpp"

#include <thrust/set_operations.h>

namespace propp {
namespace {

template <class T> struct UnionCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::set_union(policy, in_of<T>(p), in_of<T>(p) + p.n, in2_of<T>(p),
                                        in2_of<T>(p) + p.m, out_of<T>(p)) -
                          out_of<T>(p));
    }
};
template <class T> struct IntersectionCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::set_intersection(policy, in_of<T>(p), in_of<T>(p) + p.n, in2_of<T>(p),
                                               in2_of<T>(p) + p.m, out_of<T>(p)) -
                          out_of<T>(p));
    }
};
template <class T> struct DifferenceCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::set_difference(policy, in_of<T>(p), in_of<T>(p) + p.n, in2_of<T>(p),
                                             in2_of<T>(p) + p.m, out_of<T>(p)) -
                          out_of<T>(p));
    }
};

template <class T> using Union = Thrust<UnionCall<T>>;
template <class T> using Intersection = Thrust<IntersectionCall<T>>;
template <class T> using Difference = Thrust<DifferenceCall<T>>;

} // namespace

void add_thrust_set(Registry &r) {
    add<Union, PROPP_ALL_TYPES>(r, "set.union", "set_union", "thrust::set_union", {ON_HOST});
    add<Intersection, PROPP_ALL_TYPES>(r, "set.intersection", "set_intersection", "thrust::set_intersection", {ON_HOST});
    add<Difference, PROPP_ALL_TYPES>(r, "set.difference", "set_difference", "thrust::set_difference", {ON_HOST});
}

} // namespace propp
