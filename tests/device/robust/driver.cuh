// The CUDA driver API without linking libcuda: its functions come through the
// runtime, so the program builds on machines that have no driver.
#pragma once

#include "../check.cuh"

#include <cuda.h>

#define DRIVER(call) check_driver((call), #call, __FILE__, __LINE__)

inline void check_driver(CUresult status, const char* call, const char* file, int line) {
    if (status != CUDA_SUCCESS) {
        std::fprintf(stderr, "%s:%d: %s: driver error %d\n", file, line, call, int(status));
        std::exit(1);
    }
}

// `version` is the CUDA version that introduced the wanted form of the function.
template <typename Function>
Function driver_function(const char* name, unsigned version) {
    void* address = nullptr;
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
    CHECK(cudaGetDriverEntryPointByVersion(name, &address, version, cudaEnableDefault, &found));
    require(found == cudaDriverEntryPointSuccess && address, name);
    return reinterpret_cast<Function>(address);
}
