// compute.block_scan: chunks of 1024 elements, scanned SCANS times, each in one block or warp.
#include "own.hpp"
#include "device.cuh"

namespace propp {
namespace {

constexpr unsigned CHUNK = 1024;
constexpr int SCANS = 8;

// What a block does with the chunks that are its own.
template <class F> __device__ __forceinline__ void each_chunk(unsigned chunks, F &&f) {
    for (unsigned chunk = blockIdx.x; chunk < chunks; chunk += gridDim.x) f(size_t(chunk) * CHUNK);
}

// Hillis and Steele: ten steps, each adds what is twice as far. BUFFERS 2: one barrier each.
template <int BUFFERS> struct Steps {
    static constexpr int THREADS = 1024;
    template <class T> static __device__ void scan(const T *in, T *out, unsigned chunks, T a) {
        __shared__ T v[BUFFERS][CHUNK];
        const unsigned t = threadIdx.x;
        each_chunk(chunks, [&](size_t first) {
            T x = in[first + t];
            int now = 0;
            for (int s = 0; s < SCANS; ++s) {
                for (unsigned by = 1; by < CHUNK; by *= 2) {
                    v[now][t] = x;
                    __syncthreads();
                    if (t >= by) x += v[now][t - by];
                    if (BUFFERS == 2) now = 1 - now;
                    else __syncthreads();
                }
                x *= a;
            }
            out[first + t] = x;
        });
    }
};

// Blelloch: up a tree and down again. PAD: a word after every 32, against bank conflicts.
template <bool PAD> struct Tree {
    static constexpr int THREADS = 512;
    static __device__ unsigned at(unsigned i) { return PAD ? i + i / 32 : i; }
    template <class T> static __device__ void scan(const T *in, T *out, unsigned chunks, T a) {
        __shared__ T v[CHUNK + CHUNK / 32];
        const unsigned t = threadIdx.x;
        each_chunk(chunks, [&](size_t first) {
            T low = in[first + t], high = in[first + t + THREADS];
            for (int s = 0; s < SCANS; ++s) {
                v[at(t)] = low;
                v[at(t + THREADS)] = high;
                for (unsigned by = 1, pairs = CHUNK / 2; pairs > 0; by *= 2, pairs /= 2) {
                    __syncthreads();
                    if (t < pairs) v[at(by * (2 * t + 2) - 1)] += v[at(by * (2 * t + 1) - 1)];
                }
                __syncthreads();
                if (t == 0) v[at(CHUNK - 1)] = 0;
                for (unsigned by = CHUNK / 2, pairs = 1; pairs < CHUNK; by /= 2, pairs *= 2) {
                    __syncthreads();
                    if (t < pairs) {
                        T &left = v[at(by * (2 * t + 1) - 1)], &right = v[at(by * (2 * t + 2) - 1)];
                        const T both = left + right;
                        left = right;
                        right = both;
                    }
                }
                __syncthreads();
                low = (low + v[at(t)]) * a;
                high = (high + v[at(t + THREADS)]) * a;
            }
            out[first + t] = low;
            out[first + t + THREADS] = high;
        });
    }
};

// EACH consecutive elements per thread in registers, shuffles within warps, and the sums of
// the warps in shared memory.
template <int EACH> struct Shuffles {
    static constexpr int THREADS = CHUNK / EACH;
    template <class T> static __device__ void scan(const T *in, T *out, unsigned chunks, T a) {
        __shared__ T warps[THREADS / WARP];
        each_chunk(chunks, [&](size_t first) {
            T v[EACH], total;
#pragma unroll
            for (int k = 0; k < EACH; ++k) v[k] = in[first + threadIdx.x * EACH + k];
#pragma unroll 1
            for (int s = 0; s < SCANS; ++s) {
#pragma unroll
                for (int k = 1; k < EACH; ++k) v[k] += v[k - 1];
                const T before = block_exclusive<Plus<T>, THREADS>(v[EACH - 1], total, warps);
#pragma unroll
                for (T &x : v) x = (x + before) * a;
                __syncthreads();
            }
#pragma unroll
            for (int k = 0; k < EACH; ++k) out[first + threadIdx.x * EACH + k] = v[k];
        });
    }
};

// A chunk in the registers of one warp: 32 rows, each with a scan by shuffles.
struct OneWarp {
    static constexpr int THREADS = 32;
    template <class T> static __device__ void scan(const T *in, T *out, unsigned chunks, T a) {
        each_chunk(chunks, [&](size_t first) {
            T v[WARP];
#pragma unroll
            for (int k = 0; k < WARP; ++k) v[k] = in[first + k * WARP + threadIdx.x];
#pragma unroll 1
            for (int s = 0; s < SCANS; ++s) {
                T before = 0;
#pragma unroll
                for (T &x : v) {
                    x = warp_inclusive<Plus<T>>(x) + before;
                    before = shuffle_from(x, WARP - 1);
                    x *= a;
                }
            }
#pragma unroll
            for (int k = 0; k < WARP; ++k) out[first + k * WARP + threadIdx.x] = v[k];
        });
    }
};

// In shared memory, by one warp: 32 consecutive elements per lane, one after the other; or all
// by one lane. PAD: a word after every 32, so that the lanes do not share a bank.
template <bool PAD, bool ALONE> struct Lanes {
    static constexpr int THREADS = 32;
    static __device__ unsigned at(unsigned i) { return PAD ? i + i / 32 : i; }
    template <class T> static __device__ void scan(const T *in, T *out, unsigned chunks, T a) {
        __shared__ T v[CHUNK + CHUNK / 32];
        constexpr unsigned EACH = ALONE ? CHUNK : CHUNK / WARP;
        const unsigned t = threadIdx.x;
        each_chunk(chunks, [&](size_t first) {
            for (unsigned k = t; k < CHUNK; k += WARP) v[at(k)] = in[first + k];
            __syncwarp();
            for (int s = 0; s < SCANS && (!ALONE || t == 0); ++s) {
                T sum = 0;
                if (!ALONE) {
                    for (unsigned k = 0; k < EACH; ++k) sum += v[at(t * EACH + k)];
                    sum = warp_inclusive<Plus<T>>(sum) - sum;
                }
                for (unsigned k = 0; k < EACH; ++k) {
                    T &x = v[at(t * EACH + k)];
                    sum += x;
                    x = sum * a;
                }
            }
            __syncwarp();
            for (unsigned k = t; k < CHUNK; k += WARP) out[first + k] = v[at(k)];
            __syncwarp();
        });
    }
};

template <class How, class T>
__global__ void __launch_bounds__(How::THREADS) block_scans(const T *in, T *out, unsigned chunks, T a) {
    How::scan(in, out, chunks, a);
}

// BLOCKS 0: one per chunk.
template <class T, class How, unsigned BLOCKS = 0> struct Scans : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using W = Wrap<T>;
        const unsigned chunks = static_cast<unsigned>(p.n / CHUNK);
        if (chunks == 0) return cudaSuccess;
        block_scans<How><<<BLOCKS ? BLOCKS : chunks, How::THREADS, 0, stream>>>(
            static_cast<const W *>(p.in), static_cast<W *>(p.out), chunks, scalar<W>(p.a));
        return cudaGetLastError();
    }
};
template <class T> using HillisSteele = Scans<T, Steps<1>>;
template <class T> using HillisSteele2 = Scans<T, Steps<2>>;
template <class T> using TreeConflicts = Scans<T, Tree<false>>;
template <class T> using TreePadded = Scans<T, Tree<true>>;
template <class T> using Shuffles1 = Scans<T, Shuffles<1>>;
template <class T> using Shuffles4 = Scans<T, Shuffles<4>>;
template <class T> using Shuffles8 = Scans<T, Shuffles<8>>;
template <class T> using ByWarp = Scans<T, OneWarp>;
template <class T> using LaneRows = Scans<T, Lanes<false, false>>;
template <class T> using LaneRowsPadded = Scans<T, Lanes<true, false>>;
template <class T> using Serial = Scans<T, Lanes<false, true>>;
template <class T> using FewBlocks = Scans<T, Shuffles<4>, 16>;

