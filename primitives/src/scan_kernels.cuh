// Kernels that scan: the tile that one block scans in registers, the single pass
// over tiles with look-back, and the textbook scan of a kernel a level, which the
// naive variants of other primitives use too.
#pragma once

#include "device.cuh"

namespace propp {

// ------------------------------------------------------------------ A tile in registers
// Each warp owns 32 * PACKS packs of 128 bits. Pack k of lane l is number 32 * k + l:
// loads and stores are coalesced without a detour through shared memory, at the price
// of one warp scan a pack.

template <class T, int THREADS, int PACKS> struct ScanTile {
    static constexpr int P = Pack<T>::SIZE;
    static constexpr unsigned WARP_ITEMS = WARP * P * PACKS;
    static constexpr unsigned ITEMS = THREADS * P * PACKS;

    Pack<T> pack[PACKS]; // elements, then sums within the pack
    T before[PACKS];     // sum of the warp's elements before the pack

    static __device__ __forceinline__ unsigned offset(int k) {
        return warp_id() * WARP_ITEMS + (k * WARP + lane_id()) * P;
    }

    __device__ __forceinline__ void load(const T *in, unsigned base, unsigned n) {
        if (base + ITEMS <= n) {
#pragma unroll
            for (int k = 0; k < PACKS; ++k) pack[k] = load_pack_streaming(in + base + offset(k));
        } else {
#pragma unroll
            for (int k = 0; k < PACKS; ++k) {
#pragma unroll
                for (int j = 0; j < P; ++j) {
                    const unsigned i = base + offset(k) + j;
                    pack[k].v[j] = i < n ? in[i] : T(0);
                }
            }
        }
    }

    // Returns the sum of the warps before this one in the block; `total` of the block.
    __device__ __forceinline__ T scan(T (&warps)[THREADS / WARP], T &total) {
        T carry = 0;
#pragma unroll
        for (int k = 0; k < PACKS; ++k) {
#pragma unroll
            for (int j = 1; j < P; ++j) pack[k].v[j] = pack[k].v[j - 1] + pack[k].v[j];
        }
#pragma unroll
        for (int k = 0; k < PACKS; ++k) {
            const T inclusive = warp_inclusive<Plus<T>>(pack[k].v[P - 1]);
            T exclusive = shuffle_up(inclusive, 1);
            if (lane_id() == 0) exclusive = 0;
            before[k] = carry + exclusive;
            carry = carry + shuffle_from(inclusive, WARP - 1);
        }
        if (lane_id() == 0) warps[warp_id()] = carry;
        __syncthreads();
        T earlier = 0, all = 0;
#pragma unroll
        for (int w = 0; w < THREADS / WARP; ++w) {
            if (w == warp_id()) earlier = all;
            all = all + warps[w];
        }
        total = all;
        return earlier;
    }

    // `start`: the sum of everything before this warp's elements.
    template <bool INCLUSIVE>
    __device__ __forceinline__ void store(T *out, unsigned base, unsigned n, T start) {
        const bool full = base + ITEMS <= n;
#pragma unroll
        for (int k = 0; k < PACKS; ++k) {
            const T left = start + before[k];
            Pack<T> result;
#pragma unroll
            for (int j = 0; j < P; ++j) {
                if (INCLUSIVE) result.v[j] = left + pack[k].v[j];
                else result.v[j] = j == 0 ? left : left + pack[k].v[j > 0 ? j - 1 : 0];
            }
            const unsigned first = base + offset(k);
            if (full) {
                store_pack_streaming(out + first, result);
            } else {
#pragma unroll
                for (int j = 0; j < P; ++j) {
                    if (first + j < n) out[first + j] = result.v[j];
                }
            }
        }
    }
};

// ------------------------------------------------------------------ One pass

template <class T, bool INCLUSIVE, int THREADS, int PACKS, bool TICKET, bool SERIAL>
__global__ void __launch_bounds__(THREADS)
    scan_lookback(const T *in, T *out, unsigned n, unsigned *ticket, LookBack<Plus<T>> look_back) {
    using Tile = ScanTile<T, THREADS, PACKS>;
    __shared__ T warps[THREADS / WARP];
    __shared__ T shared_prefix;
    const int tile = TICKET ? take_ticket(ticket) : static_cast<int>(blockIdx.x);
    const unsigned base = static_cast<unsigned>(tile) * Tile::ITEMS;
    Tile data;
    data.load(in, base, n);
    T total;
    const T earlier = data.scan(warps, total);
    if (SERIAL) {
        if (threadIdx.x == 0) shared_prefix = look_back.prefix_serial(tile, total);
    } else if (warp_id() == 0) {
        const T prefix = look_back.prefix(tile, total);
        if (lane_id() == 0) shared_prefix = prefix;
    }
    __syncthreads();
    data.template store<INCLUSIVE>(out, base, n, shared_prefix + earlier);
}

template <class T, bool INCLUSIVE, int THREADS, int PACKS, bool TICKET = false, bool SERIAL = false>
struct ScanLookBack : Variant {
    using Value = Wrap<T>;
    using Tile = ScanTile<Value, THREADS, PACKS>;
    static unsigned tiles(const Problem &p) { return blocks_for(p.n, Tile::ITEMS); }
    static size_t temp_bytes(const Problem &p) {
        return 256 + LookBack<Plus<Value>>::words_for(tiles(p)) * 8; // the ticket, then the tiles
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (cudaError_t error = cudaMemsetAsync(p.temp, 0, temp_bytes(p), stream)) return error;
        auto *words = reinterpret_cast<unsigned long long *>(static_cast<char *>(p.temp) + 256);
        scan_lookback<Value, INCLUSIVE, THREADS, PACKS, TICKET, SERIAL>
            <<<tiles(p), THREADS, 0, stream>>>(static_cast<const Value *>(p.in),
                                               static_cast<Value *>(p.out),
                                               static_cast<unsigned>(p.n),
                                               static_cast<unsigned *>(p.temp), {words});
        return cudaGetLastError();
    }
};

// ------------------------------------------------------------------ A kernel a level
// Each block scans 512 elements in shared memory and leaves their sum; the sums are
// scanned the same way, then added to every element of their block.

enum class BlockScan {
    HILLIS_STEELE,   // log n steps of n additions and two barriers each
    BLELLOCH,        // up and down a tree: few additions, bank conflicts
    BLELLOCH_PADDED, // the same with a gap every 32 elements
};

constexpr int LEVEL_ITEMS = 512;

template <BlockScan HOW> __device__ __forceinline__ unsigned slot(unsigned i) {
    return HOW == BlockScan::BLELLOCH_PADDED ? i + i / 32 : i;
}

template <class T, BlockScan HOW>
__device__ __forceinline__ void blelloch(T *data) { // exclusive; 256 threads, 512 elements
    unsigned step = 1;
    for (unsigned pairs = LEVEL_ITEMS / 2; pairs > 0; pairs /= 2, step *= 2) {
        __syncthreads();
        if (threadIdx.x < pairs) {
            const unsigned left = slot<HOW>(step * (2 * threadIdx.x + 1) - 1);
            const unsigned right = slot<HOW>(step * (2 * threadIdx.x + 2) - 1);
            data[right] = data[left] + data[right];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) data[slot<HOW>(LEVEL_ITEMS - 1)] = 0;
    for (unsigned pairs = 1; pairs < LEVEL_ITEMS; pairs *= 2) {
        step /= 2;
        __syncthreads();
        if (threadIdx.x < pairs) {
            const unsigned left = slot<HOW>(step * (2 * threadIdx.x + 1) - 1);
            const unsigned right = slot<HOW>(step * (2 * threadIdx.x + 2) - 1);
            const T value = data[left];
            data[left] = data[right];
            data[right] = value + data[right];
        }
    }
    __syncthreads();
}

template <class T, BlockScan HOW, bool INCLUSIVE>
__global__ void __launch_bounds__(LEVEL_ITEMS / (HOW == BlockScan::HILLIS_STEELE ? 1 : 2))
    scan_level(const T *in, T *out, unsigned n, T *sums) {
    __shared__ T data[LEVEL_ITEMS + LEVEL_ITEMS / 32];
    const unsigned base = blockIdx.x * LEVEL_ITEMS;
    if (HOW == BlockScan::HILLIS_STEELE) {
        const unsigned i = base + threadIdx.x;
        const T own = i < n ? in[i] : T(0);
        T sum = own;
        data[threadIdx.x] = own;
        for (unsigned step = 1; step < LEVEL_ITEMS; step *= 2) {
            __syncthreads();
            const T before = threadIdx.x >= step ? data[threadIdx.x - step] : T(0);
            __syncthreads();
            sum = before + sum;
            data[threadIdx.x] = sum;
        }
        __syncthreads();
        if (i < n) {
            if (INCLUSIVE) out[i] = sum;
            else out[i] = threadIdx.x > 0 ? data[threadIdx.x - 1] : T(0);
        }
        if (threadIdx.x == LEVEL_ITEMS - 1 && sums) sums[blockIdx.x] = sum;
    } else {
        constexpr unsigned HALF = LEVEL_ITEMS / 2;
        T own[2];
        for (unsigned h = 0; h < 2; ++h) {
            const unsigned i = base + threadIdx.x + h * HALF;
            own[h] = i < n ? in[i] : T(0);
            data[slot<HOW>(threadIdx.x + h * HALF)] = own[h];
        }
        blelloch<T, HOW>(data);
        T sum = 0;
        for (unsigned h = 0; h < 2; ++h) {
            const unsigned i = base + threadIdx.x + h * HALF;
            const T exclusive = data[slot<HOW>(threadIdx.x + h * HALF)];
            sum = exclusive + own[h];
            if (i < n) out[i] = INCLUSIVE ? sum : exclusive;
        }
        if (threadIdx.x == HALF - 1 && sums) sums[blockIdx.x] = sum;
    }
}

template <class T> __global__ void add_level(T *out, unsigned n, const T *sums) {
    const unsigned i = blockIdx.x * LEVEL_ITEMS + threadIdx.x;
    if (i < n) out[i] = sums[blockIdx.x] + out[i];
}

// Elements of temporary storage that scan_levels() needs.
inline size_t scan_levels_room(uint64_t n) {
    size_t room = 0;
    while (n > LEVEL_ITEMS) {
        n = divide_up<uint64_t>(n, LEVEL_ITEMS);
        room += n;
    }
    return room;
}

// Scans n elements; in and out may be the same.
template <class T, BlockScan HOW, bool INCLUSIVE>
cudaError_t scan_levels(const T *in, T *out, unsigned n, T *sums, Stream stream) {
    constexpr int THREADS = LEVEL_ITEMS / (HOW == BlockScan::HILLIS_STEELE ? 1 : 2);
    if (n == 0) return cudaSuccess;
    const unsigned blocks = blocks_for(n, LEVEL_ITEMS);
    scan_level<T, HOW, INCLUSIVE>
        <<<blocks, THREADS, 0, stream>>>(in, out, n, blocks > 1 ? sums : nullptr);
    if (blocks > 1) {
        cudaError_t error = scan_levels<T, HOW, false>(sums, sums, blocks, sums + blocks, stream);
        if (error != cudaSuccess) return error;
        add_level<<<blocks, LEVEL_ITEMS, 0, stream>>>(out, n, sums);
    }
    return cudaGetLastError();
}

} // namespace propp
