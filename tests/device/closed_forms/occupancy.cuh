// OCC where one resource alone sets the limit.
//
// The number of resident blocks is the driver's own answer, so the prediction is
// exact on any GPU; each case also names the resource that was meant to limit it.
#pragma once

#include "../live_values.cuh"
#include "report.cuh"

// By registers needed: no bound is given, the values stay in registers.
template <int Values>
__global__ void occ_registers(unsigned* out, int rounds) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = live_values<Values>(i, rounds);
}

// By registers allowed: the same need under a bound of resident blocks. The more
// blocks, the fewer registers each thread gets, and the more it spills.
template <int Blocks>
__global__ void __launch_bounds__(128, Blocks) occ_bounded(unsigned* out, int rounds) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = live_values<96>(i, rounds);
}

template <int Threads>
__global__ void occ_block_size(unsigned* out, int rounds) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = live_values<4>(i, rounds);
}

template <int Kilobytes>
__global__ void occ_shared(unsigned* out, int rounds) {
    extern __shared__ unsigned exchange[];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    exchange[threadIdx.x] = live_values<4>(i, rounds);
    __syncwarp();
    out[i] = exchange[threadIdx.x];
}

// The same block everywhere, but too few of them to fill the GPU; with 8 eighths just
// enough, so that the threads an SM holds are the limit.
template <int Eighths>
__global__ void occ_grid(unsigned* out, int rounds) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = live_values<4>(i, rounds);
}

template <int Values>
void run_occupancy_case(Report& report, void (*kernel)(unsigned*, int), const char* name,
                        int argument, const char* limit, unsigned grid, unsigned block,
                        size_t shared = 0) {
    const int rounds = SHORT ? 1 : 64;
    Case c{templated(name, argument),
           "occupancy",
           {{"argument", argument}},
           Basis::exact,
           grid,
           block,
           shared};
    c.occupancy_limit = limit;
    DeviceArray<unsigned> out(size_t(grid) * block);
    report.launch(c, kernel, out.get(), rounds);
    std::vector<unsigned> result = out.host();
    for (unsigned i = 0; i < result.size(); i += 97) {
        require(result[i] == live_values<Values>(i, rounds), c.kernel.c_str());
    }
    report.print(c);
}

template <int... Values>
void run_occ_registers(Report& report, unsigned grid, std::integer_sequence<int, Values...>) {
    (run_occupancy_case<Values>(report, occ_registers<Values>, "occ_registers", Values,
                                "registers", grid, 256),
     ...);
}

template <int... Blocks>
void run_occ_bounded(Report& report, unsigned grid, std::integer_sequence<int, Blocks...>) {
    (run_occupancy_case<96>(report, occ_bounded<Blocks>, "occ_bounded", Blocks, "registers", grid,
                            128),
     ...);
}

template <int... Threads>
void run_occ_block_size(Report& report, unsigned grid, std::integer_sequence<int, Threads...>) {
    (run_occupancy_case<4>(report, occ_block_size<Threads>, "occ_block_size", Threads,
                           "block_size", grid, Threads),
     ...);
}

template <int... Kilobytes>
void run_occ_shared(Report& report, unsigned grid, std::integer_sequence<int, Kilobytes...>) {
    (run_occupancy_case<4>(report, occ_shared<Kilobytes>, "occ_shared", Kilobytes,
                           "shared_memory", grid, 128, Kilobytes * 1024),
     ...);
}

template <int... Eighths>
void run_occ_grid(Report& report, unsigned full, std::integer_sequence<int, Eighths...>) {
    (run_occupancy_case<4>(report, occ_grid<Eighths>, "occ_grid", Eighths,
                           Eighths < 8 ? "grid" : "block_size", full * Eighths / 8, 256),
     ...);
}

inline void run_occupancy(Report& report) {
    const Device& device = report.device();
    const unsigned full = device.multiprocessors * (device.threads_per_multiprocessor / 256);
    const unsigned plenty = 64 * static_cast<unsigned>(device.multiprocessors);
    run_occ_registers(report, plenty, std::integer_sequence<int, 24, 40, 64, 96, 128>());
    run_occ_bounded(report, plenty, std::integer_sequence<int, 1, 4, 5, 6, 8>());
    run_occ_block_size(report, plenty,
                       std::integer_sequence<int, 32, 33, 96, 160, 352, 768, 1024>());
    run_occ_shared(report, plenty, std::integer_sequence<int, 15, 24, 31, 48>());
    run_occ_grid(report, full, std::integer_sequence<int, 1, 2, 4, 7, 8>());
}
