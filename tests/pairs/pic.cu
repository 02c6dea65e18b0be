// Test pairs: particle-in-cell and SPH physics. Own code; see pairs.tsv.
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

struct Part { float x, y, z, w; int cell, id, kind, pad; float vx, vy, vz, q, m, ex, ey, ez; };
constexpr int NG = 1024;       // grid edge of the deposit
constexpr int SRC = 3072;      // sources of one block row
static __device__ __forceinline__ void casAdd(double* a, double v) {
    unsigned long long *p = (unsigned long long*)a, old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, (unsigned long long)__double_as_longlong(v + __longlong_as_double((long long)seen)));
    } while (seen != old);
}
static __device__ __forceinline__ void cubic(float f, float* w) {
    float g = 1.0f - f;
    w[0] = g * g * g * (1.0f / 6.0f);
    w[1] = (4.0f + f * f * (3.0f * f - 6.0f)) * (1.0f / 6.0f);
    w[2] = (4.0f + g * g * (3.0f * g - 6.0f)) * (1.0f / 6.0f);
    w[3] = f * f * f * (1.0f / 6.0f);
}
// current of the np particles of each cell at its 4 x 4 nodes, arrays [particle][cell]
static __device__ __forceinline__ void moments(const float* __restrict__ x, const float* __restrict__ y,
                                               const float* __restrict__ vx, const float* __restrict__ vy,
                                               const float* __restrict__ vz, float* __restrict__ out, int nc, int np) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= nc) return;
    float a[48];
#pragma unroll
    for (int k = 0; k < 48; k++) a[k] = 0.0f;
#pragma unroll 1
    for (int p = 0; p < np; p++) {
        size_t i = (size_t)p * nc + c;
        float u = vx[i], v = vy[i], w = vz[i], wx[4], wy[4];
        cubic(x[i], wx);
        cubic(y[i], wy);
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float t = wx[k & 3] * wy[k >> 2];
            a[k] += t * u; a[16 + k] += t * v; a[32 + k] += t * w;
        }
    }
#pragma unroll
    for (int k = 0; k < 48; k++) out[(size_t)k * nc + c] = a[k];
}
static __device__ __forceinline__ void pull(float4 s, const float4* p, float4* a) {
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float dx = s.x - p[k].x, dy = s.y - p[k].y, dz = s.z - p[k].z;
        float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = s.w * inv * inv * inv;
        a[k].x += f * dx; a[k].y += f * dy; a[k].z += f * dz; a[k].w += s.w * inv;
    }
}

