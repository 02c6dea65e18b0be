// Radix sort, least significant digit first: one bit a pass with a scan of its own,
// three kernels a pass, and one kernel a pass, which reads and writes each key once
// (after Adinets and Merrill, "Onesweep", 2022).
#include "own.hpp"
#include "scan_kernels.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 384; // two blocks of 80 registers a thread fit a multiprocessor
constexpr int WARPS = BLOCK / WARP;

// Bits of a key that order as unsigned integers.
template <class T> struct Ordered {
    using U = Bits<T>;
    static constexpr U TOP = U(1) << (sizeof(U) * 8 - 1);
    static __device__ __forceinline__ U bits(U raw) {
        if (std::is_floating_point<T>::value) return raw & TOP ? ~raw : raw | TOP;
        if (std::is_signed<T>::value) return raw ^ TOP;
        return raw;
    }
    template <int BITS> static __device__ __forceinline__ unsigned digit(U raw, int shift) {
        return static_cast<unsigned>(bits(raw) >> shift) & ((1u << BITS) - 1);
    }
};

template <class T> constexpr int SORT_ITEMS = sizeof(T) == 4 ? 16 : 8;
template <class T> constexpr unsigned SORT_TILE = BLOCK * SORT_ITEMS<T>;

// Which of the tile's items each thread holds: a warp owns consecutive ones.
template <class T> __device__ __forceinline__ unsigned item_at(int k) {
    return warp_id() * WARP * SORT_ITEMS<T> + k * WARP + lane_id();
}

// Lanes that hold the same digit.
template <int BITS> __device__ __forceinline__ unsigned same_digit(unsigned digit) {
    unsigned same = ALL_LANES;
#pragma unroll
    for (int b = 0; b < BITS; ++b) {
        const unsigned votes = __ballot_sync(ALL_LANES, digit >> b & 1);
        same &= digit >> b & 1 ? votes : ~votes;
    }
    return same;
}

// ------------------------------------------------------------------ A tile in digit order
// rank(): counts digits and finds each item's place among the tile's items of its
// digit and warp. offsets(): turns counts into places in the tile.

