// DSync by construction.
//
// One block per SM, Warps warps in it. In each round the first warp sleeps until a
// fixed time while the others wait at the barrier, and nothing else happens. Of
// the block's warp-cycles the share (Warps - 1) / Warps is barrier stall; asleep,
// the first warp issues next to nothing, so `warps_active - inst_issued` is just
// warps_active and the share stands. The SM's warps stay resident from start to
// end: warps_active / (max_warps * cycles_elapsed) = Warps / max_warps. Thus
//
//     DSync = 1 - (1 - Warps / max_warps) * (Warps - 1) / Warps
//
// whatever the number of barriers and the length of a round, as long as there is
// a barrier at all. Without one every warp sleeps, nothing is stalled at a
// barrier and DSync is exactly 1. Oversleeping lengthens the waits of all warps of a
// block alike; as the times are counted from the start of the kernel, it does not add
// up over the rounds, and all SMs end together: LB_SM = 1.
#pragma once

#include "cycles.cuh"
#include "report.cuh"

template <int Barriers, int Warps>
__global__ void barriers(int* out) {
    extern __shared__ int slot[];  // all of the SM's, to have it alone
    const long long start = clock64();
    int met = 0;
    if constexpr (Barriers == 0) {
        sleep_until(start, kernel_cycles);
    } else {
#pragma unroll 1
        for (int round = 1; round <= Barriers; round++) {
            if (threadIdx.x < 32) sleep_until(start, kernel_cycles * round / Barriers);
            if (threadIdx.x == 0) slot[round % 2] = round;
            __syncthreads();
            met += slot[round % 2] == round;
        }
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = met;
}

template <int Barriers, int Warps>
void run_barriers(Report& report) {
    const Device& device = report.device();
    const unsigned grid = static_cast<unsigned>(device.multiprocessors);
    Case c{"barriers<" + std::to_string(Barriers) + ", " + std::to_string(Warps) + ">",
           "barrier",
           {{"barriers", Barriers}, {"warps", Warps}},
           Basis::timed,
           grid,
           32 * Warps,
           static_cast<size_t>(device.shared_per_block)};
    double resident = Warps / double(device.warps_per_multiprocessor);
    double stalled = Barriers ? (Warps - 1) / double(Warps) : 0;
    c.criteria = {{"DSync", 1 - (1 - resident) * stalled}, {"LB_W", 1}, {"LB_SM", 1}};
    DeviceArray<int> out(grid * 32 * Warps);
    report.launch(c, barriers<Barriers, Warps>, out.get());
    for (int met : out.host()) require(met == Barriers, "barriers");
    report.print(c);
}

inline void run_barrier(Report& report) {
    run_barriers<0, 8>(report);
    run_barriers<1, 2>(report);
    run_barriers<1, 8>(report);
    run_barriers<1, 16>(report);
    run_barriers<1, 32>(report);
    run_barriers<4, 8>(report);
    run_barriers<16, 8>(report);
    run_barriers<64, 8>(report);
    run_barriers<64, 1>(report);
}
