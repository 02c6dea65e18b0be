// Matrix transpose: n rows and m columns to m rows and n columns.
#include "own.hpp"
#include "device.cuh"

namespace propp {
namespace {

constexpr unsigned SIDE = 32;

// One element a thread. READ_ORDERED: neighbours read neighbours and write far apart;
// otherwise the other way round.
template <class B, bool READ_ORDERED>
__global__ void transpose_elements(const B *in, B *out, unsigned n, unsigned m) {
    const unsigned at = blockIdx.x * 256 + threadIdx.x;
    if (at >= n * m) return;
    if (READ_ORDERED) {
        out[at % m * n + at / m] = in[at];
    } else {
        out[at] = in[at % n * m + at / n];
    }
}

// Tiles are numbered along the columns, in one dimension: neither side is limited to
// the 65535 blocks of a grid's second one.
struct TileAt {
    unsigned row, column;
    __device__ TileAt(unsigned tile, unsigned m, unsigned side) {
        const unsigned across = divide_up(m, side);
        row = tile / across * side;
        column = tile % across * side;
    }
};

// A tile through shared memory by 32 x ROWS threads. PAD 0: columns of the tile lie on
// one bank.
template <class B, int PAD, int ROWS>
__global__ void __launch_bounds__(SIDE *ROWS)
    transpose_tile(const B *in, B *out, unsigned n, unsigned m) {
    __shared__ B tile[SIDE][SIDE + PAD];
    const TileAt at(blockIdx.x, m, SIDE);
    const unsigned x = threadIdx.x % SIDE, y0 = threadIdx.x / SIDE;
#pragma unroll
    for (unsigned y = y0; y < SIDE; y += ROWS) {
        if (at.row + y < n && at.column + x < m) tile[y][x] = in[(at.row + y) * m + at.column + x];
    }
    __syncthreads();
#pragma unroll
    for (unsigned y = y0; y < SIDE; y += ROWS) {
        if (at.row + x < n && at.column + y < m) out[(at.column + y) * n + at.row + x] = tile[x][y];
    }
}

// No pad: the column is turned by the row number, so that rows and columns both touch
// every bank once.
template <class B> __global__ void __launch_bounds__(256) transpose_turned(const B *in, B *out, unsigned n, unsigned m) {
    __shared__ B tile[SIDE * SIDE];
    const TileAt at(blockIdx.x, m, SIDE);
    const unsigned x = threadIdx.x % SIDE, y0 = threadIdx.x / SIDE;
#pragma unroll
    for (unsigned y = y0; y < SIDE; y += 8) {
        if (at.row + y < n && at.column + x < m) {
            tile[y * SIDE + (x ^ y)] = in[(at.row + y) * m + at.column + x];
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned y = y0; y < SIDE; y += 8) {
        if (at.row + x < n && at.column + y < m) {
            out[(at.column + y) * n + at.row + x] = tile[x * SIDE + (y ^ x)];
        }
    }
}

// 64 x 64 elements a block: 16 loads in flight a thread before the one barrier.
template <class B> __global__ void __launch_bounds__(256) transpose_large(const B *in, B *out, unsigned n, unsigned m) {
    constexpr unsigned LARGE = 64, ROWS = 4, STEPS = LARGE / ROWS;
    __shared__ B tile[LARGE][LARGE + 1];
    const TileAt at(blockIdx.x, m, LARGE);
    const unsigned x = threadIdx.x % LARGE, y0 = threadIdx.x / LARGE;
    B own[STEPS];
    const bool whole = at.row + LARGE <= n && at.column + LARGE <= m;
    if (whole) {
        const B *from = in + (at.row + y0) * m + at.column + x;
#pragma unroll
        for (unsigned k = 0; k < STEPS; ++k) own[k] = __ldcs(from + k * ROWS * m);
#pragma unroll
        for (unsigned k = 0; k < STEPS; ++k) tile[y0 + k * ROWS][x] = own[k];
        __syncthreads();
        B *to = out + (at.column + y0) * n + at.row + x;
#pragma unroll
        for (unsigned k = 0; k < STEPS; ++k) __stcs(to + k * ROWS * n, tile[x][y0 + k * ROWS]);
    } else {
        for (unsigned y = y0; y < LARGE; y += ROWS) {
            if (at.row + y < n && at.column + x < m) tile[y][x] = in[(at.row + y) * m + at.column + x];
        }
        __syncthreads();
        for (unsigned y = y0; y < LARGE; y += ROWS) {
            if (at.row + x < n && at.column + y < m) out[(at.column + y) * n + at.row + x] = tile[x][y];
        }
    }
}

enum class How { READ_ORDERED, WRITE_ORDERED, CONFLICTS, PADDED_32, PADDED, TURNED, LARGE };

template <class T, How HOW> struct Transpose : Variant {
    using B = Bits<T>;
    static int32_t check(const Problem &p) {
        return p.n == 0 || p.m <= ((uint64_t(1) << 31) - 1) / p.n ? PROPP_OK : PROPP_E_SIZE;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const B *>(p.in);
        auto *out = static_cast<B *>(p.out);
        const unsigned n = static_cast<unsigned>(p.n), m = static_cast<unsigned>(p.m);
        if (n == 0 || m == 0) return cudaSuccess;
        const unsigned tiles = divide_up(n, SIDE) * divide_up(m, SIDE);
        const unsigned elements = divide_up(n * m, 256u);
        switch (HOW) {
        case How::READ_ORDERED: transpose_elements<B, true><<<elements, 256, 0, stream>>>(in, out, n, m); break;
        case How::WRITE_ORDERED: transpose_elements<B, false><<<elements, 256, 0, stream>>>(in, out, n, m); break;
        case How::CONFLICTS: transpose_tile<B, 0, 8><<<tiles, SIDE * 8, 0, stream>>>(in, out, n, m); break;
        case How::PADDED_32: transpose_tile<B, 1, 32><<<tiles, SIDE * 32, 0, stream>>>(in, out, n, m); break;
        case How::PADDED: transpose_tile<B, 1, 8><<<tiles, SIDE * 8, 0, stream>>>(in, out, n, m); break;
        case How::TURNED: transpose_turned<B><<<tiles, 256, 0, stream>>>(in, out, n, m); break;
        case How::LARGE:
            transpose_large<B><<<divide_up(n, 64u) * divide_up(m, 64u), 256, 0, stream>>>(in, out, n, m);
            break;
        }
        return cudaGetLastError();
    }
};
template <class T> using ReadOrdered = Transpose<T, How::READ_ORDERED>;
template <class T> using WriteOrdered = Transpose<T, How::WRITE_ORDERED>;
template <class T> using Conflicts = Transpose<T, How::CONFLICTS>;
template <class T> using Padded32 = Transpose<T, How::PADDED_32>;
template <class T> using Padded = Transpose<T, How::PADDED>;
template <class T> using Turned = Transpose<T, How::TURNED>;
template <class T> using Large = Transpose<T, How::LARGE>;

} // namespace

void add_transpose(Registry &r) {
    const char *p = "transpose";
    add<ReadOrdered, PROPP_ALL_TYPES>(r, p, "naive", "ordered loads, strided stores", {NAIVE});
    add<WriteOrdered, PROPP_ALL_TYPES>(r, p, "naive_write", "strided loads, ordered stores", {NAIVE});
    add<Conflicts, PROPP_ALL_TYPES>(r, p, "tile_conflicts", "32 x 32 tiles in shared memory with bank conflicts", {NAIVE});
    add<Padded32, PROPP_ALL_TYPES>(r, p, "tile_padded_1024", "padded tiles, 1024 threads with one element each");
    add<Padded, PROPP_ALL_TYPES>(r, p, "tile_padded", "padded tiles, 256 threads with four elements each");
    add<Turned, PROPP_ALL_TYPES>(r, p, "tile_turned", "tiles with turned columns instead of a pad");
    add<Large, PROPP_ALL_TYPES>(r, p, "tile_64", "padded 64 x 64 tiles, 16 loads in flight a thread");
}

} // namespace propp
