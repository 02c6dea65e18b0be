// compute.stencil, compute.nbody and compute.spmv.
#include "own.hpp"
#include "device.cuh"

namespace propp {
namespace {

// ------------------------------------------------------------------ Five-point stencil

// What lies outside the mesh is 0.
template <class T>
__device__ T five_points(const T *in, unsigned y, unsigned x, unsigned n, unsigned m, T a, T b) {
    const T *at = in + y * m + x;
    T sum = 0;
    if (y > 0) sum += at[-static_cast<int>(m)];
    if (y + 1 < n) sum += at[m];
    if (x > 0) sum += at[-1];
    if (x + 1 < m) sum += at[1];
    return a * *at + b * sum;
}

// A cell a thread: neighbours side by side, or one above the other.
template <class T, bool DOWN>
__global__ void stencil_cells(const T *in, T *out, unsigned n, unsigned m, T a, T b) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n * m) return;
    const unsigned y = DOWN ? at % n : at / m, x = DOWN ? at / n : at % m;
    out[y * m + x] = five_points(in, y, x, n, m, a, b);
}

// Blocks of 32 x 8 cells with what surrounds them in shared memory.
template <class T> __global__ void stencil_tiles(const T *in, T *out, unsigned n, unsigned m, T a, T b) {
    __shared__ T tile[10][34];
    const unsigned across = divide_up(m, 32u);
    const int top = blockIdx.x / across * 8, left = blockIdx.x % across * 32;
    for (int at = threadIdx.x; at < 10 * 34; at += 256) {
        const int y = top + at / 34 - 1, x = left + at % 34 - 1;
        const bool inside = y >= 0 && x >= 0 && y < static_cast<int>(n) && x < static_cast<int>(m);
        tile[at / 34][at % 34] = inside ? in[static_cast<unsigned>(y) * m + x] : T(0);
    }
    __syncthreads();
    const unsigned j = threadIdx.x / 32 + 1, i = threadIdx.x % 32 + 1;
    const unsigned y = top + j - 1, x = left + i - 1;
    if (y >= n || x >= m) return;
    const T sum = tile[j - 1][i] + tile[j + 1][i] + tile[j][i - 1] + tile[j][i + 1];
    out[y * m + x] = a * tile[j][i] + b * sum;
}

// A thread goes down DEEP cells and keeps the column's last three in registers.
template <class T, unsigned DEEP>
__global__ void stencil_columns(const T *in, T *out, unsigned n, unsigned m, T a, T b) {
    const unsigned across = divide_up(m, 256u);
    const unsigned x = blockIdx.x % across * 256 + threadIdx.x, top = blockIdx.x / across * DEEP;
    if (x >= m) return;
    const auto cell = [&](unsigned y, unsigned at) { return y < n && at < m ? in[y * m + at] : T(0); };
    T above = top > 0 ? cell(top - 1, x) : T(0), here = cell(top, x);
#pragma unroll
    for (unsigned k = 0; k < DEEP; ++k) {
        const unsigned y = top + k;
        if (y >= n) return;
        const T below = cell(y + 1, x);
        const T sum = above + below + (x > 0 ? cell(y, x - 1) : T(0)) + cell(y, x + 1);
        out[y * m + x] = a * here + b * sum;
        above = here;
        here = below;
    }
}

enum class Mesh { CELLS, DOWN, ONE_WARP, TILES, COLUMNS };
template <class T, Mesh HOW> struct Stencil : Variant {
    static int32_t check(const Problem &p) {
        return p.n == 0 || p.m <= ((uint64_t(1) << 31) - 1) / p.n ? PROPP_OK : PROPP_E_SIZE;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const T *>(p.in);
        auto *out = static_cast<T *>(p.out);
        const unsigned n = static_cast<unsigned>(p.n), m = static_cast<unsigned>(p.m);
        const T a = scalar<T>(p.a), b = scalar<T>(p.b);
        if (n == 0 || m == 0) return cudaSuccess;
        const unsigned cells = divide_up(n * m, 256u);
        switch (HOW) {
        case Mesh::CELLS: stencil_cells<T, false><<<cells, 256, 0, stream>>>(in, out, n, m, a, b); break;
        case Mesh::DOWN: stencil_cells<T, true><<<cells, 256, 0, stream>>>(in, out, n, m, a, b); break;
        case Mesh::ONE_WARP:
            stencil_cells<T, false><<<divide_up(n * m, 32u), 32, 0, stream>>>(in, out, n, m, a, b);
            break;
        case Mesh::TILES:
            stencil_tiles<<<divide_up(n, 8u) * divide_up(m, 32u), 256, 0, stream>>>(in, out, n, m, a, b);
            break;
        case Mesh::COLUMNS:
            stencil_columns<T, 8><<<divide_up(n, 8u) * divide_up(m, 256u), 256, 0, stream>>>(in, out, n, m, a, b);
            break;
        }
        return cudaGetLastError();
    }
};
template <class T> using StencilCells = Stencil<T, Mesh::CELLS>;
template <class T> using StencilDown = Stencil<T, Mesh::DOWN>;
template <class T> using StencilOneWarp = Stencil<T, Mesh::ONE_WARP>;
template <class T> using StencilTiles = Stencil<T, Mesh::TILES>;
template <class T> using StencilColumns = Stencil<T, Mesh::COLUMNS>;

