// compute.nearest: which of 256 centres in four dimensions is the nearest to each point.
#include "own.hpp"
#include "each.cuh"

namespace propp {
namespace {

constexpr unsigned CENTRES = 256, SIDES = 4;

// A launch copies the centres here first. Of the largest type.
__constant__ __align__(16) double constant_centres[CENTRES * SIDES];

enum class From { GLOBAL, SHARED, CONSTANT };

// 16 bytes per load of floats.
template <class T> struct alignas(16) Point {
    T of[SIDES];
};

// EACH points per thread, computed as R: all threads read the same centre at a time.
template <class T, class R, From FROM, int EACH>
__global__ void nearest_centres(const T *in, const T *g, unsigned *out, unsigned n) {
    __shared__ Point<T> tile[FROM == From::SHARED ? CENTRES : 1];
    const auto *points = reinterpret_cast<const Point<T> *>(in);
    const auto *centres = reinterpret_cast<const Point<T> *>(
        FROM == From::CONSTANT ? reinterpret_cast<const T *>(constant_centres) : g);
    if (FROM == From::SHARED) {
        for (unsigned at = threadIdx.x; at < CENTRES; at += blockDim.x) tile[at] = centres[at];
        __syncthreads();
        centres = tile;
    }
    for (unsigned first = blockIdx.x * blockDim.x * EACH + threadIdx.x; first < n;
         first += gridDim.x * blockDim.x * EACH) {
        Point<T> point[EACH];
        R least[EACH];
        unsigned nearest[EACH];
#pragma unroll
        for (int e = 0; e < EACH; ++e) {
            const unsigned i = first + e * blockDim.x;
            point[e] = points[i < n ? i : first];
            least[e] = R(1e30);
            nearest[e] = 0;
        }
#pragma unroll 4
        for (unsigned c = 0; c < CENTRES; ++c) {
            const Point<T> centre = FROM == From::SHARED ? tile[c] : centres[c];
#pragma unroll
            for (int e = 0; e < EACH; ++e) {
                R sum = 0;
#pragma unroll
                for (unsigned d = 0; d < SIDES; ++d) {
                    const R far = R(point[e].of[d]) - R(centre.of[d]);
                    sum += far * far;
                }
                if (sum < least[e]) {
                    least[e] = sum;
                    nearest[e] = c;
                }
            }
        }
#pragma unroll
        for (int e = 0; e < EACH; ++e) {
            const unsigned i = first + e * blockDim.x;
            if (i < n) out[i] = nearest[e];
        }
    }
}

// A point per warp, eight centres per lane in its registers. The least distance first, then the
// first centre that has it.
template <class T> __global__ void nearest_by_warp(const T *in, const T *g, unsigned *out, unsigned n) {
    const auto *points = reinterpret_cast<const Point<T> *>(in);
    const auto *centres = reinterpret_cast<const Point<T> *>(g);
    constexpr unsigned EACH = CENTRES / WARP;
    Point<T> centre[EACH];
#pragma unroll
    for (unsigned k = 0; k < EACH; ++k) centre[k] = centres[k * WARP + lane_id()];
    const unsigned warps = gridDim.x * blockDim.x / WARP;
    for (unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) / WARP; i < n; i += warps) {
        const Point<T> point = points[i];
        T least = T(1e30);
        unsigned nearest = 0;
#pragma unroll
        for (unsigned k = 0; k < EACH; ++k) {
            T sum = 0;
#pragma unroll
            for (unsigned d = 0; d < SIDES; ++d) {
                const T far = point.of[d] - centre[k].of[d];
                sum += far * far;
            }
            if (sum < least) {
                least = sum;
                nearest = k * WARP + lane_id();
            }
        }
#pragma unroll
        for (int by = WARP / 2; by > 0; by /= 2) {
            const T other = shuffle_xor(least, by);
            const unsigned its = shuffle_xor(nearest, by);
            if (other < least || (other == least && its < nearest)) {
                least = other;
                nearest = its;
            }
        }
        if (lane_id() == 0) out[i] = nearest;
    }
}

// BLOCKS 0: as many as there are points for. UNUSED: bytes of shared memory per block.
template <class T, class R, From FROM, int EACH, unsigned THREADS, unsigned BLOCKS = 0, int UNUSED = 0>
struct Nearest : Variant {
    static constexpr auto kernel = nearest_centres<T, R, FROM, EACH>;
    static cudaError_t prepare(const Problem &, void **) {
        return UNUSED ? allow_shared(kernel, UNUSED) : cudaSuccess;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const T *>(p.in), *g = static_cast<const T *>(p.in2);
        const unsigned n = static_cast<unsigned>(p.n / SIDES);
        if (n == 0) return cudaSuccess;
        if (FROM == From::CONSTANT) {
            const cudaError_t error = to_constant(constant_centres, g, CENTRES * SIDES * sizeof(T), stream);
            if (error != cudaSuccess) return error;
        }
        kernel<<<BLOCKS ? BLOCKS : divide_up(n, THREADS * EACH), THREADS, UNUSED, stream>>>(in, g, p.out_aux, n);
        return cudaGetLastError();
    }
};
template <class T> struct ByWarp : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const unsigned n = static_cast<unsigned>(p.n / SIDES);
        if (n == 0) return cudaSuccess;
        nearest_by_warp<<<filling_grid(n, 8, 4), 256, 0, stream>>>(
            static_cast<const T *>(p.in), static_cast<const T *>(p.in2), p.out_aux, n);
        return cudaGetLastError();
    }
};
template <class T> using Global = Nearest<T, T, From::GLOBAL, 1, 256>;
template <class T> using Global4 = Nearest<T, T, From::GLOBAL, 4, 256>;
template <class T> using Shared = Nearest<T, T, From::SHARED, 1, 256>;
template <class T> using Shared2 = Nearest<T, T, From::SHARED, 2, 256>;
template <class T> using Shared4 = Nearest<T, T, From::SHARED, 4, 256>;
template <class T> using Constant = Nearest<T, T, From::CONSTANT, 1, 256>;
template <class T> using Constant4 = Nearest<T, T, From::CONSTANT, 4, 256>;
template <class T> using TwoWarps = Nearest<T, T, From::SHARED, 1, 64>;
template <class T> using SixteenWarps = Nearest<T, T, From::SHARED, 1, 512>;
template <class T> using FewBlocks = Nearest<T, T, From::SHARED, 1, 256, 16>;
template <class T> using Double = Nearest<T, double, From::SHARED, 1, 256>;
template <class T> using Low = Nearest<T, T, From::SHARED, 1, 64, 0, ONE_BLOCK_EACH>;
template <class T> using Low4 = Nearest<T, T, From::SHARED, 4, 64, 0, ONE_BLOCK_EACH>;

} // namespace

