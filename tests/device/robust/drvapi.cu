// Work through the driver API alone: a module from PTX text, launched by cuLaunchKernel and by
// cuLaunchKernelEx. The kernel has no C++ name and no host stub.
#include "driver.cuh"

#include <cudaTypedefs.h>

// out[i] = 2 * in[i] for the 64 threads of one block.
static const char ptx[] = R"(
.version 7.0
.target sm_75
.address_size 64

.visible .entry twice(.param .u64 in, .param .u64 out)
{
    .reg .u32 %value, %lane;
    .reg .u64 %offset, %from, %to;

    mov.u32             %lane, %tid.x;
    mul.wide.u32        %offset, %lane, 4;
    ld.param.u64        %from, [in];
    ld.param.u64        %to, [out];
    cvta.to.global.u64  %from, %from;
    cvta.to.global.u64  %to, %to;
    add.u64             %from, %from, %offset;
    add.u64             %to, %to, %offset;
    ld.global.u32       %value, [%from];
    shl.b32             %value, %value, 1;
    st.global.u32       [%to], %value;
    ret;
}
)";

constexpr unsigned elements = 64;

int main() {
    const auto init = driver_function<PFN_cuInit_v2000>("cuInit", 2000);
    const auto device_get = driver_function<PFN_cuDeviceGet_v2000>("cuDeviceGet", 2000);
    const auto retain =
        driver_function<PFN_cuDevicePrimaryCtxRetain_v7000>("cuDevicePrimaryCtxRetain", 7000);
    const auto set_current = driver_function<PFN_cuCtxSetCurrent_v4000>("cuCtxSetCurrent", 4000);
    const auto load = driver_function<PFN_cuModuleLoadData_v2000>("cuModuleLoadData", 2000);
    const auto get_function =
        driver_function<PFN_cuModuleGetFunction_v2000>("cuModuleGetFunction", 2000);
    const auto unload = driver_function<PFN_cuModuleUnload_v2000>("cuModuleUnload", 2000);
    const auto alloc = driver_function<PFN_cuMemAlloc_v3020>("cuMemAlloc", 3020);
    const auto release = driver_function<PFN_cuMemFree_v3020>("cuMemFree", 3020);
    const auto upload = driver_function<PFN_cuMemcpyHtoD_v3020>("cuMemcpyHtoD", 3020);
    const auto download = driver_function<PFN_cuMemcpyDtoH_v3020>("cuMemcpyDtoH", 3020);
    const auto launch = driver_function<PFN_cuLaunchKernel_v4000>("cuLaunchKernel", 4000);
    const auto launch_ex = driver_function<PFN_cuLaunchKernelEx_v11060>("cuLaunchKernelEx", 11060);

    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction twice;
    DRIVER(init(0));
    DRIVER(device_get(&device, 0));
    DRIVER(retain(&context, device));
    DRIVER(set_current(context));
    DRIVER(load(&module, ptx));
    DRIVER(get_function(&twice, module, "twice"));

    unsigned numbers[elements];
    for (unsigned i = 0; i < elements; i++) numbers[i] = i;
    CUdeviceptr in, out;
    DRIVER(alloc(&in, sizeof(numbers)));
    DRIVER(alloc(&out, sizeof(numbers)));
    DRIVER(upload(in, numbers, sizeof(numbers)));

    void* there[] = {&in, &out};
    DRIVER(launch(twice, 1, 1, 1, elements, 1, 1, 0, nullptr, there, nullptr));

    void* back[] = {&out, &in};
    CUlaunchConfig config{};
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = elements;
    config.blockDimY = config.blockDimZ = 1;
    DRIVER(launch_ex(&config, twice, back, nullptr));

    DRIVER(download(numbers, in, sizeof(numbers)));
    for (unsigned i = 0; i < elements; i++) require(numbers[i] == 4 * i, "twice");
    DRIVER(release(in));
    DRIVER(release(out));
    DRIVER(unload(module));
    std::printf("twice: 2 launches\n");
}