// ------------------------------------------------------------------ Bodies

template <bool EXACT> __device__ float pull(float me, float other) {
    const float far = me - other, below = 1 + far * far;
    return EXACT ? other / below : __fdividef(other, below);
}

// EACH bodies a thread; sources from global memory, or in shared memory.
template <bool SHARED, bool EXACT, int EACH>
__global__ void bodies_pull(const float *f, const float *g, float *out, unsigned n, unsigned m) {
    __shared__ float tile[SHARED ? 256 : 1];
    const unsigned first = (blockIdx.x * blockDim.x) * EACH + threadIdx.x;
    float me[EACH], sums[EACH] = {};
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        const unsigned i = first + k * blockDim.x;
        me[k] = i < n ? f[i] : 0;
    }
    for (unsigned from = 0; from < m; from += 256) {
        const unsigned count = min(256u, m - from);
        if (SHARED) {
            __syncthreads();
            if (threadIdx.x < count) tile[threadIdx.x] = g[from + threadIdx.x];
            __syncthreads();
        }
#pragma unroll 4
        for (unsigned j = 0; j < count; ++j) {
            const float other = SHARED ? tile[j] : g[from + j];
#pragma unroll
            for (int k = 0; k < EACH; ++k) sums[k] += pull<EXACT>(me[k], other);
        }
    }
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        const unsigned i = first + k * blockDim.x;
        if (i < n) out[i] = sums[k];
    }
}
// In as many blocks as there are SMs at most.
template <unsigned BLOCKS>
__global__ void bodies_by_few(const float *f, const float *g, float *out, unsigned n, unsigned m) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += BLOCKS * blockDim.x) {
        float sum = 0;
        for (unsigned j = 0; j < m; ++j) sum += pull<false>(f[i], g[j]);
        out[i] = sum;
    }
}

enum class Body { GLOBAL, ONE_WARP, EXACT, SHARED, REGISTERS, ONE_BLOCK, EIGHT_BLOCKS };
template <class T, Body HOW> struct Bodies : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *f = static_cast<const float *>(p.in), *g = static_cast<const float *>(p.in2);
        auto *out = static_cast<float *>(p.out);
        const unsigned n = static_cast<unsigned>(p.n), m = static_cast<unsigned>(p.m);
        if (n == 0) return cudaSuccess;
        const unsigned blocks = divide_up(n, 256u);
        switch (HOW) {
        case Body::GLOBAL: bodies_pull<false, false, 1><<<blocks, 256, 0, stream>>>(f, g, out, n, m); break;
        case Body::ONE_WARP:
            bodies_pull<false, false, 1><<<divide_up(n, 32u), 32, 0, stream>>>(f, g, out, n, m);
            break;
        case Body::EXACT: bodies_pull<true, true, 1><<<blocks, 256, 0, stream>>>(f, g, out, n, m); break;
        case Body::SHARED: bodies_pull<true, false, 1><<<blocks, 256, 0, stream>>>(f, g, out, n, m); break;
        case Body::REGISTERS:
            bodies_pull<true, false, 4><<<divide_up(n, 1024u), 256, 0, stream>>>(f, g, out, n, m);
            break;
        case Body::ONE_BLOCK: bodies_by_few<1><<<1, 1024, 0, stream>>>(f, g, out, n, m); break;
        case Body::EIGHT_BLOCKS: bodies_by_few<8><<<8, 1024, 0, stream>>>(f, g, out, n, m); break;
        }
        return cudaGetLastError();
    }
};
template <class T> using BodiesGlobal = Bodies<T, Body::GLOBAL>;
template <class T> using BodiesOneWarp = Bodies<T, Body::ONE_WARP>;
template <class T> using BodiesExact = Bodies<T, Body::EXACT>;
template <class T> using BodiesShared = Bodies<T, Body::SHARED>;
template <class T> using BodiesRegisters = Bodies<T, Body::REGISTERS>;
template <class T> using BodiesOneBlock = Bodies<T, Body::ONE_BLOCK>;
template <class T> using BodiesEightBlocks = Bodies<T, Body::EIGHT_BLOCKS>;

// ------------------------------------------------------------------ Sparse matrix, dense vector

struct Matrix {
    const float *values, *x;
    const unsigned *columns, *offsets;
    unsigned rows;
    __device__ float at(unsigned k) const { return values[k] * x[columns[k]]; }
};

// A row for each LANES threads.
template <unsigned LANES> __global__ void spmv_rows(Matrix a, float *out) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x, row = at / LANES;
    float sum = 0;
    if (row < a.rows) {
        for (unsigned k = a.offsets[row] + at % LANES; k < a.offsets[row + 1]; k += LANES) sum += a.at(k);
    }
#pragma unroll
    for (unsigned by = LANES / 2; by > 0; by /= 2) sum += __shfl_xor_sync(ALL_LANES, sum, by);
    if (row < a.rows && at % LANES == 0) out[row] = sum;
}

