// Reduction: a ladder from one atomic per element to what the memory can deliver.
#include "own.hpp"
#include "reduce_tasks.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 256;

// ------------------------------------------------------------------ Atomics

enum class Atomics { EACH, WARP, SHARED };

template <class Acc, Atomics HOW>
__global__ void sum_atomic(const Acc *in, unsigned n, Acc *out) {
    __shared__ Acc block_sum;
    if (HOW == Atomics::SHARED) {
        if (threadIdx.x == 0) block_sum = 0;
        __syncthreads();
    }
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    Acc value = i < n ? in[i] : Acc(0);
    if (HOW == Atomics::EACH) {
        if (i < n) atomicAdd(out, value);
    } else if (HOW == Atomics::WARP) {
        value = warp_reduce<Plus<Acc>>(value);
        if (lane_id() == 0) atomicAdd(out, value);
    } else {
        if (i < n) atomicAdd(&block_sum, value);
        __syncthreads();
        if (threadIdx.x == 0) atomicAdd(out, block_sum);
    }
}

template <class T, Atomics HOW> struct SumAtomic : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using Acc = Wrap<T>;
        auto *out = static_cast<Acc *>(p.out);
        if (cudaError_t error = cudaMemsetAsync(out, 0, sizeof(Acc), stream)) return error;
        sum_atomic<Acc, HOW><<<blocks_for(p.n, BLOCK), BLOCK, 0, stream>>>(
            static_cast<const Acc *>(p.in), static_cast<unsigned>(p.n), out);
        return cudaGetLastError();
    }
};
template <class T> using AtomicEach = SumAtomic<T, Atomics::EACH>;
template <class T> using AtomicWarp = SumAtomic<T, Atomics::WARP>;
template <class T> using AtomicShared = SumAtomic<T, Atomics::SHARED>;

// ------------------------------------------------------------------ One defect each
// All leave one partial sum a block, for a second kernel of one block.

enum class Defect {
    NONE,      // scalar loads, warp shuffles: the plain textbook kernel
    CHUNKS,    // a thread walks over a contiguous chunk: a warp's loads lie far apart
    BARRIERS,  // a block-wide sum every 256 elements
    REGISTERS, // 96 accumulators a thread
    DIVERGENT, // eight groups of lanes take turns
    UNEVEN,    // block b gets a share that grows with b
    SPILLED,   // accumulators indexed at run time, so in local memory
};

