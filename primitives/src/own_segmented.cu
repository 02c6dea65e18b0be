// Sums and scans of segments, given by offsets or by keys: a thread, a warp or a block
// a segment, against tiles that do not care where segments end.
#include "own.hpp"
#include "scan_kernels.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 256;
constexpr int ITEMS = 8;
constexpr unsigned TILE = BLOCK * ITEMS;
constexpr unsigned ROW = ITEMS + 1; // a gap, so that a thread's own items meet no bank twice

struct Largest {
    using Value = unsigned;
    static __device__ __forceinline__ unsigned identity() { return 0; }
    static __device__ __forceinline__ unsigned join(unsigned a, unsigned b) { return max(a, b); }
};

// Brings a tile into shared memory; item k of it lies in row k / ITEMS.
template <class T>
__device__ __forceinline__ void load_tile(const T *in, unsigned base, unsigned n, T *data) {
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned at = k * BLOCK + threadIdx.x;
        data[at / ITEMS * ROW + at % ITEMS] = base + at < n ? in[base + at] : T(0);
    }
}

// ------------------------------------------------------------------ Where a sum starts anew

struct KeyHeads { // where the key changes
    const uint32_t *keys;
    __device__ bool operator()(unsigned i) const { return i == 0 || keys[i] != keys[i - 1]; }
};
struct MarkedHeads { // where a byte says so
    const uint8_t *marks;
    __device__ bool operator()(unsigned i) const { return i == 0 || marks[i] != 0; }
};

__global__ void mark_offsets(const uint32_t *offsets, unsigned m, unsigned n, uint8_t *marks) {
    const unsigned j = blockIdx.x * BLOCK + threadIdx.x;
    if (j < m && offsets[j] < n) marks[offsets[j]] = 1;
}

// ------------------------------------------------------------------ One pass over tiles

// SCAN: out[i] is the running sum. Otherwise a run's sum goes out where the run ends.
template <class T, class Heads, bool SCAN>
__global__ void __launch_bounds__(BLOCK)
    runs_lookback(Heads heads, const T *in, T *out, const uint32_t *keys, uint32_t *out_keys,
                  uint64_t *out_count, unsigned n, LookBack<PlusByRun<T>> look_back) {
    using Op = PlusByRun<T>;
    using Value = Run<T>;
    __shared__ T data[BLOCK * ROW];
    __shared__ uint8_t starts[BLOCK * ROW];
    __shared__ Value warps[BLOCK / WARP];
    __shared__ Value shared_prefix;
    const unsigned base = blockIdx.x * TILE;
    load_tile(in, base, n, data);
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned at = k * BLOCK + threadIdx.x;
        starts[at / ITEMS * ROW + at % ITEMS] = base + at < n && heads(base + at);
    }
    __syncthreads();

    T own[ITEMS];
    unsigned starts_here = 0;
    Value sum = Op::identity();
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        own[k] = data[threadIdx.x * ROW + k];
        const bool start = starts[threadIdx.x * ROW + k] != 0;
        starts_here |= unsigned(start) << k;
        Value leaf{};
        leaf.sum = own[k];
        leaf.heads = start;
        sum = Op::join(sum, leaf);
    }
    Value total;
    const Value before = block_exclusive<Op, BLOCK>(sum, total, warps);
    if (warp_id() == 0) {
        const Value prefix = look_back.prefix(static_cast<int>(blockIdx.x), total);
        if (lane_id() == 0) shared_prefix = prefix;
    }
    __syncthreads();
    const Value start = Op::join(shared_prefix, before);
    T running = start.sum;
    unsigned run = start.heads; // runs begun so far
    const unsigned first = base + threadIdx.x * ITEMS;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const bool head = starts_here >> k & 1;
        if (SCAN) {
            running = head ? own[k] : running + own[k];
            data[threadIdx.x * ROW + k] = running;
        } else if (first + k < n) {
            if (head) {
                if (run > 0) out[run - 1] = running;
                out_keys[run] = keys[first + k];
                running = own[k];
                ++run;
            } else {
                running = running + own[k];
            }
            if (first + k == n - 1) {
                out[run - 1] = running;
                *out_count = run;
            }
        }
    }
    if (SCAN) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < ITEMS; ++k) {
            const unsigned at = k * BLOCK + threadIdx.x;
            if (base + at < n) out[base + at] = data[at / ITEMS * ROW + at % ITEMS];
        }
    } else if (n == 0 && threadIdx.x == 0) {
        *out_count = 0;
    }
}

