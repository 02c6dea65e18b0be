// compute.small_gemm: a tall matrix with rows of 16, times one of 16 x 16.
#include "own.hpp"
#include "each.cuh"

namespace propp {
namespace {

constexpr unsigned SIDE = 16;

// Of the largest type. A launch copies the small matrix here first.
__constant__ double constant_words[SIDE * SIDE];

// Where a thread reads the small matrix.
enum class From { GLOBAL, SHARED, CONSTANT };

// A row per thread, element by element or in 128-bit loads, that all threads multiply with the
// same elements of the small matrix. In a LOOP over rows, the compiler keeps the small matrix
// in registers, more than there are.
template <class T, From FROM, bool WIDE, bool LOOP = false>
__global__ void rows_by_thread(const T *in, const T *g, T *out, unsigned rows) {
    __shared__ T tile[FROM == From::SHARED ? SIDE * SIDE : 1];
    if (FROM == From::SHARED) {
        for (unsigned at = threadIdx.x; at < SIDE * SIDE; at += blockDim.x) tile[at] = g[at];
        __syncthreads();
    }
    const T *small = FROM == From::SHARED     ? tile
                     : FROM == From::CONSTANT ? reinterpret_cast<const T *>(constant_words)
                                              : g;
    for (unsigned row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        const T *from = in + row * SIDE;
        T *to = out + row * SIDE;
        constexpr unsigned P = Pack<T>::SIZE;
        T sums[SIDE] = {};
#pragma unroll
        for (unsigned k = 0; k < SIDE; k += P) {
            Pack<T> x;
            if (WIDE) x = load_pack(from + k);
#pragma unroll
            for (unsigned d = 0; d < P; ++d) {
                if (!WIDE) x.v[d] = from[k + d];
#pragma unroll
                for (unsigned j = 0; j < SIDE; ++j) sums[j] += x.v[d] * small[(k + d) * SIDE + j];
            }
        }
#pragma unroll
        for (unsigned j = 0; j < SIDE; j += P) {
            Pack<T> sum;
#pragma unroll
            for (unsigned d = 0; d < P; ++d) sum.v[d] = sums[j + d];
            if (WIDE) {
                store_pack(to + j, sum);
            } else {
#pragma unroll
                for (unsigned d = 0; d < P; ++d) to[j + d] = sum.v[d];
            }
        }
        if (!LOOP) return;
    }
}

// An element per thread, both operands from global memory.
template <class T> __global__ void elements(const T *in, const T *g, T *out, unsigned rows) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x, row = at / SIDE, column = at % SIDE;
    if (row >= rows) return;
    T sum = 0;
    for (unsigned k = 0; k < SIDE; ++k) sum += in[row * SIDE + k] * g[k * SIDE + column];
    out[at] = sum;
}

// The same, both operands in shared memory.
template <class T> __global__ void tiles(const T *in, const T *g, T *out, unsigned rows) {
    __shared__ T left[SIDE][SIDE + 1], right[SIDE][SIDE];
    const unsigned x = threadIdx.x % SIDE, y = threadIdx.x / SIDE, row = blockIdx.x * SIDE + y;
    left[y][x] = row < rows ? in[row * SIDE + x] : T(0);
    right[y][x] = g[threadIdx.x];
    __syncthreads();
    T sum = 0;
#pragma unroll
    for (unsigned k = 0; k < SIDE; ++k) sum += left[y][k] * right[k][x];
    if (row < rows) out[row * SIDE + x] = sum;
}

// A column of the small matrix in the registers of a thread, which makes that column of EACH
// rows. Rows come by shuffles, or each element as a broadcast from global memory.
template <class T, int EACH, bool SHUFFLES>
__global__ void columns(const T *in, const T *g, T *out, unsigned rows) {
    const unsigned x = threadIdx.x % SIDE, at = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned across = gridDim.x * blockDim.x / SIDE;
    T column[SIDE];
#pragma unroll
    for (unsigned k = 0; k < SIDE; ++k) column[k] = g[k * SIDE + x];
    // Whole warps go around, for the shuffles.
    for (unsigned first = at / WARP * 2; first < rows; first += across * EACH) {
        T sums[EACH] = {};
        unsigned row[EACH];
#pragma unroll
        for (int e = 0; e < EACH; ++e) row[e] = first + at / SIDE % 2 + e * across;
        if (SHUFFLES) {
            T mine[EACH];
#pragma unroll
            for (int e = 0; e < EACH; ++e) mine[e] = row[e] < rows ? in[row[e] * SIDE + x] : T(0);
#pragma unroll
            for (unsigned k = 0; k < SIDE; ++k) {
#pragma unroll
                for (int e = 0; e < EACH; ++e) {
                    sums[e] += __shfl_sync(ALL_LANES, mine[e], k, SIDE) * column[k];
                }
            }
        } else {
#pragma unroll
            for (unsigned k = 0; k < SIDE; ++k) {
#pragma unroll
                for (int e = 0; e < EACH; ++e) {
                    if (row[e] < rows) sums[e] += in[row[e] * SIDE + k] * column[k];
                }
            }
        }
#pragma unroll
        for (int e = 0; e < EACH; ++e) {
            if (row[e] < rows) out[row[e] * SIDE + x] = sums[e];
        }
    }
}

enum class How {
    THREAD, ONE_WARP, VECTORS, SHARED, SPILLED, CONSTANT, ELEMENTS, TILES, COLUMNS, COLUMNS_4, SHUFFLES_4, FEW, LOW
};

template <class T, How HOW> struct SmallGemm : Variant {
    static cudaError_t prepare(const Problem &, void **) {
        return HOW == How::LOW ? allow_shared(columns<T, 4, true>, ONE_BLOCK_EACH) : cudaSuccess;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const T *>(p.in), *g = static_cast<const T *>(p.in2);
        auto *out = static_cast<T *>(p.out);
        const unsigned rows = static_cast<unsigned>(p.n / SIDE);
        if (rows == 0) return cudaSuccess;
        const unsigned blocks = divide_up(rows, 128u), narrow = divide_up(rows, 16u);
        switch (HOW) {
        case How::THREAD: rows_by_thread<T, From::GLOBAL, false><<<blocks, 128, 0, stream>>>(in, g, out, rows); break;
        case How::ONE_WARP:
            rows_by_thread<T, From::GLOBAL, false><<<divide_up(rows, 32u), 32, 0, stream>>>(in, g, out, rows);
            break;
        case How::VECTORS: rows_by_thread<T, From::GLOBAL, true><<<blocks, 128, 0, stream>>>(in, g, out, rows); break;
        case How::SHARED: rows_by_thread<T, From::SHARED, true><<<blocks, 128, 0, stream>>>(in, g, out, rows); break;
        case How::SPILLED:
            rows_by_thread<T, From::SHARED, true, true><<<filling_grid(rows, 128, 4), 128, 0, stream>>>(in, g, out, rows);
            break;
        case How::CONSTANT: {
            const cudaError_t error = to_constant(constant_words, g, SIDE * SIDE * sizeof(T), stream);
            if (error != cudaSuccess) return error;
            rows_by_thread<T, From::CONSTANT, true><<<blocks, 128, 0, stream>>>(in, g, out, rows);
            break;
        }
        case How::ELEMENTS: elements<<<narrow, 256, 0, stream>>>(in, g, out, rows); break;
        case How::TILES: tiles<<<narrow, 256, 0, stream>>>(in, g, out, rows); break;
        case How::COLUMNS: columns<T, 1, false><<<filling_grid(rows, 16, 4), 256, 0, stream>>>(in, g, out, rows); break;
        case How::COLUMNS_4: columns<T, 4, false><<<filling_grid(rows, 64, 4), 256, 0, stream>>>(in, g, out, rows); break;
        case How::SHUFFLES_4: columns<T, 4, true><<<filling_grid(rows, 64, 4), 256, 0, stream>>>(in, g, out, rows); break;
        case How::FEW: columns<T, 4, true><<<16, 256, 0, stream>>>(in, g, out, rows); break;
        case How::LOW: columns<T, 4, true><<<filling_grid(rows, 32, 1), 128, ONE_BLOCK_EACH, stream>>>(in, g, out, rows); break;
        }
        return cudaGetLastError();
    }
};
template <class T> using RowThread = SmallGemm<T, How::THREAD>;
template <class T> using RowOneWarp = SmallGemm<T, How::ONE_WARP>;
template <class T> using RowVectors = SmallGemm<T, How::VECTORS>;
template <class T> using RowShared = SmallGemm<T, How::SHARED>;
template <class T> using RowSpilled = SmallGemm<T, How::SPILLED>;
template <class T> using RowConstant = SmallGemm<T, How::CONSTANT>;
template <class T> using Elements = SmallGemm<T, How::ELEMENTS>;
template <class T> using Tiles = SmallGemm<T, How::TILES>;
template <class T> using Columns = SmallGemm<T, How::COLUMNS>;
template <class T> using Columns4 = SmallGemm<T, How::COLUMNS_4>;
template <class T> using Shuffles4 = SmallGemm<T, How::SHUFFLES_4>;
template <class T> using FewBlocks = SmallGemm<T, How::FEW>;
template <class T> using LowOccupancy = SmallGemm<T, How::LOW>;

} // namespace

