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

// ---------------------------------------------------------------------------------------------------
// Tensor maps.

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                            const cuuint64_t*, const cuuint32_t*, const cuuint32_t*,
                            CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                            CUtensorMapFloatOOBfill);

static Encode encode_function() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
    CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                           &found));
    if (function == nullptr) std::printf("the driver has no tensor maps\n"), std::exit(1);
    return reinterpret_cast<Encode>(function);
}

struct Tensor {
    std::vector<cuuint64_t> extents;
    std::vector<cuuint32_t> box, steps;
    CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_INT32;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    bool nan = false;

    int bytes() const {
        switch (type) {
            case CU_TENSOR_MAP_DATA_TYPE_UINT8: return 1;
            case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
            case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16: return 2;
            default: return 4;
        }
    }
    CUresult try_map(void* base, CUtensorMap* map) const {
        static const Encode encode = encode_function();
        std::vector<cuuint64_t> strides;
        cuuint64_t stride = bytes();
        for (size_t axis = 0; axis + 1 < extents.size(); axis++) {
            strides.push_back(stride *= extents[axis]);
        }
        std::vector<cuuint32_t> all = steps;
        all.resize(extents.size(), 1);
        strides.push_back(0);
        return encode(map, type, cuuint32_t(extents.size()), base, extents.data(), strides.data(),
                      box.data(), all.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                      CU_TENSOR_MAP_L2_PROMOTION_NONE,
                      nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                          : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    }
    CUtensorMap map(void* base) const {
        CUtensorMap made;
        const CUresult result = try_map(base, &made);
        if (result != CUDA_SUCCESS) std::printf("cuTensorMapEncodeTiled: %d\n", result), std::exit(1);
        return made;
    }
};

struct Place {
    int at[5];
};

enum class Back { Store, Add, Min };

// A box into shared memory, which is written out as it lies there; then back to another place.
template <int Axes, Back How>
__global__ void boxes(const __grid_constant__ CUtensorMap map, const __grid_constant__ CUtensorMap back,
                      Place from, Place to, int bytes, int* out) {
#ifdef HOPPER
    __shared__ __align__(1024) int memory[4096];
    __shared__ __align__(8) uint64_t barrier;
    const uint32_t numbers = shared_address(memory), tells = shared_address(&barrier);
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) memory[i] = -1;
    if (threadIdx.x == 0) {
        barrier_init(tells, 1);
        barriers_are_ready();
    }
    writes_are_visible_to_copies();
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
        barrier_expect(tells, bytes);
#define LOAD(axes, list) \
    asm volatile("cp.async.bulk.tensor." axes \
                 ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " list \
                 "], [%2];" ::"r"(numbers), \
                 "l"(&map), "r"(tells), "r"(from.at[0]), "r"(from.at[1]), "r"(from.at[2]), \
                 "r"(from.at[3]), "r"(from.at[4]) \
                 : "memory")
        if (Axes == 1) LOAD("1d", "{%3}");
        if (Axes == 2) LOAD("2d", "{%3, %4}");
        if (Axes == 3) LOAD("3d", "{%3, %4, %5}");
        if (Axes == 4) LOAD("4d", "{%3, %4, %5, %6}");
        if (Axes == 5) LOAD("5d", "{%3, %4, %5, %6, %7}");
    }
    barrier_wait(tells, 0);
    for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x) out[i] = memory[i];
    __syncthreads();
    if (threadIdx.x == 0) {
#define PUT(how, axes, operation, list) \
    asm volatile(how ".bulk.tensor." axes ".global.shared::cta" operation \
                     ".tile.bulk_group [%0, " list "], [%1];" ::"l"(&back), \
                 "r"(numbers), "r"(to.at[0]), "r"(to.at[1]), "r"(to.at[2]), "r"(to.at[3]), \
                 "r"(to.at[4]) \
                 : "memory")
        if (Axes == 1 && How == Back::Add) PUT("cp.reduce.async", "1d", ".add", "{%2}");
        if (Axes == 1 && How == Back::Min) PUT("cp.reduce.async", "1d", ".min", "{%2}");
        if (Axes == 1 && How == Back::Store) PUT("cp.async", "1d", "", "{%2}");
        if (Axes == 2) PUT("cp.async", "2d", "", "{%2, %3}");
        if (Axes == 3) PUT("cp.async", "3d", "", "{%2, %3, %4}");
        if (Axes == 4) PUT("cp.async", "4d", "", "{%2, %3, %4, %5}");
        if (Axes == 5) PUT("cp.async", "5d", "", "{%2, %3, %4, %5, %6}");
        stores_are_done();
    }
