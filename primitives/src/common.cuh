// What every source of the three libraries shares: registering variants in the
// table of the ABI, and nothing about how they work.
//
// A variant is a class template over the element type, derived from Variant,
// with static functions named as below. Its name, its flags and its element types
// are given where it is registered: see add().
#pragma once

#include "../propp_primitive.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <tuple>
#include <type_traits>
#include <vector>

namespace propp {

using Problem = propp_problem;
using Stream = cudaStream_t;
using Registry = std::vector<propp_entry>;

#define PROPP_ALL_TYPES int32_t, uint32_t, float, int64_t, double

template <class T> struct TypeOf;
template <> struct TypeOf<int32_t> { static constexpr uint32_t value = PROPP_I32; };
template <> struct TypeOf<uint32_t> { static constexpr uint32_t value = PROPP_U32; };
template <> struct TypeOf<float> { static constexpr uint32_t value = PROPP_F32; };
template <> struct TypeOf<int64_t> { static constexpr uint32_t value = PROPP_I64; };
template <> struct TypeOf<double> { static constexpr uint32_t value = PROPP_F64; };

// Unsigned integers of the same size: moving data needs two kernels, not five.
template <class T> struct BitsOf;
template <> struct BitsOf<int32_t> { using type = uint32_t; };
template <> struct BitsOf<uint32_t> { using type = uint32_t; };
template <> struct BitsOf<float> { using type = uint32_t; };
template <> struct BitsOf<int64_t> { using type = unsigned long long; };
template <> struct BitsOf<double> { using type = unsigned long long; };
template <class T> using Bits = typename BitsOf<T>::type;

// Sums of integers wrap, so signed ones can be added as unsigned ones.
template <class T> struct WrapOf { using type = Bits<T>; };
template <> struct WrapOf<float> { using type = float; };
template <> struct WrapOf<double> { using type = double; };
template <class T> using Wrap = typename WrapOf<T>::type;

// A parameter of the problem, read as T. The union's members share their bytes.
template <class T> T scalar(const propp_scalar &value) {
    T result;
    std::memcpy(&result, &value, sizeof result);
    return result;
}

// Cuts temporary storage into aligned pieces. With a null base it only counts, so
// that one function both sizes and lays out.
class Arena {
  public:
    explicit Arena(void *base = nullptr) : base_(static_cast<char *>(base)) {}
    template <class T> T *take(size_t count) {
        T *piece = base_ ? reinterpret_cast<T *>(base_ + used_) : nullptr;
        used_ += (count * sizeof(T) + 255) / 256 * 256;
        return piece;
    }
    size_t used() const { return used_; }

