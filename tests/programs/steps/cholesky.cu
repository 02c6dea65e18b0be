// Cholesky's factorisation of a symmetric positive matrix, by panels: the block on the diagonal, the
// panel under it, and what is right of it, which becomes less with each panel.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 cholesky.cu -o cholesky

#include "marks.cuh"

#include <cmath>
#include <random>
#include <vector>

constexpr int N = 8192, B = 32, TILE = 32;

// Row by row; only the lower half matters.
__global__ void build(float *a) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (column >= N)
        return;
    float away = abs(row - column);
    float value = expf(-away / 50.0f) + 0.2f * cosf(0.01f * (row + column)) * expf(-away / 5.0f);
    a[long(row) * N + column] = row == column ? value + 2.0f : value;
}

__global__ void factor_diagonal(float *a, int k) {
    __shared__ float block[B][B + 1];
    int i = threadIdx.y, j = threadIdx.x;
    block[i][j] = a[long(k + i) * N + k + j];
    __syncthreads();
    for (int p = 0; p < B; p++) {
        if (i == p && j == p)
            block[p][p] = sqrtf(block[p][p]);
        __syncthreads();
        if (j == p && i > p)
            block[i][p] /= block[p][p];
        __syncthreads();
        if (j > p && i >= j)
            block[i][j] -= block[i][p] * block[j][p];
        __syncthreads();
    }
    if (i >= j)
        a[long(k + i) * N + k + j] = block[i][j];
}

// A thread for each row under the diagonal: x L' = a.
__global__ void solve_panel(float *a, int k) {
    __shared__ float lower[B][B];
    for (int t = threadIdx.x; t < B * B; t += blockDim.x)
        lower[t / B][t % B] = a[long(k + t / B) * N + k + t % B];
    __syncthreads();
    int row = k + B + blockIdx.x * blockDim.x + threadIdx.x;
    if (row < N) {
        float x[B];
        for (int j = 0; j < B; j++) {
            float sum = a[long(row) * N + k + j];
            for (int p = 0; p < j; p++)
                sum -= x[p] * lower[j][p];
            x[j] = sum / lower[j][j];
        }
        for (int j = 0; j < B; j++)
            a[long(row) * N + k + j] = x[j];
    }
}

__global__ void update(float *a, int k) {
    __shared__ float left[TILE][B + 1], right[TILE][B + 1];
    if (blockIdx.x > blockIdx.y)
        return;
    int first = k + B, i = threadIdx.y, j = threadIdx.x;
    int row = first + blockIdx.y * TILE + i, column = first + blockIdx.x * TILE + j;
    int other = first + blockIdx.x * TILE + i;
    left[i][j] = row < N ? a[long(row) * N + k + j] : 0.0f;
    right[i][j] = other < N ? a[long(other) * N + k + j] : 0.0f;
    __syncthreads();
    float sum = 0;
    for (int p = 0; p < B; p++)
        sum += left[i][p] * right[j][p];
    if (row < N && column < N)
        a[long(row) * N + column] -= sum;
}

// y = A x, of a matrix that is symmetric, or of a lower one, or of what a lower one is when turned.
__global__ void product(const float *a, const float *x, float *y, int kind) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= N)
        return;
    double sum = 0;
    int begin = kind == 2 ? row : 0, end = kind == 1 ? row + 1 : N;
    for (int p = begin; p < end; p++)
        sum += double(kind == 2 ? a[long(p) * N + row] : a[long(row) * N + p]) * x[p];
    y[row] = float(sum);
}

int main() {
    Marks marks("panel");
    float *a = allocate<float>(long(N) * N);
    float *x = allocate<float>(N), *y = allocate<float>(N), *z = allocate<float>(N);
    std::vector<float> host(N), expected(N), result(N);
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    for (auto &value : host)
        value = normal(random);
    upload(x, host.data(), N);
    build<<<dim3(blocks(N), N), 256>>>(a);
    product<<<blocks(N), 256>>>(a, x, y, 0);
    download(expected.data(), y, N);
    for (int k = 0; k < N; k += B) {
        marks.begin();
        factor_diagonal<<<1, dim3(B, B)>>>(a, k);
        int rest = N - k - B;
        if (rest > 0) {
            solve_panel<<<blocks(rest, 128), 128>>>(a, k);
            unsigned tiles = blocks(rest, TILE);
            update<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(a, k);
        }
        marks.other();
    }
    product<<<blocks(N), 256>>>(a, x, z, 2);
    product<<<blocks(N), 256>>>(a, z, y, 1);
    download(result.data(), y, N);
    double error = 0, size = 0;
    for (int i = 0; i < N; i++) {
        error += std::pow(double(result[i]) - expected[i], 2);
        size += std::pow(double(expected[i]), 2);
    }
    error = std::sqrt(error / size);
    expect(error < 1e-3, "L L' is the matrix");
    printf("relative error %g\n", error);
}
