// ArrayFire 3 (https://arrayfire.org) behind the C ABI of the suite: calls into the library and nothing
// else. README.md says how to build this, and what was tried.
//
// ArrayFire owns its arrays and its stream, and takes memory from its own pool in each call. So
// prepare() copies the input into its arrays, and run() copies the result out of them.
#include "../../primitives/src/common.cuh"

#include <af/cuda.h>
#include <arrayfire.h>

#include <memory>
#include <string>

namespace propp {
namespace {

template <class T> struct DataOf;
template <> struct DataOf<int32_t> { static constexpr af::dtype value = s32; using type = int; };
template <> struct DataOf<uint32_t> { static constexpr af::dtype value = u32; using type = unsigned; };
template <> struct DataOf<float> { static constexpr af::dtype value = f32; using type = float; };
template <> struct DataOf<int64_t> { static constexpr af::dtype value = s64; using type = long long; };
template <> struct DataOf<double> { static constexpr af::dtype value = f64; using type = double; };

template <class T> af::array in_array(const void *from, uint64_t count) {
    using Element = typename DataOf<T>::type;
    af::array to(static_cast<dim_t>(count), DataOf<T>::value);
    if (count) cudaMemcpy(to.device<Element>(), from, count * sizeof(T), cudaMemcpyDeviceToDevice);
    to.unlock();
    return to;
}
template <class T> void out_of_array(const af::array &from, void *to, Stream stream) {
    using Element = typename DataOf<T>::type;
    const size_t bytes = static_cast<size_t>(from.elements()) * sizeof(T);
    if (bytes) cudaMemcpyAsync(to, from.device<Element>(), bytes, cudaMemcpyDeviceToDevice, stream);
    from.unlock();
}

struct State {
    af::array in, aux;
    cudaEvent_t before = nullptr, after = nullptr;
    ~State() {
        if (before) cudaEventDestroy(before);
        if (after) cudaEventDestroy(after);
    }
};

// Call::call(problem, state, the library's stream) is the call.
template <class T, class Call> struct ArrayFire : Variant {
    static constexpr bool has_state = true;
    static cudaError_t prepare(const Problem &p, void **state) try {
        std::unique_ptr<State> own(new (std::nothrow) State);
        if (!own) return cudaErrorMemoryAllocation;
        cudaError_t status = cudaEventCreateWithFlags(&own->before, cudaEventDisableTiming);
        if (status == cudaSuccess) status = cudaEventCreateWithFlags(&own->after, cudaEventDisableTiming);
        own->in = in_array<T>(p.in, p.n);
        if (p.aux) own->aux = in_array<uint32_t>(p.aux, p.n);
        af::sync();
        if (status == cudaSuccess) *state = own.release();
        return status;
    } catch (const af::exception &) {
        return cudaErrorUnknown;
    }
    static cudaError_t run(const Problem &p, void *state, Stream stream) try {
        const State &own = *static_cast<State *>(state);
        const Stream theirs = afcu::getStream(af::getDevice());
        cudaError_t status = cudaEventRecord(own.before, stream);
        if (status == cudaSuccess) status = cudaStreamWaitEvent(theirs, own.before, 0);
        if (status != cudaSuccess) return status;
        Call::call(p, own, theirs);
        status = cudaEventRecord(own.after, theirs);
        if (status == cudaSuccess) status = cudaStreamWaitEvent(stream, own.after, 0);
        return status == cudaSuccess ? cudaGetLastError() : status;
    } catch (const af::exception &) {
        return cudaErrorUnknown;
    }
    static void release(void *state) { delete static_cast<State *>(state); }
};

template <class T, af::array (*reduce)(const af::array &, const int)> struct ReduceCall {
    static void call(const Problem &p, const State &own, Stream theirs) {
        if (p.n == 0) {
            cudaMemsetAsync(p.out, 0, sizeof(T), theirs);
        } else {
            out_of_array<T>(reduce(own.in, 0), p.out, theirs);
        }
    }
};
template <class T, bool is_inclusive> struct ScanCall {
    static void call(const Problem &p, const State &own, Stream theirs) {
        out_of_array<T>(af::scan(own.in, 0, AF_BINARY_ADD, is_inclusive), p.out, theirs);
    }
};
template <class T> struct KeysCall {
    static void call(const Problem &p, const State &own, Stream theirs) {
        out_of_array<T>(af::sort(own.in, 0, true), p.out, theirs);
    }
};
template <class T> struct PairsCall {
    static void call(const Problem &p, const State &own, Stream theirs) {
        af::array keys, values;
        af::sort(keys, values, own.in, own.aux, 0, true);
        out_of_array<T>(keys, p.out, theirs);
        out_of_array<uint32_t>(values, p.out_aux, theirs);
    }
};
// The number of elements is on the host when the call returns.
template <class T> struct UniqueCall {
    static void call(const Problem &p, const State &own, Stream theirs) {
        const af::array kept = af::setUnique(own.in, true);
        out_of_array<T>(kept, p.out, theirs);
        *static_cast<uint64_t *>(p.host_result) = static_cast<uint64_t>(kept.elements());
    }
};

template <class T> using Sum = ArrayFire<T, ReduceCall<T, af::sum>>;
template <class T> using Min = ArrayFire<T, ReduceCall<T, af::min>>;
template <class T> using Max = ArrayFire<T, ReduceCall<T, af::max>>;
template <class T> using Inclusive = ArrayFire<T, ScanCall<T, true>>;
template <class T> using Exclusive = ArrayFire<T, ScanCall<T, false>>;
template <class T> using Keys = ArrayFire<T, KeysCall<T>>;
template <class T> using Pairs = ArrayFire<T, PairsCall<T>>;
template <class T> using Unique = ArrayFire<T, UniqueCall<T>>;

Registry entries() {
    Registry r;
    const Limits streams{PROPP_USES_STREAMS};
    const Limits waits{PROPP_SYNCHRONISES | PROPP_RESULT_ON_HOST | PROPP_USES_STREAMS};
    add<Sum, PROPP_ALL_TYPES>(r, "reduce.sum", "sum", "af::sum", streams);
    add<Min, PROPP_ALL_TYPES>(r, "reduce.min", "min", "af::min", streams);
    add<Max, PROPP_ALL_TYPES>(r, "reduce.max", "max", "af::max", streams);
    add<Inclusive, PROPP_ALL_TYPES>(r, "scan.inclusive", "scan", "af::scan", streams);
    add<Exclusive, PROPP_ALL_TYPES>(r, "scan.exclusive", "scan", "af::scan", streams);
    add<Keys, PROPP_ALL_TYPES>(r, "merge_sort.keys", "sort", "af::sort", streams);
    add<Pairs, PROPP_ALL_TYPES>(r, "merge_sort.pairs", "sort", "af::sort by key", streams);
    add<Unique, PROPP_ALL_TYPES>(r, "unique", "set_unique", "af::setUnique of what need not be sorted", waits);
    return r;
}

} // namespace
} // namespace propp

extern "C" PROPP_EXPORT const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    static const propp::Registry registry = propp::entries();
    return propp::library_of(registry, "arrayfire", AF_VERSION, host_abi_version);
}
