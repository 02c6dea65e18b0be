// compute.median: the median of the 25 elements around each, in local memory, shared memory
// or registers.
#include "own.hpp"
#include "each.cuh"

namespace propp {
namespace {

constexpr int WIDTH = 25, REACH = WIDTH / 2;

// Beyond the ends, the first and the last element.
template <class T> __device__ __forceinline__ T around(const T *in, unsigned n, unsigned i, int k) {
    const int at = static_cast<int>(i) + k - REACH;
    return in[at < 0 ? 0 : min(static_cast<unsigned>(at), n - 1)];
}

// Sorts by insertion, in an array whose index is known at run time only.
struct Insertion {
    template <class T> static __device__ T of(const T *in, unsigned n, unsigned i) {
        T v[WIDTH];
#pragma unroll 1
        for (int k = 0; k < WIDTH; ++k) {
            const T x = around(in, n, i, k);
            int at = k;
            for (; at > 0 && x < v[at - 1]; --at) v[at] = v[at - 1];
            v[at] = x;
        }
        return v[REACH];
    }
};
// The same in shared memory, an array for each thread.
struct InsertionShared {
    template <class T> static __device__ T of(const T *in, unsigned n, unsigned i) {
        __shared__ T arrays[WIDTH][128];
        T(*v)[128] = reinterpret_cast<T(*)[128]>(&arrays[0][threadIdx.x]);
#pragma unroll 1
        for (int k = 0; k < WIDTH; ++k) {
            const T x = around(in, n, i, k);
            int at = k;
            for (; at > 0 && x < v[at - 1][0]; --at) v[at][0] = v[at - 1][0];
            v[at][0] = x;
        }
        return v[REACH][0];
    }
};
// Hoare's selection: keeps the side of the pivot that has the median.
struct Quickselect {
    template <class T> static __device__ T of(const T *in, unsigned n, unsigned i) {
        T v[WIDTH];
#pragma unroll 1
        for (int k = 0; k < WIDTH; ++k) v[k] = around(in, n, i, k);
        int low = 0, high = WIDTH - 1;
        while (low < high) {
            const T pivot = v[REACH];
            int a = low, b = high;
            while (a <= b) {
                while (v[a] < pivot) ++a;
                while (pivot < v[b]) --b;
                if (a <= b) {
                    const T x = v[a];
                    v[a++] = v[b];
                    v[b--] = x;
                }
            }
            if (b < REACH) low = a;
            if (a > REACH) high = b;
        }
        return v[REACH];
    }
};

template <class T> __device__ __forceinline__ void order(T &a, T &b) {
    const T less = min(a, b);
    b = max(a, b);
    a = less;
}

// A network that swaps neighbours, in registers.
struct OddEven {
    template <class T> static __device__ T of(const T *in, unsigned n, unsigned i) {
        T v[WIDTH];
#pragma unroll
        for (int k = 0; k < WIDTH; ++k) v[k] = around(in, n, i, k);
#pragma unroll
        for (int step = 0; step < WIDTH; ++step) {
#pragma unroll
            for (int k = step % 2; k + 1 < WIDTH; k += 2) order(v[k], v[k + 1]);
        }
        return v[REACH];
    }
};
// In registers: of 14 elements the least and the greatest cannot be the median of 25. Without
// them and with the next element, 13 are left, and so on.
struct Forgetful {
    template <class T> static __device__ T of(const T *in, unsigned n, unsigned i) {
        constexpr int FIRST = REACH + 2;
        T v[FIRST];
#pragma unroll
        for (int k = 0; k < FIRST; ++k) v[k] = around(in, n, i, k);
#pragma unroll
        for (int count = FIRST; count > 2; --count) {
#pragma unroll
            for (int k = 0; k < count / 2; ++k) order(v[k], v[count - 1 - k]);
#pragma unroll
            for (int k = 1; k < (count + 1) / 2; ++k) order(v[0], v[k]);
#pragma unroll
            for (int k = count / 2; k < count - 1; ++k) order(v[k], v[count - 1]);
            if (count > 3) v[0] = around(in, n, i, WIDTH + 3 - count);
        }
        return v[1];
    }
};

// How many of the 25 are less than each, counted until one has twelve before it. Elements are
// read again and again: from shared memory, or from global memory.
template <bool SHARED> struct Counting {
    template <class T> static __device__ T of(const T *in, unsigned n, unsigned i) {
        constexpr int THREADS = 128;
        __shared__ T tile[SHARED ? THREADS + WIDTH - 1 : 1];
        if (SHARED) {
            __syncthreads(); // of the elements before, in few blocks
            const unsigned first = i - threadIdx.x;
            for (int k = threadIdx.x; k < THREADS + WIDTH - 1; k += THREADS) tile[k] = around(in, n, first, k);
            __syncthreads();
        }
        const auto at = [&](int k) { return SHARED ? tile[threadIdx.x + k] : around(in, n, i, k); };
        T found = 0;
#pragma unroll 1
        for (int k = 0; k < WIDTH; ++k) {
            const T x = at(k);
            int before = 0;
#pragma unroll 5
            for (int j = 0; j < WIDTH; ++j) {
                const T y = at(j);
                before += y < x || (y == x && j < k);
            }
            if (before == REACH) found = x;
        }
        return found;
    }
};

template <class How, class T> __global__ void __launch_bounds__(128) medians(const T *in, T *out, unsigned n) {
    // Whole blocks go around, for the barriers.
    for (unsigned first = blockIdx.x * 128; first < n; first += gridDim.x * 128) {
        const T median = How::of(in, n, first + threadIdx.x);
        if (first + threadIdx.x < n) out[first + threadIdx.x] = median;
    }
}

template <class T, class How, unsigned BLOCKS = 0, int UNUSED = 0> struct Median : Variant {
    static constexpr auto kernel = medians<How, T>;
    static cudaError_t prepare(const Problem &, void **) {
        return UNUSED ? allow_shared(kernel, UNUSED) : cudaSuccess;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (p.n == 0) return cudaSuccess;
        kernel<<<BLOCKS ? BLOCKS : blocks_for(p.n, 128), 128, UNUSED, stream>>>(
            static_cast<const T *>(p.in), static_cast<T *>(p.out), static_cast<unsigned>(p.n));
        return cudaGetLastError();
    }
};
template <class T> using InLocal = Median<T, Insertion>;
template <class T> using InShared = Median<T, InsertionShared>;
template <class T> using Select = Median<T, Quickselect>;
template <class T> using Network = Median<T, OddEven>;
template <class T> using Forget = Median<T, Forgetful>;
template <class T> using CountShared = Median<T, Counting<true>>;
template <class T> using CountGlobal = Median<T, Counting<false>>;
template <class T> using FewBlocks = Median<T, Forgetful, 16>;
template <class T> using Low = Median<T, Forgetful, 0, ONE_BLOCK_EACH>;

#define PROPP_MEDIAN_TYPES int32_t, float, double

} // namespace

void add_median(Registry &r) {
    const char *p = "compute.median";
    add<InLocal, PROPP_MEDIAN_TYPES>(r, p, "insertion", "sorted by insertion in local memory", {NAIVE});
    add<InShared, PROPP_MEDIAN_TYPES>(r, p, "insertion_shared", "sorted by insertion in shared memory", {NAIVE});
    add<Select, PROPP_MEDIAN_TYPES>(r, p, "quickselect", "quickselect in local memory", {NAIVE});
    add<Network, PROPP_MEDIAN_TYPES>(r, p, "odd_even", "a sorting network of neighbours in registers");
    add<Forget, PROPP_MEDIAN_TYPES>(r, p, "forgetful", "least and greatest elements dropped in registers");
    add<CountGlobal, PROPP_MEDIAN_TYPES>(r, p, "counting", "smaller elements counted, read from global memory", {NAIVE});
    add<CountShared, PROPP_MEDIAN_TYPES>(r, p, "counting_shared", "the same, read from shared memory");
    add<FewBlocks, PROPP_MEDIAN_TYPES>(r, p, "few_blocks", "forgetful, in 16 blocks", {NAIVE});
    add<Low, PROPP_MEDIAN_TYPES>(r, p, "low_occupancy", "forgetful, one block of 128 threads per multiprocessor", {NAIVE});
}

} // namespace propp
