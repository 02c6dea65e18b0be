// compute.functions: sine, exponential, logarithm, square root and reciprocal.
#include "own.hpp"
#include "each.cuh"

namespace propp {
namespace {

constexpr int TERMS = 4;

// The functions in the precision of their argument, or by the approximations of the hardware.
struct Precise {
    template <class R> static __device__ R of(R x, R k) {
        const R y = k + 1 + x;
        return sin(k * x) + exp(k * x / 4) + log(y) + sqrt(y) + 1 / y;
    }
};
struct Approximate {
    static __device__ float of(float x, float k) {
        const float y = k + 1 + x, root = rsqrtf(y);
        return __sinf(k * x) + __expf(k * x / 4) + __logf(y) + y * root + root * root;
    }
};

template <class How, class R> struct Sum {
    __device__ void begin() {}
    template <class T, int EACH> __device__ void apply(T (&v)[EACH]) const {
        R sums[EACH] = {};
#pragma unroll 1
        for (int k = 1; k <= TERMS; ++k) {
#pragma unroll
            for (int j = 0; j < EACH; ++j) sums[j] += How::of(R(v[j]), R(k));
        }
#pragma unroll
        for (int j = 0; j < EACH; ++j) v[j] = T(sums[j]);
    }
};

template <class T> using Plain = EachElement<Sum<Precise, T>, T>;
template <class T> using Two = EachElement<Sum<Precise, T>, T, 256, 2>;
template <class T> using Four = EachElement<Sum<Precise, T>, T, 256, 4>;
template <class T> using FewBlocks = EachElement<Sum<Precise, T>, T, 256, 1, 16>;
template <class T> using OneWarp = EachElement<Sum<Precise, T>, T, 32>;
template <class T> using Low = EachElement<Sum<Precise, T>, T, 128, 1, 0, ONE_BLOCK_EACH>;
template <class T> using Low4 = EachElement<Sum<Precise, T>, T, 128, 4, 0, ONE_BLOCK_EACH>;
template <class T> using Fast = EachElement<Sum<Approximate, T>, T>;
template <class T> using Fast4 = EachElement<Sum<Approximate, T>, T, 256, 4>;
template <class T> using Double = EachElement<Sum<Precise, double>, T>;

} // namespace

void add_functions(Registry &r) {
    const char *p = "compute.functions";
    add<Plain, float, double>(r, p, "precise", "an element per thread");
    add<Two, float, double>(r, p, "precise_2", "two independent elements per thread");
    add<Four, float, double>(r, p, "precise_4", "four independent elements per thread");
    add<Fast, float>(r, p, "fast", "the approximations of the hardware");
    add<Fast4, float>(r, p, "fast_4", "the same, four elements per thread");
    add<Double, float>(r, p, "double", "computed in double precision", {NAIVE});
    add<FewBlocks, float, double>(r, p, "few_blocks", "precise, in 16 blocks", {NAIVE});
    add<OneWarp, float, double>(r, p, "one_warp_blocks", "precise, blocks of one warp", {NAIVE});
    add<Low, float, double>(r, p, "low_occupancy", "precise, one block of 128 threads per multiprocessor", {NAIVE});
    add<Low4, float, double>(r, p, "low_occupancy_4", "the same, four elements per thread");
}

} // namespace propp