template <class T, int BITS> struct TileSort {
    using U = Bits<T>;
    static constexpr int RADIX = 1 << BITS;
    static constexpr int ITEMS = SORT_ITEMS<T>;
    static constexpr unsigned TILE = SORT_TILE<T>;
    static_assert(RADIX <= BLOCK, "a thread a digit");
    static_assert(TILE < 65536, "places are 16 bits");

    struct Shared {
        U keys[TILE];                     // and the values after them
        uint16_t counts[WARPS][RADIX];    // of each warp, then where its items go
        unsigned base[RADIX];             // global place of a digit's item minus its place here
        unsigned warps[WARPS];
    };

    U key[ITEMS];
    uint16_t place[ITEMS];

    __device__ __forceinline__ void load(const U *in, unsigned base, unsigned n) {
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            const unsigned i = base + item_at<T>(k);
            // Behind the end: the largest digit, and behind all items that have it too.
            key[k] = i < n ? in[i] : last_key();
        }
    }
    static __device__ __forceinline__ U last_key() { // bits() gives all ones
        if (std::is_floating_point<T>::value || std::is_signed<T>::value) return ~Ordered<T>::TOP;
        return ~U(0);
    }

    __device__ __forceinline__ void rank(Shared &shared, int shift) {
        for (unsigned k = threadIdx.x; k < WARPS * RADIX; k += BLOCK) (&shared.counts[0][0])[k] = 0;
        __syncthreads();
        uint16_t *counts = shared.counts[warp_id()];
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            const unsigned digit = Ordered<T>::template digit<BITS>(key[k], shift);
            const unsigned same = same_digit<BITS>(digit);
            const unsigned earlier = counts[digit];
            const unsigned lower = __popc(same & ((1u << lane_id()) - 1));
            __syncwarp();
            if (lower == 0) counts[digit] = static_cast<uint16_t>(earlier + __popc(same));
            __syncwarp();
            place[k] = static_cast<uint16_t>(earlier + lower);
        }
        __syncthreads();
    }

    // Returns, to thread d < RADIX, how many of the tile's items have digit d, and where
    // they start in it.
    __device__ __forceinline__ unsigned offsets(Shared &shared, unsigned &start) {
        unsigned count = 0;
        const unsigned d = threadIdx.x;
        if (d < RADIX) {
#pragma unroll
            for (int w = 0; w < WARPS; ++w) count += shared.counts[w][d];
        }
        unsigned total;
        start = block_exclusive<Plus<unsigned>, BLOCK>(count, total, shared.warps);
        if (d < RADIX) {
            unsigned at = start;
#pragma unroll
            for (int w = 0; w < WARPS; ++w) {
                const unsigned own = shared.counts[w][d];
                shared.counts[w][d] = static_cast<uint16_t>(at);
                at += own;
            }
        }
        __syncthreads();
        return count;
    }

    __device__ __forceinline__ void order(Shared &shared, int shift) {
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            const unsigned digit = Ordered<T>::template digit<BITS>(key[k], shift);
            place[k] = static_cast<uint16_t>(place[k] + shared.counts[warp_id()][digit]);
            shared.keys[place[k]] = key[k];
        }
    }

    // After a barrier that follows order() and the writing of shared.base.
    template <bool PAIRS>
    __device__ __forceinline__ void store(Shared &shared, int shift, unsigned base, unsigned n, U *out,
                                          const uint32_t *values, uint32_t *out_values) {
        const unsigned items = min(TILE, n - base);
        unsigned to[ITEMS];
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            const unsigned at = k * BLOCK + threadIdx.x;
            const U raw = shared.keys[at];
            to[k] = shared.base[Ordered<T>::template digit<BITS>(raw, shift)] + at;
            if (at < items) out[to[k]] = raw;
        }
        if (PAIRS) {
            auto *staged = reinterpret_cast<uint32_t *>(shared.keys);
            uint32_t own[ITEMS];
#pragma unroll
            for (int k = 0; k < ITEMS; ++k) {
                const unsigned i = base + item_at<T>(k);
                own[k] = i < n ? values[i] : 0;
            }
            __syncthreads();
#pragma unroll
            for (int k = 0; k < ITEMS; ++k) staged[place[k]] = own[k];
            __syncthreads();
#pragma unroll
            for (int k = 0; k < ITEMS; ++k) {
                const unsigned at = k * BLOCK + threadIdx.x;
                if (at < items) out_values[to[k]] = staged[at];
            }
        }
    }
};

// ------------------------------------------------------------------ One kernel a pass

// Counts all digits of all keys in one go: totals[pass][digit].
template <class T>
__global__ void __launch_bounds__(BLOCK) count_digits(const Bits<T> *in, unsigned n, unsigned *totals) {
    constexpr int PASSES = sizeof(T);
    __shared__ unsigned counts[PASSES][256];
    for (unsigned k = threadIdx.x; k < PASSES * 256; k += BLOCK) (&counts[0][0])[k] = 0;
    __syncthreads();
    using U = Bits<T>;
    constexpr unsigned P = Pack<U>::SIZE;
    auto add = [&](U raw) {
        const U bits = Ordered<T>::bits(raw);
#pragma unroll
        for (int pass = 0; pass < PASSES; ++pass) {
            atomicAdd(&counts[pass][static_cast<unsigned>(bits >> (8 * pass)) & 255], 1u);
        }
    };
    const unsigned packs = n / P;
    for (unsigned at = blockIdx.x * BLOCK + threadIdx.x; at < packs; at += gridDim.x * BLOCK) {
        const Pack<U> pack = load_pack(in + size_t(at) * P);
#pragma unroll
        for (unsigned k = 0; k < P; ++k) add(pack.v[k]);
    }
    const unsigned tail = packs * P + blockIdx.x * BLOCK + threadIdx.x;
    if (tail < n) add(in[tail]);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < PASSES * 256; k += BLOCK) {
        const unsigned count = (&counts[0][0])[k];
        if (count) atomicAdd(totals + k, count);
    }
}
// A block a pass: where each digit starts in the output.
__global__ void __launch_bounds__(256) scan_digits(unsigned *totals) {
    __shared__ unsigned warps[256 / WARP];
    unsigned total;
    unsigned *own = totals + blockIdx.x * 256;
    own[threadIdx.x] = block_exclusive<Plus<unsigned>, 256>(own[threadIdx.x], total, warps);
}

