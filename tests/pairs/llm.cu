#include <cuda_fp16.h>
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

// PAIRS_SMALL=1: sizes for a test without a GPU
static bool g_small = getenv("PAIRS_SMALL") != nullptr;
[[maybe_unused]] static int sz(int n) { return g_small ? n / 64 : n; }

// ------------------------------------------------------------------ kernels
__constant__ float NF4[16] = {-1.0f, -0.6961928f, -0.52507305f, -0.39491749f, -0.28444138f, -0.18477343f, -0.09105004f, 0.0f,
                              0.0795803f, 0.1609302f, 0.2461123f, 0.33791524f, 0.44070983f, 0.562617f, 0.72295684f, 1.0f};

extern "C" {

// rotary position embedding of queries [token][head][64 pairs]
__global__ void llm_rope_before(const __half2 *q, __half2 *out, const int *pos, float base, int heads, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int d = i & 63, t = (i >> 6) / heads;
    float freq = powf(base, -2.0f * d / 128.0f);
    float a = pos[t] * freq;
    float c = cosf(a), s = sinf(a);
    float2 v = __half22float2(q[i]);
    out[i] = __floats2half2_rn(v.x * c - v.y * s, v.x * s + v.y * c);
}
__global__ void llm_rope_after(const __half2 *q, __half2 *out, const int *pos, const float2 *cs, int heads, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int d = i & 63, t = (i >> 6) / heads;
    float2 w = cs[pos[t] * 64 + d];                   // table of cosines and sines, made once for the model
    float2 v = __half22float2(q[i]);
    out[i] = __floats2half2_rn(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
}

// NF4 weights to half, blocks of 64 weights share a scale
__global__ void llm_nf4_before(const unsigned *w, const float *absmax, __half2 *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = w[i];
    float m = absmax[i >> 3];
    __align__(16) __half2 r[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        r[k] = __floats2half2_rn(NF4[v >> 8 * k & 15] * m, NF4[v >> (8 * k + 4) & 15] * m);
    *(uint4 *)(out + (size_t)i * 4) = *(uint4 *)r;
}
__global__ void llm_nf4_after(const unsigned *w, const float *absmax, __half2 *out, int n) {
    __shared__ float lut[16];
    if (threadIdx.x < 16) lut[threadIdx.x] = NF4[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = w[i];
    float m = absmax[i >> 3];
    __align__(16) __half2 r[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        r[k] = __floats2half2_rn(lut[v >> 8 * k & 15] * m, lut[v >> (8 * k + 4) & 15] * m);
    *(uint4 *)(out + (size_t)i * 4) = *(uint4 *)r;
}

// top-p: how many of the 4096 sorted candidates make up the mass p
__global__ void llm_topp_before(const float *prob, int *keep, float p) {
    __shared__ float s[4096];
    for (int k = threadIdx.x; k < 4096; k += 256) s[k] = prob[(size_t)blockIdx.x * 4096 + k];
    __syncthreads();
    if (threadIdx.x == 0) {
        float c = 0.f;
        int k = 0;
        while (k < 4096) {
            c += s[k++];
            if (c > p) break;
        }
        keep[blockIdx.x] = k;
    }
}
__global__ void llm_topp_after(const float *prob, int *keep, float p) {
    __shared__ float ws[8];
    __shared__ int best;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const float4 *row = (const float4 *)(prob + (size_t)blockIdx.x * 4096);
    if (threadIdx.x == 0) best = 4096;
    float v[16], t = 0.f;                             // sixteen neighbours a thread
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float4 q = row[threadIdx.x * 4 + k];
        v[4 * k] = q.x; v[4 * k + 1] = q.y; v[4 * k + 2] = q.z; v[4 * k + 3] = q.w;
        t += q.x + q.y + q.z + q.w;
    }
    float c = t;
#pragma unroll
    for (int o = 1; o < 32; o <<= 1) {
        float u = __shfl_up_sync(0xffffffffu, c, o);
        if (lane >= o) c += u;
    }
    if (lane == 31) ws[warp] = c;
    __syncthreads();
    c -= t;                                           // sum before this thread
    for (int k = 0; k < warp; k++) c += ws[k];
    if (c <= p && c + t > p) {
        int k = 0;
#pragma unroll
        for (int j = 0; j < 16; j++) {
            if (c <= p) k = j + 1;
            c += v[j];
        }
        atomicMin(&best, threadIdx.x * 16 + k);
    }
    __syncthreads();
    if (threadIdx.x == 0) keep[blockIdx.x] = best;
}

// new keys to their slots of the paged cache
__global__ void llm_kv_store_before(const __half *key, __half *cache, const int *slot, int dim, int page, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int t = i / dim, c = i % dim;
    int blk = slot[t] / page, off = slot[t] % page;
    cache[((size_t)blk * page + off) * dim + c] = key[i];
}
__global__ void llm_kv_store_after(const uint4 *key, uint4 *cache, const int *slot, int dim8) {
    int t = blockIdx.x;                               // a block a token, eight halves a thread; a slot is a row of the cache
    size_t row = slot[t];
    for (int c = threadIdx.x; c < dim8; c += blockDim.x) cache[row * dim8 + c] = key[(size_t)t * dim8 + c];
}

// softmax over the vocabulary; before: a warp is the whole block of a row
__global__ void llm_softmax_before(const float *x, float *y, int vocab) {
    const float *r = x + (size_t)blockIdx.x * vocab;
    float *o = y + (size_t)blockIdx.x * vocab;
    float m = -1e30f, s = 0.f;
    for (int i = threadIdx.x; i < vocab; i += 32) m = fmaxf(m, r[i]);
    for (int k = 16; k; k >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, k));
    for (int i = threadIdx.x; i < vocab; i += 32) s += __expf(r[i] - m);
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(0xffffffffu, s, k);
    s = 1.f / s;
    for (int i = threadIdx.x; i < vocab; i += 32) o[i] = __expf(r[i] - m) * s;
}
__global__ void llm_softmax_after(const float *x, float *y, int vocab) {
    __shared__ float w[33];
    const float *r = x + (size_t)blockIdx.x * vocab;
    float *o = y + (size_t)blockIdx.x * vocab;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float m = -1e30f, s = 0.f;
    for (int i = threadIdx.x; i < vocab; i += 1024) m = fmaxf(m, r[i]);
    for (int k = 16; k; k >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, k));
    if (lane == 0) w[warp] = m;
    __syncthreads();
    m = w[lane];
    for (int k = 16; k; k >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, k));
    __syncthreads();
    for (int i = threadIdx.x; i < vocab; i += 1024) s += __expf(r[i] - m);
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(0xffffffffu, s, k);
    if (lane == 0) w[warp] = s;
    __syncthreads();
    s = w[lane];
    for (int k = 16; k; k >>= 1) s += __shfl_xor_sync(0xffffffffu, s, k);
    s = 1.f / s;
    for (int i = threadIdx.x; i < vocab; i += 1024) o[i] = __expf(r[i] - m) * s;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static std::vector<float> widen(const std::vector<__half> &v) {
    std::vector<float> r(v.size());
    for (size_t i = 0; i < v.size(); i++) r[i] = __half2float(v[i]);
    return r;
}
static std::vector<__half> halves(size_t n, unsigned seed) {
    Rng g(seed);
    std::vector<__half> h(n);
    for (auto &e : h) e = __float2half((g.u() & 0xfff) / 2048.f - 1.f);
    return h;
}

int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("llm_rope")) {
        const int T = sz(8192), heads = 32, n = T * heads * 64, maxpos = 4096;
        Rng g(1);
        std::vector<int> pos(T);
        for (int t = 0; t < T; t++) pos[t] = t % maxpos;
        std::vector<float2> cs((size_t)maxpos * 64);
        for (int p = 0; p < maxpos; p++)
            for (int d = 0; d < 64; d++) {
                float a = p * powf(10000.f, -2.0f * d / 128.0f);
                cs[(size_t)p * 64 + d] = make_float2(cosf(a), sinf(a));
            }
        __half *q = dev(halves((size_t)n * 2, 2)), *o = dev<__half>((size_t)n * 2);
        int *dp = dev(pos);
        float2 *dc = dev(cs);
        auto get = [&] { return widen(host(o, (size_t)n * 2)); };
        run_pair("llm_rope", 1e-2, once([&] { zero(o, (size_t)n * 2); }),
            [&] { llm_rope_before<<<n / 256, 256>>>((__half2 *)q, (__half2 *)o, dp, 10000.f, heads, n); },
            [&] { llm_rope_after<<<n / 256, 256>>>((__half2 *)q, (__half2 *)o, dp, dc, heads, n); }, get, get);
        release(q, o, dp, dc);
    }
    if (want("llm_nf4")) {
        const int n = sz(16 << 20);
        Rng g(3);
        std::vector<unsigned> w(n);
        std::vector<float> m(n / 8);
        for (auto &e : w) e = g.u();
        for (auto &e : m) e = 0.01f + 0.05f * g.f();
        unsigned *dw = dev(w);
        float *dm = dev(m);
        __half *o = dev<__half>((size_t)n * 8);
        auto get = [&] { return widen(host(o, (size_t)n * 8)); };
        run_pair("llm_nf4", 0, once([&] { zero(o, (size_t)n * 8); }),
            [&] { llm_nf4_before<<<n / 256, 256>>>(dw, dm, (__half2 *)o, n); },
            [&] { llm_nf4_after<<<n / 256, 256>>>(dw, dm, (__half2 *)o, n); }, get, get);
        release(dw, dm, o);
    }
    if (want("llm_topp")) {
        const int rows = sz(4096);
        Rng g(4);
        std::vector<float> h((size_t)rows * 4096);
        std::vector<double> e(4096);
        for (int r = 0; r < rows; r++) {              // multiples of 2^-23, so that sums are exact in any order
            double z = 0, al = 0.3 + 0.5 * g.f();
            for (int k = 0; k < 4096; k++) z += e[k] = exp(-al * log(k + 2.0));
            for (int k = 0; k < 4096; k++) h[(size_t)r * 4096 + k] = (float)(floor(e[k] / z * 8388608.0) / 8388608.0);
        }
        float *p = dev(h);
        int *o = dev<int>(rows);
        auto get = [&] { return host(o, rows); };
        run_pair("llm_topp", 0, once([&] { zero(o, rows); }),
            [&] { llm_topp_before<<<rows, 256>>>(p, o, 0.9f); },
            [&] { llm_topp_after<<<rows, 256>>>(p, o, 0.9f); }, get, get);
        release(p, o);
    }
    if (want("llm_kv_store")) {
        const int T = sz(65536), dim = 1024, n = T * dim;
        Rng g(5);
        std::vector<int> slot(T);
        for (int t = 0; t < T; t++) slot[t] = t;
        for (int t = T - 1; t > 0; t--) std::swap(slot[t], slot[g.u() % (unsigned)(t + 1)]);
        __half *k = dev(halves(n, 6)), *o = dev<__half>(n);
        int *ds = dev(slot);
        auto get = [&] { return widen(host(o, n)); };
        run_pair("llm_kv_store", 0, once([&] { zero(o, n); }),
            [&] { llm_kv_store_before<<<n / 256, 256>>>(k, o, ds, dim, 16, n); },
            [&] { llm_kv_store_after<<<T, 128>>>((uint4 *)k, (uint4 *)o, ds, dim / 8); }, get, get);
        release(k, o, ds);
    }
    if (want("llm_softmax")) {
        const int rows = g_small ? 4 : 256, vocab = 65536;
        Rng g(7);
        std::vector<float> h((size_t)rows * vocab);
        for (auto &e : h) e = g.f() * 12.f - 6.f;
        float *x = dev(h), *o = dev<float>((size_t)rows * vocab);
        auto get = [&] { return host(o, (size_t)rows * vocab); };
        run_pair("llm_softmax", 1e-3, once([&] { zero(o, (size_t)rows * vocab); }),
            [&] { llm_softmax_before<<<rows, 32>>>(x, o, vocab); },
            [&] { llm_softmax_after<<<rows, 1024>>>(x, o, vocab); }, get, get);
        release(x, o);
    }
    return g_bad;
}
