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

// PAIRS_SMALL=1 in the environment takes small problems (to check the results without a GPU)
static int pick(int full, int small) { static const bool s = getenv("PAIRS_SMALL") != nullptr; return s ? small : full; }

// ------------------------------------------------------------------ kernels
extern "C" {

// computer-generated hologram: the field of point sources on the modulator
__global__ void opt_hologram_phase_before(const float4 *pt, float2 *field, int nx, int np, double pitch, double k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    double px = x * pitch, py = y * pitch;
    float re = 0, im = 0;
    for (int i = 0; i < np; i++) {
        float4 p = pt[i];
        double dx = px - p.x, dy = py - p.y, dz = p.z;
        double r = sqrt(dx * dx + dy * dy + dz * dz);
        double s, c;
        sincos(k * r, &s, &c);
        re += p.w * (float)c;
        im += p.w * (float)s;
    }
    field[y * nx + x] = make_float2(re, im);
}
__global__ void opt_hologram_phase_after(const float4 *pt, float2 *field, int nx, int np, double pitch, double invlambda) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    double px = x * pitch, py = y * pitch;
    float re = 0, im = 0;
    for (int i = 0; i < np; i++) {
        float4 p = pt[i];
        double dx = px - p.x, dy = py - p.y, dz = p.z;
        double cyc = invlambda * sqrt(dx * dx + dy * dy + dz * dz);
        float s, c;
        sincospif(2.0f * (float)(cyc - rint(cyc)), &s, &c);   // only the fraction of a cycle matters
        re += p.w * c;
        im += p.w * s;
    }
    field[y * nx + x] = make_float2(re, im);
}

// total power of a field: a block's sum goes to one address / to one of 64
__global__ void opt_power_atomic_before(const float2 *e, double *sum, int n) {
    __shared__ float w[8];
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) { float2 v = e[i]; s += v.x * v.x + v.y * v.y; }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        double t = 0;
        for (int k = 0; k < 8; k++) t += w[k];
        atomicAdd(&sum[0], t);
    }
}
__global__ void opt_power_atomic_after(const float2 *e, double *sum, int n) {
    __shared__ float w[8];
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) { float2 v = e[i]; s += v.x * v.x + v.y * v.y; }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        double t = 0;
        for (int k = 0; k < 8; k++) t += w[k];
        atomicAdd(&sum[(blockIdx.x & 63) * 4], t);
    }
}

// reflectance of a stack of thin films over wavelength and angle (s polarisation, lossless)
__global__ void opt_film_snell_before(const float2 *layer, const float *lambda, const float *sin0, float *refl, int nl,
                                      int nw) {
    int w = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y;
    float lam = lambda[w], s0 = sin0[a], eta0 = cosf(asinf(s0));
    float m00 = 1, m01 = 0, m10 = 0, m11 = 1;         // 01 and 10 are imaginary
    for (int l = 0; l < nl; l++) {
        float2 f = layer[l];                          // index, thickness
        float ct = cosf(asinf(s0 / f.x));
        float eta = f.x * ct, s, c;
        sincosf(6.2831853f * eta * f.y / lam, &s, &c);
        float a01 = s / eta, a10 = s * eta;
        float t00 = m00 * c - m01 * a10, t01 = m00 * a01 + m01 * c;
        float t10 = m10 * c + m11 * a10, t11 = m11 * c - m10 * a01;
        m00 = t00; m01 = t01; m10 = t10; m11 = t11;
    }
    const float ns = 1.52f;
    float es = ns * cosf(asinf(s0 / ns));
    float nr = eta0 * m00 - m11 * es, ni = eta0 * m01 * es - m10;
    float dr = eta0 * m00 + m11 * es, di = eta0 * m01 * es + m10;
    refl[a * nw + w] = (nr * nr + ni * ni) / (dr * dr + di * di);
}
__global__ void opt_film_snell_after(const float2 *layer, const float *lambda, const float *sin0, float *refl, int nl,
                                     int nw) {
    int w = blockIdx.x * blockDim.x + threadIdx.x, a = blockIdx.y;
    float lam = lambda[w], s0 = sin0[a], eta0 = sqrtf(1.0f - s0 * s0);
    float m00 = 1, m01 = 0, m10 = 0, m11 = 1;
    for (int l = 0; l < nl; l++) {
        float2 f = layer[l];
        float st = s0 / f.x, ct = sqrtf(1.0f - st * st);
        float eta = f.x * ct, s, c;
        sincosf(6.2831853f * eta * f.y / lam, &s, &c);
        float a01 = s / eta, a10 = s * eta;
        float t00 = m00 * c - m01 * a10, t01 = m00 * a01 + m01 * c;
        float t10 = m10 * c + m11 * a10, t11 = m11 * c - m10 * a01;
        m00 = t00; m01 = t01; m10 = t10; m11 = t11;
    }
    const float ns = 1.52f;
    float ss = s0 / ns, es = ns * sqrtf(1.0f - ss * ss);
    float nr = eta0 * m00 - m11 * es, ni = eta0 * m01 * es - m10;
    float dr = eta0 * m00 + m11 * es, di = eta0 * m01 * es + m10;
    refl[a * nw + w] = (nr * nr + ni * ni) / (dr * dr + di * di);
}

