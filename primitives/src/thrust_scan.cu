// Thrust's scans.
#include "thrust.hpp"

#include <thrust/scan.h>

namespace propp {
namespace {

template <class T> struct InclusiveCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::inclusive_scan(policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p));
    }
};
template <class T> struct ExclusiveCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::exclusive_scan(policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p), T(0));
    }
};
template <class T> struct ByKeyCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::inclusive_scan_by_key(policy, p.aux, p.aux + p.n, in_of<T>(p), out_of<T>(p));
    }
};

template <class T> using Inclusive = Thrust<InclusiveCall<Wrap<T>>>;
template <class T> using Exclusive = Thrust<ExclusiveCall<Wrap<T>>>;
template <class T> using ByKey = Thrust<ByKeyCall<Wrap<T>>>;

} // namespace

void add_thrust_scan(Registry &r) {
    add<Inclusive, PROPP_ALL_TYPES>(r, "scan.inclusive", "inclusive_scan", "thrust::inclusive_scan");
    add<Exclusive, PROPP_ALL_TYPES>(r, "scan.exclusive", "exclusive_scan", "thrust::exclusive_scan");
    add<ByKey, PROPP_ALL_TYPES>(r, "scan_by_key.inclusive", "inclusive_scan_by_key", "thrust::inclusive_scan_by_key");
}

} // namespace propp
