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
static __device__ __forceinline__ void cmad(float2 &s, float2 a, float2 b) {         // s += a b
    s.x = fmaf(a.x, b.x, s.x); s.x = fmaf(-a.y, b.y, s.x);
    s.y = fmaf(a.x, b.y, s.y); s.y = fmaf(a.y, b.x, s.y);
}
static __device__ __forceinline__ void cmadc(float2 &s, float2 a, float2 b) {        // s += a conj(b)
    s.x = fmaf(a.x, b.x, s.x); s.x = fmaf(a.y, b.y, s.x);
    s.y = fmaf(a.y, b.x, s.y); s.y = fmaf(-a.x, b.y, s.y);
}

// sum of three staples A B C^dagger, a site a thread, links as [dir][9][V]
static __device__ __forceinline__ void staple_sum(const float2 *A, const float2 *B, const float2 *C, float2 *out, int V,
                                                  int i) {
    float2 acc[9];
#pragma unroll
    for (int k = 0; k < 9; k++) acc[k] = make_float2(0.f, 0.f);
#pragma unroll
    for (int nu = 0; nu < 3; nu++) {
        float2 a[9], b[9], c[9];
#pragma unroll
        for (int k = 0; k < 9; k++) {
            a[k] = A[(nu * 9 + k) * V + i];
            b[k] = B[(nu * 9 + k) * V + i];
            c[k] = C[(nu * 9 + k) * V + i];
        }
#pragma unroll
        for (int r = 0; r < 3; r++) {
            float2 t[3];
#pragma unroll
            for (int q = 0; q < 3; q++) {
                t[q] = make_float2(0.f, 0.f);
#pragma unroll
                for (int k = 0; k < 3; k++) cmad(t[q], a[r * 3 + k], b[k * 3 + q]);
            }
#pragma unroll
            for (int q = 0; q < 3; q++)
#pragma unroll
                for (int k = 0; k < 3; k++) cmadc(acc[r * 3 + q], t[k], c[q * 3 + k]);
        }
    }
#pragma unroll
    for (int k = 0; k < 9; k++) out[k * V + i] = acc[k];
}

extern "C" {

__global__ void __launch_bounds__(256, 8) qcd_staple_bounds_before(const float2 *__restrict__ A,
                                                                  const float2 *__restrict__ B,
                                                                  const float2 *__restrict__ C,
                                                                  float2 *__restrict__ out, int V) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < V) staple_sum(A, B, C, out, V, i);
}
__global__ void __launch_bounds__(256) qcd_staple_bounds_after(const float2 *__restrict__ A, const float2 *__restrict__ B,
                                                               const float2 *__restrict__ C, float2 *__restrict__ out,
                                                               int V) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < V) staple_sum(A, B, C, out, V, i);
}

// local action density of phi^4 on a periodic 4D lattice
__global__ void qcd_phi4_index_before(const float *phi, float *act, float kappa, float lambda, int Lx, int Ly, int Lz,
                                      int Lt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= Lx * Ly * Lz * Lt) return;
    int x = i % Lx, y = i / Lx % Ly, z = i / (Lx * Ly) % Lz, t = i / (Lx * Ly * Lz);
    float s = phi[(((t * Lz) + z) * Ly + y) * Lx + (x + 1) % Lx];
    s += phi[(((t * Lz) + z) * Ly + y) * Lx + (x - 1 + Lx) % Lx];
    s += phi[(((t * Lz) + z) * Ly + (y + 1) % Ly) * Lx + x];
    s += phi[(((t * Lz) + z) * Ly + (y - 1 + Ly) % Ly) * Lx + x];
    s += phi[(((t * Lz) + (z + 1) % Lz) * Ly + y) * Lx + x];
    s += phi[(((t * Lz) + (z - 1 + Lz) % Lz) * Ly + y) * Lx + x];
    s += phi[((((t + 1) % Lt * Lz) + z) * Ly + y) * Lx + x];
    s += phi[((((t - 1 + Lt) % Lt * Lz) + z) * Ly + y) * Lx + x];
    float p = phi[i], p2 = p * p;
    act[i] = -kappa * p * s + p2 + lambda * (p2 - 1.f) * (p2 - 1.f);
}
__global__ void qcd_phi4_index_after(const float *phi, float *act, float kappa, float lambda, int Lx, int Ly, int Lz,
                                     int Lt) {
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y, z = blockIdx.y, t = blockIdx.z;
    int sy = Lx, szz = Lx * Ly, st = Lx * Ly * Lz;
    int i = t * st + z * szz + y * sy + x;
    float s = phi[x + 1 < Lx ? i + 1 : i + 1 - Lx];
    s += phi[x > 0 ? i - 1 : i - 1 + Lx];
    s += phi[y + 1 < Ly ? i + sy : i + sy - szz];
    s += phi[y > 0 ? i - sy : i - sy + szz];
    s += phi[z + 1 < Lz ? i + szz : i + szz - st];
    s += phi[z > 0 ? i - szz : i - szz + st];
    s += phi[t + 1 < Lt ? i + st : i + st - st * Lt];
    s += phi[t > 0 ? i - st : i - st + st * Lt];
    float p = phi[i], p2 = p * p;
    act[i] = -kappa * p * s + p2 + lambda * (p2 - 1.f) * (p2 - 1.f);
}

