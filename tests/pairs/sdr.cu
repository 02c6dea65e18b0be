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

// decimating FIR, every eighth output is kept
__global__ void sdr_decimate_before(const float *x, const float *taps, float *y, int ntaps, int D, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || i % D != 0) return;
    float s = 0.f;
    for (int k = 0; k < ntaps; k++) s += taps[k] * x[i + k];
    y[i / D] = s;
}
__global__ void sdr_decimate_after(const float *x, const float *taps, float *y, int ntaps, int nout) {
    const int D = 8, W = 256 + 9;                     // polyphase: sample j of the tile is at [j % D][j / D], up to 64 taps
    __shared__ float s[D][W];
    int b = blockIdx.x * 256;
    int len = 255 * D + ntaps;
    for (int j = threadIdx.x; j < len; j += 256) s[j % D][j / D] = x[b * D + j];
    __syncthreads();
    float a = 0.f;
    for (int k = 0; k < ntaps; k++) a += taps[k] * s[k % D][threadIdx.x + k / D];
    y[b + threadIdx.x] = a;
}

// mix with a numerically controlled oscillator of frequency step / 2^32
__global__ void sdr_mix_nco_before(const float2 *x, float2 *y, unsigned step, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double ph = 2.0 * 3.14159265358979323846 * (step / 4294967296.0) * i;
    float c = (float)cos(ph), s = (float)sin(ph);
    float2 v = x[i];
    y[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
__global__ void sdr_mix_nco_after(const float2 *x, float2 *y, unsigned step, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c, s;
    sincospif((float)(int)(step * (unsigned)i) * (1.0f / 2147483648.0f), &s, &c);   // the phase wraps by itself
    float2 v = x[i];
    y[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

// beamformer: 32 antennas (samples as [time][antenna]) to 32 beams ([beam][time])
__global__ void sdr_beam_antennas_before(const float2 *x, const float2 *w, float2 *y, int T) {
    int t = blockIdx.x * 256 + threadIdx.x, b = blockIdx.y;
    float2 s = make_float2(0.f, 0.f);
    for (int a = 0; a < 32; a++) {
        float2 v = x[t * 32 + a], c = w[b * 32 + a];
        s.x += v.x * c.x - v.y * c.y;
        s.y += v.x * c.y + v.y * c.x;
    }
    y[b * T + t] = s;
}
__global__ void sdr_beam_antennas_after(const float2 *x, const float2 *w, float2 *y, int T) {
    __shared__ float2 tile[32][33];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, t0 = blockIdx.x * 32;
    for (int r = warp; r < 32; r += 8) tile[r][lane] = x[(t0 + r) * 32 + lane];
    __syncthreads();
    for (int b = warp; b < 32; b += 8) {
        float2 s = make_float2(0.f, 0.f);
        for (int a = 0; a < 32; a++) {
            float2 v = tile[lane][a], c = w[b * 32 + a];
            s.x += v.x * c.x - v.y * c.y;
            s.y += v.x * c.y + v.y * c.x;
        }
        y[b * T + t0 + lane] = s;
    }
}

// channelizer: a thread makes the FFT of its own frame of 32 samples in shared memory
__global__ void sdr_channel_fft_before(const float2 *x, float2 *y, const float2 *tw, int stages) {
    __shared__ float2 s[64 * 32];
    int tid = threadIdx.x, base = blockIdx.x * 64 * 32;
    for (int j = tid; j < 64 * 32; j += 64) s[j / 32 * 32 + (__brev(j) >> 27)] = x[base + j];
    __syncthreads();
    float2 *f = s + tid * 32;
    for (int st = 0; st < stages; st++) {
        int h = 1 << st;
        for (int k = 0; k < 16; k++) {
            int j = k & (h - 1), p = ((k >> st) << (st + 1)) + j;
            float2 w = tw[j << (4 - st)], u = f[p], v = f[p + h];
            float2 m = make_float2(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
            f[p] = make_float2(u.x + m.x, u.y + m.y);
            f[p + h] = make_float2(u.x - m.x, u.y - m.y);
        }
    }
    __syncthreads();
    for (int j = tid; j < 64 * 32; j += 64) y[base + j] = s[j];
}
__global__ void sdr_channel_fft_after(const float2 *x, float2 *y, const float2 *tw, int stages) {
    __shared__ float2 s[64 * 33];
    int tid = threadIdx.x, base = blockIdx.x * 64 * 32;
    for (int j = tid; j < 64 * 32; j += 64) s[j / 32 * 33 + (__brev(j) >> 27)] = x[base + j];
    __syncthreads();
    float2 *f = s + tid * 33;
    for (int st = 0; st < stages; st++) {
        int h = 1 << st;
        for (int k = 0; k < 16; k++) {
            int j = k & (h - 1), p = ((k >> st) << (st + 1)) + j;
            float2 w = tw[j << (4 - st)], u = f[p], v = f[p + h];
            float2 m = make_float2(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
            f[p] = make_float2(u.x + m.x, u.y + m.y);
            f[p + h] = make_float2(u.x - m.x, u.y - m.y);
        }
    }
    __syncthreads();
    for (int j = tid; j < 64 * 32; j += 64) y[base + j] = s[j / 32 * 33 + j % 32];
}

// samples of the receiver, interleaved signed bytes, to float
__global__ void sdr_iq_float_before(const char4 *in, float4 *out, float full_scale, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    char4 v = in[i];
    out[i] = make_float4(v.x / full_scale, v.y / full_scale, v.z / full_scale, v.w / full_scale);
}
__global__ void sdr_iq_float_after(const char4 *in, float4 *out, float inv_full_scale, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    char4 v = in[i];
    out[i] = make_float4(v.x * inv_full_scale, v.y * inv_full_scale, v.z * inv_full_scale, v.w * inv_full_scale);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static std::vector<float> flat(const std::vector<float2> &v) {
    std::vector<float> r(v.size() * 2);
    for (size_t i = 0; i < v.size(); i++) { r[2 * i] = v[i].x; r[2 * i + 1] = v[i].y; }
    return r;
}
static float2 *samples(int n, unsigned seed) {
    Rng g(seed);
    std::vector<float2> h(n);
    for (auto &e : h) { unsigned u = g.u(); e = make_float2((u & 0xffff) / 32768.f - 1.f, (u >> 16) / 32768.f - 1.f); }
    return dev(h);
}

int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("sdr_decimate")) {
        const int n = sz(32 << 20), D = 8, ntaps = 64;
        Rng g(1);
        std::vector<float> h(n + ntaps), t(ntaps);
        for (auto &e : h) e = g.f() * 2.f - 1.f;
        for (auto &e : t) e = g.f() * 0.1f;
        float *x = dev(h), *dt = dev(t), *y = dev<float>(n / D);
        auto get = [&] { return host(y, n / D); };
        run_pair("sdr_decimate", 1e-4, once([&] { zero(y, n / D); }),
            [&] { sdr_decimate_before<<<n / 256, 256>>>(x, dt, y, ntaps, D, n); },
            [&] { sdr_decimate_after<<<n / D / 256, 256>>>(x, dt, y, ntaps, n / D); }, get, get);
        release(x, dt, y);
    }
    if (want("sdr_mix_nco")) {
        const int n = sz(16 << 20);
        const unsigned step = 123456789u;
        float2 *x = samples(n, 2), *y = dev<float2>(n);
        auto get = [&] { return flat(host(y, n)); };
        run_pair("sdr_mix_nco", 1e-4, once([&] { zero(y, n); }),
            [&] { sdr_mix_nco_before<<<n / 256, 256>>>(x, y, step, n); },
            [&] { sdr_mix_nco_after<<<n / 256, 256>>>(x, y, step, n); }, get, get);
        release(x, y);
    }
    if (want("sdr_beam_antennas")) {
        const int T = sz(256 << 10);
        float2 *x = samples(T * 32, 3), *w = samples(32 * 32, 4), *y = dev<float2>(T * 32);
        auto get = [&] { return flat(host(y, T * 32)); };
        run_pair("sdr_beam_antennas", 1e-4, once([&] { zero(y, T * 32); }),
            [&] { sdr_beam_antennas_before<<<dim3(T / 256, 32), 256>>>(x, w, y, T); },
            [&] { sdr_beam_antennas_after<<<T / 32, 256>>>(x, w, y, T); }, get, get);
        release(x, w, y);
    }
    if (want("sdr_channel_fft")) {
        const int n = sz(8 << 20);
        std::vector<float2> t(16);
        for (int j = 0; j < 16; j++) t[j] = make_float2((float)cos(j * M_PI / 16), (float)-sin(j * M_PI / 16));
        float2 *x = samples(n, 5), *tw = dev(t), *y = dev<float2>(n);
        auto get = [&] { return flat(host(y, n)); };
        run_pair("sdr_channel_fft", 1e-5, once([&] { zero(y, n); }),
            [&] { sdr_channel_fft_before<<<n / 2048, 64>>>(x, y, tw, 5); },
            [&] { sdr_channel_fft_after<<<n / 2048, 64>>>(x, y, tw, 5); }, get, get);
        release(x, tw, y);
    }
    if (want("sdr_iq_float")) {
        const int n = sz(24 << 20);
        Rng g(6);
        std::vector<char4> h(n);
        for (auto &e : h) { unsigned u = g.u(); memcpy(&e, &u, 4); }
        char4 *x = dev(h);
        float *y = dev<float>((size_t)n * 4);
        auto get = [&] { return host(y, (size_t)n * 4); };
        run_pair("sdr_iq_float", 1e-5, once([&] { zero(y, (size_t)n * 4); }),
            [&] { sdr_iq_float_before<<<n / 256, 256>>>(x, (float4 *)y, 127.5f, n); },
            [&] { sdr_iq_float_after<<<n / 256, 256>>>(x, (float4 *)y, 1.f / 127.5f, n); }, get, get);
        release(x, y);
    }
    return g_bad;
}
