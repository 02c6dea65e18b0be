// Thrust's merge and its sorts. Thrust takes a radix sort for plain numbers in plain order, and a
// merge sort for any other order.
#include "thrust.hpp"

#include <thrust/merge.h>
#include <thrust/sort.h>

namespace propp {
namespace {

// Thrust sorts in place: reset() copies the input to the output, which is not part of the time.
template <class Call, class T, bool PAIRS> struct InPlace : Thrust<Call, int(sizeof(T)) + (PAIRS ? 4 : 0) + 4> {
    static constexpr bool has_reset = true;
    static cudaError_t reset(const Problem &p, void *, Stream stream) {
        cudaError_t error =
            cudaMemcpyAsync(p.out, p.in, p.n * sizeof(T), cudaMemcpyDeviceToDevice, stream);
        if (PAIRS && error == cudaSuccess) {
            error = cudaMemcpyAsync(p.out_aux, p.aux, p.n * 4, cudaMemcpyDeviceToDevice, stream);
        }
        return error;
    }
};

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

template <class T> using Merge = Thrust<MergeCall<T>>;
template <class T> using MergeKeys = InPlace<MergeKeysCall<T>, T, false>;
template <class T> using MergePairs = InPlace<MergePairsCall<T>, T, true>;
template <class T> using RadixKeys = InPlace<RadixKeysCall<T>, T, false>;
template <class T> using RadixPairs = InPlace<RadixPairsCall<T>, T, true>;

} // namespace

void add_thrust_sort(Registry &r) {
    add<Merge, PROPP_ALL_TYPES>(r, "merge", "merge", "thrust::merge");
    add<MergeKeys, PROPP_ALL_TYPES>(r, "merge_sort.keys", "stable_sort", "thrust::stable_sort with an order of its own, in place");
    add<MergePairs, PROPP_ALL_TYPES>(r, "merge_sort.pairs", "stable_sort_by_key", "thrust::stable_sort_by_key with an order of its own, in place");
    add<RadixKeys, PROPP_ALL_TYPES>(r, "radix_sort.keys", "sort", "thrust::sort, in place");
    add<RadixPairs, PROPP_ALL_TYPES>(r, "radix_sort.pairs", "stable_sort_by_key", "thrust::stable_sort_by_key, in place");
}

} // namespace propp
