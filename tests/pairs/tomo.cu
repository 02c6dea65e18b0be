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
extern "C" {

// parallel-beam backprojection of a slice
__global__ void tomo_backproj_before(const float *sino, float *img, float dtheta, int nang, int ndet, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    float px = x - 0.5f * (n - 1), py = y - 0.5f * (n - 1), s = 0.f;
    for (int a = 0; a < nang; a++) {
        float th = a * dtheta;
        float u = px * cosf(th) + py * sinf(th) + 0.5f * (ndet - 1);
        int k = (int)floorf(u);
        if (k < 0 || k >= ndet - 1) continue;
        float f = u - k;
        s += (1.f - f) * sino[a * ndet + k] + f * sino[a * ndet + k + 1];
    }
    img[y * n + x] = s * dtheta;
}
__global__ void tomo_backproj_after(const float *sino, const float2 *cs, float *img, float dtheta, int nang, int ndet, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    float px = x - 0.5f * (n - 1), py = y - 0.5f * (n - 1), s = 0.f;
    for (int a = 0; a < nang; a++) {
        float2 w = cs[a];                             // cosine and sine of the angle, made on the host
        float u = px * w.x + py * w.y + 0.5f * (ndet - 1);
        int k = (int)floorf(u);
        if (k < 0 || k >= ndet - 1) continue;
        float f = u - k;
        s += (1.f - f) * sino[a * ndet + k] + f * sino[a * ndet + k + 1];
    }
    img[y * n + x] = s * dtheta;
}

// stack of slices, projections as [angle][slice][detector]; before: lanes run over the slices
__global__ void tomo_stack_lanes_before(const float *proj, const float2 *cs, float *vol, int nang, int ndet, int nx, int ny,
                                        int nz) {
    int z = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y, y = blockIdx.z;
    if (z >= nz || x >= nx) return;
    float px = x - 0.5f * (nx - 1), py = y - 0.5f * (ny - 1), s = 0.f;
    for (int a = 0; a < nang; a++) {
        float2 w = cs[a];
        float u = px * w.x + py * w.y + 0.5f * (ndet - 1);
        int k = (int)u;
        float f = u - k;
        const float *p = proj + (a * nz + z) * ndet + k;
        s += (1.f - f) * p[0] + f * p[1];
    }
    vol[(z * ny + y) * nx + x] = s;
}
__global__ void tomo_stack_lanes_after(const float *proj, const float2 *cs, float *vol, int nang, int ndet, int nx, int ny,
                                       int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    float px = x - 0.5f * (nx - 1), py = y - 0.5f * (ny - 1), s = 0.f;
    for (int a = 0; a < nang; a++) {
        float2 w = cs[a];
        float u = px * w.x + py * w.y + 0.5f * (ndet - 1);
        int k = (int)u;
        float f = u - k;
        const float *p = proj + (a * nz + z) * ndet + k;
        s += (1.f - f) * p[0] + f * p[1];
    }
    vol[(z * ny + y) * nx + x] = s;
}

// attenuation from a source in the body to its border, cell by cell (Siddon)
__global__ void tomo_siddon_before(const float *mu, const float2 *src, const float2 *dir, float *line, int n, int nray) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nray) return;
    float2 p = src[i], d = dir[i];
    int ix = (int)p.x, iy = (int)p.y, stx = d.x > 0 ? 1 : -1, sty = d.y > 0 ? 1 : -1;
    float t = 0.f, sum = 0.f;
    while (ix >= 0 && ix < n && iy >= 0 && iy < n) {
        float tx = ((float)(ix + (d.x > 0)) - p.x) / d.x;
        float ty = ((float)(iy + (d.y > 0)) - p.y) / d.y;
        float tn = fminf(tx, ty);
        sum += mu[iy * n + ix] * (tn - t);
        t = tn;
        if (tx < ty) ix += stx;
        else iy += sty;
    }
    line[i] = sum;
}
__global__ void tomo_siddon_after(const float *mu, const float2 *src, const float2 *dir, float *line, int n, int nray) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nray) return;
    float2 p = src[i], d = dir[i];
    int ix = (int)p.x, iy = (int)p.y, stx = d.x > 0 ? 1 : -1, sty = d.y > 0 ? 1 : -1;
    float t = 0.f, sum = 0.f, rx = 1.f / d.x, ry = 1.f / d.y;
    while (ix >= 0 && ix < n && iy >= 0 && iy < n) {
        float tx = ((float)(ix + (d.x > 0)) - p.x) * rx;
        float ty = ((float)(iy + (d.y > 0)) - p.y) * ry;
        float tn = fminf(tx, ty);
        sum += mu[iy * n + ix] * (tn - t);
        t = tn;
        if (tx < ty) ix += stx;
        else iy += sty;
    }
    line[i] = sum;
}

