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
struct Return {                                       // a return as the driver of the sensor hands it over
    float x, y, z, intensity;
    double time;
    unsigned short ring, flags;
    float width;
};

extern "C" {

// voxel downsampling: sum and number of the points of each voxel
__global__ void lidar_voxel_lock_before(const float *x, const float *y, const float *z, volatile float *sx,
                                        volatile float *sy, volatile float *sz, volatile int *cnt, int *lock, int side,
                                        int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float px = x[i], py = y[i], pz = z[i];
    int v = ((int)pz * side + (int)py) * side + (int)px;
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[v], 0, 1) == 0) {
            __threadfence();
            sx[v] = sx[v] + px;
            sy[v] = sy[v] + py;
            sz[v] = sz[v] + pz;
            cnt[v] = cnt[v] + 1;
            __threadfence();
            atomicExch(&lock[v], 0);
            done = true;
        }
    }
}
__global__ void lidar_voxel_lock_after(const float *x, const float *y, const float *z, float *sx, float *sy, float *sz,
                                       int *cnt, int side, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float px = x[i], py = y[i], pz = z[i];
    int v = ((int)pz * side + (int)py) * side + (int)px;
    atomicAdd(&sx[v], px);
    atomicAdd(&sy[v], py);
    atomicAdd(&sz[v], pz);
    atomicAdd(&cnt[v], 1);
}

// eigenvalues of the covariance of a neighbourhood -> linearity, planarity, scattering
__global__ void lidar_eigen_before(const float *cov, float *feat, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double a = cov[i], b = cov[n + i], c = cov[2 * n + i], d = cov[3 * n + i], e = cov[4 * n + i], f = cov[5 * n + i];
    double q = (a + b + c) / 3.0;
    double p1 = d * d + e * e + f * f;
    double p2 = (a - q) * (a - q) + (b - q) * (b - q) + (c - q) * (c - q) + 2.0 * p1;
    double p = sqrt(p2 / 6.0);
    double A = (a - q) / p, B = (b - q) / p, C = (c - q) / p, D = d / p, E = e / p, F = f / p;
    double r = (A * (B * C - F * F) - D * (D * C - F * E) + E * (D * F - B * E)) / 2.0;
    r = fmin(fmax(r, -1.0), 1.0);
    double phi = acos(r) / 3.0;
    double l1 = q + 2.0 * p * cos(phi);
    double l3 = q + 2.0 * p * cos(phi + 2.0943951023931953);
    double l2 = 3.0 * q - l1 - l3;
    feat[i] = (l1 - l2) / l1;
    feat[n + i] = (l2 - l3) / l1;
    feat[2 * n + i] = l3 / l1;
}
__global__ void lidar_eigen_after(const float *cov, float *feat, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = cov[i], b = cov[n + i], c = cov[2 * n + i], d = cov[3 * n + i], e = cov[4 * n + i], f = cov[5 * n + i];
    float q = (a + b + c) / 3.0f;
    float p1 = d * d + e * e + f * f;
    float p2 = (a - q) * (a - q) + (b - q) * (b - q) + (c - q) * (c - q) + 2.0f * p1;
    float p = sqrtf(p2 / 6.0f);
    float A = (a - q) / p, B = (b - q) / p, C = (c - q) / p, D = d / p, E = e / p, F = f / p;
    float r = (A * (B * C - F * F) - D * (D * C - F * E) + E * (D * F - B * E)) / 2.0f;
    r = fminf(fmaxf(r, -1.0f), 1.0f);
    float phi = acosf(r) / 3.0f;
    float l1 = q + 2.0f * p * cosf(phi);
    float l3 = q + 2.0f * p * cosf(phi + 2.09439510f);
    float l2 = 3.0f * q - l1 - l3;
    feat[i] = (l1 - l2) / l1;
    feat[n + i] = (l2 - l3) / l1;
    feat[2 * n + i] = l3 / l1;
}

// bird's-eye view: highest return of each cell (heights are not negative, so their bits order as ints)
__global__ void lidar_bev_max_before(const float *x, const float *y, const float *z, int *cell, int side, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = (int)y[i] * side + (int)x[i];
    atomicMax(&cell[c], __float_as_int(z[i]));
}
__global__ void lidar_bev_max_after(const float *x, const float *y, const float *z, int *cell, int side, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = (int)y[i] * side + (int)x[i];
    int h = __float_as_int(z[i]);
    if (h > __ldcg(&cell[c])) atomicMax(&cell[c], h); // most returns are below what the cell has already
}

