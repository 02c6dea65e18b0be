// What all probes share: registering, errors, memory that outlives a call, clocks.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <string>

#include "probe.h"

namespace probe {

using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;

// Thrown inside a probe; the entry point turns it into a code and words.
struct Failure {
    int code;
    std::string words;
};

[[noreturn]] inline void refuse(const std::string &words) { throw Failure{2, words}; }
[[noreturn]] inline void lacks(const std::string &words) { throw Failure{3, words}; }

inline void check(cudaError_t status, const char *what) {
    if (status != cudaSuccess) {
        // Or the next launch would be blamed for it.
        cudaGetLastError();
        throw Failure{1, std::string(what) + ": " + cudaGetErrorString(status)};
    }
}

// The settings of a call, and the places for its observations.
struct Call {
    const uint64_t *settings;
    uint64_t setting_count;
    double *out;
    uint64_t out_count;
    double clock_mhz = 0;

    u64 operator[](uint64_t i) const {
        if (i >= setting_count) refuse("too few settings");
        return settings[i];
    }
    void expect(uint64_t count) const {
        if (out_count != count) refuse("wrong number of observations asked for");
    }
};

using Run = void (*)(Call &);

struct Registration {
    Registration(const char *name, Run run);
};

#define PROBE(name)                                                   \
    static void name(probe::Call &call);                              \
    static const probe::Registration registration_##name(#name, name); \
    static void name(probe::Call &call)

// Device memory by purpose. It grows and stays; its contents do not.
enum class Store { Arena, Second, List, Trace, Small, Flush, Count };
void *memory(Store store, u64 bytes);

int sm_count();
u64 l2_bytes();

// Reads twice the L2, so that nothing of before is in it, and nothing that is to be
// written back.
void flush_l2();

// Keeps the device busy for some microseconds, so that what is timed next is launched before
// it begins.
void hold();

// A texture of words over a stretch of device memory; the one of the last call is given up.
cudaTextureObject_t texture_over(void *pointer, u64 bytes);

// Waits, and reports what failed on the device.
void finish(const char *what);

// Cycles and nanoseconds between two moments of one SM.
struct Span {
    u64 cycles;
    u64 nanoseconds;
};

// The clock that a span shows; 0 if it is too short for the timer's resolution.
inline double megahertz(const Span &span) {
    return span.nanoseconds < 100'000 ? 0.0 : 1e3 * static_cast<double>(span.cycles) /
                                                  static_cast<double>(span.nanoseconds);
}

// Times work on the null stream by events; nanoseconds.
template <typename Work> double timed(Work work) {
    static cudaEvent_t begin = nullptr, end = nullptr;
    if (begin == nullptr) {
        check(cudaEventCreate(&begin), "cudaEventCreate");
        check(cudaEventCreate(&end), "cudaEventCreate");
    }
    check(cudaEventRecord(begin), "cudaEventRecord");
    work();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaGetLastError(), "launch");
    check(cudaEventSynchronize(end), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
    return 1e6 * static_cast<double>(milliseconds);
}

#ifdef __CUDACC__

__device__ __forceinline__ u32 cycles32() {
    u32 now;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
    return now;
}

__device__ __forceinline__ u64 cycles64() {
    u64 now;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
    return now;
}

__device__ __forceinline__ u64 nanoseconds() {
    u64 now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
}

// True, but only known when the value is there: a branch on it keeps the next reading of
// the clock behind the load. (A store of the value does not: the compiler removes it when
// another overwrites it.) No probe loads an address of 1.
__device__ __forceinline__ bool arrived(u64 value) { return value != 1; }

__device__ __forceinline__ u32 sm_id() {
    u32 id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

#endif

} // namespace probe
