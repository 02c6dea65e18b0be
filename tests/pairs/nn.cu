// Test pairs: neural network layers. Own code; see pairs.tsv.
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

constexpr int LD = 128;   // row length of the layer norm
constexpr int CC = 256;   // channels of the convolution and of the pooling
constexpr int CS = 64;    // image edge of the convolution
__constant__ float c_dw[9 * CC];

extern "C" {

// ---- nn_lnorm: layer normalisation of rows of 128
__global__ void nn_lnorm_before(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    size_t r = blockIdx.x;
    float v = t < LD ? x[r * LD + t] : 0.0f;
    s[t] = v;
    __syncthreads();
    for (int o = 512; o; o >>= 1) {
        if (t < o) s[t] += s[t + o];
        __syncthreads();
    }
    float d = t < LD ? v - s[0] / LD : 0.0f;
    __syncthreads();
    s[t] = d * d;
    __syncthreads();
    for (int o = 512; o; o >>= 1) {
        if (t < o) s[t] += s[t + o];
        __syncthreads();
    }
    if (t < LD) y[r * LD + t] = d * rsqrtf(s[0] / LD + 1e-5f);
}
__global__ void nn_lnorm_after(const float* __restrict__ x, float* __restrict__ y) {
    size_t r = blockIdx.x * 8 + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    float v[4], s = 0.0f, q = 0.0f;
    for (int k = 0; k < 4; k++) { v[k] = x[r * LD + 32 * k + lane]; s += v[k]; }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    for (int k = 0; k < 4; k++) { v[k] -= s / LD; q += v[k] * v[k]; }
    for (int o = 16; o; o >>= 1) q += __shfl_xor_sync(0xffffffffu, q, o);
    float inv = rsqrtf(q / LD + 1e-5f);
    for (int k = 0; k < 4; k++) y[r * LD + 32 * k + lane] = v[k] * inv;
}

// ---- nn_dwconv: depthwise 3 x 3 convolution, images [n][h][w][c]
__global__ void nn_dwconv_before(const float* __restrict__ x, float* __restrict__ y) {
    int c = threadIdx.x, w = blockIdx.x, h = blockIdx.y;
    const float* im = x + (size_t)blockIdx.z * CS * CS * CC;
    float s = 0.0f;
    for (int k = 0; k < 9; k++) {
        int hh = h + k / 3 - 1, ww = w + k % 3 - 1;
        if (hh >= 0 && hh < CS && ww >= 0 && ww < CS) s += im[(hh * CS + ww) * CC + c] * c_dw[k * CC + c];
    }
    y[(size_t)blockIdx.z * CS * CS * CC + (h * CS + w) * CC + c] = s;
}
__global__ void nn_dwconv_after(const float* __restrict__ x, const float* __restrict__ wt, float* __restrict__ y) {
    int c = threadIdx.x, w = blockIdx.x, h = blockIdx.y;
    const float* im = x + (size_t)blockIdx.z * CS * CS * CC;
    float s = 0.0f;
    for (int k = 0; k < 9; k++) {
        int hh = h + k / 3 - 1, ww = w + k % 3 - 1;
        if (hh >= 0 && hh < CS && ww >= 0 && ww < CS) s += im[(hh * CS + ww) * CC + c] * wt[k * CC + c];
    }
    y[(size_t)blockIdx.z * CS * CS * CC + (h * CS + w) * CC + c] = s;
}

// ---- nn_embed: rows of dim halves (as 16-bit words) copied by token number
__global__ void nn_embed_before(const unsigned short* __restrict__ tab, const int* __restrict__ tok,
                                unsigned short* __restrict__ out, int dim) {
    size_t d = blockIdx.x * blockDim.x + threadIdx.x;
    out[(size_t)blockIdx.y * dim + d] = tab[(size_t)tok[blockIdx.y] * dim + d];
}
__global__ void nn_embed_after(const uint4* __restrict__ tab, const int* __restrict__ tok, uint4* __restrict__ out,
                               int dim8) {
    out[(size_t)blockIdx.x * dim8 + threadIdx.x] = tab[(size_t)tok[blockIdx.x] * dim8 + threadIdx.x];
}

// ---- nn_adam: one optimizer step
__global__ void nn_adam_before(float* __restrict__ p, const float* __restrict__ g, float* __restrict__ m,
                               float* __restrict__ v, int n, int step, float b1, float b2, float lr) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t1 = 1.0f, t2 = 1.0f;
    for (int s = 0; s < step; s++) { t1 *= b1; t2 *= b2; }
    float gi = g[i], mi = b1 * m[i] + (1.0f - b1) * gi, vi = b2 * v[i] + (1.0f - b2) * gi * gi;
    m[i] = mi;
    v[i] = vi;
    p[i] -= lr * (mi / (1.0f - t1)) / (sqrtf(vi / (1.0f - t2)) + 1e-8f);
}
__global__ void nn_adam_after(float* __restrict__ p, const float* __restrict__ g, float* __restrict__ m,
                              float* __restrict__ v, int n, float t1, float t2, float b1, float b2, float lr) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float gi = g[i], mi = b1 * m[i] + (1.0f - b1) * gi, vi = b2 * v[i] + (1.0f - b2) * gi * gi;
    m[i] = mi;
    v[i] = vi;
    p[i] -= lr * (mi / (1.0f - t1)) / (sqrtf(vi / (1.0f - t2)) + 1e-8f);
}

