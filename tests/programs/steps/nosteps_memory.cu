// No steps: what the memory of a GPU can do, in a table: copies of many sizes, strides, gathers, widths of
// access, shared memory, atomics, constants, a chase of pointers, the bus; each warmed up and timed over a few.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 nosteps_memory.cu -o nosteps_memory

#include "marks.cuh"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

constexpr size_t MOST = size_t(1) << 26;  // floats
constexpr int TABLE = 1024;

__constant__ float constants[TABLE];

__global__ void copy(const float *in, float *out, size_t count) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        out[i] = in[i];
}

__global__ void copy_wide(const float4 *in, float4 *out, size_t count) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        out[i] = in[i];
}

__global__ void copy_bytes(const unsigned char *in, unsigned char *out, size_t count) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        out[i] = in[i] + 1;
}

__global__ void fill(float *out, float value, size_t count) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        out[i] = value;
}

__global__ void sum(const float *in, float *out, size_t count) {
    float total = 0;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        total += in[i];
    for (int hop = 16; hop > 0; hop /= 2)
        total += __shfl_down_sync(~0u, total, hop);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, total);
}

__global__ void triad(const float *a, const float *b, float *c, float factor, size_t count) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        c[i] = a[i] + factor * b[i];
}

__global__ void strided(const float *in, float *out, size_t stride, size_t count) {
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < count)
        out[i] = in[i * stride % MOST];
}

__global__ void gather(const float *in, const int *places, float *out, size_t count) {
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < count)
        out[i] = in[places[i]];
}

__global__ void scatter(const float *in, const int *places, float *out, size_t count) {
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < count)
        out[places[i]] = in[i];
}

__global__ void shared_hops(float *out, int stride) {
    __shared__ float tile[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        tile[i] = i;
    __syncthreads();
    float total = 0;
    int at = threadIdx.x * stride % 4096;
    for (int i = 0; i < 512; i++) {
        total += tile[at];
        at = (at + 32) % 4096;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

__global__ void count_up(unsigned *bins, unsigned mask) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[(i * 2654435761u >> 12) & mask], 1u);
}

__global__ void from_constants(float *out, int spread) {
    float total = 0;
    for (int i = 0; i < 256; i++)
        total += constants[(i + threadIdx.x * spread) % TABLE];
    out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

__global__ void chase(const int *next, int hops, int *out) {
    int at = 0;
    for (int i = 0; i < hops; i++)
        at = next[at];
    *out = at;
}

static int rows;
static double best;

// `bytes` are those that one call moves.
void row(const std::string &name, double bytes, int repeats, const std::function<void()> &call) {
    cudaEvent_t first, last;
    check(cudaEventCreate(&first), "event");
    check(cudaEventCreate(&last), "event");
    call();
    check(cudaEventRecord(first), "record");
    for (int i = 0; i < repeats; i++)
        call();
    check(cudaEventRecord(last), "record");
    check(cudaEventSynchronize(last), "wait");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, first, last), "time");
    check(cudaEventDestroy(first), "event");
    check(cudaEventDestroy(last), "event");
    double rate = bytes * repeats / std::max(ms, 1e-6f) / 1e6;
    fprintf(stderr, "%-28s %10.4f ms %9.1f GB/s\n", name.c_str(), ms / repeats, rate);
    expect(std::isfinite(rate), name.c_str());
    best = std::max(best, rate);
    rows++;
}

