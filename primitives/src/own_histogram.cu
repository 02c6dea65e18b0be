// Histogram: atomics from all on few addresses to nearly free.
#include "own.hpp"
#include "device.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 512;
constexpr unsigned MAX_BINS = 4096;

// Bins have a width that is a power of two, so that the division is exact.
template <class T> struct Binning {
    T a, b;
    T inverse_width; // floats
    unsigned shift;  // integers
    unsigned bins;

    explicit Binning(const Problem &p)
        : a(scalar<T>(p.a)), b(scalar<T>(p.b)), inverse_width(1), shift(0),
          bins(static_cast<unsigned>(p.m)) {
        if (std::numeric_limits<T>::is_integer) {
            const uint64_t width = bins ? uint64_t(int64_t(b) - int64_t(a)) / bins : 1;
            while ((uint64_t(1) << shift) < width) ++shift;
        } else {
            inverse_width = T(double(bins) / (double(b) - double(a)));
        }
    }
    // The bin, or `bins` for what is outside.
    __device__ __forceinline__ unsigned operator()(T x) const {
        if (!(x >= a && x < b)) return bins;
        unsigned bin;
        if (std::numeric_limits<T>::is_integer) bin = (unsigned(x) - unsigned(a)) >> shift;
        else bin = static_cast<unsigned>((x - a) * inverse_width);
        return min(bin, bins - 1);
    }
};

template <class T>
__global__ void histogram_global(const T *in, unsigned n, Binning<T> bin_of, unsigned *out) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    const unsigned bin = bin_of(in[i]);
    if (bin < bin_of.bins) atomicAdd(out + bin, 1u);
}

// Lanes with the same bin find each other and send one atomic.
template <class T>
__global__ void histogram_matched(const T *in, unsigned n, Binning<T> bin_of, unsigned *out) {
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    const unsigned bin = i < n ? bin_of(in[i]) : bin_of.bins;
    const unsigned same = __match_any_sync(ALL_LANES, bin);
    if (bin < bin_of.bins && __ffs(same) - 1 == lane_id()) atomicAdd(out + bin, __popc(same));
}

// COPIES histograms a block in dynamic shared memory, laid out bin after bin so that
// lanes with the same bin in different copies meet different banks.
// TO_PARTIALS: blocks leave their counts for a second kernel instead of adding them up
// with global atomics.
template <class T, bool VECTOR, bool TO_PARTIALS>
__global__ void __launch_bounds__(BLOCK)
    histogram_shared(const T *in, unsigned n, Binning<T> bin_of, unsigned copies, unsigned *out) {
    extern __shared__ unsigned counts[];
    for (unsigned k = threadIdx.x; k < bin_of.bins * copies; k += BLOCK) counts[k] = 0;
    __syncthreads();
    const unsigned copy = threadIdx.x % copies;
    auto add = [&](T x) {
        const unsigned bin = bin_of(x);
        if (bin < bin_of.bins) atomicAdd(counts + bin * copies + copy, 1u);
    };
    if (VECTOR) {
        constexpr unsigned P = Pack<T>::SIZE;
        const unsigned packs = n / P, stride = gridDim.x * BLOCK;
        unsigned at = blockIdx.x * BLOCK + threadIdx.x;
        for (; at + 3 * stride < packs; at += 4 * stride) {
            Pack<T> pack[4];
#pragma unroll
            for (int u = 0; u < 4; ++u) pack[u] = load_pack_streaming(in + size_t(at + u * stride) * P);
#pragma unroll
            for (int u = 0; u < 4; ++u) {
#pragma unroll
                for (unsigned k = 0; k < P; ++k) add(pack[u].v[k]);
            }
        }
        for (; at < packs; at += stride) {
            const Pack<T> pack = load_pack_streaming(in + size_t(at) * P);
#pragma unroll
            for (unsigned k = 0; k < P; ++k) add(pack.v[k]);
        }
        const unsigned tail = packs * P + blockIdx.x * BLOCK + threadIdx.x;
        if (tail < n) add(in[tail]);
    } else {
        for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) add(in[i]);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bin_of.bins; bin += BLOCK) {
        unsigned sum = 0;
        // Each thread starts at another copy: no two lanes on one bank.
        for (unsigned c = 0; c < copies; ++c) sum += counts[bin * copies + (c + threadIdx.x) % copies];
        if (TO_PARTIALS) out[size_t(blockIdx.x) * bin_of.bins + bin] = sum;
        else if (sum) atomicAdd(out + bin, sum);
    }
}

__global__ void sum_histograms(const unsigned *partials, unsigned count, unsigned bins, unsigned *out) {
    const unsigned bin = blockIdx.x;
    unsigned sum = 0;
    for (unsigned k = threadIdx.x; k < count; k += WARP) sum += partials[size_t(k) * bins + bin];
    sum = warp_reduce<Plus<unsigned>>(sum);
    if (threadIdx.x == 0) out[bin] = sum;
}

