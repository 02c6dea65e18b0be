// What the parts of the Thrust library share: an allocator over the prepared
// temporary storage, and Thrust's exceptions turned into status codes.
#pragma once

// The suite has fewer than 2^31 elements. Without this, Thrust compiles each algorithm for indices of
// 64 bits as well, and chooses at run time.
#define THRUST_FORCE_32_BIT_OFFSET_TYPE

#include "cub.hpp"
#include "thrust_parts.hpp"

#include <thrust/execution_policy.h>
#include <thrust/system/cuda/execution_policy.h>

#include <new>

namespace propp {

// Hands out the problem's temporary storage piece by piece and takes nothing back:
// the next run starts afresh.
class TempAllocator {
  public:
    using value_type = char;
    explicit TempAllocator(const Problem &p)
        : base_(static_cast<char *>(p.temp)), room_(p.temp_bytes) {}
    char *allocate(std::ptrdiff_t bytes) {
        const size_t start = used_;
        used_ += (static_cast<size_t>(bytes) + 255) / 256 * 256;
        if (used_ > room_) throw std::bad_alloc();
        return base_ + start;
    }
    void deallocate(char *, size_t) {}

  private:
    char *base_;
    size_t room_, used_ = 0;
};

// Call::call(policy, problem) is the Thrust algorithm. PER_ELEMENT: bytes of temporary
// storage for each of the n + m elements, beside what any algorithm takes.
template <class Call, int PER_ELEMENT = 1> struct Thrust : Variant {
    static size_t temp_bytes(const Problem &p) {
        return (size_t(4) << 20) + (p.n + p.m) * PER_ELEMENT;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        try {
            TempAllocator temp(p);
            Call::call(thrust::cuda::par_nosync(temp).on(stream), p);
            return cudaGetLastError();
        } catch (const thrust::system_error &error) {
            cudaGetLastError();
            return static_cast<cudaError_t>(error.code().value());
        } catch (const std::bad_alloc &) {
            return cudaErrorMemoryAllocation;
        } catch (...) {
            return cudaErrorUnknown;
        }
    }
};

struct IsSet {
    __host__ __device__ bool operator()(uint8_t flag) const { return flag != 0; }
};

// A scalar result, which Thrust returns to the host.
template <class V> void tell(const Problem &p, V value) {
    std::memcpy(p.host_result, &value, sizeof value);
}
inline void tell_count(const Problem &p, std::ptrdiff_t count) { tell(p, static_cast<uint64_t>(count)); }

} // namespace propp
