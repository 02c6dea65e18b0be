// Test pairs: computational geometry and meshes. Own code; see pairs.tsv.
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

typedef float (*SdfFn)(float, float, float, float4);
static __device__ float sdBall(float x, float y, float z, float4 p) {
    x -= p.x; y -= p.y; z -= p.z;
    return sqrtf(x * x + y * y + z * z) - p.w;
}
static __device__ float sdCube(float x, float y, float z, float4 p) {
    return fmaxf(fmaxf(fabsf(x - p.x), fabsf(y - p.y)), fabsf(z - p.z)) - p.w;
}
static __device__ float sdPole(float x, float y, float z, float4 p) {
    x -= p.x; y -= p.y;
    return fmaxf(x * x + y * y - p.w * p.w, fabsf(z - p.z) - 0.2f);
}
static __device__ float sdOcta(float x, float y, float z, float4 p) {
    return (fabsf(x - p.x) + fabsf(y - p.y) + fabsf(z - p.z) - p.w) * 0.57735f;
}
static __device__ SdfFn const c_sdf[4] = {sdBall, sdCube, sdPole, sdOcta};

// a measure of one cell of the mesh; four sorts of cell, 96 quadrature points
static __device__ __forceinline__ float cellValue(int type, float x, float y) {
    float a = 0.0f, s = x;
    switch (type) {
    case 0:
        for (int k = 0; k < 96; k++) { s = 0.5f * s + y; a += s * s; }
        break;
    case 1:
        for (int k = 0; k < 96; k++) { s = sqrtf(s * y + 1.0f); a += s; }
        break;
    case 2:
        for (int k = 0; k < 96; k++) { s = fabsf(s - 0.5f) * x + 0.1f; a = a * 0.9f + s * y; }
        break;
    default:
        for (int k = 0; k < 96; k++) { s = fminf(1.5f - s * 0.25f, y + 0.5f * s); a += fmaxf(s, x) * s; }
        break;
    }
    return a;
}
// area of the triangle inside the unit square; u and v hold up to seven vertices
static __device__ __forceinline__ float clippedArea(float2* u, float2* v, float4 ab, float2 c) {
    int m = 3;
    u[0] = make_float2(ab.x, ab.y);
    u[1] = make_float2(ab.z, ab.w);
    u[2] = c;
    for (int e = 0; e < 4; e++) {
        int cnt = 0;
        for (int k = 0; k < m; k++) {
            float2 p = u[k], q = u[k + 1 == m ? 0 : k + 1];
            float dp = (e & 2) ? p.y : p.x, dq = (e & 2) ? q.y : q.x;
            if (e & 1) { dp = 1.0f - dp; dq = 1.0f - dq; }
            if (dp >= 0.0f) v[cnt++] = p;
            if ((dp >= 0.0f) != (dq >= 0.0f)) {
                float t = dp / (dp - dq);
                v[cnt++] = make_float2(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y));
            }
        }
        float2* w = u; u = v; v = w;
        m = cnt;
    }
    float s = 0.0f;
    for (int k = 0; k < m; k++) {
        float2 p = u[k], q = u[k + 1 == m ? 0 : k + 1];
        s += p.x * q.y - p.y * q.x;
    }
    return 0.5f * fabsf(s);
}

extern "C" {

// ---- geo_pot: potential and its gradient of ns point sources
__global__ void geo_pot_before(const float4* src, const float4* pts, float* out, int n, int ns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pts[i];
    for (int c = 0; c < 4; c++) out[c * n + i] = 0.0f;
    for (int j = 0; j < ns; j++) {
        float4 s = src[j];
        float dx = p.x - s.x, dy = p.y - s.y, dz = p.z - s.z;
        float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-2f), f = s.w * r * r * r;
        out[i] += s.w * r;
        out[n + i] += f * dx;
        out[2 * n + i] += f * dy;
        out[3 * n + i] += f * dz;
    }
}
__global__ void geo_pot_after(const float4* src, const float4* pts, float* out, int n, int ns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pts[i];
    float a = 0.0f, gx = 0.0f, gy = 0.0f, gz = 0.0f;
    for (int j = 0; j < ns; j++) {
        float4 s = src[j];
        float dx = p.x - s.x, dy = p.y - s.y, dz = p.z - s.z;
        float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-2f), f = s.w * r * r * r;
        a += s.w * r;
        gx += f * dx;
        gy += f * dy;
        gz += f * dz;
    }
    out[i] = a; out[n + i] = gx; out[2 * n + i] = gy; out[3 * n + i] = gz;
}