template <class T> size_t lookback_bytes(const Problem &p) {
    return LookBack<PlusByRun<Wrap<T>>>::words_for(blocks_for(p.n, TILE)) * 8;
}

template <class T, class Heads, bool SCAN>
cudaError_t launch_runs(const Problem &p, Heads heads, void *words, Stream stream) {
    using W = Wrap<T>;
    if (cudaError_t error = cudaMemsetAsync(words, 0, lookback_bytes<T>(p), stream)) return error;
    runs_lookback<W, Heads, SCAN><<<blocks_for(p.n, TILE), BLOCK, 0, stream>>>(
        heads, static_cast<const W *>(p.in), static_cast<W *>(p.out), p.aux, p.out_aux, p.out_count,
        static_cast<unsigned>(p.n), {static_cast<unsigned long long *>(words)});
    return cudaGetLastError();
}

template <class T, bool SCAN> struct ByKey : Variant {
    static size_t temp_bytes(const Problem &p) { return lookback_bytes<T>(p); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        return launch_runs<T, KeyHeads, SCAN>(p, KeyHeads{p.aux}, p.temp, stream);
    }
};
template <class T> using ReduceByKey = ByKey<T, false>;
template <class T> using ScanByKey = ByKey<T, true>;

template <class T> struct ScanSegments : Variant {
    struct Layout {
        unsigned char *words;
        uint8_t *marks;
        Layout(Arena &arena, const Problem &p)
            : words(arena.take<unsigned char>(lookback_bytes<T>(p))), marks(arena.take<uint8_t>(p.n)) {}
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        if (cudaError_t error = cudaMemsetAsync(layout.marks, 0, p.n, stream)) return error;
        mark_offsets<<<blocks_for(p.m, BLOCK), BLOCK, 0, stream>>>(
            p.index, static_cast<unsigned>(p.m), static_cast<unsigned>(p.n), layout.marks);
        return launch_runs<T, MarkedHeads, true>(p, MarkedHeads{layout.marks}, layout.words, stream);
    }
};

// ------------------------------------------------------------------ Naive by key
// Heads are marked and numbered first. Then an atomic per element, or the thread at
// each head adds up its run alone.

__global__ void mark_keys(const uint32_t *keys, unsigned n, uint32_t *marks, uint64_t *count) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) marks[i] = KeyHeads{keys}(i) ? 1 : 0;
    if (n == 0 && i == 0) *count = 0;
}
template <class T>
__global__ void add_to_run(const T *in, const uint32_t *keys, const uint32_t *number, unsigned n,
                           T *out, uint32_t *out_keys, uint64_t *count) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    const unsigned run = number[i] - 1; // number: inclusive scan of the marks
    atomicAdd(out + run, in[i]);
    if (KeyHeads{keys}(i)) out_keys[run] = keys[i];
    if (i == n - 1) *count = number[i];
}
template <class T>
__global__ void walk_run(const T *in, const uint32_t *keys, const uint32_t *number, unsigned n,
                         T *out, uint32_t *out_keys, uint64_t *count) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    if (i == n - 1) *count = number[i];
    if (!KeyHeads{keys}(i)) return;
    T sum = 0;
    for (unsigned k = i; k < n && keys[k] == keys[i]; ++k) sum += in[k];
    out[number[i] - 1] = sum;
    out_keys[number[i] - 1] = keys[i];
}
template <class T> __global__ void walk_scan(const T *in, const uint32_t *keys, unsigned n, T *out) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n || !KeyHeads{keys}(i)) return;
    T sum = 0;
    for (unsigned k = i; k < n && keys[k] == keys[i]; ++k) out[k] = sum += in[k];
}

template <class T, bool ATOMIC> struct ReduceByKeyNaive : Variant {
    struct Layout {
        uint32_t *number, *levels;
        Layout(Arena &arena, const Problem &p)
            : number(arena.take<uint32_t>(p.n)), levels(arena.take<uint32_t>(scan_levels_room(p.n))) {}
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using W = Wrap<T>;
        Arena arena(p.temp);
        Layout layout(arena, p);
        const unsigned n = static_cast<unsigned>(p.n), blocks = blocks_for(n, BLOCK);
        const auto *in = static_cast<const W *>(p.in);
        auto *out = static_cast<W *>(p.out);
        mark_keys<<<blocks, BLOCK, 0, stream>>>(p.aux, n, layout.number, p.out_count);
        cudaError_t error = scan_levels<uint32_t, BlockScan::HILLIS_STEELE, true>(
            layout.number, layout.number, n, layout.levels, stream);
        if (error == cudaSuccess && ATOMIC) error = cudaMemsetAsync(out, 0, p.n * sizeof(W), stream);
        if (error != cudaSuccess) return error;
        if (ATOMIC) {
            add_to_run<<<blocks, BLOCK, 0, stream>>>(in, p.aux, layout.number, n, out, p.out_aux, p.out_count);
        } else {
            walk_run<<<blocks, BLOCK, 0, stream>>>(in, p.aux, layout.number, n, out, p.out_aux, p.out_count);
        }
        return cudaGetLastError();
    }
};
template <class T> using ReduceByKeyAtomic = ReduceByKeyNaive<T, true>;
template <class T> using ReduceByKeyWalk = ReduceByKeyNaive<T, false>;

