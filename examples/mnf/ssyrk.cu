// How far cublasSsyrk over all pixels, and cuBLAS over shares of them, are from the covariance by
// V4, which adds shares in double precision: of each image and of its noise.
//
//     nvcc -O3 -std=c++17 -arch=native ssyrk.cu -o ssyrk && ./ssyrk

#include <cmath>

#include "covariance.cuh"
#include "cublas.cuh"
#include "filtering.cuh"

using Create = int (*)(void**);
using Ssyrk = int (*)(void*, int, int, int, int, const float*, const float*, int, const float*, float*, int);

// Half of the matrix by one call.
static std::vector<float> by_ssyrk(const float* floats, int bands, int pixels) {
    void* library = dlopen("libcublas.so.13", RTLD_NOW);
    auto create = library ? reinterpret_cast<Create>(dlsym(library, "cublasCreate_v2")) : nullptr;
    auto ssyrk = library ? reinterpret_cast<Ssyrk>(dlsym(library, "cublasSsyrk_v2")) : nullptr;
    void* handle;
    float* result = on_device<float>(bands * bands);
    const float alpha = 1.f / float(pixels - 1), beta = 0;
    // Lower half of the transposed.
    if (!create || !ssyrk || create(&handle) != 0 ||
        ssyrk(handle, 0, 1, bands, pixels, &alpha, floats, pixels, &beta, result, bands) != 0) {
        std::fprintf(stderr, "ssyrk: cublasSsyrk failed\n");
        std::exit(1);
    }
    const auto half = on_host(result, bands * bands);
    CHECK(cudaFree(result));
    return half;
}

template <typename T>
static void compare(const char* what, const T* data, Image size) {
    const int bands = size.bands;
    const size_t pixels = size.pixels();
    Covariance v4(size), by_shares(size);
    v4.find_means(data);
    v4.find(4, data);
    const auto right = v4.matrix();
    Cublas(size).covariance(data, v4.means, by_shares.result);
    const auto in_shares = on_host(by_shares.result, bands * bands);
    float* floats = on_device<float>(bands * pixels);
    centred<<<dim3(256, bands), 256>>>(data, v4.means, floats, pixels, pixels);
    CHECK(cudaGetLastError());
    const auto half = by_ssyrk(floats, bands, int(pixels));
    CHECK(cudaFree(floats));
    double whole = 0, parts = 0, diagonal = 0;
    for (int i = 0; i < bands; i++) {
        for (int j = i; j < bands; j++) {
            const int at = i * bands + j;
            const double scale = std::sqrt(right[i * bands + i] * right[j * bands + j]);
            whole = std::max(whole, std::abs(half[at] - right[at]) / scale);
            parts = std::max(parts, std::abs(in_shares[at] - right[at]) / scale);
        }
        diagonal += (half[i * bands + i] / right[i * bands + i] - 1) / bands;
    }
    std::printf("%s of %d x %d: ssyrk is off by %.1e of sqrt(cii cjj) at most, variances by %.1e in the mean; "
                "in shares %.1e\n",
                what, size.height, size.width, whole, diagonal, parts);
}

int main() {
    for (int image = 1; image < 4; image++) {
        const Image size = images[image];
        unsigned char* data = image_on_device(size);
        short* noises = on_device<short>(size.bytes());
        filter(3, data, noises, size);
        compare("image", data, size);
        compare("noise", noises, size);
        CHECK(cudaFree(data));
        CHECK(cudaFree(noises));
    }
}
