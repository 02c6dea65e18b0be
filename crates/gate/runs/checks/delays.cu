// Twelve kernels that can be made longer by a known time, for the certificate of the gate:
//
//     delays                          ten launches of each
//     delays CYCLES…                  the same; the last block of kernel K waits so many cycles
//     delays fit MICROSECONDS…        the cycles that make the kernels so much longer, by a measured
//                                     curve; on the error stream delay and measured time
//
// The block that ends last waits, so that nothing else runs meanwhile. Kernels with the same name
// and another number differ in nothing but the delay that they are given.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

constexpr unsigned N = 1u << 24, BLOCK = 256, LEVELS = 3;
constexpr int KERNELS = 4 * LEVELS;

// `ended` is zero again when the last block has counted.
__device__ void wait(unsigned *ended, long long cycles) {
    __syncthreads();
    if (threadIdx.x != 0 || atomicInc(ended, gridDim.x - 1) != gridDim.x - 1) return;
    const long long begin = clock64();
    while (clock64() - begin < cycles) {}
}

#define ELEMENTS for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += gridDim.x * BLOCK)

template <int LEVEL> __global__ void copy(const float *in, float *out, unsigned *ended, long long delay) {
    ELEMENTS out[i] = in[i];
    wait(ended, delay);
}
template <int LEVEL> __global__ void gather(const float *in, float *out, unsigned *ended, long long delay) {
    ELEMENTS out[i] = in[i * 2654435761u % N];
    wait(ended, delay);
}
template <int LEVEL> __global__ void sum(const float *in, float *out, unsigned *ended, long long delay) {
    float total = 0;
    ELEMENTS total += in[i];
    total += __shfl_down_sync(~0u, total, 16);
    if (threadIdx.x % 32 == 0) atomicAdd(out, total);
    wait(ended, delay);
}
template <int LEVEL> __global__ void iterate(const float *in, float *out, unsigned *ended, long long delay) {
    ELEMENTS {
        float x = in[i];
        for (int k = 0; k < 400; ++k) x = x * 0.999f + 0.001f;
        out[i] = x;
    }
    wait(ended, delay);
}

using Launch = void (*)(const float *, float *, unsigned *, long long);
#define THREE(KERNEL) KERNEL<0>, KERNEL<1>, KERNEL<2>
const Launch launches[KERNELS] = {THREE(copy), THREE(gather), THREE(sum), THREE(iterate)};

struct Program {
    int blocks = 0;
    float *in = nullptr, *out = nullptr;
    unsigned *ended = nullptr;
    cudaEvent_t begin{}, end{};

    float microseconds(int kernel, long long delay) {
        cudaEventRecord(begin);
        launches[kernel]<<<blocks, BLOCK>>>(in, out, ended, delay);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        float ms = 0;
        cudaEventElapsedTime(&ms, begin, end);
        return ms * 1e3f;
    }

    // Medians for several delays, by turns.
    std::vector<float> medians(int kernel, const std::vector<long long> &delays, int turns) {
        std::vector<std::vector<float>> all(delays.size());
        for (int turn = -2; turn < turns; ++turn) {
            for (size_t k = 0; k < delays.size(); ++k) {
                const float one = microseconds(kernel, delays[k]);
                if (turn >= 0) all[k].push_back(one);
            }
        }
        std::vector<float> medians;
        for (auto &one : all) {
            std::sort(one.begin(), one.end());
            medians.push_back(one[one.size() / 2]);
        }
        return medians;
    }

    // The cycles for which a kernel is longer by so much: the slope of the curve around it.
    long long fitted(int kernel, double more_us, double cycles_per_us) {
        std::vector<long long> delays{0};
        for (double share : {0.6, 0.8, 1.0, 1.2, 1.4}) delays.push_back(share * more_us * cycles_per_us);
        const std::vector<float> times = medians(kernel, delays, 41);
        for (size_t k = 0; k < delays.size(); ++k) {
            std::fprintf(stderr, "%d %lld %.3f\n", kernel, delays[k], times[k]);
        }
        for (size_t k = 1; k < delays.size(); ++k) {
            const double below = times[k - 1] - times[0], above = times[k] - times[0];
            if (above < more_us && k + 1 < delays.size()) continue;
            const double share = above > below ? (more_us - below) / (above - below) : 1;
            return delays[k - 1] + (long long)(share * (delays[k] - delays[k - 1]));
        }
        return 0;
    }
};

int main(int argc, char **argv) {
    Program program;
    int clock_khz = 0;
    cudaDeviceGetAttribute(&program.blocks, cudaDevAttrMultiProcessorCount, 0);
    cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0);
    program.blocks *= 8;
    if (cudaMalloc(&program.in, N * 4) || cudaMalloc(&program.out, N * 4)) return 2;
    if (cudaMalloc(&program.ended, 4)) return 2;
    cudaMemset(program.in, 0, N * 4);
    cudaMemset(program.ended, 0, 4);
    cudaEventCreate(&program.begin);
    cudaEventCreate(&program.end);
    const std::string first = argc > 1 ? argv[1] : "";
    const int values = first == "fit" ? 2 : 1;
    const bool given = argc == values + KERNELS;
    if (!given && argc != 1) return 3;
    for (int kernel = 0; kernel < KERNELS; ++kernel) {
        const double value = given ? std::atof(argv[values + kernel]) : 0;
        if (first == "fit") {
            std::printf("%lld ", program.fitted(kernel, value, clock_khz * 1e-3));
        } else {
            for (int launch = 0; launch < 10; ++launch) program.microseconds(kernel, (long long)value);
        }
    }
    std::printf("\n");
    return cudaDeviceSynchronize() != cudaSuccess;
}
