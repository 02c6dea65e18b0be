// Test pairs: ray casting and geometry. Own code; see pairs.tsv.
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

#define TAIL_SPHERES 4096

extern "C" {

// ---- nearest sphere along each ray
__global__ void ray_double_literal_before(const float4* __restrict__ sph, int ns, const float4* __restrict__ dir,
                                          float* __restrict__ hit, int rays) {
    __shared__ float4 s[256];
    for (int k = threadIdx.x; k < ns; k += blockDim.x) s[k] = sph[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rays) return;
    float4 d = dir[i];
    float best = 1e20f;
    for (int k = 0; k < ns; k++) {
        float4 c = s[k];
        float b = 2.0 * (d.x * c.x + d.y * c.y + d.z * c.z);
        float q = c.x * c.x + c.y * c.y + c.z * c.z - c.w * c.w;
        float disc = b * b - 4.0 * q;
        if (disc > 0.0f) {
            float t = 0.5 * (b - sqrtf(disc));
            if (t > 1e-3 && t < best) best = t;
        }
    }
    hit[i] = best;
}
__global__ void ray_double_literal_after(const float4* __restrict__ sph, int ns, const float4* __restrict__ dir,
                                         float* __restrict__ hit, int rays) {
    __shared__ float4 s[256];
    for (int k = threadIdx.x; k < ns; k += blockDim.x) s[k] = sph[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rays) return;
    float4 d = dir[i];
    float best = 1e20f;
    for (int k = 0; k < ns; k++) {
        float4 c = s[k];
        float b = 2.0f * (d.x * c.x + d.y * c.y + d.z * c.z);
        float q = c.x * c.x + c.y * c.y + c.z * c.z - c.w * c.w;
        float disc = b * b - 4.0f * q;
        if (disc > 0.0f) {
            float t = 0.5f * (b - sqrtf(disc));
            if (t > 1e-3f && t < best) best = t;
        }
    }
    hit[i] = best;
}

// ---- light gathered along each ray from a scene of 4096 spheres that is kept in shared memory (128 KB,
//      so one block of 1024 threads a multiprocessor); every block traces `per` tiles of 1024 rays
__global__ void ray_tail_before(const float4* __restrict__ sph, const float4* __restrict__ dir,
                                float* __restrict__ out, int per) {
    extern __shared__ float4 scene[];
    for (int k = threadIdx.x; k < 2 * TAIL_SPHERES; k += 1024) scene[k] = sph[k];
    __syncthreads();
    for (int p = 0; p < per; p++) {
        int i = (blockIdx.x * per + p) * 1024 + threadIdx.x;
        float4 d = dir[i];
        float sum = 0.0f;
        for (int k = 0; k < TAIL_SPHERES; k++) {
            float4 c = scene[2 * k], m = scene[2 * k + 1];
            float t = d.x * c.x + d.y * c.y + d.z * c.z;
            float q = c.x * c.x + c.y * c.y + c.z * c.z - t * t;
            float lit = m.x * d.x + m.y * d.y + m.z * d.z;
            if (q < c.w) sum += lit * m.w;
        }
        out[i] = sum;
    }
}
__global__ void ray_tail_after(const float4* __restrict__ sph, const float4* __restrict__ dir,
                               float* __restrict__ out, int per) {
    extern __shared__ float4 scene[];
    for (int k = threadIdx.x; k < 2 * TAIL_SPHERES; k += 1024) scene[k] = sph[k];
    __syncthreads();
    for (int p = 0; p < per; p++) {
        int i = (blockIdx.x * per + p) * 1024 + threadIdx.x;
        float4 d = dir[i];
        float sum = 0.0f;
        for (int k = 0; k < TAIL_SPHERES; k++) {
            float4 c = scene[2 * k], m = scene[2 * k + 1];
            float t = d.x * c.x + d.y * c.y + d.z * c.z;
            float q = c.x * c.x + c.y * c.y + c.z * c.z - t * t;
            float lit = m.x * d.x + m.y * d.y + m.z * d.z;
            if (q < c.w) sum += lit * m.w;
        }
        out[i] = sum;
    }
}

// ---- Schlick reflection of 32 lights at each pixel
__global__ void ray_schlick_pow_before(const float4* __restrict__ normal, const float4* __restrict__ light,
                                       float* __restrict__ out, int n) {
    __shared__ float4 L[32];
    if (threadIdx.x < 32) L[threadIdx.x] = light[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = normal[i];
    float sum = 0.0f;
    for (int k = 0; k < 32; k++) {
        float c = fabsf(v.x * L[k].x + v.y * L[k].y + v.z * L[k].z);
        sum += L[k].w * (v.w + (1.0f - v.w) * powf(1.0f - c, 5.0f));
    }
    out[i] = sum;
}
__global__ void ray_schlick_pow_after(const float4* __restrict__ normal, const float4* __restrict__ light,
                                      float* __restrict__ out, int n) {
    __shared__ float4 L[32];
    if (threadIdx.x < 32) L[threadIdx.x] = light[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = normal[i];
    float sum = 0.0f;
    for (int k = 0; k < 32; k++) {
        float c = fabsf(v.x * L[k].x + v.y * L[k].y + v.z * L[k].z);
        float m = 1.0f - c, m2 = m * m;
        sum += L[k].w * (v.w + (1.0f - v.w) * (m2 * m2 * m));
    }
    out[i] = sum;
}

// ---- shading of hit points by one of four materials
__global__ void ray_material_order_before(const int* __restrict__ material, const float2* __restrict__ uv,
                                          float* __restrict__ out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = t;
    float u = uv[i].x, v = uv[i].y, r = 0.0f;
    switch (material[i]) {
        case 0:  // marble
            for (int k = 1; k <= 48; k++) r += __sinf(u * k + r) * 0.1f;
            break;
        case 1:  // wood
            for (int k = 1; k <= 48; k++) r = sqrtf(u * u * k + v * v + r);
            break;
        case 2:  // glass
            for (int k = 1; k <= 48; k++) r = __fdividef(u + r, v + k + r);
            break;
        default:  // cloud
            for (int k = 1; k <= 48; k++) r += __expf(-u * k - r) * v;
            break;
    }
    out[i] = r;
}
__global__ void ray_material_order_after(const int* __restrict__ material, const float2* __restrict__ uv,
                                         const int* __restrict__ order, float* __restrict__ out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = order[t];  // hits sorted by material
    float u = uv[i].x, v = uv[i].y, r = 0.0f;
    switch (material[i]) {
        case 0:
            for (int k = 1; k <= 48; k++) r += __sinf(u * k + r) * 0.1f;
            break;
        case 1:
            for (int k = 1; k <= 48; k++) r = sqrtf(u * u * k + v * v + r);
            break;
        case 2:
            for (int k = 1; k <= 48; k++) r = __fdividef(u + r, v + k + r);
            break;
        default:
            for (int k = 1; k <= 48; k++) r += __expf(-u * k - r) * v;
            break;
    }
    out[i] = r;
}

// ---- depth test of splatted points
__global__ void ray_zbuf_atomics_before(const unsigned* __restrict__ pix, const unsigned* __restrict__ z,
                                        unsigned* zbuf, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicMin(&zbuf[pix[i]], z[i]);
}
__global__ void ray_zbuf_atomics_after(const unsigned* __restrict__ pix, const unsigned* __restrict__ z,
                                       unsigned* zbuf, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned p = pix[i], d = z[i];
    // depths only fall, so a stale value costs at most a needless atomic
    if (d < __ldca(&zbuf[p])) atomicMin(&zbuf[p], d);
}

// ---- soft glow of 256 spheres at each ray
__global__ void ray_trap_stage_before(const float4* __restrict__ sph, int ns, const float4* __restrict__ dir,
                                      float* __restrict__ out, int rays) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rays) return;
    float4 d = dir[i];
    float sum = 0.0f;
    for (int k = 0; k < ns; k++) {
        float4 c = sph[k];
        float t = d.x * c.x + d.y * c.y + d.z * c.z;
        float q = c.x * c.x + c.y * c.y + c.z * c.z - t * t;
        sum += c.w * expf(-0.1f * fabsf(q)) / (1.0f + sqrtf(fabsf(t)));
    }
    out[i] = sum;
}
__global__ void ray_trap_stage_after(const float4* __restrict__ sph, int ns, const float4* __restrict__ dir,
                                     float* __restrict__ out, int rays) {
    __shared__ float4 s[256];
    for (int k = threadIdx.x; k < ns; k += blockDim.x) s[k] = sph[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rays) return;
    float4 d = dir[i];
    float sum = 0.0f;
    for (int k = 0; k < ns; k++) {
        float4 c = s[k];
        float t = d.x * c.x + d.y * c.y + d.z * c.z;
        float q = c.x * c.x + c.y * c.y + c.z * c.z - t * t;
        sum += c.w * expf(-0.1f * fabsf(q)) / (1.0f + sqrtf(fabsf(t)));
    }
    out[i] = sum;
}

}  // extern "C"

