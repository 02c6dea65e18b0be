// Test pairs: epidemiology and agent models. Own code; see pairs.tsv.
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

extern "C" {

// ---- stochastic SIR replicates, tau-leaping; one replicate a thread
__global__ void epi_tauleap_before(float* S, float* I, float* R, float* peak, uint32_t* seed,
                                   const float* beta, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int t = 0; t < steps; t++) {
        seed[i] ^= seed[i] << 13; seed[i] ^= seed[i] >> 17; seed[i] ^= seed[i] << 5;
        float u = (float)(seed[i] >> 8) * (1.0f / 16777216.0f);
        float inf = fminf(S[i], beta[i] * S[i] * I[i] * 1e-4f * (0.5f + u));
        float rec = 0.01f * I[i];
        S[i] -= inf;
        I[i] += inf - rec;
        R[i] += rec;
        if (I[i] > peak[i]) peak[i] = I[i];
    }
}
__global__ void epi_tauleap_after(float* S, float* I, float* R, float* peak, uint32_t* seed,
                                  const float* beta, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = S[i], f = I[i], r = R[i], p = peak[i], b = beta[i];
    uint32_t q = seed[i];
    for (int t = 0; t < steps; t++) {
        q ^= q << 13; q ^= q >> 17; q ^= q << 5;
        float u = (float)(q >> 8) * (1.0f / 16777216.0f);
        float inf = fminf(s, b * s * f * 1e-4f * (0.5f + u));
        float rec = 0.01f * f;
        s -= inf;
        f += inf - rec;
        r += rec;
        if (f > p) p = f;
    }
    S[i] = s; I[i] = f; R[i] = r; peak[i] = p; seed[i] = q;
}

// ---- pressure of infection over a contact network (compressed rows)
__global__ void epi_contacts_before(const int* __restrict__ row, const int* __restrict__ col,
                                    const float* __restrict__ w, const float* __restrict__ inf,
                                    float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0.0f;
    for (int e = row[i]; e < row[i + 1]; e++) s += w[e] * inf[col[e]];
    out[i] = s;
}
__global__ void epi_contacts_after(const int* __restrict__ row, const int* __restrict__ col,
                                   const float* __restrict__ w, const float* __restrict__ inf,
                                   float* __restrict__ out, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (i >= n) return;
    float s = 0.0f;
    int end = row[i + 1];
    for (int e = row[i] + lane; e < end; e += 32) s += w[e] * inf[col[e]];
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (lane == 0) out[i] = s;
}

