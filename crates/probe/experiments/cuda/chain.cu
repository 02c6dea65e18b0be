// Chains of a few dependent steps, all of them within one reading of the clock. Over the
// number of steps the cycles are a line: its slope is what a step takes, with nothing of a
// loop or of the clock in it, and where it begins is what the reading itself takes.

#include "common.cuh"

namespace probe {
namespace {

// What a step is. Two load from shared memory: a number of which the next address is made;
// the next address as it is in all of memory. The others make an address of a number and load
// nothing, and the clock is read when it is known as four bytes or as eight.
enum Step : u32 { Index, Generic, Arithmetic, ArithmeticWide };

constexpr u32 LAPS = 64;

struct Chained {
    u64 last;
    u32 took[LAPS];
};

template <Step STEP>
__device__ __forceinline__ u64 step(u64 at, const volatile u32 *words, u32 base) {
    u32 narrow = static_cast<u32>(at);
    if constexpr (STEP == Index) narrow = words[narrow];
    if constexpr (STEP == Generic) {
        asm volatile("ld.u64 %0, [%0];" : "+l"(at)::"memory");
        return at;
    }
    // One instruction, and of several the compiler does not make fewer.
    if constexpr (STEP == Arithmetic || STEP == ArithmeticWide) {
        asm volatile("mad.lo.u32 %0, %0, 4, %1;" : "+r"(narrow) : "r"(base) : "memory");
    }
    return STEP == ArithmeticWide ? at >> 32 << 32 | narrow : narrow;
}

// Lays places of which each leads 33 further, and the last ones to the first.
template <Step STEP> __device__ u64 lay_words(u32 *words) {
    constexpr u32 PLACES = 1024, APART = 33;
    auto *wide = reinterpret_cast<u64 *>(words);
    for (u32 i = 0; i < PLACES; ++i) {
        const u32 next = (i + APART) % PLACES;
        if constexpr (STEP == Generic) wide[i] = reinterpret_cast<u64>(wide + next);
        else words[i] = next;
    }
    // The upper half of an address is not known when compiling.
    if constexpr (STEP == Generic || STEP == ArithmeticWide) return reinterpret_cast<u64>(words);
    return 0;
}

template <Step STEP, int STEPS> __global__ void chained(Chained *result) {
    __shared__ __align__(8) u32 words[2048];
    __shared__ u32 took[LAPS];
    const u32 base = static_cast<u32>(__cvta_generic_to_shared(words));
    u64 at = lay_words<STEP>(words);
#pragma unroll 1
    for (u32 lap = 0; lap < LAPS; ++lap) {
        const u32 before = cycles32();
#pragma unroll
        for (int i = 0; i < STEPS; ++i) at = step<STEP>(at, words, base);
        if (!arrived(at)) break;
        took[lap] = cycles32() - before;
    }
    result->last = at;
    for (u32 lap = 0; lap < LAPS; ++lap) result->took[lap] = took[lap];
}

using Kernel = void (*)(Chained *);

template <Step STEP> Kernel of_steps(u64 steps) {
    switch (steps) {
    case 1: return chained<STEP, 1>;
    case 2: return chained<STEP, 2>;
    case 4: return chained<STEP, 4>;
    case 8: return chained<STEP, 8>;
    case 16: return chained<STEP, 16>;
    case 32: return chained<STEP, 32>;
    default: return nullptr;
    }
}

Kernel kernel_of(u64 step, u64 steps) {
    switch (step) {
    case Index: return of_steps<Index>(steps);
    case Generic: return of_steps<Generic>(steps);
    case Arithmetic: return of_steps<Arithmetic>(steps);
    case ArithmeticWide: return of_steps<ArithmeticWide>(steps);
    default: return nullptr;
    }
}

} // namespace

// Settings: what a step is (see `Step`), steps between two readings of the clock.
// Observations: the cycles between them, of each but the first few of so many laps.
PROBE(chain) {
    constexpr u32 COLD = 8;
    const Kernel kernel = kernel_of(call[0], call[1]);
    if (kernel == nullptr) refuse("no such chain");
    call.expect(LAPS - COLD);
    auto *result = static_cast<Chained *>(memory(Store::Trace, sizeof(Chained)));
    kernel<<<1, 1>>>(result);
    finish("chain");
    Chained host;
    check(cudaMemcpy(&host, result, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    for (u32 lap = COLD; lap < LAPS; ++lap) call.out[lap - COLD] = host.took[lap];
}

} // namespace probe