// ---- nn_gap: global average pooling, images [n][pixel][c]
__global__ void nn_gap_before(const float* __restrict__ x, float* __restrict__ out, int hw) {
    int c = threadIdx.x;
    const float* p = x + (size_t)blockIdx.x * hw * CC;
    float s = 0.0f;
    for (int k = 0; k < hw; k++) s += p[(size_t)k * CC + c];
    out[blockIdx.x * CC + c] = s / hw;
}
__global__ void nn_gap_after(const float* __restrict__ x, float* __restrict__ out, int hw) {
    int c = threadIdx.x, lo = blockIdx.y * 64, hi = min(lo + 64, hw);
    const float* p = x + (size_t)blockIdx.x * hw * CC;
    float s = 0.0f;
    for (int k = lo; k < hi; k++) s += p[(size_t)k * CC + c];
    atomicAdd(&out[blockIdx.x * CC + c], s / hw);
}

// ---- nn_bn: batch normalisation with running statistics, images [n][c][pixel]
__global__ void nn_bn_before(const float4* __restrict__ x, float4* __restrict__ y, const float* __restrict__ mean,
                             const float* __restrict__ var, const float* __restrict__ gam,
                             const float* __restrict__ bet, int n4, int hw4, int nc) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    int c = (i / hw4) % nc;
    float4 v = x[i];
    float m = mean[c], s = var[c], g = gam[c], b = bet[c];
    v.x = (v.x - m) / sqrtf(s + 1e-5f) * g + b;
    v.y = (v.y - m) / sqrtf(s + 1e-5f) * g + b;
    v.z = (v.z - m) / sqrtf(s + 1e-5f) * g + b;
    v.w = (v.w - m) / sqrtf(s + 1e-5f) * g + b;
    y[i] = v;
}
__global__ void nn_bn_after(const float4* __restrict__ x, float4* __restrict__ y, const float* __restrict__ scale,
                            const float* __restrict__ shift, int n4, int hw4, int nc) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    int c = (i / hw4) % nc;
    float4 v = x[i];
    float a = scale[c], b = shift[c];
    v.x = v.x * a + b; v.y = v.y * a + b; v.z = v.z * a + b; v.w = v.w * a + b;
    y[i] = v;
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    if (want("nn_lnorm")) {
        const int rows = 1 << 18;
        float* x = dup(randf((1 << 20) + 5, -1.0f, 2.0f), (size_t)rows * LD);
        float *o1 = dnew<float>((size_t)rows * LD), *o2 = dnew<float>((size_t)rows * LD);
        float tb = measure(nothing, [&] { nn_lnorm_before<<<rows, 1024>>>(x, o1); });
        float ta = measure(nothing, [&] { nn_lnorm_after<<<rows / 8, 256>>>(x, o2); });
        check("nn_lnorm", tb, ta, o1, o2, (size_t)rows * LD, 1e-4);
    }
    if (want("nn_dwconv")) {
        const size_t n = (size_t)16 * CS * CS * CC;
        std::vector<float> w = randf(9 * CC, -1.0f, 1.0f);
        CK(cudaMemcpyToSymbol(c_dw, w.data(), sizeof(float) * 9 * CC));
        float *x = dup(randf((1 << 20) + 3, -1.0f, 1.0f), n), *dw = dup(w), *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        dim3 g(CS, CS, 16);
        float tb = measure(nothing, [&] { nn_dwconv_before<<<g, CC>>>(x, o1); });
        float ta = measure(nothing, [&] { nn_dwconv_after<<<g, CC>>>(x, dw, o2); });
        check("nn_dwconv", tb, ta, o1, o2, n, 1e-5);
    }
    if (want("nn_embed")) {
        const int voc = 50000, dim = 1024, nt = 60000;
        std::vector<unsigned short> v((1 << 20) + 8);
        for (auto& a : v) a = (unsigned short)(rnd() >> 18);
        std::vector<int> t(nt);
        for (auto& a : t) a = (int)(rnd() % voc);
        unsigned short* tab = dup(v, (size_t)voc * dim);
        int* tok = dup(t);
        unsigned short *o1 = dnew<unsigned short>((size_t)nt * dim), *o2 = dnew<unsigned short>((size_t)nt * dim);
        float tb = measure(nothing, [&] { nn_embed_before<<<dim3(dim / 256, nt), 256>>>(tab, tok, o1, dim); });
        float ta = measure(nothing, [&] { nn_embed_after<<<nt, dim / 8>>>((uint4*)tab, tok, (uint4*)o2, dim / 8); });
        check("nn_embed", tb, ta, o1, o2, (size_t)nt * dim, 0.0);
    }
    if (want("nn_adam")) {
        const int n = 1 << 24, step = 500;
        const float b1 = 0.9f, b2 = 0.999f;
        std::vector<float> w = randf(1 << 20, -1.0f, 1.0f), q = randf(1 << 20, 0.01f, 0.1f);
        float *g = dup(randf((1 << 20) + 9, -0.3f, 0.3f), n), *p1 = dup(w, n), *p2 = dup(w, n), *m1 = dup(q, n), *m2 = dup(q, n);
        float *v1 = dup(q, n), *v2 = dup(q, n), t1 = 1.0f, t2 = 1.0f;
        for (int s = 0; s < step; s++) { t1 *= b1; t2 *= b2; }
        float tb = measure(nothing, [&] { nn_adam_before<<<n / 256, 256>>>(p1, g, m1, v1, n, step, b1, b2, 1e-2f); });
        float ta = measure(nothing, [&] { nn_adam_after<<<n / 256, 256>>>(p2, g, m2, v2, n, t1, t2, b1, b2, 1e-2f); });
        check("nn_adam", tb, ta, p1, p2, n, 1e-4);
    }
    if (want("nn_gap")) {
        const int nb = 64, hw = 56 * 56;
        float* x = dup(randf((1 << 20) + 17, 0.0f, 1.0f), (size_t)nb * hw * CC);
        float *o1 = dnew<float>(nb * CC), *o2 = dnew<float>(nb * CC);
        float tb = measure(nothing, [&] { nn_gap_before<<<nb, CC>>>(x, o1, hw); });
        float ta = measure([&] { CK(cudaMemset(o2, 0, sizeof(float) * nb * CC)); },
                           [&] { nn_gap_after<<<dim3(nb, (hw + 63) / 64), CC>>>(x, o2, hw); });
        check("nn_gap", tb, ta, o1, o2, nb * CC, 1e-4);
    }
    if (want("nn_bn")) {
        const int n4 = 1 << 24, hw4 = 28 * 28 / 4, nc = 192;
        std::vector<float> mean = randf(nc, -1.0f, 1.0f), var = randf(nc, 0.5f, 2.0f), g = randf(nc, 0.5f, 1.5f), b = randf(nc, -1.0f, 1.0f);
        std::vector<float> sc(nc), sh(nc);
        for (int c = 0; c < nc; c++) { sc[c] = g[c] / sqrtf(var[c] + 1e-5f); sh[c] = b[c] - mean[c] * sc[c]; }
        float4* x = (float4*)dup(randf((1 << 20) + 3, -2.0f, 2.0f), (size_t)4 * n4);
        float *dm = dup(mean), *dv = dup(var), *dg = dup(g), *db = dup(b), *ds = dup(sc), *dh = dup(sh);
        float4 *o1 = dnew<float4>(n4), *o2 = dnew<float4>(n4);
        float tb = measure(nothing, [&] { nn_bn_before<<<n4 / 256, 256>>>(x, o1, dm, dv, dg, db, n4, hw4, nc); });
        float ta = measure(nothing, [&] { nn_bn_after<<<n4 / 256, 256>>>(x, o2, ds, dh, n4, hw4, nc); });
        check("nn_bn", tb, ta, (float*)o1, (float*)o2, (size_t)1 << 22, 1e-4);
    }
    return 0;
}