#define PROPP_SCAN_TYPES int32_t, float

} // namespace

void add_block_scan(Registry &r) {
    const char *p = "compute.block_scan";
    add<HillisSteele, PROPP_SCAN_TYPES>(r, p, "hillis_steele", "in shared memory, ten steps with two barriers each", {NAIVE});
    add<HillisSteele2, PROPP_SCAN_TYPES>(r, p, "hillis_steele_2", "the same in two arrays, one barrier each");
    add<TreeConflicts, PROPP_SCAN_TYPES>(r, p, "tree", "up and down a tree in shared memory, with bank conflicts", {NAIVE});
    add<TreePadded, PROPP_SCAN_TYPES>(r, p, "tree_padded", "the same, padded");
    add<Shuffles1, PROPP_SCAN_TYPES>(r, p, "shuffles", "shuffles, 1024 threads per chunk");
    add<Shuffles4, PROPP_SCAN_TYPES>(r, p, "shuffles_4", "shuffles, four elements per thread");
    add<Shuffles8, PROPP_SCAN_TYPES>(r, p, "shuffles_8", "shuffles, eight elements per thread");
    add<ByWarp, PROPP_SCAN_TYPES>(r, p, "chunk_a_warp", "a chunk in the registers of a warp");
    add<LaneRows, PROPP_SCAN_TYPES>(r, p, "lane_rows", "32 elements per lane in shared memory, with bank conflicts", {NAIVE});
    add<LaneRowsPadded, PROPP_SCAN_TYPES>(r, p, "lane_rows_padded", "the same, padded");
    add<Serial, PROPP_SCAN_TYPES>(r, p, "one_thread", "a chunk in shared memory by one thread", {NAIVE, 16 * MIB});
    add<FewBlocks, PROPP_SCAN_TYPES>(r, p, "few_blocks", "shuffles_4, in 16 blocks", {NAIVE});
}

} // namespace propp
