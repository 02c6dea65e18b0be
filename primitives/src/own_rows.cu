// compute.softmax and compute.layer_norm: rows of 1024 elements.
#include "own.hpp"
#include "device.cuh"

namespace propp {
namespace {

constexpr unsigned ROW = 1024;
constexpr float EPSILON = 1.0f / 1024;

struct Add {
    static constexpr float NONE = 0;
    static __device__ float of(float a, float b) { return a + b; }
};
struct Most {
    static constexpr float NONE = -2; // less than all inputs
    static __device__ float of(float a, float b) { return fmaxf(a, b); }
};

template <class F> __device__ float of_warp(float value) {
#pragma unroll
    for (int by = 16; by > 0; by /= 2) value = F::of(value, __shfl_xor_sync(ALL_LANES, value, by));
    return value;
}

// Of a block: a tree in shared memory with a barrier at each step, or shuffles and two barriers.
struct ByTree {
    template <class F> static __device__ float of(float value) {
        __shared__ float parts[ROW];
        parts[threadIdx.x] = value;
        __syncthreads();
        for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
            if (threadIdx.x < width) {
                parts[threadIdx.x] = F::of(parts[threadIdx.x], parts[threadIdx.x + width]);
            }
            __syncthreads();
        }
        const float all = parts[0];
        __syncthreads();
        return all;
    }
};
struct ByShuffles {
    template <class F> static __device__ float of(float value) {
        __shared__ float parts[32];
        value = of_warp<F>(value);
        if (lane_id() == 0) parts[warp_id()] = value;
        __syncthreads();
        value = threadIdx.x % 32 < blockDim.x / 32 ? parts[lane_id()] : F::NONE;
        __syncthreads();
        return of_warp<F>(value);
    }
};
struct ByWarp {
    template <class F> static __device__ float of(float value) { return of_warp<F>(value); }
};

// What a row's values become. All its threads hold EACH values each.
struct Softmax {
    template <class All, int EACH> static __device__ void apply(float (&v)[EACH]) {
        float most = v[0], sum = 0;
#pragma unroll
        for (float x : v) most = fmaxf(most, x);
        most = All::template of<Most>(most);
#pragma unroll
        for (float &x : v) sum += x = __expf(x - most);
        sum = All::template of<Add>(sum);
#pragma unroll
        for (float &x : v) x /= sum;
    }
    // One thread reads its row three times.
    static __device__ void alone(const float *in, float *out) {
        float most = in[0], sum = 0;
        for (unsigned k = 0; k < ROW; ++k) most = fmaxf(most, in[k]);
        for (unsigned k = 0; k < ROW; ++k) sum += __expf(in[k] - most);
        for (unsigned k = 0; k < ROW; ++k) out[k] = __expf(in[k] - most) / sum;
    }
};
template <class Real> struct LayerNorm {
    template <class All, int EACH> static __device__ void apply(float (&v)[EACH]) {
        float sum = 0;
        Real squares = 0;
#pragma unroll
        for (float x : v) sum += x;
        const float mean = All::template of<Add>(sum) / ROW;
#pragma unroll
        for (float x : v) squares += Real(x - mean) * Real(x - mean);
        const Real all = All::template of<Add>(static_cast<float>(squares));
        const Real scale = Real(1) / sqrt(all / Real(ROW) + Real(EPSILON));
#pragma unroll
        for (float &x : v) x = static_cast<float>(Real(x - mean) * scale);
    }
    static __device__ void alone(const float *in, float *out) {
        float sum = 0, squares = 0;
        for (unsigned k = 0; k < ROW; ++k) sum += in[k];
        const float mean = sum / ROW;
        for (unsigned k = 0; k < ROW; ++k) squares += (in[k] - mean) * (in[k] - mean);
        const float scale = rsqrtf(squares / ROW + EPSILON);
        for (unsigned k = 0; k < ROW; ++k) out[k] = (in[k] - mean) * scale;
    }
};

template <class Op> __global__ void rows_by_thread(const float *in, float *out, unsigned rows) {
    const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) Op::alone(in + row * ROW, out + row * ROW);
}

