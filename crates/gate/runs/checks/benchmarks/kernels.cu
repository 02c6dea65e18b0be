// Three kernels over several sizes, timed by NVBench, to be compared with themselves (record.py).
#include <nvbench/nvbench.cuh>
__global__ void copy(const float *in, float *out, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
__global__ void gather(const float *in, float *out, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i * 2654435761u % n];
}
__global__ void iterate(const float *in, float *out, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float x = in[i];
        for (int k = 0; k < 400; ++k) x = x * 0.999f + 0.001f;
        out[i] = x;
    }
}
using Kernel = void (*)(const float *, float *, unsigned);
static void bench(nvbench::state &state, Kernel kernel) {
    const unsigned n = 1u << state.get_int64("log2");
    float *in, *out;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n * 4);
    cudaMemset(in, 0, n * 4);
    state.exec(nvbench::exec_tag::no_batch, [=](nvbench::launch &launch) { kernel<<<1056, 256, 0, launch.get_stream()>>>(in, out, n); });
    cudaFree(in);
    cudaFree(out);
}
void copies(nvbench::state &s) { bench(s, copy); }
void gathers(nvbench::state &s) { bench(s, gather); }
void iterates(nvbench::state &s) { bench(s, iterate); }
NVBENCH_BENCH(copies).set_name("copy").add_int64_axis("log2", {18, 22, 25});
NVBENCH_BENCH(gathers).set_name("gather").add_int64_axis("log2", {18, 22, 24});
NVBENCH_BENCH(iterates).set_name("iterate").add_int64_axis("log2", {18, 22, 24});
NVBENCH_MAIN
