// What kernel replay saves and restores: launches ten kernels in a process that has one thing
// or another in plenty. propp's recording says how long each measured launch took.
//
//     nvcc -std=c++17 -arch=native saved_memory.cu -lcuda -o saved_memory
//     propp profile -o A.propp -- ./saved_memory WHAT COUNT
//     sqlite3 A.propp 'select took_ns / 1e6 from measurement order by id'
//
// WHAT: device, pinned, host, managed (COUNT megabytes), allocations (of 2 MB), variables
// (of a module), modules, threads, streams; COUNT 0 for none of it.
#include "../check.cuh"

#include <cuda.h>
#include <cstring>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

template <int N>
__global__ void add(float* data) {
    data[blockIdx.x * blockDim.x + threadIdx.x] += N;
}

template <int... N>
static void launch_all(float* data, std::integer_sequence<int, N...>) {
    (add<N><<<16384, 256>>>(data), ...);
    CHECK(cudaDeviceSynchronize());
}

static void load_module(int variables) {
    std::string ptx = ".version 8.0\n.target sm_75\n.address_size 64\n";
    for (int i = 0; i < variables; i++) ptx += ".visible .global .u32 v" + std::to_string(i) + ";\n";
    ptx += ".visible .entry nothing() { ret; }\n";
    CUmodule module;
    if (cuModuleLoadData(&module, ptx.c_str()) != CUDA_SUCCESS) std::exit(1);
}

int main(int count, char** words) {
    const std::string what = count > 1 ? words[1] : "none";
    const int many = count > 2 ? std::atoi(words[2]) : 0;
    const size_t bytes = static_cast<size_t>(many) << 20;
    DeviceArray<float> data(std::vector<float>(16384 * 256, 0));
    void* memory = nullptr;
    if (what == "device") CHECK(cudaMalloc(&memory, bytes));
    if (what == "pinned") CHECK(cudaMallocHost(&memory, bytes));
    if (what == "managed") CHECK(cudaMallocManaged(&memory, bytes));
    if (what == "host") memory = std::malloc(bytes);
    if (memory && what != "device") std::memset(memory, 1, bytes);
    if (what == "variables") load_module(many);
    for (int i = 0; i < many; i++) {
        cudaStream_t stream;
        if (what == "allocations") CHECK(cudaMalloc(&memory, 2 << 20));
        if (what == "modules") load_module(0);
        if (what == "streams") CHECK(cudaStreamCreate(&stream));
        if (what == "threads") std::thread([] { CHECK(cudaSetDevice(0)), pause(); }).detach();
    }
    for (int round = 0; round < 3; round++)
        launch_all(data.get(), std::make_integer_sequence<int, 10>());
    std::printf("%s: three launches of ten kernels\n", what.c_str());
    std::fflush(stdout);
    std::exit(0);
}
