// A transpose, good or (with -DSLOW) with uncoalesced reads: the same result.
#include <vector>

constexpr int N = 4096, T = 32;

__global__ void transpose(const float* in, float* out, int n) {
    const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
#ifdef SLOW
    for (int k = 0; k < T; k += 8) {
        out[(size_t)(y + k) * n + x] = in[(size_t)x * n + y + k];
    }
#else
    __shared__ float tile[T][T + 1];
    const int column = blockIdx.y * T + threadIdx.x, row = blockIdx.x * T + threadIdx.y;
    for (int k = 0; k < T; k += 8) {
        tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(row + k) * n + column];
    }
    __syncthreads();
    for (int k = 0; k < T; k += 8) {
        out[(size_t)(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
    }
#endif
}

extern "C" int run() {
    const size_t bytes = (size_t)N * N * sizeof(float);
    std::vector<float> host((size_t)N * N), back((size_t)N * N);
    for (size_t i = 0; i < host.size(); ++i) {
        host[i] = (float)(i % 8191);
    }
    float *in, *out;
    if (cudaMalloc(&in, bytes) || cudaMalloc(&out, bytes)) {
        return 1;
    }
    cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);
    for (int i = 0; i < 10; ++i) {
        transpose<<<dim3(N / T, N / T), dim3(T, 8)>>>(in, out, N);
    }
    if (cudaMemcpy(back.data(), out, bytes, cudaMemcpyDeviceToHost)) {
        return 2;
    }
    for (int i = 0; i < N; i += 37) {
        for (int j = 0; j < N; ++j) {
            if (back[(size_t)i * N + j] != host[(size_t)j * N + i]) {
                return 3;
            }
        }
    }
    return cudaFree(in) || cudaFree(out);
}
