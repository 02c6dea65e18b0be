#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #x, cudaGetErrorString(e_)); exit(1); } } while (0)

// ------------------------------------------------------------------ harness
static const char *g_filter = nullptr;
static cudaEvent_t g_e0, g_e1;
static void *g_scratch = nullptr;
static const size_t SCRATCH = 8u << 20;
static int g_bad = 0;

static bool want(const char *name) { return !g_filter || strstr(name, g_filter); }

static void harness_init(int argc, char **argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaSetDevice(0));
    CK(cudaEventCreate(&g_e0));
    CK(cudaEventCreate(&g_e1));
    CK(cudaMalloc(&g_scratch, SCRATCH));
}

struct Rng {                      // host generator, fixed seed
    unsigned long long s;
    explicit Rng(unsigned long long seed) : s(seed * 0x9E3779B97F4A7C15ull + 0x1234567ull) {}
    unsigned u() {
        s += 0x9E3779B97F4A7C15ull;
        unsigned long long z = s;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return (unsigned)(z >> 32);
    }
    float f() { return (u() >> 8) * (1.0f / 16777216.0f); }
};

template <class T> static T *dev(size_t n) { T *p = nullptr; CK(cudaMalloc((void **)&p, n * sizeof(T))); return p; }
template <class T> static T *dev(const std::vector<T> &h) {
    T *p = dev<T>(h.size());
    CK(cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}
template <class T> static std::vector<T> host(const T *d, size_t n) {
    std::vector<T> h(n);
    CK(cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
}
template <class T> static void zero(T *d, size_t n) { CK(cudaMemsetAsync(d, 0, n * sizeof(T))); }
static void release1(void *p) { CK(cudaFree(p)); }
template <class... P> static void release(P... p) { (release1((void *)p), ...); }

template <class R, class L> static float time_us(R reset, L launch) {
    std::vector<float> t;
    for (int i = 0; i < 6; i++) {
        reset();
        CK(cudaMemsetAsync(g_scratch, 0, SCRATCH));   // keeps the queue busy while the launch is issued
        CK(cudaMemsetAsync(g_scratch, 0, SCRATCH));
        CK(cudaEventRecord(g_e0));
        launch();
        CK(cudaGetLastError());
        CK(cudaEventRecord(g_e1));
        CK(cudaEventSynchronize(g_e1));
        float ms = 0;
        CK(cudaEventElapsedTime(&ms, g_e0, g_e1));
        if (i) t.push_back(ms * 1000.0f);
    }
    std::sort(t.begin(), t.end());
    return t[t.size() / 2];
}

// a reset that only runs before the first launch of a phase (for results that are written over in full)
template <class F> static auto once(F f) {
    int c = 0;
    return [f, c]() mutable { if (c++ == 0) f(); };
}

// reset() before every launch; get() returns a std::vector of the result
template <class R, class B, class A, class G, class G2>
static void run_pair(const char *name, double tol, R reset, B before, A after, G get_b, G2 get_a) {
    float tb = time_us(reset, before);
    auto rb = get_b();
    float ta = time_us(reset, after);
    auto ra = get_a();
    double err = rb.size() == ra.size() && !rb.empty() ? 0 : 1e30, mag = 0;
    if (err == 0) {
        for (size_t i = 0; i < rb.size(); i++) mag += fabs((double)rb[i]);
        mag /= rb.size();
        if (!(mag > 0)) err = 1e30;                  // an all-zero result proves nothing
        for (size_t i = 0; i < rb.size(); i++) {
            double d = fabs((double)rb[i] - (double)ra[i]) / (fabs((double)rb[i]) + mag + 1e-30);
            if (!(d <= err)) err = d == d ? d : 1e30;
        }
    }
    printf("%s %.2f %.2f\n", name, tb, ta);
    if (err <= tol) printf("pair: ok\n");
    else { printf("pair: DIFFERS %g\n", err); g_bad = 1; }
    fflush(stdout);
}

// ------------------------------------------------------------------ kernels
struct Market { float r, q, sigma, T; };
__constant__ Market c_market;

__device__ __forceinline__ unsigned hash32(unsigned x) {
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return x;
}
__device__ __forceinline__ float unif(unsigned x) { return ((x >> 8) + 0.5f) * (1.0f / 16777216.0f); }
__device__ __forceinline__ unsigned xorshift(unsigned s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }

extern "C" {

// hit-or-miss integration; generator state and counter of every thread stay in memory in "before"
__global__ void mc_rng_memory_before(unsigned *state, unsigned *hits, int draws) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < draws; k++) {
        state[t] = xorshift(state[t]);
        float x = unif(state[t]);
        state[t] = xorshift(state[t]);
        float y = unif(state[t]);
        hits[t] += x * x + y * y < 1.0f;
    }
}
__global__ void mc_rng_memory_after(unsigned *state, unsigned *hits, int draws) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = state[t], h = hits[t];
    for (int k = 0; k < draws; k++) {
        s = xorshift(s);
        float x = unif(s);
        s = xorshift(s);
        float y = unif(s);
        h += x * x + y * y < 1.0f;
    }
    state[t] = s;
    hits[t] = h;
}