// A row each block, or each warp, EACH values a thread, as many at a time as a load can.
template <class Op, class All, int EACH, int WIDE>
__global__ void __launch_bounds__(1024) rows_together(const float *in, float *out, unsigned rows) {
    constexpr unsigned THREADS = ROW / EACH;
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned row = at / THREADS; row < rows; row += gridDim.x * blockDim.x / THREADS) {
        struct alignas(4 * WIDE) Wide { float v[WIDE]; };
        const Wide *from = reinterpret_cast<const Wide *>(in + row * ROW) + at % THREADS;
        Wide *to = reinterpret_cast<Wide *>(out + row * ROW) + at % THREADS;
        float v[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k += WIDE) {
            const Wide wide = from[k / WIDE * THREADS];
#pragma unroll
            for (int j = 0; j < WIDE; ++j) v[k + j] = wide.v[j];
        }
        Op::template apply<All>(v);
#pragma unroll
        for (int k = 0; k < EACH; k += WIDE) {
            Wide wide;
#pragma unroll
            for (int j = 0; j < WIDE; ++j) wide.v[j] = v[k + j];
            to[k / WIDE * THREADS] = wide;
        }
    }
}

enum class How { THREAD, TREE, SHUFFLES, VECTORS, WARP, FEW };

template <class Op, How HOW> struct Rows : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const float *>(p.in);
        auto *out = static_cast<float *>(p.out);
        const unsigned rows = static_cast<unsigned>(p.n / ROW);
        if (rows == 0) return cudaSuccess;
        switch (HOW) {
        case How::THREAD: rows_by_thread<Op><<<divide_up(rows, 128u), 128, 0, stream>>>(in, out, rows); break;
        case How::TREE: rows_together<Op, ByTree, 1, 1><<<rows, 1024, 0, stream>>>(in, out, rows); break;
        case How::SHUFFLES: rows_together<Op, ByShuffles, 1, 1><<<rows, 1024, 0, stream>>>(in, out, rows); break;
        case How::VECTORS: rows_together<Op, ByShuffles, 4, 4><<<rows, 256, 0, stream>>>(in, out, rows); break;
        case How::WARP: rows_together<Op, ByWarp, 32, 4><<<divide_up(rows, 4u), 128, 0, stream>>>(in, out, rows); break;
        case How::FEW: rows_together<Op, ByShuffles, 4, 4><<<16, 256, 0, stream>>>(in, out, rows); break;
        }
        return cudaGetLastError();
    }
};
template <class T> using SoftmaxThread = Rows<Softmax, How::THREAD>;
template <class T> using SoftmaxTree = Rows<Softmax, How::TREE>;
template <class T> using SoftmaxShuffles = Rows<Softmax, How::SHUFFLES>;
template <class T> using SoftmaxVectors = Rows<Softmax, How::VECTORS>;
template <class T> using SoftmaxWarp = Rows<Softmax, How::WARP>;
template <class T> using SoftmaxFew = Rows<Softmax, How::FEW>;
template <class T> using NormThread = Rows<LayerNorm<float>, How::THREAD>;
template <class T> using NormTree = Rows<LayerNorm<float>, How::TREE>;
template <class T> using NormShuffles = Rows<LayerNorm<float>, How::SHUFFLES>;
template <class T> using NormVectors = Rows<LayerNorm<float>, How::VECTORS>;
template <class T> using NormDouble = Rows<LayerNorm<double>, How::VECTORS>;
template <class T> using NormWarp = Rows<LayerNorm<float>, How::WARP>;
template <class T> using NormFew = Rows<LayerNorm<float>, How::FEW>;

} // namespace

void add_rows(Registry &r) {
    const char *p = "compute.softmax";
    add<SoftmaxThread, float>(r, p, "row_a_thread", "a row a thread, read three times", {NAIVE});
    add<SoftmaxTree, float>(r, p, "tree", "a row a block, trees in shared memory with barriers", {NAIVE});
    add<SoftmaxShuffles, float>(r, p, "shuffles", "a row a block of 1024 threads, shuffles");
    add<SoftmaxVectors, float>(r, p, "vectors", "a row a block of 256 threads, 16 bytes a thread");
    add<SoftmaxWarp, float>(r, p, "row_a_warp", "a row a warp, in registers");
    add<SoftmaxFew, float>(r, p, "few_blocks", "vectors, in 16 blocks", {NAIVE});
    p = "compute.layer_norm";
    add<NormThread, float>(r, p, "row_a_thread", "a row a thread, read three times", {NAIVE});
    add<NormTree, float>(r, p, "tree", "a row a block, trees in shared memory with barriers", {NAIVE});
    add<NormShuffles, float>(r, p, "shuffles", "a row a block of 1024 threads, shuffles");
    add<NormVectors, float>(r, p, "vectors", "a row a block of 256 threads, 16 bytes a thread");
    add<NormDouble, float>(r, p, "double", "vectors, computed in double precision", {NAIVE});
    add<NormWarp, float>(r, p, "row_a_warp", "a row a warp, in registers");
    add<NormFew, float>(r, p, "few_blocks", "vectors, in 16 blocks", {NAIVE});
}

} // namespace propp