// staggered hop: chi(x) = sum over mu of U_mu(x) psi(x + mu); links [4][9][V], vectors [3][V]
__global__ void qcd_hop_rows_before(const float2 *U, const float2 *psi, float2 *chi, int V) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= V) return;
    float2 o[3] = {make_float2(0.f, 0.f), make_float2(0.f, 0.f), make_float2(0.f, 0.f)};
#pragma unroll
    for (int mu = 0; mu < 4; mu++) {
        int j = (i + (1 << 5 * mu)) & (V - 1);
        float2 v[3];
#pragma unroll
        for (int k = 0; k < 3; k++) v[k] = psi[k * V + j];
#pragma unroll
        for (int r = 0; r < 3; r++)
#pragma unroll
            for (int k = 0; k < 3; k++) cmad(o[r], U[(mu * 9 + r * 3 + k) * V + i], v[k]);
    }
#pragma unroll
    for (int k = 0; k < 3; k++) chi[k * V + i] = o[k];
}
__global__ void qcd_hop_rows_after(const float2 *U, const float2 *psi, float2 *chi, int V) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= V) return;
    float2 o[3] = {make_float2(0.f, 0.f), make_float2(0.f, 0.f), make_float2(0.f, 0.f)};
#pragma unroll
    for (int mu = 0; mu < 4; mu++) {
        int j = (i + (1 << 5 * mu)) & (V - 1);
        float2 v[3], u[9];
#pragma unroll
        for (int k = 0; k < 3; k++) v[k] = psi[k * V + j];
#pragma unroll
        for (int k = 0; k < 6; k++) u[k] = U[(mu * 9 + k) * V + i];
#pragma unroll
        for (int k = 0; k < 3; k++) {                 // the third row is the conjugated cross product of the others
            float2 a = u[(k + 1) % 3], b = u[3 + (k + 2) % 3], c = u[(k + 2) % 3], d = u[3 + (k + 1) % 3];
            u[6 + k].x = a.x * b.x - a.y * b.y - c.x * d.x + c.y * d.y;
            u[6 + k].y = -(a.x * b.y + a.y * b.x - c.x * d.y - c.y * d.x);
        }
#pragma unroll
        for (int r = 0; r < 3; r++)
#pragma unroll
            for (int k = 0; k < 3; k++) cmad(o[r], u[r * 3 + k], v[k]);
    }
#pragma unroll
    for (int k = 0; k < 3; k++) chi[k * V + i] = o[k];
}

// sum of Re tr(A B^dagger) over the lattice
__global__ void qcd_plaq_sum_before(const float2 *A, const float2 *B, double *sum, int V) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= V) return;
    float s = 0.f;
