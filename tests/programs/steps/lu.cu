// LU of a matrix in blocks, without pivots. Steps (panel): a block on the diagonal, the rows and
// columns beside it, and what is left of the matrix; the last has only the first of these. The
// triangular solves come after them, on the host.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -o lu lu.cu -ldl

#include <cmath>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int SIZE = 2048, BLOCK = 32, PANELS = SIZE / BLOCK;

__global__ void factor(float *a, int k) {
    __shared__ float tile[BLOCK][BLOCK + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    float *corner = a + size_t(k) * BLOCK * (SIZE + 1);
    tile[y][x] = corner[y * SIZE + x];
    for (int j = 0; j < BLOCK - 1; ++j) {
        __syncthreads();
        if (x == j && y > j) tile[y][j] /= tile[j][j];
        __syncthreads();
        if (x > j && y > j) tile[y][x] -= tile[y][j] * tile[j][x];
    }
    __syncthreads();
    corner[y * SIZE + x] = tile[y][x];
}

// U to the right of the block: each thread has a column.
__global__ void solve_rows(float *a, int k) {
    __shared__ float tile[BLOCK][BLOCK];
    const float *corner = a + size_t(k) * BLOCK * (SIZE + 1);
    for (int y = 0; y < BLOCK; ++y) tile[y][threadIdx.x] = corner[y * SIZE + threadIdx.x];
    __syncwarp();
    float *column = a + size_t(k) * BLOCK * SIZE + (k + 1 + blockIdx.x) * BLOCK + threadIdx.x;
    float values[BLOCK];
    for (int y = 0; y < BLOCK; ++y) {
        values[y] = column[y * SIZE];
        for (int j = 0; j < y; ++j) values[y] -= tile[y][j] * values[j];
        column[y * SIZE] = values[y];
    }
}

// L below the block: each thread has a row.
__global__ void solve_columns(float *a, int k) {
    __shared__ float tile[BLOCK][BLOCK];
    const float *corner = a + size_t(k) * BLOCK * (SIZE + 1);
    for (int y = 0; y < BLOCK; ++y) tile[y][threadIdx.x] = corner[y * SIZE + threadIdx.x];
    __syncwarp();
    float *row = a + size_t((k + 1 + blockIdx.x) * BLOCK + threadIdx.x) * SIZE + k * BLOCK;
    float values[BLOCK];
    for (int x = 0; x < BLOCK; ++x) {
        values[x] = row[x];
        for (int j = 0; j < x; ++j) values[x] -= values[j] * tile[j][x];
        values[x] /= tile[x][x];
        row[x] = values[x];
    }
}

__global__ void update(float *a, int k) {
    __shared__ float left[BLOCK][BLOCK + 1], right[BLOCK][BLOCK];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = (k + 1 + blockIdx.y) * BLOCK + y, column = (k + 1 + blockIdx.x) * BLOCK + x;
    left[y][x] = a[size_t(row) * SIZE + k * BLOCK + x];
    right[y][x] = a[size_t(k * BLOCK + y) * SIZE + column];
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < BLOCK; ++j) sum += left[y][j] * right[j][x];
    a[size_t(row) * SIZE + column] -= sum;
}

int main() {
    Marks marks("panel");
    std::mt19937 chance(5);
    std::uniform_real_distribution<float> even(-1, 1);
    std::vector<float> matrix(size_t(SIZE) * SIZE), right(SIZE);
    std::vector<double> solution(SIZE);
    for (float &value : matrix) value = even(chance);
    for (int i = 0; i < SIZE; ++i) matrix[size_t(i) * SIZE + i] += 64;
    for (float &value : right) value = even(chance);

    float *a = allocate<float>(matrix.size());
    upload(a, matrix.data(), matrix.size());
    const dim3 tile(BLOCK, BLOCK);
    for (int k = 0; k < PANELS; ++k) {
        marks.begin();
        const int left = PANELS - 1 - k;
        factor<<<1, tile>>>(a, k);
        if (left > 0) {
            solve_rows<<<left, BLOCK>>>(a, k);
            solve_columns<<<left, BLOCK>>>(a, k);
            update<<<dim3(left, left), tile>>>(a, k);
        }
    }
    marks.other();
    std::vector<float> both(matrix.size());
    download(both.data(), a, both.size());

    for (int i = 0; i < SIZE; ++i) {
        solution[i] = right[i];
        for (int j = 0; j < i; ++j) solution[i] -= both[size_t(i) * SIZE + j] * solution[j];
    }
    for (int i = SIZE - 1; i >= 0; --i) {
        for (int j = i + 1; j < SIZE; ++j) solution[i] -= both[size_t(i) * SIZE + j] * solution[j];
        solution[i] /= both[size_t(i) * SIZE + i];
    }
    double worst = 0;
    for (int i = 0; i < SIZE; ++i) {
        double sum = -right[i];
        for (int j = 0; j < SIZE; ++j) sum += matrix[size_t(i) * SIZE + j] * solution[j];
        worst = std::max(worst, std::abs(sum));
    }
    expect(worst < 1e-3, "residual");
    printf("residual %.2e\n", worst);
}
