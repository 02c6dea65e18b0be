// Step 8 of MNF: the first components of each pixel, Z = T^t X.

#pragma once

#include "image.cuh"

constexpr int components = 32;
constexpr int max_bands = 224;

// The transformation: the weight of a band in a component, components side by side.
__constant__ float weights[max_bands * components];

// V0: a thread for a component of a pixel; the matrix lies in global memory.
__global__ void transformation_v0(const unsigned char* image, const float* matrix, float* result,
                                  int bands, size_t pixels) {
    const size_t k = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    const int component = blockIdx.y;
    if (k >= pixels) return;
    float sum = 0;
    for (int band = 0; band < bands; band++) {
        sum += matrix[band * components + component] * image[band * pixels + k];
    }
    result[component * pixels + k] = sum;
}

// V1: the matrix in constant memory, which gives a word to a whole warp.
__global__ void transformation_v1(const unsigned char* image, const float*, float* result,
                                  int bands, size_t pixels) {
    const size_t k = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    const int component = blockIdx.y;
    if (k >= pixels) return;
    float sum = 0;
    for (int band = 0; band < bands; band++) {
        sum += weights[band * components + component] * image[band * pixels + k];
    }
    result[component * pixels + k] = sum;
}

// V2: all bands of 64 pixels in shared memory, for all components: each byte of the image is
// loaded once. A thread has eight components of a pixel.
constexpr int pixels_per_tile = 64;

__global__ void transformation_v2(const unsigned char* image, const float*, float* result,
                                  int bands, size_t pixels) {
    __shared__ unsigned char tile[max_bands][pixels_per_tile];
    const size_t first = blockIdx.x * size_t(pixels_per_tile);
    const int pixel = threadIdx.x % pixels_per_tile, group = threadIdx.x / pixels_per_tile;
    const bool there = first + pixel < pixels;
    for (int band = group; band < bands; band += 4) {
        tile[band][pixel] = there ? image[band * pixels + first + pixel] : 0;
    }
    __syncthreads();
    float sums[8] = {};
    for (int band = 0; band < bands; band++) {
        const float value = tile[band][pixel];
#pragma unroll
        for (int c = 0; c < 8; c++) sums[c] += weights[band * components + group * 8 + c] * value;
    }
    if (!there) return;
    for (int c = 0; c < 8; c++) result[(group * 8 + c) * pixels + first + pixel] = sums[c];
}

inline void transform(int version, const unsigned char* image, const float* matrix, float* result,
                      Image size) {
    const size_t pixels = size.pixels();
    const dim3 single(unsigned((pixels + 255) / 256), components);
    const unsigned tiles = unsigned((pixels + pixels_per_tile - 1) / pixels_per_tile);
    switch (version) {
    case 0: transformation_v0<<<single, 256>>>(image, matrix, result, size.bands, pixels); break;
    case 1: transformation_v1<<<single, 256>>>(image, matrix, result, size.bands, pixels); break;
    default: transformation_v2<<<tiles, 256>>>(image, matrix, result, size.bands, pixels);
    }
    CHECK(cudaGetLastError());
}