int main() {
    Marks marks("none");
    float *a = allocate<float>(MOST), *b = allocate<float>(MOST), *c = allocate<float>(MOST);
    int *places = allocate<int>(MOST / 4), *result = allocate<int>(1);
    unsigned *bins = allocate<unsigned>(1 << 16);
    std::mt19937 draw(1);
    std::vector<float> table(TABLE, 1.0f);
    check(cudaMemcpyToSymbol(constants, table.data(), TABLE * sizeof(float)), "constants");

    // Sizes, from what the cache holds to what it does not.
    for (size_t count = size_t(1) << 14; count <= MOST; count *= 4) {
        unsigned grid = unsigned(std::min<size_t>(2048, count / 256));
        row("copy " + std::to_string(count * 4 >> 10) + " KiB", 8.0 * count, 6,
            [&] { copy<<<grid, 256>>>(a, b, count); });
    }
    row("copy of 16 bytes", 8.0 * MOST, 4, [&] { copy_wide<<<2048, 256>>>((float4 *)a, (float4 *)b, MOST / 4); });
    row("copy of bytes", 2.0 * MOST, 4,
        [&] { copy_bytes<<<2048, 256>>>((unsigned char *)a, (unsigned char *)b, MOST); });
    row("copy by the driver", 8.0 * MOST, 4,
        [&] { check(cudaMemcpyAsync(b, a, MOST * 4, cudaMemcpyDeviceToDevice), "copy"); });
    row("fill", 4.0 * MOST, 4, [&] { fill<<<2048, 256>>>(a, 0.5f, MOST); });
    row("set by the driver", 4.0 * MOST, 4, [&] { check(cudaMemsetAsync(c, 0, MOST * 4), "set"); });
    row("triad", 12.0 * MOST, 4, [&] { triad<<<2048, 256>>>(a, b, c, 2.0f, MOST); });
    for (unsigned block : {64u, 128u, 512u, 1024u})
        row("sum by " + std::to_string(block), 4.0 * MOST, 3, [&] { sum<<<1056, block>>>(a, c, MOST); });

    // Strides, and places in three orders.
    size_t count = MOST / 4;
    for (size_t stride : {1, 2, 3, 8, 17, 32, 1000})
        row("stride " + std::to_string(stride), 8.0 * count, 3,
            [&] { strided<<<blocks(count), 256>>>(a, b, stride, count); });
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    upload(places, order.data(), count);
    row("gather in order", 12.0 * count, 3, [&] { gather<<<blocks(count), 256>>>(a, places, b, count); });
    for (size_t i = 0; i < count; i += 1024)
        std::shuffle(order.begin() + i, order.begin() + i + 1024, draw);
    upload(places, order.data(), count);
    row("gather near", 12.0 * count, 3, [&] { gather<<<blocks(count), 256>>>(a, places, b, count); });
    for (size_t i = count - 1; i > 0; i--)
        std::swap(order[i], order[draw() % (i + 1)]);
    upload(places, order.data(), count);
    row("gather far", 12.0 * count, 2, [&] { gather<<<blocks(count), 256>>>(a, places, b, count); });
    row("scatter far", 12.0 * count, 2, [&] { scatter<<<blocks(count), 256>>>(a, places, b, count); });

    // Shared memory and its banks, constants, atomics on few and on many places.
    for (int stride : {1, 2, 4, 32, 33})
        row("shared by " + std::to_string(stride), 1056.0 * 256 * 512 * 4, 3,
            [&] { shared_hops<<<1056, 256>>>(b, stride); });
    row("constants, one for all", 1056.0 * 256 * 256 * 4, 3, [&] { from_constants<<<1056, 256>>>(b, 0); });
    row("constants, one for each", 1056.0 * 256 * 256 * 4, 2, [&] { from_constants<<<1056, 256>>>(b, 5); });
    for (unsigned mask : {0u, 31u, 1023u, 65535u})
        row("atomics on " + std::to_string(mask + 1), 4.0 * 4096 * 256, 3,
            [&] { count_up<<<4096, 256>>>(bins, mask); });

    // Latency: one thread along a chain that visits a set of some size in a random order.
    for (int size : {1 << 10, 1 << 15, 1 << 20, 1 << 23}) {
        std::vector<int> way(size), next(size);
        std::iota(way.begin(), way.end(), 0);
        std::shuffle(way.begin() + 1, way.end(), draw);
        for (int i = 0; i < size; i++)
            next[way[i]] = way[(i + 1) % size];
        upload(places, next.data(), size);
        row("chase in " + std::to_string(size >> 8) + " KiB", 4.0 * 20000, 1,
            [&] { chase<<<1, 1>>>(places, 20000, result); });
    }

    // The bus, from pages that stay and from others.
    float *pinned = nullptr;
    check(cudaMallocHost(&pinned, MOST), "pinned");
    std::fill(pinned, pinned + MOST / 4, 1.0f);
    std::vector<float> pages(MOST / 4, 1.0f);
    row("to the device, pinned", MOST, 3,
        [&] { check(cudaMemcpyAsync(a, pinned, MOST, cudaMemcpyHostToDevice), "to"); });
    row("from the device, pinned", MOST, 3,
        [&] { check(cudaMemcpyAsync(pinned, a, MOST, cudaMemcpyDeviceToHost), "from"); });
    row("to the device, pages", MOST, 2, [&] { upload(a, pages.data(), MOST / 4); });
    row("from the device, pages", MOST, 2, [&] { download(pages.data(), a, MOST / 4); });
    check(cudaFreeHost(pinned), "pinned");
    check(cudaDeviceSynchronize(), "end");
    fprintf(stderr, "best %.0f GB/s\n", best);
    printf("%d rows, %.1f\n", rows, pages[7]);
}
