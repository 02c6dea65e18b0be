// Four ways to transpose a square matrix, each with one defect less than the one
// before. See README.md for what propp says about them.
//
//     transpose [N]      (N a multiple of 32, 4096 by default)

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                       \
    do {                                                                                  \
        cudaError_t status = (call);                                                      \
        if (status != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
                         cudaGetErrorString(status));                                     \
            std::exit(1);                                                                 \
        }                                                                                 \
    } while (0)

constexpr int tile = 32;  // a block moves a tile of 32 x 32 with 32 x 8 threads
constexpr int rows = 8;

// Reads along rows, writes along columns: each store of a warp touches 32 lines.
__global__ void transpose_naive(const float* __restrict__ in, float* __restrict__ out, int n) {
    const int x = blockIdx.x * tile + threadIdx.x;
    const int y = blockIdx.y * tile + threadIdx.y;
    for (int j = 0; j < tile; j += rows) {
        out[size_t(x) * n + y + j] = in[size_t(y + j) * n + x];
    }
}

// Turns the tile round in shared memory, so that both sides run along rows. A row
// of the tile is Pitch floats long.
template <int Pitch>
__device__ void transpose_through_tile(const float* __restrict__ in, float* __restrict__ out,
                                       int n) {
    __shared__ float buffer[tile][Pitch];
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int j = 0; j < tile; j += rows) {
        buffer[threadIdx.y + j][threadIdx.x] = in[size_t(y + j) * n + x];
    }
    __syncthreads();
    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    for (int j = 0; j < tile; j += rows) {
        out[size_t(y + j) * n + x] = buffer[threadIdx.x][threadIdx.y + j];
    }
}

// Rows of 32 floats: a column of the tile lies in a single bank of shared memory.
__global__ void transpose_tiled(const float* __restrict__ in, float* __restrict__ out, int n) {
    transpose_through_tile<tile>(in, out, n);
}

// One float of padding per row moves each row by one bank.
__global__ void transpose_padded(const float* __restrict__ in, float* __restrict__ out, int n) {
    transpose_through_tile<tile + 1>(in, out, n);
}

// The same with four floats per global access. The tile is stored turned round, a
// float at a time; with a pitch of 33 the lanes of a warp, 8 along x and 4 along y,
// hit bank (4x + y + j) mod 32 on either side: all different.
__global__ void transpose_vectorised(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float buffer[tile][tile + 1];
    const float4* in4 = reinterpret_cast<const float4*>(in);
    float4* out4 = reinterpret_cast<float4*>(out);
    const int quad = threadIdx.x % 8;  // of the eight in a row of the tile
    const int row = threadIdx.x / 8 + threadIdx.y * 4;
    const size_t quads = n / 4;  // in a row of the matrix

    const float4 read = in4[(blockIdx.y * tile + row) * quads + blockIdx.x * (tile / 4) + quad];
    buffer[4 * quad + 0][row] = read.x;
    buffer[4 * quad + 1][row] = read.y;
    buffer[4 * quad + 2][row] = read.z;
    buffer[4 * quad + 3][row] = read.w;
    __syncthreads();
    const float* turned = &buffer[row][4 * quad];
    out4[(blockIdx.x * tile + row) * quads + blockIdx.y * (tile / 4) + quad] =
        make_float4(turned[0], turned[1], turned[2], turned[3]);
}

using Kernel = void (*)(const float*, float*, int);

// The value of an element is its index mod 2^24, which a float holds exactly.
static float element(size_t index) { return static_cast<float>(index % (1 << 24)); }

static void run(const char* name, Kernel kernel, const float* in, float* out, int n) {
    const int launches = 5;
    CHECK(cudaMemset(out, 0, sizeof(float) * n * n));
    for (int launch = 0; launch < launches; launch++) {
        kernel<<<dim3(n / tile, n / tile), dim3(tile, rows)>>>(in, out, n);
        CHECK(cudaGetLastError());
    }
    std::vector<float> result(size_t(n) * n);
    CHECK(cudaMemcpy(result.data(), out, sizeof(float) * n * n, cudaMemcpyDeviceToHost));
    for (size_t y = 0; y < size_t(n); y++) {
        for (size_t x = 0; x < size_t(n); x++) {
            if (result[y * n + x] != element(x * n + y)) {
                std::fprintf(stderr, "%s: wrong value at row %zu, column %zu\n", name, y, x);
                std::exit(1);
            }
        }
    }
    std::printf("%s: %d launches, %d x %d, correct\n", name, launches, n, n);
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 4096;
    if (n <= 0 || n % tile != 0) {
        std::fprintf(stderr, "usage: transpose [N], N a multiple of %d\n", tile);
        return 2;
    }
    std::vector<float> matrix(size_t(n) * n);
    for (size_t i = 0; i < matrix.size(); i++) matrix[i] = element(i);
    float *in, *out;
    CHECK(cudaMalloc(&in, sizeof(float) * n * n));
    CHECK(cudaMalloc(&out, sizeof(float) * n * n));
    CHECK(cudaMemcpy(in, matrix.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice));

    run("transpose_naive", transpose_naive, in, out, n);
    run("transpose_tiled", transpose_tiled, in, out, n);
    run("transpose_padded", transpose_padded, in, out, n);
    run("transpose_vectorised", transpose_vectorised, in, out, n);

    CHECK(cudaFree(out));
    CHECK(cudaFree(in));
}
