// Pairs of kernels from several domains: KERNEL<1> has a defect that a hint names, KERNEL<0> does
// the same work without it. What `propp hints calibrate` compares the expected gains with
// (crates/suite/cases/src/calibrate/pairs.toml names the rule of each pair). Both kernels of a pair
// must give the same result, which main() checks.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <type_traits>

#include "check.cuh"

constexpr int N = 1 << 22;     // elements of most kernels
constexpr int SIDE = 2048;     // of images and meshes: SIDE * SIDE == N
constexpr int ROUNDS = 4;
constexpr int BLOCK = 256;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---------------------------------------------------------------- random numbers: divergence

__device__ float walk(int kind, float x) {
    switch (kind) {
    case 0: for (int k = 0; k < 48; k++) x = x * 0.999f + sqrtf(x + 1); return x;
    case 1: for (int k = 0; k < 48; k++) x = x * 0.5f + __expf(-x); return x;
    case 2: for (int k = 0; k < 48; k++) x = __fdividef(x + 2, x + 3); return x;
    default: for (int k = 0; k < 48; k++) x = x * 0.3f + __logf(x + 2); return x;
    }
}
// Particles of four kinds, neighbours of different kinds or of one.
template <int DEFECT> __global__ void particles_walk(const float* in, float* out) {
    const int i = thread();
    out[i] = walk(DEFECT ? i & 3 : i / 32 & 3, in[i]);
}

// ---------------------------------------------------------------- strings

// A hash of each word; the words' lengths at random, or in order.
template <int DEFECT> __global__ void string_hash(const int* lengths, const unsigned* text, unsigned* out) {
    const int i = thread();
    unsigned hash = 2166136261u;
    for (int k = 0; k < lengths[i]; k++) hash = (hash ^ text[(k & 3) * N + i]) * 16777619u;
    out[i] = hash;
}

// A to a: a byte at a time or sixteen.
__device__ unsigned lower4(unsigned v) {
    const unsigned low = v & 0x7f7f7f7f;
    return v | (((low + 0x3f3f3f3f) & ~(low + 0x25252525) & ~v & 0x80808080) >> 2);
}
__global__ void string_lower_bytes(const unsigned char* in, unsigned char* out) {
    const int i = thread();
    const unsigned char c = in[i];
    out[i] = c >= 'A' && c <= 'Z' ? c + 32 : c;
}
__global__ void string_lower_wide(const uint4* in, uint4* out) {
    const int i = thread();
    const uint4 v = in[i];
    out[i] = make_uint4(lower4(v.x), lower4(v.y), lower4(v.z), lower4(v.w));
}

// A substring: from a place within a sector, or from the beginning of one.
template <int DEFECT> __global__ void string_cut(const float* in, float* out) {
    const int i = thread();
    out[i] = in[i + (DEFECT ? 3 : 0)];
}

// How often each letter comes.
template <int DEFECT> __global__ void string_letters(const unsigned char* in, unsigned* counts) {
    __shared__ unsigned own[32];
    if (threadIdx.x < 32) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = thread(); i < N; i += gridDim.x * blockDim.x) atomicAdd(DEFECT ? counts + (in[i] & 31) : own + (in[i] & 31), 1);
    __syncthreads();
    if (!DEFECT && threadIdx.x < 32) atomicAdd(counts + threadIdx.x, own[threadIdx.x]);
}

// A bucket for each key: the number of buckets known at run time, or a power of two by shift.
template <int DEFECT> __global__ void string_buckets(const unsigned* in, unsigned* out, unsigned buckets, unsigned bits) {
    const int i = thread();
    unsigned v = in[i];
#pragma unroll 4
    for (int k = 0; k < 64; k++) {
        const unsigned q = DEFECT ? v / buckets : v >> bits, r = DEFECT ? v % buckets : v & (buckets - 1);
        v = q * 2654435761u + r + k;
    }
    out[i] = v;
}

