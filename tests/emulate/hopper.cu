// What sm_90a has for products of matrices: wgmma in its types, layouts and swizzles, copies by tensor
// map, and clusters. Each part compares its results with the host's, and says PASS or FAIL.
//
//     nvcc -std=c++17 -arch=sm_90a -cudart shared -o hopper hopper.cu
#include <cuda.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// Without the architecture's own instructions there is nothing to run.
#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define HOPPER 1
#endif

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t status, const char* call, int line) {
    if (status == cudaSuccess) return;
    std::printf("line %d: %s: %s\n", line, call, cudaGetErrorString(status));
    std::exit(1);
}

static int failures = 0;

static void report(const char* part, int wrong, int of) {
    std::printf("%s: %s, %d of %d differ\n", part, wrong == 0 ? "PASS" : "FAIL", wrong, of);
    failures += wrong != 0;
}

template <typename T>
struct Array {
    T* data = nullptr;
    size_t count;
    explicit Array(size_t count) : count(count) {
        CHECK(cudaMalloc(&data, count * sizeof(T)));
        CHECK(cudaMemset(data, 0, count * sizeof(T)));
    }
    explicit Array(const std::vector<T>& from) : count(from.size()) {
        CHECK(cudaMalloc(&data, count * sizeof(T)));
        CHECK(cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    Array(const Array&) = delete;
    ~Array() { cudaFree(data); }
    std::vector<T> host() const {
        std::vector<T> copy(count);
        CHECK(cudaMemcpy(copy.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
        return copy;
    }
};

// ---------------------------------------------------------------------------------------------------
// On the device: barriers, copies, products.

__device__ uint32_t shared_address(const void* pointer) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

__device__ void barrier_init(uint32_t barrier, uint32_t arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

__device__ void barrier_expect(uint32_t barrier, uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                 "r"(bytes)
                 : "memory");
}

__device__ void barrier_arrive(uint32_t barrier) {
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__device__ void barrier_wait(uint32_t barrier, uint32_t parity) {
    asm volatile(
        "{\n.reg .pred p;\nWAIT:\n"
        "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%0], %1;\n"
        "@!p bra WAIT;\n}" ::"r"(barrier),
        "r"(parity)
        : "memory");
}

// Waits for what other blocks of the cluster have done as well.
__device__ void barrier_wait_cluster(uint32_t barrier, uint32_t parity) {
    asm volatile(
        "{\n.reg .pred p;\nWAIT:\n"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n"
        "@!p bra WAIT;\n}" ::"r"(barrier),
        "r"(parity)
        : "memory");
}

__device__ void barriers_are_ready() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ void writes_are_visible_to_copies() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void cluster_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ void cluster_sync() {
    cluster_arrive();
    cluster_wait();
}

__device__ uint32_t cluster_rank() {
    uint32_t rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

__device__ uint32_t cluster_blocks() {
    uint32_t blocks;
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    return blocks;
}

__device__ uint32_t in_block(uint32_t address, uint32_t rank) {
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}

__device__ void load_box(uint32_t to, const CUtensorMap* map, uint32_t barrier, int x, int y) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%3, %4}], [%2];" ::"r"(to),
        "l"(map), "r"(barrier), "r"(x), "r"(y)
        : "memory");
}

__device__ void load_box_for(uint16_t blocks, uint32_t to, const CUtensorMap* map, uint32_t barrier,
                             int x, int y) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(to),
        "l"(map), "r"(barrier), "r"(x), "r"(y), "h"(blocks)
        : "memory");
}

__device__ void store_box(const CUtensorMap* map, uint32_t from, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(
                     map),
                 "r"(from), "r"(x), "r"(y)
                 : "memory");
}