#endif
}

// Words of the box where they lie in shared memory, and the tensor afterwards.
template <int Axes>
static void try_box(const char* name, const Tensor& tensor, Place from, Place to) {
    size_t count = 1;
    int taken[5], elements = 1;
    for (cuuint64_t extent : tensor.extents) count *= extent;
    for (int axis = 0; axis < Axes; axis++) {
        const int step = axis < int(tensor.steps.size()) ? tensor.steps[axis] : 1;
        taken[axis] = (int(tensor.box[axis]) + step - 1) / step;
        elements *= taken[axis];
    }
    std::vector<int> numbers(count), expected(4096, 0);
    for (size_t i = 0; i < count; i++) numbers[i] = int(i) + 1000;
    const Array<int> in(numbers), back(count), out(4096);
    std::vector<int> expected_back(count, 0);
    const CUtensorMap map = tensor.map(in.data), other = tensor.map(back.data);
    boxes<Axes, Back::Store><<<1, 128>>>(map, other, from, to, elements * 4, out.data);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    const int pieces = 1 << tensor.swizzle;
    for (int element = 0; element < elements; element++) {
        const auto index = [&](Place place) {
            int rest = element;
            long long at = 0, stride = 1;
            bool inside = true;
            for (int axis = 0; axis < Axes; axis++) {
                const int step = axis < int(tensor.steps.size()) ? tensor.steps[axis] : 1;
                const int own = place.at[axis] + rest % taken[axis] * step;
                rest /= taken[axis];
                inside = inside && own >= 0 && own < int(tensor.extents[axis]);
                at += own * stride;
                stride *= int(tensor.extents[axis]);
            }
            return inside ? at : -1LL;
        };
        const long long source = index(from), target = index(to);
        const int value = source < 0 ? 0 : numbers[source];
        const int byte = element * 4;
        expected[(byte ^ (byte >> 7 & (pieces - 1)) << 4) / 4] = value;
        if (target >= 0) expected_back[target] = value;
    }
    const std::vector<int> found = out.host(), found_back = back.host();
    int wrong = 0;
    for (int i = 0; i < 4096; i++) wrong += found[i] != expected[i] && i < elements;
    for (size_t i = 0; i < count; i++) wrong += found_back[i] != expected_back[i];
    report(name, wrong, elements + int(count));
}

static void try_boxes() {
    const CUtensorMapSwizzle swizzles[] = {CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B,
                                           CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B};
    const char* names[] = {"box without swizzle", "box, 32 bytes", "box, 64 bytes", "box, 128 bytes"};
    for (int i = 0; i < 4; i++) {
        const cuuint32_t width = i == 0 ? 32 : 4u << i;
        Tensor tensor{{64, 40}, {width, 32}, {}};
        tensor.swizzle = swizzles[i];
        try_box<2>(names[i], tensor, {4, 6}, {8, 1});
    }
    try_box<1>("box of 1 axis", {{100}, {64}, {}}, {-8}, {60});
    try_box<2>("box beyond the edges", {{20, 9}, {8, 12}, {}}, {-4, -2}, {16, 3});
    try_box<2>("box with steps", {{20, 9}, {8, 9}, {1, 4}}, {8, 1}, {0, 0});
    try_box<3>("box of 3 axes", {{12, 6, 5}, {4, 3, 4}, {1, 1, 3}}, {8, 4, -1}, {0, 0, 1});
    try_box<4>("box of 4 axes", {{8, 4, 3, 5}, {8, 2, 2, 2}, {1, 1, 2, 1}}, {0, 3, 1, 4}, {4, 1, 0, 1});
    try_box<5>("box of 5 axes", {{4, 3, 3, 3, 3}, {4, 2, 2, 2, 2}, {}}, {0, 1, 2, 1, 0},
               {0, 0, 0, 2, 1});
}

