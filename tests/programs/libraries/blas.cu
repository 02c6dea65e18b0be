// cuBLAS: products in float and half, batched products, and a dot product whose result the
// host waits for. The kernels come out of the library's own code, loaded when first used.
// All numbers are small integers, so every order of summation has the same result.
#include "library.cuh"

#include <cublas_v2.h>
#include <cuda_fp16.h>

constexpr int n = 256, batch = 8, square = n * n;

static float number(int i) { return static_cast<float>(i * 7 % 9 - 4); }

// What column-major product number `of` of the batch has in a row and a column.
static float product(const std::vector<float>& a, const std::vector<float>& b, int of, int row,
                     int column) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += a[of * square + k * n + row] * b[of * square + column * n + k];
    }
    return sum;
}

static void expect(const char* name, const DeviceArray<float>& found, const std::vector<float>& a,
                   const std::vector<float>& b, int products, float times) {
    const std::vector<float> c = found.host();
    long checksum = 0;
    for (int i = 0; i < products * square; i++) {
        const float wanted = product(a, b, i / square, i % n, i % square / n);
        require(c[i] == times * wanted, name);
        checksum += static_cast<long>(c[i]) * (i % 101);
    }
    std::printf("%s: checksum %ld\n", name, checksum);
}

int main() {
    std::vector<float> a(batch * square), b(batch * square);
    std::vector<__half> half_a(square), half_b(square);
    for (int i = 0; i < batch * square; i++) a[i] = number(i), b[i] = number(3 * i + i / n);
    for (int i = 0; i < square; i++) {
        half_a[i] = __float2half(a[i]);
        half_b[i] = __float2half(b[i]);
    }
    DeviceArray<float> on_a(a), on_b(b), c(std::vector<float>(batch * square, 0.0f));
    DeviceArray<__half> on_half_a(half_a), on_half_b(half_b);

    cublasHandle_t handle;
    cudaStream_t stream;
    LIBRARY(cublasCreate(&handle));
    CHECK(cudaStreamCreate(&stream));
    LIBRARY(cublasSetStream(handle, stream));
    const float one = 1, zero = 0;

    // Each adds to what the one before left: a product that ran twice shows.
    for (int i = 0; i < 20; i++) {
        LIBRARY(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, on_a.get(), n,
                            on_b.get(), n, i == 0 ? &zero : &one, c.get(), n));
    }
    CHECK(cudaStreamSynchronize(stream));
    expect("cublasSgemm", c, a, b, 1, 20);

    LIBRARY(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, on_half_a.get(),
                         CUDA_R_16F, n, on_half_b.get(), CUDA_R_16F, n, &zero, c.get(), CUDA_R_32F,
                         n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    CHECK(cudaStreamSynchronize(stream));
    expect("cublasGemmEx", c, a, b, 1, 1);

    LIBRARY(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, on_a.get(),
                                      n, square, on_b.get(), n, square, &zero, c.get(), n, square,
                                      batch));
    CHECK(cudaStreamSynchronize(stream));
    expect("cublasSgemmStridedBatched", c, a, b, batch, 1);

    float dot = 0, wanted = 0;
    LIBRARY(cublasSdot(handle, square, on_a.get(), 1, on_b.get(), 1, &dot));
    for (int i = 0; i < square; i++) wanted += a[i] * b[i];
    require(dot == wanted, "cublasSdot");
    std::printf("cublasSdot: %.0f\n", dot);
    LIBRARY(cublasDestroy(handle));
    CHECK(cudaStreamDestroy(stream));
}
