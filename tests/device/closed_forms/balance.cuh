// LB_SM and LB_W by construction, from blocks that own an SM (they ask for all of
// its shared memory) and spin for a number of cycles of that SM's own clock.
#pragma once

#include "cycles.cuh"
#include "report.cuh"

#include <set>

__device__ inline int multiprocessor_id() {
    int id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

// Quarters / 4 blocks per SM. Up to one block per SM, that share of the SMs is
// active for T cycles and the rest not at all: LB_SM = avg / max = the share.
// Beyond, some SMs get one block more than others, and the one with the most
// gives the maximum: LB_SM = blocks / (SMs * ceil(blocks / SMs)).
// Quarters = 0 stands for a single block. One warp per block is resident whenever
// the SM is active, so LB_W = 1.
template <int Quarters>
__global__ void busy_sms(int* ids) {
    spin_until(clock64(), kernel_cycles);
    if (threadIdx.x == 0) ids[blockIdx.x] = multiprocessor_id();
}

template <int Quarters>
void run_busy_sms(Report& report) {
    const Device& device = report.device();
    const int sms = device.multiprocessors;
    const int blocks = Quarters ? sms * Quarters / 4 : 1;
    const int most = (blocks + sms - 1) / sms;
    Case c{templated("busy_sms", Quarters),
           "balance",
           {{"blocks", blocks}, {"sms", sms}},
           Basis::timed,
           static_cast<unsigned>(blocks),
           32,
           static_cast<size_t>(device.shared_per_block)};
    c.criteria = {{"LB_SM", blocks / (double(sms) * most)}, {"LB_W", 1}, {"TDiv", 1}, {"DSync", 1}};
    c.not_applicable = {"SMem_eff"};
    DeviceArray<int> ids(blocks);
    report.launch(c, busy_sms<Quarters>, ids.get());
    std::vector<int> where = ids.host();
    std::set<int> distinct(where.begin(), where.end());
    require(static_cast<int>(distinct.size()) == std::min(blocks, sms), "one block per SM");
    report.print(c);
}

// Warp i of Warps (from 1) stays for i / Warps of the time. On average
// (Warps + 1) / 2 of them are resident: LB_W = (Warps + 1) / (2 * Warps).
template <int Warps>
__global__ void uneven_warps(int* out) {
    long long start = clock64();
    long long own = kernel_cycles * (threadIdx.x / 32 + 1) / Warps;
    spin_until(start, own);
    out[blockIdx.x * blockDim.x + threadIdx.x] = clock64() - start >= own;
}

template <int Warps>
void run_uneven_warps(Report& report) {
    const Device& device = report.device();
    const unsigned grid = static_cast<unsigned>(device.multiprocessors);
    Case c{templated("uneven_warps", Warps),
           "balance",
           {{"warps", Warps}},
           Basis::timed,
           grid,
           32 * Warps,
           static_cast<size_t>(device.shared_per_block)};
    c.criteria = {{"LB_W", (Warps + 1) / (2.0 * Warps)}, {"LB_SM", 1}, {"TDiv", 1}, {"DSync", 1}};
    c.not_applicable = {"SMem_eff"};
    DeviceArray<int> out(grid * 32 * Warps);
    report.launch(c, uneven_warps<Warps>, out.get());
    for (int stayed : out.host()) require(stayed == 1, "uneven_warps");
    report.print(c);
}

inline void run_balance(Report& report) {
    run_busy_sms<0>(report);
    run_busy_sms<1>(report);
    run_busy_sms<2>(report);
    run_busy_sms<3>(report);
    run_busy_sms<4>(report);
    run_busy_sms<5>(report);
    run_busy_sms<6>(report);
    run_uneven_warps<1>(report);
    run_uneven_warps<2>(report);
    run_uneven_warps<4>(report);
    run_uneven_warps<16>(report);
    run_uneven_warps<32>(report);
}
