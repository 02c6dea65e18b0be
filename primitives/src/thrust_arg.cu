// Thrust's places of the extrema, which the host waits for.
#include "thrust.hpp"

#include <thrust/extrema.h>

namespace propp {
namespace {

template <class T> struct ArgMinCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::min_element(policy, in_of<T>(p), in_of<T>(p) + p.n) - in_of<T>(p));
    }
};
template <class T> struct ArgMaxCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::max_element(policy, in_of<T>(p), in_of<T>(p) + p.n) - in_of<T>(p));
    }
};

template <class T> using ArgMin = Thrust<ArgMinCall<T>>;
template <class T> using ArgMax = Thrust<ArgMaxCall<T>>;

} // namespace

void add_thrust_arg(Registry &r) {
    add<ArgMin, PROPP_ALL_TYPES>(r, "reduce.argmin", "min_element", "thrust::min_element", {ON_HOST});
    add<ArgMax, PROPP_ALL_TYPES>(r, "reduce.argmax", "max_element", "thrust::max_element", {ON_HOST});
}

} // namespace propp
