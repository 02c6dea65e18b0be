// Prefix scan: from n log n additions over global memory to one pass.
#include "own.hpp"
#include "scan_kernels.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 256;

// ------------------------------------------------------------------ More work than needed

template <class T>
__global__ void hillis_steele_step(const T *in, T *out, unsigned n, unsigned step) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = i >= step ? in[i - step] + in[i] : in[i];
}
template <class T> __global__ void shift_right(const T *in, T *out, unsigned n) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = i > 0 ? in[i - 1] : T(0);
}

template <class T, bool INCLUSIVE> struct HillisSteele : Variant {
    using Value = Wrap<T>;
    static size_t temp_bytes(const Problem &p) { return 2 * (p.n * sizeof(Value) + 256); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Value *side[2] = {arena.take<Value>(p.n), arena.take<Value>(p.n)};
        auto *out = static_cast<Value *>(p.out);
        const auto *from = static_cast<const Value *>(p.in);
        const unsigned n = static_cast<unsigned>(p.n), blocks = blocks_for(n, BLOCK);
        int turn = 0;
        for (unsigned step = 1; step < n; step *= 2, turn ^= 1) {
            Value *to = INCLUSIVE && uint64_t(step) * 2 >= n ? out : side[turn];
            hillis_steele_step<<<blocks, BLOCK, 0, stream>>>(from, to, n, step);
            from = to;
        }
        if (!INCLUSIVE) {
            shift_right<<<blocks, BLOCK, 0, stream>>>(from, out, n);
        } else if (n == 1) {
            hillis_steele_step<<<blocks, BLOCK, 0, stream>>>(from, out, n, 1);
        }
        return cudaGetLastError();
    }
};

// ------------------------------------------------------------------ A kernel a level

template <class T, bool INCLUSIVE, BlockScan HOW> struct Levels : Variant {
    using Value = Wrap<T>;
    static size_t temp_bytes(const Problem &p) { return scan_levels_room(p.n) * sizeof(Value); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        return scan_levels<Value, HOW, INCLUSIVE>(
            static_cast<const Value *>(p.in), static_cast<Value *>(p.out),
            static_cast<unsigned>(p.n), static_cast<Value *>(p.temp), stream);
    }
};

// ------------------------------------------------------------------ Reduce, then scan
// Each block owns a contiguous share: it sums it, and after the sums are scanned it
// reads it again to scan it. HOST: the host scans the sums.