// forward projection by sampling along the ray; before: one block a view
__global__ void tomo_views_before(const float *img, const float2 *cs, float *sino, int ndet, int n) {
    int a = blockIdx.x;
    float2 w = cs[a];
    for (int k = threadIdx.x; k < ndet; k += blockDim.x) {
        float u = (k - 0.5f * (ndet - 1)) * ((float)n / ndet) * 0.7f, s = 0.f;
        for (int j = 0; j < n; j++) {
            float v = (j - 0.5f * (n - 1)) * 0.7f;
            int x = (int)fmaf(u, w.x, fmaf(-v, w.y, 0.5f * n)), y = (int)fmaf(u, w.y, fmaf(v, w.x, 0.5f * n));
            s += img[y * n + x];
        }
        sino[a * ndet + k] = s;
    }
}
__global__ void tomo_views_after(const float *img, const float2 *cs, float *sino, int ndet, int n) {
    int a = blockIdx.y;
    float2 w = cs[a];
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= ndet) return;
    float u = (k - 0.5f * (ndet - 1)) * ((float)n / ndet) * 0.7f, s = 0.f;
    for (int j = 0; j < n; j++) {
        float v = (j - 0.5f * (n - 1)) * 0.7f;
        int x = (int)fmaf(u, w.x, fmaf(-v, w.y, 0.5f * n)), y = (int)fmaf(u, w.y, fmaf(v, w.x, 0.5f * n));
        s += img[y * n + x];
    }
    sino[a * ndet + k] = s;
}

