// Asks the driver how many blocks of each kernel in cubins an SM holds, for occupancy.py:
//
//     nvcc -std=c++17 occupancy.cu -o occupancy && ./occupancy CUBIN… > occupancy.txt
//
// A line is the file, the kernel, the bytes of dynamic shared memory, and the blocks on an SM for
// blocks of 32, 64, … 1024 threads.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>

template <class F> F *driver(const char *name) {
    void *found = nullptr;
    cudaDriverEntryPointQueryResult result;
    if (cudaGetDriverEntryPointByVersion(name, &found, 13000, cudaEnableDefault, &result) || !found) {
        std::fprintf(stderr, "the driver has no %s\n", name);
        exit(2);
    }
    return reinterpret_cast<F *>(found);
}

const unsigned SHARED[] = {0, 1000, 10000, 49152, 100000};

int main(int argc, char **argv) {
    if (cudaFree(nullptr) != cudaSuccess) return 2;
    const auto load = driver<decltype(cuModuleLoadData)>("cuModuleLoadData");
    const auto unload = driver<decltype(cuModuleUnload)>("cuModuleUnload");
    const auto count = driver<decltype(cuModuleGetFunctionCount)>("cuModuleGetFunctionCount");
    const auto list = driver<decltype(cuModuleEnumerateFunctions)>("cuModuleEnumerateFunctions");
    const auto name_of = driver<decltype(cuFuncGetName)>("cuFuncGetName");
    const auto set = driver<decltype(cuFuncSetAttribute)>("cuFuncSetAttribute");
    const auto blocks_of = driver<decltype(cuOccupancyMaxActiveBlocksPerMultiprocessor)>(
        "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    for (int file = 1; file < argc; ++file) {
        std::ifstream in(argv[file], std::ios::binary);
        const std::vector<char> bytes((std::istreambuf_iterator<char>(in)), {});
        CUmodule module;
        unsigned functions = 0;
        if (load(&module, bytes.data()) || count(&functions, module)) {
            std::fprintf(stderr, "not loaded: %s\n", argv[file]);
            continue;
        }
        std::vector<CUfunction> all(functions);
        list(all.data(), functions, module);
        const char *slash = std::strrchr(argv[file], '/');
        for (CUfunction one : all) {
            const char *name = nullptr;
            name_of(&name, one);
            for (unsigned shared : SHARED) {
                set(one, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared);
                std::printf("%s %s %u", slash ? slash + 1 : argv[file], name, shared);
                for (int threads = 32; threads <= 1024; threads += 32) {
                    int blocks = 0;
                    const CUresult result = blocks_of(&blocks, one, threads, shared);
                    if (result) std::printf(" e%d", result);
                    else std::printf(" %d", blocks);
                }
                std::printf("\n");
            }
        }
        unload(module);
    }
    return 0;
}