// Asian call: the path is stored first and averaged afterwards in "before"
__global__ void mc_asian_path_before(float *payoff, float s0, float strike, float mu, float vol, int steps, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float path[256];
    float s = s0;
    for (int k = 0; k < steps; k++) {
        unsigned a = hash32(t * 521u + k), b = hash32(a ^ 0x9e3779b9u);
        float z = sqrtf(fmaxf(-2.0f * __logf(unif(a)), 0.0f)) * __cosf(6.2831853f * unif(b));
        s *= 1.0f + mu + vol * z;
        path[k] = s;
    }
    float sum = 0.0f;
    for (int k = 0; k < steps; k++) sum += path[k];
    payoff[t] = fmaxf(sum / steps - strike, 0.0f);
}
__global__ void mc_asian_path_after(float *payoff, float s0, float strike, float mu, float vol, int steps, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float s = s0, sum = 0.0f;
    for (int k = 0; k < steps; k++) {
        unsigned a = hash32(t * 521u + k), b = hash32(a ^ 0x9e3779b9u);
        float z = sqrtf(fmaxf(-2.0f * __logf(unif(a)), 0.0f)) * __cosf(6.2831853f * unif(b));
        s *= 1.0f + mu + vol * z;
        sum += s;
    }
    payoff[t] = fmaxf(sum / steps - strike, 0.0f);
}

// rejection sampling; the value put into shared memory is read by the same thread only
__global__ void mc_reject_barrier_before(float *out, int samples) {
    __shared__ float s[256];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned r = hash32(t + 1u) | 1u;
    s[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int k = 0; k < samples; k++) {
        float x, y;
        do {
            r = xorshift(r); x = unif(r);
            r = xorshift(r); y = unif(r);
            float p = x * (1.0f - x); p *= p; p *= p; p *= p;
            y = 65536.0f * p - y;
        } while (y < 0.0f);
        s[threadIdx.x] += x * (k & 1 ? 1.0f : 0.5f);
        __syncthreads();
    }
    out[t] = s[threadIdx.x] / samples;
}
__global__ void mc_reject_barrier_after(float *out, int samples) {
    __shared__ float s[256];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned r = hash32(t + 1u) | 1u;
    s[threadIdx.x] = 0.0f;
    for (int k = 0; k < samples; k++) {
        float x, y;
        do {
            r = xorshift(r); x = unif(r);
            r = xorshift(r); y = unif(r);
            float p = x * (1.0f - x); p *= p; p *= p; p *= p;
            y = 65536.0f * p - y;
        } while (y < 0.0f);
        s[threadIdx.x] += x * (k & 1 ? 1.0f : 0.5f);
    }
    out[t] = s[threadIdx.x] / samples;
}

// power series of a density at many points, one warp a scheduler
__global__ void mc_series_chain_before(const float *coef, const float *xs, float *out, int terms, int points) {
    __shared__ __align__(16) float c[1024];
    for (int k = threadIdx.x; k < terms; k += blockDim.x) c[k] = coef[k];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x, nt = gridDim.x * blockDim.x;
    for (int m = 0; m < points; m++) {
        float x = xs[m * nt + t], acc = 0.0f;
#pragma unroll 8
        for (int k = 0; k < terms; k++) acc = acc * x + c[k];
        out[m * nt + t] = acc;
    }
}
__global__ void mc_series_chain_after(const float *coef, const float *xs, float *out, int terms, int points) {
    __shared__ __align__(16) float c[1024];
    for (int k = threadIdx.x; k < terms; k += blockDim.x) c[k] = coef[k];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x, nt = gridDim.x * blockDim.x;
    for (int m = 0; m < points; m++) {
        float x = xs[m * nt + t], x2 = x * x, x4 = x2 * x2;
        float a0 = 0.0f, a1 = 0.0f, a2 = 0.0f, a3 = 0.0f;
#pragma unroll 2
        for (int k = 0; k < terms; k += 4) {
            a0 = a0 * x4 + c[k];
            a1 = a1 * x4 + c[k + 1];
            a2 = a2 * x4 + c[k + 2];
            a3 = a3 * x4 + c[k + 3];
        }
        out[m * nt + t] = a0 * x2 * x + a1 * x2 + a2 * x + a3;
    }
}

