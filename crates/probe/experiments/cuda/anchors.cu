// Work of one kind each, whose time per piece is a price of the cost model: scattered words,
// atomics at one address, empty kernels, copies over the host link.

#include "common.cuh"

namespace probe {
namespace {

constexpr u64 SECTOR = 32;

// Threads of a block, and pieces of work of each thread (of each warp, for atomics).
constexpr u32 THREADS = 256, EACH = 16;

enum Kind : u32 { Read, Write, Atomic };

// The sector of a piece of work: all sectors in an order without a pattern, each once before any
// comes again. A product with an odd number, and a shift into the low half, lose no bits.
__device__ __forceinline__ u64 shuffled(u32 i, u32 mask, u32 half) {
    i = (i * 0x9E3779B1u) & mask;
    i ^= i >> half;
    i = (i * 0x85EBCA6Bu) & mask;
    return i ^ (i >> half);
}

template <Kind KIND> __global__ void scatter(char *base, u32 mask, u32 half, u32 *sink) {
    const u32 me = blockIdx.x * THREADS * EACH + threadIdx.x;
    u32 held[EACH], sum = 0;
#pragma unroll
    for (u32 j = 0; j < EACH; ++j) {
        char *place = base + SECTOR * shuffled(me + j * THREADS, mask, half);
        if constexpr (KIND == Read) {
            asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(held[j]) : "l"(place) : "memory");
        } else {
            asm volatile("st.global.u32 [%0], %1;" ::"l"(place), "r"(j) : "memory");
        }
    }
    if constexpr (KIND == Read) {
#pragma unroll
        for (u32 j = 0; j < EACH; ++j) sum ^= held[j];
        if (sum == 1) *sink = sum;
    }
}

// One lane of each warp adds to the same word, and nobody waits for the sum.
__global__ void add_to_one(u32 *word) {
    if (threadIdx.x % 32 != 0) return;
#pragma unroll
    for (u32 j = 0; j < EACH; ++j) {
        asm volatile("red.global.add.u32 [%0], 1;" ::"l"(word) : "memory");
    }
}

__global__ void empty() {}

__global__ void wait(u64 time) {
    const u64 begin = nanoseconds();
    while (nanoseconds() - begin < time) {
    }
}

void *pinned(u64 bytes) {
    static void *pointer = nullptr;
    static u64 held = 0;
    if (held < bytes) {
        if (pointer != nullptr) check(cudaFreeHost(pointer), "cudaFreeHost");
        pointer = nullptr;
        held = 0;
        check(cudaMallocHost(&pointer, bytes), "cudaMallocHost");
        held = bytes;
    }
    return pointer;
}

} // namespace

// Settings: kind (0 reads past L1, 1 writes, both of 4 bytes at random sectors; 2 atomics at one
// address, one of a warp), bytes of the range (a power of two), pieces of work, whether the range
// is device memory: then it must be far larger than L2, which is flushed before each. Observations:
// nanoseconds of each of so many launches as are asked for, after one that does not count.
PROBE(scattered) {
    const u64 kind = call[0], bytes = call[1], count = call[2];
    const u64 of_block = kind == Atomic ? THREADS / 32 * EACH : THREADS * EACH;
    if (kind > Atomic || bytes < 4096 || (bytes & (bytes - 1)) != 0 || bytes > SECTOR << 31) {
        refuse("kind 0 to 2, and a power of two of 4 KiB to 64 GiB");
    }
    if (count == 0 || count % of_block != 0 || count > 1u << 31) refuse("whole blocks of work");
    if (call[3] != 0 && bytes < 8 * l2_bytes()) lacks("less than 64 times the L2 is free");
    auto *base = static_cast<char *>(memory(Store::Arena, bytes));
    auto *sink = static_cast<u32 *>(memory(Store::Small, 4096));
    u32 bits = 0;
    while (SECTOR << bits < bytes) ++bits;
    const u32 mask = (1u << bits) - 1, half = (bits + 1) / 2;
    const u32 blocks = static_cast<u32>(count / of_block);
    for (uint64_t i = 0; i <= call.out_count; ++i) {
        if (call[3] != 0) flush_l2();
        hold();
        const double time = timed([&] {
            if (kind == Read) scatter<Read><<<blocks, THREADS>>>(base, mask, half, sink);
            if (kind == Write) scatter<Write><<<blocks, THREADS>>>(base, mask, half, sink);
            if (kind == Atomic) add_to_one<<<blocks, THREADS>>>(sink);
        });
        if (i > 0) call.out[i - 1] = time;
    }
}

// Settings: steps of a row, whether a step launches an empty kernel, whether it records an event,
// whether the GPU is held until the whole row is queued. Observations: nanoseconds of each of so
// many rows as are asked for, after one that does not count.
PROBE(empty_kernels) {
    const u64 steps = call[0];
    // The queue of a GPU holds about 1000 commands.
    if (steps == 0 || steps > 400) refuse("1 to 400 steps");
    u64 wait_ns = 10'000 * steps;
    static cudaEvent_t held = nullptr, between = nullptr;
    if (held == nullptr) check(cudaEventCreate(&held), "cudaEventCreate");
    if (between == nullptr) check(cudaEventCreate(&between), "cudaEventCreate");
    for (uint64_t i = 0; i <= call.out_count;) {
        if (call[3] != 0) wait<<<1, 1>>>(wait_ns);
        check(cudaEventRecord(held), "cudaEventRecord");
        bool is_late = false;
        const double time = timed([&] {
            for (u64 step = 0; step < steps; ++step) {
                if (call[1] != 0) empty<<<1, 32>>>();
                if (call[2] != 0) check(cudaEventRecord(between), "cudaEventRecord");
            }
            check(cudaGetLastError(), "launch");
            is_late = call[3] != 0 && cudaEventQuery(held) != cudaErrorNotReady;
            cudaGetLastError(); // "not ready" counts as an error
        });
        if (is_late) {
            if (wait_ns > 100'000 * steps) throw Failure{1, "the host queues launches too slowly"};
            wait_ns *= 2;
            continue;
        }
        if (i > 0) call.out[i - 1] = time;
        ++i;
    }
}

// A copy between pinned memory of the host and the device. Settings: direction (0 to the device,
// 1 to the host), bytes. Observations: nanoseconds of each copy, after one that does not count.
PROBE(link_copy) {
    const u64 bytes = call[1];
    if (call[0] > 1 || bytes == 0) refuse("direction 0 or 1, and bytes");
    void *host = pinned(bytes), *device = memory(Store::Arena, bytes);
    for (uint64_t i = 0; i <= call.out_count; ++i) {
        hold();
        const double time = timed([&] {
            const auto status =
                call[0] == 0 ? cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice)
                             : cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost);
            check(status, "cudaMemcpyAsync");
        });
        if (i > 0) call.out[i - 1] = time;
    }
}

} // namespace probe