// range of every return in the frame of the vehicle
__global__ void lidar_range_before(const Return *p, float *range, float4 r0, float4 r1, float4 r2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float px = p[i].x, py = p[i].y, pz = p[i].z;
    float x = r0.x * px + r0.y * py + r0.z * pz + r0.w;
    float y = r1.x * px + r1.y * py + r1.z * pz + r1.w;
    float z = r2.x * px + r2.y * py + r2.z * pz + r2.w;
    range[i] = sqrtf(x * x + y * y + z * z);
}
__global__ void lidar_range_after(const float *X, const float *Y, const float *Z, float *range, float4 r0, float4 r1,
                                  float4 r2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float px = X[i], py = Y[i], pz = Z[i];
    float x = r0.x * px + r0.y * py + r0.z * pz + r0.w;
    float y = r1.x * px + r1.y * py + r1.z * pz + r1.w;
    float z = r2.x * px + r2.y * py + r2.z * pz + r2.w;
    range[i] = sqrtf(x * x + y * y + z * z);
}

// normal equations of point-to-plane ICP: 28 sums a block
__global__ void lidar_icp_sums_before(const float *P, const float *Q, const float *N, float *part, int n) {
    __shared__ float s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float px = P[i], py = P[n + i], pz = P[2 * n + i], nx = N[i], ny = N[n + i], nz = N[2 * n + i];
    float e = (px - Q[i]) * nx + (py - Q[n + i]) * ny + (pz - Q[2 * n + i]) * nz;
    float J[7] = {py * nz - pz * ny, pz * nx - px * nz, px * ny - py * nx, nx, ny, nz, e};
    int k = 0;
#pragma unroll
    for (int a = 0; a < 7; a++) {
#pragma unroll
        for (int b = a; b < 7; b++) {
            s[threadIdx.x] = J[a] * J[b];
            __syncthreads();
            for (int o = 128; o > 0; o >>= 1) {
                if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
                __syncthreads();
            }
            if (threadIdx.x == 0) part[blockIdx.x * 28 + k] = s[0];
            __syncthreads();
            k++;
        }
    }
}
__global__ void lidar_icp_sums_after(const float *P, const float *Q, const float *N, float *part, int n) {
    __shared__ float s[8][28];
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float px = P[i], py = P[n + i], pz = P[2 * n + i], nx = N[i], ny = N[n + i], nz = N[2 * n + i];
    float e = (px - Q[i]) * nx + (py - Q[n + i]) * ny + (pz - Q[2 * n + i]) * nz;
    float J[7] = {py * nz - pz * ny, pz * nx - px * nz, px * ny - py * nx, nx, ny, nz, e};
    int k = 0;
#pragma unroll
    for (int a = 0; a < 7; a++) {
#pragma unroll
        for (int b = a; b < 7; b++) {
            float v = J[a] * J[b];
#pragma unroll
            for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
            if (lane == 0) s[warp][k] = v;
            k++;
        }
    }
    __syncthreads();
    if (threadIdx.x < 28) {
        float v = 0.f;
        for (int w = 0; w < 8; w++) v += s[w][threadIdx.x];
        part[blockIdx.x * 28 + threadIdx.x] = v;
    }
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("lidar_voxel_lock")) {
        const int n = sz(2 << 20), side = g_small ? 16 : 64, nv = side * side * side;
        Rng g(1);
        std::vector<float> hx(n), hy(n), hz(n);       // multiples of 1/64: the sums are exact in any order
        for (int i = 0; i < n; i++) {
            hx[i] = (g.u() % (side * 64u)) / 64.f;
            hy[i] = (g.u() % (side * 64u)) / 64.f;
            hz[i] = (g.u() % (side * 64u)) / 64.f;
        }
        float *x = dev(hx), *y = dev(hy), *z = dev(hz), *s = dev<float>(3 * nv);
        int *c = dev<int>(nv), *lock = dev<int>(nv);
        auto get = [&] { auto a = host(s, 3 * nv); auto b = host(c, nv); a.insert(a.end(), b.begin(), b.end()); return a; };
        run_pair("lidar_voxel_lock", 1e-6, [&] { zero(s, 3 * nv); zero(c, nv); zero(lock, nv); },
            [&] { lidar_voxel_lock_before<<<n / 256, 256>>>(x, y, z, s, s + nv, s + 2 * nv, c, lock, side, n); },
            [&] { lidar_voxel_lock_after<<<n / 256, 256>>>(x, y, z, s, s + nv, s + 2 * nv, c, side, n); }, get, get);
        release(x, y, z, s, c, lock);
    }
    if (want("lidar_eigen")) {
        const int n = sz(4 << 20);
        Rng g(2);
        std::vector<float> h((size_t)6 * n);
        for (int i = 0; i < n; i++) {                 // R diag(l) R^T with eigenvalues well apart
            float l[3] = {1.f + g.f(), 0.3f + 0.3f * g.f(), 0.02f + 0.1f * g.f()}, q[4], m = 0;
            for (auto &e : q) { e = g.f() - 0.5f; m += e * e; }
            m = 1.f / sqrtf(m + 1e-6f);
            for (auto &e : q) e *= m;
            float R[3][3] = {{1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]), 2 * (q[1] * q[3] + q[0] * q[2])},
                             {2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]), 2 * (q[2] * q[3] - q[0] * q[1])},
                             {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]), 1 - 2 * (q[1] * q[1] + q[2] * q[2])}};
            const int ia[6] = {0, 1, 2, 0, 0, 1}, ib[6] = {0, 1, 2, 1, 2, 2};
            for (int k = 0; k < 6; k++) {
                float s = 0;
                for (int t = 0; t < 3; t++) s += R[ia[k]][t] * l[t] * R[ib[k]][t];
                h[(size_t)k * n + i] = s;
            }
        }
        float *c = dev(h), *o = dev<float>(3 * n);
        auto get = [&] { return host(o, 3 * n); };
        run_pair("lidar_eigen", 2e-3, once([&] { zero(o, 3 * n); }),
            [&] { lidar_eigen_before<<<n / 256, 256>>>(c, o, n); },
            [&] { lidar_eigen_after<<<n / 256, 256>>>(c, o, n); }, get, get);
        release(c, o);
    }
    if (want("lidar_bev_max")) {
        const int n = sz(8 << 20), side = 512;
        Rng g(3);
        std::vector<float> hx(n), hy(n), hz(n);
        for (int i = 0; i < n; i++) {                 // as dense as 1 / distance
            float r = g.f() * 250.f, a = g.f() * 6.2831853f;
            hx[i] = 256.f + r * cosf(a);
            hy[i] = 256.f + r * sinf(a);
            hz[i] = g.f() * 4.f + 0.001f;
        }
        float *x = dev(hx), *y = dev(hy), *z = dev(hz);
        int *c = dev<int>(side * side);
        auto get = [&] { return host((float *)c, side * side); };
        run_pair("lidar_bev_max", 0, [&] { zero(c, side * side); },
            [&] { lidar_bev_max_before<<<n / 256, 256>>>(x, y, z, c, side, n); },
            [&] { lidar_bev_max_after<<<n / 256, 256>>>(x, y, z, c, side, n); }, get, get);
        release(x, y, z, c);
    }
    if (want("lidar_range")) {
        const int n = sz(16 << 20);
        Rng g(4);
        std::vector<Return> h(n);
        std::vector<float> hx(n), hy(n), hz(n);
        for (int i = 0; i < n; i++) {
            unsigned u = g.u(), v = g.u();
            memset(&h[i], 0, sizeof(Return));
            h[i].x = hx[i] = (u & 0xffff) / 512.f - 64.f;
            h[i].y = hy[i] = (u >> 16) / 512.f - 64.f;
            h[i].z = hz[i] = (v & 0xffff) / 8192.f;
            h[i].intensity = (v >> 24) / 255.f;
            h[i].time = i * 1e-6;
            h[i].ring = v >> 16 & 63;
        }
        Return *p = dev(h);
        float *x = dev(hx), *y = dev(hy), *z = dev(hz), *o = dev<float>(n);
        float4 r0 = make_float4(0.8f, -0.6f, 0.f, 1.5f), r1 = make_float4(0.6f, 0.8f, 0.f, -0.3f), r2 = make_float4(0.f, 0.f, 1.f, 1.8f);
        auto get = [&] { return host(o, n); };
        run_pair("lidar_range", 1e-5, once([&] { zero(o, n); }),
            [&] { lidar_range_before<<<n / 256, 256>>>(p, o, r0, r1, r2, n); },
            [&] { lidar_range_after<<<n / 256, 256>>>(x, y, z, o, r0, r1, r2, n); }, get, get);
        release(p, x, y, z, o);
    }
    if (want("lidar_icp_sums")) {
        const int n = sz(2 << 20);
        Rng g(5);
        std::vector<float> a(3 * n), b(3 * n), c(3 * n);
        for (int i = 0; i < 3 * n; i++) { a[i] = g.f() * 10.f; b[i] = a[i] + g.f() * 0.2f; c[i] = g.f(); }
        float *P = dev(a), *Q = dev(b), *N = dev(c), *o = dev<float>(n / 256 * 28);
        auto get = [&] { return host(o, n / 256 * 28); };
        run_pair("lidar_icp_sums", 1e-4, once([&] { zero(o, n / 256 * 28); }),
            [&] { lidar_icp_sums_before<<<n / 256, 256>>>(P, Q, N, o, n); },
            [&] { lidar_icp_sums_after<<<n / 256, 256>>>(P, Q, N, o, n); }, get, get);
        release(P, Q, N, o);
    }
    return g_bad;
}
