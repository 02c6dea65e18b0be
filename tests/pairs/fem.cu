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
__constant__ float DN[8][24];                         // gradients of the shape functions at the eight points: [point][3 * node + direction]

// Jacobian of a hexahedron at a point, X as 24 coordinates
static __device__ __forceinline__ void jacobian(const float *X, int q, float *J) {
#pragma unroll
    for (int k = 0; k < 9; k++) J[k] = 0.f;
#pragma unroll
    for (int a = 0; a < 8; a++)
#pragma unroll
        for (int d = 0; d < 3; d++)
#pragma unroll
            for (int c = 0; c < 3; c++) J[d * 3 + c] += DN[q][a * 3 + d] * X[a * 3 + c];
}
static __device__ __forceinline__ float cofactors(const float *J, float *C) {
    C[0] = J[4] * J[8] - J[5] * J[7]; C[1] = J[2] * J[7] - J[1] * J[8]; C[2] = J[1] * J[5] - J[2] * J[4];
    C[3] = J[5] * J[6] - J[3] * J[8]; C[4] = J[0] * J[8] - J[2] * J[6]; C[5] = J[2] * J[3] - J[0] * J[5];
    C[6] = J[3] * J[7] - J[4] * J[6]; C[7] = J[1] * J[6] - J[0] * J[7]; C[8] = J[0] * J[4] - J[1] * J[3];
    return J[0] * C[0] + J[1] * C[3] + J[2] * C[6];
}

extern "C" {

// Laplace operator of an element times its nodal values; before: through the element matrix
__global__ void fem_apply_before(const float *xyz, const float *u, float *y, int E) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= E) return;
    float X[24], K[8][8];
#pragma unroll
    for (int k = 0; k < 24; k++) X[k] = xyz[k * E + e];
#pragma unroll
    for (int a = 0; a < 8; a++)
#pragma unroll
        for (int b = 0; b < 8; b++) K[a][b] = 0.f;
#pragma unroll 1
    for (int q = 0; q < 8; q++) {
        float J[9], C[9], G[8][3];
        jacobian(X, q, J);
        float det = cofactors(J, C), r = 1.f / det;
#pragma unroll
        for (int a = 0; a < 8; a++)
#pragma unroll
            for (int d = 0; d < 3; d++)
                G[a][d] = (C[d * 3] * DN[q][a * 3] + C[d * 3 + 1] * DN[q][a * 3 + 1] + C[d * 3 + 2] * DN[q][a * 3 + 2]) * r;
#pragma unroll
        for (int a = 0; a < 8; a++)
#pragma unroll
            for (int b = 0; b < 8; b++)
                K[a][b] += (G[a][0] * G[b][0] + G[a][1] * G[b][1] + G[a][2] * G[b][2]) * det;
    }
#pragma unroll
    for (int a = 0; a < 8; a++) {
        float s = 0.f;
#pragma unroll
        for (int b = 0; b < 8; b++) s += K[a][b] * u[b * E + e];
        y[a * E + e] = s;
    }
}
__global__ void fem_apply_after(const float *xyz, const float *u, float *y, int E) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= E) return;
    float X[24], v[8], s[8];
#pragma unroll
    for (int k = 0; k < 24; k++) X[k] = xyz[k * E + e];
#pragma unroll
    for (int a = 0; a < 8; a++) { v[a] = u[a * E + e]; s[a] = 0.f; }
#pragma unroll 1
    for (int q = 0; q < 8; q++) {
        float J[9], C[9], g[3], h[3];
        jacobian(X, q, J);
        float det = cofactors(J, C), r = 1.f / det;
#pragma unroll
        for (int d = 0; d < 3; d++) {                 // gradient in the reference element
            g[d] = 0.f;
#pragma unroll
            for (int a = 0; a < 8; a++) g[d] += DN[q][a * 3 + d] * v[a];
        }
#pragma unroll
        for (int d = 0; d < 3; d++) h[d] = (C[d * 3] * g[0] + C[d * 3 + 1] * g[1] + C[d * 3 + 2] * g[2]) * r;
#pragma unroll
        for (int d = 0; d < 3; d++) g[d] = C[d] * h[0] + C[3 + d] * h[1] + C[6 + d] * h[2];   // times det and its inverse
#pragma unroll
        for (int a = 0; a < 8; a++)
            s[a] += DN[q][a * 3] * g[0] + DN[q][a * 3 + 1] * g[1] + DN[q][a * 3 + 2] * g[2];
    }