#pragma unroll
    for (int k = 0; k < 9; k++) {
        float2 a = A[k * V + i], b = B[k * V + i];
        s += a.x * b.x + a.y * b.y;
    }
    atomicAdd(sum, (double)s);
}
__global__ void qcd_plaq_sum_after(const float2 *A, const float2 *B, double *sum, int V) {
    __shared__ double w[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.f;
    if (i < V) {
#pragma unroll
        for (int k = 0; k < 9; k++) {
            float2 a = A[k * V + i], b = B[k * V + i];
            s += a.x * b.x + a.y * b.y;
        }
    }
    double d = s;
    for (int o = 16; o; o >>= 1) d += __shfl_down_sync(0xffffffffu, d, o);
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = d;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; k++) d += w[k];
        atomicAdd(sum, d);
    }
}

// squared norm of a spinor field, tree in shared memory at the end
__global__ void qcd_norm_tree_before(const float4 *psi, double *sum, int n) {
    __shared__ double s[256];
    double d = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 v = psi[i];
        d += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    s[threadIdx.x] = d;
    __syncthreads();
    for (unsigned k = 1; k < 256; k *= 2) {
        if (threadIdx.x % (2 * k) == 0) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, s[0]);
}
__global__ void qcd_norm_tree_after(const float4 *psi, double *sum, int n) {
    __shared__ double s[256];
    double d = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        float4 v = psi[i];
        d += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    s[threadIdx.x] = d;
    __syncthreads();
    for (unsigned k = 128; k > 0; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, s[0]);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
// SU(3) matrices as [mats][9][V], 4096 different ones
static std::vector<float2> links(int mats, int V, unsigned seed) {
    Rng g(seed);
    std::vector<float> m(4096 * 18);
    for (int q = 0; q < 4096; q++) {
        double u[3][3][2];
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 2; c++) { u[0][k][c] = g.f() - 0.5; u[1][k][c] = g.f() - 0.5; }
        u[0][0][0] += 1; u[1][1][0] += 1;
        double n = 0;
        for (int k = 0; k < 3; k++) n += u[0][k][0] * u[0][k][0] + u[0][k][1] * u[0][k][1];
        for (int k = 0; k < 3; k++) for (int c = 0; c < 2; c++) u[0][k][c] /= sqrt(n);
        double pr = 0, pi = 0;                        // <u0, u1>
        for (int k = 0; k < 3; k++) {
            pr += u[0][k][0] * u[1][k][0] + u[0][k][1] * u[1][k][1];
            pi += u[0][k][0] * u[1][k][1] - u[0][k][1] * u[1][k][0];
        }
        n = 0;
        for (int k = 0; k < 3; k++) {
            u[1][k][0] -= pr * u[0][k][0] - pi * u[0][k][1];
            u[1][k][1] -= pr * u[0][k][1] + pi * u[0][k][0];
            n += u[1][k][0] * u[1][k][0] + u[1][k][1] * u[1][k][1];
        }
        for (int k = 0; k < 3; k++) for (int c = 0; c < 2; c++) u[1][k][c] /= sqrt(n);
        for (int k = 0; k < 3; k++) {
            double *a = u[0][(k + 1) % 3], *b = u[1][(k + 2) % 3], *c = u[0][(k + 2) % 3], *d = u[1][(k + 1) % 3];
            u[2][k][0] = a[0] * b[0] - a[1] * b[1] - c[0] * d[0] + c[1] * d[1];
            u[2][k][1] = -(a[0] * b[1] + a[1] * b[0] - c[0] * d[1] - c[1] * d[0]);
        }
        for (int k = 0; k < 9; k++) for (int c = 0; c < 2; c++) m[q * 18 + k * 2 + c] = (float)u[k / 3][k % 3][c];
    }
    std::vector<float2> r((size_t)mats * 9 * V);
    for (int a = 0; a < mats; a++)
        for (int k = 0; k < 9; k++)
            for (int i = 0; i < V; i++) {
                int q = (i * 7 + a * 131) & 4095;
                r[((size_t)a * 9 + k) * V + i] = make_float2(m[q * 18 + k * 2], m[q * 18 + k * 2 + 1]);
            }
    return r;
}
static std::vector<float> flat(const std::vector<float2> &v) {
    std::vector<float> r(v.size() * 2);
    for (size_t i = 0; i < v.size(); i++) { r[2 * i] = v[i].x; r[2 * i + 1] = v[i].y; }
    return r;
}

