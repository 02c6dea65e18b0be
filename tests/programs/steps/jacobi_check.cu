// Jacobi sweeps in pairs, back and forth between two arrays. Steps (block): ten pairs, then the
// residual, which the host reads.
//
//     nvcc -O2 -lineinfo -o jacobi_check jacobi_check.cu -ldl

#include <cmath>

#include "marks.cuh"

constexpr int N = 128;

__global__ void sweep(float *out, const float *in, const float *b) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= N - 1 || j >= N - 1) return;
    const int at = i * N + j;
    out[at] = 0.25f * (b[at] + in[at - N] + in[at + N] + in[at - 1] + in[at + 1]);
}

// The square sum of what a sweep would change.
__global__ void residual(float *sum, const float *x, const float *b) {
    __shared__ float parts[256];
    const int at = blockIdx.x * 256 + threadIdx.x, i = at / N, j = at % N;
    float r = 0;
    if (i > 0 && j > 0 && i < N - 1 && j < N - 1) {
        r = b[at] + x[at - N] + x[at + N] + x[at - 1] + x[at + 1] - 4 * x[at];
    }
    parts[threadIdx.x] = r * r;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(sum, parts[0]);
}

__global__ void fill(float *b) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < N * N) b[at] = (at * 7919 % 13) - 6.0f;
}

int main() {
    Marks marks("block");
    float *x = allocate<float>(N * N), *y = allocate<float>(N * N);
    float *b = allocate<float>(N * N), *sum = allocate<float>(1);
    const dim3 block(32, 8), grid(N / 32, N / 8);
    fill<<<blocks(N * N), 256>>>(b);
    float last = INFINITY;
    for (int number = 0; number < 10; ++number) {
        marks.begin();
        for (int pair = 0; pair < 10; ++pair) {
            sweep<<<grid, block>>>(y, x, b);
            sweep<<<grid, block>>>(x, y, b);
        }
        float squares;
        check(cudaMemsetAsync(sum, 0, sizeof(float)), "cudaMemsetAsync");
        residual<<<N * N / 256, 256>>>(sum, x, b);
        download(&squares, sum, 1);
        expect(squares < last, "the residual");
        last = squares;
    }
    marks.other();
    fill<<<blocks(N * N), 256>>>(b);
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    printf("100 pairs of sweeps\n");
    return 0;
}
