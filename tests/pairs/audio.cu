// Test pairs: audio, signal and bit work. Own code; see pairs.tsv.
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

#define PARTIALS 32

extern "C" {

// ---- bank of 32 oscillators; the phase grows with time
__global__ void audio_sin_range_before(const float* __restrict__ w, const float* __restrict__ amp,
                                       float* __restrict__ out, int n, float t0, float dt) {
    __shared__ float sw[PARTIALS], sa[PARTIALS];
    if (threadIdx.x < PARTIALS) {
        sw[threadIdx.x] = w[threadIdx.x];
        sa[threadIdx.x] = amp[threadIdx.x];
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = t0 + dt * (float)i;
    float s = 0.0f;
    for (int k = 0; k < PARTIALS; k++) s += sa[k] * sinf(sw[k] * t);
    out[i] = s;
}
__global__ void audio_sin_range_after(const float* __restrict__ w, const float* __restrict__ amp,
                                      float* __restrict__ out, int n, float t0, float dt) {
    __shared__ float sw[PARTIALS], sa[PARTIALS];
    if (threadIdx.x < PARTIALS) {
        sw[threadIdx.x] = w[threadIdx.x];
        sa[threadIdx.x] = amp[threadIdx.x];
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = t0 + dt * (float)i;
    float s = 0.0f;
    for (int k = 0; k < PARTIALS; k++) {
        float ph = __fmul_rn(sw[k], t);
        float turns = rintf(ph * 0.15915494309f);
        ph = fmaf(turns, -6.2831854820f, ph);    // 2 pi in two parts
        ph = fmaf(turns, 1.7484556e-7f, ph);
        s += sa[k] * __sinf(ph);
    }
    out[i] = s;
}

// ---- audio fingerprints: bits in which 32 words differ from the query, at every offset
__global__ void audio_popc_loop_before(const unsigned* __restrict__ db, const unsigned* __restrict__ query,
                                       int* __restrict__ dist, int n) {
    __shared__ unsigned q[32];
    if (threadIdx.x < 32) q[threadIdx.x] = query[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = 0;
    for (int k = 0; k < 32; k++) {
        unsigned x = db[i + k] ^ q[k];
        for (int b = 0; b < 32; b++)
            if (x & (1u << b)) c++;
    }
    dist[i] = c;
}
__global__ void audio_popc_loop_after(const unsigned* __restrict__ db, const unsigned* __restrict__ query,
                                      int* __restrict__ dist, int n) {
    __shared__ unsigned q[32];
    if (threadIdx.x < 32) q[threadIdx.x] = query[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = 0;
    for (int k = 0; k < 32; k++) {
        unsigned x = db[i + k] ^ q[k];
        c += __popc(x);
    }
    dist[i] = c;
}

// ---- peak of each channel; blockIdx.y is the channel, gridDim.x blocks share it
__global__ void audio_few_blocks_before(const float* __restrict__ x, int* __restrict__ peak, int len) {
    const float* c = x + (size_t)blockIdx.y * len;
    float m = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < len; i += gridDim.x * blockDim.x)
        m = fmaxf(m, fabsf(c[i]));
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    if ((threadIdx.x & 31) == 0) atomicMax(&peak[blockIdx.y], __float_as_int(m));
}
__global__ void audio_few_blocks_after(const float* __restrict__ x, int* __restrict__ peak, int len) {
    const float* c = x + (size_t)blockIdx.y * len;
    float m = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < len; i += gridDim.x * blockDim.x)
        m = fmaxf(m, fabsf(c[i]));
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    if ((threadIdx.x & 31) == 0) atomicMax(&peak[blockIdx.y], __float_as_int(m));
}

// ---- energy of runs of samples (decimation), 256 runs a block
__global__ void audio_decim_bank_before(const float* __restrict__ x, float* __restrict__ out, int run) {
    extern __shared__ float s[];
    const float* in = x + (size_t)blockIdx.x * 256 * run;
    for (int r = threadIdx.x / 32; r < 256; r += 8)
        for (int c = threadIdx.x % 32; c < run; c += 32) s[r * run + c] = in[r * run + c];
    __syncthreads();
    float e = 0.0f;
    for (int k = 0; k < run; k++) {
        float v = s[threadIdx.x * run + k];
        e += v * v;
    }
    out[blockIdx.x * 256 + threadIdx.x] = e;
}
__global__ void audio_decim_bank_after(const float* __restrict__ x, float* __restrict__ out, int run) {
    extern __shared__ float s[];
    int pitch = run + 1;
    const float* in = x + (size_t)blockIdx.x * 256 * run;
    for (int r = threadIdx.x / 32; r < 256; r += 8)
        for (int c = threadIdx.x % 32; c < run; c += 32) s[r * pitch + c] = in[r * run + c];
    __syncthreads();
    float e = 0.0f;
    for (int k = 0; k < run; k++) {
        float v = s[threadIdx.x * pitch + k];
        e += v * v;
    }
    out[blockIdx.x * 256 + threadIdx.x] = e;
}

// ---- iterated soft clipper, 64 rounds a sample; one block of 128 threads a multiprocessor
__global__ void audio_clip_chain_before(const float* __restrict__ in, float* __restrict__ out, int n, float a, float b) {
    int stride = gridDim.x * blockDim.x;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float x = in[i];
        for (int r = 0; r < 64; r++) x = x * (a - b * (x * x));
        out[i] = x;
    }
}
__global__ void audio_clip_chain_after(const float* __restrict__ in, float* __restrict__ out, int n, float a, float b) {
    int stride = gridDim.x * blockDim.x;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 4 * stride) {
        float x[4];  // four samples at a time: four chains that do not depend on each other
#pragma unroll
        for (int u = 0; u < 4; u++) x[u] = i + u * stride < n ? in[i + u * stride] : 0.0f;
        for (int r = 0; r < 64; r++) {
#pragma unroll
            for (int u = 0; u < 4; u++) x[u] = x[u] * (a - b * (x[u] * x[u]));
        }
#pragma unroll
        for (int u = 0; u < 4; u++)
            if (i + u * stride < n) out[i + u * stride] = x[u];
    }
}

// ---- mix of two stereo buses; gains in shared memory
__global__ void audio_trap_occupancy_before(const float4* __restrict__ a, const float4* __restrict__ b,
                                            const float* __restrict__ gain, float4* __restrict__ out) {
    extern __shared__ float g[];  // launched with 72 KB: room for a gain table of any size
    if (threadIdx.x < 8) g[threadIdx.x] = gain[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 1024 + threadIdx.x;  // 256 threads, four vectors a thread
    float4 p[4], q[4];
#pragma unroll
    for (int u = 0; u < 4; u++) {
        p[u] = a[i + 256 * u];
        q[u] = b[i + 256 * u];
    }
#pragma unroll
    for (int u = 0; u < 4; u++) {
        float4 r;
        r.x = p[u].x * g[u] + q[u].x * g[4 + u];
        r.y = p[u].y * g[u] + q[u].y * g[4 + u];
        r.z = p[u].z * g[u] + q[u].z * g[4 + u];
        r.w = p[u].w * g[u] + q[u].w * g[4 + u];
        out[i + 256 * u] = r;
    }
}
__global__ void audio_trap_occupancy_after(const float4* __restrict__ a, const float4* __restrict__ b,
                                           const float* __restrict__ gain, float4* __restrict__ out) {
    extern __shared__ float g[];  // launched with 32 bytes
    if (threadIdx.x < 8) g[threadIdx.x] = gain[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * 1024 + threadIdx.x;
    float4 p[4], q[4];
#pragma unroll
    for (int u = 0; u < 4; u++) {
        p[u] = a[i + 256 * u];
        q[u] = b[i + 256 * u];
    }
#pragma unroll
    for (int u = 0; u < 4; u++) {
        float4 r;
        r.x = p[u].x * g[u] + q[u].x * g[4 + u];
        r.y = p[u].y * g[u] + q[u].y * g[4 + u];
        r.z = p[u].z * g[u] + q[u].z * g[4 + u];
        r.w = p[u].w * g[u] + q[u].w * g[4 + u];
        out[i + 256 * u] = r;
    }
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaSetDevice(0));

    if (want("audio_sin_range")) {
        const int n = 1 << 19;
        float* w = dup(randf(PARTIALS, 3000.0f, 60000.0f));
        float* amp = dup(randf(PARTIALS, 0.01f, 0.05f));
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        // from 40 s into the stream: the phases are 120000 to 3000000 radians
        float tb = measure(nothing, [&] { audio_sin_range_before<<<n / 256, 256>>>(w, amp, o1, n, 40.0f, 1.0f / 48000.0f); });
        float ta = measure(nothing, [&] { audio_sin_range_after<<<n / 256, 256>>>(w, amp, o2, n, 40.0f, 1.0f / 48000.0f); });
        check("audio_sin_range", tb, ta, o1, o2, n, 1e-3);
    }
    if (want("audio_popc_loop")) {
        const int n = 1 << 20;
        std::vector<unsigned> d(n + 32), q(32);
        for (auto& x : d) x = rnd();
        for (auto& x : q) x = rnd();
        unsigned *db = dup(d), *query = dup(q);
        int *o1 = dnew<int>(n), *o2 = dnew<int>(n);
        float tb = measure(nothing, [&] { audio_popc_loop_before<<<n / 256, 256>>>(db, query, o1, n); });
        float ta = measure(nothing, [&] { audio_popc_loop_after<<<n / 256, 256>>>(db, query, o2, n); });
        check("audio_popc_loop", tb, ta, o1, o2, n, 0.0);
    }
    if (want("audio_few_blocks")) {
        const int ch = 16, len = 1 << 21;
        float* x = dup(randf(1000003, -1, 1), (size_t)ch * len);
        int *p1 = dnew<int>(ch), *p2 = dnew<int>(ch);
        float tb = measure([&] { CK(cudaMemset(p1, 0, ch * 4)); }, [&] { audio_few_blocks_before<<<dim3(1, ch), 256>>>(x, p1, len); });
        float ta = measure([&] { CK(cudaMemset(p2, 0, ch * 4)); }, [&] { audio_few_blocks_after<<<dim3(64, ch), 256>>>(x, p2, len); });
        check("audio_few_blocks", tb, ta, p1, p2, ch, 0.0);
    }
    if (want("audio_decim_bank")) {
        const int blocks = 4096;
        float* x = dup(randf(1000003, -1, 1), (size_t)blocks * 8192);
        float *o1 = dnew<float>((size_t)blocks * 256), *o2 = dnew<float>((size_t)blocks * 256);
        float tb = measure(nothing, [&] { audio_decim_bank_before<<<blocks, 256, 256 * 32 * 4>>>(x, o1, 32); });
        float ta = measure(nothing, [&] { audio_decim_bank_after<<<blocks, 256, 256 * 33 * 4>>>(x, o2, 32); });
        check("audio_decim_bank", tb, ta, o1, o2, (size_t)blocks * 256, 1e-5);
    }
    if (want("audio_clip_chain")) {
        const int n = 1 << 21;
        float* x = dup(randf(n, -1, 1));
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { audio_clip_chain_before<<<132, 128>>>(x, o1, n, 1.02f, 0.35f); });
        float ta = measure(nothing, [&] { audio_clip_chain_after<<<132, 128>>>(x, o2, n, 1.02f, 0.35f); });
        check("audio_clip_chain", tb, ta, o1, o2, n, 1e-4);
    }
    if (want("audio_trap_occupancy")) {
        const size_t n4 = (size_t)1 << 23;
        float4* a = (float4*)dup(randf(1000003, -1, 1), n4 * 4);
        float4* b = (float4*)dup(randf(999983, -1, 1), n4 * 4);
        float* g = dup(randf(8, 0, 1));
        float *o1 = dnew<float>(n4 * 4), *o2 = dnew<float>(n4 * 4);
        const int big = 72 * 1024;
        CK(cudaFuncSetAttribute(audio_trap_occupancy_before, cudaFuncAttributeMaxDynamicSharedMemorySize, big));
        float tb = measure(nothing, [&] { audio_trap_occupancy_before<<<(unsigned)(n4 / 1024), 256, big>>>(a, b, g, (float4*)o1); });
        float ta = measure(nothing, [&] { audio_trap_occupancy_after<<<(unsigned)(n4 / 1024), 256, 32>>>(a, b, g, (float4*)o2); });
        check("audio_trap_occupancy", tb, ta, o1, o2, (size_t)1 << 24, 1e-6);
    }
    return 0;
}