// options sorted by maturity (number of steps), 1024 paths each; before: a block takes neighbours in the list
__global__ void mc_maturity_chunks_before(const int *steps, float *price, int per, float mu, float vol) {
    for (int k = 0; k < per; k++) {
        int o = blockIdx.x * per + k;
        float s = 1.0f;
        int n = steps[o];
        for (int j = 0; j < n; j++) {
            unsigned h = hash32((o * 1024u + threadIdx.x) * 997u + j);
            s *= 1.0f + mu + vol * (unif(h) - 0.5f);
        }
        float pay = fmaxf(s - 0.95f, 0.0f);
        for (int d = 16; d > 0; d >>= 1) pay += __shfl_down_sync(0xffffffffu, pay, d);
        if ((threadIdx.x & 31) == 0) atomicAdd(&price[o], pay * (1.0f / 1024.0f));
    }
}
__global__ void mc_maturity_chunks_after(const int *steps, float *price, int per, float mu, float vol) {
    for (int k = 0; k < per; k++) {
        int o = k * gridDim.x + blockIdx.x;
        float s = 1.0f;
        int n = steps[o];
        for (int j = 0; j < n; j++) {
            unsigned h = hash32((o * 1024u + threadIdx.x) * 997u + j);
            s *= 1.0f + mu + vol * (unif(h) - 0.5f);
        }
        float pay = fmaxf(s - 0.95f, 0.0f);
        for (int d = 16; d > 0; d >>= 1) pay += __shfl_down_sync(0xffffffffu, pay, d);
        if ((threadIdx.x & 31) == 0) atomicAdd(&price[o], pay * (1.0f / 1024.0f));
    }
}

