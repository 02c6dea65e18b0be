// Twelve kernels, each launched once or twice: stages of work on one array. No steps.
//
//     nvcc -O2 -lineinfo -o nosteps_stages nosteps_stages.cu -ldl

#include "marks.cuh"

constexpr int SIDE = 1024, COUNT = SIDE * SIDE, BINS = 64, BLOCK = 256;

__device__ int here() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void fill(unsigned *out) { out[here()] = here() * 2654435761u; }

__global__ void mix(unsigned *out) {
    unsigned value = out[here()];
    value = (value ^ (value >> 16)) * 0x45d9f3bu;
    out[here()] = value ^ (value >> 15);
}

__global__ void narrow(unsigned *out, unsigned limit) { out[here()] %= limit; }

__global__ void transpose(unsigned *out, const unsigned *in) {
    out[here() % SIDE * SIDE + here() / SIDE] = in[here()];
}

__global__ void blur(unsigned *out, const unsigned *in) {
    const int i = here(), before = max(i - 1, 0), after = min(i + 1, COUNT - 1);
    out[i] = (in[before] + 2 * in[i] + in[after]) / 4;
}

__global__ void slope(unsigned *out, const unsigned *in) {
    const int i = here(), after = min(i + SIDE, COUNT - 1);
    out[i] = in[after] > in[i] ? in[after] - in[i] : in[i] - in[after];
}

__global__ void histogram(unsigned *bins, const unsigned *in) {
    __shared__ unsigned own[BINS];
    if (threadIdx.x < BINS) own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[min(in[here()] / 16, BINS - 1u)], 1u);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void prefix(unsigned *bins) {
    unsigned sum = 0;
    for (int bin = 0; bin < BINS; ++bin) {
        sum += bins[bin];
        bins[bin] = sum;
    }
}

__global__ void equalise(unsigned *out, const unsigned *in, const unsigned *bins) {
    out[here()] = bins[min(in[here()] / 16, BINS - 1u)] / (COUNT / 256);
}

__global__ void largest(unsigned *result, const unsigned *in) { atomicMax(result, in[here()]); }

__global__ void count_above(unsigned *result, const unsigned *in, unsigned limit) {
    if (in[here()] > limit) atomicAdd(result, 1u);
}

__global__ void halve(unsigned *out, const unsigned *in) {
    out[here()] = (in[2 * here()] + in[2 * here() + 1]) / 2;
}

int main() {
    Marks marks("none");
    unsigned *a = allocate<unsigned>(COUNT), *b = allocate<unsigned>(COUNT);
    unsigned *bins = allocate<unsigned>(BINS), *results = allocate<unsigned>(2);
    const int grid = COUNT / BLOCK;
    fill<<<grid, BLOCK>>>(a);
    mix<<<grid, BLOCK>>>(a);
    narrow<<<grid, BLOCK>>>(a, 1024);
    transpose<<<grid, BLOCK>>>(b, a);
    blur<<<grid, BLOCK>>>(a, b);
    blur<<<grid, BLOCK>>>(b, a);
    slope<<<grid, BLOCK>>>(a, b);
    histogram<<<grid, BLOCK>>>(bins, a);
    prefix<<<1, 1>>>(bins);
    equalise<<<grid, BLOCK>>>(b, a, bins);
    transpose<<<grid, BLOCK>>>(a, b);
    largest<<<grid, BLOCK>>>(results, a);
    halve<<<grid / 2, BLOCK>>>(b, a);
    narrow<<<grid / 2, BLOCK>>>(b, 200);
    count_above<<<grid / 2, BLOCK>>>(results + 1, b, 100);

    unsigned numbers[2], total;
    download(numbers, results, 2);
    download(&total, bins + BINS - 1, 1);
    expect(total == COUNT, "the histogram");
    expect(numbers[0] == 256, "the largest");
    printf("largest %u, %u above the limit\n", numbers[0], numbers[1]);
    return 0;
}