void add_small_gemm(Registry &r) {
    const char *p = "compute.small_gemm";
    add<RowThread, float, double>(r, p, "row_a_thread", "a row per thread, element by element: strided access", {NAIVE});
    add<RowOneWarp, float, double>(r, p, "one_warp_blocks", "the same, blocks of one warp", {NAIVE});
    add<RowVectors, float, double>(r, p, "row_vectors", "a row per thread by 128-bit loads, the small matrix from global memory", {NAIVE});
    add<RowShared, float, double>(r, p, "row_shared", "the same, the small matrix in shared memory");
    add<RowSpilled, float, double>(r, p, "row_spilled", "row_shared, in a loop over rows that keeps the small matrix in registers and spills them", {NAIVE});
    add<RowConstant, float, double>(r, p, "row_constant", "the same, the small matrix in constant memory");
    add<Elements, float, double>(r, p, "element_a_thread", "an element per thread, both matrices from global memory", {NAIVE});
    add<Tiles, float, double>(r, p, "tiles", "an element per thread, both matrices in shared memory");
    add<Columns, float, double>(r, p, "columns", "a column of the small matrix in registers, rows by broadcasts from global memory");
    add<Columns4, float, double>(r, p, "columns_4", "the same, four rows at a time");
    add<Shuffles4, float, double>(r, p, "shuffles_4", "a column in registers, four rows at a time by shuffles");
    add<FewBlocks, float, double>(r, p, "few_blocks", "shuffles_4, in 16 blocks", {NAIVE});
    add<LowOccupancy, float, double>(r, p, "low_occupancy", "shuffles_4, one block of 128 threads per multiprocessor", {NAIVE});
}

} // namespace propp
