// The images: bytes of `bands` bands, one after the other, each of `height` rows of `width`.

#pragma once

#include "../common/measure.cuh"

struct Image {
    int bands, height, width;
    __host__ __device__ size_t pixels() const { return size_t(height) * width; }
    __host__ __device__ size_t bytes() const { return bands * pixels(); }
};

// Image 0 is for tests; 1 to 3 have the sizes of Fang et al., section 8.1.
constexpr Image images[] = {{32, 24, 40}, {224, 614, 1087}, {224, 753, 1924}, {224, 781, 6955}};

__host__ __device__ inline unsigned mixed(unsigned value) {
    value = (value ^ (value >> 16)) * 0x7feb352du;
    value = (value ^ (value >> 15)) * 0x846ca68bu;
    return value ^ (value >> 16);
}

// Rises from 0 to `height` and falls again.
__host__ __device__ inline int wave(int place, int height) {
    const int at = place % (2 * height);
    return at < height ? at : 2 * height - at;
}

// Three materials with smooth spectra, mixed smoothly over the image, and noise of its own in
// each band. Integers alone, so that host and device agree.
__host__ __device__ inline unsigned char made(int band, int y, int x) {
    const int first = wave(x + y / 2, 97), second = wave(y + x / 3, 61), third = wave(x / 2, 43);
    const int signal = first * wave(2 * band, 75) / 97 + second * wave(3 * band + 20, 50) / 61 +
                       third * wave(band + 9, 40) / 43;
    const unsigned noise = mixed(mixed(band * 8192u + y) + x) % (8 + band % 16);
    return static_cast<unsigned char>(20 + signal + noise);
}

// A block makes 256 bytes of a row. Rows are along x: a grid has at most 65535 blocks along y.
__global__ void make_image(unsigned char* image, Image size) {
    const int x = blockIdx.y * blockDim.x + threadIdx.x;
    if (x >= size.width) return;
    const int band = blockIdx.x / size.height, y = blockIdx.x % size.height;
    image[size_t(blockIdx.x) * size.width + x] = made(band, y, x);
}

inline unsigned char* image_on_device(Image size) {
    unsigned char* image = on_device<unsigned char>(size.bytes());
    make_image<<<dim3(size.bands * size.height, (size.width + 255) / 256), 256>>>(image, size);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    return image;
}
