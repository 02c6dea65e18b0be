// CUDA graphs of kernels that are launched in special ways: with programmatic dependent launch,
// as clusters, with a tensor map or a kilobyte of parameters, with nearly all shared memory, and
// out of a library that was loaded through the driver.
#include "../device/robust/driver.cuh"

#include <cudaTypedefs.h>

#include <functional>

constexpr int blocks = 64, threads = 256, side = 128, rounds = 4;
static_assert(blocks * threads == side * side);

__device__ void step(float* numbers) { numbers[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

__global__ void plain(float* numbers) { step(numbers); }

__global__ void dependent(float* numbers) {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    step(numbers);
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

__global__ void __cluster_dims__(2, 1, 1) clustered(float* numbers) { step(numbers); }

struct Parameters {
    float* numbers;
    int others[255];
};

__global__ void with_parameters(const __grid_constant__ Parameters parameters) {
    step(parameters.numbers);
}

__global__ void with_tensor_map(const __grid_constant__ CUtensorMap map, float* numbers) {
    if (threadIdx.x == 0) asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
    step(numbers);
}

constexpr int shared_bytes = 200 << 10;

__global__ void with_shared_memory(float* numbers) {
    extern __shared__ float copy[];
    copy[threadIdx.x] = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    numbers[blockIdx.x * blockDim.x + threadIdx.x] = copy[threadIdx.x] + 1;
}

static const char* of_library_source = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry of_library(.param .u64 numbers) {
    .reg .b32 %r<4>;
    .reg .b64 %p<3>;
    .reg .f32 %f;
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %ntid.x;
    mov.u32 %r2, %tid.x;
    mad.lo.u32 %r3, %r0, %r1, %r2;
    ld.param.u64 %p0, [numbers];
    mul.wide.u32 %p1, %r3, 4;
    add.u64 %p2, %p0, %p1;
    ld.global.f32 %f, [%p2];
    add.f32 %f, %f, 0f3F800000;
    st.global.f32 [%p2], %f;
    ret;
})";

static CUfunction of_library() {
    const auto load = driver_function<PFN_cuLibraryLoadData_v12000>("cuLibraryLoadData", 12000);
    const auto get = driver_function<PFN_cuLibraryGetKernel_v12000>("cuLibraryGetKernel", 12000);
    CUlibrary library;
    CUkernel kernel;
    DRIVER(load(&library, of_library_source, nullptr, nullptr, 0, nullptr, nullptr, 0));
    DRIVER(get(&kernel, library, "of_library"));
    return reinterpret_cast<CUfunction>(kernel);
}

static CUtensorMap tensor_map(float* numbers) {
    const auto encode =
        driver_function<PFN_cuTensorMapEncodeTiled_v12000>("cuTensorMapEncodeTiled", 12000);
    const cuuint64_t size[] = {side, side}, stride[] = {side * sizeof(float)};
    const cuuint32_t box[] = {32, 32}, element[] = {1, 1};
    CUtensorMap map{};
    DRIVER(encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, numbers, size, stride, box, element,
                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                  CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

// Captures two launches, runs the graph, and expects that each added 1.
static void run(const char* name, const DeviceArray<float>& numbers, cudaStream_t stream,
                const std::function<void()>& launch) {
    CHECK(cudaMemset(numbers.get(), 0, side * side * sizeof(float)));
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    launch();
    launch();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int round = 0; round < rounds; round++) CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (float number : numbers.host()) require(number == 2 * rounds, name);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    std::printf("%s: each of %d kernels once\n", name, 2 * rounds);
}

int main() {
    DeviceArray<float> memory(side * side);
    float* numbers = memory.get();
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    const auto one_after_another = [&](const char* name, auto kernel, auto... parameters) {
        run(name, memory, stream, [&] {
            kernel<<<blocks, threads, 0, stream>>>(parameters...);
            CHECK(cudaGetLastError());
        });
    };
    one_after_another("plain", plain, numbers);
    one_after_another("clusters", clustered, numbers);
    one_after_another("parameters", with_parameters, Parameters{numbers, {}});
    one_after_another("tensor map", with_tensor_map, tensor_map(numbers), numbers);

    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    run("programmatic dependent launch", memory, stream,
        [&] { CHECK(cudaLaunchKernelEx(&config, dependent, numbers)); });

    CHECK(cudaFuncSetAttribute(with_shared_memory, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               shared_bytes));
    run("shared memory", memory, stream, [&] {
        with_shared_memory<<<blocks, threads, shared_bytes, stream>>>(numbers);
        CHECK(cudaGetLastError());
    });

    const auto launch = driver_function<PFN_cuLaunchKernel_v4000>("cuLaunchKernel", 4000);
    const CUfunction function = of_library();
    void* arguments[] = {&numbers};
    run("library", memory, stream, [&] {
        DRIVER(launch(function, blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr));
    });
}
