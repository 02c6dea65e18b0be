// Four kernels with a delay of a known length each, for the certificate of the gate:
//
//     delays                     ten launches of each, undelayed
//     delays NS NS NS NS         every block waits so many nanoseconds at its end
//     delays times               medians of the undelayed times in microseconds, by events
//
// All blocks of a grid are resident at once, so a kernel becomes longer by its delay.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

constexpr unsigned N = 1u << 24, BLOCK = 256;

__device__ void wait(long long cycles) {
    if (cycles == 0) return;
    __syncthreads();
    const long long begin = clock64();
    while (clock64() - begin < cycles) {}
}

__global__ void copy(const float *in, float *out, long long delay) {
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += gridDim.x * BLOCK) out[i] = in[i];
    wait(delay);
}
__global__ void gather(const float *in, float *out, long long delay) {
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += gridDim.x * BLOCK) {
        out[i] = in[i * 2654435761u % N];
    }
    wait(delay);
}
__global__ void sum(const float *in, float *out, long long delay) {
    float total = 0;
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += gridDim.x * BLOCK) total += in[i];
    atomicAdd(out, total);
    wait(delay);
}
__global__ void iterate(const float *in, float *out, long long delay) {
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += gridDim.x * BLOCK) {
        float x = in[i];
        for (int k = 0; k < 400; ++k) x = x * 0.999f + 0.001f;
        out[i] = x;
    }
    wait(delay);
}

int main(int argc, char **argv) {
    int blocks = 0, clock_khz = 0;
    cudaDeviceGetAttribute(&blocks, cudaDevAttrMultiProcessorCount, 0);
    cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0);
    blocks *= 8;
    float *in = nullptr, *out = nullptr;
    if (cudaMalloc(&in, N * 4) || cudaMalloc(&out, N * 4)) return 2;
    cudaMemset(in, 0, N * 4);
    long long delay[4] = {};
    const bool times = argc == 2 && !std::strcmp(argv[1], "times");
    for (int k = 0; k < 4 && argc == 5; ++k) delay[k] = (long long)(std::atof(argv[k + 1]) * clock_khz * 1e-6);
    const std::function<void()> launches[] = {
        [&] { copy<<<blocks, BLOCK>>>(in, out, delay[0]); },
        [&] { gather<<<blocks, BLOCK>>>(in, out, delay[1]); },
        [&] { sum<<<blocks, BLOCK>>>(in, out, delay[2]); },
        [&] { iterate<<<blocks, BLOCK>>>(in, out, delay[3]); },
    };
    const char *names[] = {"copy", "gather", "sum", "iterate"};
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int k = 0; k < 4; ++k) {
        std::vector<float> all;
        for (int run = 0; run < 10; ++run) {
            cudaEventRecord(begin);
            launches[k]();
            cudaEventRecord(end);
            cudaEventSynchronize(end);
            float ms = 0;
            cudaEventElapsedTime(&ms, begin, end);
            all.push_back(ms * 1e3f);
        }
        std::sort(all.begin(), all.end());
        if (times) std::printf("%s %.3f\n", names[k], all[5]);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