#pragma unroll
    for (int a = 0; a < 8; a++) y[a * E + e] = s[a];
}

// quality of elements: norm of the inverse Jacobian over the points
__global__ void fem_quality_before(const float *xyz, float *quality, int E) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= E) return;
    float X[24], s = 0.f;
#pragma unroll
    for (int k = 0; k < 24; k++) X[k] = xyz[k * E + e];
#pragma unroll 1
    for (int q = 0; q < 8; q++) {
        float J[9], C[9], I[9], f = 0.f;
        jacobian(X, q, J);
        float det = cofactors(J, C);
#pragma unroll
        for (int k = 0; k < 9; k++) {
            I[k] = C[k] / det;
            f += I[k] * I[k];
        }
        s += sqrtf(f) * det;
    }
    quality[e] = s;
}
__global__ void fem_quality_after(const float *xyz, float *quality, int E) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= E) return;
    float X[24], s = 0.f;
#pragma unroll
    for (int k = 0; k < 24; k++) X[k] = xyz[k * E + e];
#pragma unroll 1
    for (int q = 0; q < 8; q++) {
        float J[9], C[9], I[9], f = 0.f;
        jacobian(X, q, J);
        float det = cofactors(J, C), r = 1.f / det;
#pragma unroll
        for (int k = 0; k < 9; k++) {
            I[k] = C[k] * r;
            f += I[k] * I[k];
        }
        s += sqrtf(f) * det;
    }
    quality[e] = s;
}

// element matrices times the values of their nodes; before: a block an element, a thread a node
__global__ void fem_elem_block_before(const float *K, const int *conn, const float *u, float *y) {
    __shared__ float v[8];
    int e = blockIdx.x, a = threadIdx.x;
    v[a] = u[conn[e * 8 + a]];
    __syncthreads();
    float s = 0.f;
    for (int b = 0; b < 8; b++) s += K[e * 64 + a * 8 + b] * v[b];
    y[e * 8 + a] = s;
}
__global__ void fem_elem_block_after(const float *K, const int *conn, const float *u, float *y) {
    __shared__ float v[256];                          // 32 elements a block
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    v[t] = u[conn[i]];
    __syncthreads();
    float s = 0.f;
    for (int b = 0; b < 8; b++) s += K[(size_t)i * 8 + b] * v[(t & ~7) + b];
    y[i] = s;
}

// no residual at the nodes with a Dirichlet condition
__global__ void fem_dirichlet_before(const float *res, float *out, const int *fixed, int nfixed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool is = false;
    for (int k = 0; k < nfixed; k++)
        if (fixed[k] == i) { is = true; break; }
    out[i] = is ? 0.f : res[i];
}
__global__ void fem_dirichlet_after(const float *res, float *out, const unsigned char *isfixed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = isfixed[i] ? 0.f : res[i];
}

