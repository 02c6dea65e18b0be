// Test pairs: statistics. Own code; see pairs.tsv.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CK(e)                                                                          \
    do {                                                                               \
        cudaError_t r_ = (e);                                                          \
        if (r_ != cudaSuccess) {                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(r_)); \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

static const char* g_filter = "";
static std::vector<void*> g_pool;
static uint32_t g_seed = 12345u;

static uint32_t rnd() {
    g_seed ^= g_seed << 13; g_seed ^= g_seed >> 17; g_seed ^= g_seed << 5;
    return g_seed;
}
static float rndf() { return (float)(rnd() >> 8) * (1.0f / 16777216.0f); }

static bool want(const char* name) {
    if (!strstr(name, g_filter)) return false;
    g_seed = 12345u;
    return true;
}
template <class T> static T* dnew(size_t n) {
    void* p = nullptr;
    CK(cudaMalloc(&p, n * sizeof(T)));
    CK(cudaMemset(p, 0, n * sizeof(T)));
    g_pool.push_back(p);
    return (T*)p;
}
// uploads v, repeated until n elements are filled
template <class T> static T* dup(const std::vector<T>& v, size_t n = 0) {
    if (n == 0) n = v.size();
    T* p = dnew<T>(n);
    size_t have = std::min(n, v.size());
    CK(cudaMemcpy(p, v.data(), have * sizeof(T), cudaMemcpyHostToDevice));
    while (have < n) {
        size_t c = std::min(have, n - have);
        CK(cudaMemcpy(p + have, p, c * sizeof(T), cudaMemcpyDeviceToDevice));
        have += c;
    }
    return p;
}
[[maybe_unused]] static std::vector<float> randf(size_t n, float lo, float hi) {
    std::vector<float> v(n);
    for (auto& x : v) x = lo + (hi - lo) * rndf();
    return v;
}
template <class T> static std::vector<T> down(const T* p, size_t n) {
    std::vector<T> v(n);
    CK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}
static void release() {
    for (void* p : g_pool) CK(cudaFree(p));
    g_pool.clear();
}
// one first launch, then the median of five; reset runs before each, outside the timing
template <class R, class L> static float measure(R reset, L launch) {
    cudaEvent_t a, b;
    CK(cudaEventCreate(&a));
    CK(cudaEventCreate(&b));
    std::vector<float> t;
    for (int k = 0; k < 6; k++) {
        reset();
        CK(cudaDeviceSynchronize());
        CK(cudaEventRecord(a));
        launch();
        CK(cudaGetLastError());
        CK(cudaEventRecord(b));
        CK(cudaEventSynchronize(b));
        float ms = 0;
        CK(cudaEventElapsedTime(&ms, a, b));
        if (k) t.push_back(ms * 1000.0f);
    }
    CK(cudaEventDestroy(a));
    CK(cudaEventDestroy(b));
    std::sort(t.begin(), t.end());
    return t[2];
}
[[maybe_unused]] static void nothing() {}
static void report(const char* name, float before, float after, bool ok, double err) {
    printf("%s %.2f %.2f\n", name, before, after);
    if (ok) printf("pair: ok\n");
    else printf("pair: DIFFERS max error %g\n", err);
    fflush(stdout);
    release();
}
// relative/absolute mixed error; a share of `bad` elements may exceed tol
template <class A, class B>
static void check(const char* name, float tb, float ta, const A* da, const B* db, size_t n,
                  double tol, double bad = 0.0) {
    std::vector<A> a = down(da, n);
    std::vector<B> b = down(db, n);
    double worst = 0;
    size_t over = 0, nonzero = 0;
    for (size_t i = 0; i < n; i++) {
        double x = (double)a[i], y = (double)b[i];
        double e = std::fabs(x - y) / (1.0 + std::fabs(x));
        if (!(e <= tol)) over++;
        if (!(e <= worst)) worst = e;
        if (x != 0) nonzero++;
    }
    bool ok = (double)over <= bad * (double)n && nonzero > 0;
    report(name, tb, ta, ok, worst);
}

static __device__ __forceinline__ float logdens(int type, float x) {
    switch (type) {
        case 0: return logf(expf(-0.5f * (x - 1.0f) * (x - 1.0f)) + 0.7f * expf(-0.5f * (x + 1.0f) * (x + 1.0f)));
        case 1: return -2.5f * log1pf(x * x * 0.25f);
        case 2: return 3.0f * x - expf(x);
        default: return 1.3f * fabsf(x) - lgammaf(fabsf(x) + 2.0f) - 0.1f * x * x;
    }
}
static __device__ __forceinline__ float chain(int c, int steps) {
    uint32_t s = (uint32_t)c * 2654435761u + 12345u;
    float x = 0.1f, lp = logdens(c & 3, x), sum = 0.0f;
    for (int t = 0; t < steps; t++) {
        s = s * 1664525u + 1013904223u;
        float u = (float)(s >> 8) * (1.0f / 16777216.0f);
        s = s * 1664525u + 1013904223u;
        float v = ((float)(s >> 8) + 1.0f) * (1.0f / 16777217.0f);
        float y = x + 2.0f * u - 1.0f, lq = logdens(c & 3, y);
        if (__logf(v) < lq - lp) { x = y; lp = lq; }
        sum += x;
    }
    return sum / steps;
}

extern "C" {

// ---- bootstrap of the mean, a replicate a warp, sample held in shared memory
__global__ void stat_boot_before(const float* __restrict__ x, float* __restrict__ out, unsigned long long n) {
    __shared__ float s[4096];
    for (int k = threadIdx.x; k < (int)n; k += blockDim.x) s[k] = x[k];
    __syncthreads();
    int rep = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    unsigned long long st = (rep * 32ull + lane + 1ull) * 0x9E3779B97F4A7C15ull;
    float sum = 0.0f;
    for (int k = lane; k < (int)n; k += 32) {
        st ^= st >> 12; st ^= st << 25; st ^= st >> 27;
        unsigned long long r = st * 0x2545F4914F6CDD1Dull;
        sum += s[r % n];
    }
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0) out[rep] = sum / (float)n;
}
__global__ void stat_boot_after(const float* __restrict__ x, float* __restrict__ out, unsigned long long n,
                                unsigned long long inv) {
    __shared__ float s[4096];
    for (int k = threadIdx.x; k < (int)n; k += blockDim.x) s[k] = x[k];
    __syncthreads();
    int rep = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    unsigned long long st = (rep * 32ull + lane + 1ull) * 0x9E3779B97F4A7C15ull;
    float sum = 0.0f;
    uint32_t n32 = (uint32_t)n;
    for (int k = lane; k < (int)n; k += 32) {
        st ^= st >> 12; st ^= st << 25; st ^= st >> 27;
        unsigned long long r = st * 0x2545F4914F6CDD1Dull;
        // the quotient is at most one too small, so the remainder is below 2n
        uint32_t j = (uint32_t)r - (uint32_t)__umul64hi(r, inv) * n32;
        if (j >= n32) j -= n32;
        sum += s[j];
    }
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (lane == 0) out[rep] = sum / (float)n;
}

// ---- Gaussian kernel density, four evaluation points a thread
__global__ void stat_kde_before(const float* __restrict__ x, const float* __restrict__ at,
                                float* __restrict__ out, int n, int q, float c) {
    extern __shared__ float s[];
    for (int k = threadIdx.x; k < n; k += blockDim.x) s[k] = x[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p[4], a[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int j = 0; j < 4; j++) p[j] = at[i + j * q];
#pragma unroll 4
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 4; j++) { float d = s[k] - p[j]; a[j] += __expf(c * d * d); }
    for (int j = 0; j < 4; j++) out[i + j * q] = a[j] / n;
}
__global__ void stat_kde_after(const float* __restrict__ x, const float* __restrict__ at,
                               float* __restrict__ out, int n, int q, float c) {
    __shared__ float s[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p[4], a[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int j = 0; j < 4; j++) p[j] = at[i + j * q];
    for (int b = 0; b < n; b += 1024) {
        for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = x[b + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 1024; k++)
            for (int j = 0; j < 4; j++) { float d = s[k] - p[j]; a[j] += __expf(c * d * d); }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++) out[i + j * q] = a[j] / n;
}

// ---- running median of 15
__global__ void stat_median_before(const float* __restrict__ x, float* __restrict__ out, int n, int len) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float w[32];
    for (int k = 0; k < len; k++) {
        float v = x[i + k];
        int j = k;
        while (j > 0 && w[j - 1] > v) { w[j] = w[j - 1]; j--; }
        w[j] = v;
    }
    out[i] = w[len / 2];
}
__global__ void stat_median_after(const float* __restrict__ x, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float w[15];
#pragma unroll
    for (int k = 0; k < 15; k++) w[k] = x[i + k];
#pragma unroll
    for (int r = 0; r < 15; r++)
#pragma unroll
        for (int k = r & 1; k < 14; k += 2) {
            float lo = fminf(w[k], w[k + 1]), hi = fmaxf(w[k], w[k + 1]);
            w[k] = lo; w[k + 1] = hi;
        }
    out[i] = w[7];
}

// ---- many short Metropolis chains of four target densities (kind = chain mod 4)
__global__ void stat_mcmc_before(float* __restrict__ out, int n, int steps) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < n) out[c] = chain(c, steps);
}
__global__ void stat_mcmc_after(float* __restrict__ out, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int c = (i & ~127) | ((i & 31) << 2) | ((i >> 5) & 3);
    if (c < n) out[c] = chain(c, steps);
}

