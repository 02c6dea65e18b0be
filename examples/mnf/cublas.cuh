// The covariance by cublasSsyrk. cuBLAS is opened at run time: the example builds without it.

#pragma once

#include <dlfcn.h>

#include "image.cuh"

template <typename T>
__global__ void centred(const T* data, const float* means, float* result, size_t pixels) {
    const size_t band = blockIdx.y * pixels;
    for (size_t k = blockIdx.x * size_t(blockDim.x) + threadIdx.x; k < pixels;
         k += size_t(gridDim.x) * blockDim.x) {
        result[band + k] = float(data[band + k]) - means[blockIdx.y];
    }
}

class Cublas {
    using Create = int (*)(void**);
    using Ssyrk = int (*)(void*, int, int, int, int, const float*, const float*, int, const float*,
                          float*, int);
    void* handle = nullptr;
    Ssyrk ssyrk = nullptr;

    static void failed(const char* what) {
        std::fprintf(stderr, "mnf: %s: put the folder of libcublas.so.13 into LD_LIBRARY_PATH\n", what);
        std::exit(1);
    }

  public:
    Cublas() {
        void* library = dlopen("libcublas.so.13", RTLD_NOW);
        if (!library) failed(dlerror());
        auto create = reinterpret_cast<Create>(dlsym(library, "cublasCreate_v2"));
        ssyrk = reinterpret_cast<Ssyrk>(dlsym(library, "cublasSsyrk_v2"));
        if (!create || !ssyrk || create(&handle) != 0) failed("cuBLAS does not start");
    }

    // Of data without its means: pixels of a band side by side, which BLAS calls a column.
    std::vector<double> covariance(const float* data, float* result, Image size) {
        const float alpha = 1.f / float(size.pixels() - 1), beta = 0;
        const int bands = size.bands, pixels = int(size.pixels());
        constexpr int lower = 0, transposed = 1;  // CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T
        if (ssyrk(handle, lower, transposed, bands, pixels, &alpha, data, pixels, &beta, result,
                  bands) != 0) {
            failed("cublasSsyrk failed");
        }
        const std::vector<float> half = on_host(result, bands * bands);
        std::vector<double> all(bands * bands);
        for (int i = 0; i < bands; i++) {
            for (int j = 0; j < bands; j++) all[i * bands + j] = half[std::min(i, j) * bands + std::max(i, j)];
        }
        return all;
    }
};