template <class T> struct ScanByKeyWalk : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using W = Wrap<T>;
        walk_scan<<<blocks_for(p.n, BLOCK), BLOCK, 0, stream>>>(
            static_cast<const W *>(p.in), p.aux, static_cast<unsigned>(p.n), static_cast<W *>(p.out));
        return cudaGetLastError();
    }
};

// ------------------------------------------------------------------ GROUP threads a segment

template <class T, unsigned GROUP>
__global__ void reduce_segments(const T *in, const uint32_t *offsets, unsigned m, T *out) {
    __shared__ T warps[BLOCK / WARP];
    const unsigned j = static_cast<unsigned>((uint64_t(blockIdx.x) * BLOCK + threadIdx.x) / GROUP);
    if (j >= m) return;
    T sum = 0;
    const unsigned end = offsets[j + 1];
    for (unsigned i = offsets[j] + threadIdx.x % GROUP; i < end; i += GROUP) sum += in[i];
    if (GROUP == WARP) sum = warp_reduce<Plus<T>>(sum);
    if (GROUP == BLOCK) sum = block_reduce<Plus<T>, BLOCK>(sum, warps);
    if (threadIdx.x % GROUP == 0) out[j] = sum;
}

template <class T, unsigned GROUP> // 1 or a warp
__global__ void scan_segments(const T *in, const uint32_t *offsets, unsigned m, T *out) {
    const unsigned j = static_cast<unsigned>((uint64_t(blockIdx.x) * BLOCK + threadIdx.x) / GROUP);
    if (j >= m) return;
    T sum = 0;
    const unsigned first = offsets[j], end = offsets[j + 1];
    if (GROUP == 1) {
        for (unsigned i = first; i < end; ++i) out[i] = sum += in[i];
    } else {
        for (unsigned base = first; base < end; base += WARP) {
            const unsigned i = base + lane_id();
            const T scanned = warp_inclusive<Plus<T>>(i < end ? in[i] : T(0));
            if (i < end) out[i] = sum + scanned;
            sum = sum + shuffle_from(scanned, WARP - 1);
        }
    }
}

template <class T, unsigned GROUP, bool SCAN> struct Segments : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using W = Wrap<T>;
        const auto *in = static_cast<const W *>(p.in);
        auto *out = static_cast<W *>(p.out);
        const unsigned m = static_cast<unsigned>(p.m), blocks = blocks_for(m, BLOCK / GROUP);
        if constexpr (SCAN) {
            scan_segments<W, GROUP><<<blocks, BLOCK, 0, stream>>>(in, p.index, m, out);
        } else {
            reduce_segments<W, GROUP><<<blocks, BLOCK, 0, stream>>>(in, p.index, m, out);
        }
        return cudaGetLastError();
    }
};
template <class T> using ReduceThread = Segments<T, 1, false>;
template <class T> using ReduceWarp = Segments<T, WARP, false>;
template <class T> using ReduceBlock = Segments<T, BLOCK, false>;
template <class T> using ScanThread = Segments<T, 1, true>;
template <class T> using ScanWarp = Segments<T, WARP, true>;

// ------------------------------------------------------------------ Tiles of items
// A tile finds its segments, adds up those inside it, and adds what the first and the
// last have here to the output atomically: they may reach into other tiles.