void add_nearest(Registry &r) {
    const char *p = "compute.nearest";
    add<Global, float, double>(r, p, "global", "a point per thread, centres from global memory");
    add<Global4, float, double>(r, p, "global_4", "the same, four points per thread");
    add<Shared, float, double>(r, p, "shared", "a point per thread, centres in shared memory");
    add<Shared2, float, double>(r, p, "shared_2", "the same, two points per thread");
    add<Shared4, float, double>(r, p, "shared_4", "the same, four points per thread");
    add<Constant, float, double>(r, p, "constant", "a point per thread, centres in constant memory");
    add<Constant4, float, double>(r, p, "constant_4", "the same, four points per thread");
    add<TwoWarps, float, double>(r, p, "two_warp_blocks", "shared, blocks of two warps");
    add<SixteenWarps, float, double>(r, p, "sixteen_warp_blocks", "shared, blocks of 16 warps");
    add<ByWarp, float, double>(r, p, "point_a_warp", "a point per warp, centres in registers");
    add<Double, float>(r, p, "double", "shared, computed in double precision", {NAIVE});
    add<FewBlocks, float, double>(r, p, "few_blocks", "shared, in 16 blocks", {NAIVE});
    add<Low, float, double>(r, p, "low_occupancy", "shared, one block of 64 threads per multiprocessor", {NAIVE});
    add<Low4, float, double>(r, p, "low_occupancy_4", "the same, four points per thread");
}

} // namespace propp