static float as_float(int bits) {
    float value;
    std::memcpy(&value, &bits, 4);
    return value;
}

template <Back How>
static std::vector<int> box_of(Tensor tensor, const std::vector<int>& numbers, std::vector<int>& back) {
    const Array<int> in(numbers), other(back), out(4096);
    const CUtensorMap map = tensor.map(in.data), to = tensor.map(other.data);
    boxes<1, How><<<1, 128>>>(map, to, {}, {}, int(tensor.box[0]) * tensor.bytes(), out.data);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    back = other.host();
    std::vector<int> found = out.host();
    found.resize(tensor.box[0] * tensor.bytes() / 4);
    return found;
}

static void try_numbers() {
    Tensor tensor{{4}, {8}, {}};
    tensor.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    tensor.nan = true;
    const std::vector<int> floats = {0x3f801000, 0x3f800fff, int(0xbf801000), 1};
    std::vector<int> back(4);
    std::vector<int> found = box_of<Back::Store>(tensor, floats, back);
    int wrong = 0;
    for (int i = 0; i < 4; i++) wrong += found[i] != floats[i];
    for (int i = 4; i < 8; i++) wrong += !std::isnan(as_float(found[i]));
    report("outside is NaN", wrong, 8);
    std::printf("outside, as bits: %08x\n", unsigned(found[4]));
    tensor.nan = false;
    tensor.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ;
    found = box_of<Back::Store>(tensor, floats, back);
    // An H200 keeps subnormal numbers of this type.
    report("kept", found[3] != 1, 1);
    tensor.type = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
    found = box_of<Back::Store>(tensor, floats, back);
    const std::vector<int> rounded = {0x3f800000, 0x3f800000, int(0xbf800000), 0, 0, 0, 0, 0};
    report("as tf32", found != rounded, 1);
    Tensor whole{{4}, {4}, {}};
    back = {5, -1, 7, 0};
    box_of<Back::Min>(whole, {3, 1, 9, 0}, back);
    const std::vector<int> least = {3, -1, 7, 0};
    report("least of integers", back != least, 1);
    back = {5, -1, 7, 0};
    box_of<Back::Add>(whole, {3, 1, 9, 0}, back);
    const std::vector<int> sums = {8, 0, 16, 0};
    report("sums of integers", back != sums, 1);
    Tensor halves{{8}, {8}, {}};
    halves.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    back = std::vector<int>(4, 0x3c004000);
    box_of<Back::Add>(halves, std::vector<int>(4, 0x3c003c00), back);
    const std::vector<int> more(4, 0x40004200);
    report("sums of halves", back != more, 1);
    whole.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    back = std::vector<int>(4, 0x3f800000);
    box_of<Back::Add>(whole, std::vector<int>(4, 0x40000000), back);
    const std::vector<int> threes(4, 0x40400000);
    report("sums of floats", back != threes, 1);
}

// What the driver refuses: an odd address, a row that is no multiple of 16 bytes, a box that is too
// large, one wider than its swizzle, and no axis.
static void try_wrong_maps() {
    const Array<int> in(4096);
    CUtensorMap map;
    int taken = 0;
    const Tensor good{{64, 64}, {32, 32}, {}};
    Tensor odd_row = good, large = good, wide = good, none = good;
    odd_row.extents[0] = 63, large.box[1] = 257, none.box[1] = 0;
    wide.swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
    taken += good.try_map(in.data, &map) != CUDA_SUCCESS;
    taken += good.try_map(in.data + 1, &map) != CUDA_ERROR_INVALID_VALUE;
    for (const Tensor* wrong : {&odd_row, &large, &wide, &none}) {
        taken += wrong->try_map(in.data, &map) != CUDA_ERROR_INVALID_VALUE;
    }
    report("maps that cannot be", taken, 6);
}

