// Private arrays of a thread, in registers or in local memory; and what padding brings.

#include "common.cuh"

#include <type_traits>

namespace probe {
namespace {

// Three ways of using an array of N words, one after the other less regular: places that are
// known when compiling, places of nested loops, places that depend on the data.
enum Pattern : u32 { Sum, Product, Sort };

template <int N, typename Array> __device__ void fill(Array held, const float *from, u64 me) {
    for (int i = 0; i < N; ++i) held[i] = from[(me + 37u * i) & 0xFFFF];
}

// Where the array is FORCED into memory, the same work is done on places that are not known
// when compiling, since it begins `none` words further: every use loads, every change stores.
template <int N, Pattern PATTERN, bool FORCED>
__global__ void with_array(const float *from, float *to, u32 rounds, u32 none, u64 *span) {
    const u64 me = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
    float words[N];
    using Array = std::conditional_t<FORCED, volatile float *, float *>;
    const Array held = words + (FORCED ? none : 0);
    fill<N>(held, from, me);
    const u64 begin_ns = nanoseconds(), begin = cycles64();
    float out = 0;
    for (u32 round = 0; round < rounds; ++round) {
        if constexpr (PATTERN == Sum) {
            // Each element with its like of a second array, as in the sum of two vectors.
#pragma unroll
            for (int i = 0; i < N; ++i) held[i] = held[i] + 0.5f * static_cast<float>(round + i);
        }
        if constexpr (PATTERN == Product) {
            // A row times a square matrix of which each row is the array turned by one.
            for (int i = 0; i < N; ++i) {
                float sum = 0;
                for (int j = 0; j < N; ++j) sum += held[j] * held[(i + j) % N];
                out += sum;
            }
            held[0] = held[0] + out;
        }
        if constexpr (PATTERN == Sort) {
            // Insertion sort, whose places depend on the values.
            held[round % N] = out + static_cast<float>((round * 7919u + me) & 1023);
            for (int i = 1; i < N; ++i) {
                const float value = held[i];
                int j = i;
                while (j > 0 && held[j - 1] > value) {
                    held[j] = held[j - 1];
                    --j;
                }
                held[j] = value;
            }
        }
        out += held[0];
    }
    for (int i = 0; i < N; ++i) out += held[i];
    const u64 end = cycles64(), end_ns = nanoseconds();
    to[me] = out;
    if (me == 0) {
        span[0] = end - begin;
        span[1] = end_ns - begin_ns;
    }
}

using Kernel = void (*)(const float *, float *, u32, u32, u64 *);

template <Pattern PATTERN, bool FORCED> Kernel of_large(u64 size) {
    switch (size) {
    case 64: return with_array<64, PATTERN, FORCED>;
    case 96: return with_array<96, PATTERN, FORCED>;
    case 128: return with_array<128, PATTERN, FORCED>;
    case 192: return with_array<192, PATTERN, FORCED>;
    case 256: return with_array<256, PATTERN, FORCED>;
    default: return nullptr;
    }
}

template <Pattern PATTERN, bool FORCED> Kernel of_size(u64 size) {
    // Of nested loops and of sorts no compiler keeps larger ones, so that there is no need to
    // force them; and each kernel here takes time to compile.
    if constexpr (!FORCED || PATTERN == Sum) {
        if (const Kernel large = of_large<PATTERN, FORCED>(size)) return large;
    }
    switch (size) {
    case 2: return with_array<2, PATTERN, FORCED>;
    case 4: return with_array<4, PATTERN, FORCED>;
    case 8: return with_array<8, PATTERN, FORCED>;
    case 16: return with_array<16, PATTERN, FORCED>;
    case 24: return with_array<24, PATTERN, FORCED>;
    case 32: return with_array<32, PATTERN, FORCED>;
    case 48: return with_array<48, PATTERN, FORCED>;
    default: return nullptr;
    }
}

template <bool FORCED> Kernel kernel_of(u64 pattern, u64 size) {
    switch (pattern) {
    case Sum: return of_size<Sum, FORCED>(size);
    case Product: return of_size<Product, FORCED>(size);
    case Sort: return of_size<Sort, FORCED>(size);
    default: return nullptr;
    }
}

} // namespace

// Settings: pattern (0 sum of vectors, 1 matrix product, 2 sort), words of the array, rounds,
// threads of the one block, whether the array is forced into memory. Observations: registers
// of a thread, bytes of its local memory, cycles of a round, as the compiled code and a launch
// have them.
PROBE(private_array) {
    const Kernel kernel =
        call[4] != 0 ? kernel_of<true>(call[0], call[1]) : kernel_of<false>(call[0], call[1]);
    if (kernel == nullptr) refuse("no such array");
    call.expect(3);
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
    auto *from = static_cast<float *>(memory(Store::Arena, 1 << 20));
    auto *to = static_cast<float *>(memory(Store::Second, 1 << 20));
    auto *span = static_cast<u64 *>(memory(Store::Trace, 4096));
    check(cudaMemset(from, 0, 1 << 20), "cudaMemset");
    const u32 rounds = static_cast<u32>(call[2]);
    for (int i = 0; i < 2; ++i) kernel<<<1, static_cast<u32>(call[3])>>>(from, to, rounds, 0, span);
    finish("private_array");
    u64 host[2];
    check(cudaMemcpy(host, span, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    call.out[0] = attributes.numRegs;
    call.out[1] = static_cast<double>(attributes.localSizeBytes);
    call.out[2] = static_cast<double>(host[0]) / static_cast<double>(rounds);
    call.clock_mhz = megahertz(Span{host[0], host[1]});
}

namespace {

// A transpose through tiles of 32 x 32 whose rows are 32 or 33 words apart.
template <int PITCH> __global__ void turn(const float *from, float *to, int n) {
    __shared__ float tile[32][PITCH];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) tile[threadIdx.y + i][threadIdx.x] = from[(y + i) * static_cast<u64>(n) + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) to[(y + i) * static_cast<u64>(n) + x] = tile[threadIdx.x][threadIdx.y + i];
}

// The same with the tile alone: read by columns over and over.
template <int PITCH> __global__ void read_columns(u32 rounds, float *to, u64 *span) {
    __shared__ float tile[32][PITCH];
    for (int i = 0; i < 32; i += 8) tile[threadIdx.y + i][threadIdx.x] = 0;
    __syncthreads();
    const u64 begin_ns = nanoseconds(), begin = cycles64();
    float sum = 0;
    for (u32 round = 0; round < rounds; ++round) {
#pragma unroll
        for (int i = 0; i < 32; i += 8) sum += *const_cast<volatile float *>(&tile[threadIdx.x][threadIdx.y + i]);
    }
    __syncthreads();
    const u64 end = cycles64(), end_ns = nanoseconds();
    to[threadIdx.y * 32 + threadIdx.x] = sum;
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        span[0] = end - begin;
        span[1] = end_ns - begin_ns;
    }
}

} // namespace

// Settings: words between rows of the tile (32 or 33), rows of the matrix. Observations:
// nanoseconds of each of the transposes asked for but the last, then cycles in which one
// block reads its tile by columns once.
PROBE(padding) {
    const u64 pitch = call[0], n = call[1], bytes = 4 * n * n;
    if ((pitch != 32 && pitch != 33) || n % 32 != 0 || call.out_count < 2) refuse("no such tile");
    auto *from = static_cast<float *>(memory(Store::Arena, bytes));
    auto *to = static_cast<float *>(memory(Store::Second, bytes));
    auto *span = static_cast<u64 *>(memory(Store::Trace, 4096));
    check(cudaMemset(from, 0, bytes), "cudaMemset");
    const dim3 grid(static_cast<u32>(n / 32), static_cast<u32>(n / 32)), block(32, 8);
    for (uint64_t i = 0; i < call.out_count; ++i) {
        const double time = timed([&] {
            if (pitch == 32) turn<32><<<grid, block>>>(from, to, static_cast<int>(n));
            else turn<33><<<grid, block>>>(from, to, static_cast<int>(n));
        });
        if (i > 0) call.out[i - 1] = time;
    }
    constexpr u32 ROUNDS = 1024;
    for (int i = 0; i < 2; ++i) {
        if (pitch == 32) read_columns<32><<<1, block>>>(ROUNDS, to, span);
        else read_columns<33><<<1, block>>>(ROUNDS, to, span);
    }
    finish("padding");
    u64 host[2];
    check(cudaMemcpy(host, span, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    call.out[call.out_count - 1] = static_cast<double>(host[0]) / ROUNDS;
    call.clock_mhz = megahertz(Span{host[0], host[1]});
}

} // namespace probe