// ---- geo_sdf: signed distance of a union of np primitives
__global__ void geo_sdf_before(const float4* __restrict__ prim, const int* __restrict__ kind,
                               const float4* __restrict__ pts, float* __restrict__ out, int n, int np) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pts[i];
    float d = 1e30f;
    for (int j = 0; j < np; j++) d = fminf(d, c_sdf[kind[j]](p.x, p.y, p.z, prim[j]));
    out[i] = d;
}
__global__ void geo_sdf_after(const float4* __restrict__ prim, const int* __restrict__ kind,
                              const float4* __restrict__ pts, float* __restrict__ out, int n, int np) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pts[i];
    float d = 1e30f;
    for (int j = 0; j < np; j++) {
        float4 q = prim[j];
        int k = kind[j];
        float e;
        if (k == 0) e = sdBall(p.x, p.y, p.z, q);
        else if (k == 1) e = sdCube(p.x, p.y, p.z, q);
        else if (k == 2) e = sdPole(p.x, p.y, p.z, q);
        else e = sdOcta(p.x, p.y, p.z, q);
        d = fminf(d, e);
    }
    out[i] = d;
}

// ---- geo_elem: value of each cell of a mesh of four sorts of cell
__global__ void geo_elem_before(const unsigned char* __restrict__ type, const float2* __restrict__ xy,
                                float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = cellValue(type[i], xy[i].x, xy[i].y);
}
__global__ void geo_elem_after(const int* __restrict__ order, const unsigned char* __restrict__ type,
                               const float2* __restrict__ xy, float* __restrict__ out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = order[t];
    out[i] = cellValue(type[i], xy[i].x, xy[i].y);
}

// ---- geo_dist: distance along the row to the nearest seed, within strips of 32 columns
__global__ void geo_dist_before(const float* __restrict__ in, float* __restrict__ out, int w) {
    __shared__ float s[128][32];
    int t = threadIdx.x, lane = t & 31, wp = t >> 5;
    size_t base = (size_t)blockIdx.y * 128 * w + blockIdx.x * 32;
    for (int k = 0; k < 32; k++) s[4 * k + wp][lane] = in[base + (size_t)(4 * k + wp) * w + lane];
    __syncthreads();
    float d = 1e3f;
    for (int c = 0; c < 32; c++) { d = fminf(d + 1.0f, s[t][c]); s[t][c] = d; }
    for (int c = 31; c >= 0; c--) { d = fminf(d + 1.0f, s[t][c]); s[t][c] = d; }
    __syncthreads();
    for (int k = 0; k < 32; k++) out[base + (size_t)(4 * k + wp) * w + lane] = s[4 * k + wp][lane];
}
__global__ void geo_dist_after(const float* __restrict__ in, float* __restrict__ out, int w) {
    __shared__ float s[128][33];
    int t = threadIdx.x, lane = t & 31, wp = t >> 5;
    size_t base = (size_t)blockIdx.y * 128 * w + blockIdx.x * 32;
    for (int k = 0; k < 32; k++) s[4 * k + wp][lane] = in[base + (size_t)(4 * k + wp) * w + lane];
    __syncthreads();
    float d = 1e3f;
    for (int c = 0; c < 32; c++) { d = fminf(d + 1.0f, s[t][c]); s[t][c] = d; }
    for (int c = 31; c >= 0; c--) { d = fminf(d + 1.0f, s[t][c]); s[t][c] = d; }
    __syncthreads();
    for (int k = 0; k < 32; k++) out[base + (size_t)(4 * k + wp) * w + lane] = s[4 * k + wp][lane];
}

// ---- geo_clip: sum of the clipped areas of per triangles for each thread
__global__ void geo_clip_before(const float4* __restrict__ ab, const float2* __restrict__ c, float* __restrict__ out,
                                int n, int per, int cap) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2* u = (float2*)malloc(2 * cap * sizeof(float2));
    if (!u) return;
    float s = 0.0f;
    for (int k = 0; k < per; k++) s += clippedArea(u, u + cap, ab[(size_t)k * n + i], c[(size_t)k * n + i]);
    free(u);
    out[i] = s;
}
__global__ void geo_clip_after(const float4* __restrict__ ab, const float2* __restrict__ c, float* __restrict__ out,
                               int n, int per) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 u[12], v[12];
    float s = 0.0f;
    for (int k = 0; k < per; k++) s += clippedArea(u, v, ab[(size_t)k * n + i], c[(size_t)k * n + i]);
    out[i] = s;
}

