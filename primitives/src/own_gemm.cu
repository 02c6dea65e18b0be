// compute.gemm: the product of a tall matrix and one of 256 x 256, in single precision.
#include "own.hpp"
#include "device.cuh"

#include <cuda_fp16.h>
#include <mma.h>

namespace propp {
namespace {

constexpr unsigned SIDE = 256; // inner side, and columns

// An element a thread. Neighbours have neighbouring columns, or neighbouring rows.
template <bool BY_ROWS>
__global__ void gemm_elements(const float *a, const float *b, float *c, unsigned rows) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= rows * SIDE) return;
    const unsigned row = BY_ROWS ? at % rows : at / SIDE;
    const unsigned column = BY_ROWS ? at / rows : at % SIDE;
    float sum = 0;
    for (unsigned k = 0; k < SIDE; ++k) sum += a[row * SIDE + k] * b[k * SIDE + column];
    c[row * SIDE + column] = sum;
}

// TILE x TILE elements a block, one a thread, both operands through shared memory.
template <unsigned TILE, unsigned PAD>
__global__ void __launch_bounds__(TILE *TILE)
    gemm_tiles(const float *a, const float *b, float *c, unsigned rows) {
    __shared__ float left[TILE][TILE + PAD], right[TILE][TILE + PAD];
    const unsigned x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    const unsigned row = blockIdx.x / (SIDE / TILE) * TILE + y;
    const unsigned column = blockIdx.x % (SIDE / TILE) * TILE + x;
    float sum = 0;
    for (unsigned k = 0; k < SIDE; k += TILE) {
        left[y][x] = row < rows ? a[row * SIDE + k + x] : 0;
        right[y][x] = b[(k + y) * SIDE + column];
        __syncthreads();
#pragma unroll
        for (unsigned j = 0; j < TILE; ++j) sum += left[y][j] * right[j][x];
        __syncthreads();
    }
    if (row < rows) c[row * SIDE + column] = sum;
}

