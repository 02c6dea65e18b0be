// Four ways to transpose a square matrix, each with one defect less than the one
// before. See README.md for what propp says about them.
//
//     transpose [N [VERSION]]      (N a multiple of 32, 4096 by default)
//
// Without VERSION, 0 to 4, all but the last run. Version 4 needs a multiple of 64.

#include "../common/measure.cuh"

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

// Tiles of 64 x 64: a thread has four quads in flight in place of one.
constexpr int large_tile = 64;

__global__ void transpose_large_tile(const float* __restrict__ in, float* __restrict__ out, int n) {
    __shared__ float buffer[large_tile][large_tile + 1];
    const float4* in4 = reinterpret_cast<const float4*>(in);
    float4* out4 = reinterpret_cast<float4*>(out);
    const int thread = threadIdx.y * tile + threadIdx.x;
    const int quad = thread % 16;
    const size_t quads = n / 4;

    float4 read[4];
    for (int j = 0; j < 4; j++) {
        const int row = thread / 16 + 16 * j;
        read[j] = in4[(blockIdx.y * large_tile + row) * quads + blockIdx.x * 16 + quad];
    }
    for (int j = 0; j < 4; j++) {
        const int row = thread / 16 + 16 * j;
        buffer[4 * quad + 0][row] = read[j].x;
        buffer[4 * quad + 1][row] = read[j].y;
        buffer[4 * quad + 2][row] = read[j].z;
        buffer[4 * quad + 3][row] = read[j].w;
    }
    __syncthreads();
    for (int j = 0; j < 4; j++) {
        const int row = thread / 16 + 16 * j;
        const float* turned = &buffer[row][4 * quad];
        out4[(blockIdx.x * large_tile + row) * quads + blockIdx.y * 16 + quad] =
            make_float4(turned[0], turned[1], turned[2], turned[3]);
    }
}

using Kernel = void (*)(const float*, float*, int);

// The value of an element is its index mod 2^24, which a float holds exactly.
static float element(size_t index) { return static_cast<float>(index % (1 << 24)); }

struct Version {
    const char* name;
    Kernel kernel;
    int tile;
};

static const Version versions[] = {
    {"transpose_naive", transpose_naive, tile},
    {"transpose_tiled", transpose_tiled, tile},
    {"transpose_padded", transpose_padded, tile},
    {"transpose_vectorised", transpose_vectorised, tile},
    {"transpose_large_tile", transpose_large_tile, large_tile},
};

static void run(const Version& version, const float* in, float* out, int n, bool timed) {
    const int launches = 5;
    const char* name = version.name;
    CHECK(cudaMemset(out, 0, sizeof(float) * n * n));
    const auto launch = [&] {
        const int blocks = n / version.tile;
        version.kernel<<<dim3(blocks, blocks), dim3(tile, rows)>>>(in, out, n);
        CHECK(cudaGetLastError());
    };
    if (timed) {
        std::printf("%s: %.4f ms\n", name, milliseconds(launches, launch));
    } else {
        for (int i = 0; i < launches; i++) launch();
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
    const int chosen = int(number(argc, argv, 2, -1));
    if (n <= 0 || chosen < -1 || chosen > 4 || n % (chosen < 0 ? tile : versions[chosen].tile) != 0) {
        std::fprintf(stderr, "usage: transpose [N [VERSION]], N a multiple of %d (VERSION 4: %d)\n",
                     tile, large_tile);
        return 2;
    }
    std::vector<float> matrix(size_t(n) * n);
    for (size_t i = 0; i < matrix.size(); i++) matrix[i] = element(i);
    float *in, *out;
    CHECK(cudaMalloc(&in, sizeof(float) * n * n));
    CHECK(cudaMalloc(&out, sizeof(float) * n * n));
    CHECK(cudaMemcpy(in, matrix.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice));

    for (int version = 0; version < 5; version++) {
        if (chosen < 0 ? version < 4 : version == chosen) {
            run(versions[version], in, out, n, chosen >= 0);
        }
    }

    CHECK(cudaFree(out));
    CHECK(cudaFree(in));
}
