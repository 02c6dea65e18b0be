// The covariance by cuBLAS. cuBLAS is opened at run time: the example builds without it.
//
// A product of single precision over all pixels adds a million numbers in one float, and what is
// lost grows with the image: cublasSsyrk gave wrong components for images 2 and 3. So each of
// `shares` shares of the pixels has a product of its own, and these are added in double precision.

#pragma once

#include <dlfcn.h>

#include "image.cuh"

constexpr int shares = 128;

// Pixels of a share, and of a band with zeros behind it: rows of four begin at 16 bytes.
inline size_t pixels_per_share(Image size) { return (size.pixels() + shares * 4 - 1) / (shares * 4) * 4; }
inline size_t padded_pixels(Image size) { return shares * pixels_per_share(size); }

template <typename T>
__global__ void centred(const T* data, const float* means, float* result, size_t pixels, size_t padded) {
    for (size_t k = blockIdx.x * size_t(blockDim.x) + threadIdx.x; k < padded;
         k += size_t(gridDim.x) * blockDim.x) {
        const float value = k < pixels ? float(data[blockIdx.y * pixels + k]) - means[blockIdx.y] : 0.f;
        result[blockIdx.y * padded + k] = value;
    }
}

__global__ void sum_of_shares(const float* products, double* result, int values, double divisor) {
    const int value = blockIdx.x * blockDim.x + threadIdx.x;
    if (value >= values) return;
    double sum = 0;
    for (int share = 0; share < shares; share++) sum += products[share * values + value];
    result[value] = sum / divisor;
}

class Cublas {
    using Create = int (*)(void**);
    using Gemm = int (*)(void*, int, int, int, int, int, const float*, const float*, int, long long,
                         const float*, int, long long, const float*, float*, int, long long, int);
    void* handle = nullptr;
    Gemm gemm = nullptr;
    Image size;
    float* floats;
    float* products;

    static void failed(const char* what) {
        std::fprintf(stderr, "mnf: %s: put the folder of libcublas.so.13 into LD_LIBRARY_PATH\n", what);
        std::exit(1);
    }

  public:
    explicit Cublas(Image image)
        : size(image), floats(on_device<float>(image.bands * padded_pixels(image))),
          products(on_device<float>(size_t(shares) * image.bands * image.bands)) {
        void* library = dlopen("libcublas.so.13", RTLD_NOW);
        if (!library) failed(dlerror());
        auto create = reinterpret_cast<Create>(dlsym(library, "cublasCreate_v2"));
        gemm = reinterpret_cast<Gemm>(dlsym(library, "cublasSgemmStridedBatched"));
        if (!create || !gemm || create(&handle) != 0) failed("cuBLAS does not start");
    }
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;
    ~Cublas() {
        CHECK(cudaFree(floats));
        CHECK(cudaFree(products));
    }

    // Both halves of the matrix. Pixels of a band lie side by side, which BLAS calls a column.
    template <typename T>
    void covariance(const T* data, const float* means, double* result) {
        const float one = 1, zero = 0;
        const int bands = size.bands, values = bands * bands, padded = int(padded_pixels(size));
        const int share = int(pixels_per_share(size));
        centred<<<dim3(256, bands), 256>>>(data, means, floats, size.pixels(), padded);
        constexpr int transposed = 1, plain = 0;  // CUBLAS_OP_T, CUBLAS_OP_N
        if (gemm(handle, transposed, plain, bands, bands, share, &one, floats, padded, share, floats,
                 padded, share, &zero, products, bands, values, shares) != 0) {
            failed("cublasSgemmStridedBatched failed");
        }
        const double divisor = double(size.pixels() - 1);
        sum_of_shares<<<(values + 255) / 256, 256>>>(products, result, values, divisor);
        CHECK(cudaGetLastError());
    }
};
