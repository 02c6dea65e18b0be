// Kernels that make each result from few elements and compute much: the same
// operation in grids, blocks and occupancies of several kinds.
#pragma once

#include "device.cuh"

namespace propp {

// EACH elements per thread, independent of each other. The operation first does what a
// block needs once, such as filling a table in shared memory.
template <class Op, int EACH, class T>
__global__ void each_element(const T *in, T *out, unsigned n, Op op) {
    op.begin();
    for (unsigned first = blockIdx.x * blockDim.x * EACH + threadIdx.x; first < n;
         first += gridDim.x * blockDim.x * EACH) {
        T v[EACH];
#pragma unroll
        for (int k = 0; k < EACH; ++k) {
            const unsigned i = first + k * blockDim.x;
            v[k] = i < n ? in[i] : T(0);
        }
        op.apply(v);
#pragma unroll
        for (int k = 0; k < EACH; ++k) {
            const unsigned i = first + k * blockDim.x;
            if (i < n) out[i] = v[k];
        }
    }
}

// Copies from the device to a constant array.
template <class S> cudaError_t to_constant(const S &symbol, const void *from, size_t bytes, Stream stream) {
    void *to = nullptr;
    const cudaError_t error = cudaGetSymbolAddress(&to, symbol);
    return error == cudaSuccess ? cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream) : error;
}

// Shared memory that leaves room for one block on a multiprocessor.
constexpr int ONE_BLOCK_EACH = 120 * 1024;

// BLOCKS 0: as many as there are elements for. SHARED: bytes per block that nothing uses.
template <class Op, class T, int THREADS = 256, int EACH = 1, int BLOCKS = 0, int SHARED = 0>
struct EachElement : Variant {
    static constexpr auto kernel = each_element<Op, EACH, T>;
    static cudaError_t prepare(const Problem &, void **) {
        return SHARED ? allow_shared(kernel, SHARED) : cudaSuccess;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (p.n == 0) return cudaSuccess;
        const unsigned grid = BLOCKS ? BLOCKS : blocks_for(p.n, uint64_t(THREADS) * EACH);
        kernel<<<grid, THREADS, SHARED, stream>>>(static_cast<const T *>(p.in), static_cast<T *>(p.out),
                                                  static_cast<unsigned>(p.n), Op{});
        return cudaGetLastError();
    }
};

} // namespace propp