// ---------------------------------------------------------------- graphs

// Vertices of a frontier with many edges: each asks for a place in a queue, or a block for all.
template <int DEFECT> __global__ void graph_frontier(const int* degrees, unsigned* size, int least) {
    const bool mine = degrees[thread()] > least;
    if (DEFECT) {
        if (mine) atomicAdd(size + (threadIdx.x & 1), 1);
    } else {
        const int all = __syncthreads_count(mine);
        if (threadIdx.x == 0) atomicAdd(size, all);
    }
}

// The work of vertices, some with far more edges than others: those next to each other in one
// block, or spread over all. A warp takes a vertex.
constexpr int VERTICES = 132 * 2 * 32, HUBS = VERTICES / 8;
template <int DEFECT> __global__ void graph_push(const int* degrees, const float* in, float* out) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int v = DEFECT ? blockIdx.x * 32 + warp : warp * gridDim.x + blockIdx.x;
    float sums[4] = {};
    for (int k = lane; k < degrees[v]; k += 32) {
        const float weight = in[(v * 64 + k) & (N - 1)];
#pragma unroll
        for (int j = 0; j < 32; j++) sums[j % 4] = sums[j % 4] * 0.75f + weight;
    }
    out[v * 32 + lane] = sums[0] + sums[1] + sums[2] + sums[3];
}

// Weights of the edges of a vertex, one load after the other, or eight at a time.
template <int DEFECT> __global__ void graph_edges(const float* in, float* out) {
    const int i = thread(), all = gridDim.x * blockDim.x;
    float sum = 0;
    if (DEFECT) {
#pragma unroll 1
        for (int k = 0; k < 64; k++) sum = fmaf(sum, 0.5f, in[k * all + i]);
    } else {
        for (int k = 0; k < 64; k += 8) {
            float v[8];
#pragma unroll
            for (int j = 0; j < 8; j++) v[j] = in[(k + j) * all + i];
#pragma unroll
            for (int j = 0; j < 8; j++) sum = fmaf(sum, 0.5f, v[j]);
        }
    }
    out[i] = sum;
}

// ---------------------------------------------------------------- sparse matrices