extern "C" {

// ---- pic_dep: bilinear deposit of charge on a periodic grid in double
__global__ void pic_dep_before(const float* __restrict__ x, const float* __restrict__ y, double* rho, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int ix = (int)x[i], iy = (int)y[i], jx = (ix + 1) & (NG - 1), jy = (iy + 1) & (NG - 1);
    double fx = x[i] - ix, fy = y[i] - iy;
    casAdd(&rho[iy * NG + ix], (1.0 - fx) * (1.0 - fy));
    casAdd(&rho[iy * NG + jx], fx * (1.0 - fy));
    casAdd(&rho[jy * NG + ix], (1.0 - fx) * fy);
    casAdd(&rho[jy * NG + jx], fx * fy);
}
__global__ void pic_dep_after(const float* __restrict__ x, const float* __restrict__ y, double* rho, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int ix = (int)x[i], iy = (int)y[i], jx = (ix + 1) & (NG - 1), jy = (iy + 1) & (NG - 1);
    double fx = x[i] - ix, fy = y[i] - iy;
    atomicAdd(&rho[iy * NG + ix], (1.0 - fx) * (1.0 - fy));
    atomicAdd(&rho[iy * NG + jx], fx * (1.0 - fy));
    atomicAdd(&rho[jy * NG + ix], (1.0 - fx) * fy);
    atomicAdd(&rho[jy * NG + jx], fx * fy);
}

// ---- pic_diag: angular momentum about z plus drift energy of each particle
__global__ void pic_diag_before(const Part* __restrict__ p, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ux = p[i].vx, uy = p[i].vy, uz = p[i].vz;
    out[i] = p[i].x * uy - p[i].y * ux + p[i].z * uz + 0.5f * (ux * ux + uy * uy + uz * uz);
}
__global__ void pic_diag_after(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                               const float* __restrict__ vx, const float* __restrict__ vy,
                               const float* __restrict__ vz, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ux = vx[i], uy = vy[i], uz = vz[i];
    out[i] = x[i] * uy - y[i] * ux + z[i] * uz + 0.5f * (ux * ux + uy * uy + uz * uz);
}

// ---- pic_sph: cubic spline density over neighbour offsets nb[k*n+i], then the Tait pressure
__global__ void pic_sph_before(const float4* __restrict__ pos, const int* __restrict__ nb, float* __restrict__ out,
                               int n, int nn, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = pos[i];
    float rho = 0;
    for (int k = 0; k < nn; k++) {
        float4 b = pos[(i + nb[(size_t)k * n + i]) & (n - 1)];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float q = sqrt(dx * dx + dy * dy + dz * dz) / h;
        if (q < 1.0) rho += b.w * (1.0 - 1.5 * pow(q, 2.0) + 0.75 * pow(q, 3.0));
        else if (q < 2.0) rho += b.w * 0.25 * pow(2.0 - q, 3.0);
    }
    out[i] = pow(rho / 4.0, 7.0) - 1.0;
}
__global__ void pic_sph_after(const float4* __restrict__ pos, const int* __restrict__ nb, float* __restrict__ out,
                              int n, int nn, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = pos[i];
    float rho = 0, ih = 1.0f / h;
    for (int k = 0; k < nn; k++) {
        float4 b = pos[(i + nb[(size_t)k * n + i]) & (n - 1)];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float q = sqrtf(dx * dx + dy * dy + dz * dz) * ih, g = 2.0f - q;
        if (q < 1.0f) rho += b.w * (1.0f - q * q * (1.5f - 0.75f * q));
        else if (q < 2.0f) rho += b.w * 0.25f * g * g * g;
    }
    float r = 0.25f * rho, r2 = r * r;
    out[i] = r2 * r2 * r2 * r - 1.0f;
}

// ---- pic_mom: cubic weights, 48 sums per cell
__global__ void __launch_bounds__(256, 8)
pic_mom_before(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ vx,
               const float* __restrict__ vy, const float* __restrict__ vz, float* __restrict__ out, int nc, int np) {
    moments(x, y, vx, vy, vz, out, nc, np);
}
__global__ void __launch_bounds__(256)
pic_mom_after(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ vx,
              const float* __restrict__ vy, const float* __restrict__ vz, float* __restrict__ out, int nc, int np) {
    moments(x, y, vx, vy, vz, out, nc, np);
}

// ---- pic_cell: mean Lorentz factor of the particles of each cell; a few cells hold very many
__global__ void pic_cell_before(const float4* __restrict__ mom, const int* __restrict__ start,
                                float* __restrict__ out, int nc) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= nc) return;
    int lo = start[c], hi = start[c + 1];
    float s = 0;
    for (int p = lo; p < hi; p++) {
        float4 u = mom[p];
        s += u.w * sqrtf(1.0f + u.x * u.x + u.y * u.y + u.z * u.z);
    }
    out[c] = s / (hi - lo);
}
__global__ void pic_cell_after(const float4* __restrict__ mom, const int* __restrict__ start,
                               float* __restrict__ out, int nc) {
    int c = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (c >= nc) return;
    int lo = start[c], hi = start[c + 1];
    float s = 0;
    for (int p = lo + lane; p < hi; p += 32) {
        float4 u = mom[p];
        s += u.w * sqrtf(1.0f + u.x * u.x + u.y * u.y + u.z * u.z);
    }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (lane == 0) out[c] = s / (hi - lo);
}