// ---- geo_mirror: points behind a plane are mirrored and faded, the others shifted
__global__ void geo_mirror_before(const float4* __restrict__ p, float4* __restrict__ out, float4 pl, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = p[i];
    float d = v.x * pl.x + v.y * pl.y + v.z * pl.z + pl.w;
    if (d < 0.0f) {
        v.x -= 2.0f * d * pl.x; v.y -= 2.0f * d * pl.y; v.z -= 2.0f * d * pl.z;
        v.w = v.w / (1.0f + sqrtf(v.x * v.x + v.y * v.y + v.z * v.z)) * expf(d);
    } else {
        float l = 1.0f / sqrtf(1.0f + d * d);
        v.x += l * pl.x; v.y += l * pl.y; v.z += l * pl.z;
        v.w = v.w * l + logf(1.0f + d);
    }
    out[i] = v;
}
__global__ void geo_mirror_after(const float4* __restrict__ p, float4* __restrict__ out, float4 pl, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = p[i];
    float d = v.x * pl.x + v.y * pl.y + v.z * pl.z + pl.w, a = fabsf(d), l = rsqrtf(1.0f + a * a);
    bool b = d < 0.0f;
    float k = b ? 2.0f * a : l;
    v.x += k * pl.x; v.y += k * pl.y; v.z += k * pl.z;
    float f = __expf(-a) * __frcp_rn(1.0f + sqrtf(v.x * v.x + v.y * v.y + v.z * v.z));
    v.w = v.w * (b ? f : l) + (b ? 0.0f : __logf(1.0f + a));
    out[i] = v;
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)128 << 20));
    std::vector<float4> cloud(1 << 18);
    for (auto& a : cloud) { a.x = rndf(); a.y = rndf(); a.z = rndf(); a.w = 0.02f + 0.1f * rndf(); }
    if (want("geo_pot")) {
        const int n = 1 << 18, ns = 512;
        float4 *p = dup(cloud, n), *s = dup(cloud, ns);
        float *o1 = dnew<float>(4 * n), *o2 = dnew<float>(4 * n);
        float tb = measure(nothing, [&] { geo_pot_before<<<n / 256, 256>>>(s, p, o1, n, ns); });
        float ta = measure(nothing, [&] { geo_pot_after<<<n / 256, 256>>>(s, p, o2, n, ns); });
        check("geo_pot", tb, ta, o1, o2, 4 * n, 1e-4);
    }
    if (want("geo_sdf")) {
        const int n = 1 << 20, np = 128;
        std::vector<int> k(np);
        for (auto& a : k) a = (int)(rnd() >> 30);
        float4 *p = dup(cloud, n), *q = dup(cloud, np);
        int* kd = dup(k);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { geo_sdf_before<<<n / 256, 256>>>(q, kd, p, o1, n, np); });
        float ta = measure(nothing, [&] { geo_sdf_after<<<n / 256, 256>>>(q, kd, p, o2, n, np); });
        check("geo_sdf", tb, ta, o1, o2, n, 1e-5);
    }
    if (want("geo_elem")) {
        const int n = 1 << 22;
        std::vector<unsigned char> ty(n);
        std::vector<int> ord;
        for (auto& a : ty) a = (unsigned char)(rnd() >> 30);
        ord.reserve(n);
        for (int t = 0; t < 4; t++)
            for (int i = 0; i < n; i++) if (ty[i] == t) ord.push_back(i);
        unsigned char* dt = dup(ty);
        int* od = dup(ord);
        float2* xy = (float2*)dup(randf((1 << 20) + 2, 0.1f, 0.9f), (size_t)2 * n);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { geo_elem_before<<<n / 256, 256>>>(dt, xy, o1, n); });
        float ta = measure(nothing, [&] { geo_elem_after<<<n / 256, 256>>>(od, dt, xy, o2, n); });
        check("geo_elem", tb, ta, o1, o2, n, 1e-4);
    }
    if (want("geo_dist")) {
        const int w = 8192, h = 4096;
        std::vector<float> v((1 << 20) + 13);
        for (auto& a : v) a = (rnd() >> 28) == 0 ? 0.0f : 1e3f;
        float *x = dup(v, (size_t)w * h), *o1 = dnew<float>((size_t)w * h), *o2 = dnew<float>((size_t)w * h);
        dim3 g(w / 32, h / 128);
        float tb = measure(nothing, [&] { geo_dist_before<<<g, 128>>>(x, o1, w); });
        float ta = measure(nothing, [&] { geo_dist_after<<<g, 128>>>(x, o2, w); });
        check("geo_dist", tb, ta, o1, o2, (size_t)w * h, 1e-5);
    }
    if (want("geo_clip")) {
        const int n = 1 << 14, per = 64;
        float4* ab = (float4*)dup(randf((1 << 20) + 4, -0.7f, 1.7f), (size_t)4 * n * per);
        float2* c = (float2*)dup(randf((1 << 20) + 2, -0.7f, 1.7f), (size_t)2 * n * per);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { geo_clip_before<<<n / 64, 64>>>(ab, c, o1, n, per, 12); });
        float ta = measure(nothing, [&] { geo_clip_after<<<n / 64, 64>>>(ab, c, o2, n, per); });
        check("geo_clip", tb, ta, o1, o2, n, 1e-4);
    }
    if (want("geo_mirror")) {
        const int n = 1 << 24;
        float4 *p = dup(cloud, n), *o1 = dnew<float4>(n), *o2 = dnew<float4>(n), pl = make_float4(0.6f, 0.48f, 0.64f, -0.86f);
        float tb = measure(nothing, [&] { geo_mirror_before<<<n / 256, 256>>>(p, o1, pl, n); });
        float ta = measure(nothing, [&] { geo_mirror_after<<<n / 256, 256>>>(p, o2, pl, n); });
        check("geo_mirror", tb, ta, (float*)o1, (float*)o2, (size_t)1 << 22, 1e-4);
    }
    return 0;
}
