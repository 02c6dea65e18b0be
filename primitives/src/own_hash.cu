// compute.hash: rounds of integer arithmetic, a step of CRC-32 in each, by tables in
// several memories or without one.
#include "own.hpp"
#include "each.cuh"

namespace propp {
namespace {

constexpr int ROUNDS = 16;
constexpr unsigned POLYNOMIAL = 0xedb88320u, DIVISOR = 1009, FACTOR = 2654435769u;

constexpr __host__ __device__ unsigned shifted(unsigned value, int bits) {
    for (int bit = 0; bit < bits; ++bit) value = value >> 1 ^ (value & 1 ? POLYNOMIAL : 0);
    return value;
}

struct Table {
    unsigned of[256];
};
constexpr Table made_table() {
    Table table{};
    for (unsigned byte = 0; byte < 256; ++byte) table.of[byte] = shifted(byte, 8);
    return table;
}
__constant__ Table constant_table = made_table();
__device__ const Table global_table = made_table();

// How a byte is shifted out of the CRC. `next` shifts the whole word.
struct ByBits { // one at a time, each from the one before
    __device__ void begin() {}
    template <class W> __device__ W next(W h) const {
#pragma unroll 1
        for (int bit = 0; bit < 8; ++bit) h = h >> 1 ^ (W(POLYNOMIAL) & (W(0) - (h & 1)));
        return h;
    }
};
struct ByMasks { // all at once: the table is a sum of eight words
    __device__ void begin() {}
    template <class W> __device__ W next(W h) const {
        W sum = h >> 8;
#pragma unroll
        for (int bit = 0; bit < 8; ++bit) sum ^= W(shifted(1u << bit, 8)) & (W(0) - (h >> bit & 1));
        return sum;
    }
};
struct ByGlobal {
    __device__ void begin() {}
    __device__ unsigned next(unsigned h) const { return h >> 8 ^ global_table.of[h & 255]; }
};
struct ByConstant {
    __device__ void begin() {}
    __device__ unsigned next(unsigned h) const { return h >> 8 ^ constant_table.of[h & 255]; }
};
struct ByShared {
    const unsigned *table;
    __device__ void begin() {
        __shared__ unsigned words[256];
        for (unsigned byte = threadIdx.x; byte < 256; byte += blockDim.x) words[byte] = global_table.of[byte];
        __syncthreads();
        table = words;
    }
    __device__ unsigned next(unsigned h) const { return h >> 8 ^ table[h & 255]; }
};
// Four bits at a time, by an array of each thread's own: too large for registers, and its
// index is known at run time only.
struct ByLocal {
    unsigned words[16];
    __device__ void begin() {
#pragma unroll 1
        for (unsigned nibble = 0; nibble < 16; ++nibble) words[nibble] = shifted(nibble, 4);
    }
    __device__ unsigned next(unsigned h) const {
        h = h >> 4 ^ words[h & 15];
        return h >> 4 ^ words[h & 15];
    }
};

// Of two numbers of 32 bits, in words of 32 or 64. KNOWN: the compiler knows the divisor,
// and makes a multiplication of the division.
template <class Step, class W = unsigned, bool KNOWN = true> struct Hash {
    Step step;
    W divisor = DIVISOR;
    __device__ void begin() { step.begin(); }
    __device__ W round(W h, int r) const {
        constexpr W ALL = 0xffffffffu;
        h = step.next(h);
        const W by = KNOWN ? W(DIVISOR) : divisor;
        h ^= h / by ^ h % by << 20;
        h = (h * FACTOR + __popc(static_cast<unsigned>(h))) & ALL;
        return ((h << 13 | h >> 19) + r) & ALL;
    }
    template <int EACH> __device__ void apply(unsigned (&v)[EACH]) const {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; ++r) {
#pragma unroll
            for (unsigned &h : v) h = static_cast<unsigned>(round(h, r));
        }
    }
};
template <class W> using Divided = Hash<ByMasks, W, false>;

template <class T> using Plain = EachElement<Hash<ByMasks>, T>;
template <class T> using Bits8 = EachElement<Hash<ByBits>, T>;
template <class T> using Long = EachElement<Hash<ByMasks, uint64_t>, T>;
template <class T> using Division = EachElement<Divided<unsigned>, T>;
template <class T> using LongDivision = EachElement<Divided<uint64_t>, T>;
template <class T> using InShared = EachElement<Hash<ByShared>, T>;
template <class T> using InConstant = EachElement<Hash<ByConstant>, T>;
template <class T> using InGlobal = EachElement<Hash<ByGlobal>, T>;
template <class T> using InLocal = EachElement<Hash<ByLocal>, T>;
template <class T> using FewBlocks = EachElement<Hash<ByMasks>, T, 256, 1, 16>;
template <class T> using OneWarp = EachElement<Hash<ByMasks>, T, 32>;
template <class T> using Low = EachElement<Hash<ByMasks>, T, 128, 1, 0, ONE_BLOCK_EACH>;
template <class T> using Low4 = EachElement<Hash<ByMasks>, T, 128, 4, 0, ONE_BLOCK_EACH>;
template <class T> using Shared4 = EachElement<Hash<ByShared>, T, 256, 4>;

} // namespace

void add_hash(Registry &r) {
    const char *p = "compute.hash";
    add<Plain, uint32_t>(r, p, "masks", "a byte at a time by eight masks, no table");
    add<Bits8, uint32_t>(r, p, "bits", "a bit at a time", {NAIVE});
    add<Long, uint32_t>(r, p, "masks_64", "masks, in words of 64 bits", {NAIVE});
    add<Division, uint32_t>(r, p, "division", "masks, the divisor known at run time only", {NAIVE});
    add<LongDivision, uint32_t>(r, p, "division_64", "the same, in words of 64 bits", {NAIVE});
    add<InShared, uint32_t>(r, p, "table_shared", "a byte at a time by a table in shared memory");
    add<Shared4, uint32_t>(r, p, "table_shared_4", "the same, four elements per thread");
    add<InConstant, uint32_t>(r, p, "table_constant", "a byte at a time by a table in constant memory", {NAIVE});
    add<InGlobal, uint32_t>(r, p, "table_global", "a byte at a time by a table in global memory");
    add<InLocal, uint32_t>(r, p, "table_local", "four bits at a time by an array in local memory", {NAIVE});
    add<FewBlocks, uint32_t>(r, p, "few_blocks", "masks, in 16 blocks", {NAIVE});
    add<OneWarp, uint32_t>(r, p, "one_warp_blocks", "masks, blocks of one warp", {NAIVE});
    add<Low, uint32_t>(r, p, "low_occupancy", "masks, one block of 128 threads per multiprocessor", {NAIVE});
    add<Low4, uint32_t>(r, p, "low_occupancy_4", "the same, four elements per thread");
}

} // namespace propp
