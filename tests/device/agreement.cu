// Kernels to compare two profilers on: propp and ncu.
//
//     agreement
//
// Hand-written kernels that are each bad at one thing, then kernels of CUB and
// Thrust. Few launches, since ncu takes its time over each, and long ones, so that
// start and end do not matter. Nothing depends on anything but the source: grid
// sizes are constants, and no kernel's instructions depend on the time.
#include "check.cuh"

#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include <cmath>

constexpr unsigned elements = 1 << 24;
constexpr unsigned threads = 256;
constexpr unsigned side = 4096;  // of a matrix of that many elements
static_assert(side * side == elements);

__device__ inline unsigned thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Nothing wrong with it.
__global__ void axpy(float factor, const float* x, float* y) {
    unsigned i = thread_number();
    y[i] += factor * x[i];
}

// Wide accesses.
__global__ void axpy4(float factor, const float4* x, float4* y) {
    unsigned i = thread_number();
    float4 a = x[i], b = y[i];
    y[i] = {b.x + factor * a.x, b.y + factor * a.y, b.z + factor * a.z, b.w + factor * a.w};
}

// Every lane in a line of its own.
__global__ void gather(const float* in, float* out) {
    unsigned i = thread_number();
    out[i] = in[i * 2654435761u % elements];
}

// A thread a row: loads 16 KiB apart. Every line is asked for 32 times.
__global__ void row_sums(const float* matrix, float* sums) {
    unsigned row = thread_number();
    float sum = 0;
    for (unsigned column = 0; column < side; column++) sum += matrix[row * side + column];
    sums[row] = sum;
}

// A thread a column: loads side by side.
__global__ void column_sums(const float* matrix, float* sums) {
    unsigned column = thread_number();
    float sum = 0;
    for (unsigned row = 0; row < side; row++) sum += matrix[row * side + column];
    sums[column] = sum;
}

// Shared memory with a conflict of Ways ways, or none.
template <int Ways>
__global__ void rotate(const unsigned* in, unsigned* out) {
    __shared__ unsigned words[threads * Ways];
    for (int way = 0; way < Ways; way++) words[threadIdx.x + way * threads] = in[thread_number()];
    __syncthreads();
    unsigned sum = 0;
    for (unsigned round = 0; round < 64; round++) {
        sum = sum * 3 + words[(threadIdx.x + round) % threads * Ways];
    }
    out[thread_number()] = sum;
}

// Shared atomics, eight bins for 256 threads.
__global__ void histogram(const unsigned* in, unsigned* bins) {
    __shared__ unsigned own[8];
    if (threadIdx.x < 8) own[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = thread_number(); i < elements; i += gridDim.x * blockDim.x) {
        atomicAdd(&own[in[i] % 8], 1);
    }
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// Lanes of one warp loop for different numbers of rounds.
__global__ void collatz(unsigned* steps) {
    unsigned i = thread_number();
    unsigned long long n = i + 1;
    unsigned count = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        count++;
    }
    steps[i] = count;
}