// ---- spatial force of infection: every farm on every farm, power-law kernel
__global__ void epi_force_before(const float2* __restrict__ pos, const float4* __restrict__ src,
                                 float* __restrict__ out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = pos[i];
    float sum = 0.0f;
    for (int j = 0; j < m; j++) {
        float4 q = src[j];
        float d = sqrtf((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
        sum += q.z / (1.0 + pow(d / 0.02, 2.5));
    }
    out[i] = 1.0 - exp(-0.01 * sum);
}
__global__ void epi_force_after(const float2* __restrict__ pos, const float4* __restrict__ src,
                                float* __restrict__ out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = pos[i];
    float sum = 0.0f;
    for (int j = 0; j < m; j++) {
        float4 q = src[j];
        float d = sqrtf((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
        sum += q.z / (1.0f + powf(d / 0.02f, 2.5f));
    }
    out[i] = 1.0f - expf(-0.01f * sum);
}

// ---- census of agents by age band (8) and state (5)
__global__ void epi_census_before(const int* __restrict__ age, const int* __restrict__ state,
                                  int* __restrict__ cnt, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&cnt[age[i] * 5 + state[i]], 1);
}
__global__ void epi_census_after(const int* __restrict__ age, const int* __restrict__ state,
                                 int* __restrict__ cnt, int n) {
    __shared__ int h[8][40];
    for (int k = threadIdx.x; k < 320; k += blockDim.x) h[k / 40][k % 40] = 0;
    __syncthreads();
    int w = threadIdx.x >> 5;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[w][age[i] * 5 + state[i]], 1);
    __syncthreads();
    if (threadIdx.x < 40) {
        int s = 0;
        for (int k = 0; k < 8; k++) s += h[k][threadIdx.x];
        atomicAdd(&cnt[threadIdx.x], s);
    }
}

// ---- waning immunity, with a household boost to the first member
__global__ void epi_waning_before(const float* __restrict__ imm, const float* __restrict__ rate,
                                  float* __restrict__ out, int n, int hsize, int wards) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int house = i / hsize, member = i % hsize;
    float v = imm[i] * (1.0f - rate[i]);
    if (member == 0) v += 0.1f;
    out[i] = v + 0.001f * (float)(house % wards);
}
__global__ void epi_waning_after(const float* __restrict__ imm, const float* __restrict__ rate,
                                 float* __restrict__ out, int n, int hshift, int wmask) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int house = i >> hshift, member = i & ((1 << hshift) - 1);
    float v = imm[i] * (1.0f - rate[i]);
    if (member == 0) v += 0.1f;
    out[i] = v + 0.001f * (float)(house & wmask);
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    if (want("epi_tauleap")) {
        const int n = 1 << 18, steps = 400;
        std::vector<float> h(4 * (size_t)n, 0.0f);
        for (int i = 0; i < n; i++) { h[i] = 990.0f; h[n + i] = 10.0f; }
        std::vector<uint32_t> hs(n);
        for (auto& s : hs) s = rnd() | 1u;
        float *init = dup(h), *beta = dup(randf(n, 0.2f, 0.6f));
        float *o1 = dnew<float>(4 * n), *o2 = dnew<float>(4 * n);
        uint32_t *s0 = dup(hs), *s = dnew<uint32_t>(n);
        auto reset = [&] {
            CK(cudaMemcpy(o1, init, 16 * (size_t)n, cudaMemcpyDeviceToDevice));
            CK(cudaMemcpy(o2, init, 16 * (size_t)n, cudaMemcpyDeviceToDevice));
            CK(cudaMemcpy(s, s0, 4 * (size_t)n, cudaMemcpyDeviceToDevice));
        };
        float tb = measure(reset, [&] { epi_tauleap_before<<<n / 256, 256>>>(o1, o1 + n, o1 + 2 * n, o1 + 3 * n, s, beta, n, steps); });
        std::vector<float> keep = down(o1, 4 * (size_t)n);
        float ta = measure(reset, [&] { epi_tauleap_after<<<n / 256, 256>>>(o2, o2 + n, o2 + 2 * n, o2 + 3 * n, s, beta, n, steps); });
        float* k1 = dup(keep);
        check("epi_tauleap", tb, ta, k1, o2, 4 * (size_t)n, 2e-3);
    }
    if (want("epi_contacts")) {
        const int n = 1 << 18;
        std::vector<int> row(n + 1, 0);
        for (int i = 0; i < n; i++) {
            float u = std::max(rndf(), 1e-7f);
            row[i + 1] = row[i] + (int)std::min(6000.0f, 16.0f / powf(u, 0.7f));
        }
        size_t m = row[n];
        std::vector<int> col(m);
        for (auto& c : col) c = rnd() & (n - 1);
        int *dr = dup(row), *dc = dup(col);
        float *w = dup(randf(1 << 20, 0.0f, 1.0f), m), *inf = dup(randf(n, 0.0f, 1.0f));
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { epi_contacts_before<<<n / 256, 256>>>(dr, dc, w, inf, o1, n); });
        float ta = measure(nothing, [&] { epi_contacts_after<<<n / 8, 256>>>(dr, dc, w, inf, o2, n); });
        check("epi_contacts", tb, ta, o1, o2, n, 1e-3);
    }
    if (want("epi_force")) {
        const int n = 1 << 16, m = 1024;
        float *pos = dup(randf(2 * n, 0.0f, 1.0f)), *src = dup(randf(4 * m, 0.0f, 1.0f));
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { epi_force_before<<<n / 256, 256>>>((float2*)pos, (float4*)src, o1, n, m); });
        float ta = measure(nothing, [&] { epi_force_after<<<n / 256, 256>>>((float2*)pos, (float4*)src, o2, n, m); });
        check("epi_force", tb, ta, o1, o2, n, 1e-4);
    }
    if (want("epi_census")) {
        const int n = 1 << 24;
        std::vector<int> a(1 << 20), s(1 << 20);
        for (auto& v : a) v = rnd() & 7;
        for (auto& v : s) { uint32_t r = (rnd() >> 4) & 63; v = r < 32 ? 0 : r < 36 ? 1 : r < 42 ? 2 : r < 62 ? 3 : 4; }
        int *da = dup(a, n), *ds = dup(s, n), *o1 = dnew<int>(40), *o2 = dnew<int>(40);
        auto reset = [&] { CK(cudaMemset(o1, 0, 160)); };
        auto reset2 = [&] { CK(cudaMemset(o2, 0, 160)); };
        float tb = measure(reset, [&] { epi_census_before<<<132 * 8, 256>>>(da, ds, o1, n); });
        float ta = measure(reset2, [&] { epi_census_after<<<132 * 8, 256>>>(da, ds, o2, n); });
        check("epi_census", tb, ta, o1, o2, 40, 0.0);
    }
    if (want("epi_waning")) {
        const int n = 1 << 25;
        float *imm = dup(randf(1 << 20, 0.0f, 1.0f), n), *rate = dup(randf(1 << 20, 0.0f, 0.1f), n);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { epi_waning_before<<<n / 256, 256>>>(imm, rate, o1, n, 4, 64); });
        float ta = measure(nothing, [&] { epi_waning_after<<<n / 256, 256>>>(imm, rate, o2, n, 2, 63); });
        check("epi_waning", tb, ta, o1, o2, n, 1e-6);
    }
    return 0;
}