// ---------------------------------------------------------------------------------------------------
// A product of large matrices: boxes of both come by tensor map, two stages ahead of wgmma. With
// clusters, blocks share what they load.

constexpr int kTileRows = 64, kTileColumns = 32, kDepth = 64, kStages = 2;

struct Stage {
    uint16_t a[kTileRows * kDepth], b[kTileColumns * kDepth];
};

struct Memory {
    Stage stages[kStages];
    float sums[kTileRows * kTileColumns];
    uint64_t barriers[2 * kStages];
};

// One warp copies, four multiply. `Blocks` blocks of a cluster have the same columns: each loads a part of
// the second matrix for all of them.
template <int Blocks>
__global__ void __launch_bounds__(160) multiply(const __grid_constant__ CUtensorMap a,
                                                const __grid_constant__ CUtensorMap b,
                                                const __grid_constant__ CUtensorMap c, int depth) {
#ifdef HOPPER
    extern __shared__ __align__(1024) Memory own_memory[];
    Stage* stages = own_memory->stages;
    float* sums = own_memory->sums;
    const uint32_t full = shared_address(own_memory->barriers), empty = full + 8 * kStages;
    const uint32_t rank = Blocks > 1 ? cluster_rank() : 0;
    const int row = blockIdx.x * kTileRows, column = blockIdx.y * kTileColumns;
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < kStages; stage++) {
            barrier_init(full + 8 * stage, 1);
            // One arrival from each block that gets a part of what this block loads.
            barrier_init(empty + 8 * stage, Blocks);
        }
        barriers_are_ready();
    }
    __syncthreads();
    if (Blocks > 1) cluster_sync();
    const int steps = depth / kDepth;
    if (threadIdx.x >= 128) {
        if (threadIdx.x == 128) {
            for (int step = 0; step < steps; step++) {
                const int stage = step % kStages, round = step / kStages;
                if (round > 0) barrier_wait_cluster(empty + 8 * stage, (round - 1) & 1);
                const uint32_t tells = full + 8 * stage;
                barrier_expect(tells, sizeof(Stage));
                load_box(shared_address(stages[stage].a), &a, tells, step * kDepth, row);
                constexpr int part = kTileColumns / Blocks;
                const uint32_t to = shared_address(stages[stage].b) + rank * part * kDepth * 2;
                if (Blocks > 1) {
                    load_box_for((1 << Blocks) - 1, to, &b, tells, step * kDepth,
                                 column + int(rank) * part);
                } else {
                    load_box(to, &b, tells, step * kDepth, column);
                }
            }
        }
    } else {
        float own[16] = {};
        for (int step = 0; step < steps; step++) {
            const int stage = step % kStages;
            barrier_wait(full + 8 * stage, step / kStages & 1);
            __syncwarp();
            const uint64_t common = uint64_t(1) << 62 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 16;
            const uint64_t first = common | shared_address(stages[stage].a) >> 4;
            const uint64_t second = common | shared_address(stages[stage].b) >> 4;
            fence();
            for (int k = 0; k < kDepth / 16; k++) {
                Halves::shared(own, first + 2 * k, second + 2 * k, step + k > 0);
            }
            commit();
            wait<0>();
            // The stage is free in all blocks that write to it.
            asm volatile("bar.sync 1, 128;" ::: "memory");
            if (threadIdx.x < Blocks) {
                asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                                 in_block(empty + 8 * stage, threadIdx.x))
                             : "memory");
            }
        }
        for (int i = 0; i < 16; i++) {
            const int y = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8;
            const int x = i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
            sums[y * kTileColumns + x] = own[i];
        }
        writes_are_visible_to_copies();
        asm volatile("bar.sync 1, 128;" ::: "memory");
        if (threadIdx.x == 0) {
            store_box(&c, shared_address(sums), column, row);
            stores_are_done();
        }
    }
    // No block may end while others still write into it or tell its barriers.
    __syncthreads();
    if (Blocks > 1) cluster_sync();
#endif
}