// Eight values a row, in an order of columns that is random (1) or near the diagonal (0): two
// matrices of equal size.
template <int DEFECT> __global__ void sparse_multiply(const float* values, const int* columns, const float* x, float* y) {
    const int row = thread();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) sum += values[k * N + row] * x[columns[k * N + row]];
    y[row] = sum;
}
// A row of 32 values for each thread (1) or for each warp (0).
template <int DEFECT> __global__ void sparse_rows(const float* values, float* y) {
    const int rows = N / 32;
    if (DEFECT) {
        const int row = thread();
        float sum = 0;
        for (int k = 0; k < 32; k++) sum += values[row * 32 + k];
        if (row < rows) y[row] = sum;
    } else {
        float sum = values[thread()];
        for (int by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
        if (threadIdx.x % 32 == 0) y[thread() / 32] = sum;
    }
}

// ---------------------------------------------------------------- meshes and stencils

// Rows of SIDE + 1 values begin within sectors; rows of SIDE + 32 do not.
template <int DEFECT> __global__ void mesh_diffuse(const float* in, float* out) {
    constexpr int PITCH = SIDE + (DEFECT ? 1 : 32);
    const int i = blockIdx.y * PITCH + blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0.5f * in[i] + 0.25f * (in[i + PITCH] + in[i + 2 * PITCH]);
}

// The mean of 17 cells of a column: each block loads all of them for one row, or a tile for 32.
template <int DEFECT> __global__ void mesh_column(const float* in, float* out) {
    constexpr int DEEP = 16, ROWS = 32;
    __shared__ float tile[ROWS + DEEP][128];
    const int x = blockIdx.x * 128 + threadIdx.x;
    if (DEFECT) {
        float sum = 0;
        for (int k = 0; k <= DEEP; k++) sum += in[(blockIdx.y + k) * SIDE + x];
        out[blockIdx.y * SIDE + x] = sum;
    } else {
        for (int y = 0; y < ROWS + DEEP; y++) tile[y][threadIdx.x] = in[(blockIdx.y * ROWS + y) * SIDE + x];
        for (int y = 0; y < ROWS; y++) {
            float sum = 0;
            for (int k = 0; k <= DEEP; k++) sum += tile[y + k][threadIdx.x];
            out[(blockIdx.y * ROWS + y) * SIDE + x] = sum;
        }
    }
}

// Lines of 32 cells, each of a warp, relaxed 64 times: the block waits at each step, or the warp.
template <int DEFECT> __global__ void mesh_relax(const float* in, float* out) {
    __shared__ float cells[2][1024];
    const int t = threadIdx.x, line = t & ~31;
    cells[0][t] = in[blockIdx.x * 1024 + t];
    if (DEFECT) __syncthreads(); else __syncwarp();
    for (int k = 0; k < 64; k++) {
        const float* now = cells[k & 1];
        cells[~k & 1][t] = 0.5f * now[t] + 0.25f * (now[line + ((t + 1) & 31)] + now[line + ((t - 1) & 31)]);
        if (DEFECT) __syncthreads(); else __syncwarp();
    }
    out[blockIdx.x * 1024 + t] = cells[0][t];
}

// Sums of rows of 1024: a tree with a barrier at each step, or shuffles and one barrier.
template <int DEFECT> __global__ void dense_norm(const float* in, float* out) {
    __shared__ float parts[1024];
    const int t = threadIdx.x;
    for (int row = blockIdx.x; row < N / 1024; row += gridDim.x) {
        float mine = in[row * 1024 + t];
        if (DEFECT) {
            parts[t] = mine;
            __syncthreads();
            for (int width = 512; width > 0; width /= 2) {
                if (t < width) parts[t] += parts[t + width];
                __syncthreads();
            }
            if (t == 0) out[row] = parts[0];
        } else {
            for (int by = 16; by > 0; by /= 2) mine += __shfl_xor_sync(~0u, mine, by);
            if (t % 32 == 0) parts[t / 32] = mine;
            __syncthreads();
            if (t < 32) {
                float sum = parts[t];
                for (int by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
                if (t == 0) out[row] = sum;
            }
        }
        __syncthreads();
    }
}

// ---------------------------------------------------------------- dense matrices

constexpr int DIM = 1024;
template <int DEFECT> __global__ void dense_multiply(const float* a, const float* b, float* c) {
    __shared__ float as[32][32], bs[32][32];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
    float sum = 0;
    for (int k = 0; k < DIM; k += 32) {
        if (DEFECT) {
            for (int j = 0; j < 32; j++) sum += a[row * DIM + k + j] * b[(k + j) * DIM + column];
        } else {
            as[y][x] = a[row * DIM + k + x];
            bs[y][x] = b[(k + y) * DIM + column];
            __syncthreads();
            for (int j = 0; j < 32; j++) sum += as[y][j] * bs[j][x];
            __syncthreads();
        }
    }
    c[row * DIM + column] = sum;
}

// ---------------------------------------------------------------- many bodies

constexpr int BODIES = 132 * 256;
// Forces on a body: loads of all others, or tiles in shared memory.
template <int DEFECT> __global__ void body_forces(const float4* bodies, float* out) {
    __shared__ float4 tile[256];
    const float4 me = bodies[thread()];
    float force = 0;
    for (int at = 0; at < 2048; at += 256) {
        if (!DEFECT) {
            tile[threadIdx.x] = bodies[at + threadIdx.x];
            __syncthreads();
        }
#pragma unroll 8
        for (int k = 0; k < 256; k++) {
            const float4 other = DEFECT ? bodies[at + k] : tile[k];
            const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            force += other.w * r * r * r;
        }
        if (!DEFECT) __syncthreads();
    }
    out[thread()] = force;
}
// Each pair once, a triangle: block i has i tiles to do, or all blocks as many as the mean.
template <int DEFECT> __global__ void body_triangle(const float* in, float* out) {
    const int blocks = gridDim.x, b = blockIdx.x, t = threadIdx.x;
    float sum = 0;
    const auto tiles = [&](int row, int from, int to) {
        for (int k = from; k < to; k++) {
            float v = in[(row * 64 + k) % 4096 * 1024 + t];
            for (int j = 0; j < 200; j++) v = v * 0.999f + 0.001f;
            sum += v;
        }
    };
    if (DEFECT) {
        tiles(b, 0, b);
    } else {  // The half of a long row and the half of a short one.
        tiles(b, b / 2, b);
        tiles(blocks - 1 - b, 0, (blocks - 1 - b) / 2);
    }
    out[b * 1024 + t] = sum;
}
// Structures of four values, of which a step changes one; or an array for each.
template <int DEFECT> __global__ void body_step(float* state) {
    const int i = thread();
    float* position = DEFECT ? state + 4 * i : state + i;
    *position = *position * 0.5f + 1;
}
// Forces of shells, by fewer blocks than the GPU has SMs (1) or by many (0).
template <int DEFECT> __global__ void body_shells(const float* in, float* out, int work) {
    for (int i = thread(); i < work; i += gridDim.x * blockDim.x) {
        float v = in[i];
        for (int k = 0; k < 64; k++) v = v * 0.999f + rsqrtf(v + 1);
        out[i] = v;
    }
}

// ---------------------------------------------------------------- images

// Parameters of a tone curve, loaded by every thread for each pixel, or passed to the kernel.
struct Tone { float p[16]; };
template <int DEFECT> __global__ void image_tone(const float* in, const float* curve, Tone tone, float* out) {
    const int i = thread();
    const float v = in[i];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 16; k++) sum = sum * v + (DEFECT ? curve[k] : tone.p[k]);
    out[i] = sum;
}
template <int DEFECT> __global__ void image_crop(const float* in, float* out) {
    const int i = blockIdx.y * SIDE + blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + (DEFECT ? 5 : 8)] * 0.5f;
}
__global__ void image_invert_bytes(const unsigned char* in, unsigned char* out) {
    const int i = thread();
    out[i] = ~in[i];
}
__global__ void image_invert_wide(const uint4* in, uint4* out) {
    const int i = thread();
    const uint4 v = in[i];
    out[i] = make_uint4(~v.x, ~v.y, ~v.z, ~v.w);
}
// A quarter turn, directly or through a tile.
template <int DEFECT> __global__ void image_turn(const float* in, float* out) {
    __shared__ float tile[32][33];
    const int x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += 8) {
        const float v = in[(y + j) * SIDE + x + threadIdx.x];
        if (DEFECT) out[(x + threadIdx.x) * SIDE + y + j] = v; else tile[j][threadIdx.x] = v;
    }
    if (DEFECT) return;
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8) out[(x + j) * SIDE + y + threadIdx.x] = tile[threadIdx.x][j];
}
// The median of nine values, sorted in an array at run time or in registers.
template <int DEFECT> __global__ void image_median(const float* in, float* out, int nine) {
    const int i = thread();
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; k++) v[k] = in[(i + k * SIDE) & (N - 1)];
    if (DEFECT) {
#pragma unroll 1
        for (int a = 1; a < nine; a++) {
            const float key = v[a];
            int b = a;
#pragma unroll 1
            for (; b > 0 && v[b - 1] > key; b--) v[b] = v[b - 1];
            v[b] = key;
        }
        out[i] = v[nine / 2];
    } else {
#pragma unroll
        for (int a = 0; a < 9; a++)
#pragma unroll
            for (int b = a % 2; b + 1 < 9; b += 2) {
                const float low = fminf(v[b], v[b + 1]), high = fmaxf(v[b], v[b + 1]);
                v[b] = low;
                v[b + 1] = high;
            }
        out[i] = v[4];
    }
}
// Points of a fractal in double precision (1) where single precision does (0).
template <int DEFECT, class T = std::conditional_t<DEFECT, double, float>> __device__ int escapes(T cx, T cy) {
    T x = 0, y = 0;
    int k = 0;
    for (; k < 128; k++) {
        const T next = x * x - y * y + cx;
        y = x * y + x * y + cy;
        x = next;
    }
    return static_cast<int>(x) + k;
}
template <int DEFECT> __global__ void image_fractal(float* out) {
    const int i = thread();
    out[i] = escapes<DEFECT>(float(i % SIDE) / SIDE * 0.2f, float(i / SIDE) / SIDE * 0.2f);
}

