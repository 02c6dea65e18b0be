// Thrust's extrema and their places, which the host waits for.
#include "thrust.hpp"

#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>

#include <limits>

namespace propp {
namespace {

template <class T> struct MinCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell(p, thrust::reduce(policy, in_of<T>(p), in_of<T>(p) + p.n, std::numeric_limits<T>::max(),
                               ::cuda::minimum<T>{}));
    }
};
template <class T> struct MaxCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell(p, thrust::reduce(policy, in_of<T>(p), in_of<T>(p) + p.n, std::numeric_limits<T>::lowest(),
                               ::cuda::maximum<T>{}));
    }
};

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

template <class T> using Min = Thrust<MinCall<T>>;
template <class T> using Max = Thrust<MaxCall<T>>;
template <class T> using ArgMin = Thrust<ArgMinCall<T>>;
template <class T> using ArgMax = Thrust<ArgMaxCall<T>>;

} // namespace

void add_thrust_extrema(Registry &r) {
    add<Min, PROPP_ALL_TYPES>(r, "reduce.min", "reduce", "thrust::reduce with cuda::minimum", {ON_HOST});
    add<Max, PROPP_ALL_TYPES>(r, "reduce.max", "reduce", "thrust::reduce with cuda::maximum", {ON_HOST});
    add<ArgMin, PROPP_ALL_TYPES>(r, "reduce.argmin", "min_element", "thrust::min_element", {ON_HOST});
    add<ArgMax, PROPP_ALL_TYPES>(r, "reduce.argmax", "max_element", "thrust::max_element", {ON_HOST});
}

} // namespace propp
