// Element-wise primitives: one element a thread against 128-bit accesses.
#include "own.hpp"
#include "device.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 256;

// ------------------------------------------------------------------ Makers
// out[i] from nothing but i.

template <class T> struct FillWith {
    T a;
    explicit FillWith(const Problem &p) : a(scalar<T>(p.a)) {}
    __device__ T operator()(unsigned) const { return a; }
};
template <class T> struct Sequence {
    T a, b;
    explicit Sequence(const Problem &p) : a(scalar<T>(p.a)), b(scalar<T>(p.b)) {}
    __device__ T operator()(unsigned i) const { return a + T(i) * b; }
};
template <class T> struct Hash {
    explicit Hash(const Problem &) {}
    __device__ T operator()(unsigned i) const { return T((i * 2654435761u) >> 16); }
};

template <class T, class F> __global__ void make_elements(F f, T *out, unsigned n) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = f(i);
}
template <class T, class F> __global__ void make_packs(F f, T *out, unsigned n) {
    constexpr unsigned P = Pack<T>::SIZE;
    const unsigned stride = gridDim.x * BLOCK * P;
    for (unsigned i = (blockIdx.x * BLOCK + threadIdx.x) * P; i < n; i += stride) {
        if (i + P <= n) {
            Pack<T> pack;
#pragma unroll
            for (unsigned k = 0; k < P; ++k) pack.v[k] = f(i + k);
            store_pack_streaming(out + i, pack);
        } else {
            for (unsigned k = i; k < n; ++k) out[k] = f(k);
        }
    }
}

template <class T, template <class> class F, bool PACKS> struct Make : Variant {
    using W = Wrap<T>;
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        auto *out = static_cast<W *>(p.out);
        const unsigned n = static_cast<unsigned>(p.n);
        if (PACKS) {
            make_packs<<<filling_grid(n, BLOCK * Pack<W>::SIZE, 16), BLOCK, 0, stream>>>(F<W>(p), out, n);
        } else {
            make_elements<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(F<W>(p), out, n);
        }
        return cudaGetLastError();
    }
};
template <class T> using FillNaive = Make<T, FillWith, false>;
template <class T> using FillVec = Make<T, FillWith, true>;
template <class T> using SequenceNaive = Make<T, Sequence, false>;
template <class T> using SequenceVec = Make<T, Sequence, true>;
template <class T> using TabulateNaive = Make<T, Hash, false>;
template <class T> using TabulateVec = Make<T, Hash, true>;

// ------------------------------------------------------------------ Maps
// out[i] from f[i] alone, and for MapIf where the flag says so.

template <class T> struct ScaleBy {
    T a, b;
    explicit ScaleBy(const Problem &p) : a(scalar<T>(p.a)), b(scalar<T>(p.b)) {}
    __device__ T operator()(T x) const { return a * x + b; }
};
template <class T> struct ReplaceBy {
    T a, b;
    explicit ReplaceBy(const Problem &p) : a(scalar<T>(p.a)), b(scalar<T>(p.b)) {}
    __device__ T operator()(T x) const { return x == a ? b : x; }
};

template <class T, class F> __global__ void map_elements(F f, const T *in, T *out, unsigned n) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = f(in[i]);
}
template <class T, class F, int UNROLL>
__global__ void __launch_bounds__(BLOCK) map_packs(F f, const T *in, T *out, unsigned n) {
    constexpr unsigned P = Pack<T>::SIZE, ITEMS = BLOCK * P * UNROLL;
    const unsigned base = blockIdx.x * ITEMS;
    if (base + ITEMS <= n) {
        Pack<T> pack[UNROLL];
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
            pack[u] = load_pack_streaming(in + base + (u * BLOCK + threadIdx.x) * P);
        }
#pragma unroll
        for (int u = 0; u < UNROLL; ++u) {
#pragma unroll
            for (unsigned k = 0; k < P; ++k) pack[u].v[k] = f(pack[u].v[k]);
            store_pack_streaming(out + base + (u * BLOCK + threadIdx.x) * P, pack[u]);
        }
    } else {
        for (unsigned i = base + threadIdx.x; i < n; i += BLOCK) out[i] = f(in[i]);
    }
}

template <class T, class F, bool PACKS> struct Map : Variant {
    static cudaError_t launch(F f, const T *in, T *out, unsigned n, Stream stream) {
        constexpr int UNROLL = 4;
        if (PACKS) {
            map_packs<T, F, UNROLL>
                <<<blocks_for(n, BLOCK * Pack<T>::SIZE * UNROLL), BLOCK, 0, stream>>>(f, in, out, n);
        } else {
            map_elements<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(f, in, out, n);
        }
        return cudaGetLastError();
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        return launch(F(p), static_cast<const T *>(p.in), static_cast<T *>(p.out),
                      static_cast<unsigned>(p.n), stream);
    }
};
template <class T> using TransformNaive = Map<Wrap<T>, ScaleBy<Wrap<T>>, false>;
template <class T> using TransformVec = Map<Wrap<T>, ScaleBy<Wrap<T>>, true>;
template <class T> using ReplaceNaive = Map<T, ReplaceBy<T>, false>;
template <class T> using ReplaceVec = Map<T, ReplaceBy<T>, true>;

