// OCC against the driver, over a few hundred configurations.
//
//     occupancy_sweep [--out FILE]
//
// Kernels that need from few to almost all registers, some with static shared
// memory, are launched once each with many block sizes and amounts of dynamic
// shared memory. The first line describes the device; each further line is one
// launch with the resources of its kernel, the driver's answer for the number of
// resident blocks, and the OCC that follows from it: the grid is just large enough
// to fill the GPU with threads, so that it never is the limit. Configurations that
// cannot be launched are left out.
#include "check.cuh"
#include "live_values.cuh"

#include <algorithm>
#include <cstring>

template <int Values, int StaticBytes>
__global__ void sweep(unsigned* out, int rounds) {
    extern __shared__ unsigned dynamic_bytes[];
    unsigned sum = live_values<Values>(threadIdx.x, rounds);
    if constexpr (StaticBytes > 0) {
        __shared__ volatile unsigned char fixed[StaticBytes];  // volatile, or it is folded away
        fixed[threadIdx.x % StaticBytes] = 1;
        __syncthreads();
        sum += fixed[threadIdx.x % StaticBytes] - 1;
    }
    if (rounds < 0) sum += dynamic_bytes[threadIdx.x];  // never: it only has to be there
    out[threadIdx.x] = sum;  // every block writes the same
}

class Sweep {
public:
    explicit Sweep(std::FILE* out) : out_(out), sums_(1024) {
        CHECK(cudaGetDeviceProperties(&device_, 0));
        std::fprintf(out_,
                     "{\"device\":\"%s\",\"compute\":\"%d.%d\",\"multiprocessors\":%d,"
                     "\"warps_per_sm\":%d,\"blocks_per_sm\":%d,\"registers_per_sm\":%d,"
                     "\"shared_per_sm\":%zu,\"shared_per_block\":%zu,\"reserved_per_block\":%zu}\n",
                     device_.name, device_.major, device_.minor, device_.multiProcessorCount,
                     device_.maxThreadsPerMultiProcessor / device_.warpSize,
                     device_.maxBlocksPerMultiProcessor, device_.regsPerMultiprocessor,
                     device_.sharedMemPerMultiprocessor, device_.sharedMemPerBlockOptin,
                     device_.reservedSharedMemPerBlock);
    }

    template <int Values, int StaticBytes>
    void blocks_and_shared() {
        for (int block : {1, 32, 33, 64, 96, 128, 160, 256, 384, 512, 768, 1024}) {
            for (int dynamic : {0, 1, 1000, 10240, 65536, 100000}) {
                if (StaticBytes > 0 && dynamic > 10240) continue;
                launch<Values, StaticBytes>(block, dynamic);
            }
        }
        if (StaticBytes == 0) {
            launch<Values, 0>(64, static_cast<int>(device_.sharedMemPerBlockOptin));
        }
    }

private:
    template <int Values, int StaticBytes>
    void launch(int block, int dynamic) {
        const auto kernel = sweep<Values, StaticBytes>;
        // An earlier launch's larger limit must not leak into this one's answer.
        const int limit = std::max(dynamic, 48 * 1024 - StaticBytes);
        if (size_t(dynamic) + StaticBytes > device_.sharedMemPerBlockOptin) return;
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, limit));
        cudaFuncAttributes attributes{};
        CHECK(cudaFuncGetAttributes(&attributes, kernel));
        if (block > attributes.maxThreadsPerBlock) return;
        const char* function = nullptr;
        CHECK(cudaFuncGetName(&function, reinterpret_cast<const void*>(kernel)));
        int resident = 0;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, block, dynamic));
        if (resident == 0) return;

        const int sm_warps = device_.maxThreadsPerMultiProcessor / device_.warpSize;
        const int warps = (block + 31) / 32;
        const int grid = (device_.multiProcessorCount * sm_warps + warps - 1) / warps;
        const double occupancy = std::min(1.0, double(resident) * warps / sm_warps);

        const int rounds = 3;
        kernel<<<grid, block, dynamic>>>(sums_.get(), rounds);
        CHECK(cudaGetLastError());
        std::vector<unsigned> result = sums_.host();
        for (int t = 0; t < block; t++) {
            require(result[t] == live_values<Values>(t, rounds), "sweep");
        }
        std::fprintf(out_,
                     "{\"launch\":%d,\"kernel\":\"sweep<%d, %d>\",\"function\":\"%s\",\"grid\":%d,"
                     "\"block\":%d,\"dynamic_shared\":%d,\"static_shared\":%zu,\"registers\":%d,"
                     "\"blocks_per_sm\":%d,\"criteria\":{\"OCC\":%.12g}}\n",
                     launches_++, Values, StaticBytes, function, grid, block, dynamic,
                     attributes.sharedSizeBytes, attributes.numRegs, resident, occupancy);
    }

    std::FILE* out_;
    cudaDeviceProp device_{};
    DeviceArray<unsigned> sums_;
    int launches_ = 0;
};

int main(int argc, char** argv) {
    std::FILE* out = stdout;
    if (argc == 3 && std::strcmp(argv[1], "--out") == 0) {
        out = std::fopen(argv[2], "w");
        if (!out) {
            std::perror(argv[2]);
            return 2;
        }
    }
    Sweep sweep_over(out);
    sweep_over.blocks_and_shared<2, 0>();
    sweep_over.blocks_and_shared<28, 0>();
    sweep_over.blocks_and_shared<48, 0>();
    sweep_over.blocks_and_shared<96, 0>();
    sweep_over.blocks_and_shared<128, 0>();
    sweep_over.blocks_and_shared<2, 1>();
    sweep_over.blocks_and_shared<28, 6000>();
    sweep_over.blocks_and_shared<48, 49152>();
    return out != stdout && std::fclose(out) != 0 ? 1 : 0;
}