// zingers out of a radiograph: median of the window
__global__ void tomo_zinger_before(const float *in, float *out, int r, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float v[49];
    int m = 0;
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++)
            v[m++] = in[min(max(y + dy, 0), ny - 1) * nx + min(max(x + dx, 0), nx - 1)];
    for (int a = 1; a < m; a++) {
        float e = v[a];
        int b = a - 1;
        while (b >= 0 && v[b] > e) { v[b + 1] = v[b]; b--; }
        v[b + 1] = e;
    }
    out[y * nx + x] = v[m / 2];
}
#define TOMO_ORD(a, b) { float lo_ = fminf(a, b); b = fmaxf(a, b); a = lo_; }
__global__ void tomo_zinger_after(const float *in, float *out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float v[9];
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
        for (int dx = -1; dx <= 1; dx++)
            v[(dy + 1) * 3 + dx + 1] = in[min(max(y + dy, 0), ny - 1) * nx + min(max(x + dx, 0), nx - 1)];
    TOMO_ORD(v[1], v[2]); TOMO_ORD(v[4], v[5]); TOMO_ORD(v[7], v[8]);   // network of 19 exchanges
    TOMO_ORD(v[0], v[1]); TOMO_ORD(v[3], v[4]); TOMO_ORD(v[6], v[7]);
    TOMO_ORD(v[1], v[2]); TOMO_ORD(v[4], v[5]); TOMO_ORD(v[7], v[8]);
    TOMO_ORD(v[0], v[3]); TOMO_ORD(v[5], v[8]); TOMO_ORD(v[4], v[7]);
    TOMO_ORD(v[3], v[6]); TOMO_ORD(v[1], v[4]); TOMO_ORD(v[2], v[5]);
    TOMO_ORD(v[4], v[7]); TOMO_ORD(v[4], v[2]); TOMO_ORD(v[6], v[4]);
    TOMO_ORD(v[4], v[2]);
    out[y * nx + x] = v[4];
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static float *noise(size_t n, unsigned seed) {
    Rng g(seed);
    std::vector<float> h(n);
    for (auto &e : h) e = g.f();
    return dev(h);
}
static float2 *trig(int nang, float dtheta) {
    std::vector<float2> h(nang);
    for (int a = 0; a < nang; a++) h[a] = make_float2(cosf(a * dtheta), sinf(a * dtheta));
    return dev(h);
}

int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("tomo_backproj")) {
        const int n = g_small ? 64 : 1024, nang = g_small ? 90 : 360, ndet = n * 3 / 2;
        const float dt = (float)(M_PI / nang);
        float *s = noise((size_t)nang * ndet, 1), *o = dev<float>(n * n);
        float2 *cs = trig(nang, dt);
        auto get = [&] { return host(o, n * n); };
        run_pair("tomo_backproj", 1e-3, once([&] { zero(o, n * n); }),
            [&] { tomo_backproj_before<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(s, o, dt, nang, ndet, n); },
            [&] { tomo_backproj_after<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(s, cs, o, dt, nang, ndet, n); }, get, get);
        release(s, o, cs);
    }
    if (want("tomo_stack_lanes")) {
        const int nx = g_small ? 64 : 256, nz = g_small ? 32 : 128, nang = 24, ndet = nx * 3 / 2, nv = nx * nx * nz;
        float *p = noise((size_t)nang * nz * ndet, 2), *o = dev<float>(nv);
        float2 *cs = trig(nang, (float)(M_PI / nang));
        auto get = [&] { return host(o, nv); };
        run_pair("tomo_stack_lanes", 1e-5, once([&] { zero(o, nv); }),
            [&] { tomo_stack_lanes_before<<<dim3(nz / 32, nx / 8, nx), dim3(32, 8)>>>(p, cs, o, nang, ndet, nx, nx, nz); },
            [&] { tomo_stack_lanes_after<<<dim3(nx / 32, nx / 8, nz), dim3(32, 8)>>>(p, cs, o, nang, ndet, nx, nx, nz); },
            get, get);
        release(p, o, cs);
    }
    if (want("tomo_siddon")) {
        const int n = g_small ? 128 : 512, nsrc = g_small ? 8 : 512, fan = 512, nray = nsrc * fan;
        Rng g(3);
        std::vector<float2> src(nray), dir(nray);
        for (int s = 0; s < nsrc; s++) {
            float x = (0.3f + 0.4f * g.f()) * n, y = (0.3f + 0.4f * g.f()) * n;
            double a0 = g.f() * 2 * M_PI;
            for (int k = 0; k < fan; k++) {
                double a = a0 + k * 0.003;
                float c = (float)cos(a), d = (float)sin(a);
                if (fabsf(c) < 1e-4f) c = 1e-4f;
                if (fabsf(d) < 1e-4f) d = 1e-4f;
                src[s * fan + k] = make_float2(x, y);
                dir[s * fan + k] = make_float2(c, d);
            }
        }
        float *mu = noise((size_t)n * n, 4), *o = dev<float>(nray);
        float2 *ds = dev(src), *dd = dev(dir);
        auto get = [&] { return host(o, nray); };
        run_pair("tomo_siddon", 1e-3, once([&] { zero(o, nray); }),
            [&] { tomo_siddon_before<<<nray / 128, 128>>>(mu, ds, dd, o, n, nray); },
            [&] { tomo_siddon_after<<<nray / 128, 128>>>(mu, ds, dd, o, n, nray); }, get, get);
        release(mu, o, ds, dd);
    }
    if (want("tomo_views")) {
        const int n = g_small ? 128 : 1024, nang = g_small ? 6 : 60, ndet = 2048;
        float *img = noise((size_t)n * n, 5), *o = dev<float>(nang * ndet);
        float2 *cs = trig(nang, (float)(M_PI / nang));
        auto get = [&] { return host(o, nang * ndet); };
        run_pair("tomo_views", 1e-4, once([&] { zero(o, nang * ndet); }),
            [&] { tomo_views_before<<<nang, 256>>>(img, cs, o, ndet, n); },
            [&] { tomo_views_after<<<dim3(ndet / 256, nang), 256>>>(img, cs, o, ndet, n); }, get, get);
        release(img, o, cs);
    }
    if (want("tomo_zinger")) {
        const int n = g_small ? 256 : 4096;
        float *in = noise((size_t)n * n, 6), *o = dev<float>(n * n);
        auto get = [&] { return host(o, n * n); };
        run_pair("tomo_zinger", 0, once([&] { zero(o, n * n); }),
            [&] { tomo_zinger_before<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, o, 1, n, n); },
            [&] { tomo_zinger_after<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, o, n, n); }, get, get);
        release(in, o);
    }
    return g_bad;
}