template <class T>
__global__ void __launch_bounds__(BLOCK)
    share_sums(const T *in, unsigned n, unsigned share, T *sums) {
    __shared__ T warps[BLOCK / WARP];
    const unsigned first = blockIdx.x * share;
    const unsigned last = first < n ? min(n, first + share) : first;
    T sum = 0;
    constexpr unsigned P = Pack<T>::SIZE;
    unsigned i = first + threadIdx.x * P;
    for (; i + P <= last; i += BLOCK * P) {
        const Pack<T> pack = load_pack(in + i);
#pragma unroll
        for (unsigned k = 0; k < P; ++k) sum += pack.v[k];
    }
    for (; i < last; ++i) sum += in[i]; // the thread in whose pack the share ends
    sum = block_reduce<Plus<T>, BLOCK>(sum, warps);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

template <class T> __global__ void __launch_bounds__(BLOCK) scan_sums(T *sums, unsigned count) {
    __shared__ T warps[BLOCK / WARP];
    T carry = 0;
    for (unsigned base = 0; base < count; base += BLOCK) {
        const unsigned i = base + threadIdx.x;
        T total;
        const T sum = block_exclusive<Plus<T>, BLOCK>(i < count ? sums[i] : T(0), total, warps);
        if (i < count) sums[i] = carry + sum;
        carry += total;
        __syncthreads();
    }
}

template <class T, bool INCLUSIVE>
__global__ void __launch_bounds__(BLOCK)
    scan_shares(const T *in, T *out, unsigned n, unsigned share, const T *sums) {
    using Tile = ScanTile<T, BLOCK, 4>;
    __shared__ T warps[BLOCK / WARP];
    T carry = sums ? sums[blockIdx.x] : T(0);
    const unsigned first = blockIdx.x * share;
    const unsigned last = first < n ? min(n, first + share) : first;
    for (unsigned base = first; base < last; base += Tile::ITEMS) {
        Tile data;
        data.load(in, base, last);
        T total;
        const T earlier = data.scan(warps, total);
        data.template store<INCLUSIVE>(out, base, last, carry + earlier);
        carry = carry + total;
        __syncthreads();
    }
}

template <class T, bool INCLUSIVE, bool HOST> struct ReduceThenScan : Variant {
    using Value = Wrap<T>;
    static constexpr unsigned TILE = ScanTile<Value, BLOCK, 4>::ITEMS;
    static unsigned grid(const Problem &p) { return filling_grid(p.n, TILE, 4); }
    static size_t temp_bytes(const Problem &p) { return grid(p) * sizeof(Value); }
    static size_t host_bytes(const Problem &p) { return HOST ? temp_bytes(p) : 0; }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const Value *>(p.in);
        auto *sums = static_cast<Value *>(p.temp);
        const unsigned n = static_cast<unsigned>(p.n), blocks = grid(p);
        const unsigned share = divide_up(divide_up(n, blocks), TILE) * TILE;
        share_sums<<<blocks, BLOCK, 0, stream>>>(in, n, share, sums);
        if (HOST) {
            auto *host = static_cast<Value *>(p.host);
            cudaError_t error = cudaMemcpyAsync(host, sums, blocks * sizeof(Value),
                                                cudaMemcpyDeviceToHost, stream);
            if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
            if (error != cudaSuccess) return error;
            Value sum = 0;
            for (unsigned b = 0; b < blocks; ++b) {
                const Value own = host[b];
                host[b] = sum;
                sum += own;
            }
            error = cudaMemcpyAsync(sums, host, blocks * sizeof(Value), cudaMemcpyHostToDevice,
                                    stream);
            if (error != cudaSuccess) return error;
        } else {
            scan_sums<<<1, BLOCK, 0, stream>>>(sums, blocks);
        }
        scan_shares<Value, INCLUSIVE><<<blocks, BLOCK, 0, stream>>>(
            in, static_cast<Value *>(p.out), n, share, sums);
        // The host's sums may be overwritten by the next run before they have arrived.
        if (HOST) return cudaStreamSynchronize(stream);
        return cudaGetLastError();
    }
};

template <class T, bool INCLUSIVE> struct OneBlock : Variant {
    using Value = Wrap<T>;
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const unsigned n = static_cast<unsigned>(p.n);
        scan_shares<Value, INCLUSIVE><<<1, BLOCK, 0, stream>>>(
            static_cast<const Value *>(p.in), static_cast<Value *>(p.out), n, n, nullptr);
        return cudaGetLastError();
    }
};

// ------------------------------------------------------------------ A chunk a thread
// Every thread scans a contiguous chunk alone: no cooperation, strided access.

template <class T> __global__ void chunk_sums(const T *in, unsigned n, unsigned chunk, T *sums) {
    const unsigned thread = blockIdx.x * BLOCK + threadIdx.x;
    const uint64_t first = uint64_t(thread) * chunk;
    T sum = 0;
    for (uint64_t i = first; i < first + chunk && i < n; ++i) sum += in[i];
    sums[thread] = sum;
}
template <class T, bool INCLUSIVE>
__global__ void chunk_scans(const T *in, T *out, unsigned n, unsigned chunk, const T *sums) {
    const unsigned thread = blockIdx.x * BLOCK + threadIdx.x;
    const uint64_t first = uint64_t(thread) * chunk;
    T sum = sums[thread];
    for (uint64_t i = first; i < first + chunk && i < n; ++i) {
        const T value = in[i];
        out[i] = INCLUSIVE ? sum + value : sum;
        sum += value;
    }
}