// von Mises stress at the integration points
__global__ void fem_mises_before(const float *sig, float *vm, int n) {
    __shared__ float s[6][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    for (int k = 0; k < 6; k++) s[k][t] = sig[(size_t)k * n + i];
    __syncthreads();
    float a = s[0][t] - s[1][t], b = s[1][t] - s[2][t], c = s[2][t] - s[0][t];
    float d = s[3][t], e = s[4][t], f = s[5][t];
    vm[i] = sqrtf(0.5f * (a * a + b * b + c * c) + 3.f * (d * d + e * e + f * f));
}
__global__ void fem_mises_after(const float *sig, float *vm, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float s0 = sig[i], s1 = sig[(size_t)n + i], s2 = sig[(size_t)2 * n + i];
    float d = sig[(size_t)3 * n + i], e = sig[(size_t)4 * n + i], f = sig[(size_t)5 * n + i];
    float a = s0 - s1, b = s1 - s2, c = s2 - s0;
    vm[i] = sqrtf(0.5f * (a * a + b * b + c * c) + 3.f * (d * d + e * e + f * f));
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static const int CORNER[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}};
static void shape_table() {
    float t[8][24];
    const double p = 1 / sqrt(3.0);
    for (int q = 0; q < 8; q++)
        for (int a = 0; a < 8; a++) {
            double s[3];
            for (int d = 0; d < 3; d++) s[d] = 1 + CORNER[a][d] * CORNER[q][d] * p;
            for (int d = 0; d < 3; d++) t[q][a * 3 + d] = (float)(0.125 * CORNER[a][d] * s[(d + 1) % 3] * s[(d + 2) % 3]);
        }
    CK(cudaMemcpyToSymbol(DN, t, sizeof t));
}
static float *hexes(int E, unsigned seed) {           // unit cubes with moved corners, [24][E]
    Rng g(seed);
    std::vector<float> h((size_t)24 * E);
    for (int e = 0; e < E; e++)
        for (int k = 0; k < 24; k++)
            h[(size_t)k * E + e] = 0.5f * CORNER[k / 3][k % 3] + 0.2f * (g.f() - 0.5f);
    return dev(h);
}

int main(int argc, char **argv) {
    harness_init(argc, argv);
    shape_table();
    if (want("fem_apply")) {
        const int E = sz(1 << 20);
        Rng g(1);
        std::vector<float> h((size_t)8 * E);
        for (auto &e : h) e = g.f();
        float *x = hexes(E, 2), *u = dev(h), *y = dev<float>((size_t)8 * E);
        auto get = [&] { return host(y, (size_t)8 * E); };
        run_pair("fem_apply", 1e-3, once([&] { zero(y, (size_t)8 * E); }),
            [&] { fem_apply_before<<<E / 128, 128>>>(x, u, y, E); },
            [&] { fem_apply_after<<<E / 128, 128>>>(x, u, y, E); }, get, get);
        release(x, u, y);
    }
    if (want("fem_quality")) {
        const int E = sz(2 << 20);
        float *x = hexes(E, 3), *y = dev<float>(E);
        auto get = [&] { return host(y, E); };
        run_pair("fem_quality", 1e-4, once([&] { zero(y, E); }),
            [&] { fem_quality_before<<<E / 128, 128>>>(x, y, E); },
            [&] { fem_quality_after<<<E / 128, 128>>>(x, y, E); }, get, get);
        release(x, y);
    }
    if (want("fem_elem_block")) {
        const int E = sz(512 << 10), nn = E;
        Rng g(4);
        std::vector<float> K((size_t)64 * E), u(nn);
        std::vector<int> c((size_t)8 * E);
        for (auto &e : K) e = (g.u() & 1023) / 512.f - 1.f;
        for (auto &e : u) e = g.f();
        for (int e = 0; e < E; e++)                   // nodes near the element, as in a mesh with a good numbering
            for (int a = 0; a < 8; a++) c[(size_t)e * 8 + a] = (e + (a & 3) + (a >> 2) * 97 + (int)(g.u() & 15)) % nn;
        float *dK = dev(K), *du = dev(u), *y = dev<float>((size_t)8 * E);
        int *dc = dev(c);
        auto get = [&] { return host(y, (size_t)8 * E); };
        run_pair("fem_elem_block", 1e-5, once([&] { zero(y, (size_t)8 * E); }),
            [&] { fem_elem_block_before<<<E, 8>>>(dK, dc, du, y); },
            [&] { fem_elem_block_after<<<E / 32, 256>>>(dK, dc, du, y); }, get, get);
        release(dK, du, y, dc);
    }
    if (want("fem_dirichlet")) {
        const int n = sz(16 << 20), nf = 192;
        Rng g(5);
        std::vector<float> r(n);
        std::vector<int> f(nf);
        std::vector<unsigned char> m(n, 0);
        for (auto &e : r) e = g.f() + 0.1f;
        for (auto &e : f) { e = (int)(g.u() % (unsigned)n); m[e] = 1; }
        float *dr = dev(r), *o = dev<float>(n);
        int *df = dev(f);
        unsigned char *dm = dev(m);
        auto get = [&] { return host(o, n); };
        run_pair("fem_dirichlet", 0, once([&] { zero(o, n); }),
            [&] { fem_dirichlet_before<<<n / 256, 256>>>(dr, o, df, nf, n); },
            [&] { fem_dirichlet_after<<<n / 256, 256>>>(dr, o, dm, n); }, get, get);
        release(dr, o, df, dm);
    }
    if (want("fem_mises")) {
        const int n = sz(16 << 20);
        Rng g(6);
        std::vector<float> h((size_t)6 * n);
        for (auto &e : h) e = (g.u() & 4095) / 16.f - 128.f;
        float *s = dev(h), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("fem_mises", 1e-5, once([&] { zero(o, n); }),
            [&] { fem_mises_before<<<n / 256, 256>>>(s, o, n); },
            [&] { fem_mises_after<<<n / 256, 256>>>(s, o, n); }, get, get);
        release(s, o);
    }
    return g_bad;
}