static std::vector<float4> directions(size_t n) {
    std::vector<float4> v(n);
    for (auto& d : v) {
        float x = 2 * rndf() - 1, y = 2 * rndf() - 1, z = rndf() + 0.2f;
        float l = 1.0f / std::sqrt(x * x + y * y + z * z);
        d = make_float4(x * l, y * l, z * l, rndf());
    }
    return v;
}
static std::vector<float4> spheres(size_t n) {
    std::vector<float4> v(n);
    for (auto& s : v) s = make_float4(20 * rndf() - 10, 20 * rndf() - 10, 4 + 20 * rndf(), 0.2f + rndf());
    return v;
}

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaSetDevice(0));

    if (want("ray_double_literal")) {
        const int rays = 1 << 19, ns = 256;
        float4 *s = dup(spheres(ns)), *d = dup(directions(rays));
        float *o1 = dnew<float>(rays), *o2 = dnew<float>(rays);
        float tb = measure(nothing, [&] { ray_double_literal_before<<<rays / 256, 256>>>(s, ns, d, o1, rays); });
        float ta = measure(nothing, [&] { ray_double_literal_after<<<rays / 256, 256>>>(s, ns, d, o2, rays); });
        // a grazing ray may hit in one rounding and miss in the other
        check("ray_double_literal", tb, ta, o1, o2, rays, 2e-3, 3e-3);
    }
    if (want("ray_tail")) {
        const int blocks = 140, per = 4, rays = blocks * per * 1024;
        std::vector<float4> h = spheres(2 * TAIL_SPHERES);
        for (int k = 0; k < TAIL_SPHERES; k++) h[2 * k].w *= 40.0f;
        float4 *s = dup(h), *d = dup(directions(rays));
        float *o1 = dnew<float>(rays), *o2 = dnew<float>(rays);
        const int smem = 2 * TAIL_SPHERES * (int)sizeof(float4);
        CK(cudaFuncSetAttribute(ray_tail_before, cudaFuncAttributeMaxDynamicSharedMemorySize, smem));
        CK(cudaFuncSetAttribute(ray_tail_after, cudaFuncAttributeMaxDynamicSharedMemorySize, smem));
        float tb = measure(nothing, [&] { ray_tail_before<<<blocks, 1024, smem>>>(s, d, o1, per); });
        float ta = measure(nothing, [&] { ray_tail_after<<<blocks * per, 1024, smem>>>(s, d, o2, 1); });
        check("ray_tail", tb, ta, o1, o2, rays, 1e-6);
    }
    if (want("ray_schlick_pow")) {
        const int n = 1 << 21;
        float4 *v = dup(directions(1 << 18), n), *l = dup(directions(32));
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { ray_schlick_pow_before<<<n / 256, 256>>>(v, l, o1, n); });
        float ta = measure(nothing, [&] { ray_schlick_pow_after<<<n / 256, 256>>>(v, l, o2, n); });
        check("ray_schlick_pow", tb, ta, o1, o2, n, 1e-4);
    }
    if (want("ray_material_order")) {
        const int n = 1 << 21;
        std::vector<int> m(n), order(n);
        std::vector<float2> h(n);
        int c[5] = {0, 0, 0, 0, 0};
        for (int i = 0; i < n; i++) {
            m[i] = (int)(rnd() >> 30);
            c[m[i] + 1]++;
            h[i] = make_float2(rndf(), rndf());
        }
        for (int k = 0; k < 4; k++) c[k + 1] += c[k];
        for (int i = 0; i < n; i++) order[c[m[i]]++] = i;
        int *dm = dup(m), *dord = dup(order);
        float2* uv = dup(h);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { ray_material_order_before<<<n / 256, 256>>>(dm, uv, o1, n); });
        float ta = measure(nothing, [&] { ray_material_order_after<<<n / 256, 256>>>(dm, uv, dord, o2, n); });
        check("ray_material_order", tb, ta, o1, o2, n, 1e-5);
    }
    if (want("ray_zbuf_atomics")) {
        const int n = 1 << 23, px = 1 << 20;
        std::vector<unsigned> p(n), z(n);
        for (int i = 0; i < n; i++) {
            unsigned r = rnd();
            // four of five points fall on a 64 x 64 window of the 1024 x 1024 image
            p[i] = r % 5 ? (512 + ((r >> 8) & 63)) * 1024 + 512 + ((r >> 16) & 63) : (r >> 8) & (px - 1);
            z[i] = rnd() >> 1;
        }
        unsigned *dp = dup(p), *dz = dup(z);
        unsigned *b1 = dnew<unsigned>(px), *b2 = dnew<unsigned>(px);
        float tb = measure([&] { CK(cudaMemset(b1, 0xff, px * 4)); }, [&] { ray_zbuf_atomics_before<<<n / 256, 256>>>(dp, dz, b1, n); });
        float ta = measure([&] { CK(cudaMemset(b2, 0xff, px * 4)); }, [&] { ray_zbuf_atomics_after<<<n / 256, 256>>>(dp, dz, b2, n); });
        check("ray_zbuf_atomics", tb, ta, b1, b2, px, 0.0);
    }
    if (want("ray_trap_stage")) {
        const int rays = 1 << 19, ns = 256;
        float4 *s = dup(spheres(ns)), *d = dup(directions(rays));
        float *o1 = dnew<float>(rays), *o2 = dnew<float>(rays);
        float tb = measure(nothing, [&] { ray_trap_stage_before<<<rays / 256, 256>>>(s, ns, d, o1, rays); });
        float ta = measure(nothing, [&] { ray_trap_stage_after<<<rays / 256, 256>>>(s, ns, d, o2, rays); });
        check("ray_trap_stage", tb, ta, o1, o2, rays, 1e-5);
    }
    return 0;
}
