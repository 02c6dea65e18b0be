// What a load of constant memory takes whose threads ask for 1 to 32 different words: prints the time of
// an SM for a load, with 8 and with 64 warps on each.
//
//   nvcc -O3 -std=c++17 -arch=native -o words words.cu && ./words
#include <cuda_runtime.h>

#include <cstdio>

__constant__ unsigned table[1024];

template <int WORDS>
__global__ void load(unsigned* out, int times) {
    unsigned at = (threadIdx.x % 32 % WORDS) * 17, sum = 0;
    for (int k = 0; k < times; k++) sum += table[(at++ + sum) & 1023];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <int WORDS>
static void run(unsigned* out, int sms) {
    const int times = 512, threads = 256;
    cudaEvent_t start, end;
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    for (int blocks : {1, 8}) {
        float ms = 0;
        for (int turn = 0; turn < 2; turn++) {
            cudaEventRecord(start);
            load<WORDS><<<blocks * sms, threads>>>(out, times);
            cudaEventRecord(end);
            cudaEventSynchronize(end);
            cudaEventElapsedTime(&ms, start, end);
        }
        const int warps = blocks * threads / 32;
        std::printf("%2d words, %2d warps: %.2f ns a load\n", WORDS, warps, ms * 1e6 / (warps * times));
    }
}

int main() {
    int sms = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    unsigned* out;
    cudaMalloc(&out, sizeof(unsigned) * 8 * 256 * sms);
    run<1>(out, sms), run<2>(out, sms), run<4>(out, sms), run<8>(out, sms), run<16>(out, sms), run<32>(out, sms);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