// Look-back a digit a thread: two bits of status, thirty of count.
constexpr unsigned AGGREGATE = 1u << 30, PREFIX = 2u << 30, COUNT = AGGREGATE - 1;

__device__ __forceinline__ unsigned load_word(const unsigned *from) {
    unsigned value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    return value;
}
__device__ __forceinline__ void store_word(unsigned *to, unsigned value) {
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}

template <class T, bool PAIRS>
__global__ void __launch_bounds__(BLOCK, 2)
    sweep(const Bits<T> *in, const uint32_t *values, unsigned n, int shift, const unsigned *starts,
          unsigned *tiles, Bits<T> *out, uint32_t *out_values) {
    using Sort = TileSort<T, 8>;
    extern __shared__ __align__(16) unsigned char raw_shared[];
    auto &shared = *reinterpret_cast<typename Sort::Shared *>(raw_shared);
    const unsigned base = blockIdx.x * Sort::TILE;
    if (base >= n) return;
    Sort sort;
    sort.load(in, base, n);
    sort.rank(shared, shift);
    unsigned start;
    const unsigned count = sort.offsets(shared, start);
    const unsigned d = threadIdx.x;
    unsigned *own = tiles + size_t(blockIdx.x) * 256 + d;
    if (d < 256) store_word(own, (blockIdx.x == 0 ? PREFIX : AGGREGATE) | count);
    sort.order(shared, shift);
    if (d < 256) {
        unsigned before = 0;
        for (unsigned t = blockIdx.x; t > 0;) {
            const unsigned word = load_word(tiles + size_t(t - 1) * 256 + d);
            if (word == 0) continue;
            before += word & COUNT;
            if (word & PREFIX) break;
            --t;
        }
        if (blockIdx.x > 0) store_word(own, PREFIX | (before + count));
        shared.base[d] = starts[d] + before - start;
    }
    __syncthreads();
    sort.template store<PAIRS>(shared, shift, base, n, out, values, out_values);
}

template <class T, bool PAIRS> struct OneSweep : Variant {
    using U = Bits<T>;
    static constexpr int PASSES = sizeof(T);
    static_assert(PASSES % 2 == 0, "the last pass ends in out");
    static constexpr size_t SHARED = sizeof(typename TileSort<T, 8>::Shared);
    static unsigned tiles(const Problem &p) { return blocks_for(p.n, SORT_TILE<T>); }
    struct Layout {
        unsigned *starts, *tiles;
        U *keys;
        uint32_t *values;
        size_t cleared;
        Layout(Arena &arena, const Problem &p)
            : starts(arena.take<unsigned>(PASSES * 256)),
              tiles(arena.take<unsigned>(size_t(PASSES) * OneSweep::tiles(p) * 256)) {
            cleared = arena.used();
            keys = arena.take<U>(p.n);
            values = arena.take<uint32_t>(PAIRS ? p.n : 0);
        }
    };
    static int32_t check(const Problem &p) { return p.n < AGGREGATE ? PROPP_OK : PROPP_E_SIZE; }
    static cudaError_t prepare(const Problem &, void **) { return allow_shared(sweep<T, PAIRS>, SHARED); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        if (cudaError_t error = cudaMemsetAsync(p.temp, 0, layout.cleared, stream)) return error;
        const unsigned n = static_cast<unsigned>(p.n), blocks = tiles(p);
        const auto *from = static_cast<const U *>(p.in);
        const uint32_t *from_values = p.aux;
        count_digits<T><<<filling_grid(n, BLOCK * 16, 4), BLOCK, 0, stream>>>(from, n, layout.starts);
        scan_digits<<<PASSES, 256, 0, stream>>>(layout.starts);
        for (int pass = 0; pass < PASSES; ++pass) {
            U *to = pass % 2 ? static_cast<U *>(p.out) : layout.keys;
            uint32_t *to_values = pass % 2 ? p.out_aux : layout.values;
            sweep<T, PAIRS><<<blocks, BLOCK, SHARED, stream>>>(
                from, from_values, n, 8 * pass, layout.starts + pass * 256,
                layout.tiles + size_t(pass) * blocks * 256, to, to_values);
            from = to;
            from_values = to_values;
        }
        return cudaGetLastError();
    }
};
template <class T> using SweepKeys = OneSweep<T, false>;
template <class T> using SweepPairs = OneSweep<T, true>;

