// Throughput of global and of shared memory, and of copies by element type.

#include "common.cuh"

#include <vector>

namespace probe {
namespace {

enum Kind : u32 { Read, Write, Copy };

// Looks at the clock of an SM for a while.
__global__ void look(Span *span) {
    const u64 begin_ns = nanoseconds(), begin = cycles64();
    u64 now = begin_ns;
    while (now - begin_ns < 120'000) now = nanoseconds();
    *span = Span{cycles64() - begin, now - begin_ns};
}

// Times work, and looks at the clock right before and right after it: nothing that works at
// full rate is to be held up by it. Meanwhile the device is busy, as it is by `hold`.
class Watched {
    Span spent{0, 0};
    Span *spans = static_cast<Span *>(memory(Store::Small, 4096));

  public:
    template <typename Work> double time(Work work) {
        look<<<1, 1>>>(spans);
        const double taken = timed(work);
        look<<<1, 1>>>(spans + 1);
        Span host[2];
        check(cudaMemcpy(host, spans, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
        for (const Span &one : host) {
            spent.cycles += one.cycles;
            spent.nanoseconds += one.nanoseconds;
        }
        return taken;
    }
    double mhz() const { return megahertz(spent); }
};

template <typename T> __device__ bool is_odd(const T &value) {
    // True for no content of the buffers, which the compiler cannot know.
    const auto *bytes = reinterpret_cast<const unsigned char *>(&value);
    return bytes[0] == 0xA5;
}

template <typename T> __device__ T of_zero() {
    T value{};
    return value;
}

template <Kind KIND, typename T> __device__ __forceinline__ T begin_one(const T *place) {
    if constexpr (KIND == Write) return of_zero<T>();
    else return *place;
}

template <Kind KIND, typename T> __device__ __forceinline__ void end_one(T *place, T held) {
    if constexpr (KIND == Read) {
        if (is_odd(held)) *place = held;
    } else {
        *place = held;
    }
}

// Each thread has ILP elements under way at a time, as far apart as a block is wide, so that
// a block moves one piece of the array and what DRAM is asked for lies together; the grid
// goes over the array. What is no whole piece in the end is moved element by element: every
// setting moves all that its rate counts.
template <typename T, int ILP, Kind KIND>
__global__ void stream(const T *__restrict__ from, T *__restrict__ to, u64 count) {
    const u64 piece = ILP * static_cast<u64>(blockDim.x), pieces = count / piece;
    for (u64 at = blockIdx.x; at < pieces; at += gridDim.x) {
        const u64 begin = at * piece + threadIdx.x;
        T held[ILP];
#pragma unroll
        for (int j = 0; j < ILP; ++j) held[j] = begin_one<KIND>(from + begin + j * blockDim.x);
#pragma unroll
        for (int j = 0; j < ILP; ++j) end_one<KIND>(to + begin + j * blockDim.x, held[j]);
    }
    const u64 me = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
    for (u64 i = pieces * piece + me; i < count; i += gridDim.x * static_cast<u64>(blockDim.x)) {
        end_one<KIND>(to + i, begin_one<KIND>(from + i));
    }
}

using Start = void (*)(Kind, u32, u32, const void *, void *, u64);

template <typename T, int ILP>
void start(Kind kind, u32 blocks, u32 threads, const void *from, void *to, u64 bytes) {
    const u64 count = bytes / sizeof(T);
    const auto *in = static_cast<const T *>(from);
    auto *out = static_cast<T *>(to);
    if (kind == Read) stream<T, ILP, Read><<<blocks, threads>>>(in, out, count);
    if (kind == Write) stream<T, ILP, Write><<<blocks, threads>>>(in, out, count);
    if (kind == Copy) stream<T, ILP, Copy><<<blocks, threads>>>(in, out, count);
}

template <typename T> Start of_ilp(u64 ilp) {
    switch (ilp) {
    case 1: return start<T, 1>;
    case 2: return start<T, 2>;
    case 4: return start<T, 4>;
    case 8: return start<T, 8>;
    default: return nullptr;
    }
}

// The types in the order in which experiments count them.
Start start_of(u64 type, u64 ilp) {
    switch (type) {
    case 0: return of_ilp<char>(ilp);
    case 1: return of_ilp<short>(ilp);
    case 2: return of_ilp<int>(ilp);
    case 3: return of_ilp<float>(ilp);
    case 4: return of_ilp<double>(ilp);
    case 5: return of_ilp<char4>(ilp);
    case 6: return of_ilp<int2>(ilp);
    case 7: return of_ilp<int4>(ilp);
    default: return nullptr;
    }
}

} // namespace

// Settings: kind (0 read, 1 write, 2 copy), type, elements under way a thread, blocks,
// threads of a block, bytes of the array, whether L2 is flushed before each. Observations:
// nanoseconds of each of so many launches as are asked for, after one that does not count.
PROBE(global_stream) {
    const Start launch = start_of(call[1], call[2]);
    if (launch == nullptr || call[0] > Copy) refuse("no such kernel");
    const u64 bytes = call[5];
    void *from = memory(Store::Arena, bytes), *to = memory(Store::Second, bytes);
    Watched watched;
    for (uint64_t i = 0; i <= call.out_count; ++i) {
        if (i == 0) check(cudaMemsetAsync(from, 0, bytes), "cudaMemset");
        if (call[6] != 0) flush_l2();
        const double time = watched.time([&] {
            launch(static_cast<Kind>(call[0]), static_cast<u32>(call[3]),
                   static_cast<u32>(call[4]), from, to, bytes);
        });
        if (i > 0) call.out[i - 1] = time;
    }
    call.clock_mhz = watched.mhz();
}

// A copy by the driver, device to device. Settings: bytes. Observations: as above.
PROBE(driver_copy) {
    const u64 bytes = call[0];
    void *from = memory(Store::Arena, bytes), *to = memory(Store::Second, bytes);
    Watched watched;
    for (uint64_t i = 0; i <= call.out_count; ++i) {
        const double time = watched.time([&] {
            check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "cudaMemcpyAsync");
        });
        if (i > 0) call.out[i - 1] = time;
    }
    call.clock_mhz = watched.mhz();
}

namespace {

__global__ void copy_eights(const u64 *from, u64 *to, u64 count) {
    const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
    if (i < count) to[i] = from[i];
}

} // namespace

// A copy of 8 bytes a thread, of data that the copy before has left in L2, or that was
// flushed from it. Settings: bytes of an array, whether it is flushed. Observations:
// nanoseconds of each launch.
PROBE(l2_copy) {
    const u64 bytes = call[0], count = bytes / 8;
    auto *from = static_cast<u64 *>(memory(Store::Arena, bytes));
    auto *to = static_cast<u64 *>(memory(Store::Second, bytes));
    const u32 blocks = static_cast<u32>((count + 255) / 256);
    for (uint64_t i = 0; i <= call.out_count; ++i) {
        if (call[1] != 0) flush_l2();
        hold();
        const double time = timed([&] { copy_eights<<<blocks, 256>>>(from, to, count); });
        if (i > 0) call.out[i - 1] = time;
    }
}

namespace {

// Words that a thread of the shared-memory kernels reads at a time.
struct __align__(16) Four {
    u32 x, y, z, w;
};

template <typename T, int ILP>
__global__ void shared_stream(u32 rounds, u64 *spans) {
    extern __shared__ char area[];
    auto *words = reinterpret_cast<T *>(area);
    const u32 threads = blockDim.x, me = threadIdx.x;
    for (int j = 0; j < 2 * ILP; ++j) words[me + j * threads] = T{};
    __syncthreads();
    const u64 begin_ns = nanoseconds(), begin = cycles64();
    for (u32 round = 0; round < rounds; ++round) {
        T held[ILP];
#pragma unroll
        for (int j = 0; j < ILP; ++j) held[j] = words[me + j * threads];
#pragma unroll
        for (int j = 0; j < ILP; ++j) words[me + (ILP + j) * threads] = held[j];
        // What is written may be read again, for all that the compiler knows.
        asm volatile("" ::: "memory");
    }
    __syncthreads();
    const u64 end = cycles64(), end_ns = nanoseconds();
    if (me == 0) {
        u64 *mine = spans + 4 * blockIdx.x;
        mine[0] = begin;
        mine[1] = end;
        mine[2] = end_ns - begin_ns;
        mine[3] = sm_id();
    }
}

using SharedKernel = void (*)(u32, u64 *);

template <typename T> SharedKernel shared_of(u64 ilp) {
    switch (ilp) {
    case 1: return shared_stream<T, 1>;
    case 2: return shared_stream<T, 2>;
    case 4: return shared_stream<T, 4>;
    case 6: return shared_stream<T, 6>;
    case 8: return shared_stream<T, 8>;
    default: return nullptr;
    }
}

} // namespace

// Settings: bytes of a word (4 or 16), words that a thread copies at a time, threads of a
// block, blocks of an SM, rounds. Observations: bytes read and written a cycle by each SM; 0
// for one that did not have its share of the blocks.
PROBE(shared_copy) {
    const u64 width = call[0], ilp = call[1], threads = call[2], per_sm = call[3];
    const SharedKernel kernel = width == 16 ? shared_of<Four>(ilp)
                                : width == 4 ? shared_of<u32>(ilp)
                                             : nullptr;
    if (kernel == nullptr) refuse("no such kernel");
    const u64 bytes = 2 * ilp * threads * width;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "cudaFuncSetAttribute");
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100),
          "cudaFuncSetAttribute");
    const u64 sms = static_cast<u64>(sm_count()), blocks = per_sm * sms;
    call.expect(sms);
    auto *spans = static_cast<u64 *>(memory(Store::Trace, 32 * blocks));
    kernel<<<static_cast<u32>(blocks), static_cast<u32>(threads), bytes>>>(
        static_cast<u32>(call[4]), spans);
    finish("shared_copy");
    std::vector<u64> host(4 * blocks);
    check(cudaMemcpy(host.data(), spans, 32 * blocks, cudaMemcpyDeviceToHost), "cudaMemcpy");
    const double moved = static_cast<double>(bytes * call[4]);
    for (u64 sm = 0; sm < sms; ++sm) {
        u64 first = ~0ull, last = 0, there = 0;
        for (u64 block = 0; block < blocks; ++block) {
            const u64 *one = &host[4 * block];
            if (one[3] != sm) continue;
            first = one[0] < first ? one[0] : first;
            last = one[1] > last ? one[1] : last;
            ++there;
        }
        call.out[sm] = there == per_sm ? moved * static_cast<double>(there) /
                                             static_cast<double>(last - first)
                                       : 0;
    }
    call.clock_mhz = megahertz(Span{host[1] - host[0], host[2]});
}

} // namespace probe