__device__ void stores_are_done() {
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

#ifdef HOPPER
#define SUMS8(c, i) \
    "+" c((i)[0]), "+" c((i)[1]), "+" c((i)[2]), "+" c((i)[3]), "+" c((i)[4]), "+" c((i)[5]), \
        "+" c((i)[6]), "+" c((i)[7])

// 64 rows and 32 columns: sixteen sums of each thread. `scales` are those operands that floats have,
// and their transpositions.
#define PRODUCT(name, Sum, c, opcode, scales) \
    struct name { \
        using Type = Sum; \
        static constexpr int words = 16; \
        __device__ static void shared(Sum* d, uint64_t a, uint64_t b, int adds) { \
            asm volatile( \
                "{\n.reg .pred p;\nsetp.ne.b32 p, %18, 0;\n" \
                "wgmma.mma_async.sync.aligned." opcode \
                " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, " \
                "p" scales ";\n}" \
                : SUMS8(c, d), SUMS8(c, d + 8) \
                : "l"(a), "l"(b), "r"(adds)); \
        } \
        __device__ static void registers(Sum*, const uint32_t*, uint64_t, int) {} \
    }

// The same with the first matrix in registers, too.
#define PRODUCTS(name, Sum, c, opcode, scales, own_scales) \
    struct name { \
        using Type = Sum; \
        static constexpr int words = 16; \
        __device__ static void shared(Sum* d, uint64_t a, uint64_t b, int adds) { \
            asm volatile( \
                "{\n.reg .pred p;\nsetp.ne.b32 p, %18, 0;\n" \
                "wgmma.mma_async.sync.aligned." opcode \
                " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, %16, %17, " \
                "p" scales ";\n}" \
                : SUMS8(c, d), SUMS8(c, d + 8) \
                : "l"(a), "l"(b), "r"(adds)); \
        } \
        __device__ static void registers(Sum* d, const uint32_t* a, uint64_t b, int adds) { \
            asm volatile( \
                "{\n.reg .pred p;\nsetp.ne.b32 p, %21, 0;\n" \
                "wgmma.mma_async.sync.aligned." opcode \
                " {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, " \
                "{%16, %17, %18, %19}, %20, p" own_scales ";\n}" \
                : SUMS8(c, d), SUMS8(c, d + 8) \
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds)); \
        } \
    }

PRODUCTS(Halves, float, "f", "m64n32k16.f32.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0");
PRODUCTS(Brains, float, "f", "m64n32k16.f32.bf16.bf16", ", 1, 1, 0, 0", ", 1, 1, 0");
PRODUCTS(Words, float, "f", "m64n32k8.f32.tf32.tf32", ", 1, 1", ", 1, 1");
PRODUCTS(Bytes43, float, "f", "m64n32k32.f32.e4m3.e4m3", ", 1, 1", ", 1, 1");
PRODUCTS(Bytes52, float, "f", "m64n32k32.f32.e5m2.e4m3", ", 1, 1", ", 1, 1");
PRODUCTS(Integers, int, "r", "m64n32k32.s32.s8.s8", "", "");
PRODUCTS(Unsigned, int, "r", "m64n32k32.s32.u8.s8", "", "");
PRODUCT(HalvesAcross, float, "f", "m64n32k16.f32.f16.f16", ", 1, 1, 1, 1");
PRODUCT(HalvesAcrossA, float, "f", "m64n32k16.f32.f16.f16", ", 1, 1, 1, 0");
PRODUCTS(HalvesAcrossB, float, "f", "m64n32k16.f32.f16.f16", ", 1, 1, 0, 1", ", 1, 1, 1");
PRODUCT(BrainsAcross, float, "f", "m64n32k16.f32.bf16.bf16", ", 1, 1, 1, 1");
PRODUCTS(Negated, float, "f", "m64n32k16.f32.f16.f16", ", -1, 1, 0, 0", ", 1, -1, 0");

__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int Left>
__device__ void wait() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Left) : "memory");
}
#endif

// ---------------------------------------------------------------------------------------------------
// Products of matrices that the host has laid out in an image of shared memory.

constexpr int kImage = 32 << 10, kSecond = 16 << 10, kRows = 64, kColumns = 32, kSteps = 2;

struct Descriptors {
    uint64_t a[kSteps], b[kSteps];
};

template <typename Product, bool InRegisters>
__global__ void __launch_bounds__(128) products(const uint4* image, const uint4* first,
                                                 Descriptors descriptors, int* out) {
#ifdef HOPPER
    extern __shared__ __align__(1024) uint4 memory[];
    for (int i = threadIdx.x; i < kImage / 16; i += 128) memory[i] = image[i];
    writes_are_visible_to_copies();
    __syncthreads();
    // Descriptors were made for a memory that begins at 0.
    const uint64_t begin = (shared_address(memory) & 0x3ffff) >> 4;
    typename Product::Type sums[Product::words] = {};
    uint32_t own[kSteps][4];
    for (int step = 0; step < kSteps; step++) {
        const uint4 four = first[step * 128 + threadIdx.x];
        own[step][0] = four.x, own[step][1] = four.y, own[step][2] = four.z, own[step][3] = four.w;
    }
    fence();
#pragma unroll
    for (int step = 0; step < kSteps; step++) {
        if (InRegisters) {
            Product::registers(sums, own[step], descriptors.b[step] + begin, step > 0);
        } else {
            Product::shared(sums, descriptors.a[step] + begin, descriptors.b[step] + begin, step > 0);
        }
    }
    commit();
    wait<0>();
    for (int i = 0; i < Product::words; i++) {
        out[threadIdx.x * Product::words + i] = static_cast<int>(sums[i]);
    }
#endif
}

