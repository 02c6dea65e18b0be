// Loads of 8 and 16 bytes a thread from shared memory, with the addresses of a table, one launch for each line:
//   nvcc -O3 -std=c++17 -arch=sm_90 -o wide_loads wide_loads.cu
//   ncu --clock-control none --csv --page raw --metrics
//       l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
//       ./wide_loads ../fixtures/h200_wide_loads.tsv
// The columns of the table are the bytes of a load, the first of these counters, the second, and the place of each
// thread's load in units of these bytes.
#include "check.cuh"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

constexpr int WORDS = 8192;

template <int bytes>
__global__ void loaded(const unsigned* places, float* out)
{
    extern __shared__ __align__(16) float words[];
    for (int i = threadIdx.x; i < WORDS; i += 32) {
        words[i] = float(i);
    }
    __syncthreads();
    const unsigned at = unsigned(__cvta_generic_to_shared(words)) + places[threadIdx.x] * bytes;
    float a, b, c = 0, d = 0;
    if (bytes == 8) {
        asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "r"(at));
    } else {
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "r"(at));
    }
    out[threadIdx.x] = a + b + c + d;
}

int main(int, char** arguments)
{
    std::ifstream table(arguments[1]);
    unsigned* places;
    float* out;
    CHECK(cudaMalloc(&places, 32 * sizeof(unsigned)));
    CHECK(cudaMalloc(&out, 32 * sizeof(float)));
    for (std::string line; std::getline(table, line);) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        std::istringstream row(line);
        unsigned bytes, counted;
        row >> bytes >> counted >> counted;
        std::vector<unsigned> own(32);
        for (unsigned& place : own) {
            row >> place;
        }
        CHECK(cudaMemcpy(places, own.data(), 32 * sizeof(unsigned), cudaMemcpyHostToDevice));
        const auto kernel = bytes == 8 ? loaded<8> : loaded<16>;
        kernel<<<1, 32, WORDS * sizeof(float)>>>(places, out);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
}