int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("qcd_staple_bounds")) {
        const int V = sz(512 << 10);
        float2 *A = dev(links(3, V, 1)), *B = dev(links(3, V, 2)), *C = dev(links(3, V, 3)), *o = dev<float2>(9 * V);
        auto get = [&] { return flat(host(o, 9 * V)); };
        run_pair("qcd_staple_bounds", 1e-4, once([&] { zero(o, 9 * V); }),
            [&] { qcd_staple_bounds_before<<<V / 256, 256>>>(A, B, C, o, V); },
            [&] { qcd_staple_bounds_after<<<V / 256, 256>>>(A, B, C, o, V); }, get, get);
        release(A, B, C, o);
    }
    if (want("qcd_phi4_index")) {
        const int L = 64, K = g_small ? 16 : 64, V = L * K * K * K;
        Rng g(4);
        std::vector<float> h(V);
        for (auto &e : h) e = g.f() * 2.f - 1.f;
        float *p = dev(h), *o = dev<float>(V);
        auto get = [&] { return host(o, V); };
        run_pair("qcd_phi4_index", 1e-5, once([&] { zero(o, V); }),
            [&] { qcd_phi4_index_before<<<V / 256, 256>>>(p, o, 0.13f, 0.02f, L, K, K, K); },
            [&] { qcd_phi4_index_after<<<dim3(K / 4, K, K), dim3(L, 4)>>>(p, o, 0.13f, 0.02f, L, K, K, K); }, get, get);
        release(p, o);
    }
    if (want("qcd_hop_rows")) {
        const int V = sz(1 << 20);
        Rng g(5);
        std::vector<float2> h(3 * V);
        for (auto &e : h) e = make_float2(g.f() - 0.5f, g.f() - 0.5f);
        float2 *U = dev(links(4, V, 6)), *p = dev(h), *o = dev<float2>(3 * V);
        auto get = [&] { return flat(host(o, 3 * V)); };
        run_pair("qcd_hop_rows", 1e-4, once([&] { zero(o, 3 * V); }),
            [&] { qcd_hop_rows_before<<<V / 128, 128>>>(U, p, o, V); },
            [&] { qcd_hop_rows_after<<<V / 128, 128>>>(U, p, o, V); }, get, get);
        release(U, p, o);
    }
    if (want("qcd_plaq_sum")) {
        const int V = sz(1 << 20);
        float2 *A = dev(links(1, V, 7)), *B = dev(links(1, V, 8));
        double *s = dev<double>(1);
        auto get = [&] { return host(s, 1); };
        run_pair("qcd_plaq_sum", 1e-6, [&] { zero(s, 1); },
            [&] { qcd_plaq_sum_before<<<V / 256, 256>>>(A, B, s, V); },
            [&] { qcd_plaq_sum_after<<<V / 256, 256>>>(A, B, s, V); }, get, get);
        release(A, B, s);
    }
    if (want("qcd_norm_tree")) {
        const int n = sz(32 << 20), nb = g_small ? 16 : 1056;
        Rng g(9);
        std::vector<float4> h(n);
        for (auto &e : h) { unsigned u = g.u(); e = make_float4((u & 255) / 256.f, (u >> 8 & 255) / 256.f, (u >> 16 & 255) / 256.f, (u >> 24) / 256.f); }
        float4 *p = dev(h);
        double *s = dev<double>(1);
        auto get = [&] { return host(s, 1); };
        run_pair("qcd_norm_tree", 1e-6, [&] { zero(s, 1); },
            [&] { qcd_norm_tree_before<<<nb, 256>>>(p, s, n); },
            [&] { qcd_norm_tree_after<<<nb, 256>>>(p, s, n); }, get, get);
        release(p, s);
    }
    return g_bad;
}