// ------------------------------------------------------------------ Three kernels a pass
// Count the digits of each tile, scan the counts digit by digit, move the keys.

template <class T, int BITS>
__global__ void __launch_bounds__(BLOCK)
    count_tiles(const Bits<T> *in, unsigned n, int shift, unsigned *counts) {
    constexpr int RADIX = 1 << BITS;
    __shared__ unsigned own[RADIX];
    if (threadIdx.x < RADIX) own[threadIdx.x] = 0;
    __syncthreads();
    const unsigned base = blockIdx.x * SORT_TILE<T>;
#pragma unroll
    for (int k = 0; k < SORT_ITEMS<T>; ++k) {
        const unsigned i = base + k * BLOCK + threadIdx.x;
        if (i < n) atomicAdd(own + Ordered<T>::template digit<BITS>(in[i], shift), 1u);
    }
    __syncthreads();
    if (threadIdx.x < RADIX) counts[size_t(threadIdx.x) * gridDim.x + blockIdx.x] = own[threadIdx.x];
}

template <class T, int BITS, bool PAIRS>
__global__ void __launch_bounds__(BLOCK)
    move_tiles(const Bits<T> *in, const uint32_t *values, unsigned n, int shift, const unsigned *starts,
               Bits<T> *out, uint32_t *out_values) {
    using Sort = TileSort<T, BITS>;
    extern __shared__ __align__(16) unsigned char raw_shared[];
    auto &shared = *reinterpret_cast<typename Sort::Shared *>(raw_shared);
    const unsigned base = blockIdx.x * Sort::TILE;
    if (base >= n) return;
    Sort sort;
    sort.load(in, base, n);
    sort.rank(shared, shift);
    unsigned start;
    sort.offsets(shared, start);
    sort.order(shared, shift);
    const unsigned d = threadIdx.x;
    if (d < Sort::RADIX) shared.base[d] = starts[size_t(d) * gridDim.x + blockIdx.x] - start;
    __syncthreads();
    sort.template store<PAIRS>(shared, shift, base, n, out, values, out_values);
}

template <class T, int BITS, bool PAIRS> struct ThreeKernels : Variant {
    using U = Bits<T>;
    static constexpr int RADIX = 1 << BITS;
    static constexpr int PASSES = int(sizeof(T)) * 8 / BITS;
    static_assert(PASSES % 2 == 0, "the last pass ends in out");
    static constexpr size_t SHARED = sizeof(typename TileSort<T, BITS>::Shared);
    static unsigned tiles(const Problem &p) { return blocks_for(p.n, SORT_TILE<T>); }
    struct Layout {
        U *keys;
        uint32_t *values;
        unsigned *counts, *levels;
        Layout(Arena &arena, const Problem &p)
            : keys(arena.take<U>(p.n)), values(arena.take<uint32_t>(PAIRS ? p.n : 0)),
              counts(arena.take<unsigned>(size_t(RADIX) * tiles(p))),
              levels(arena.take<unsigned>(scan_levels_room(size_t(RADIX) * tiles(p)))) {}
    };
    static cudaError_t prepare(const Problem &, void **) {
        return allow_shared(move_tiles<T, BITS, PAIRS>, SHARED);
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        const unsigned n = static_cast<unsigned>(p.n), blocks = tiles(p);
        const auto *from = static_cast<const U *>(p.in);
        const uint32_t *from_values = p.aux;
        for (int pass = 0; pass < PASSES; ++pass) {
            U *to = pass % 2 ? static_cast<U *>(p.out) : layout.keys;
            uint32_t *to_values = pass % 2 ? p.out_aux : layout.values;
            count_tiles<T, BITS><<<blocks, BLOCK, 0, stream>>>(from, n, BITS * pass, layout.counts);
            cudaError_t error = scan_levels<unsigned, BlockScan::BLELLOCH_PADDED, false>(
                layout.counts, layout.counts, RADIX * blocks, layout.levels, stream);
            if (error != cudaSuccess) return error;
            move_tiles<T, BITS, PAIRS><<<blocks, BLOCK, SHARED, stream>>>(
                from, from_values, n, BITS * pass, layout.counts, to, to_values);
            from = to;
            from_values = to_values;
        }
        return cudaGetLastError();
    }
};
template <class T> using Three8Keys = ThreeKernels<T, 8, false>;
template <class T> using Three8Pairs = ThreeKernels<T, 8, true>;
template <class T> using Three4Keys = ThreeKernels<T, 4, false>;

