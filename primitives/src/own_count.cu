// Counting and the first place of something: count, count_if, find, equal, mismatch.
#include "own.hpp"
#include "reduce_tasks.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 256;

// ------------------------------------------------------------------ Counting with atomics

enum class Atomics { EACH, WARP, SHARED };

template <class T, bool LESS, Atomics HOW>
__global__ void count_atomic(CountTask<T, LESS> task, unsigned n) {
    __shared__ unsigned block_count;
    auto *total = reinterpret_cast<unsigned long long *>(task.out);
    if (HOW == Atomics::SHARED) {
        if (threadIdx.x == 0) block_count = 0;
        __syncthreads();
    }
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    const bool hit = i < n && task.leaf(task.in[i], i);
    if (HOW == Atomics::EACH) {
        // In assembly, or the compiler would add up the warp first.
        if (hit) asm volatile("red.global.add.u64 [%0], 1;" ::"l"(total) : "memory");
    } else if (HOW == Atomics::WARP) {
        const unsigned hits = __popc(__ballot_sync(ALL_LANES, hit));
        if (lane_id() == 0 && hits) atomicAdd(total, static_cast<unsigned long long>(hits));
    } else {
        if (hit) atomicAdd(&block_count, 1u);
        __syncthreads();
        if (threadIdx.x == 0 && block_count) {
            atomicAdd(total, static_cast<unsigned long long>(block_count));
        }
    }
}

template <class T, bool LESS, Atomics HOW> struct CountAtomic : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (cudaError_t error = cudaMemsetAsync(p.out_count, 0, 8, stream)) return error;
        count_atomic<T, LESS, HOW><<<blocks_for(p.n, BLOCK), BLOCK, 0, stream>>>(
            CountTask<T, LESS>(p), static_cast<unsigned>(p.n));
        return cudaGetLastError();
    }
};
template <bool LESS> struct Counting {
    template <class T> using Each = CountAtomic<T, LESS, Atomics::EACH>;
    template <class T> using Warp = CountAtomic<T, LESS, Atomics::WARP>;
    template <class T> using Shared = CountAtomic<T, LESS, Atomics::SHARED>;
    template <class T> using Vec = ReducePacks<CountTask<T, LESS>, 512, 4, 4>;
};

template <bool LESS> void add_counting(Registry &r, const char *p) {
    using V = Counting<LESS>;
    add<V::template Each, PROPP_ALL_TYPES>(r, p, "atomic_each", "one global atomic per hit, all on one address", {NAIVE});
    add<V::template Shared, PROPP_ALL_TYPES>(r, p, "atomic_shared", "one shared atomic per hit, one global per block", {NAIVE});
    add<V::template Warp, PROPP_ALL_TYPES>(r, p, "atomic_warp", "votes of the warp, one global atomic each", {NAIVE});
    add<V::template Vec, PROPP_ALL_TYPES>(r, p, "vec_u4", "128-bit loads, counts in registers, one kernel");
}

// ------------------------------------------------------------------ The first place

template <class T> struct IsValue {
    const T *in;
    T a;
    explicit IsValue(const Problem &p) : in(static_cast<const T *>(p.in)), a(scalar<T>(p.a)) {}
    __device__ bool operator()(unsigned i) const { return in[i] == a; }
    __device__ unsigned in_pack(unsigned first) const { // bit k: hit at first + k
        const Pack<T> pack = load_pack_streaming(in + first);
        unsigned hits = 0;
#pragma unroll
        for (int k = 0; k < Pack<T>::SIZE; ++k) hits |= unsigned(pack.v[k] == a) << k;
        return hits;
    }
};
template <class T> struct Differs {
    const T *in, *in2;
    explicit Differs(const Problem &p)
        : in(static_cast<const T *>(p.in)), in2(static_cast<const T *>(p.in2)) {}
    __device__ bool operator()(unsigned i) const { return in[i] != in2[i]; }
    __device__ unsigned in_pack(unsigned first) const {
        const Pack<T> one = load_pack_streaming(in + first), two = load_pack_streaming(in2 + first);
        unsigned hits = 0;
#pragma unroll
        for (int k = 0; k < Pack<T>::SIZE; ++k) hits |= unsigned(one.v[k] != two.v[k]) << k;
        return hits;
    }
};

__device__ __forceinline__ unsigned long long *as_atomic(uint64_t *at) {
    return reinterpret_cast<unsigned long long *>(at);
}

// Every hit tells the one address: contended when there are many.
template <class F> __global__ void first_naive(F is, unsigned n, uint64_t *first) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && is(i)) atomicMin(as_atomic(first), static_cast<unsigned long long>(i));
}

// Blocks take tiles in turn, and stop once a hit before their tile is known.
template <class F, class T>
__global__ void __launch_bounds__(BLOCK) first_by_tiles(F is, unsigned n, uint64_t *first) {
    constexpr unsigned P = Pack<T>::SIZE, UNROLL = 4, TILE = BLOCK * P * UNROLL;
    for (unsigned base = blockIdx.x * TILE; base < n; base += gridDim.x * TILE) {
        // Lanes may read different values; the warp leaves together.
        if (__any_sync(ALL_LANES, *static_cast<volatile uint64_t *>(first) < base)) return;
        unsigned found = ~0u;
        if (base + TILE <= n) {
            unsigned hits[UNROLL];
#pragma unroll
            for (unsigned u = 0; u < UNROLL; ++u) {
                hits[u] = is.in_pack(base + (u * BLOCK + threadIdx.x) * P);
            }
#pragma unroll
            for (unsigned u = UNROLL; u-- > 0;) {
                if (hits[u]) found = base + (u * BLOCK + threadIdx.x) * P + __ffs(hits[u]) - 1;
            }
        } else {
            for (unsigned i = base + threadIdx.x; i < n && found == ~0u; i += BLOCK) {
                if (is(i)) found = i;
            }
        }
        found = __reduce_min_sync(ALL_LANES, found);
        if (found != ~0u) {
            if (lane_id() == 0) atomicMin(as_atomic(first), static_cast<unsigned long long>(found));
            return; // later tiles of this warp lie behind
        }
    }
}

