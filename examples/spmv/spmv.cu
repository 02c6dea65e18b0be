// A sparse matrix times a vector, twice: a thread for each row, and a warp for each row.
// README.md beside this file tells what propp says of the two.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                              \
    do {                                                                         \
        const cudaError_t status = (call);                                       \
        if (status != cudaSuccess) {                                             \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status)); \
            std::exit(1);                                                        \
        }                                                                        \
    } while (0)

constexpr int ROWS = 1 << 19;
constexpr int ENTRIES_A_ROW = 32;

// The matrix in compressed rows: row r has the entries start[r] to start[r + 1].
__global__ void row_per_thread(const int* start, const int* column, const float* value,
                               const float* x, float* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= ROWS) return;
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++) {
        sum += value[k] * x[column[k]];
    }
    y[row] = sum;
}

__global__ void row_per_warp(const int* start, const int* column, const float* value,
                             const float* x, float* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= ROWS) return;
    float sum = 0;
    for (int k = start[row] + lane; k < start[row + 1]; k += 32) {
        sum += value[k] * x[column[k]];
    }
    for (int width = 16; width > 0; width /= 2) sum += __shfl_down_sync(~0u, sum, width);
    if (lane == 0) y[row] = sum;
}

template <typename T>
T* on_device(const std::vector<T>& from) {
    T* data;
    CHECK(cudaMalloc(&data, from.size() * sizeof(T)));
    CHECK(cudaMemcpy(data, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    return data;
}

int main() {
    std::vector<int> start(ROWS + 1), column;
    std::vector<float> value, x(ROWS);
    for (int row = 0; row < ROWS; row++) {
        start[row] = static_cast<int>(column.size());
        x[row] = static_cast<float>(row % 7);
        for (int k = 0; k < ENTRIES_A_ROW; k++) {  // near the diagonal
            column.push_back((row + k * 3) % ROWS);
            value.push_back(static_cast<float>(k % 5));
        }
    }
    start[ROWS] = static_cast<int>(column.size());
    std::vector<float> expected(ROWS), y(ROWS);
    for (int row = 0; row < ROWS; row++)
        for (int k = start[row]; k < start[row + 1]; k++) expected[row] += value[k] * x[column[k]];

    const int *starts = on_device(start), *columns = on_device(column);
    const float *values = on_device(value), *in = on_device(x);
    float* out = on_device(y);
    const auto check = [&](const char* name) {
        CHECK(cudaMemcpy(y.data(), out, ROWS * sizeof(float), cudaMemcpyDeviceToHost));
        for (int row = 0; row < ROWS; row++) {
            if (y[row] != expected[row]) {
                std::fprintf(stderr, "%s: row %d is wrong\n", name, row);
                std::exit(1);
            }
        }
    };
    for (int round = 0; round < 10; round++)
        row_per_thread<<<ROWS / 256, 256>>>(starts, columns, values, in, out);
    check("row_per_thread");
    for (int round = 0; round < 10; round++)
        row_per_warp<<<ROWS / 8, 256>>>(starts, columns, values, in, out);
    check("row_per_warp");
    std::puts("both right");
}
