// SMem_eff by construction.
//
// Lane i of a warp reads word (i * Ways + round) of a table of 1024 words. The
// lanes then use 32 / Ways different banks with Ways different words in each, and
// the access takes Ways wavefronts. Adding the round moves all lanes alike and
// changes neither number. Ways = 0 is a broadcast: one word, one wavefront.
//
// The set-up writes the table without conflicts, and the result goes to global
// memory after the loop, so nothing else competes for the data stage of L1 while
// shared memory is read (global traffic beside shared loads adds wavefronts: up
// to 4 % were seen for a padded transpose).
#pragma once

#include "report.cuh"

constexpr int table_words = 1024;
constexpr int shared_block = 256;
constexpr int shared_rounds = SHORT ? 2048 : 4096;

__device__ inline void fill_table(unsigned* table) {
#pragma unroll
    for (int i = 0; i < table_words / shared_block; i++) {
        unsigned word = threadIdx.x + i * shared_block;
        table[word] = word * 2654435761u;
    }
    __syncthreads();
}

template <int Ways>
__global__ void bank_conflict(unsigned* out) {
    __shared__ unsigned table[table_words];
    fill_table(table);
    unsigned first = threadIdx.x % 32 * Ways;
    unsigned sum = 0;
#pragma unroll 16
    for (int round = 0; round < shared_rounds; round++) {
        sum = sum * 3 + table[(first + round) % table_words];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A conflict-free access of Words words per lane: as many wavefronts as it takes
// to move 128 bytes at a time, which is perfect, though more than one.
template <int Words>
struct Wide;
template <>
struct Wide<2> {
    using type = uint2;
};
template <>
struct Wide<4> {
    using type = uint4;
};

__device__ inline unsigned fold(uint2 v) { return v.x * 5 + v.y; }
__device__ inline unsigned fold(uint4 v) { return ((v.x * 5 + v.y) * 5 + v.z) * 5 + v.w; }

template <int Words>
__global__ void wide_shared(unsigned* out) {
    using Vector = typename Wide<Words>::type;
    __shared__ __align__(16) unsigned table[table_words];
    fill_table(table);
    const Vector* vectors = reinterpret_cast<const Vector*>(table);
    unsigned first = threadIdx.x % 32;
    unsigned sum = 0;
#pragma unroll 16
    for (int round = 0; round < shared_rounds; round++) {
        sum = sum * 3 + fold(vectors[(first + round) % (table_words / Words)]);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The sum of a lane that starts at vector `first`, recomputed on the host.
inline unsigned expected_sum(unsigned first, unsigned words) {
    unsigned sum = 0;
    for (unsigned round = 0; round < shared_rounds; round++) {
        unsigned vector = (first + round) % (table_words / words);
        unsigned folded = 0;
        for (unsigned w = 0; w < words; w++) {
            folded = folded * 5 + (vector * words + w) * 2654435761u;
        }
        sum = sum * 3 + folded;
    }
    return sum;
}

// `ways` wavefronts for each of the loads, `words` of them being the ideal. A step of
// 0 from lane to lane is a broadcast.
inline void run_shared_case(Report& report, void (*kernel)(unsigned*), const char* name,
                            int template_argument, int step, int ways, int words) {
    const double warps_per_block = shared_block / 32;
    const double stores = table_words / 32 / warps_per_block;  // a warp's share of the set-up
    const double loads = shared_rounds;
    const unsigned grid = static_cast<unsigned>(report.device().multiprocessors);
    const double warps = grid * warps_per_block;
    const double load_bytes = step ? 128 * words : 4 * words;
    Case c{templated(name, template_argument), "shared", {{"ways", ways}, {"words", words}},
           Basis::exact, grid, shared_block};
    c.criteria = {{"SMem_eff", (loads * words + stores) / (loads * ways + stores)}, {"TDiv", 1}};
    c.counters = {
        {"smsp__inst_executed_op_shared_ld.sum", warps * loads},
        {"smsp__inst_executed_op_shared_st.sum", warps * stores},
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", warps * loads * ways},
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", warps * stores},
        {"sm__sass_data_bytes_mem_shared.sum", warps * (loads * load_bytes + stores * 128)}};
    DeviceArray<unsigned> out(grid * shared_block);
    report.launch(c, kernel, out.get());
    std::vector<unsigned> result = out.host();
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned sum = expected_sum(lane * step, words);
        for (unsigned i = lane; i < grid * shared_block; i += 32) require(result[i] == sum, name);
    }
    report.print(c);
}

template <int Ways>
void run_bank_conflict(Report& report) {
    run_shared_case(report, bank_conflict<Ways>, "bank_conflict", Ways, Ways, Ways ? Ways : 1, 1);
}

template <int Words>
void run_wide_shared(Report& report) {
    run_shared_case(report, wide_shared<Words>, "wide_shared", Words, 1, Words, Words);
}

inline void run_shared(Report& report) {
    run_bank_conflict<0>(report);
    run_bank_conflict<1>(report);
    run_bank_conflict<2>(report);
    run_bank_conflict<4>(report);
    run_bank_conflict<8>(report);
    run_bank_conflict<16>(report);
    run_bank_conflict<32>(report);
    run_wide_shared<2>(report);
    run_wide_shared<4>(report);
}
