// How long it takes until all of a number of loads have come back, all of them begun at
// once by the threads of one SM.

#include "common.cuh"

#include <vector>

namespace probe {
namespace {

constexpr u64 LINE = 128;
constexpr u32 MAX_LOADS = 7;

// Waits until all blocks of the SM that work together are here.
__device__ void meet(volatile u32 *arrived, u32 blocks) {
    __syncthreads();
    if (threadIdx.x == 0 && blocks > 1) {
        atomicAdd(const_cast<u32 *>(arrived), 1);
        while (*arrived < blocks) {
        }
    }
    __syncthreads();
}

template <int LOADS>
__global__ void begin_at_once(const char *base, u32 merged, u32 blocks, u32 *state, u32 *sink,
                              u64 *result) {
    // state: tickets of the chosen SM, arrivals, arrivals at the end.
    __shared__ u32 ticket;
    if (threadIdx.x == 0) {
        ticket = ~0u;
        if (blocks == 1) {
            if (blockIdx.x == 0) ticket = 0;
        } else if (sm_id() == 0) {
            ticket = atomicAdd(state, 1);
        }
    }
    __syncthreads();
    if (ticket >= blocks) return;
    const u64 thread = ticket * static_cast<u64>(blockDim.x) + threadIdx.x;
    const u64 threads = blocks * static_cast<u64>(blockDim.x);
    const char *at[LOADS];
#pragma unroll
    for (int i = 0; i < LOADS; ++i) at[i] = base + LINE * (thread / merged + i * threads);
    u32 value[LOADS];
    meet(state + 1, blocks);
    const u64 begin = cycles64();
#pragma unroll
    for (int i = 0; i < LOADS; ++i) {
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value[i]) : "l"(at[i]) : "memory");
    }
    u32 sum = 0;
#pragma unroll
    for (int i = 0; i < LOADS; ++i) sum += value[i];
    // The barrier waits for every thread, and the vote needs what every thread loaded.
    const int odd = __syncthreads_or(sum == 1);
    if (blocks > 1) meet(state + 2, blocks);
    const u64 end = cycles64();
    if (odd != 0) *sink = sum;
    if (threadIdx.x == 0 && ticket == 0) result[0] = end - begin;
}

using Kernel = void (*)(const char *, u32, u32, u32 *, u32 *, u64 *);
constexpr Kernel KERNELS[] = {nullptr,          begin_at_once<1>, begin_at_once<2>,
                              begin_at_once<3>, begin_at_once<4>, begin_at_once<5>,
                              begin_at_once<6>, begin_at_once<7>};

// Brings a stretch into L2.
__global__ void bring(const char *base, u64 bytes, u32 *sink) {
    const u64 threads = gridDim.x * static_cast<u64>(blockDim.x);
    u32 sum = 0;
    for (u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; 32 * i < bytes;
         i += threads) {
        u32 value;
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(base + 32 * i) : "memory");
        sum ^= value;
    }
    if (sum == 1) *sink = sum;
}

} // namespace

// Settings: threads (above 1024 they are those of two blocks on one SM), loads of each,
// threads that share a line. Observations: cycles until all were back, of each of so many
// launches as are asked for. The lines are in L2 and not in L1.
PROBE(requests) {
    const u64 threads = call[0], loads = call[1], merged = call[2];
    if (threads == 0 || threads > 2048 || loads == 0 || loads > MAX_LOADS || merged == 0) {
        refuse("1 to 2048 threads with 1 to 7 loads");
    }
    const u32 blocks = threads > 1024 ? 2 : 1;
    if (threads % blocks != 0) refuse("threads of two blocks are even");
    if (blocks > 1) {
        // They wait for each other, and one that is not there would be waited for for ever.
        int fit = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                  &fit, KERNELS[loads], static_cast<int>(threads / blocks), 0),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
        if (fit < 2) lacks("two blocks of so many threads do not fit on an SM");
    }
    const u64 bytes = LINE * (threads * loads + threads) + 4096;
    auto *base = static_cast<char *>(memory(Store::Second, bytes < (4u << 20) ? 4u << 20 : bytes));
    auto *state = static_cast<u32 *>(memory(Store::Small, 4096));
    auto *result = reinterpret_cast<u64 *>(memory(Store::Trace, 8 * (call.out_count + 2)));
    bring<<<64, 256>>>(base, bytes, state + 40);
    const u32 grid = blocks == 1 ? 1 : 2 * static_cast<u32>(sm_count());
    const u32 size = static_cast<u32>(threads / blocks);
    for (uint64_t i = 0; i <= call.out_count; ++i) {
        check(cudaMemsetAsync(state, 0, 64), "cudaMemset");
        // The first launch, which brings the code, does not count.
        KERNELS[loads]<<<grid, size>>>(base, static_cast<u32>(merged), blocks, state, state + 32,
                                       result + i);
    }
    finish("requests");
    std::vector<u64> host(call.out_count + 1);
    check(cudaMemcpy(host.data(), result, 8 * host.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (uint64_t i = 0; i < call.out_count; ++i) call.out[i] = static_cast<double>(host[i + 1]);
}

} // namespace probe
