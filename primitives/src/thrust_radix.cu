// Thrust's radix sorts, which it takes for plain numbers in plain order.
#include "thrust_sort.hpp"

#include <thrust/sort.h>

namespace propp {
namespace {

template <class T> struct RadixKeysCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::sort(policy, out_of<T>(p), out_of<T>(p) + p.n);
    }
};
template <class T> struct RadixPairsCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::stable_sort_by_key(policy, out_of<T>(p), out_of<T>(p) + p.n, p.out_aux);
    }
};

template <class T> using RadixKeys = InPlace<RadixKeysCall<T>, T, false>;
template <class T> using RadixPairs = InPlace<RadixPairsCall<T>, T, true>;

} // namespace

void add_thrust_radix(Registry &r) {
    add<RadixKeys, PROPP_ALL_TYPES>(r, "radix_sort.keys", "sort", "thrust::sort, in place");
    add<RadixPairs, PROPP_ALL_TYPES>(r, "radix_sort.pairs", "stable_sort_by_key", "thrust::stable_sort_by_key, in place");
}

} // namespace propp