template <class T>
__global__ void __launch_bounds__(BLOCK)
    reduce_tiles(const T *in, const uint32_t *offsets, unsigned m, unsigned n, T *out) {
    using Op = PlusByRun<T>;
    using Value = Run<T>;
    __shared__ T data[BLOCK * ROW];
    __shared__ unsigned marks[BLOCK * ROW]; // segment that starts here, counted from `first`
    __shared__ Value warps[BLOCK / WARP];
    __shared__ unsigned segment_warps[BLOCK / WARP];
    __shared__ unsigned bounds[2];
    const unsigned base = blockIdx.x * TILE;
    if (base >= n) return;
    const unsigned end = min(n, base + TILE);
    if (threadIdx.x < 2) {
        bounds[threadIdx.x] = upper_bound(offsets, 0u, m + 1, threadIdx.x == 0 ? base : end - 1) - 1;
    }
    load_tile(in, base, n, data);
    for (unsigned k = threadIdx.x; k < BLOCK * ROW; k += BLOCK) marks[k] = 0;
    __syncthreads();
    const unsigned first = bounds[0], last = bounds[1];
    for (unsigned j = first + 1 + threadIdx.x; j <= last; j += BLOCK) {
        const unsigned at = offsets[j];
        if (at < offsets[j + 1]) {
            const unsigned k = at - base;
            marks[k / ITEMS * ROW + k % ITEMS] = j - first;
        }
    }
    __syncthreads();
    Value sum = Op::identity();
    unsigned segment = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        Value leaf{};
        leaf.sum = data[threadIdx.x * ROW + k];
        leaf.heads = marks[threadIdx.x * ROW + k] ? 1 : 0;
        sum = Op::join(sum, leaf);
        segment = max(segment, marks[threadIdx.x * ROW + k]);
    }
    Value total;
    T running = block_exclusive<Op, BLOCK>(sum, total, warps).sum;
    unsigned all;
    segment = block_exclusive<Largest, BLOCK>(segment, all, segment_warps);
    auto emit = [&](unsigned which) {
        if (first + which == first || first + which == last) atomicAdd(out + first + which, running);
        else out[first + which] = running;
    };
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) {
        const unsigned at = base + threadIdx.x * ITEMS + k;
        if (at >= end) break;
        const unsigned mark = marks[threadIdx.x * ROW + k];
        const T value = data[threadIdx.x * ROW + k];
        if (mark) {
            emit(segment);
            segment = mark;
            running = value;
        } else {
            running = running + value;
        }
        if (at == end - 1) emit(segment);
    }
}

template <class T> struct ReduceTiles : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using W = Wrap<T>;
        auto *out = static_cast<W *>(p.out);
        if (cudaError_t error = cudaMemsetAsync(out, 0, p.m * sizeof(W), stream)) return error;
        reduce_tiles<<<blocks_for(p.n, TILE), BLOCK, 0, stream>>>(
            static_cast<const W *>(p.in), p.index, static_cast<unsigned>(p.m),
            static_cast<unsigned>(p.n), out);
        return cudaGetLastError();
    }
};

} // namespace

void add_segmented(Registry &r) {
    const char *p = "reduce_by_key.sum";
    // No f32: more than 2^24 ones do not fit into one running f32 sum.
    add<ReduceByKeyAtomic, int32_t, uint32_t, int64_t, double>(
        r, p, "atomic", "mark and number the runs, then an atomic per element", {NAIVE});
    add<ReduceByKeyWalk, PROPP_ALL_TYPES>(r, p, "run_thread", "mark and number the runs, then a thread a run", {NAIVE, 4 * MIB});
    add<ReduceByKey, PROPP_ALL_TYPES>(r, p, "lookback", "one pass with decoupled look-back");

    p = "segmented_reduce.sum";
    add<ReduceThread, PROPP_ALL_TYPES>(r, p, "segment_thread", "a thread a segment: uneven, strided", {NAIVE, 16 * MIB});
    add<ReduceWarp, PROPP_ALL_TYPES>(r, p, "segment_warp", "a warp a segment");
    add<ReduceBlock, PROPP_ALL_TYPES>(r, p, "segment_block", "a block a segment", {NAIVE});
    add<ReduceTiles, PROPP_ALL_TYPES>(r, p, "tiles", "equal tiles of items, atomics where segments cross them");

    p = "scan_by_key.inclusive";
    add<ScanByKeyWalk, PROPP_ALL_TYPES>(r, p, "run_thread", "a thread a run: uneven, strided", {NAIVE, 4 * MIB});
    add<ScanByKey, PROPP_ALL_TYPES>(r, p, "lookback", "one pass with decoupled look-back");

    p = "segmented_scan.inclusive";
    add<ScanThread, PROPP_ALL_TYPES>(r, p, "segment_thread", "a thread a segment: uneven, strided", {NAIVE, 4 * MIB});
    add<ScanWarp, PROPP_ALL_TYPES>(r, p, "segment_warp", "a warp a segment");
    add<ScanSegments, PROPP_ALL_TYPES>(r, p, "lookback", "heads marked, then one pass with decoupled look-back");
}

} // namespace propp