// point spread function of a high-aperture lens; before: the pupil's weights are made again by each pixel
__global__ void opt_psf_pupil_before(float *psf, int nx, int nt, float dth, float k, float pix, float dz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float fx = (x - nx / 2) * pix, fy = ((int)y - (int)gridDim.y / 2) * pix, z = blockIdx.z * dz;
    float r = sqrtf(fx * fx + fy * fy), re = 0, im = 0;
    for (int t = 0; t < nt; t++) {
        float th = (t + 0.5f) * dth;
        float w = sqrtf(cosf(th)) * sinf(th) * (1.0f + cosf(th));
        float a = w * j0f(k * r * sinf(th)), s, c;
        sincosf(k * z * cosf(th), &s, &c);
        re += a * c;
        im += a * s;
    }
    psf[(blockIdx.z * gridDim.y + y) * nx + x] = re * re + im * im;
}
__global__ void opt_psf_pupil_after(float *psf, int nx, int nt, float dth, float k, float pix, float dz) {
    __shared__ float4 pupil[128];
    float z = blockIdx.z * dz;
    for (int t = threadIdx.x; t < nt; t += blockDim.x) {
        float th = (t + 0.5f) * dth;
        float w = sqrtf(cosf(th)) * sinf(th) * (1.0f + cosf(th)), s, c;
        sincosf(k * z * cosf(th), &s, &c);
        pupil[t] = make_float4(k * sinf(th), w * c, w * s, 0.0f);
    }
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float fx = (x - nx / 2) * pix, fy = ((int)y - (int)gridDim.y / 2) * pix;
    float r = sqrtf(fx * fx + fy * fy), re = 0, im = 0;
    for (int t = 0; t < nt; t++) {
        float4 p = pupil[t];
        float a = j0f(r * p.x);
        re += a * p.y;
        im += a * p.z;
    }
    psf[(blockIdx.z * gridDim.y + y) * nx + x] = re * re + im * im;
}