template <class T, bool INCLUSIVE> struct ThreadChunks : Variant {
    using Value = Wrap<T>;
    static constexpr unsigned CHUNK = 64;
    static unsigned grid(const Problem &p) { return blocks_for(p.n, BLOCK * CHUNK); }
    struct Layout {
        Value *sums, *levels;
        Layout(Arena &arena, const Problem &p)
            : sums(arena.take<Value>(grid(p) * BLOCK)),
              levels(arena.take<Value>(scan_levels_room(grid(p) * BLOCK))) {}
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        const auto *in = static_cast<const Value *>(p.in);
        const unsigned n = static_cast<unsigned>(p.n), blocks = grid(p);
        chunk_sums<<<blocks, BLOCK, 0, stream>>>(in, n, CHUNK, layout.sums);
        cudaError_t error = scan_levels<Value, BlockScan::HILLIS_STEELE, false>(
            layout.sums, layout.sums, blocks * BLOCK, layout.levels, stream);
        if (error != cudaSuccess) return error;
        chunk_scans<Value, INCLUSIVE><<<blocks, BLOCK, 0, stream>>>(
            in, static_cast<Value *>(p.out), n, CHUNK, layout.sums);
        return cudaGetLastError();
    }
};

// ------------------------------------------------------------------ One pass, through shared memory
// As ScanLookBack, but a thread owns consecutive elements, brought to it and back by
// shared memory. Without a gap (PAD 0) its threads meet on one bank.

template <class T, bool INCLUSIVE, int ITEMS, int PAD>
__global__ void __launch_bounds__(BLOCK)
    scan_blocked(const T *in, T *out, unsigned n, LookBack<Plus<T>> look_back) {
    constexpr unsigned TILE = BLOCK * ITEMS, ROW = ITEMS + PAD;
    __shared__ T data[BLOCK * ROW];
    __shared__ T warps[BLOCK / WARP];
    __shared__ T shared_prefix;
    const unsigned base = blockIdx.x * TILE;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned i = k * BLOCK + threadIdx.x;
        data[i / ITEMS * ROW + i % ITEMS] = base + i < n ? in[base + i] : T(0);
    }
    __syncthreads();
    T own[ITEMS];
    T sum = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        own[k] = data[threadIdx.x * ROW + k];
        sum += own[k];
    }
    T total;
    T running = block_exclusive<Plus<T>, BLOCK>(sum, total, warps);
    if (warp_id() == 0) {
        const T prefix = look_back.prefix(static_cast<int>(blockIdx.x), total);
        if (lane_id() == 0) shared_prefix = prefix;
    }
    __syncthreads();
    running = shared_prefix + running;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const T with = running + own[k];
        data[threadIdx.x * ROW + k] = INCLUSIVE ? with : running;
        running = with;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned i = k * BLOCK + threadIdx.x;
        if (base + i < n) out[base + i] = data[i / ITEMS * ROW + i % ITEMS];
    }
}

template <class T, bool INCLUSIVE, int PAD> struct ScanBlocked : Variant {
    using Value = Wrap<T>;
    static constexpr int ITEMS = sizeof(Value) == 4 ? 16 : 8;
    static unsigned tiles(const Problem &p) { return blocks_for(p.n, BLOCK * ITEMS); }
    static size_t temp_bytes(const Problem &p) {
        return LookBack<Plus<Value>>::words_for(tiles(p)) * 8;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (cudaError_t error = cudaMemsetAsync(p.temp, 0, temp_bytes(p), stream)) return error;
        scan_blocked<Value, INCLUSIVE, ITEMS, PAD><<<tiles(p), BLOCK, 0, stream>>>(
            static_cast<const Value *>(p.in), static_cast<Value *>(p.out),
            static_cast<unsigned>(p.n), {static_cast<unsigned long long *>(p.temp)});
        return cudaGetLastError();
    }
};

