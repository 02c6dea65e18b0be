// Steps 2 and 4 of MNF, V5: the covariances by tensor cores, beyond the paper.
//
// A block computes all pairs of bands for a share of the pixels, so each value is loaded once. A
// warp has 32 x 32 pairs in registers; it multiplies 32 pixels while the next are on their way. The
// value of a pixel less the rounded mean of its band is an integer, which a half holds exactly up to
// 2048.

#pragma once

#include <cuda_fp16.h>
#include <mma.h>

#include "image.cuh"

constexpr int tensor_bands = 224;

// The tiles of 32 x 32 pairs down to the diagonal.
constexpr int tile_warps = tensor_bands / 32 * (tensor_bands / 32 + 1) / 2;

template <typename T>
__global__ void __launch_bounds__(tile_warps * 32)
    covariance_v5(const T* data, const float* means, double* result, int bands, size_t pixels) {
    using namespace nvcuda::wmma;
    constexpr int each = tensor_bands / tile_warps;
    // Eight halves of padding: eight rows of 16 bytes begin in different banks.
    constexpr int pitch = 32 + 8;
    __shared__ __align__(32) half rows[2][tensor_bands][pitch];
    __shared__ int centres[tensor_bands];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    // The tile of this warp: column by column.
    int top = warp, left = 0;
    while (top > left) top -= ++left;
    const bool has_pairs = left < bands / 32;

    T next[each];
    const auto load = [&](size_t pixel) {
#pragma unroll
        for (int r = 0; r < each; r++) {
            const int band = warp + r * tile_warps;
            next[r] = band < bands && pixel < pixels ? data[band * pixels + pixel] : T(centres[band]);
        }
    };
    if (threadIdx.x < tensor_bands) {
        centres[threadIdx.x] = threadIdx.x < bands ? __float2int_rn(means[threadIdx.x]) : 0;
    }
    __syncthreads();
    fragment<accumulator, 16, 16, 16, float> sums[2][2];
    for (auto& row : sums) {
        for (auto& sum : row) fill_fragment(sum, 0.f);
    }
    const size_t stride = size_t(gridDim.x) * 32;
    size_t first = size_t(blockIdx.x) * 32;
    load(first + lane);
    for (int buffer = 0; first < pixels; first += stride, buffer ^= 1) {
#pragma unroll
        for (int r = 0; r < each; r++) {
            const int band = warp + r * tile_warps;
            rows[buffer][band][lane] = __int2half_rn(next[r] - centres[band]);
        }
        // The other buffer is free too: all warps have multiplied what was in it.
        __syncthreads();
        load(first + stride + lane);
        if (!has_pairs) continue;
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            fragment<matrix_a, 16, 16, 16, half, row_major> a[2];
            fragment<matrix_b, 16, 16, 16, half, col_major> b[2];
            for (int part = 0; part < 2; part++) {
                load_matrix_sync(a[part], &rows[buffer][top * 32 + part * 16][k], pitch);
                load_matrix_sync(b[part], &rows[buffer][left * 32 + part * 16][k], pitch);
            }
            for (int r = 0; r < 2; r++) {
                for (int c = 0; c < 2; c++) mma_sync(sums[r][c], a[r], b[c], sums[r][c]);
            }
        }
    }
    __syncthreads();
    if (!has_pairs) return;
    float* own = reinterpret_cast<float*>(rows) + warp * 256;
    const double scale = 1.0 / double(pixels - 1);
    for (int part = 0; part < 4; part++) {
        store_matrix_sync(own, sums[part / 2][part % 2], 16, mem_row_major);
        __syncwarp();
        for (int at = lane; at < 256; at += 32) {
            const int i = top * 32 + part / 2 * 16 + at / 16, j = left * 32 + part % 2 * 16 + at % 16;
            // What rounding took from the means is subtracted once.
            const float rest = (means[i] - rintf(means[i])) * (means[j] - rintf(means[j]));
            const double sum = own[at] - (blockIdx.x == 0 ? double(rest) * double(pixels) : 0.0);
            if (i <= j) atomicAdd(&result[i * bands + j], sum * scale);
        }
        __syncwarp();
    }
}
