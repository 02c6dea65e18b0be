// Launches whose memory is reached in different ways, for `propp capture`:
//     nvcc -arch=native app.cu -o app && propp capture -k pointers ./app [ELEMENTS]
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                              \
    if (cudaError_t error = call) {                                              \
        std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));      \
        return 1;                                                                \
    }

__constant__ float factors[64];
__device__ float table[64];
__device__ float* reached_by_pointer;

__global__ void scale(const float* from, float* to, int n, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i] * by;
}

// In place: a second launch gives other results.
__global__ void in_place(float* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = values[i] * 0.5f + 1;
}

struct Row {
    float* values;
    int count;
};

// Memory that only memory leads to.
__global__ void pointers(Row* const* rows, int count) {
    for (int r = blockIdx.x; r < count; r += gridDim.x)
        for (int i = threadIdx.x; i < rows[r]->count; i += blockDim.x) rows[r]->values[i] += r;
}

__global__ void variables(float* to) {
    const int i = threadIdx.x;
    to[i] = factors[i] * table[i];
    table[i] += 1;
}

// Memory that only a variable leads to.
__global__ void by_variable() { reached_by_pointer[threadIdx.x] += 2; }

__global__ void by_pointer(float** to) { (*to)[threadIdx.x] = 1; }

// Reads the variable; that a pointer leads to it is no obstacle.
__global__ void through_pointer(float* const* from, float* to) {
    to[threadIdx.x] = (*from)[threadIdx.x];
}

// Needs a larger stack than a new process gives.
__device__ __noinline__ int sum_down(const int* values, int place) {
    volatile int kept[16];
    for (int i = 0; i < 16; i++) kept[i] = values[place] + i;
    if (place == 0) return kept[3];
    return kept[place % 16] + sum_down(values, place - 1);
}

__global__ void deep(int* values, int depth) {
    values[4096 + threadIdx.x] = sum_down(values, depth + threadIdx.x);
}

__global__ void counted(const int* from, int n, unsigned* bins) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[from[i] & 255], 1u);
}

__global__ void mixed(const float* device, float* managed, float* host, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) managed[i] += device[i], host[i] = managed[i];
}

__global__ void reversed(float* values, int n) {
    extern __shared__ float kept[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) kept[i] = values[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = kept[n - 1 - i];
}

__global__ void together(float* values, int n) {
    auto grid = cooperative_groups::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) values[i] += 1;
    grid.sync();
    for (int i = grid.thread_rank(); i < n - 1; i += grid.size()) atomicAdd(&values[n - 1], 1.0f);
}

__global__ void clustered(float* values) {
    auto cluster = cooperative_groups::this_cluster();
    values[blockIdx.x * blockDim.x + threadIdx.x] = cluster.block_rank() + cluster.num_blocks();
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20, threads = 256, blocks = n / threads;
    float *a, *b, *managed, *host;
    int* numbers;
    unsigned* bins;
    CHECK(cudaMalloc(&a, n * sizeof(float)));
    CHECK(cudaMalloc(&b, n * sizeof(float)));
    CHECK(cudaMalloc(&numbers, n * sizeof(int)));
    CHECK(cudaMalloc(&bins, 256 * sizeof(unsigned)));
    CHECK(cudaMallocManaged(&managed, n * sizeof(float)));
    CHECK(cudaHostAlloc(&host, n * sizeof(float), cudaHostAllocMapped));
    float* start = new float[n];
    for (int i = 0; i < n; i++) start[i] = i % 1000 * 0.25f, managed[i] = i % 7, host[i] = 0;
    CHECK(cudaMemcpy(a, start, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(numbers, start, n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(bins, 0, 256 * sizeof(unsigned)));
    CHECK(cudaMemcpyToSymbol(factors, start, sizeof factors));
    CHECK(cudaMemcpyToSymbol(table, start, sizeof table));

    for (int i = 1; i <= 3; i++) scale<<<blocks, threads>>>(a, b, n, i);
    for (int i = 0; i < 3; i++) in_place<<<blocks, threads>>>(b, n);

    const int count = 100;
    Row** rows;
    CHECK(cudaMalloc(&rows, count * sizeof(Row*)));
    Row* places[count];
    for (int r = 0; r < count; r++) {
        const Row row = {nullptr, 1000 + r};
        Row filled = row;
        CHECK(cudaMalloc(&filled.values, filled.count * sizeof(float)));
        CHECK(cudaMemset(filled.values, 0, filled.count * sizeof(float)));
        CHECK(cudaMalloc(&places[r], sizeof(Row)));
        CHECK(cudaMemcpy(places[r], &filled, sizeof filled, cudaMemcpyHostToDevice));
    }
    CHECK(cudaMemcpy(rows, places, sizeof places, cudaMemcpyHostToDevice));
    pointers<<<20, 128>>>(rows, count);
    pointers<<<20, 128>>>(rows, count);

    variables<<<1, 64>>>(b);
    variables<<<1, 64>>>(b);
    CHECK(cudaMemcpyToSymbol(reached_by_pointer, &a, sizeof a));
    by_variable<<<1, 64>>>();
    float* of_table;
    CHECK(cudaGetSymbolAddress((void**)&of_table, table));
    float** holder;
    CHECK(cudaMalloc(&holder, sizeof(float*)));
    CHECK(cudaMemcpy(holder, &of_table, sizeof of_table, cudaMemcpyHostToDevice));
    by_pointer<<<1, 64>>>(holder);
    through_pointer<<<1, 64>>>(holder, b);
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10));
    deep<<<1, 64>>>(numbers, 300);

    counted<<<blocks, threads>>>(numbers, n, bins);
    mixed<<<blocks, threads>>>(a, managed, host, n);
    const int kept = 50000;
    CHECK(cudaFuncSetAttribute(reversed, cudaFuncAttributeMaxDynamicSharedMemorySize, kept * 4));
    reversed<<<1, 1024, kept * 4>>>(b, kept);
    int some = 5000;
    void* arguments[] = {&b, &some};
    CHECK(cudaLaunchCooperativeKernel((void*)together, dim3(32), dim3(128), arguments));
    cudaLaunchConfig_t config = {dim3(32), dim3(64)};
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {4, 1, 1};
    config.attrs = &cluster;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, clustered, b));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(start, b, 100 * sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("%g %g %g\n", start[0], start[1], start[99]);
}