template <bool INCLUSIVE> struct Of {
    template <class T> using Steps = HillisSteele<T, INCLUSIVE>;
    template <class T> using OneBlock = propp::OneBlock<T, INCLUSIVE>;
    template <class T> using LevelsHillis = Levels<T, INCLUSIVE, BlockScan::HILLIS_STEELE>;
    template <class T> using LevelsTree = Levels<T, INCLUSIVE, BlockScan::BLELLOCH>;
    template <class T> using LevelsPadded = Levels<T, INCLUSIVE, BlockScan::BLELLOCH_PADDED>;
    template <class T> using Chunks = ThreadChunks<T, INCLUSIVE>;
    template <class T> using Shares = ReduceThenScan<T, INCLUSIVE, false>;
    template <class T> using SharesHost = ReduceThenScan<T, INCLUSIVE, true>;
    template <class T> using Conflicts = ScanBlocked<T, INCLUSIVE, 0>;
    template <class T> using Blocked = ScanBlocked<T, INCLUSIVE, 1>;
    template <class T> using Serial = ScanLookBack<T, INCLUSIVE, 256, 4, false, true>;
    template <class T> using Small = ScanLookBack<T, INCLUSIVE, 128, 1>;
    template <class T> using Ticket = ScanLookBack<T, INCLUSIVE, 256, 4, true>;
    template <class T> using Best = ScanLookBack<T, INCLUSIVE, 256, 4>;
    template <class T> using Wide = ScanLookBack<T, INCLUSIVE, 512, 4>;
    template <class T> using Deep = ScanLookBack<T, INCLUSIVE, 256, 6>;
};

template <bool INCLUSIVE> void add_ladder(Registry &r, const char *p) {
    using V = Of<INCLUSIVE>;
    add<V::template Steps, PROPP_ALL_TYPES>(r, p, "hillis_steele", "n log n additions, a pass over memory per step", {NAIVE});
    add<V::template OneBlock, PROPP_ALL_TYPES>(r, p, "one_block", "one block scans everything", {NAIVE, 64 * MIB});
    add<V::template LevelsHillis, PROPP_ALL_TYPES>(r, p, "levels_hillis_steele", "a kernel a level, blocks do n log n work with barriers", {NAIVE});
    add<V::template LevelsTree, PROPP_ALL_TYPES>(r, p, "levels_tree", "a kernel a level, work-efficient tree with bank conflicts", {NAIVE});
    add<V::template LevelsPadded, PROPP_ALL_TYPES>(r, p, "levels_tree_padded", "a kernel a level, tree in padded shared memory");
    add<V::template Chunks, PROPP_ALL_TYPES>(r, p, "thread_chunks", "each thread scans 64 consecutive elements: strided access", {NAIVE});
    add<V::template Shares, PROPP_ALL_TYPES>(r, p, "reduce_then_scan", "three kernels, input read twice, 128-bit loads");
    add<V::template SharesHost, PROPP_ALL_TYPES>(r, p, "host_sums", "the same, and the host scans the block sums", {NAIVE | SYNCS});
    add<V::template Conflicts, PROPP_ALL_TYPES>(r, p, "lookback_conflicts", "one pass, staged in shared memory with bank conflicts", {NAIVE});
    add<V::template Blocked, PROPP_ALL_TYPES>(r, p, "lookback_shared", "one pass, staged in padded shared memory");
    add<V::template Serial, PROPP_ALL_TYPES>(r, p, "lookback_serial", "one pass, one thread looks back a tile at a time");
    add<V::template Small, PROPP_ALL_TYPES>(r, p, "lookback_small", "one pass, small tiles with few bytes in flight");
    add<V::template Ticket, PROPP_ALL_TYPES>(r, p, "lookback_ticket", "one pass, tiles by ticket: needs no order of blocks");
    add<V::template Best, PROPP_ALL_TYPES>(r, p, "lookback", "one pass, 256 threads x 64 bytes in registers, a warp looks back");
    add<V::template Wide, PROPP_ALL_TYPES>(r, p, "lookback_512", "the same with 512 threads");
    add<V::template Deep, PROPP_ALL_TYPES>(r, p, "lookback_96", "the same with 256 threads x 96 bytes");
}

} // namespace

void add_scan(Registry &r) {
    add_ladder<true>(r, "scan.inclusive");
    add_ladder<false>(r, "scan.exclusive");
}

} // namespace propp
