// cuBLAS in CUDA graphs: a product of floats and one of bfloat16, each captured from a stream and
// launched again and again. On Hopper the second is a kernel called nvjet_*, with which CUPTI
// cannot replay a graph: the GPU stops at an illegal instruction.
#include "library.cuh"

#include <cublas_v2.h>
#include <cuda_bf16.h>

constexpr int n = 256, square = n * n, workspace = 32 << 20;

// Zeros and ones: sums up to 256 are exact in bfloat16.
static float number(int i) { return i * 7 % 9 < 3 ? 1.0f : 0.0f; }

template <typename T>
static DeviceArray<T> numbers(int step) {
    std::vector<T> all(square);
    for (int i = 0; i < square; i++) all[i] = static_cast<T>(number(step * i + i / n));
    return DeviceArray<T>(all);
}

static float wanted(int row, int column) {
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += number(row * n + k + row) * number(3 * (column * n + k) + column);
    }
    return sum;
}

template <typename T>
static void run(const char* name, cudaDataType type, cublasHandle_t handle, cudaStream_t stream) {
    const DeviceArray<T> a = numbers<T>(1), b = numbers<T>(3);
    const DeviceArray<T> c(std::vector<T>(square, static_cast<T>(0.0f)));
    const float one = 1, zero = 0;
    const auto product = [&] {
        LIBRARY(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, a.get(), type, n,
                             b.get(), type, n, &zero, c.get(), type, n, CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT));
    };
    product();  // loads the kernel
    CHECK(cudaStreamSynchronize(stream));
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    product();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int launch = 0; launch < 5; launch++) CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    const std::vector<T> found = c.host();
    for (int i = 0; i < square; i++) {
        require(static_cast<float>(found[i]) == wanted(i % n, i / n), name);
    }
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    std::printf("%s: 5 launches of a graph\n", name);
}

int main() {
    cublasHandle_t handle;
    cudaStream_t stream;
    const DeviceArray<char> memory(workspace);  // what the library allocates cannot be captured
    CHECK(cudaStreamCreate(&stream));
    LIBRARY(cublasCreate(&handle));
    LIBRARY(cublasSetStream(handle, stream));
    LIBRARY(cublasSetWorkspace(handle, memory.get(), workspace));
    run<float>("float", CUDA_R_32F, handle, stream);
    run<__nv_bfloat16>("bfloat16", CUDA_R_16BF, handle, stream);
    LIBRARY(cublasDestroy(handle));
}