// Black-Scholes call and vega over a grid of strikes; market data read through a pointer in every turn
__global__ void mc_bs_params_before(const float *spot, float *out, const Market *mk, int strikes, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float s = spot[t];
    for (int k = 0; k < strikes; k++) {
        float x = 0.7f + 0.6f * k / strikes;
        float r = mk->r, q = mk->q, T = mk->T + 0.05f * k, v = mk->sigma * (1.0f + 0.3f * (x - 1.0f) * (x - 1.0f));
        float sv = v * sqrtf(T);
        float d1 = (logf(s / x) + (r - q + 0.5f * v * v) * T) / sv, d2 = d1 - sv;
        float call = s * expf(-q * T) * 0.5f * erfcf(-0.70710678f * d1) - x * expf(-r * T) * 0.5f * erfcf(-0.70710678f * d2);
        out[k * n + t] = call + 0.01f * s * sqrtf(T) * expf(-0.5f * d1 * d1);
    }
}
__global__ void mc_bs_params_after(const float *spot, float *out, int strikes, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float s = spot[t];
    for (int k = 0; k < strikes; k++) {
        float x = 0.7f + 0.6f * k / strikes;
        float r = c_market.r, q = c_market.q, T = c_market.T + 0.05f * k, v = c_market.sigma * (1.0f + 0.3f * (x - 1.0f) * (x - 1.0f));
        float sv = v * sqrtf(T);
        float d1 = (logf(s / x) + (r - q + 0.5f * v * v) * T) / sv, d2 = d1 - sv;
        float call = s * expf(-q * T) * 0.5f * erfcf(-0.70710678f * d1) - x * expf(-r * T) * 0.5f * erfcf(-0.70710678f * d2);
        out[k * n + t] = call + 0.01f * s * sqrtf(T) * expf(-0.5f * d1 * d1);
    }
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static std::vector<float> rnd(size_t n, unsigned seed, float lo, float hi) {
    Rng g(seed); std::vector<float> v(n);
    for (auto &e : v) e = lo + (hi - lo) * g.f();
    return v;
}
int main(int argc, char **argv) {
    harness_init(argc, argv);
    cudaDeviceProp prop;
    CK(cudaGetDeviceProperties(&prop, 0));
    const int sms = prop.multiProcessorCount;
    if (want("mc_rng_memory")) {
        const int n = 262144, draws = 256;
        Rng g(1);
        std::vector<unsigned> s(n);
        for (auto &e : s) e = g.u() | 1u;
        unsigned *s0 = dev(s), *st = dev<unsigned>(n), *h = dev<unsigned>(n);
        auto get = [&] { auto a = host(h, n), b = host(st, n); a.insert(a.end(), b.begin(), b.end()); return a; };
        run_pair("mc_rng_memory", 0, [&] { CK(cudaMemcpyAsync(st, s0, n * 4, cudaMemcpyDeviceToDevice)); zero(h, n); },
            [&] { mc_rng_memory_before<<<n / 256, 256>>>(st, h, draws); },
            [&] { mc_rng_memory_after<<<n / 256, 256>>>(st, h, draws); }, get, get);
        release(s0, st, h);
    }
    if (want("mc_asian_path")) {
        const int n = 131072, steps = 252;
        float *p = dev<float>(n);
        auto get = [&] { return host(p, n); };
        run_pair("mc_asian_path", 1e-4, once([&] { zero(p, n); }),
            [&] { mc_asian_path_before<<<n / 128, 128>>>(p, 1.0f, 0.98f, 0.0001f, 0.012f, steps, n); },
            [&] { mc_asian_path_after<<<n / 128, 128>>>(p, 1.0f, 0.98f, 0.0001f, 0.012f, steps, n); }, get, get);
        release(p);
    }
    if (want("mc_reject_barrier")) {
        const int n = sms * 256, samples = 400;
        float *p = dev<float>(n);
        auto get = [&] { return host(p, n); };
        run_pair("mc_reject_barrier", 1e-5, once([&] { zero(p, n); }),
            [&] { mc_reject_barrier_before<<<sms, 256>>>(p, samples); },
            [&] { mc_reject_barrier_after<<<sms, 256>>>(p, samples); }, get, get);
        release(p);
    }
    if (want("mc_series_chain")) {
        const int n = sms * 128, terms = 1024, points = 24;
        float *c = dev(rnd(terms, 2, 0.0f, 1.0f)), *x = dev(rnd((size_t)n * points, 3, -0.9f, 0.9f)), *o = dev<float>((size_t)n * points);
        auto get = [&] { return host(o, (size_t)n * points); };
        run_pair("mc_series_chain", 1e-4, once([&] { zero(o, (size_t)n * points); }),
            [&] { mc_series_chain_before<<<sms, 128>>>(c, x, o, terms, points); },
            [&] { mc_series_chain_after<<<sms, 128>>>(c, x, o, terms, points); }, get, get);
        release(c, x, o);
    }
    if (want("mc_maturity_chunks")) {
        const int per = 8, n = sms * per;
        std::vector<int> st(n);
        for (int i = 0; i < n; i++) st[i] = 4 + (int)((long long)i * 500 / n);
        int *ds = dev(st);
        float *p = dev<float>(n);
        auto get = [&] { return host(p, n); };
        run_pair("mc_maturity_chunks", 1e-4, [&] { zero(p, n); },
            [&] { mc_maturity_chunks_before<<<sms, 1024>>>(ds, p, per, 0.0002f, 0.05f); },
            [&] { mc_maturity_chunks_after<<<sms, 1024>>>(ds, p, per, 0.0002f, 0.05f); }, get, get);
        release(ds, p);
    }
    if (want("mc_bs_params")) {
        const int n = 262144, strikes = 24;
        Market m = {0.03f, 0.01f, 0.25f, 1.5f};
        CK(cudaMemcpyToSymbol(c_market, &m, sizeof m));
        Market *dm = dev(std::vector<Market>(1, m));
        float *s = dev(rnd(n, 4, 0.5f, 1.5f)), *o = dev<float>((size_t)n * strikes);
        auto get = [&] { return host(o, (size_t)n * strikes); };
        run_pair("mc_bs_params", 1e-4, once([&] { zero(o, (size_t)n * strikes); }),
            [&] { mc_bs_params_before<<<n / 256, 256>>>(s, o, dm, strikes, n); },
            [&] { mc_bs_params_after<<<n / 256, 256>>>(s, o, strikes, n); }, get, get);
        release(dm, s, o);
    }
    return g_bad;
}