template <int Blocks>
static void try_multiply(const char* name) {
    const int rows = 4 * kTileRows, columns = 2 * kTileColumns, depth = 5 * kDepth;
    std::vector<uint16_t> a(rows * depth), b(columns * depth);
    for (int row = 0; row < rows; row++) {
        for (int k = 0; k < depth; k++) a[row * depth + k] = bits_of(Number::F16, element(Number::F16, 3, row, k));
    }
    for (int column = 0; column < columns; column++) {
        for (int k = 0; k < depth; k++) {
            b[column * depth + k] = bits_of(Number::F16, element(Number::F16, 4, column, k));
        }
    }
    const Array<uint16_t> on_a(a), on_b(b);
    const Array<float> out(rows * columns);
    Tensor of_a{{cuuint64_t(depth), cuuint64_t(rows)}, {kDepth, kTileRows}, {}}, of_b = of_a;
    of_a.type = of_b.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    of_a.swizzle = of_b.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
    of_b.extents[1] = columns, of_b.box[1] = kTileColumns / Blocks;
    Tensor of_c{{cuuint64_t(columns), cuuint64_t(rows)}, {kTileColumns, kTileRows}, {}};
    of_c.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    const CUtensorMap map_a = of_a.map(on_a.data), map_b = of_b.map(on_b.data), map_c = of_c.map(out.data);
    const auto kernel = multiply<Blocks>;
    const int bytes = sizeof(Memory);
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = Blocks;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(rows / kTileRows, columns / kTileColumns);
    config.blockDim = 160;
    config.dynamicSmemBytes = bytes;
    config.attrs = &attribute;
    config.numAttrs = Blocks > 1;
    CHECK(cudaLaunchKernelEx(&config, kernel, map_a, map_b, map_c, depth));
    CHECK(cudaDeviceSynchronize());
    const std::vector<float> found = out.host();
    int wrong = 0;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            int sum = 0;
            for (int k = 0; k < depth; k++) {
                sum += element(Number::F16, 3, row, k) * element(Number::F16, 4, column, k);
            }
            wrong += found[row * columns + column] != float(sum);
        }
    }
    report(name, wrong, rows * columns);
}

// ---------------------------------------------------------------------------------------------------
// Clusters.

// Each block adds up its numbers. The first of a cluster reads the sums of the others, all add theirs to the
// last one, and each sends its own to its neighbour and tells the neighbour's barrier.
__global__ void __cluster_dims__(4, 1, 1) add_up(const int* numbers, int each, int* out) {
#ifdef HOPPER
    __shared__ int sum, total;
    __shared__ __align__(16) int piece[4], sent[4];
    __shared__ __align__(8) uint64_t barrier;
    const uint32_t rank = cluster_rank(), blocks = cluster_blocks(), tells = shared_address(&barrier);
    if (threadIdx.x == 0) {
        sum = total = 0;
        barrier_init(tells, 2);
        barriers_are_ready();
        barrier_expect(tells, 16);
    }
    __syncthreads();
    int own = 0;
    for (int i = threadIdx.x; i < each; i += blockDim.x) own += numbers[blockIdx.x * each + i];
    atomicAdd(&sum, own);
    __syncthreads();
    if (threadIdx.x < 4) piece[threadIdx.x] = sum + threadIdx.x;
    writes_are_visible_to_copies();
    __syncthreads();
    cluster_sync();
    if (threadIdx.x == 0) {
        const uint32_t last = in_block(shared_address(&total), blocks - 1);
        asm volatile("red.relaxed.cluster.shared::cluster.add.s32 [%0], %1;" ::"r"(last), "r"(sum)
                     : "memory");
        const uint32_t next = (rank + 1) % blocks;
        asm volatile(
            "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 16, "
            "[%2];" ::"r"(in_block(shared_address(sent), next)),
            "r"(shared_address(piece)), "r"(in_block(tells, next))
            : "memory");
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                         in_block(tells, next))
                     : "memory");
        int all = 0;
        for (uint32_t other = 0; other < blocks; other++) {
            int part;
            asm volatile("ld.shared::cluster.s32 %0, [%1];"
                         : "=r"(part)
                         : "r"(in_block(shared_address(&sum), other))
                         : "memory");
            all += part;
        }
        out[blockIdx.x * 8] = all;
        barrier_wait_cluster(tells, 0);
        for (int i = 0; i < 4; i++) out[blockIdx.x * 8 + 2 + i] = sent[i];
        uint32_t owner;
        asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(last));
        out[blockIdx.x * 8 + 6] = owner;
        // By a generic address, too.
        uint64_t generic;
        asm volatile("mapa.u64 %0, %1, %2;" : "=l"(generic) : "l"(&sum), "r"(next));
        out[blockIdx.x * 8 + 7] = *reinterpret_cast<volatile int*>(generic);
    }
    __syncthreads();
    cluster_sync();
    if (threadIdx.x == 0) out[blockIdx.x * 8 + 1] = total;
