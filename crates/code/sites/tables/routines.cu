// A kernel for each routine of `routines.toml`, and one for each type without any. make.py reads their
// machine code for the constants that give a routine away; run alone under `propp profile`, they tell
// what a call costs.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
    do {                                                                              \
        const cudaError_t error = (call);                                             \
        if (error != cudaSuccess) {                                                   \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));      \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

// Type, name, what is computed of x and y, and the ranges that x and y are from.
#define ROUTINES(ROW)                                                                 \
    ROW(float, none_float, x + y, 0.5, 3.0, 0.5, 3.0)                                 \
    ROW(double, none_double, x + y, 0.5, 3.0, 0.5, 3.0)                               \
    ROW(uint32_t, none_int, x + y, 1e6, 4e9, 2.0, 1e4)                                \
    ROW(uint64_t, none_long, x + y, 1e12, 1e15, 5e9, 1e11)                            \
    ROW(uint64_t, none_long_small, x + y, 1e6, 4e9, 2.0, 1e4)                         \
    ROW(uint32_t, div_u32, x / y, 1e6, 4e9, 2.0, 1e4)                                 \
    ROW(uint32_t, rem_u32, x % y, 1e6, 4e9, 2.0, 1e4)                                 \
    ROW(int32_t, div_s32, x / y, 1e6, 2e9, 2.0, 1e4)                                  \
    ROW(int32_t, rem_s32, x % y, 1e6, 2e9, 2.0, 1e4)                                  \
    ROW(uint64_t, div_u64, x / y, 1e12, 1e15, 5e9, 1e11)                              \
    ROW(uint64_t, rem_u64, x % y, 1e12, 1e15, 5e9, 1e11)                              \
    ROW(int64_t, div_s64, x / y, 1e12, 1e15, 5e9, 1e11)                               \
    ROW(int64_t, rem_s64, x % y, 1e12, 1e15, 5e9, 1e11)                               \
    ROW(uint64_t, rem_u64_small, x % y, 1e6, 4e9, 2.0, 1e4)                           \
    ROW(float, div_f32, x / y, 0.5, 3.0, 0.5, 3.0)                                    \
    ROW(float, rcp_f32, x + 1.0f / y, 0.5, 3.0, 0.5, 3.0)                             \
    ROW(float, sqrt_f32, y + sqrtf(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, pow_f32, powf(x, y), 0.5, 3.0, 0.5, 3.0)                               \
    ROW(float, exp_f32, y + expf(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(float, exp2_f32, y + exp2f(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, exp10_f32, y + exp10f(x), 0.5, 3.0, 0.5, 3.0)                          \
    ROW(float, expm1_f32, y + expm1f(x), 0.5, 3.0, 0.5, 3.0)                          \
    ROW(float, log_f32, y + logf(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(float, log2_f32, y + log2f(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, log10_f32, y + log10f(x), 0.5, 3.0, 0.5, 3.0)                          \
    ROW(float, log1p_f32, y + log1pf(x), 0.5, 3.0, 0.5, 3.0)                          \
    ROW(float, sin_f32, y + sinf(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(float, sin_f32_far, y + sinf(x), 2e5, 9e5, 0.5, 3.0)                          \
    ROW(float, tan_f32, y + tanf(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(float, asin_f32, y + asinf(x), 0.1, 0.9, 0.5, 3.0)                            \
    ROW(float, acos_f32, y + acosf(x), 0.1, 0.9, 0.5, 3.0)                            \
    ROW(float, atan_f32, y + atanf(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, atan2_f32, atan2f(x, y), 0.5, 3.0, 0.5, 3.0)                           \
    ROW(float, sinh_f32, y + sinhf(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, cosh_f32, y + coshf(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, tanh_f32, y + tanhf(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, erf_f32, y + erff(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(float, erfc_f32, y + erfcf(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, normcdf_f32, y + normcdff(x), 0.5, 3.0, 0.5, 3.0)                      \
    ROW(float, fmod_f32, fmodf(x, y), 5.0, 3e3, 0.5, 3.0)                             \
    ROW(float, cbrt_f32, y + cbrtf(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(float, hypot_f32, hypotf(x, y), 0.5, 3.0, 0.5, 3.0)                           \
    ROW(float, lgamma_f32, y + lgammaf(x), 0.5, 3.0, 0.5, 3.0)                        \
    ROW(float, tgamma_f32, y + tgammaf(x), 0.5, 3.0, 0.5, 3.0)                        \
    ROW(double, div_f64, x / y, 0.5, 3.0, 0.5, 3.0)                                   \
    ROW(double, rcp_f64, x + 1.0 / y, 0.5, 3.0, 0.5, 3.0)                             \
    ROW(double, sqrt_f64, y + sqrt(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(double, rsqrt_f64, y + rsqrt(x), 0.5, 3.0, 0.5, 3.0)                          \
    ROW(double, pow_f64, pow(x, y), 0.5, 3.0, 0.5, 3.0)                               \
    ROW(double, exp_f64, y + exp(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(double, log_f64, y + log(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(double, log2_f64, y + log2(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(double, log10_f64, y + log10(x), 0.5, 3.0, 0.5, 3.0)                          \
    ROW(double, sin_f64, y + sin(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(double, tan_f64, y + tan(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(double, atan_f64, y + atan(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(double, atan2_f64, atan2(x, y), 0.5, 3.0, 0.5, 3.0)                           \
    ROW(double, acos_f64, y + acos(x), 0.1, 0.9, 0.5, 3.0)                            \
    ROW(double, asin_f64, y + asin(x), 0.1, 0.9, 0.5, 3.0)                            \
    ROW(double, tanh_f64, y + tanh(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(double, erf_f64, y + erf(x), 0.5, 3.0, 0.5, 3.0)                              \
    ROW(double, erfc_f64, y + erfc(x), 0.5, 3.0, 0.5, 3.0)                            \
    ROW(double, fmod_f64, fmod(x, y), 5.0, 3e3, 0.5, 3.0)                             \
    ROW(double, cbrt_f64, y + cbrt(x), 0.5, 3.0, 0.5, 3.0)

#define KERNEL(T, name, expression, x_low, x_high, y_low, y_high)                     \
    extern "C" __global__ void name(T* out, const T* a, const T* b) {                 \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                     \
        const T x = a[i], y = b[i];                                                   \
        out[i] = expression;                                                          \
    }
ROUTINES(KERNEL)

static uint32_t state = 1;

static double draw(double low, double high) {
    state = state * 1664525u + 1013904223u;
    return low + (high - low) * (state >> 8) / 16777216.0;
}

template <class T>
static void run(void (*kernel)(T*, const T*, const T*), double x_low, double x_high, double y_low, double y_high) {
    const unsigned blocks = 264, threads = 256, n = blocks * threads;
    std::vector<T> x(n), y(n);
    for (unsigned i = 0; i < n; i++) {
        x[i] = static_cast<T>(draw(x_low, x_high));
        y[i] = static_cast<T>(draw(y_low, y_high));
    }
    T* data[3];
    for (T*& one : data) CHECK(cudaMalloc(&one, n * sizeof(T)));
    CHECK(cudaMemcpy(data[1], x.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(data[2], y.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    kernel<<<blocks, threads>>>(data[0], data[1], data[2]);
    CHECK(cudaDeviceSynchronize());
    for (T* one : data) CHECK(cudaFree(one));
}

int main() {
#define RUN(T, name, expression, x_low, x_high, y_low, y_high) run<T>(name, x_low, x_high, y_low, y_high);
    ROUTINES(RUN)
}
