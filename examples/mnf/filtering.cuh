// Step 1 of MNF: noise = image - what a filter of 3 x 3 pixels makes of it. Pixels beyond the
// edge are those on it.

#pragma once

#include "image.cuh"

// Of nine values, the middle one. The sort indexes the array by what it reads.
__host__ __device__ inline int median(unsigned char* values) {
    for (int i = 1; i < 9; i++) {
        const unsigned char value = values[i];
        int place = i;
        while (place > 0 && values[place - 1] > value) {
            values[place] = values[place - 1];
            place--;
        }
        values[place] = value;
    }
    return values[4];
}

__host__ __device__ inline int mean(int sum) { return (sum + 4) / 9; }

__host__ __device__ inline int inside(int place, int size) {
    return place < 0 ? 0 : place < size ? place : size - 1;
}

// A pixel's noise, as a serial program computes it.
__host__ __device__ inline short noise(const unsigned char* band, int y, int x, Image size,
                                       bool by_median) {
    unsigned char values[9];
    int sum = 0;
    for (int i = 0; i < 9; i++) {
        const size_t row = inside(y + i / 3 - 1, size.height);
        values[i] = band[row * size.width + inside(x + i % 3 - 1, size.width)];
        sum += values[i];
    }
    const int centre = values[4];
    return short(centre - (by_median ? median(values) : mean(sum)));
}

// V0: the median. Its array lies in local memory.
__global__ void filtering_v0(const unsigned char* image, short* result, Image size) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= size.width || y >= size.height) return;
    const size_t band = blockIdx.z * size.pixels();
    result[band + size_t(y) * size.width + x] = noise(image + band, y, x, size, true);
}

// V1: the mean, in registers.
__global__ void filtering_v1(const unsigned char* image, short* result, Image size) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= size.width || y >= size.height) return;
    const size_t band = blockIdx.z * size.pixels();
    result[band + size_t(y) * size.width + x] = noise(image + band, y, x, size, false);
}

// Through shared memory: a block computes Rows rows of Width pixels, a thread every
// (Threads / Width)-th of them, and loads them with a border of one pixel.
template <int Width, int Rows, int Threads>
__device__ void filter_tile(const unsigned char* image, short* result, Image size) {
    constexpr int pitch = Width + 2;
    __shared__ unsigned char tile[Rows + 2][pitch];
    const int left = blockIdx.x * Width, top = blockIdx.y * Rows;
    const unsigned char* band = image + blockIdx.z * size.pixels();
    for (int i = threadIdx.x; i < (Rows + 2) * pitch; i += Threads) {
        const size_t row = inside(top + i / pitch - 1, size.height);
        tile[i / pitch][i % pitch] = band[row * size.width + inside(left + i % pitch - 1, size.width)];
    }
    __syncthreads();
    const int column = threadIdx.x % Width, x = left + column;
    if (x >= size.width) return;
    for (int row = threadIdx.x / Width; row < Rows && top + row < size.height;
         row += Threads / Width) {
        int sum = 0;
        for (int i = 0; i < 9; i++) sum += tile[row + i / 3][column + i % 3];
        result[(size_t(blockIdx.z) * size.height + top + row) * size.width + x] =
            short(tile[row + 1][column + 1] - mean(sum));
    }
}

// V2: the three rows that a row needs, in shared memory.
__global__ void filtering_v2(const unsigned char* image, short* result, Image size) {
    filter_tile<256, 1, 256>(image, result, size);
}

// V3: a tile with its border: a loaded row serves three rows of the result.
__global__ void filtering_v3(const unsigned char* image, short* result, Image size) {
    filter_tile<64, 32, 256>(image, result, size);
}

inline void filter(int version, const unsigned char* image, short* result, Image size) {
    const auto blocks = [&](int width, int rows) {
        return dim3((size.width + width - 1) / width, (size.height + rows - 1) / rows, size.bands);
    };
    switch (version) {
    case 0: filtering_v0<<<blocks(32, 8), dim3(32, 8)>>>(image, result, size); break;
    case 1: filtering_v1<<<blocks(32, 8), dim3(32, 8)>>>(image, result, size); break;
    case 2: filtering_v2<<<blocks(256, 1), 256>>>(image, result, size); break;
    default: filtering_v3<<<blocks(64, 32), 256>>>(image, result, size);
    }
    CHECK(cudaGetLastError());
}