// Without atomics: each block owns a few bins and reads all the input. Much work.
constexpr unsigned BINS_A_BLOCK = 32;
template <class T>
__global__ void __launch_bounds__(BLOCK)
    histogram_scan(const T *in, unsigned n, Binning<T> bin_of, unsigned *out) {
    __shared__ unsigned sums[BINS_A_BLOCK][BLOCK / WARP];
    const unsigned first = blockIdx.x * BINS_A_BLOCK;
    unsigned count[BINS_A_BLOCK];
#pragma unroll
    for (unsigned b = 0; b < BINS_A_BLOCK; ++b) count[b] = 0;
    for (unsigned i = threadIdx.x; i < n; i += BLOCK) {
        const unsigned bin = bin_of(in[i]) - first;
#pragma unroll
        for (unsigned b = 0; b < BINS_A_BLOCK; ++b) count[b] += bin == b;
    }
#pragma unroll
    for (unsigned b = 0; b < BINS_A_BLOCK; ++b) {
        const unsigned sum = warp_reduce<Plus<unsigned>>(count[b]);
        if (lane_id() == 0) sums[b][warp_id()] = sum;
    }
    __syncthreads();
    if (threadIdx.x < BINS_A_BLOCK && first + threadIdx.x < bin_of.bins) {
        unsigned sum = 0;
        for (int w = 0; w < BLOCK / WARP; ++w) sum += sums[threadIdx.x][w];
        out[first + threadIdx.x] = sum;
    }
}

enum class How { GLOBAL, MATCHED, SHARED, SHARED_FEW, COPIES, VECTOR, TWO_KERNELS, SCAN };

template <class T, How HOW> struct Histogram : Variant {
    static constexpr bool VECTOR = HOW == How::VECTOR || HOW == How::TWO_KERNELS;
    static constexpr bool PARTIALS = HOW == How::TWO_KERNELS;
    static constexpr auto shared_kernel = histogram_shared<T, VECTOR, PARTIALS>;

    static int32_t check(const Problem &p) {
        return p.m >= 1 && p.m <= MAX_BINS ? PROPP_OK : PROPP_E_SIZE;
    }
    static unsigned copies(const Problem &p) {
        if (HOW == How::SHARED || HOW == How::SHARED_FEW) return 1;
        unsigned copies = 1; // as many as fit into 32 KiB, at most one a lane
        while (copies < 32 && p.m * copies * 2 * 4 <= 32 * 1024) copies *= 2;
        return copies;
    }
    static unsigned grid(const Problem &p) {
        if (HOW == How::SHARED_FEW) return 16;
        return filling_grid(p.n, BLOCK * 16, 4);
    }
    static size_t temp_bytes(const Problem &p) {
        return PARTIALS ? size_t(grid(p)) * p.m * sizeof(unsigned) : 0;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const auto *in = static_cast<const T *>(p.in);
        const unsigned n = static_cast<unsigned>(p.n), bins = static_cast<unsigned>(p.m);
        const Binning<T> bin_of(p);
        unsigned *out = p.out_aux;
        if (!PARTIALS && HOW != How::SCAN) {
            if (cudaError_t error = cudaMemsetAsync(out, 0, bins * sizeof(unsigned), stream)) return error;
        }
        if (HOW == How::GLOBAL) {
            histogram_global<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(in, n, bin_of, out);
        } else if (HOW == How::MATCHED) {
            histogram_matched<<<blocks_for(n, BLOCK), BLOCK, 0, stream>>>(in, n, bin_of, out);
        } else if (HOW == How::SCAN) {
            histogram_scan<<<blocks_for(bins, BINS_A_BLOCK), BLOCK, 0, stream>>>(in, n, bin_of, out);
        } else {
            auto *to = PARTIALS ? static_cast<unsigned *>(p.temp) : out;
            const unsigned blocks = grid(p), shared = bins * copies(p) * sizeof(unsigned);
            shared_kernel<<<blocks, BLOCK, shared, stream>>>(in, n, bin_of, copies(p), to);
            if (PARTIALS) sum_histograms<<<bins, WARP, 0, stream>>>(to, blocks, bins, out);
        }
        return cudaGetLastError();
    }
};
template <class T> using Global = Histogram<T, How::GLOBAL>;
template <class T> using Matched = Histogram<T, How::MATCHED>;
template <class T> using Shared = Histogram<T, How::SHARED>;
template <class T> using SharedFew = Histogram<T, How::SHARED_FEW>;
template <class T> using Copies = Histogram<T, How::COPIES>;
template <class T> using Vector = Histogram<T, How::VECTOR>;
template <class T> using TwoKernels = Histogram<T, How::TWO_KERNELS>;
template <class T> using Scan = Histogram<T, How::SCAN>;

#define PROPP_BINNED_TYPES int32_t, uint32_t, float

} // namespace

void add_histogram(Registry &r) {
    const char *p = "histogram.even";
    add<Scan, PROPP_BINNED_TYPES>(r, p, "no_atomics", "each block counts 32 bins and reads all the input", {NAIVE, 4 * MIB});
    add<Global, PROPP_BINNED_TYPES>(r, p, "global_atomic", "a global atomic per element", {NAIVE});
    add<Matched, PROPP_BINNED_TYPES>(r, p, "global_matched", "a global atomic per distinct bin of a warp", {NAIVE});
    add<SharedFew, PROPP_BINNED_TYPES>(r, p, "few_blocks", "shared histograms on 16 blocks only", {NAIVE});
    add<Shared, PROPP_BINNED_TYPES>(r, p, "shared_atomic", "one shared histogram a block, contended where bins repeat");
    add<Copies, PROPP_BINNED_TYPES>(r, p, "shared_copies", "up to 32 shared histograms a block, a copy a lane");
    add<Vector, PROPP_BINNED_TYPES>(r, p, "shared_copies_vec", "the same with 128-bit loads, four in flight");
    add<TwoKernels, PROPP_BINNED_TYPES>(r, p, "two_kernels", "the same, block counts summed by a second kernel without atomics");
}

} // namespace propp
