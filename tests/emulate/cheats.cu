// Two small jobs done honestly in several ways, and what looks like them and is faster since it leaves
// something out. The first argument says which; each program copies its result to the host.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
#include <vector>

constexpr int N = 1 << 18;
constexpr int BLOCK = 256;
constexpr int ROUNDS = 8;

template <typename T>
__device__ T polynomial(T x)
{
    T sum = x;
    for (int i = 0; i < ROUNDS; i++) sum = sum * x + T(0.5f);
    return sum;
}

// The job: y = p(x), and in double precision for `double`.
__global__ void apply(const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = polynomial(x[i]);
}

__global__ void apply_in_strides(const float* x, float* y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = polynomial(x[i]);
}

__global__ void apply_by_fours(const float4* x, float4* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4) return;
    const float4 v = x[i];
    y[i] = make_float4(polynomial(v.x), polynomial(v.y), polynomial(v.z), polynomial(v.w));
}

// By what it has written itself.
__global__ void apply_and_read_back(const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    volatile float* const own = y;
    own[i] = x[i];
    for (int k = 0; k < ROUNDS; k++) own[i] = own[i] * x[i] + 0.5f;
}

__global__ void add(const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += polynomial(x[i]);
}

// In two steps, by memory of its own.
__global__ void square(const float* x, float* t, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) t[i] = x[i] * x[i];
}

__global__ void finish(const float* x, const float* t, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = x[i];
    for (int k = 0; k < ROUNDS; k++) sum = sum * x[i] + 0.5f;
    y[i] = t[i] > 1e30f ? 0.0f : sum;
}

__global__ void apply_in_place(float* x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = polynomial(x[i]);
}

__global__ void apply_double(const double* x, double* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = polynomial(x[i]);
}

__global__ void apply_double_as_single(const double* x, double* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = polynomial(static_cast<float>(x[i]));
}

__global__ void every_other_block(const float* x, float* y, int n)
{
    if (blockIdx.x % 2) return;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = polynomial(x[i]);
}

__global__ void from_half_of_the_input(const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = polynomial(x[i / 2]);
}

__global__ void never_written(const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float result = i < n ? polynomial(x[i]) : 0.0f;
    if (result == 12345.0f) y[i] = result;
}

__global__ void constant_result(float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 0.5f;
}

__global__ void in_half(const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __half2float(polynomial(__float2half(x[i])));
}

__global__ void in_bfloat16(const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __bfloat162float(polynomial(__float2bfloat16(x[i])));
}

__global__ void elsewhere(const float* x, float* y, int from, int n)
{
    const int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = polynomial(x[i]);
}

int main(int, char** arguments)
{
    const char* const which = arguments[1] ? arguments[1] : "plain";
    const auto is = [&](const char* name) { return std::strcmp(which, name) == 0; };
    const int blocks = N / BLOCK;
    if (is("double") || is("double_as_single")) {
        std::vector<double> data(N);
        for (int i = 0; i < N; i++) data[i] = i % 100 * 0.01;
        double *x, *y;
        cudaMalloc(&x, N * sizeof *x);
        cudaMalloc(&y, N * sizeof *y);
        cudaMemcpy(x, data.data(), N * sizeof *x, cudaMemcpyHostToDevice);
        cudaMemset(y, 0, N * sizeof *y);
        if (is("double"))
            apply_double<<<blocks, BLOCK>>>(x, y, N);
        else
            apply_double_as_single<<<blocks, BLOCK>>>(x, y, N);
        cudaMemcpy(data.data(), y, N * sizeof *y, cudaMemcpyDeviceToHost);
        return cudaGetLastError() != cudaSuccess;
    }
    std::vector<float> data(N);
    for (int i = 0; i < N; i++) data[i] = i % 100 * 0.01f;
    float *x, *y, *t;
    cudaMalloc(&x, N * sizeof *x);
    cudaMalloc(&y, N * sizeof *y);
    cudaMalloc(&t, N * sizeof *t);
    cudaMemcpy(x, data.data(), N * sizeof *x, cudaMemcpyHostToDevice);
    cudaMemset(y, 0, N * sizeof *y);
    float* result = y;
    if (is("plain")) {
        apply<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("strides")) {
        apply_in_strides<<<64, BLOCK>>>(x, y, N);
    } else if (is("fours")) {
        apply_by_fours<<<blocks / 4, BLOCK>>>(
            reinterpret_cast<float4*>(x), reinterpret_cast<float4*>(y), N);
    } else if (is("two_kernels")) {
        square<<<blocks, BLOCK>>>(x, t, N);
        finish<<<blocks, BLOCK>>>(x, t, y, N);
    } else if (is("in_place")) {
        apply_in_place<<<blocks, BLOCK>>>(x, N);
        result = x;
    } else if (is("twice")) {
        apply<<<blocks, BLOCK>>>(x, y, N);
        apply<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("uploads_twice")) {
        apply<<<blocks, BLOCK>>>(x, y, N);
        cudaMemcpy(x, data.data(), N * sizeof *x, cudaMemcpyHostToDevice);
        apply<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("reads_back")) {
        apply_and_read_back<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("adds_to_zeros")) {
        add<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("half_of_it")) {
        apply<<<blocks / 2, BLOCK>>>(x, y, N / 2);
    } else if (is("every_other_block")) {
        every_other_block<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("from_half_of_the_input")) {
        from_half_of_the_input<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("never_written")) {
        never_written<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("constant_result")) {
        constant_result<<<blocks, BLOCK>>>(y, N);
    } else if (is("nothing")) {
        apply<<<1, BLOCK>>>(x, y, 1);
    } else if (is("in_half")) {
        in_half<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("in_bfloat16")) {
        in_bfloat16<<<blocks, BLOCK>>>(x, y, N);
    } else if (is("another_stream")) {
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        elsewhere<<<blocks, BLOCK, 0, stream>>>(x, y, 1024, N);
        apply<<<4, BLOCK>>>(x, y, 1024);
    } else {
        std::printf("no %s\n", which);
        return 2;
    }
    cudaMemcpy(data.data(), result, N * sizeof *y, cudaMemcpyDeviceToHost);
    return cudaGetLastError() != cudaSuccess;
}