template <class T, class F>
__global__ void map_if_elements(F f, const T *in, const uint8_t *flags, T *out, unsigned n) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && flags[i]) out[i] = f(in[i]);
}
// Four elements a thread, their flags in one load; whole groups go out in one store.
template <class T, class F>
__global__ void map_if_groups(F f, const T *in, const uint8_t *flags, T *out, unsigned n) {
    struct alignas(sizeof(T) * 4 > 16 ? 16 : sizeof(T) * 4) Group {
        T v[4];
    };
    const unsigned i = (blockIdx.x * BLOCK + threadIdx.x) * 4;
    if (i + 4 <= n) {
        const uchar4 flag = *reinterpret_cast<const uchar4 *>(flags + i);
        const unsigned all = flag.x && flag.y && flag.z && flag.w;
        if (!(flag.x | flag.y | flag.z | flag.w)) return;
        Group group = *reinterpret_cast<const Group *>(in + i);
#pragma unroll
        for (int k = 0; k < 4; ++k) group.v[k] = f(group.v[k]);
        if (all) {
            *reinterpret_cast<Group *>(out + i) = group;
        } else {
            if (flag.x) out[i] = group.v[0];
            if (flag.y) out[i + 1] = group.v[1];
            if (flag.z) out[i + 2] = group.v[2];
            if (flag.w) out[i + 3] = group.v[3];
        }
    } else {
        for (unsigned k = i; k < n; ++k) {
            if (flags[k]) out[k] = f(in[k]);
        }
    }
}
template <class T, bool GROUPS> struct MapIf : Variant {
    using W = Wrap<T>;
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const W *>(p.in);
        auto *out = static_cast<W *>(p.out);
        const unsigned n = static_cast<unsigned>(p.n);
        const ScaleBy<W> f(p);
        if (GROUPS) {
            map_if_groups<<<blocks_for(n, BLOCK * 4), BLOCK, 0, stream>>>(f, in, p.flags, out, n);
        } else {
            map_if_elements<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(f, in, p.flags, out, n);
        }
        return cudaGetLastError();
    }
};
template <class T> using TransformIfNaive = MapIf<T, false>;
template <class T> using TransformIfGroups = MapIf<T, true>;

// ------------------------------------------------------------------ Adjacent difference

template <class T> __global__ void difference_elements(const T *in, T *out, unsigned n) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = i > 0 ? in[i] - in[i - 1] : in[i];
}
// The element before a thread's pack is its neighbour's last.
template <class T> __global__ void difference_packs(const T *in, T *out, unsigned n) {
    constexpr unsigned P = Pack<T>::SIZE;
    const unsigned i = (blockIdx.x * BLOCK + threadIdx.x) * P;
    Pack<T> pack{};
    if (i + P <= n) {
        pack = load_pack(in + i);
    } else {
#pragma unroll
        for (unsigned k = 0; k < P; ++k) {
            if (i + k < n) pack.v[k] = in[i + k];
        }
    }
    T before = shuffle_up(pack.v[P - 1], 1);
    if (lane_id() == 0) before = i > 0 && i < n ? in[i - 1] : T(0);
    Pack<T> result;
    result.v[0] = i > 0 ? pack.v[0] - before : pack.v[0];
#pragma unroll
    for (unsigned k = 1; k < P; ++k) result.v[k] = pack.v[k] - pack.v[k - 1];
    if (i + P <= n) {
        store_pack(out + i, result);
    } else {
#pragma unroll
        for (unsigned k = 0; k < P; ++k) {
            if (i + k < n) out[i + k] = result.v[k];
        }
    }
}
template <class T, bool PACKS> struct Difference : Variant {
    using W = Wrap<T>;
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const W *>(p.in);
        auto *out = static_cast<W *>(p.out);
        const unsigned n = static_cast<unsigned>(p.n);
        if (PACKS) {
            difference_packs<<<blocks_for(n, BLOCK * Pack<W>::SIZE), BLOCK, 0, stream>>>(in, out, n);
        } else {
            difference_elements<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(in, out, n);
        }
        return cudaGetLastError();
    }
};
template <class T> using DifferenceNaive = Difference<T, false>;
template <class T> using DifferenceVec = Difference<T, true>;

} // namespace

void add_linear(Registry &r) {
    const char *scalar_text = "one element a thread", *vec_text = "128-bit accesses";
    add<FillNaive, PROPP_ALL_TYPES>(r, "fill", "naive", scalar_text);
    add<FillVec, PROPP_ALL_TYPES>(r, "fill", "vec", vec_text);
    add<SequenceNaive, PROPP_ALL_TYPES>(r, "sequence", "naive", scalar_text);
    add<SequenceVec, PROPP_ALL_TYPES>(r, "sequence", "vec", vec_text);
    add<TabulateNaive, PROPP_ALL_TYPES>(r, "tabulate", "naive", scalar_text);
    add<TabulateVec, PROPP_ALL_TYPES>(r, "tabulate", "vec", vec_text);
    add<TransformNaive, PROPP_ALL_TYPES>(r, "transform", "naive", scalar_text);
    add<TransformVec, PROPP_ALL_TYPES>(r, "transform", "vec_u4", "128-bit accesses, four in flight a thread");
    add<ReplaceNaive, PROPP_ALL_TYPES>(r, "replace", "naive", scalar_text);
    add<ReplaceVec, PROPP_ALL_TYPES>(r, "replace", "vec_u4", "128-bit accesses, four in flight a thread");
    add<DifferenceNaive, PROPP_ALL_TYPES>(r, "adjacent_difference", "naive", "one element a thread, every input read twice");
    add<DifferenceVec, PROPP_ALL_TYPES>(r, "adjacent_difference", "vec", "128-bit accesses, neighbours by shuffle");
    add<TransformIfNaive, PROPP_ALL_TYPES>(r, "transform_if", "naive", "one element a thread, divergent where flags differ");
    add<TransformIfGroups, PROPP_ALL_TYPES>(r, "transform_if", "groups", "four elements a thread, flags in one load");
}

} // namespace propp