#endif
}

static void try_clusters() {
    const int blocks = 12, each = 1000;
    std::vector<int> numbers(blocks * each);
    for (int i = 0; i < blocks * each; i++) numbers[i] = i % 17 - 5;
    const Array<int> in(numbers), out(blocks * 8);
    add_up<<<blocks, 128>>>(in.data, each, out.data);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    std::vector<int> sums(blocks), totals(blocks / 4);
    for (int i = 0; i < blocks * each; i++) {
        sums[i / each] += numbers[i];
        totals[i / each / 4] += numbers[i];
    }
    const std::vector<int> found = out.host();
    int wrong = 0;
    for (int block = 0; block < blocks; block++) {
        const int first = block / 4 * 4, before = sums[first + (block + 3) % 4];
        const int after = sums[first + (block + 1) % 4], *row = &found[block * 8];
        wrong += row[0] != totals[block / 4];
        wrong += row[1] != (block % 4 == 3 ? totals[block / 4] : 0);
        for (int i = 0; i < 4; i++) wrong += row[2 + i] != before + i;
        wrong += row[6] != 3;
        wrong += row[7] != after;
    }
    report("sums of a cluster", wrong, blocks * 8);
}

// Where each block of a grid of 8 by 4 lies in its cluster of 2 by 2.
__global__ void places(int* out) {
#ifdef HOPPER
    int at[10];
    asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(at[0]));
    asm volatile("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(at[1]));
    asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(at[2]));
    asm volatile("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(at[3]));
    asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(at[4]));
    asm volatile("mov.u32 %0, %%clusterid.y;" : "=r"(at[5]));
    asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(at[6]));
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(at[7]));
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(at[8]));
    asm volatile("{\n.reg .pred p;\nmov.pred p, %%is_explicit_cluster;\nselp.s32 %0, 1, 0, p;\n}"
                 : "=r"(at[9]));
    for (int i = 0; i < 10; i++) out[(blockIdx.y * gridDim.x + blockIdx.x) * 10 + i] = at[i];
#endif
}

static void try_places() {
    const Array<int> out(8 * 4 * 10);
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = attribute.val.clusterDim.y = 2;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(8, 4);
    config.blockDim = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, places, out.data));
    CHECK(cudaDeviceSynchronize());
    const std::vector<int> found = out.host();
    int wrong = 0;
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 8; x++) {
            const int expected[] = {x % 2, y % 2, 2, 2, x / 2, y / 2, 4, x % 2 + y % 2 * 2, 4, 1};
            for (int i = 0; i < 10; i++) wrong += found[(y * 8 + x) * 10 + i] != expected[i];
        }
    }
    report("places in clusters", wrong, 8 * 4 * 10);
    config.gridDim = dim3(7, 4);
    report("a grid that is no multiple", cudaLaunchKernelEx(&config, places, out.data) == cudaSuccess, 1);
    cudaGetLastError();
}

int main() {
    try_products();
    try_boxes();
    try_numbers();
    try_wrong_maps();
    try_multiply<1>("product by tensor map");
    try_multiply<2>("product by clusters of 2");
    try_multiply<4>("product by clusters of 4");
    try_clusters();
    try_places();
    std::printf("%s\n", failures == 0 ? "all PASS" : "some FAIL");
    return failures != 0;
}
