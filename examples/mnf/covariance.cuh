// Steps 2 and 4 of MNF: the covariance of each pair of bands, of the noise and of the image.
// Only pairs (i, j) with i <= j are computed.

#pragma once

#include "tensor_cores.cuh"

// The sum of a value over a block of 256 threads, in thread 0.
template <typename T>
__device__ T block_sum(T value, T* shared) {
    shared[threadIdx.x] = value;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
        __syncthreads();
    }
    return shared[0];
}

// The mean of each band. A block sums a part of a band; sums of integers are exact.
template <typename T>
__global__ void band_sums(const T* data, unsigned long long* sums, size_t pixels) {
    __shared__ unsigned long long shared[256];
    const T* band = data + blockIdx.y * pixels;
    unsigned long long sum = 0;
    for (size_t k = blockIdx.x * 256 + threadIdx.x; k < pixels; k += size_t(gridDim.x) * 256) {
        sum += static_cast<long long>(band[k]);
    }
    sum = block_sum(sum, shared);
    if (threadIdx.x == 0) atomicAdd(&sums[blockIdx.y], sum);
}

__global__ void means_of_sums(const unsigned long long* sums, float* means, size_t pixels) {
    means[threadIdx.x] = float(double(static_cast<long long>(sums[threadIdx.x])) / pixels);
}

