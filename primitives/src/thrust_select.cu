// Thrust's compactions and set operations, whose results' sizes the host waits for.
#include "thrust.hpp"

#include <thrust/copy.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/partition.h>
#include <thrust/set_operations.h>
#include <thrust/unique.h>

namespace propp {
namespace {

template <class T> struct SelectIfCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::copy_if(policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p),
                                      LessThan<T>{scalar<T>(p.a)}) -
                          out_of<T>(p));
    }
};
template <class T> struct FlaggedCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::copy_if(policy, in_of<T>(p), in_of<T>(p) + p.n, p.flags, out_of<T>(p), IsSet{}) -
                          out_of<T>(p));
    }
};
template <class T> struct UniqueCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        tell_count(p, thrust::unique_copy(policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p)) - out_of<T>(p));
    }
};
// The rest goes to the end of the output, last first.
template <class T> struct PartitionCall {
    template <class P> static void call(const P &policy, const Problem &p) {
        const auto ends = thrust::stable_partition_copy(
            policy, in_of<T>(p), in_of<T>(p) + p.n, out_of<T>(p),
            thrust::make_reverse_iterator(out_of<T>(p) + p.n), LessThan<T>{scalar<T>(p.a)});
        tell_count(p, ends.first - out_of<T>(p));
    }
};

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

template <class T> using SelectIf = Thrust<SelectIfCall<T>>;
template <class T> using Flagged = Thrust<FlaggedCall<Bits<T>>>;
template <class T> using Unique = Thrust<UniqueCall<T>>;
template <class T> using Partition = Thrust<PartitionCall<T>>;
template <class T> using Union = Thrust<UnionCall<T>>;
template <class T> using Intersection = Thrust<IntersectionCall<T>>;
template <class T> using Difference = Thrust<DifferenceCall<T>>;

} // namespace

void add_thrust_select(Registry &r) {
    add<SelectIf, PROPP_ALL_TYPES>(r, "select.if", "copy_if", "thrust::copy_if", {ON_HOST});
    add<Flagged, PROPP_ALL_TYPES>(r, "select.flagged", "copy_if", "thrust::copy_if with a stencil", {ON_HOST});
    add<Unique, PROPP_ALL_TYPES>(r, "unique", "unique_copy", "thrust::unique_copy", {ON_HOST});
    add<Partition, PROPP_ALL_TYPES>(r, "partition.if", "stable_partition_copy", "thrust::stable_partition_copy", {ON_HOST});
    add<Union, PROPP_ALL_TYPES>(r, "set.union", "set_union", "thrust::set_union", {ON_HOST});
    add<Intersection, PROPP_ALL_TYPES>(r, "set.intersection", "set_intersection", "thrust::set_intersection", {ON_HOST});
    add<Difference, PROPP_ALL_TYPES>(r, "set.difference", "set_difference", "thrust::set_difference", {ON_HOST});
}

} // namespace propp