enum class Kind { Depth, Across };

enum class Number { F16, Bf16, Tf32, E4m3, E5m2, S8, U8 };

static int size_of(Number type) {
    if (type == Number::Tf32) return 4;
    return type == Number::F16 || type == Number::Bf16 ? 2 : 1;
}

// The bits of a number from -3 to 3.
static uint32_t bits_of(Number type, int number) {
    const int size = number < 0 ? -number : number;
    const uint32_t sign = number < 0;
    const uint32_t half[] = {0, 0x3c00, 0x4000, 0x4200}, e4m3[] = {0, 0x38, 0x40, 0x44};
    const uint32_t e5m2[] = {0, 0x3c, 0x40, 0x42};
    const float value = static_cast<float>(number);
    uint32_t word;
    std::memcpy(&word, &value, 4);
    switch (type) {
        case Number::F16: return half[size] | sign << 15;
        case Number::Bf16: return word >> 16;
        case Number::Tf32: return word;
        case Number::E4m3: return e4m3[size] | sign << 7;
        case Number::E5m2: return e5m2[size] | sign << 7;
        default: return static_cast<uint32_t>(number) & 0xff;
    }
}

static int element(Number type, int seed, int row, int deep) {
    const int number = (row * 31 + deep * 17 + seed * 7 + row * deep) % 7 - 3;
    return type == Number::U8 && number < 0 ? -number : number;
}

// A matrix in shared memory: rows (or columns, of the second one), of which two steps of 32 bytes of
// depth are used.
struct Laid {
    Kind kind;
    // Bytes of a row of an atom: 16 without a swizzle, else its width.
    int width;
    int start, rows, size;

    int leading() const {
        if (kind == Kind::Depth) return width == 16 ? rows * 16 : 16;
        // Across: without a swizzle from eight of depth to the next eight, else from atom to atom.
        return width == 16 ? rows * 16 : 8 * width * 4;
    }
    int stride() const { return width == 16 ? 128 : 8 * width; }
    int start_of(int step) const {
        if (kind == Kind::Across) return start + step * (width == 16 ? 2 * leading() : 2 * stride());
        return width >= 64 ? start + 32 * step : start + (8 << 10) * step;
    }
    // Pieces of 16 bytes change places by the bits above 128 bytes of their address.
    int moved(int address) const { return address ^ (address >> 7 & (width / 16 - 1)) << 4; }
    int place(int step, int row, int deep) const {
        const int byte = kind == Kind::Depth ? deep * size : row * size;
        const int outer = kind == Kind::Depth ? row : deep;
        if (width == 16) {
            const int far = kind == Kind::Depth ? leading() : stride();
            const int other = kind == Kind::Depth ? stride() : leading();
            return start_of(step) + outer / 8 * other + byte / 16 * far + outer % 8 * 16 + byte % 16;
        }
        const int far = kind == Kind::Depth ? 0 : byte / width * leading();
        return moved(start_of(step) + outer / 8 * stride() + outer % 8 * width + far + byte % width);
    }
    uint64_t descriptor(int step) const {
        const uint64_t mode = width == 16 ? 0 : width == 128 ? 1 : width == 64 ? 2 : 3;
        return mode << 62 | uint64_t(start_of(step) >> 4) | uint64_t(leading() >> 4) << 16 |
               uint64_t(stride() >> 4) << 32;
    }
};