// A value a thread: its row by binary search, its sum by an atomic.
__global__ void spmv_atomics(Matrix a, float *out, unsigned n) {
    const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    unsigned low = 0, high = a.rows;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (a.offsets[middle] <= k) low = middle; else high = middle;
    }
    atomicAdd(out + low, a.at(k));
}

// Values a warp, summed up by shuffles where they are of one row; else as above.
__global__ void spmv_warp_atomics(Matrix a, float *out, unsigned n) {
    const unsigned k = blockIdx.x * blockDim.x + threadIdx.x, last = min(k, n - 1);
    unsigned low = 0, high = a.rows;
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (a.offsets[middle] <= last) low = middle; else high = middle;
    }
    float value = k < n ? a.at(k) : 0;
    if (__all_sync(ALL_LANES, low == __shfl_sync(ALL_LANES, low, 0))) {
#pragma unroll
        for (int by = 16; by > 0; by /= 2) value += __shfl_xor_sync(ALL_LANES, value, by);
        if (lane_id() == 0) atomicAdd(out + low, value);
    } else if (k < n) {
        atomicAdd(out + low, value);
    }
}

enum class Sparse { THREAD, FOUR, WARP, ATOMICS, WARP_ATOMICS };
template <class T, Sparse HOW> struct Spmv : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const unsigned n = static_cast<unsigned>(p.n), rows = static_cast<unsigned>(p.m);
        const Matrix a{static_cast<const float *>(p.in), static_cast<const float *>(p.in2), p.aux, p.index, rows};
        auto *out = static_cast<float *>(p.out);
        if (rows == 0) return cudaSuccess;
        const auto blocks = [](uint64_t threads) { return blocks_for(threads, 256); };
        if (HOW == Sparse::ATOMICS || HOW == Sparse::WARP_ATOMICS) {
            const cudaError_t error = cudaMemsetAsync(out, 0, rows * sizeof(float), stream);
            if (error != cudaSuccess || n == 0) return error;
        }
        switch (HOW) {
        case Sparse::THREAD: spmv_rows<1><<<blocks(rows), 256, 0, stream>>>(a, out); break;
        case Sparse::FOUR: spmv_rows<4><<<blocks(rows * uint64_t(4)), 256, 0, stream>>>(a, out); break;
        case Sparse::WARP: spmv_rows<32><<<blocks(rows * uint64_t(32)), 256, 0, stream>>>(a, out); break;
        case Sparse::ATOMICS: spmv_atomics<<<blocks(n), 256, 0, stream>>>(a, out, n); break;
        case Sparse::WARP_ATOMICS: spmv_warp_atomics<<<blocks(n), 256, 0, stream>>>(a, out, n); break;
        }
        return cudaGetLastError();
    }
};
template <class T> using SpmvThread = Spmv<T, Sparse::THREAD>;
template <class T> using SpmvFour = Spmv<T, Sparse::FOUR>;
template <class T> using SpmvWarp = Spmv<T, Sparse::WARP>;
template <class T> using SpmvAtomics = Spmv<T, Sparse::ATOMICS>;
template <class T> using SpmvWarpAtomics = Spmv<T, Sparse::WARP_ATOMICS>;

} // namespace

void add_mesh(Registry &r) {
    const char *p = "compute.stencil";
    add<StencilCells, float, double>(r, p, "naive", "a cell a thread");
    add<StencilDown, float, double>(r, p, "naive_down", "a cell a thread, neighbours one above the other", {NAIVE});
    add<StencilOneWarp, float, double>(r, p, "one_warp_blocks", "a cell a thread, blocks of one warp", {NAIVE});
    add<StencilTiles, float, double>(r, p, "tiles", "32 x 8 cells in shared memory");
    add<StencilColumns, float, double>(r, p, "columns", "eight cells of a column a thread, in registers");
    p = "compute.nbody";
    add<BodiesGlobal, float>(r, p, "naive", "a body a thread, sources from global memory", {NAIVE});
    add<BodiesOneWarp, float>(r, p, "one_warp_blocks", "a body a thread, blocks of one warp", {NAIVE});
    add<BodiesExact, float>(r, p, "exact_division", "sources in shared memory, divisions rounded exactly");
    add<BodiesShared, float>(r, p, "shared", "sources in shared memory");
    add<BodiesRegisters, float>(r, p, "registers_4", "four bodies a thread");
    add<BodiesOneBlock, float>(r, p, "one_block", "in one block", {NAIVE, 2 * MIB});
    add<BodiesEightBlocks, float>(r, p, "eight_blocks", "in eight blocks", {NAIVE, 4 * MIB});
    p = "compute.spmv";
    add<SpmvThread, float>(r, p, "row_a_thread", "a row a thread", {NAIVE});
    add<SpmvFour, float>(r, p, "row_four_threads", "a row for four threads");
    add<SpmvWarp, float>(r, p, "row_a_warp", "a row a warp");
    add<SpmvAtomics, float>(r, p, "atomics", "a value a thread, summed up by atomics", {NAIVE});
    add<SpmvWarpAtomics, float>(r, p, "warp_atomics", "a value a thread, an atomic a warp within a row");
}

} // namespace propp
