// Gather and scatter: what the memory makes of scattered single elements, and how
// many of them are in flight.
#include "own.hpp"
#include "device.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 256;

// One side is indexed, the other is read or written in order.
template <class B, bool SCATTER, bool IF> struct Move {
    const B *in;
    B *out;
    const uint32_t *index;
    const uint8_t *flags;
    unsigned count;
    explicit Move(const Problem &p)
        : in(static_cast<const B *>(p.in)), out(static_cast<B *>(p.out)), index(p.index),
          flags(p.flags), count(static_cast<unsigned>(SCATTER ? p.n : p.m)) {}
    __device__ __forceinline__ void one(unsigned i) const {
        if (IF && !flags[i]) return;
        if (SCATTER) out[index[i]] = in[i];
        else out[i] = in[index[i]];
    }
};

template <class M> __global__ void move_elements(M move) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < move.count) move.one(i);
}
template <class M> __global__ void move_grid(M move) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < move.count; i += gridDim.x * blockDim.x) {
        move.one(i);
    }
}
// Each thread moves a contiguous chunk: even the ordered side becomes strided.
template <class M> __global__ void move_chunks(M move, unsigned chunk) {
    const uint64_t first = uint64_t(blockIdx.x * BLOCK + threadIdx.x) * chunk;
    for (uint64_t i = first; i < first + chunk && i < move.count; ++i) move.one(static_cast<unsigned>(i));
}

// Four indices a thread in one load, GROUPS times: so many elements in flight. What is
// used once goes past L1, which is left to the indexed side.
template <class B, bool SCATTER, bool IF, int GROUPS>
__global__ void __launch_bounds__(BLOCK) move_groups(Move<B, SCATTER, IF> move) {
    struct alignas(16) Quad {
        B v[4];
    };
    const unsigned base = blockIdx.x * BLOCK * 4 * GROUPS;
    if (base + BLOCK * 4 * GROUPS > move.count) {
        for (unsigned i = base + threadIdx.x; i < move.count; i += BLOCK) move.one(i);
        return;
    }
    uint4 index[GROUPS];
    unsigned take[GROUPS];
    Quad quad[GROUPS];
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) {
        const unsigned i = base + (g * BLOCK + threadIdx.x) * 4;
        index[g] = __ldcs(reinterpret_cast<const uint4 *>(move.index + i));
        take[g] = IF ? *reinterpret_cast<const unsigned *>(move.flags + i) : 0x01010101u;
        if (SCATTER) quad[g] = *reinterpret_cast<const Quad *>(move.in + i);
    }
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) {
        const unsigned at[4] = {index[g].x, index[g].y, index[g].z, index[g].w};
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            if (IF && !(take[g] >> (8 * k) & 0xff)) continue;
            if (SCATTER) move.out[at[k]] = quad[g].v[k];
            else quad[g].v[k] = move.in[at[k]];
        }
    }
    if constexpr (!SCATTER) {
#pragma unroll
        for (int g = 0; g < GROUPS; ++g) {
            const unsigned i = base + (g * BLOCK + threadIdx.x) * 4;
            if (!IF || take[g] == 0x01010101u) {
                *reinterpret_cast<Quad *>(move.out + i) = quad[g];
            } else {
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    if (take[g] >> (8 * k) & 0xff) move.out[i + k] = quad[g].v[k];
                }
            }
        }
    }
}

enum class How { ELEMENTS, CHUNKS, FEW_BLOCKS, LOW_OCCUPANCY, GROUPS };

template <class T, bool SCATTER, bool IF, How HOW, int GROUPS = 1> struct Moving : Variant {
    using B = Bits<T>;
    using M = Move<B, SCATTER, IF>;
    static constexpr int SHARED = 120 * 1024;
    static cudaError_t prepare(const Problem &, void **) {
        return HOW == How::LOW_OCCUPANCY ? allow_shared(move_grid<M>, SHARED) : cudaSuccess;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const M move(p);
        switch (HOW) {
        case How::ELEMENTS:
            move_elements<<<blocks_for(move.count, BLOCK), BLOCK, 0, stream>>>(move);
            break;
        case How::CHUNKS:
            move_chunks<<<blocks_for(move.count, BLOCK * 16), BLOCK, 0, stream>>>(move, 16);
            break;
        case How::FEW_BLOCKS: move_grid<<<16, 512, 0, stream>>>(move); break;
        case How::LOW_OCCUPANCY:
            move_grid<<<filling_grid(move.count, 64, 1), 64, SHARED, stream>>>(move);
            break;
        case How::GROUPS:
            move_groups<B, SCATTER, IF, GROUPS>
                <<<blocks_for(move.count, BLOCK * 4 * GROUPS), BLOCK, 0, stream>>>(move);
            break;
        }
        return cudaGetLastError();
    }
};

template <bool SCATTER, bool IF> struct Of {
    template <class T> using Elements = Moving<T, SCATTER, IF, How::ELEMENTS>;
    template <class T> using Chunks = Moving<T, SCATTER, IF, How::CHUNKS>;
    template <class T> using FewBlocks = Moving<T, SCATTER, IF, How::FEW_BLOCKS>;
    template <class T> using LowOccupancy = Moving<T, SCATTER, IF, How::LOW_OCCUPANCY>;
    template <class T> using Groups1 = Moving<T, SCATTER, IF, How::GROUPS, 1>;
    template <class T> using Groups2 = Moving<T, SCATTER, IF, How::GROUPS, 2>;
    template <class T> using Groups4 = Moving<T, SCATTER, IF, How::GROUPS, 4>;
};

template <bool SCATTER, bool IF> void add_ladder(Registry &r, const char *p) {
    using V = Of<SCATTER, IF>;
    add<V::template Elements, PROPP_ALL_TYPES>(r, p, "naive", "one element a thread");
    add<V::template Chunks, PROPP_ALL_TYPES>(r, p, "thread_chunks", "16 consecutive elements a thread: strided access", {NAIVE});
    add<V::template FewBlocks, PROPP_ALL_TYPES>(r, p, "few_blocks", "16 blocks of 512 threads only", {NAIVE});
    add<V::template LowOccupancy, PROPP_ALL_TYPES>(r, p, "low_occupancy", "one block of 64 threads a multiprocessor, by shared memory", {NAIVE});
    add<V::template Groups1, PROPP_ALL_TYPES>(r, p, "vec_4", "four elements in flight a thread, 128-bit index loads");
    add<V::template Groups2, PROPP_ALL_TYPES>(r, p, "vec_8", "eight elements in flight a thread");
    add<V::template Groups4, PROPP_ALL_TYPES>(r, p, "vec_16", "sixteen elements in flight a thread");
}

} // namespace

void add_gather(Registry &r) {
    add_ladder<false, false>(r, "gather");
    add_ladder<false, true>(r, "gather_if");
    add_ladder<true, false>(r, "scatter");
    add_ladder<true, true>(r, "scatter_if");
}

} // namespace propp