template <typename Product, bool InRegisters = false>
static void try_product(const char* name, Number type_a, Number type_b, Kind a, int width_a, Kind b,
                        int width_b, int sign = 1) {
    const int size = size_of(type_a), depth = 32 / size;
    const Laid first{a, width_a, 0, kRows, size}, second{b, width_b, kSecond, kColumns, size};
    std::vector<uint8_t> image(kImage), registers(kSteps * 128 * 16);
    Descriptors descriptors;
    for (int step = 0; step < kSteps; step++) {
        descriptors.a[step] = first.descriptor(step);
        descriptors.b[step] = second.descriptor(step);
        for (int deep = 0; deep < depth; deep++) {
            const int whole = step * depth + deep;
            for (int row = 0; row < kRows; row++) {
                const uint32_t bits = bits_of(type_a, element(type_a, 1, row, whole));
                std::memcpy(&image[first.place(step, row, deep)], &bits, size);
                const int byte = deep * size, lane = row % 8 * 4 + byte % 16 / 4;
                const int word = row / 8 % 2 + byte / 16 * 2, thread = row / 16 * 32 + lane;
                std::memcpy(&registers[((step * 128 + thread) * 4 + word) * 4 + byte % 4], &bits, size);
            }
            for (int column = 0; column < kColumns; column++) {
                const uint32_t bits = bits_of(type_b, element(type_b, 2, column, whole));
                std::memcpy(&image[second.place(step, column, deep)], &bits, size);
            }
        }
    }
    const Array<uint8_t> on_image(image), on_registers(registers);
    const Array<int> out(128 * 16);
    const auto kernel = products<Product, InRegisters>;
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kImage));
    kernel<<<1, 128, kImage>>>(reinterpret_cast<const uint4*>(on_image.data),
                               reinterpret_cast<const uint4*>(on_registers.data), descriptors,
                               out.data);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const std::vector<int> found = out.host();
    int wrong = 0;
    for (int row = 0; row < kRows; row++) {
        for (int column = 0; column < kColumns; column++) {
            int sum = 0;
            for (int deep = 0; deep < kSteps * depth; deep++) {
                sum += element(type_a, 1, row, deep) * element(type_b, 2, column, deep);
            }
            const int thread = row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
            const int index = column / 8 * 4 + row / 8 % 2 * 2 + column % 2;
            wrong += found[thread * 16 + index] != sign * sum;
        }
    }
    char part[128];
    const auto words = [](Kind kind) { return kind == Kind::Depth ? "along" : "across"; };
    std::snprintf(part, sizeof part, "product %s, %s %d by %s %d", name,
                  InRegisters ? "registers" : words(a), InRegisters ? 0 : width_a, words(b), width_b);
    report(part, wrong, kRows * kColumns);
}

static void try_products() {
    constexpr Kind along = Kind::Depth, across = Kind::Across;
    for (int width : {16, 32, 64, 128}) {
        const auto f16 = Number::F16, bf16 = Number::Bf16;
        try_product<Halves>("f16", f16, f16, along, width, along, width);
        try_product<Halves, true>("f16", f16, f16, along, width, along, width);
        try_product<Brains>("bf16", bf16, bf16, along, width, along, 128);
        try_product<Words>("tf32", Number::Tf32, Number::Tf32, along, width, along, width);
        try_product<Bytes43>("e4m3", Number::E4m3, Number::E4m3, along, width, along, width);
        try_product<Integers>("s8", Number::S8, Number::S8, along, width, along, width);
        // An atom across the depth has as many columns as its width has elements.
        const int narrow = width < 64 ? width : 64;
        try_product<HalvesAcross>("f16", f16, f16, across, width, across, narrow);
        try_product<HalvesAcrossA>("f16", f16, f16, across, width, along, width);
        try_product<HalvesAcrossB>("f16", f16, f16, along, width, across, narrow);
        try_product<BrainsAcross>("bf16", bf16, bf16, across, width, across, narrow);
    }
    const auto f16 = Number::F16;
    try_product<Words, true>("tf32", Number::Tf32, Number::Tf32, along, 128, along, 128);
    try_product<Brains, true>("bf16", Number::Bf16, Number::Bf16, along, 128, along, 128);
    try_product<Bytes43, true>("e4m3", Number::E4m3, Number::E4m3, along, 128, along, 128);
    try_product<Bytes52>("e5m2 and e4m3", Number::E5m2, Number::E4m3, along, 128, along, 128);
    try_product<Integers, true>("s8", Number::S8, Number::S8, along, 128, along, 128);
    try_product<Unsigned>("u8 and s8", Number::U8, Number::S8, along, 128, along, 128);
    try_product<HalvesAcrossB, true>("f16", f16, f16, along, 128, across, 64);
    try_product<Negated>("negated f16", f16, f16, along, 128, along, 128, -1);
    try_product<Negated, true>("negated f16", f16, f16, along, 128, along, 128, -1);
}