template <class Acc, Defect DEFECT>
__global__ void __launch_bounds__(BLOCK) sum_defect(const Acc *in, unsigned n, Acc *partials) {
    __shared__ Acc warps[BLOCK / WARP];
    const unsigned threads = gridDim.x * BLOCK, thread = blockIdx.x * BLOCK + threadIdx.x;
    Acc sum = 0;
    if (DEFECT == Defect::NONE) {
        for (unsigned i = thread; i < n; i += threads) sum += in[i];
    } else if (DEFECT == Defect::CHUNKS) {
        const unsigned chunk = divide_up(n, threads);
        const uint64_t first = uint64_t(thread) * chunk;
        for (uint64_t i = first; i < first + chunk && i < n; ++i) sum += in[i];
    } else if (DEFECT == Defect::BARRIERS) {
        for (unsigned base = blockIdx.x * BLOCK; base < n; base += threads) {
            const unsigned i = base + threadIdx.x;
            const Acc tile = block_reduce<Plus<Acc>, BLOCK>(i < n ? in[i] : Acc(0), warps);
            if (threadIdx.x == 0) sum += tile;
            __syncthreads();
        }
    } else if (DEFECT == Defect::REGISTERS) {
        constexpr int COUNT = 384 / sizeof(Acc);
        Acc acc[COUNT];
#pragma unroll
        for (int k = 0; k < COUNT; ++k) acc[k] = 0;
        unsigned base = thread;
        for (; base + uint64_t(COUNT - 1) * threads < n; base += COUNT * threads) {
#pragma unroll
            for (int k = 0; k < COUNT; ++k) acc[k] += in[base + unsigned(k) * threads];
        }
        for (; base < n; base += threads) acc[0] += in[base];
#pragma unroll
        for (int k = 0; k < COUNT; ++k) sum += acc[k];
    } else if (DEFECT == Defect::DIVERGENT) {
        for (unsigned i = thread; i < n; i += threads) {
            for (int turn = 0; turn < 8; ++turn) {
                if (lane_id() % 8 == turn) {
                    sum += in[i];
                    asm volatile("" ::: "memory"); // no merging of the branches
                }
                __syncwarp(__activemask());
            }
        }
    } else if (DEFECT == Defect::UNEVEN) {
        const uint64_t blocks = gridDim.x, shares = blocks * (blocks + 1) / 2, b = blockIdx.x;
        const unsigned first = unsigned(n * (b * (b + 1) / 2) / shares);
        const unsigned last = unsigned(n * ((b + 1) * (b + 2) / 2) / shares);
        for (unsigned i = first + threadIdx.x; i < last; i += BLOCK) sum += in[i];
    } else {
        Acc acc[32];
        for (int k = 0; k < 32; ++k) acc[k] = 0;
        for (unsigned i = thread; i < n; i += threads) acc[(i / threads) % 32] += in[i];
        for (int k = 0; k < 32; ++k) sum += acc[k];
    }
    if (DEFECT != Defect::BARRIERS) sum = block_reduce<Plus<Acc>, BLOCK>(sum, warps);
    if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

template <class Acc> __global__ void sum_partials(const Acc *partials, unsigned count, Acc *out) {
    __shared__ Acc warps[BLOCK / WARP];
    Acc sum = 0;
    for (unsigned i = threadIdx.x; i < count; i += BLOCK) sum += partials[i];
    sum = block_reduce<Plus<Acc>, BLOCK>(sum, warps);
    if (threadIdx.x == 0) *out = sum;
}

// HOST: the partial sums go to the host, which adds them.
template <class T, Defect DEFECT, int PER_SM = 8, bool HOST = false> struct SumDefect : Variant {
    using Acc = Wrap<T>;
    static unsigned grid(const Problem &p) { return filling_grid(p.n, BLOCK, PER_SM); }
    static size_t temp_bytes(const Problem &p) { return grid(p) * sizeof(Acc); }
    static size_t host_bytes(const Problem &p) { return HOST ? grid(p) * sizeof(Acc) : 0; }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        auto *partials = static_cast<Acc *>(p.temp);
        const unsigned blocks = grid(p);
        sum_defect<Acc, DEFECT><<<blocks, BLOCK, 0, stream>>>(static_cast<const Acc *>(p.in),
                                                              static_cast<unsigned>(p.n), partials);
        if (!HOST) {
            sum_partials<<<1, BLOCK, 0, stream>>>(partials, blocks, static_cast<Acc *>(p.out));
            return cudaGetLastError();
        }
        auto *host = static_cast<Acc *>(p.host);
        cudaError_t error = cudaMemcpyAsync(host, partials, blocks * sizeof(Acc),
                                            cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
        if (error != cudaSuccess) return error;
        Acc sum = 0;
        for (unsigned b = 0; b < blocks; ++b) sum += host[b];
        std::memcpy(p.host_result, &sum, sizeof sum);
        return cudaGetLastError();
    }
};
template <class T> using WarpShuffle = SumDefect<T, Defect::NONE>;
template <class T> using Chunks = SumDefect<T, Defect::CHUNKS>;
template <class T> using Barriers = SumDefect<T, Defect::BARRIERS>;
template <class T> using Registers = SumDefect<T, Defect::REGISTERS, 2>;
template <class T> using Divergent = SumDefect<T, Defect::DIVERGENT>;
template <class T> using Uneven = SumDefect<T, Defect::UNEVEN>;
template <class T> using Spilled = SumDefect<T, Defect::SPILLED>;
template <class T> using OnHost = SumDefect<T, Defect::NONE, 8, true>;

template <class T> using TreeModulo = ReduceTree<SumTask<T>, Tree::MODULO>;
template <class T> using TreeStrided = ReduceTree<SumTask<T>, Tree::STRIDED>;
template <class T> using TreeSequential = ReduceTree<SumTask<T>, Tree::SEQUENTIAL>;
template <class T> using TreeSync = ReduceTree<SumTask<T>, Tree::SEQUENTIAL, true>;
template <class T> using FewBlocks = ReducePacks<SumTask<T>, 256, 4, 1, 16>;
template <class T> using LowOccupancy = ReducePacks<SumTask<T>, 64, 2, 1, 0, 120 * 1024>;
template <class T> using Vec1 = ReducePacks<SumTask<T>, 256, 1, 2>;
template <class T> using Vec2 = ReducePacks<SumTask<T>, 256, 2, 4>;
template <class T> using Vec4 = ReducePacks<SumTask<T>, 512, 4, 4>;
template <class T> using Vec8 = ReducePacks<SumTask<T>, 512, 8, 2>;

} // namespace