// V0 to V2: a block for each pair of bands, a thread for every 256th pixel.
// V0: each thread adds to its place in global memory, and one thread sums up.
template <typename T>
__global__ void covariance_v0(const T* data, const float* means, double* result,
                              volatile float* scratch, size_t pixels) {
    const int i = blockIdx.x, j = blockIdx.y;
    if (i > j) return;
    volatile float* own = scratch + (size_t(j) * gridDim.x + i) * 256 + threadIdx.x;
    *own = 0;
    for (size_t k = threadIdx.x; k < pixels; k += 256) {
        *own += (float(data[i * pixels + k]) - means[i]) * (float(data[j * pixels + k]) - means[j]);
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    double sum = 0;
    for (int thread = 0; thread < 256; thread++) sum += own[thread];
    result[i * gridDim.x + j] = sum / double(pixels - 1);
}

// V1: in shared memory, summed up by all threads.
template <typename T>
__global__ void covariance_v1(const T* data, const float* means, double* result,
                              volatile float*, size_t pixels) {
    __shared__ volatile float partial[256];
    __shared__ double shared[256];
    const int i = blockIdx.x, j = blockIdx.y;
    if (i > j) return;
    partial[threadIdx.x] = 0;
    for (size_t k = threadIdx.x; k < pixels; k += 256) {
        partial[threadIdx.x] +=
            (float(data[i * pixels + k]) - means[i]) * (float(data[j * pixels + k]) - means[j]);
    }
    const double sum = block_sum(double(partial[threadIdx.x]), shared);
    if (threadIdx.x == 0) result[i * gridDim.x + j] = sum / double(pixels - 1);
}

// V2: the sum of a thread in a register.
template <typename T>
__global__ void covariance_v2(const T* data, const float* means, double* result,
                              volatile float*, size_t pixels) {
    __shared__ double shared[256];
    const int i = blockIdx.x, j = blockIdx.y;
    if (i > j) return;
    float partial = 0;
    for (size_t k = threadIdx.x; k < pixels; k += 256) {
        partial += (float(data[i * pixels + k]) - means[i]) * (float(data[j * pixels + k]) - means[j]);
    }
    const double sum = block_sum(double(partial), shared);
    if (threadIdx.x == 0) result[i * gridDim.x + j] = sum / double(pixels - 1);
}

// A block computes 32 x 32 pairs for a share of the pixels: 32 pixels of 64 bands at a time in
// shared memory, a row of Pitch floats for each band. Each of 64 threads has 4 x 4 pairs and
// reads four pixels at a time.
constexpr int bands_per_tile = 32;

template <int Pitch, typename T>
__device__ void covariance_tile(const T* data, const float* means, double* result, int bands,
                                size_t pixels) {
    const int top = blockIdx.y * bands_per_tile, left = blockIdx.x * bands_per_tile;
    if (top > left) return;
    __shared__ __align__(16) float rows[2][bands_per_tile][Pitch];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sums[4][4] = {};
    for (size_t first = size_t(blockIdx.z) * 32; first < pixels; first += size_t(gridDim.z) * 32) {
        __syncthreads();
        const T* from = data + (warp == 0 ? top : left) * pixels + first + lane;
        const float* mean = means + (warp == 0 ? top : left);
        const bool there = first + lane < pixels;
#pragma unroll 8
        for (int band = 0; band < bands_per_tile; band++) {
            rows[warp][band][lane] = there ? float(from[band * pixels]) - mean[band] : 0.f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 4) {
            float4 a[4], b[4];
#pragma unroll
            for (int r = 0; r < 4; r++) {
                a[r] = *reinterpret_cast<const float4*>(&rows[0][y + 8 * r][k]);
                b[r] = *reinterpret_cast<const float4*>(&rows[1][x + 8 * r][k]);
            }
#pragma unroll
            for (int r = 0; r < 4; r++) {
#pragma unroll
                for (int c = 0; c < 4; c++) {
                    sums[r][c] += a[r].x * b[c].x + a[r].y * b[c].y + a[r].z * b[c].z + a[r].w * b[c].w;
                }
            }
        }
    }
    for (int r = 0; r < 4; r++) {
        for (int c = 0; c < 4; c++) {
            const int i = top + y + 8 * r, j = left + x + 8 * c;
            if (i <= j) atomicAdd(&result[i * bands + j], double(sums[r][c]) / double(pixels - 1));
        }
    }
}

// V3: tiles in shared memory. The rows of a column of threads begin in the same bank.
template <typename T>
__global__ void covariance_v3(const T* data, const float* means, double* result, int bands,
                              size_t pixels) {
    covariance_tile<32>(data, means, result, bands, pixels);
}

// V4: rows with four floats of padding.
template <typename T>
__global__ void covariance_v4(const T* data, const float* means, double* result, int bands,
                              size_t pixels) {
    covariance_tile<36>(data, means, result, bands, pixels);
}

// What a covariance needs on the device beside its data.
struct Covariance {
    Image size;
    unsigned long long* sums;
    float* means;
    double* result;
    float* scratch;

    explicit Covariance(Image image, bool with_scratch = false)
        : size(image), sums(on_device<unsigned long long>(image.bands)),
          means(on_device<float>(image.bands)),
          result(on_device<double>(image.bands * image.bands)),
          scratch(with_scratch ? on_device<float>(image.bands * image.bands * 256) : nullptr) {}
    Covariance(const Covariance&) = delete;
    Covariance& operator=(const Covariance&) = delete;
    ~Covariance() {
        CHECK(cudaFree(sums));
        CHECK(cudaFree(means));
        CHECK(cudaFree(result));
        CHECK(cudaFree(scratch));
    }

    template <typename T>
    void find_means(const T* data) {
        CHECK(cudaMemsetAsync(sums, 0, size.bands * sizeof *sums));
        band_sums<<<dim3(16, size.bands), 256>>>(data, sums, size.pixels());
        means_of_sums<<<1, size.bands>>>(sums, means, size.pixels());
        CHECK(cudaGetLastError());
    }

    template <typename T>
    void find(int version, const T* data) {
        const int bands = size.bands, tiles = bands / bands_per_tile;
        const size_t pixels = size.pixels();
        const dim3 pairs(bands, bands);
        // Blocks for all SMs, and sums of few enough pixels for a float.
        const dim3 shares(tiles, tiles, 128);
        if (version > 2) CHECK(cudaMemsetAsync(result, 0, bands * bands * sizeof *result));
        switch (version) {
        case 0: covariance_v0<<<pairs, 256>>>(data, means, result, scratch, pixels); break;
        case 1: covariance_v1<<<pairs, 256>>>(data, means, result, scratch, pixels); break;
        case 2: covariance_v2<<<pairs, 256>>>(data, means, result, scratch, pixels); break;
        case 3: covariance_v3<<<shares, 64>>>(data, means, result, bands, pixels); break;
        case 4: covariance_v4<<<shares, 64>>>(data, means, result, bands, pixels); break;
        default: {
            // A block for each SM.
            int device, sms;
            CHECK(cudaGetDevice(&device));
            CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
            covariance_v5<<<sms, tile_warps * 32>>>(data, means, result, bands, pixels);
        }
        }
        CHECK(cudaGetLastError());
    }

    // Both halves of the matrix.
    std::vector<double> matrix() const {
        std::vector<double> all = on_host(result, size.bands * size.bands);
        for (int i = 0; i < size.bands; i++) {
            for (int j = 0; j < i; j++) all[i * size.bands + j] = all[j * size.bands + i];
        }
        return all;
    }
};