// A scan of the block with two barriers a step.
__global__ void block_scan(const unsigned* in, unsigned* out) {
    __shared__ unsigned sums[1024];
    unsigned i = thread_number();
    sums[threadIdx.x] = in[i];
    __syncthreads();
    for (unsigned step = 1; step < 1024; step *= 2) {
        unsigned before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    out[i] = sums[threadIdx.x];
}

// One warp of the block works and the others wait at a barrier.
__global__ void lonely_warp(float* out) {
    __shared__ float value;
    for (int round = 0; round < 20; round++) {
        if (threadIdx.x < 32) {
            float x = threadIdx.x;
            for (int k = 0; k < 500; k++) x = x * 0.999f + 1;
            if (threadIdx.x == 0) value = x;
        }
        __syncthreads();
    }
    out[thread_number()] = value;
}

// A few long blocks beside many short ones.
__global__ void skewed(float* out) {
    float x = threadIdx.x;
    int rounds = blockIdx.x % 64 == 0 ? 400000 : 20000;
    for (int k = 0; k < rounds; k++) x = x * 0.999f + 1;
    out[thread_number()] = x;
}

// More registers than the compiler is given: local memory, but so little that L1
// holds it for all threads of an SM. What L1 hands on would depend on the time.
__global__ void __launch_bounds__(1024, 2) spill(const float* in, float* out, unsigned rounds) {
    constexpr int values = 30;
    float kept[values];
    unsigned i = thread_number();
    for (int k = 0; k < values; k++) kept[k] = in[(i + k * 977) % elements];
    for (unsigned round = 0; round < rounds; round++) {
        for (int k = 0; k < values; k++) kept[k] = kept[k] * 0.5f + kept[(k + 5) % values];
    }
    float sum = 0;
    for (int k = 0; k < values; k++) sum += kept[k];
    out[i] = sum;
}

// Double precision, and the unit for special functions.
__global__ void polynomial(double* out) {
    double x = thread_number() * 1e-7, sum = 0;
    for (int k = 0; k < 256; k++) sum = sum * x + k;
    out[thread_number()] = sum;
}

__global__ void waves(float* out) {
    float x = thread_number() * 1e-7f;
    for (int k = 0; k < 256; k++) x = __sinf(x) + 0.5f;
    out[thread_number()] = x;
}

// One block: a GPU with one SM at work.
__global__ void one_block(float* out) {
    float x = threadIdx.x;
    for (int k = 0; k < 200000; k++) x = x * 0.999f + 1;
    out[threadIdx.x] = x;
}

struct Square {
    __host__ __device__ double operator()(float x) const { return double(x) * x; }
};

static void launched() {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

static void memory() {
    std::vector<float> ones(elements, 1.0f);
    DeviceArray<float> x(ones), y(ones), sums(side);
    axpy<<<elements / threads, threads>>>(2, x.get(), y.get());
    launched();
    axpy4<<<elements / 4 / threads, threads>>>(2, reinterpret_cast<const float4*>(x.get()),
                                               reinterpret_cast<float4*>(y.get()));
    launched();
    require(y.host()[elements - 1] == 5, "axpy");
    gather<<<elements / threads, threads>>>(x.get(), y.get());
    launched();
    require(y.host()[elements - 1] == 1, "gather");
    row_sums<<<side / threads, threads>>>(x.get(), sums.get());
    launched();
    require(sums.host()[side - 1] == side, "row_sums");
    column_sums<<<side / threads, threads>>>(x.get(), sums.get());
    launched();
    require(sums.host()[side - 1] == side, "column_sums");
    spill<<<elements / 1024, 1024>>>(x.get(), y.get(), 8);
    launched();
    require(std::isfinite(y.host()[0]), "spill");
}

static void shared() {
    std::vector<unsigned> numbers(elements);
    for (unsigned i = 0; i < elements; i++) numbers[i] = i;
    DeviceArray<unsigned> in(numbers), out(elements), bins(std::vector<unsigned>(8, 0));
    rotate<1><<<elements / threads, threads>>>(in.get(), out.get());
    launched();
    std::vector<unsigned> straight = out.host();
    rotate<8><<<elements / threads, threads>>>(in.get(), out.get());
    launched();
    require(out.host()[elements - 1] != 0 && straight[0] != 0, "rotate");
    histogram<<<1024, threads>>>(in.get(), bins.get());
    launched();
    require(bins.host()[7] == elements / 8, "histogram");
    block_scan<<<elements / 1024, 1024>>>(in.get(), out.get());
    launched();
    require(out.host()[1023] == 1023 * 1024 / 2, "block_scan");
}

static void arithmetic() {
    DeviceArray<unsigned> steps(1 << 20);
    collatz<<<(1 << 20) / threads, threads>>>(steps.get());
    launched();
    require(steps.host()[26] == 111, "collatz");
    DeviceArray<float> out(1 << 22);
    lonely_warp<<<1024, 256>>>(out.get());
    launched();
    skewed<<<528, threads>>>(out.get());
    launched();
    waves<<<(1 << 22) / threads, threads>>>(out.get());
    launched();
    one_block<<<1, threads>>>(out.get());
    launched();
    require(std::fabs(out.host()[1] - 1000) < 1, "one_block");
    DeviceArray<double> sums(1 << 20);
    polynomial<<<(1 << 20) / threads, threads>>>(sums.get());
    launched();
    require(sums.host()[0] == 255, "polynomial");
}

static void libraries() {
    std::vector<unsigned> ones(elements, 1);
    DeviceArray<unsigned> in(ones), out(elements);
    size_t bytes = 0;
    CHECK(cub::DeviceReduce::Sum(nullptr, bytes, in.get(), out.get(), elements));
    DeviceArray<unsigned char> reduce_room(bytes);
    CHECK(cub::DeviceReduce::Sum(reduce_room.get(), bytes, in.get(), out.get(), elements));
    launched();
    require(out.host()[0] == elements, "cub::DeviceReduce");
    CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.get(), out.get(), elements));
    DeviceArray<unsigned char> scan_room(bytes);
    CHECK(cub::DeviceScan::InclusiveSum(scan_room.get(), bytes, in.get(), out.get(), elements));
    launched();
    require(out.host()[elements - 1] == elements, "cub::DeviceScan");

    thrust::device_vector<unsigned> keys(elements);
    thrust::sequence(keys.rbegin(), keys.rend());
    thrust::sort(keys.begin(), keys.end());
    launched();
    require(keys[elements - 1] == elements - 1, "thrust::sort");
    thrust::device_vector<float> values(elements, 2.0f);
    double sum = thrust::transform_reduce(values.begin(), values.end(), Square(), 0.0,
                                          thrust::plus<double>());
    require(sum == 4.0 * elements, "thrust::transform_reduce");
}

int main() {
    memory();
    shared();
    arithmetic();
    libraries();
    std::printf("agreement: all results right\n");
}