// Shack-Hartmann sensor: centroid of each lenslet's 16 x 16 pixels, a thread / a warp a lenslet
__global__ void opt_shack_centroid_before(const unsigned short *img, float2 *cent, int nl, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned short *p = img + (size_t)(i / nl) * 16 * (nl * 16) + i % nl * 16;
    unsigned s = 0, sx = 0, sy = 0;
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) {
            unsigned v = p[y * nl * 16 + x];
            s += v; sx += v * x; sy += v * y;
        }
    cent[i] = make_float2((float)sx / (float)s, (float)sy / (float)s);
}
__global__ void opt_shack_centroid_after(const unsigned short *img, float2 *cent, int nl, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (i >= n) return;
    const unsigned short *p = img + (size_t)(i / nl) * 16 * (nl * 16) + i % nl * 16;
    unsigned s = 0, sx = 0, sy = 0;
    int x = lane & 15;
#pragma unroll
    for (int y = lane >> 4; y < 16; y += 2) {
        unsigned v = p[y * nl * 16 + x];
        s += v; sx += v * x; sy += v * y;
    }
    s = __reduce_add_sync(0xffffffffu, s);
    sx = __reduce_add_sync(0xffffffffu, sx);
    sy = __reduce_add_sync(0xffffffffu, sy);
    if (lane == 0) cent[i] = make_float2((float)sx / (float)s, (float)sy / (float)s);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static std::vector<float> flat(const std::vector<float2> &h) {
    std::vector<float> r(h.size() * 2);
    for (size_t i = 0; i < h.size(); i++) { r[2 * i] = h[i].x; r[2 * i + 1] = h[i].y; }
    return r;
}
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("opt_hologram_phase")) {
        const int nx = 1024, ny = pick(1024, 8), np = 64;
        Rng g(1);
        std::vector<float4> pt(np);
        for (auto &e : pt) e = make_float4(0.008f * g.f(), 0.008f * g.f(), 0.2f + 0.05f * g.f(), 0.5f + g.f());
        float4 *dp = dev(pt);
        float2 *o = dev<float2>(nx * ny);
        auto get = [&] { return flat(host(o, nx * ny)); };
        const double lambda = 532e-9;
        run_pair("opt_hologram_phase", 1e-4, once([&] { zero(o, nx * ny); }),
            [&] { opt_hologram_phase_before<<<dim3(nx / 128, ny), 128>>>(dp, o, nx, np, 8e-6, 6.283185307179586 / lambda); },
            [&] { opt_hologram_phase_after<<<dim3(nx / 128, ny), 128>>>(dp, o, nx, np, 8e-6, 1.0 / lambda); }, get, get);
        release(dp, o);
    }
    if (want("opt_power_atomic")) {
        const int n = pick(32 << 20, 1 << 19), blocks = pick(132 * 8, 64);
        Rng g(2);
        std::vector<float2> e(n);
        for (auto &v : e) v = make_float2(g.f() - 0.5f, g.f() - 0.5f);
        float2 *de = dev(e);
        double *s = dev<double>(256);
        auto get = [&] { auto h = host(s, 256); double t = 0; for (double v : h) t += v; return std::vector<double>(1, t); };
        run_pair("opt_power_atomic", 1e-6, [&] { zero(s, 256); },
            [&] { opt_power_atomic_before<<<blocks, 256>>>(de, s, n); },
            [&] { opt_power_atomic_after<<<blocks, 256>>>(de, s, n); }, get, get);
        release(de, s);
    }
    if (want("opt_film_snell")) {
        const int nw = 2048, na = pick(512, 8), nl = 24;
        Rng g(3);
        std::vector<float2> l(nl);
        std::vector<float> lam(nw), s0(na);
        for (int k = 0; k < nl; k++) l[k] = make_float2((k & 1 ? 2.3f : 1.46f) + 0.02f * g.f(), 60.0f + 60.0f * g.f());
        for (int k = 0; k < nw; k++) lam[k] = 400.0f + 400.0f * k / nw;
        for (int k = 0; k < na; k++) s0[k] = sinf(1.2f * k / na);
        float2 *dl = dev(l);
        float *dw = dev(lam), *ds = dev(s0), *o = dev<float>(nw * na);
        auto get = [&] { return host(o, nw * na); };
        run_pair("opt_film_snell", 2e-3, once([&] { zero(o, nw * na); }),
            [&] { opt_film_snell_before<<<dim3(nw / 256, na), 256>>>(dl, dw, ds, o, nl, nw); },
            [&] { opt_film_snell_after<<<dim3(nw / 256, na), 256>>>(dl, dw, ds, o, nl, nw); }, get, get);
        release(dl, dw, ds, o);
    }
    if (want("opt_psf_pupil")) {
        const int nx = 512, ny = pick(512, 8), nz = pick(4, 2), nt = 64, n = nx * ny * nz;
        float *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("opt_psf_pupil", 1e-3, once([&] { zero(o, n); }),
            [&] { opt_psf_pupil_before<<<dim3(nx / 256, ny, nz), 256>>>(o, nx, nt, 1.2f / nt, 11.8f, 0.02f, 0.25f); },
            [&] { opt_psf_pupil_after<<<dim3(nx / 256, ny, nz), 256>>>(o, nx, nt, 1.2f / nt, 11.8f, 0.02f, 0.25f); }, get, get);
        release(o);
    }
    if (want("opt_shack_centroid")) {
        const int nl = 128, n = nl * nl * pick(32, 1);
        Rng g(5);
        std::vector<unsigned short> im((size_t)n * 256);
        for (auto &e : im) e = (unsigned short)(100 + (g.u() & 4095));
        unsigned short *di = dev(im);
        float2 *o = dev<float2>(n);
        auto get = [&] { return flat(host(o, n)); };
        run_pair("opt_shack_centroid", 1e-5, once([&] { zero(o, n); }),
            [&] { opt_shack_centroid_before<<<n / 256, 256>>>(di, o, nl, n); },
            [&] { opt_shack_centroid_after<<<n / 8, 256>>>(di, o, nl, n); }, get, get);
        release(di, o);
    }
    return g_bad;
}
