// ModernGPU 2 (https://github.com/moderngpu/moderngpu) behind the C ABI of the suite: calls into the
// library and nothing else. Its headers are the user's; README.md says how to build this.
//
// Where an entry's text says "transform", ModernGPU has no function of that name: the body is a
// functor of ours, launch and tiles are the library's.
#include "../../primitives/src/common.cuh"
#include "moderngpu_context.cuh"

#include <moderngpu/kernel_compact.hxx>
#include <moderngpu/kernel_load_balance.hxx>
#include <moderngpu/kernel_merge.hxx>
#include <moderngpu/kernel_mergesort.hxx>
#include <moderngpu/kernel_reduce.hxx>
#include <moderngpu/kernel_scan.hxx>
#include <moderngpu/kernel_segreduce.hxx>

namespace propp {
namespace {

using Context = ModernGpuContext;

// Call::call(problem, context) is the call of the library.
template <class Call> struct ModernGpu : Variant {
    static constexpr bool has_state = true;
    static constexpr size_t host_room = 256; // the count of a compaction

    // Partial results and places of partitions: a few words a tile, and tiles have 896 items or
    // more. Compaction keeps 16 bits a thread of 11 items.
    static size_t temp_bytes(const Problem &p) { return (64 << 10) + (p.n + p.m) / 2; }
    static size_t host_bytes(const Problem &) { return host_room; }
    static cudaError_t prepare(const Problem &, void **state) {
        Context *context = new (std::nothrow) Context;
        if (!context) return cudaErrorMemoryAllocation;
        const cudaError_t status = context->open();
        if (status != cudaSuccess) {
            delete context;
            return status;
        }
        *state = context;
        return cudaSuccess;
    }
    static cudaError_t run(const Problem &p, void *state, Stream stream) {
        Context &context = *static_cast<Context *>(state);
        context.begin(stream, p.temp, p.temp_bytes, p.host, p.host_bytes);
        try {
            Call::call(p, context);
        } catch (const mgpu::cuda_exception_t &error) {
            return error.result;
        }
        return cudaGetLastError();
    }
    static void release(void *state) { delete static_cast<Context *>(state); }
};

template <class T> const T *in_of(const Problem &p) { return static_cast<const T *>(p.in); }
template <class T> const T *in2_of(const Problem &p) { return static_cast<const T *>(p.in2); }
template <class T> T *out_of(const Problem &p) { return static_cast<T *>(p.out); }
// Positions are below 2^31, and the library's are ints.
inline const int *index_of(const Problem &p) { return reinterpret_cast<const int *>(p.index); }
inline int count_of(const Problem &p) { return static_cast<int>(p.n); }

// -------------------------------------------------------------------- reductions

template <class T, class Op> void reduce_to_one(const Problem &p, Context &context, Op op) {
    mgpu::reduce(in_of<T>(p), count_of(p), out_of<T>(p), op, context);
}
template <class T> struct SumCall {
    static void call(const Problem &p, Context &context) {
        if (p.n == 0) cudaMemsetAsync(p.out, 0, sizeof(T), context.stream());
        reduce_to_one<T>(p, context, mgpu::plus_t<T>());
    }
};
// With mgpu::minimum_t<float> the library's shuffles take the maximum (intrinsics.hxx names `max`
// for it), so the operator is ours.
template <class T> struct Least {
    __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct MinCall {
    static void call(const Problem &p, Context &context) { reduce_to_one<T>(p, context, Least<T>()); }
};
template <class T> struct MaxCall {
    static void call(const Problem &p, Context &context) {
        reduce_to_one<T>(p, context, mgpu::maximum_t<T>());
    }
};

template <class T> struct IsEqual {
    const T *in;
    T a;
    __device__ bool operator()(int i) const { return in[i] == a; }
};
template <class T> struct IsLess {
    const T *in;
    T a;
    __device__ bool operator()(int i) const { return in[i] < a; }
};
template <class Is> struct OneIf {
    Is is;
    __device__ uint64_t operator()(int i) const { return is(i) ? 1 : 0; }
};
template <template <class> class Is, class T> struct CountCall {
    static void call(const Problem &p, Context &context) {
        if (p.n == 0) cudaMemsetAsync(p.out_count, 0, sizeof(uint64_t), context.stream());
        const OneIf<Is<T>> one{{in_of<T>(p), scalar<T>(p.a)}};
        mgpu::transform_reduce(one, count_of(p), p.out_count, mgpu::plus_t<uint64_t>(), context);
    }
};

template <class T> struct SegmentedCall {
    static void call(const Problem &p, Context &context) {
        mgpu::segreduce(in_of<T>(p), count_of(p), index_of(p), static_cast<int>(p.m), out_of<T>(p),
                        mgpu::plus_t<T>(), T(0), context);
    }
};
template <class T> struct SpmvCall {
    static void call(const Problem &p, Context &context) {
        mgpu::spmv(in_of<T>(p), p.aux, in2_of<T>(p), count_of(p), index_of(p), static_cast<int>(p.m),
                   out_of<T>(p), context);
    }
};

// -------------------------------------------------------------------- scans and searches

template <mgpu::scan_type_t type, class T> struct ScanCall {
    static void call(const Problem &p, Context &context) {
        mgpu::scan<type>(in_of<T>(p), count_of(p), out_of<T>(p), context);
    }
};
template <class T> struct LoadBalanceCall {
    static void call(const Problem &p, Context &context) {
        mgpu::load_balance_search(count_of(p), index_of(p), static_cast<int>(p.m),
                                  reinterpret_cast<int *>(p.out_aux), context);
    }
};
template <class T> struct LowerBound {
    const T *sorted;
    const T *needles;
    uint32_t *out;
    int n;
    __device__ void operator()(int j) const {
        out[j] = mgpu::binary_search<mgpu::bounds_lower>(sorted, n, needles[j], mgpu::less_t<T>());
    }
};
// mgpu::sorted_search wants its needles sorted, those of the suite are not.
template <class T> struct LowerBoundCall {
    static void call(const Problem &p, Context &context) {
        const LowerBound<T> search{in_of<T>(p), in2_of<T>(p), p.out_aux, count_of(p)};
        mgpu::transform(search, p.m, context);
    }
};

// -------------------------------------------------------------------- order

template <class T> struct MergeCall {
    static void call(const Problem &p, Context &context) {
        mgpu::merge(in_of<T>(p), count_of(p), in2_of<T>(p), static_cast<int>(p.m), out_of<T>(p),
                    mgpu::less_t<T>(), context);
    }
};
template <class T> struct KeysCall {
    static void call(const Problem &p, Context &context) {
        if (p.n) mgpu::mergesort(out_of<T>(p), count_of(p), mgpu::less_t<T>(), context);
    }
};
template <class T> struct PairsCall {
    static void call(const Problem &p, Context &context) {
        if (p.n) mgpu::mergesort(out_of<T>(p), p.out_aux, count_of(p), mgpu::less_t<T>(), context);
    }
};
// The library sorts in place, by way of a second array.
template <class T, class Call, bool has_values> struct Sort : ModernGpu<Call> {
    static constexpr bool has_reset = true;
    static size_t temp_bytes(const Problem &p) {
        return ModernGpu<Call>::temp_bytes(p) + p.n * (sizeof(T) + (has_values ? sizeof(uint32_t) : 0));
    }
    static cudaError_t reset(const Problem &p, void *, Stream stream) {
        const auto copy = [&](void *to, const void *from, size_t bytes) {
            return cudaMemcpyAsync(to, from, p.n * bytes, cudaMemcpyDeviceToDevice, stream);
        };
        cudaError_t status = copy(p.out, p.in, sizeof(T));
        if (has_values && status == cudaSuccess) status = copy(p.out_aux, p.aux, sizeof(uint32_t));
        return status;
    }
};

// -------------------------------------------------------------------- compaction

template <class T> struct IsFlagged {
    const uint8_t *flags;
    __device__ bool operator()(int i) const { return flags[i] != 0; }
};
template <class T> struct IsNew {
    const T *in;
    __device__ bool operator()(int i) const { return i == 0 || !(in[i] == in[i - 1]); }
};
template <class T> struct Move {
    const T *in;
    T *out;
    __device__ void operator()(int to, int from) const { out[to] = in[from]; }
};
// The number of elements is on the host when the first half is over.
template <class T, class Is> void compact(const Problem &p, Context &context, Is is) {
    uint64_t kept = 0;
    if (p.n) {
        auto halves = mgpu::transform_compact(count_of(p), context);
        kept = static_cast<uint64_t>(halves.upsweep(is));
        halves.downsweep(Move<T>{in_of<T>(p), out_of<T>(p)});
    }
    *static_cast<uint64_t *>(p.host_result) = kept;
}
template <class T> struct SelectCall {
    static void call(const Problem &p, Context &context) {
        compact<T>(p, context, IsLess<T>{in_of<T>(p), scalar<T>(p.a)});
    }
};
template <class T> struct FlaggedCall {
    static void call(const Problem &p, Context &context) {
        compact<T>(p, context, IsFlagged<T>{p.flags});
    }
};
template <class T> struct UniqueCall {
    static void call(const Problem &p, Context &context) { compact<T>(p, context, IsNew<T>{in_of<T>(p)}); }
};

// -------------------------------------------------------------------- an element at a time

template <class T> struct Fill {
    T *out;
    T a;
    explicit Fill(const Problem &p) : out(out_of<T>(p)), a(scalar<T>(p.a)) {}
    __device__ void operator()(int i) const { out[i] = a; }
};
template <class T> struct Scale {
    const T *in;
    T *out;
    T a, b;
    explicit Scale(const Problem &p)
        : in(in_of<T>(p)), out(out_of<T>(p)), a(scalar<T>(p.a)), b(scalar<T>(p.b)) {}
    __device__ void operator()(int i) const { out[i] = a * in[i] + b; }
};
template <class T> struct Replace {
    const T *in;
    T *out;
    T a, b;
    explicit Replace(const Problem &p)
        : in(in_of<T>(p)), out(out_of<T>(p)), a(scalar<T>(p.a)), b(scalar<T>(p.b)) {}
    __device__ void operator()(int i) const { out[i] = in[i] == a ? b : in[i]; }
};
template <class Body> struct TransformCall {
    static void call(const Problem &p, Context &context) { mgpu::transform(Body(p), p.n, context); }
};

template <class T> using Sum = ModernGpu<SumCall<T>>;
template <class T> using Min = ModernGpu<MinCall<T>>;
template <class T> using Max = ModernGpu<MaxCall<T>>;
template <class T> using Count = ModernGpu<CountCall<IsEqual, T>>;
template <class T> using CountIf = ModernGpu<CountCall<IsLess, T>>;
template <class T> using Segmented = ModernGpu<SegmentedCall<T>>;
template <class T> using Spmv = ModernGpu<SpmvCall<T>>;
template <class T> using Inclusive = ModernGpu<ScanCall<mgpu::scan_type_inc, T>>;
template <class T> using Exclusive = ModernGpu<ScanCall<mgpu::scan_type_exc, T>>;
template <class T> using LoadBalance = ModernGpu<LoadBalanceCall<T>>;
template <class T> using Bounds = ModernGpu<LowerBoundCall<T>>;
template <class T> using Merge = ModernGpu<MergeCall<T>>;
template <class T> using Keys = Sort<T, KeysCall<T>, false>;
template <class T> using Pairs = Sort<T, PairsCall<T>, true>;
template <class T> using Select = ModernGpu<SelectCall<T>>;
template <class T> using Flagged = ModernGpu<FlaggedCall<T>>;
template <class T> using Unique = ModernGpu<UniqueCall<T>>;
template <class T> using Filled = ModernGpu<TransformCall<Fill<T>>>;
template <class T> using Scaled = ModernGpu<TransformCall<Scale<T>>>;
template <class T> using Replaced = ModernGpu<TransformCall<Replace<T>>>;

Registry entries() {
    Registry r;
    const Limits waits{PROPP_SYNCHRONISES | PROPP_RESULT_ON_HOST};
    add<Filled, PROPP_ALL_TYPES>(r, "fill", "transform", "mgpu::transform that stores a value");
    add<Scaled, PROPP_ALL_TYPES>(r, "transform", "transform", "mgpu::transform");
    add<Replaced, PROPP_ALL_TYPES>(r, "replace", "transform", "mgpu::transform that replaces a value");
    add<Sum, PROPP_ALL_TYPES>(r, "reduce.sum", "reduce", "mgpu::reduce");
    add<Min, PROPP_ALL_TYPES>(r, "reduce.min", "reduce", "mgpu::reduce with a minimum of its caller's");
    add<Max, PROPP_ALL_TYPES>(r, "reduce.max", "reduce", "mgpu::reduce with mgpu::maximum_t");
    add<Count, PROPP_ALL_TYPES>(r, "count", "transform_reduce", "mgpu::transform_reduce of x == a");
    add<CountIf, PROPP_ALL_TYPES>(r, "count_if", "transform_reduce", "mgpu::transform_reduce of x < a");
    add<Segmented, PROPP_ALL_TYPES>(r, "segmented_reduce.sum", "segreduce", "mgpu::segreduce");
    add<Spmv, float>(r, "compute.spmv", "spmv", "mgpu::spmv");
    add<Inclusive, PROPP_ALL_TYPES>(r, "scan.inclusive", "scan", "mgpu::scan");
    add<Exclusive, PROPP_ALL_TYPES>(r, "scan.exclusive", "scan", "mgpu::scan");
    add<Bounds, PROPP_ALL_TYPES>(r, "search.lower_bound", "binary_search",
                                 "mgpu::transform that calls mgpu::binary_search");
    add<LoadBalance, uint32_t>(r, "search.load_balance", "load_balance_search",
                               "mgpu::load_balance_search");
    add<Select, PROPP_ALL_TYPES>(r, "select.if", "transform_compact", "mgpu::transform_compact", waits);
    add<Flagged, PROPP_ALL_TYPES>(r, "select.flagged", "transform_compact",
                                  "mgpu::transform_compact of flags", waits);
    add<Unique, PROPP_ALL_TYPES>(r, "unique", "transform_compact",
                                 "mgpu::transform_compact of what differs from its neighbour", waits);
    // Of keys of another type it does not compile: merge_path_partitions (search.hxx) returns places
    // in their type.
    add<Merge, int32_t>(r, "merge", "merge", "mgpu::merge");
    add<Keys, PROPP_ALL_TYPES>(r, "merge_sort.keys", "mergesort", "mgpu::mergesort, in place");
    add<Pairs, PROPP_ALL_TYPES>(r, "merge_sort.pairs", "mergesort", "mgpu::mergesort, in place");
    return r;
}

} // namespace
} // namespace propp

// The headers do not name their version.
extern "C" PROPP_EXPORT const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    static const propp::Registry registry = propp::entries();
    return propp::library_of(registry, "moderngpu", "2", host_abi_version);
}
