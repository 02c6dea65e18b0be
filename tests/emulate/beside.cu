// Products by tensor cores, a pipeline of asynchronous copies, and pieces copied in bulk.
#include <cuda/barrier>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <cstdio>
#include <utility>
#include <vector>

constexpr int side = 64, tile = 16, steps = 4, threads = 256, blocks = 16;

// A block of one warp for each tile of the result.
__global__ void products(const half* a, const half* b, float* c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, tile, tile, tile, half, row_major> left;
    fragment<matrix_b, tile, tile, tile, half, col_major> right;
    fragment<accumulator, tile, tile, tile, float> sum;
    fill_fragment(sum, 0.0f);
    for (int k = 0; k < side; k += tile) {
        load_matrix_sync(left, a + blockIdx.y * tile * side + k, side);
        load_matrix_sync(right, b + blockIdx.x * tile * side + k, side);
        mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; i++) sum.x[i] *= 2;
    store_matrix_sync(c + blockIdx.y * tile * side + blockIdx.x * tile, sum, side, mem_row_major);
}

// The next piece is copied while this one is added up.
__global__ void pipeline(const int* in, int* out) {
    __shared__ int pieces[2][threads];
    const int* own = in + blockIdx.x * threads * steps;
    auto copy = [&](int step) {
        __pipeline_memcpy_async(&pieces[step % 2][threadIdx.x],
                                own + step * threads + threadIdx.x, sizeof(int));
        __pipeline_commit();
    };
    copy(0);
    int sum = 0;
    for (int step = 0; step < steps; step++) {
        if (step + 1 < steps) copy(step + 1);
        __pipeline_wait_prior(step + 1 < steps ? 1 : 0);
        __syncthreads();
        sum += pieces[step % 2][threads - 1 - threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace copies = cuda::device::experimental;
constexpr int piece = 1024;

__global__ void pieces(int* all) {
    __shared__ alignas(128) int numbers[piece];
    __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
    Barrier* barrier = reinterpret_cast<Barrier*>(memory);
    int* own = all + blockIdx.x * piece;
    if (threadIdx.x == 0) {
        init(barrier, threads);
        copies::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
        copies::cp_async_bulk_global_to_shared(numbers, own, sizeof(numbers), *barrier);
        token = cuda::device::barrier_arrive_tx(*barrier, 1, sizeof(numbers));
    } else {
        token = barrier->arrive();
    }
    barrier->wait(std::move(token));
    for (int i = threadIdx.x; i < piece; i += threads) numbers[i] = 3 * numbers[i] + i;
    copies::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        copies::cp_async_bulk_shared_to_global(own, numbers, sizeof(numbers));
        copies::cp_async_bulk_commit_group();
        copies::cp_async_bulk_wait_group_read<0>();
    }
}

template <class T>
T* device(const std::vector<T>& host) {
    T* memory;
    cudaMalloc(&memory, host.size() * sizeof(T));
    cudaMemcpy(memory, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return memory;
}

template <class T>
void check(const char* name, T* memory, const std::vector<T>& expected) {
    std::vector<T> got(expected.size());
    const auto failed = cudaMemcpy(got.data(), memory, got.size() * sizeof(T), cudaMemcpyDeviceToHost);
    const bool right = failed == cudaSuccess && got == expected;
    std::printf("%s: %s\n", name, right ? "right" : "wrong");
}

int main() {
    std::vector<half> a(side * side), b(side * side);
    for (int i = 0; i < side * side; i++) {
        a[i] = __float2half(float(i % 7 - 3));
        b[i] = __float2half(float(i % 5 - 2));
    }
    std::vector<float> c(side * side);
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++)
            for (int k = 0; k < side; k++)
                c[i * side + j] += 2 * __half2float(a[i * side + k]) * __half2float(b[j * side + k]);
    float* product = device(std::vector<float>(side * side));
    products<<<dim3(side / tile, side / tile), 32>>>(device(a), device(b), product);
    check("products", product, c);

    std::vector<int> in(blocks * threads * steps), sums(blocks * threads);
    for (size_t i = 0; i < in.size(); i++) in[i] = int(i % 1009);
    for (int i = 0; i < blocks * threads; i++)
        for (int step = 0; step < steps; step++)
            sums[i] += in[i / threads * threads * steps + step * threads + threads - 1 - i % threads];
    int* out = device(std::vector<int>(sums.size()));
    pipeline<<<blocks, threads>>>(device(in), out);
    check("pipeline", out, sums);

    std::vector<int> numbers(blocks * piece);
    for (size_t i = 0; i < numbers.size(); i++) numbers[i] = int(i % 1009);
    int* all = device(numbers);
    pieces<<<blocks, threads>>>(all);
    for (size_t i = 0; i < numbers.size(); i++) numbers[i] = 3 * numbers[i] + int(i % piece);
    check("pieces", all, numbers);
}