// EACH x EACH elements a thread in registers, of a tile of 16 EACH x 16 EACH a block.
template <unsigned EACH>
__global__ void __launch_bounds__(256)
    gemm_registers(const float *a, const float *b, float *c, unsigned rows) {
    constexpr unsigned TILE = 16 * EACH, DEEP = 16;
    __shared__ float left[DEEP][TILE + 4], right[DEEP][TILE];
    const unsigned x = threadIdx.x % 16, y = threadIdx.x / 16;
    const unsigned top = blockIdx.x / (SIDE / TILE) * TILE;
    const unsigned first = blockIdx.x % (SIDE / TILE) * TILE;
    float sums[EACH][EACH] = {};
    for (unsigned k = 0; k < SIDE; k += DEEP) {
#pragma unroll
        for (unsigned j = 0; j < EACH; ++j) {
            const unsigned row = top + y + 16 * j;
            left[x][y + 16 * j] = row < rows ? a[row * SIDE + k + x] : 0;
            right[y][x + 16 * j] = b[(k + y) * SIDE + first + x + 16 * j];
        }
        __syncthreads();
#pragma unroll
        for (unsigned d = 0; d < DEEP; ++d) {
            float of_a[EACH], of_b[EACH];
#pragma unroll
            for (unsigned j = 0; j < EACH; ++j) {
                of_a[j] = left[d][y * EACH + j];
                of_b[j] = right[d][x + 16 * j];
            }
#pragma unroll
            for (unsigned i = 0; i < EACH; ++i) {
#pragma unroll
                for (unsigned j = 0; j < EACH; ++j) sums[i][j] += of_a[i] * of_b[j];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < EACH; ++i) {
        const unsigned row = top + y * EACH + i;
        if (row >= rows) return;
#pragma unroll
        for (unsigned j = 0; j < EACH; ++j) c[row * SIDE + first + x + 16 * j] = sums[i][j];
    }
}

// The operand types of the tensor cores, of shapes that WMMA knows. Inputs are multiples of
// 2^-8 of at most 1, so neither rounds them.
struct Tf32 {
    using Stored = float;
    using Fragment = nvcuda::wmma::precision::tf32;
    static constexpr int K = 8;
    static __device__ float of(float v) { return nvcuda::wmma::__float_to_tf32(v); }
};
struct Half {
    using Stored = half;
    using Fragment = half;
    static constexpr int K = 16;
    static __device__ half of(float v) { return __float2half(v); }
};

// Tensor cores: 64 rows and 64 columns a block of four warps, each a strip of 16 rows.
template <class P>
__global__ void __launch_bounds__(128)
    gemm_tensor(const float *a, const float *b, float *c, unsigned rows) {
    namespace wmma = nvcuda::wmma;
    constexpr unsigned TILE = 64, DEEP = 32, PAD = 8;
    __shared__ alignas(32) typename P::Stored left[TILE][DEEP + PAD];
    __shared__ alignas(32) typename P::Stored right[DEEP][TILE + PAD];
    __shared__ alignas(32) float result[4][16][16];
    const unsigned top = blockIdx.x / (SIDE / TILE) * TILE;
    const unsigned first = blockIdx.x % (SIDE / TILE) * TILE;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    wmma::fragment<wmma::accumulator, 16, 16, P::K, float> sums[4];
#pragma unroll
    for (auto &sum : sums) wmma::fill_fragment(sum, 0.0f);
    for (unsigned k = 0; k < SIDE; k += DEEP) {
        for (unsigned at = threadIdx.x; at < TILE * DEEP; at += 128) {
            const unsigned row = top + at / DEEP;
            left[at / DEEP][at % DEEP] = P::of(row < rows ? a[row * SIDE + k + at % DEEP] : 0.0f);
            right[at / TILE][at % TILE] = P::of(b[(k + at / TILE) * SIDE + first + at % TILE]);
        }
        __syncthreads();
#pragma unroll
        for (unsigned d = 0; d < DEEP; d += P::K) {
            wmma::fragment<wmma::matrix_a, 16, 16, P::K, typename P::Fragment, wmma::row_major> of_a;
            wmma::load_matrix_sync(of_a, &left[warp * 16][d], DEEP + PAD);
#pragma unroll
            for (unsigned j = 0; j < 4; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, P::K, typename P::Fragment, wmma::row_major> of_b;
                wmma::load_matrix_sync(of_b, &right[d][j * 16], TILE + PAD);
                wmma::mma_sync(sums[j], of_a, of_b, sums[j]);
            }
        }
        __syncthreads();
    }
    for (unsigned j = 0; j < 4; ++j) {
        wmma::store_matrix_sync(&result[warp][0][0], sums[j], 16, wmma::mem_row_major);
        __syncwarp();
        for (unsigned at = lane; at < 256; at += 32) {
            const unsigned row = top + warp * 16 + at / 16;
            if (row < rows) c[row * SIDE + first + j * 16 + at % 16] = result[warp][at / 16][at % 16];
        }
        __syncwarp();
    }
}

enum class How { NAIVE, BY_ROWS, ONE_WARP, TILE_16, TILE_32, REGISTERS_4, REGISTERS_8, TF32, HALF };

template <class T, How HOW> struct Gemm : Variant {
    static int32_t check(const Problem &p) { return p.m == SIDE * SIDE ? PROPP_OK : PROPP_E_SIZE; }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *a = static_cast<const float *>(p.in);
        const auto *b = static_cast<const float *>(p.in2);
        auto *c = static_cast<float *>(p.out);
        const unsigned rows = static_cast<unsigned>(p.n / SIDE);
        if (rows == 0) return cudaSuccess;
        const auto tiles = [&](unsigned side) { return divide_up(rows, side) * (SIDE / side); };
        switch (HOW) {
        case How::NAIVE: gemm_elements<false><<<rows, 256, 0, stream>>>(a, b, c, rows); break;
        case How::BY_ROWS: gemm_elements<true><<<rows, 256, 0, stream>>>(a, b, c, rows); break;
        case How::ONE_WARP: gemm_elements<false><<<rows * 8, 32, 0, stream>>>(a, b, c, rows); break;
        case How::TILE_16: gemm_tiles<16, 0><<<tiles(16), 256, 0, stream>>>(a, b, c, rows); break;
        case How::TILE_32: gemm_tiles<32, 0><<<tiles(32), 1024, 0, stream>>>(a, b, c, rows); break;
        case How::REGISTERS_4: gemm_registers<4><<<tiles(64), 256, 0, stream>>>(a, b, c, rows); break;
        case How::REGISTERS_8: gemm_registers<8><<<tiles(128), 256, 0, stream>>>(a, b, c, rows); break;
        case How::TF32: gemm_tensor<Tf32><<<tiles(64), 128, 0, stream>>>(a, b, c, rows); break;
        case How::HALF: gemm_tensor<Half><<<tiles(64), 128, 0, stream>>>(a, b, c, rows); break;
        }
        return cudaGetLastError();
    }
};
template <class T> using Naive = Gemm<T, How::NAIVE>;
template <class T> using ByRows = Gemm<T, How::BY_ROWS>;
template <class T> using OneWarp = Gemm<T, How::ONE_WARP>;
template <class T> using Tile16 = Gemm<T, How::TILE_16>;
template <class T> using Tile32 = Gemm<T, How::TILE_32>;
template <class T> using Registers4 = Gemm<T, How::REGISTERS_4>;
template <class T> using Registers8 = Gemm<T, How::REGISTERS_8>;
template <class T> using TensorTf32 = Gemm<T, How::TF32>;
template <class T> using TensorHalf = Gemm<T, How::HALF>;

} // namespace

void add_gemm(Registry &r) {
    const char *p = "compute.gemm";
    add<Naive, float>(r, p, "naive", "an element a thread, operands from global memory", {NAIVE});
    add<ByRows, float>(r, p, "naive_by_rows", "the same, and neighbours read and write rows apart", {NAIVE, 4 * MIB});
    add<OneWarp, float>(r, p, "one_warp_blocks", "an element a thread, blocks of one warp", {NAIVE});
    add<Tile16, float>(r, p, "tile_16", "tiles of 16 x 16 in shared memory, an element a thread");
    add<Tile32, float>(r, p, "tile_32", "tiles of 32 x 32 in shared memory, an element a thread");
    add<Registers4, float>(r, p, "registers_4", "4 x 4 elements a thread in registers");
    add<Registers8, float>(r, p, "registers_8", "8 x 8 elements a thread in registers");
    add<TensorTf32, float>(r, p, "tensor_tf32", "tensor cores in TF32 (WMMA)");
    add<TensorHalf, float>(r, p, "tensor_f16", "converted to FP16 for the tensor cores (WMMA)");
}

} // namespace propp
