// Gran_L1 and Gran_L2 by construction.
//
// A warp's request covers some 128-byte lines (one L1 tag each) and some 32-byte
// sectors. The address of every lane follows from its index, so both can be
// counted here, on the host, by looking at the addresses: no formula to get
// wrong. Three things make the counts of the whole kernel exact multiples:
//   - the grid covers the data without a rest, so no lane is ever masked;
//   - all warps lie alike in their lines, and no two share a sector that is read,
//     so no load can hit in L1 and Gran_L2 sees every sector once per access;
//   - L1 writes through, and no two warps write to one sector: the sectors of a
//     store reach L2 as they are.
#pragma once

#include "report.cuh"

#include <set>

struct Request {
    int lines;
    int sectors;
};

// What one warp touches if lane i accesses `size` bytes at `first + i * step`.
inline Request request_of_warp(int first, int step, int size) {
    std::set<int> lines, sectors;
    for (int lane = 0; lane < 32; lane++) {
        for (int byte = first + lane * step; byte < first + lane * step + size; byte++) {
            lines.insert(byte / 128);
            sectors.insert(byte / 32);
        }
    }
    return {static_cast<int>(lines.size()), static_cast<int>(sectors.size())};
}

// Fills in everything that follows if all requests of the kernel have one shape.
inline void predict_granularity(Case& c, Request request, int size, double accesses_per_thread) {
    double requests = accesses_per_thread * c.grid.x * c.block.x / 32;
    double bytes = requests * 32 * size;
    c.counters = {{"sm__sass_data_bytes_mem_global.sum", bytes},
                  {"sm__sass_l1tex_tags_mem_global.sum", requests * request.lines},
                  {"lts__t_sectors_srcunit_tex.sum", requests * request.sectors}};
    c.criteria = {{"Gran_L1", 32.0 * size / (128 * request.lines)},
                  {"Gran_L2", 32.0 * size / (32 * request.sectors)},
                  {"TDiv", 1},
                  {"DSync", 1}};
    c.not_applicable = {"SMem_eff"};
}

// One element per thread, read and written with a stride of Step elements of
// four bytes. The stride is added to the value so that the result of one stride
// is not mistaken for the result of the one before.
template <int Step>
__global__ void stride(const unsigned* in, unsigned* out) {
    unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * Step;
    out[i] = in[i] + Step;
}

constexpr unsigned strided_elements = 1 << 18;

template <int Step>
void run_stride(Report& report, const DeviceArray<unsigned>& in, DeviceArray<unsigned>& out) {
    const unsigned elements = strided_elements;
    Case c{templated("stride", Step), "memory", {{"stride", Step}}, Basis::exact,
           elements / 256, 256};
    predict_granularity(c, request_of_warp(0, 4 * Step, 4), 4, 2);
    report.launch(c, stride<Step>, in.get(), out.get());
    std::vector<unsigned> result = out.host();
    for (unsigned i = 0; i < elements; i++) {
        require(result[i * Step] == i * Step + Step, "stride");
    }
    report.print(c);
}

template <int... Less>
void run_strides(Report& report, std::integer_sequence<int, Less...>) {
    const size_t longest = sizeof...(Less);
    std::vector<unsigned> numbers(longest * strided_elements);
    for (unsigned i = 0; i < numbers.size(); i++) numbers[i] = i;
    DeviceArray<unsigned> in(numbers), out(numbers.size());
    (run_stride<Less + 1>(report, in, out), ...);
}

// A plain copy, one element of type T per thread. Elements of one and two bytes
// leave part of the line unused in each request (the neighbouring warp asks for
// the same line again) but no sector: Gran_L1 falls, Gran_L2 does not.
template <typename T>
__global__ void copy(const T* in, T* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

template <typename T>
void run_copy(Report& report, const char* type) {
    const unsigned elements = 1 << 20;
    Case c{std::string("copy<") + type + ">", "memory", {{"element_bytes", double(sizeof(T))}},
           Basis::exact, elements / 256, 256};
    predict_granularity(c, request_of_warp(0, sizeof(T), sizeof(T)), sizeof(T), 2);
    std::vector<T> numbers(elements);
    auto* bytes = reinterpret_cast<unsigned char*>(numbers.data());
    for (size_t i = 0; i < elements * sizeof(T); i++) {
        bytes[i] = static_cast<unsigned char>(i % 251);
    }
    DeviceArray<T> in(numbers), out(elements);
    report.launch(c, copy<T>, in.get(), out.get());
    std::vector<T> result = out.host();
    auto* copied = reinterpret_cast<unsigned char*>(result.data());
    require(std::equal(bytes, bytes + elements * sizeof(T), copied), "copy");
    report.print(c);
}

// Stores only, shifted by Offset elements against the line, and every warp with two
// lines to itself. Packed densely, neighbouring warps would write to the two ends
// of one sector, and L1 sends such writes to L2 as one when they come close enough
// in time (an H200 was seen to send 4.3 sectors a warp instead of 5).
constexpr unsigned warp_pitch = 64;

template <int Offset>
__host__ __device__ inline unsigned offset_place(unsigned i) {
    return i / 32 * warp_pitch + i % 32 + Offset;
}

template <int Offset>
__global__ void offset_store(unsigned* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[offset_place<Offset>(i)] = i;
}

template <int Offset>
void run_offset_store(Report& report) {
    const unsigned elements = 1 << 20;
    Case c{templated("offset_store", Offset), "memory", {{"offset", Offset}}, Basis::exact,
           elements / 256, 256};
    predict_granularity(c, request_of_warp(4 * Offset, 4, 4), 4, 1);
    DeviceArray<unsigned> out(elements / 32 * warp_pitch);
    report.launch(c, offset_store<Offset>, out.get());
    std::vector<unsigned> result = out.host();
    for (unsigned i = 0; i < elements; i++) {
        require(result[offset_place<Offset>(i)] == i, "offset_store");
    }
    report.print(c);
}

inline void run_memory(Report& report) {
    run_copy<unsigned char>(report, "unsigned char");
    run_copy<unsigned short>(report, "unsigned short");
    run_copy<unsigned>(report, "unsigned int");
    run_copy<uint2>(report, "uint2");
    run_copy<uint4>(report, "uint4");
    run_offset_store<1>(report);
    run_offset_store<8>(report);
    run_strides(report, std::make_integer_sequence<int, 33>());
}