  private:
    char *base_;
    size_t used_ = 0;
};

// The defaults of a variant: no storage, no state, nothing to restore.
struct Variant {
    static constexpr bool has_state = false; // prepare() makes one, release() ends it
    static constexpr bool has_reset = false;
    static size_t temp_bytes(const Problem &) { return 0; }
    static size_t host_bytes(const Problem &) { return 0; }
    static int32_t check(const Problem &) { return PROPP_OK; } // sizes it cannot work on
    static cudaError_t prepare(const Problem &, void **) { return cudaSuccess; }
    static cudaError_t reset(const Problem &, void *, Stream) { return cudaSuccess; }
    static void release(void *) {}
    // static cudaError_t run(const Problem &, void *state, Stream);
};

// Storage on the device: for what a variant's Layout takes, where it has one.
template <class V, class = void> struct Temp {
    static size_t bytes(const Problem &p) { return V::temp_bytes(p); }
};
template <class V> struct Temp<V, std::void_t<typename V::Layout>> {
    static size_t bytes(const Problem &p) {
        Arena arena;
        typename V::Layout layout(arena, p);
        return arena.used();
    }
};

inline int32_t status_of(cudaError_t error) {
    return error == cudaSuccess ? PROPP_OK : PROPP_E_CUDA + static_cast<int32_t>(error);
}

// Of the primitive, the same for all libraries: see work.cpp.
uint64_t out_room(const char *primitive, const Problem &problem);
uint64_t out_aux_room(const char *primitive, const Problem &problem);
int32_t expected_work(const propp_entry *entry, const Problem *problem, propp_work *work);
const propp_library *library_of(const Registry &registry, const char *name, const char *version,
                                uint32_t host_abi_version);

// In a namespace without a name, so that each source has its own: GCC gives alias
// templates of two sources one symbol when they only share their name.
namespace {

template <template <class> class V, class... Ts> struct Calls {
    // Calls f with a null T* for the T of the problem.
    template <class F> static int32_t visit(const Problem &p, F &&f) {
        int32_t status = PROPP_E_TYPE;
        (void)((p.type == TypeOf<Ts>::value && (status = f(static_cast<Ts *>(nullptr)), true)) ||
               ...);
        return status;
    }
    template <class P> using Of = V<std::remove_pointer_t<P>>;

    static int32_t sizes(const propp_entry *entry, const Problem *p, propp_sizes *sizes) {
        if (!p || !sizes || p->struct_size < sizeof(Problem) || sizes->struct_size < sizeof *sizes) {
            return PROPP_E_ARGUMENT;
        }
        return visit(*p, [&](auto t) {
            using Impl = Of<decltype(t)>;
            if (p->n + p->m >= (uint64_t(1) << 31)) return PROPP_E_SIZE;
            if (int32_t status = Impl::check(*p)) return status;
            sizes->temp_bytes = Temp<Impl>::bytes(*p);
            sizes->host_bytes = Impl::host_bytes(*p);
            sizes->out_elements = out_room(entry->primitive, *p);
            sizes->out_aux_elements = out_aux_room(entry->primitive, *p);
            return PROPP_OK;
        });
    }
    static int32_t prepare(const propp_entry *, const Problem *p, void **state) {
        if (!p || !state || p->struct_size < sizeof(Problem)) return PROPP_E_ARGUMENT;
        *state = nullptr;
        return visit(*p, [&](auto t) {
            using Impl = Of<decltype(t)>;
            if (int32_t status = Impl::check(*p)) return status;
            if (Temp<Impl>::bytes(*p) > p->temp_bytes || Impl::host_bytes(*p) > p->host_bytes) {
                return PROPP_E_ARGUMENT;
            }
            return status_of(Impl::prepare(*p, state));
        });
    }
    static int32_t reset(const propp_entry *, const Problem *p, void *state, void *stream) {
        return visit(*p, [&](auto t) {
            return status_of(Of<decltype(t)>::reset(*p, state, static_cast<Stream>(stream)));
        });
    }
    static int32_t run(const propp_entry *, const Problem *p, void *state, void *stream) {
        return visit(*p, [&](auto t) {
            return status_of(Of<decltype(t)>::run(*p, state, static_cast<Stream>(stream)));
        });
    }
    static int32_t release(const propp_entry *, void *state) {
        using First = std::tuple_element_t<0, std::tuple<Ts...>>;
        V<First>::release(state);
        return PROPP_OK;
    }
};

} // namespace

struct Limits {
    uint32_t flags = 0;
    uint64_t max_elements = 0;
    uint32_t min_compute = 80;
};

namespace {

// Registers variant V of a primitive for the element types Ts.
template <template <class> class V, class... Ts>
void add(Registry &registry, const char *primitive, const char *variant, const char *description,
         Limits limits = {}) {
    using Impl = Calls<V, Ts...>;
    propp_entry entry{};
    entry.primitive = primitive;
    entry.variant = variant;
    entry.description = description;
    entry.types = (PROPP_TYPE_BIT(TypeOf<Ts>::value) | ...);
    entry.flags = limits.flags;
    entry.min_compute = limits.min_compute;
    entry.max_elements = limits.max_elements;
    entry.sizes = Impl::sizes;
    entry.prepare = Impl::prepare;
    entry.run = Impl::run;
    entry.work = expected_work;
    constexpr bool has_reset = (V<Ts>::has_reset || ...);
    if constexpr (has_reset) entry.reset = Impl::reset;
    constexpr bool has_state = (V<Ts>::has_state || ...);
    if constexpr (has_state) entry.release = Impl::release;
    registry.push_back(entry);
}

} // namespace

constexpr uint32_t NAIVE = PROPP_NAIVE;
constexpr uint32_t SYNCS = PROPP_SYNCHRONISES;
constexpr uint32_t ON_HOST = PROPP_SYNCHRONISES | PROPP_RESULT_ON_HOST;
constexpr uint64_t MIB = uint64_t(1) << 20; // elements, not bytes, in limits

} // namespace propp
