// No steps: orders of a shop, worked through once: a histogram, its running sum, the orders that
// are kept packed together, all sorted by their keys (bitonic), groups found, and summed.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -o nosteps_orders nosteps_orders.cu -ldl

#include <algorithm>
#include <cmath>
#include <vector>

#include "marks.cuh"

constexpr unsigned COUNT = 1 << 20, BINS = 1024, BLOCK = 1024;

__device__ unsigned mixed(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__global__ void invent(unsigned *customer, float *price) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    customer[i] = mixed(i) % 50000;
    price[i] = 1 + mixed(i + COUNT) % 20000 / 100.0f;
}

__global__ void histogram(const float *price, unsigned *bins) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&own[min(unsigned(price[i] * 5), BINS - 1)], 1u);
    __syncthreads();
    if (own[threadIdx.x]) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// Running sums within each block, the first included; its total if wanted.
__global__ void scan(const unsigned *in, unsigned *out, unsigned *totals) {
    __shared__ unsigned parts[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    parts[t] = in[i];
    for (unsigned far = 1; far < BLOCK; far *= 2) {
        __syncthreads();
        const unsigned before = t >= far ? parts[t - far] : 0;
        __syncthreads();
        parts[t] += before;
    }
    out[i] = parts[t];
    if (totals && t == BLOCK - 1) totals[blockIdx.x] = parts[t];
}

__global__ void add_totals(unsigned *sums, const unsigned *totals) {
    if (blockIdx.x > 0) sums[blockIdx.x * BLOCK + threadIdx.x] += totals[blockIdx.x - 1];
}

__global__ void flag_dear(const float *price, float limit, unsigned *flags) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    flags[i] = price[i] >= limit;
}

__global__ void compact(const unsigned *flags, const unsigned *sums, const unsigned *customer,
                        const float *price, unsigned long long *kept) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (flags[i])
        kept[sums[i] - 1] = (unsigned long long)customer[i] << 32 | __float_as_uint(price[i]);
}

__global__ void pad(unsigned long long *kept, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) kept[i] = ~0ull;
}

__global__ void compare(unsigned long long *keys, unsigned far, unsigned length) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = i ^ far;
    if (j < i) return;
    const unsigned long long a = keys[i], b = keys[j];
    if ((a > b) == !(i & length)) keys[i] = b, keys[j] = a;
}

__global__ void flag_heads(const unsigned long long *keys, unsigned count, unsigned *flags) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    flags[i] = i < count && (i == 0 || keys[i] >> 32 != keys[i - 1] >> 32);
}

__global__ void add_up(const unsigned long long *keys, const unsigned *sums, unsigned count,
                       float *spent, unsigned *orders) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    atomicAdd(&spent[sums[i] - 1], __uint_as_float(unsigned(keys[i])));
    atomicAdd(&orders[sums[i] - 1], 1u);
}

__global__ void best(const float *spent, unsigned groups, int *most) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < groups) atomicMax(most, __float_as_int(spent[i]));
}

int main() {
    nvtxRangePushA("other");
    unsigned *customer = allocate<unsigned>(COUNT), *flags = allocate<unsigned>(COUNT);
    unsigned *sums = allocate<unsigned>(COUNT), *totals = allocate<unsigned>(BLOCK);
    unsigned *bins = allocate<unsigned>(BINS), *orders = allocate<unsigned>(COUNT);
    float *price = allocate<float>(COUNT), *spent = allocate<float>(COUNT);
    auto *kept = allocate<unsigned long long>(COUNT);
    int *most = allocate<int>(1);

    invent<<<COUNT / BLOCK, BLOCK>>>(customer, price);
    histogram<<<COUNT / BLOCK, BLOCK>>>(price, bins);
    scan<<<1, BLOCK>>>(bins, bins, nullptr);
    std::vector<unsigned> running(BINS);
    download(running.data(), bins, BINS);
    expect(running.back() == COUNT, "histogram");
    const auto middle = std::lower_bound(running.begin(), running.end(), COUNT / 4);
    const float limit = (middle - running.begin()) / 5.0f;

    auto scan_all = [&] {
        scan<<<COUNT / BLOCK, BLOCK>>>(flags, sums, totals);
        scan<<<1, BLOCK>>>(totals, totals, nullptr);
        add_totals<<<COUNT / BLOCK, BLOCK>>>(sums, totals);
        unsigned last = 0;
        download(&last, sums + COUNT - 1, 1);
        return last;
    };
    flag_dear<<<COUNT / BLOCK, BLOCK>>>(price, limit, flags);
    const unsigned count = scan_all();
    compact<<<COUNT / BLOCK, BLOCK>>>(flags, sums, customer, price, kept);
    pad<<<COUNT / BLOCK, BLOCK>>>(kept, count);

    for (unsigned length = 2; length <= COUNT; length *= 2)
        for (unsigned far = length / 2; far > 0; far /= 2)
            compare<<<COUNT / BLOCK, BLOCK>>>(kept, far, length);

    flag_heads<<<COUNT / BLOCK, BLOCK>>>(kept, count, flags);
    const unsigned groups = scan_all();
    add_up<<<COUNT / BLOCK, BLOCK>>>(kept, sums, count, spent, orders);
    best<<<COUNT / BLOCK, BLOCK>>>(spent, groups, most);

    float highest = 0;
    download(reinterpret_cast<int *>(&highest), most, 1);
    std::vector<unsigned long long> keys(count);
    download(keys.data(), kept, count);
    expect(std::is_sorted(keys.begin(), keys.end()), "order");
    expect(groups > 0 && groups <= 50000 && std::isfinite(highest), "groups");
    printf("%u of %u orders from %.2f, %u customers, most spent %.2f\n", count, COUNT, limit, groups,
           highest);
    nvtxRangePop();
}