template <class F, class T, bool TILES> struct First : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (cudaError_t error = set_count(p, p.n, stream)) return error;
        const unsigned n = static_cast<unsigned>(p.n);
        if (TILES) {
            first_by_tiles<F, T><<<filling_grid(n, BLOCK * Pack<T>::SIZE * 4, 4), BLOCK, 0, stream>>>(
                F(p), n, p.out_count);
        } else {
            first_naive<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(F(p), n, p.out_count);
        }
        return cudaGetLastError();
    }
};

template <class F> __global__ void first_from(F is, unsigned start, unsigned end, uint64_t *first) {
    const unsigned i = start + blockIdx.x * BLOCK + threadIdx.x;
    if (i < end && is(i)) atomicMin(as_atomic(first), static_cast<unsigned long long>(i));
}

// The host asks after each part whether to go on.
template <class T> struct FindWaiting : Variant {
    static constexpr unsigned PART = 1u << 20;
    static size_t host_bytes(const Problem &) { return 8; }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (cudaError_t error = set_count(p, p.n, stream)) return error;
        auto *seen = static_cast<volatile uint64_t *>(p.host);
        for (uint64_t start = 0; start < p.n; start += PART) {
            const unsigned end = static_cast<unsigned>(p.n - start < PART ? p.n : start + PART);
            first_from<<<blocks_for(end - start, BLOCK), BLOCK, 0, stream>>>(
                IsValue<T>(p), static_cast<unsigned>(start), end, p.out_count);
            cudaError_t error = cudaMemcpyAsync(p.host, p.out_count, 8, cudaMemcpyDeviceToHost, stream);
            if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
            if (error != cudaSuccess) return error;
            if (*seen < p.n) break;
        }
        return cudaGetLastError();
    }
};

template <class T> using FindNaive = First<IsValue<T>, T, false>;
template <class T> using FindTiles = First<IsValue<T>, T, true>;
template <class T> using MismatchNaive = First<Differs<T>, T, false>;
template <class T> using MismatchTiles = First<Differs<T>, T, true>;

// ------------------------------------------------------------------ Equality

template <class T> __global__ void equal_naive(Differs<T> differs, unsigned n, uint64_t *equal) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && differs(i)) atomicExch(as_atomic(equal), 0ull);
}
template <class T>
__global__ void __launch_bounds__(BLOCK) equal_tiles(Differs<T> differs, unsigned n, uint64_t *equal) {
    constexpr unsigned P = Pack<T>::SIZE, UNROLL = 4, TILE = BLOCK * P * UNROLL;
    for (unsigned base = blockIdx.x * TILE; base < n; base += gridDim.x * TILE) {
        if (__any_sync(ALL_LANES, *static_cast<volatile uint64_t *>(equal) == 0)) return;
        bool differ = false;
        if (base + TILE <= n) {
            unsigned hits = 0;
#pragma unroll
            for (unsigned u = 0; u < UNROLL; ++u) {
                hits |= differs.in_pack(base + (u * BLOCK + threadIdx.x) * P);
            }
            differ = hits != 0;
        } else {
            for (unsigned i = base + threadIdx.x; i < n; i += BLOCK) differ = differ || differs(i);
        }
        if (__any_sync(ALL_LANES, differ)) {
            if (lane_id() == 0) atomicExch(as_atomic(equal), 0ull);
            return;
        }
    }
}
template <class T, bool TILES> struct Equal : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (cudaError_t error = set_count(p, 1, stream)) return error;
        const unsigned n = static_cast<unsigned>(p.n);
        if (TILES) {
            equal_tiles<<<filling_grid(n, BLOCK * Pack<T>::SIZE * 4, 4), BLOCK, 0, stream>>>(
                Differs<T>(p), n, p.out_count);
        } else {
            equal_naive<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(Differs<T>(p), n, p.out_count);
        }
        return cudaGetLastError();
    }
};
template <class T> using EqualNaive = Equal<T, false>;
template <class T> using EqualTiles = Equal<T, true>;

} // namespace

void add_count(Registry &r) {
    add_counting<false>(r, "count");
    add_counting<true>(r, "count_if");
    add<FindNaive, PROPP_ALL_TYPES>(r, "find", "naive", "reads everything, an atomic minimum per hit", {NAIVE});
    add<FindWaiting, PROPP_ALL_TYPES>(r, "find", "parts_waiting", "2^20 elements at a time, the host decides whether to go on", {NAIVE | SYNCS});
    add<FindTiles, PROPP_ALL_TYPES>(r, "find", "tiles", "128-bit loads, stops behind the first hit known");
    add<EqualNaive, PROPP_ALL_TYPES>(r, "equal", "naive", "reads everything, an atomic per difference", {NAIVE});
    add<EqualTiles, PROPP_ALL_TYPES>(r, "equal", "tiles", "128-bit loads, stops at the first difference known");
    add<MismatchNaive, PROPP_ALL_TYPES>(r, "mismatch", "naive", "reads everything, an atomic minimum per difference", {NAIVE});
    add<MismatchTiles, PROPP_ALL_TYPES>(r, "mismatch", "tiles", "128-bit loads, stops behind the first difference known");
}

} // namespace propp