void add_reduce(Registry &r) {
    const char *p = "reduce.sum";
    // No f32 here: more than 2^24 ones do not fit into one running f32 sum.
    add<AtomicEach, int32_t, uint32_t, int64_t, double>(
        r, p, "atomic_each", "one global atomic per element, all on one address", {NAIVE, 64 * MIB});
    add<AtomicWarp, int32_t, uint32_t, int64_t, double>(
        r, p, "atomic_warp", "one global atomic per warp after a shuffle reduction", {NAIVE});
    add<AtomicShared, int32_t, uint32_t, int64_t, double>(
        r, p, "atomic_shared", "shared atomics in the block, then one global atomic", {NAIVE});
    add<TreeModulo, PROPP_ALL_TYPES>(r, p, "tree_modulo", "divergent shared-memory tree, a kernel a level", {NAIVE});
    add<TreeStrided, PROPP_ALL_TYPES>(r, p, "tree_strided", "tree with bank conflicts, a kernel a level", {NAIVE});
    add<TreeSequential, PROPP_ALL_TYPES>(r, p, "tree_sequential", "tree without conflicts, a kernel a level", {NAIVE});
    add<TreeSync, PROPP_ALL_TYPES>(r, p, "tree_sync", "the same, and the host waits after each level", {NAIVE | SYNCS});
    add<OnHost, PROPP_ALL_TYPES>(r, p, "host_partials", "block sums copied to the host and added there", {NAIVE | ON_HOST});
    add<WarpShuffle, PROPP_ALL_TYPES>(r, p, "warp_shuffle", "scalar grid-stride loads, shuffles, a second kernel");
    add<Chunks, PROPP_ALL_TYPES>(r, p, "thread_chunks", "each thread reads a contiguous chunk: strided access", {NAIVE});
    add<Barriers, PROPP_ALL_TYPES>(r, p, "barriers", "a block-wide sum with barriers every 256 elements", {NAIVE});
    add<Registers, PROPP_ALL_TYPES>(r, p, "registers", "96 registers of accumulators a thread limit occupancy", {NAIVE});
    add<Spilled, PROPP_ALL_TYPES>(r, p, "local_memory", "accumulators indexed at run time, in local memory", {NAIVE});
    add<Divergent, PROPP_ALL_TYPES>(r, p, "divergent", "eight groups of lanes load in turn", {NAIVE});
    add<Uneven, PROPP_ALL_TYPES>(r, p, "uneven_blocks", "blocks with shares from next to nothing to twice the mean", {NAIVE});
    add<FewBlocks, PROPP_ALL_TYPES>(r, p, "few_blocks", "128-bit loads on 16 blocks only", {NAIVE});
    add<LowOccupancy, PROPP_ALL_TYPES>(r, p, "low_occupancy", "one block of 64 threads a multiprocessor, by shared memory", {NAIVE});
    add<Vec1, PROPP_ALL_TYPES>(r, p, "vec_u1", "128-bit loads, one in flight a thread, 2 x 256 threads a multiprocessor");
    add<Vec2, PROPP_ALL_TYPES>(r, p, "vec_u2", "128-bit loads, two in flight, 4 x 256 threads a multiprocessor");
    add<Vec4, PROPP_ALL_TYPES>(r, p, "vec_u4", "128-bit loads, four in flight, 4 x 512 threads, one kernel");
    add<Vec8, PROPP_ALL_TYPES>(r, p, "vec_u8", "128-bit loads, eight in flight, 2 x 512 threads, one kernel");
}

} // namespace propp