// One value for each thread, in blocks of one warp or of eight.
template <int DEFECT> __global__ void image_add(const float* in, float* out) {
    out[thread()] = in[thread()] + 1;
}

// ---------------------------------------------------------------- both of each pair

// Runs with and without the defect, and compares what they leave in OUT.
template <class With, class Without>
static void pair(const char* name, DeviceArray<float>& out, bool compares, With with, Without without) {
    const auto run = [&](auto&& kernel) {
        CHECK(cudaMemset(out.get(), 0, N * sizeof(float)));
        kernel();
        CHECK(cudaGetLastError());
        return compares ? out.host() : std::vector<float>();
    };
    const std::vector<float> defective = run(with), sound = run(without);
    for (size_t i = 0; i < sound.size(); i += 61) {
        const float a = defective[i], b = sound[i];
        const bool same = a == b || std::memcmp(&a, &b, 4) == 0 || std::fabs(a - b) <= 1e-3f * std::fabs(b) + 1e-3f;
        require(same, name);
    }
    for (int round = 1; round < ROUNDS; round++) {
        run(with);
        run(without);
    }
    std::printf("%s\n", name);
}

#define PAIR(name, compares, grid, block, ...) \
    pair(#name, out, compares, [&] { name<1><<<grid, block>>>(__VA_ARGS__); }, [&] { name<0><<<grid, block>>>(__VA_ARGS__); })

int main() {
    std::mt19937 random(1);
    std::vector<float> host(4 * N + 4 * SIDE);
    for (size_t i = 0; i < host.size(); i++) host[i] = static_cast<float>(i % 1000) / 1000 + 0.1f;
    DeviceArray<float> in(host), out(N + 64 * SIDE), state(4 * N);
    std::vector<int> lengths(N), sorted, columns(4 * N), near(4 * N), degrees(VERTICES, 256);
    for (int& length : lengths) length = random() % 64;
    sorted = lengths;
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < columns.size(); i++) {
        columns[i] = random() & (N - 1);
        near[i] = (i % N + random() % 64) & (N - 1);
    }
    for (int v = 0; v < HUBS; v++) degrees[v] = 4096;
    DeviceArray<int> mixed(lengths), ordered(sorted), scattered(columns), banded(near), edges(degrees);
    auto* words = reinterpret_cast<unsigned*>(in.get());
    auto* bytes = reinterpret_cast<unsigned char*>(in.get());
    auto* counts = reinterpret_cast<unsigned*>(out.get());
    auto* wide = reinterpret_cast<uint4*>(in.get());
    auto* wide_out = reinterpret_cast<uint4*>(out.get());
    auto* byte_out = reinterpret_cast<unsigned char*>(out.get());
    CHECK(cudaMemset(state.get(), 0, 4 * N * sizeof(float)));
    Tone tone;
    for (int k = 0; k < 16; k++) tone.p[k] = host[k];
    const int blocks = N / BLOCK;
    const dim3 rows(SIDE / BLOCK, SIDE), tiles(SIDE / 32, SIDE / 32), dense(DIM / 32, DIM / 32);

    PAIR(particles_walk, false, blocks, BLOCK, in.get(), out.get());
    pair("string_hash", out, false, [&] { string_hash<1><<<blocks, BLOCK>>>(mixed.get(), words, counts); },
         [&] { string_hash<0><<<blocks, BLOCK>>>(ordered.get(), words, counts); });
    pair("string_lower", out, true, [&] { string_lower_bytes<<<4 * blocks, BLOCK>>>(bytes, byte_out); },
         [&] { string_lower_wide<<<blocks / 4, BLOCK>>>(wide, wide_out); });
    PAIR(string_cut, false, blocks, BLOCK, in.get(), out.get());
    PAIR(string_letters, true, 132 * 8, BLOCK, bytes, counts);
    PAIR(string_buckets, true, blocks, BLOCK, words, counts, 64, 6);
    PAIR(graph_frontier, false, blocks, BLOCK, mixed.get(), counts, 8);
    PAIR(graph_push, true, VERTICES / 32, 1024, edges.get(), in.get(), out.get());
    PAIR(graph_edges, true, N / 64 / BLOCK, BLOCK, in.get(), out.get());
    pair("sparse_multiply", out, false,
         [&] { sparse_multiply<1><<<blocks, BLOCK>>>(in.get(), scattered.get(), in.get(), out.get()); },
         [&] { sparse_multiply<0><<<blocks, BLOCK>>>(in.get(), banded.get(), in.get(), out.get()); });
    pair("sparse_rows", out, true, [&] { sparse_rows<1><<<blocks / 32, BLOCK>>>(in.get(), out.get()); },
         [&] { sparse_rows<0><<<blocks, BLOCK>>>(in.get(), out.get()); });
    PAIR(mesh_diffuse, false, rows, BLOCK, in.get(), out.get());
    pair("mesh_column", out, true, [&] { mesh_column<1><<<dim3(SIDE / 128, SIDE), 128>>>(in.get(), out.get()); },
         [&] { mesh_column<0><<<dim3(SIDE / 128, SIDE / 32), 128>>>(in.get(), out.get()); });
    PAIR(mesh_relax, true, N / 1024, 1024, in.get(), out.get());
    PAIR(dense_norm, true, 132 * 2, 1024, in.get(), out.get());
    PAIR(dense_multiply, true, dense, dim3(32, 32), in.get(), in.get() + N, out.get());
    PAIR(body_forces, true, BODIES / BLOCK, BLOCK, reinterpret_cast<const float4*>(in.get()), out.get());
    PAIR(body_triangle, false, 132, 1024, in.get(), out.get());
    PAIR(body_step, false, blocks, BLOCK, state.get());
    pair("body_shells", out, true, [&] { body_shells<1><<<24, BLOCK>>>(in.get(), out.get(), N); },
         [&] { body_shells<0><<<132 * 8, BLOCK>>>(in.get(), out.get(), N); });
    PAIR(image_tone, true, blocks, BLOCK, in.get(), in.get(), tone, out.get());
    PAIR(image_crop, false, rows, BLOCK, in.get(), out.get());
    pair("image_invert", out, true, [&] { image_invert_bytes<<<4 * blocks, BLOCK>>>(bytes, byte_out); },
         [&] { image_invert_wide<<<blocks / 4, BLOCK>>>(wide, wide_out); });
    PAIR(image_turn, true, tiles, dim3(32, 8), in.get(), out.get());
    PAIR(image_median, true, blocks, BLOCK, in.get(), out.get(), 9);
    PAIR(image_fractal, true, blocks, BLOCK, out.get());
    pair("image_add", out, true, [&] { image_add<1><<<N / 32, 32>>>(in.get(), out.get()); },
         [&] { image_add<0><<<blocks, BLOCK>>>(in.get(), out.get()); });
    CHECK(cudaDeviceSynchronize());
}
