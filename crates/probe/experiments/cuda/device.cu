// What the driver says of the device, and its clock.

#include "common.cuh"

namespace probe {
namespace {

__global__ void spin(u64 cycles, u64 *span, float *sink) {
    const u64 begin_ns = nanoseconds(), begin = cycles64();
    float a = threadIdx.x, b = 1.0f;
    while (cycles64() - begin < cycles) {
#pragma unroll
        for (int i = 0; i < 64; ++i) a = a * 0.999f + b;
    }
    const u64 end = cycles64(), end_ns = nanoseconds();
    if (a == -1.0f) *sink = a;
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        span[0] = end - begin;
        span[1] = end_ns - begin_ns;
    }
}

} // namespace

// Keeps all SMs at work. Settings: thousands of cycles. Observations: none.
PROBE(clock) {
    call.expect(0);
    auto *span = static_cast<u64 *>(memory(Store::Trace, 4096));
    spin<<<static_cast<u32>(sm_count()), 256>>>(1000 * call[0], span,
                                                reinterpret_cast<float *>(span + 4));
    finish("clock");
    u64 host[2];
    check(cudaMemcpy(host, span, sizeof host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    call.clock_mhz = host[1] == 0 ? 0 : 1e3 * static_cast<double>(host[0]) / static_cast<double>(host[1]);
}

// Observations: SMs, threads of an SM, registers of an SM, shared memory of an SM and of a
// block at most, constant memory, L2, global memory, free memory (bytes), highest clock of
// the SMs and of the memory (kHz), width of the memory bus (bits), lanes of a warp, compute
// capability times ten.
PROBE(device_record) {
    call.expect(14);
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    constexpr cudaDeviceAttr ATTRIBUTES[] = {
        cudaDevAttrMultiProcessorCount, cudaDevAttrMaxThreadsPerMultiProcessor,
        cudaDevAttrMaxRegistersPerMultiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
        cudaDevAttrMaxSharedMemoryPerBlockOptin, cudaDevAttrTotalConstantMemory,
        cudaDevAttrL2CacheSize};
    u32 at = 0;
    const auto tell = [&](cudaDeviceAttr which) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
        call.out[at++] = value;
    };
    for (const cudaDeviceAttr which : ATTRIBUTES) tell(which);
    size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    call.out[at++] = static_cast<double>(total);
    call.out[at++] = static_cast<double>(free);
    tell(cudaDevAttrClockRate);
    tell(cudaDevAttrMemoryClockRate);
    tell(cudaDevAttrGlobalMemoryBusWidth);
    tell(cudaDevAttrWarpSize);
    int major = 0, minor = 0;
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), "cudaDeviceGetAttribute");
    call.out[at++] = 10 * major + minor;
}

} // namespace probe