// ---- pic_grav: direct sums, four targets per thread, SRC sources per block row
__global__ void pic_grav_before(const float4* __restrict__ tgt, const float4* __restrict__ src,
                                float4* __restrict__ out, int nt) {
    __shared__ float4 s[SRC];
    for (int j = threadIdx.x; j < SRC; j += 128) s[j] = src[blockIdx.y * SRC + j];
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p[4], a[4];
    for (int k = 0; k < 4; k++) { p[k] = tgt[i + 128 * k]; a[k] = make_float4(0, 0, 0, 0); }
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < SRC; j++) pull(s[j], p, a);
    for (int k = 0; k < 4; k++) out[blockIdx.y * nt + i + 128 * k] = a[k];
}
__global__ void pic_grav_after(const float4* __restrict__ tgt, const float4* __restrict__ src,
                               float4* __restrict__ out, int nt) {
    __shared__ float4 s[256];
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p[4], a[4];
    for (int k = 0; k < 4; k++) { p[k] = tgt[i + 128 * k]; a[k] = make_float4(0, 0, 0, 0); }
    for (int b = 0; b < SRC; b += 256) {
        __syncthreads();
        s[threadIdx.x] = src[blockIdx.y * SRC + b + threadIdx.x];
        s[threadIdx.x + 128] = src[blockIdx.y * SRC + b + 128 + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < 256; j++) pull(s[j], p, a);
    }
    for (int k = 0; k < 4; k++) out[blockIdx.y * nt + i + 128 * k] = a[k];
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    if (want("pic_dep")) {
        const int n = 1 << 22;
        float *x = dup(randf(1 << 20, 0.0f, 1023.9f), n), *y = dup(randf(1 << 20, 0.0f, 1023.9f), n);
        double *o1 = dnew<double>(NG * NG), *o2 = dnew<double>(NG * NG);
        float tb = measure([&] { CK(cudaMemset(o1, 0, 8 * NG * NG)); }, [&] { pic_dep_before<<<n / 256, 256>>>(x, y, o1, n); });
        float ta = measure([&] { CK(cudaMemset(o2, 0, 8 * NG * NG)); }, [&] { pic_dep_after<<<n / 256, 256>>>(x, y, o2, n); });
        check("pic_dep", tb, ta, o1, o2, NG * NG, 1e-9);
    }
    if (want("pic_diag")) {
        const int n = 1 << 23, m = 1 << 16;
        std::vector<float> f[6];
        std::vector<Part> v(m);
        for (auto& a : f) a = randf(m, -1.0f, 1.0f);
        for (int i = 0; i < m; i++) {
            v[i] = Part{};
            v[i].x = f[0][i]; v[i].y = f[1][i]; v[i].z = f[2][i];
            v[i].vx = f[3][i]; v[i].vy = f[4][i]; v[i].vz = f[5][i];
        }
        Part* p = dup(v, n);
        float* d[6];
        for (int k = 0; k < 6; k++) d[k] = dup(f[k], n);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { pic_diag_before<<<n / 256, 256>>>(p, o1, n); });
        float ta = measure(nothing, [&] { pic_diag_after<<<n / 256, 256>>>(d[0], d[1], d[2], d[3], d[4], d[5], o2, n); });
        check("pic_diag", tb, ta, o1, o2, n, 1e-5);
    }
    if (want("pic_sph")) {
        const int n = 1 << 21, nn = 32;
        std::vector<float4> v(1 << 16);
        for (auto& a : v) { a.x = rndf(); a.y = rndf(); a.z = rndf(); a.w = 0.25f; }
        std::vector<int> b((1 << 20) + 11);
        for (auto& a : b) a = (int)(rnd() >> 20) - 2048;
        float4* p = dup(v, n);
        int* nb = dup(b, (size_t)n * nn);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { pic_sph_before<<<n / 256, 256>>>(p, nb, o1, n, nn, 0.5f); });
        float ta = measure(nothing, [&] { pic_sph_after<<<n / 256, 256>>>(p, nb, o2, n, nn, 0.5f); });
        check("pic_sph", tb, ta, o1, o2, n, 1e-3);
    }
    if (want("pic_mom")) {
        const int nc = 1 << 18, np = 32;
        float *d[5], *o1 = dnew<float>(48 * nc), *o2 = dnew<float>(48 * nc);
        for (int k = 0; k < 5; k++) d[k] = dup(randf(1 << 18, k < 2 ? 0.0f : -1.0f, 1.0f), (size_t)nc * np);
        float tb = measure(nothing, [&] { pic_mom_before<<<nc / 256, 256>>>(d[0], d[1], d[2], d[3], d[4], o1, nc, np); });
        float ta = measure(nothing, [&] { pic_mom_after<<<nc / 256, 256>>>(d[0], d[1], d[2], d[3], d[4], o2, nc, np); });
        check("pic_mom", tb, ta, o1, o2, 48 * nc, 1e-4);
    }
    if (want("pic_cell")) {
        const int nc = 1 << 18;
        std::vector<int> st(nc + 1, 0);
        for (int c = 0; c < nc; c++) st[c + 1] = st[c] + (c % 1024 == 511 ? 8192 : 4 + (int)(rnd() >> 29));
        std::vector<float4> v(1 << 18);
        for (auto& a : v) { a.x = rndf(); a.y = 2.0f * rndf(); a.z = rndf() - 0.5f; a.w = 0.5f + rndf(); }
        float4* m = dup(v, st[nc]);
        int* s = dup(st);
        float *o1 = dnew<float>(nc), *o2 = dnew<float>(nc);
        float tb = measure(nothing, [&] { pic_cell_before<<<nc / 256, 256>>>(m, s, o1, nc); });
        float ta = measure(nothing, [&] { pic_cell_after<<<nc / 8, 256>>>(m, s, o2, nc); });
        check("pic_cell", tb, ta, o1, o2, nc, 1e-4);
    }
    if (want("pic_grav")) {
        const int nt = 66 * 512, ny = 32;
        std::vector<float4> v(SRC * ny);
        for (auto& a : v) { a.x = rndf(); a.y = rndf(); a.z = rndf(); a.w = 0.001f; }
        float4 *s = dup(v), *t = dup(v, nt), *o1 = dnew<float4>(nt * ny), *o2 = dnew<float4>(nt * ny);
        float tb = measure(nothing, [&] { pic_grav_before<<<dim3(66, ny), 128>>>(t, s, o1, nt); });
        float ta = measure(nothing, [&] { pic_grav_after<<<dim3(66, ny), 128>>>(t, s, o2, nt); });
        check("pic_grav", tb, ta, (float*)o1, (float*)o2, (size_t)4 * nt * ny, 1e-3);
    }
    return 0;
}
