// Thrust's merge and its merge sorts, which it takes for any other order than the plain
// one.
#include "thrust_sort.hpp"

#include <thrust/merge.h>
#include <thrust/sort.h>

namespace propp {
namespace {

template <class T> struct MergeCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::merge(policy, in_of<T>(p), in_of<T>(p) + p.n, in2_of<T>(p), in2_of<T>(p) + p.m, out_of<T>(p));
    }
};

// Not the thrust::less that Thrust knows.
struct Before {
    template <class T> __host__ __device__ bool operator()(T a, T b) const { return a < b; }
};

template <class T> struct MergeKeysCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::stable_sort(policy, out_of<T>(p), out_of<T>(p) + p.n, Before{});
    }
};
template <class T> struct MergePairsCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        thrust::stable_sort_by_key(policy, out_of<T>(p), out_of<T>(p) + p.n, p.out_aux, Before{});
    }
};

template <class T> using Merge = Thrust<MergeCall<T>>;
template <class T> using MergeKeys = InPlace<MergeKeysCall<T>, T, false>;
template <class T> using MergePairs = InPlace<MergePairsCall<T>, T, true>;

} // namespace

void add_thrust_merge(Registry &r) {
    add<Merge, PROPP_ALL_TYPES>(r, "merge", "merge", "thrust::merge");
    add<MergeKeys, PROPP_ALL_TYPES>(r, "merge_sort.keys", "stable_sort", "thrust::stable_sort with an order of its own, in place");
    add<MergePairs, PROPP_ALL_TYPES>(r, "merge_sort.pairs", "stable_sort_by_key", "thrust::stable_sort_by_key with an order of its own, in place");
}

} // namespace propp
