// A library of primitives of your own, for propp: two implementations of
// reduce.sum. `propp_primitive.h` says what each primitive means exactly.
//
//     nvcc -O3 -shared -Xcompiler -fPIC -arch=native my_library.cu -o libmine.so
//     propp suite run --with ./libmine.so --primitive reduce.sum -o mine.propp
//     propp rank reduce --from mine.propp
#include "../../primitives/propp_primitive.h"

#include <cuda_runtime.h>

namespace {

// Temporary storage: one partial sum a block.
constexpr unsigned BLOCKS = 1024;
constexpr unsigned THREADS = 256;

template <class T> __device__ T sum_of_warp(T value) {
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, lanes);
    }
    return value;
}

// The sum of one block ends in thread 0.
template <class T> __device__ T sum_of_block(T value) {
    __shared__ T warps[THREADS / 32];
    value = sum_of_warp(value);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < THREADS / 32 ? warps[threadIdx.x] : T(0);
    return threadIdx.x < 32 ? sum_of_warp(value) : value;
}

template <class T> __global__ void sum_parts(const T *in, uint64_t n, T *parts) {
    T sum = 0;
    const uint64_t step = uint64_t(gridDim.x) * THREADS;
    for (uint64_t i = uint64_t(blockIdx.x) * THREADS + threadIdx.x; i < n; i += step) sum += in[i];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

// One block at work: easy to write, and most of the GPU idle.
template <class T> __global__ void sum_all(const T *in, uint64_t n, T *out) {
    T sum = 0;
    for (uint64_t i = threadIdx.x; i < n; i += THREADS) sum += in[i];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) *out = sum;
}

// CUDA errors travel as status codes of their own.
int32_t status_of(cudaError_t error) {
    return error == cudaSuccess ? PROPP_OK : PROPP_E_CUDA + int32_t(error);
}

const char *message(int32_t status) {
    if (status > PROPP_E_CUDA) return cudaGetErrorString(cudaError_t(status - PROPP_E_CUDA));
    return status == PROPP_E_TYPE ? "no such element type" : "an argument is wrong";
}

template <class T> struct TwoKernels {
    static void run(const propp_problem *p, cudaStream_t stream) {
        T *parts = static_cast<T *>(p->temp);
        sum_parts<<<BLOCKS, THREADS, 0, stream>>>(static_cast<const T *>(p->in), p->n, parts);
        sum_all<<<1, THREADS, 0, stream>>>(parts, BLOCKS, static_cast<T *>(p->out));
    }
};

template <class T> struct OneBlock {
    static void run(const propp_problem *p, cudaStream_t stream) {
        const T *in = static_cast<const T *>(p->in);
        sum_all<<<1, THREADS, 0, stream>>>(in, p->n, static_cast<T *>(p->out));
    }
};

// An algorithm for the problem's element type. No allocation and no waiting here.
template <template <class> class Algorithm>
int32_t run(const propp_entry *, const propp_problem *problem, void *, void *stream) {
    cudaStream_t on = static_cast<cudaStream_t>(stream);
    switch (problem->type) {
    case PROPP_I32: Algorithm<int32_t>::run(problem, on); break;
    case PROPP_F32: Algorithm<float>::run(problem, on); break;
    case PROPP_F64: Algorithm<double>::run(problem, on); break;
    default: return PROPP_E_TYPE;
    }
    return status_of(cudaGetLastError());
}

int32_t sizes(const propp_entry *, const propp_problem *, propp_sizes *sizes) {
    if (!sizes || sizes->struct_size < sizeof *sizes) return PROPP_E_ARGUMENT;
    sizes->temp_bytes = BLOCKS * sizeof(double);
    sizes->host_bytes = 0;
    sizes->out_elements = 1;
    sizes->out_aux_elements = 0;
    return PROPP_OK;
}

// Whatever has to be done once, and may wait for the device, belongs here.
int32_t prepare(const propp_entry *, const propp_problem *, void **state) {
    *state = nullptr;
    return PROPP_OK;
}

constexpr uint32_t TYPES =
    PROPP_TYPE_BIT(PROPP_I32) | PROPP_TYPE_BIT(PROPP_F32) | PROPP_TYPE_BIT(PROPP_F64);

propp_entry entry(const char *variant, const char *description, uint32_t flags,
                  int32_t (*run)(const propp_entry *, const propp_problem *, void *, void *)) {
    propp_entry entry = {};
    entry.primitive = "reduce.sum";
    entry.variant = variant;
    entry.description = description;
    entry.types = TYPES;
    entry.flags = flags;
    entry.min_compute = 70;
    entry.sizes = sizes;
    entry.prepare = prepare;
    entry.run = run;
    return entry;
}

} // namespace

extern "C" PROPP_EXPORT const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    if (host_abi_version != PROPP_ABI_VERSION) return nullptr;
    static const propp_entry entries[] = {
        entry("two_kernels", "a partial sum a block, and one block for those", 0, run<TwoKernels>),
        entry("one_block", "one block sums everything", PROPP_NAIVE, run<OneBlock>),
    };
    static const propp_library library = [] {
        propp_library library = {};
        library.abi_version = PROPP_ABI_VERSION;
        library.library_size = sizeof(propp_library);
        library.entry_size = sizeof(propp_entry);
        library.problem_size = sizeof(propp_problem);
        library.sizes_size = sizeof(propp_sizes);
        library.work_size = sizeof(propp_work);
        library.name = "mine";
        library.version = "1";
        library.count = sizeof entries / sizeof *entries;
        library.entries = entries;
        library.message = message;
        return library;
    }();
    return &library;
}
