// TDiv by construction.
//
// TDiv is thread_inst_executed / (32 * inst_executed). Predication does not lower
// it, real branches do, so every narrow region here is a long loop: a compiler
// cannot predicate a loop. Each warp runs over three million instructions inside
// such loops; the code around them, mostly the branching to 32 paths, comes to a
// few thousand lane-instructions. That dilutes TDiv by less than 0.2 % even where
// one lane is left in 32.
//
// The loop length is read from memory by each lane. It is the same number for
// all, but the compiler cannot know, and so keeps the loop in the lanes' own
// registers: instructions of the uniform datapath have no lanes to count.
#pragma once

#include "report.cuh"

constexpr int divergence_rounds = SHORT ? 1 << 14 : 1 << 20;

// Rounds of several instructions that depend on each other. The shift keeps them
// from being folded (eight affine steps would be one), and Path gives every path
// code of its own.
template <int Path>
__host__ __device__ inline unsigned chain(unsigned value, int rounds) {
#pragma unroll 8
    for (int round = 0; round < rounds; round++) {
        value = (value ^ value >> 15) * (2 * Path + 1664525u) + (Path + 1013904223u);
    }
    return value;
}

// Of each warp, 32 / Degree lanes work and the others wait: TDiv = 1 / Degree.
template <int Degree>
__global__ void idle_lanes(const int* rounds, unsigned* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = i;
    int own_rounds = rounds[threadIdx.x % 32];
    if (threadIdx.x % 32 < 32 / Degree) value = chain<0>(value, own_rounds);
    out[i] = value;
}

template <int Path, int Degree>
__host__ __device__ inline unsigned walk(unsigned lane, unsigned value, int rounds) {
    if constexpr (Path < Degree) {
        if (lane % Degree == Path) return chain<Path>(value, rounds);
        return walk<Path + 1, Degree>(lane, value, rounds);
    } else {
        return value;
    }
}

// Every lane works, but on one of Degree paths, which the warp walks one after
// the other with 32 / Degree lanes each: TDiv = 1 / Degree again.
template <int Degree>
__global__ void paths(const int* rounds, unsigned* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = walk<0, Degree>(threadIdx.x % 32, i, rounds[threadIdx.x % 32]);
}

// No branch at all, but a block that ends inside a warp. A block of Threads
// threads executes each instruction in ceil(Threads / 32) warps, with Threads
// lanes together.
template <int Threads>
__global__ void partial_warp(const int* rounds, unsigned* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = chain<0>(i, rounds[threadIdx.x % 32]);
}

using DivergenceKernel = void (*)(const int*, unsigned*);

template <typename Expected>
void run_divergence_case(Report& report, Case c, DivergenceKernel kernel, int rounds, double tdiv,
                         Expected expected) {
    c.criteria = {{"TDiv", tdiv}, {"DSync", 1}};
    c.not_applicable = {"SMem_eff"};
    DeviceArray<int> lengths(std::vector<int>(32, rounds));
    DeviceArray<unsigned> out(c.grid.x * c.block.x);
    report.launch(c, kernel, lengths.get(), out.get());
    std::vector<unsigned> result = out.host();
    // The last block only: recomputing all of them would take minutes.
    for (unsigned t = 0; t < c.block.x; t++) {
        unsigned i = (c.grid.x - 1) * c.block.x + t;
        require(result[i] == expected(t, i), c.kernel.c_str());
    }
    report.print(c);
}

template <int Degree>
void run_idle_lanes(Report& report) {
    Case c{templated("idle_lanes", Degree), "divergence", {{"degree", Degree}}, Basis::diluted,
           static_cast<unsigned>(report.device().multiprocessors), 32};
    run_divergence_case(report, c, idle_lanes<Degree>, divergence_rounds, 1.0 / Degree,
                        [](unsigned lane, unsigned i) {
                            return lane < 32 / Degree ? chain<0>(i, divergence_rounds) : i;
                        });
}

template <int Degree>
void run_paths(Report& report) {
    const int rounds = divergence_rounds / Degree;
    Case c{templated("paths", Degree), "divergence", {{"degree", Degree}}, Basis::diluted,
           static_cast<unsigned>(report.device().multiprocessors), 32};
    run_divergence_case(report, c, paths<Degree>, rounds, 1.0 / Degree,
                        [=](unsigned lane, unsigned i) {
                            return walk<0, Degree>(lane, i, rounds);
                        });
}

template <int Threads>
void run_partial_warp(Report& report) {
    const int rounds = SHORT ? 1 << 12 : 1 << 14;
    Case c{templated("partial_warp", Threads), "divergence", {{"threads", Threads}}, Basis::diluted,
           static_cast<unsigned>(report.device().multiprocessors), Threads};
    double tdiv = Threads / (32.0 * ((Threads + 31) / 32));
    run_divergence_case(report, c, partial_warp<Threads>, rounds, tdiv,
                        [=](unsigned, unsigned i) { return chain<0>(i, rounds); });
}

template <int... Degree>
void run_degrees(Report& report, std::integer_sequence<int, Degree...>) {
    (run_idle_lanes<Degree>(report), ...);
    (run_paths<Degree>(report), ...);
}

inline void run_divergence(Report& report) {
    run_degrees(report, std::integer_sequence<int, 1, 2, 4, 8, 16, 32>());
    run_partial_warp<1>(report);
    run_partial_warp<8>(report);
    run_partial_warp<33>(report);
    run_partial_warp<48>(report);
    run_partial_warp<250>(report);
}
