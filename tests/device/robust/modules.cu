// Threads that load code, launch it, and unload it again, as programs do that compile while
// they run and try kernels out (XLA's autotuner). What a profiler keeps of a function must not
// outlive it. 3 threads x 12 rounds, half of them as modules and half as libraries.
#include "driver.cuh"

#include <cudaTypedefs.h>

#include <thread>

// data[i] += 1 for the 64 threads of each block.
static const char ptx[] = R"(
.version 8.0
.target sm_75
.address_size 64

.visible .entry increment(.param .u64 data)
{
    .reg .u32 %value, %lane, %block;
    .reg .u64 %offset, %at;

    mov.u32             %lane, %tid.x;
    mov.u32             %block, %ctaid.x;
    mad.lo.u32          %lane, %block, 64, %lane;
    mul.wide.u32        %offset, %lane, 4;
    ld.param.u64        %at, [data];
    cvta.to.global.u64  %at, %at;
    add.u64             %at, %at, %offset;
    ld.global.u32       %value, [%at];
    add.u32             %value, %value, 1;
    st.global.u32       [%at], %value;
    ret;
}
)";

constexpr unsigned threads = 3, rounds = 12, elements = 64 * (threads * rounds + 1);

static void work(CUcontext context, unsigned thread) {
    const auto set_current = driver_function<PFN_cuCtxSetCurrent_v4000>("cuCtxSetCurrent", 4000);
    const auto load = driver_function<PFN_cuModuleLoadData_v2000>("cuModuleLoadData", 2000);
    const auto get_function =
        driver_function<PFN_cuModuleGetFunction_v2000>("cuModuleGetFunction", 2000);
    const auto unload = driver_function<PFN_cuModuleUnload_v2000>("cuModuleUnload", 2000);
    const auto load_library =
        driver_function<PFN_cuLibraryLoadData_v12000>("cuLibraryLoadData", 12000);
    const auto get_kernel =
        driver_function<PFN_cuLibraryGetKernel_v12000>("cuLibraryGetKernel", 12000);
    const auto unload_library =
        driver_function<PFN_cuLibraryUnload_v12000>("cuLibraryUnload", 12000);
    const auto launch = driver_function<PFN_cuLaunchKernel_v4000>("cuLaunchKernel", 4000);

    DRIVER(set_current(context));
    DeviceArray<unsigned> data(std::vector<unsigned>(elements, 0));
    void* pointer = data.get();
    void* arguments[] = {&pointer};
    for (unsigned round = 0; round < rounds; round++) {
        // Grids of their own: each launch is of another kind, so each is measured.
        const unsigned blocks = 1 + thread * rounds + round;
        const auto run = [&](CUfunction function) {
            DRIVER(launch(function, blocks, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
            CHECK(cudaStreamSynchronize(nullptr));
        };
        if (round % 2 == 0) {
            CUmodule module;
            CUfunction function;
            DRIVER(load(&module, ptx));
            DRIVER(get_function(&function, module, "increment"));
            run(function);
            DRIVER(unload(module));
        } else {
            CUlibrary library;
            CUkernel kernel;
            DRIVER(load_library(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
            DRIVER(get_kernel(&kernel, library, "increment"));
            run(reinterpret_cast<CUfunction>(kernel));
            DRIVER(unload_library(library));
        }
    }
    require(data.host()[0] == rounds, "increment");
}

int main() {
    const auto get_current = driver_function<PFN_cuCtxGetCurrent_v4000>("cuCtxGetCurrent", 4000);
    CUcontext context;
    CHECK(cudaSetDevice(0));
    CHECK(cudaFree(nullptr));
    DRIVER(get_current(&context));
    std::vector<std::thread> workers;
    for (unsigned thread = 0; thread < threads; thread++)
        workers.emplace_back(work, context, thread);
    for (std::thread& worker : workers) worker.join();
    std::printf("increment: %u launches, each of code of its own\n", threads * rounds);
}
