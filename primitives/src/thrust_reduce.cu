// Thrust's sums, counts and scans. The host waits for results that are returned.
#include "thrust.hpp"

#include <thrust/count.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

namespace propp {
namespace {

template <class T> struct SumCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell(p, thrust::reduce(policy, in_of<T>(p), in_of<T>(p) + p.n, T(0)));
    }
};
template <class T> struct CountCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::count(policy, in_of<T>(p), in_of<T>(p) + p.n, scalar<T>(p.a)));
    }
};
template <class T> struct CountIfCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::count_if(policy, in_of<T>(p), in_of<T>(p) + p.n, LessThan<T>{scalar<T>(p.a)}));
    }
};
template <class T> struct ByKeyCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        const auto ends = thrust::reduce_by_key(policy, p.aux, p.aux + p.n, in_of<T>(p), p.out_aux, out_of<T>(p));
        tell_count(p, ends.first - p.out_aux);
    }
};

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
template <class T> struct ScanByKeyCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::inclusive_scan_by_key(policy, p.aux, p.aux + p.n, in_of<T>(p), out_of<T>(p));
    }
};

template <class T> using Sum = Thrust<SumCall<Wrap<T>>>;
template <class T> using Count = Thrust<CountCall<T>>;
template <class T> using CountIf = Thrust<CountIfCall<T>>;
template <class T> using ByKey = Thrust<ByKeyCall<Wrap<T>>>;
template <class T> using Inclusive = Thrust<InclusiveCall<Wrap<T>>>;
template <class T> using Exclusive = Thrust<ExclusiveCall<Wrap<T>>>;
template <class T> using ScanByKey = Thrust<ScanByKeyCall<Wrap<T>>>;

} // namespace

void add_thrust_reduce(Registry &r) {
    add<Sum, PROPP_ALL_TYPES>(r, "reduce.sum", "reduce", "thrust::reduce, the result on the host", {ON_HOST});
    add<Count, PROPP_ALL_TYPES>(r, "count", "count", "thrust::count", {ON_HOST});
    add<CountIf, PROPP_ALL_TYPES>(r, "count_if", "count_if", "thrust::count_if", {ON_HOST});
    add<ByKey, PROPP_ALL_TYPES>(r, "reduce_by_key.sum", "reduce_by_key", "thrust::reduce_by_key", {ON_HOST});
    add<Inclusive, PROPP_ALL_TYPES>(r, "scan.inclusive", "inclusive_scan", "thrust::inclusive_scan");
    add<Exclusive, PROPP_ALL_TYPES>(r, "scan.exclusive", "exclusive_scan", "thrust::exclusive_scan");
    add<ScanByKey, PROPP_ALL_TYPES>(r, "scan_by_key.inclusive", "inclusive_scan_by_key", "thrust::inclusive_scan_by_key");
}

} // namespace propp