// ------------------------------------------------------------------ One bit a pass

template <class T> __global__ void mark_zeros(const Bits<T> *in, unsigned n, int shift, uint32_t *marks) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) marks[i] = Ordered<T>::template digit<1>(in[i], shift) ? 0 : 1;
}
// number: the inclusive scan of the marks.
template <class T, bool PAIRS>
__global__ void split_bit(const Bits<T> *in, const uint32_t *values, unsigned n, const uint32_t *number,
                          Bits<T> *out, uint32_t *out_values) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    const unsigned before = i > 0 ? number[i - 1] : 0;
    const unsigned to = number[i] != before ? before : number[n - 1] + i - before;
    out[to] = in[i];
    if (PAIRS) out_values[to] = values[i];
}

template <class T, bool PAIRS> struct OneBit : Variant {
    using U = Bits<T>;
    struct Layout {
        U *keys;
        uint32_t *values, *number, *levels;
        Layout(Arena &arena, const Problem &p)
            : keys(arena.take<U>(p.n)), values(arena.take<uint32_t>(PAIRS ? p.n : 0)),
              number(arena.take<uint32_t>(p.n)), levels(arena.take<uint32_t>(scan_levels_room(p.n))) {}
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        const unsigned n = static_cast<unsigned>(p.n), blocks = blocks_for(n, BLOCK);
        const auto *from = static_cast<const U *>(p.in);
        const uint32_t *from_values = p.aux;
        for (int bit = 0; bit < int(sizeof(T)) * 8; ++bit) {
            U *to = bit % 2 ? static_cast<U *>(p.out) : layout.keys;
            uint32_t *to_values = bit % 2 ? p.out_aux : layout.values;
            mark_zeros<T><<<blocks, BLOCK, 0, stream>>>(from, n, bit, layout.number);
            cudaError_t error = scan_levels<uint32_t, BlockScan::HILLIS_STEELE, true>(
                layout.number, layout.number, n, layout.levels, stream);
            if (error != cudaSuccess) return error;
            split_bit<T, PAIRS><<<blocks, BLOCK, 0, stream>>>(from, from_values, n, layout.number, to, to_values);
            from = to;
            from_values = to_values;
        }
        return cudaGetLastError();
    }
};
template <class T> using OneBitKeys = OneBit<T, false>;
template <class T> using OneBitPairs = OneBit<T, true>;

} // namespace

void add_radix_sort(Registry &r) {
    const char *p = "radix_sort.keys";
    add<OneBitKeys, PROPP_ALL_TYPES>(r, p, "one_bit", "a bit a pass: mark, scan, scatter", {NAIVE, 64 * MIB});
    add<Three4Keys, PROPP_ALL_TYPES>(r, p, "three_kernels_4", "four bits a pass: count, scan, move");
    add<Three8Keys, PROPP_ALL_TYPES>(r, p, "three_kernels_8", "eight bits a pass: count, scan, move");
    add<SweepKeys, PROPP_ALL_TYPES>(r, p, "onesweep", "eight bits a pass, one kernel each, look-back a digit");
    p = "radix_sort.pairs";
    add<OneBitPairs, PROPP_ALL_TYPES>(r, p, "one_bit", "a bit a pass: mark, scan, scatter", {NAIVE, 64 * MIB});
    add<Three8Pairs, PROPP_ALL_TYPES>(r, p, "three_kernels_8", "eight bits a pass: count, scan, move");
    add<SweepPairs, PROPP_ALL_TYPES>(r, p, "onesweep", "eight bits a pass, one kernel each, look-back a digit");
}

} // namespace propp
