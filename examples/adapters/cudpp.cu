// CUDPP 2.3 (https://github.com/cudpp/cudpp, of 2016) behind the C ABI of the suite: calls into the library
// and nothing else. Its sources are the user's; README.md says which of them compile, and what was left
// out.
//
// CUDPP works on the default stream and allocates in its plan, which prepare() makes. Sums that its
// kernels pass between the threads of a warp without synchronisation are the library's affair: the suite
// checks results before it times anything.
#include "../../primitives/src/common.cuh"

#include <cudpp.h>

#include <memory>

// Algorithms that do not compile, which the library's own tables name.
extern "C" {
void allocSaStorage(void *) {}
void freeSaStorage(void *) {}
void cudppSuffixArrayDispatch(void *, void *, size_t, const void *) {}
void allocMultiSplitStorage(void *) {}
void freeMultiSplitStorage(void *) {}
void cudppMultiSplitDispatch(void *, void *, size_t, size_t, const void *) {}
void cudppMultiSplitCustomBucketMapperDispatch(void *, void *, size_t, size_t, void *, const void *) {}
}

namespace propp {
namespace {

template <class T> struct DataOf;
template <> struct DataOf<int32_t> { static constexpr CUDPPDatatype value = CUDPP_INT; };
template <> struct DataOf<uint32_t> { static constexpr CUDPPDatatype value = CUDPP_UINT; };
template <> struct DataOf<float> { static constexpr CUDPPDatatype value = CUDPP_FLOAT; };
template <> struct DataOf<int64_t> { static constexpr CUDPPDatatype value = CUDPP_LONGLONG; };
template <> struct DataOf<double> { static constexpr CUDPPDatatype value = CUDPP_DOUBLE; };

struct State {
    CUDPPHandle library = 0, plan = 0;
    cudaEvent_t before = nullptr, after = nullptr;
    ~State() {
        if (plan) cudppDestroyPlan(plan);
        if (library) cudppDestroy(library);
        if (before) cudaEventDestroy(before);
        if (after) cudaEventDestroy(after);
    }
};

cudaError_t status_of_cudpp(CUDPPResult result) {
    return result == CUDPP_SUCCESS ? cudaSuccess : cudaErrorInvalidValue;
}

// Call has the algorithm, operator and options of its plan; call() is the call of the library, and
// prepare() what it wants in temporary storage.
template <class T, class Call> struct Cudpp : Variant {
    static constexpr bool has_state = true;
    static constexpr bool has_reset = Call::in_place > 0;
    static size_t temp_bytes(const Problem &p) { return Call::wants_flags ? p.n * sizeof(unsigned) : 0; }
    static cudaError_t prepare(const Problem &p, void **state) {
        std::unique_ptr<State> own(new (std::nothrow) State);
        if (!own) return cudaErrorMemoryAllocation;
        cudaError_t status = cudaEventCreateWithFlags(&own->before, cudaEventDisableTiming);
        if (status == cudaSuccess) status = cudaEventCreateWithFlags(&own->after, cudaEventDisableTiming);
        if (status == cudaSuccess) status = status_of_cudpp(cudppCreate(&own->library));
        if (status == cudaSuccess && p.n > 0) {
            CUDPPConfiguration configuration{};
            configuration.algorithm = Call::algorithm;
            configuration.op = Call::op;
            configuration.datatype = DataOf<T>::value;
            configuration.options = Call::options;
            status = status_of_cudpp(cudppPlan(own->library, &own->plan, configuration, p.n, 1, 0));
            if (status == cudaSuccess) Call::prepare(p);
        }
        if (status == cudaSuccess) status = cudaDeviceSynchronize();
        if (status == cudaSuccess) *state = own.release();
        return status;
    }
    static cudaError_t reset(const Problem &p, void *, Stream stream) {
        const auto copy = [&](void *to, const void *from, size_t bytes) {
            return cudaMemcpyAsync(to, from, p.n * bytes, cudaMemcpyDeviceToDevice, stream);
        };
        cudaError_t status = copy(p.out, p.in, sizeof(T));
        if (status == cudaSuccess && Call::in_place > 1) status = copy(p.out_aux, p.aux, sizeof(uint32_t));
        return status;
    }
    static cudaError_t run(const Problem &p, void *state, Stream stream) {
        const State &own = *static_cast<State *>(state);
        if (p.n == 0) return Call::empty(p, stream);
        cudaError_t status = cudaEventRecord(own.before, stream);
        if (status == cudaSuccess) status = cudaStreamWaitEvent(nullptr, own.before, 0);
        if (status == cudaSuccess) status = status_of_cudpp(Call::call(p, own.plan));
        if (status == cudaSuccess) status = cudaEventRecord(own.after, nullptr);
        if (status == cudaSuccess) status = cudaStreamWaitEvent(stream, own.after, 0);
        return status == cudaSuccess ? cudaGetLastError() : status;
    }
    static void release(void *state) { delete static_cast<State *>(state); }
};

template <CUDPPAlgorithm of, CUDPPOperator by, unsigned with, unsigned arrays_in_place = 0,
          bool by_flags = false>
struct Plan {
    static constexpr CUDPPAlgorithm algorithm = of;
    static constexpr CUDPPOperator op = by;
    static constexpr unsigned options = with;
    static constexpr unsigned in_place = arrays_in_place; // 1: keys, 2: values as well
    static constexpr bool wants_flags = by_flags;
    static void prepare(const Problem &) {}
    static cudaError_t empty(const Problem &, Stream) { return cudaSuccess; }
};

template <class T, CUDPPOperator op> struct ReduceCall : Plan<CUDPP_REDUCE, op, 0> {
    static CUDPPResult call(const Problem &p, CUDPPHandle plan) {
        return cudppReduce(plan, p.out, p.in, p.n);
    }
    static cudaError_t empty(const Problem &p, Stream stream) {
        return cudaMemsetAsync(p.out, 0, sizeof(T), stream);
    }
};
template <unsigned which> struct ScanCall : Plan<CUDPP_SCAN, CUDPP_ADD, CUDPP_OPTION_FORWARD | which> {
    static CUDPPResult call(const Problem &p, CUDPPHandle plan) { return cudppScan(plan, p.out, p.in, p.n); }
};

// The library wants a word for each element: one where a segment begins, or where it is selected.
__global__ void flag_heads(const uint32_t *index, uint64_t m, uint64_t n, unsigned *flags) {
    const uint64_t j = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x;
    if (j < m && index[j] < n) flags[index[j]] = 1;
}
__global__ void widen(const uint8_t *flags, uint64_t n, unsigned *wide) {
    const uint64_t i = blockIdx.x * uint64_t(blockDim.x) + threadIdx.x;
    if (i < n) wide[i] = flags[i];
}
unsigned blocks_of(uint64_t count) { return static_cast<unsigned>((count + 255) / 256); }

struct SegmentedCall : Plan<CUDPP_SEGMENTED_SCAN, CUDPP_ADD,
                            CUDPP_OPTION_FORWARD | CUDPP_OPTION_INCLUSIVE, 0, true> {
    static void prepare(const Problem &p) {
        unsigned *flags = static_cast<unsigned *>(p.temp);
        cudaMemset(flags, 0, p.n * sizeof *flags);
        if (p.m) flag_heads<<<blocks_of(p.m), 256>>>(p.index, p.m, p.n, flags);
    }
    static CUDPPResult call(const Problem &p, CUDPPHandle plan) {
        return cudppSegmentedScan(plan, p.out, p.in, static_cast<const unsigned *>(p.temp), p.n);
    }
};
struct CompactCall : Plan<CUDPP_COMPACT, CUDPP_ADD, CUDPP_OPTION_FORWARD, 0, true> {
    static void prepare(const Problem &p) {
        widen<<<blocks_of(p.n), 256>>>(p.flags, p.n, static_cast<unsigned *>(p.temp));
    }
    static CUDPPResult call(const Problem &p, CUDPPHandle plan) {
        return cudppCompact(plan, p.out, reinterpret_cast<size_t *>(p.out_count), p.in,
                            static_cast<const unsigned *>(p.temp), p.n);
    }
    static cudaError_t empty(const Problem &p, Stream stream) {
        return cudaMemsetAsync(p.out_count, 0, sizeof *p.out_count, stream);
    }
};

template <unsigned keys_only>
struct RadixCall : Plan<CUDPP_SORT_RADIX, CUDPP_ADD, keys_only, keys_only ? 1 : 2> {
    static CUDPPResult call(const Problem &p, CUDPPHandle plan) {
        return cudppRadixSort(plan, p.out, p.out_aux, p.n);
    }
};

template <class T> using Sum = Cudpp<T, ReduceCall<T, CUDPP_ADD>>;
template <class T> using Min = Cudpp<T, ReduceCall<T, CUDPP_MIN>>;
template <class T> using Max = Cudpp<T, ReduceCall<T, CUDPP_MAX>>;
template <class T> using Inclusive = Cudpp<T, ScanCall<CUDPP_OPTION_INCLUSIVE>>;
template <class T> using Exclusive = Cudpp<T, ScanCall<CUDPP_OPTION_EXCLUSIVE>>;
template <class T> using Segmented = Cudpp<T, SegmentedCall>;
template <class T> using Compact = Cudpp<T, CompactCall>;
template <class T> using Keys = Cudpp<T, RadixCall<CUDPP_OPTION_KEYS_ONLY>>;
template <class T> using Pairs = Cudpp<T, RadixCall<0>>;

Registry entries() {
    Registry r;
    const Limits streams{PROPP_USES_STREAMS};
    add<Sum, PROPP_ALL_TYPES>(r, "reduce.sum", "reduce", "cudppReduce", streams);
    add<Min, PROPP_ALL_TYPES>(r, "reduce.min", "reduce", "cudppReduce", streams);
    add<Max, PROPP_ALL_TYPES>(r, "reduce.max", "reduce", "cudppReduce", streams);
    add<Inclusive, PROPP_ALL_TYPES>(r, "scan.inclusive", "scan", "cudppScan", streams);
    add<Exclusive, PROPP_ALL_TYPES>(r, "scan.exclusive", "scan", "cudppScan", streams);
    add<Segmented, PROPP_ALL_TYPES>(r, "segmented_scan.inclusive", "segmented_scan",
                                    "cudppSegmentedScan, flags made before", streams);
    add<Compact, PROPP_ALL_TYPES>(r, "select.flagged", "compact",
                                  "cudppCompact, flags widened before", streams);
    add<Keys, PROPP_ALL_TYPES>(r, "radix_sort.keys", "radix_sort", "cudppRadixSort, in place", streams);
    add<Pairs, PROPP_ALL_TYPES>(r, "radix_sort.pairs", "radix_sort", "cudppRadixSort, in place", streams);
    return r;
}

} // namespace
} // namespace propp

extern "C" PROPP_EXPORT const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    static const propp::Registry registry = propp::entries();
    return propp::library_of(registry, "cudpp", "2.3", host_abi_version);
}