// ---- genotype scores: every variant against eight traits, a variant a warp
__global__ void stat_geno_before(const int8_t* __restrict__ gen, const int8_t* __restrict__ trait,
                                 int* __restrict__ out, int ind) {
    int v = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const int8_t* g = gen + (size_t)v * ind;
    int s[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (int k = lane; k < ind; k += 32) {
        int a = g[k];
#pragma unroll
        for (int t = 0; t < 8; t++) s[t] += a * trait[t * ind + k];
    }
#pragma unroll
    for (int t = 0; t < 8; t++) {
        int r = __reduce_add_sync(0xffffffffu, s[t]);
        if (lane == 0) out[v * 8 + t] = r;
    }
}
__global__ void stat_geno_after(const int8_t* __restrict__ gen, const int8_t* __restrict__ trait,
                                int* __restrict__ out, int ind) {
    int v = blockIdx.x * 8 + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    const int4* g = (const int4*)(gen + (size_t)v * ind);
    int s[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (int k = lane; k < ind / 16; k += 32) {
        int4 a = g[k];
#pragma unroll
        for (int t = 0; t < 8; t++) {
            int4 b = ((const int4*)(trait + t * ind))[k];
            s[t] = __dp4a(a.x, b.x, __dp4a(a.y, b.y, __dp4a(a.z, b.z, __dp4a(a.w, b.w, s[t]))));
        }
    }
#pragma unroll
    for (int t = 0; t < 8; t++) {
        int r = __reduce_add_sync(0xffffffffu, s[t]);
        if (lane == 0) out[v * 8 + t] = r;
    }
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    if (want("stat_boot")) {
        const int reps = 16384;
        const unsigned long long n = 4000;
        float *x = dup(randf(n, 0.0f, 10.0f)), *o1 = dnew<float>(reps), *o2 = dnew<float>(reps);
        float tb = measure(nothing, [&] { stat_boot_before<<<reps / 8, 256>>>(x, o1, n); });
        float ta = measure(nothing, [&] { stat_boot_after<<<reps / 8, 256>>>(x, o2, n, ~0ull / n); });
        check("stat_boot", tb, ta, o1, o2, reps, 1e-5);
    }
    if (want("stat_kde")) {
        const int n = 20480, q = 256 * 132 * 4;
        float *x = dup(randf(n, -3.0f, 3.0f)), *at = dup(randf(4 * q, -3.0f, 3.0f));
        float *o1 = dnew<float>(4 * q), *o2 = dnew<float>(4 * q);
        CK(cudaFuncSetAttribute(stat_kde_before, cudaFuncAttributeMaxDynamicSharedMemorySize, n * 4));
        float tb = measure(nothing, [&] { stat_kde_before<<<q / 256, 256, n * 4>>>(x, at, o1, n, q, -2.0f); });
        float ta = measure(nothing, [&] { stat_kde_after<<<q / 256, 256>>>(x, at, o2, n, q, -2.0f); });
        check("stat_kde", tb, ta, o1, o2, 4 * q, 1e-4);
    }
    if (want("stat_median")) {
        const int n = 1 << 23;
        float *x = dup(randf(1 << 20, 0.0f, 1.0f), n + 16), *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { stat_median_before<<<n / 256, 256>>>(x, o1, n, 15); });
        float ta = measure(nothing, [&] { stat_median_after<<<n / 256, 256>>>(x, o2, n); });
        check("stat_median", tb, ta, o1, o2, n, 0.0);
    }
    if (want("stat_mcmc")) {
        const int n = 1 << 20, steps = 32;
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { stat_mcmc_before<<<n / 256, 256>>>(o1, n, steps); });
        float ta = measure(nothing, [&] { stat_mcmc_after<<<n / 256, 256>>>(o2, n, steps); });
        check("stat_mcmc", tb, ta, o1, o2, n, 1e-3, 0.01);
    }
    if (want("stat_geno")) {
        const int var = 65536, ind = 4096;
        std::vector<int8_t> g(1 << 20), t(8 * ind);
        for (auto& v : g) v = (int8_t)((rnd() >> 9) % 3);
        for (auto& v : t) v = (int8_t)((int)((rnd() >> 9) % 201) - 100);
        int8_t *dg = dup(g, (size_t)var * ind), *dt = dup(t);
        int *o1 = dnew<int>(var * 8), *o2 = dnew<int>(var * 8);
        float tb = measure(nothing, [&] { stat_geno_before<<<var / 8, 256>>>(dg, dt, o1, ind); });
        float ta = measure(nothing, [&] { stat_geno_after<<<var / 8, 256>>>(dg, dt, o2, ind); });
        check("stat_geno", tb, ta, o1, o2, var * 8, 0.0);
    }
    return 0;
}
