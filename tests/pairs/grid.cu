// Test pairs: power grids, circuits, queueing simulation. Own code; see pairs.tsv.
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

extern "C" {

// ---- bus currents I = Y V, Y sparse (CSR, a few entries a row), complex
__global__ void grid_ybus_before(const int* __restrict__ ptr, const int* __restrict__ col, const float2* __restrict__ y,
                                 const float2* __restrict__ v, float2* __restrict__ cur, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= n) return;
    float re = 0.0f, im = 0.0f;
    for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 32) {
        float2 a = y[k], b = v[col[k]];
        re += a.x * b.x - a.y * b.y;
        im += a.x * b.y + a.y * b.x;
    }
    for (int o = 16; o; o >>= 1) {
        re += __shfl_down_sync(0xffffffffu, re, o);
        im += __shfl_down_sync(0xffffffffu, im, o);
    }
    if (lane == 0) cur[row] = make_float2(re, im);
}
__global__ void grid_ybus_after(const int* __restrict__ ptr, const int* __restrict__ col, const float2* __restrict__ y,
                                const float2* __restrict__ v, float2* __restrict__ cur, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float re = 0.0f, im = 0.0f;
    int e = ptr[row + 1];
    for (int k = ptr[row]; k < e; k++) {
        float2 a = y[k], b = v[col[k]];
        re += a.x * b.x - a.y * b.y;
        im += a.x * b.y + a.y * b.x;
    }
    cur[row] = make_float2(re, im);
}

// ---- single-server queues by Lindley's recursion, one queue per thread
__global__ void grid_queue_before(float* wait, float* total, unsigned* busy, const unsigned* seed, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = seed[i];
    wait[i] = 0.0f; total[i] = 0.0f; busy[i] = 0;
    for (int k = 0; k < steps; k++) {
        s = s * 1664525u + 1013904223u;
        float service = (float)(s >> 8) * (1.6f / 16777216.0f);
        s = s * 1664525u + 1013904223u;
        float gap = -__logf(((float)(s >> 8) + 1.0f) * (1.0f / 16777217.0f));
        wait[i] = fmaxf(0.0f, wait[i] + service - gap);
        total[i] += wait[i];
        if (wait[i] > 0.0f) busy[i]++;
    }
}
__global__ void grid_queue_after(float* wait, float* total, unsigned* busy, const unsigned* seed, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = seed[i], nb = 0;
    float w = 0.0f, sum = 0.0f;
    for (int k = 0; k < steps; k++) {
        s = s * 1664525u + 1013904223u;
        float service = (float)(s >> 8) * (1.6f / 16777216.0f);
        s = s * 1664525u + 1013904223u;
        float gap = -__logf(((float)(s >> 8) + 1.0f) * (1.0f / 16777217.0f));
        w = fmaxf(0.0f, w + service - gap);
        sum += w;
        if (w > 0.0f) nb++;
    }
    wait[i] = w; total[i] = sum; busy[i] = nb;
}

// ---- transient of LC ladders of 64 sections, one ladder per block
__global__ void grid_ladder_before(const float* __restrict__ drive, const float* __restrict__ lc, float* __restrict__ out, int steps) {
    __shared__ float v[66], cur[66];
    int t = threadIdx.x;
    float k = t < 64 ? lc[blockIdx.x * 64 + t] : 0.0f;
    if (t < 66) { v[t] = 0.0f; cur[t] = 0.0f; }
    __syncthreads();
    float d = drive[blockIdx.x];
    for (int s = 0; s < steps; s++) {
        if (t < 64) cur[t] += k * ((t == 0 ? d : v[t - 1]) - v[t]) - 0.01f * cur[t];
        __syncthreads();
        if (t < 64) v[t] += 0.3f * (cur[t] - (t == 63 ? 0.5f * v[63] : cur[t + 1]));
        __syncthreads();
    }
    if (t < 64) out[blockIdx.x * 64 + t] = v[t];
}
__global__ void grid_ladder_after(const float* __restrict__ drive, const float* __restrict__ lc, float* __restrict__ out, int steps) {
    __shared__ float v[64], cur[64];
    int t = threadIdx.x;
    float k = lc[blockIdx.x * 64 + t];
    v[t] = 0.0f; cur[t] = 0.0f;
    __syncthreads();
    float d = drive[blockIdx.x];
    for (int s = 0; s < steps; s++) {
        cur[t] += k * ((t == 0 ? d : v[t - 1]) - v[t]) - 0.01f * cur[t];
        __syncthreads();
        v[t] += 0.3f * (cur[t] - (t == 63 ? 0.5f * v[63] : cur[t + 1]));
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = v[t];
}

// ---- statistics of queues from a list of departures: count, total wait, longest wait
__global__ void grid_stats_before(const int* __restrict__ queue, const int* __restrict__ ticks, int* stat, int* lock, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int q = queue[i], w = ticks[i];
    volatile int* s = stat + 4 * q;
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[q], 0, 1) == 0) {
            __threadfence();
            s[0] = s[0] + 1;
            s[1] = s[1] + w;
            if (w > s[2]) s[2] = w;
            __threadfence();
            atomicExch(&lock[q], 0);
            done = true;
        }
    }
}
__global__ void grid_stats_after(const int* __restrict__ queue, const int* __restrict__ ticks, int* stat, int*, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int q = queue[i], w = ticks[i];
    int* s = stat + 4 * q;
    atomicAdd(&s[0], 1);
    atomicAdd(&s[1], w);
    atomicMax(&s[2], w);
}

// ---- current drawn by loads of three kinds (constant power, current, impedance) at scattered buses
__global__ void grid_loads_before(const int* __restrict__ bus, const uint8_t* __restrict__ kind, const float2* __restrict__ pq,
                                  const float2* __restrict__ v, float2* __restrict__ cur, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 u = v[bus[i]], s = pq[i], c;
    float m2 = u.x * u.x + u.y * u.y;
    if (kind[i] == 0) {
        float r = 1.0f / m2;
        c = make_float2((s.x * u.x + s.y * u.y) * r, (s.x * u.y - s.y * u.x) * r);
    } else if (kind[i] == 1) {
        float r = rsqrtf(m2);
        c = make_float2((s.x * u.x + s.y * u.y) * r, (s.x * u.y - s.y * u.x) * r);
    } else {
        c = make_float2(s.x * u.x + s.y * u.y, s.x * u.y - s.y * u.x);
    }
    cur[i] = c;
}
__global__ void grid_loads_after(const int* __restrict__ bus, const uint8_t* __restrict__ kind, const float2* __restrict__ pq,
                                 const float2* __restrict__ v, float2* __restrict__ cur, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 u = v[bus[i]], s = pq[i];
    int k = kind[i];
    float r1 = rsqrtf(u.x * u.x + u.y * u.y);
    float r = (k == 2 ? 1.0f : r1) * (k == 0 ? r1 : 1.0f);
    cur[i] = make_float2((s.x * u.x + s.y * u.y) * r, (s.x * u.y - s.y * u.x) * r);
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    if (want("grid_ybus")) {
        const int n = 1 << 21;
        std::vector<int> ptr(n + 1), col;
        col.reserve((size_t)6 * n);
        for (int i = 0; i < n; i++) {
            ptr[i] = (int)col.size();
            uint32_t r = rnd();
            int c = 2 + (int)(r % 5);
            col.push_back(i);
            for (int k = 1; k < c; k++) {
                int j = i + (int)((r >> (4 * k)) & 255) - 128;
                col.push_back(std::min(n - 1, std::max(0, j)));
            }
        }
        ptr[n] = (int)col.size();
        int *dp = dup(ptr), *dc = dup(col);
        const float2* y = (const float2*)dup(randf(1000003, -1.0f, 1.0f), 2 * col.size());
        const float2* v = (const float2*)dup(randf(1000003, 0.9f, 1.1f), (size_t)2 * n);
        float *o1 = dnew<float>(2 * n), *o2 = dnew<float>(2 * n);
        float tb = measure(nothing, [&] { grid_ybus_before<<<n / 8, 256>>>(dp, dc, y, v, (float2*)o1, n); });
        float ta = measure(nothing, [&] { grid_ybus_after<<<n / 256, 256>>>(dp, dc, y, v, (float2*)o2, n); });
        check("grid_ybus", tb, ta, o1, o2, 2 * n, 1e-4);
    }
    if (want("grid_queue")) {
        const int n = 1 << 18, steps = 512;
        std::vector<unsigned> s(n);
        for (auto& a : s) a = rnd();
        unsigned* seed = dup(s);
        float *o1 = dnew<float>(2 * n), *o2 = dnew<float>(2 * n);
        unsigned *b1 = dnew<unsigned>(n), *b2 = dnew<unsigned>(n);
        float tb = measure(nothing, [&] { grid_queue_before<<<n / 256, 256>>>(o1, o1 + n, b1, seed, n, steps); });
        float ta = measure(nothing, [&] { grid_queue_after<<<n / 256, 256>>>(o2, o2 + n, b2, seed, n, steps); });
        check("grid_queue", tb, ta, o1, o2, 2 * n, 1e-2, 1e-3);
    }
    if (want("grid_ladder")) {
        const int nc = 8192, steps = 256;
        float *d = dup(randf(nc, 0.5f, 2.0f)), *lc = dup(randf(nc * 64, 0.1f, 0.4f));
        float *o1 = dnew<float>(nc * 64), *o2 = dnew<float>(nc * 64);
        float tb = measure(nothing, [&] { grid_ladder_before<<<nc, 1024>>>(d, lc, o1, steps); });
        float ta = measure(nothing, [&] { grid_ladder_after<<<nc, 64>>>(d, lc, o2, steps); });
        check("grid_ladder", tb, ta, o1, o2, nc * 64, 1e-3);
    }
    if (want("grid_stats")) {
        const int n = 1 << 22, nq = 32768;
        std::vector<int> q(n), w(n);
        for (auto& a : q) a = (int)((rnd() >> 8) % nq);
        for (auto& a : w) a = (int)((rnd() >> 8) % 1000);
        int *dq = dup(q), *dw = dup(w), *lock = dnew<int>(nq);
        int *o1 = dnew<int>(4 * nq), *o2 = dnew<int>(4 * nq);
        float tb = measure([&] { CK(cudaMemset(o1, 0, 16 * nq)); }, [&] { grid_stats_before<<<n / 256, 256>>>(dq, dw, o1, lock, n); });
        float ta = measure([&] { CK(cudaMemset(o2, 0, 16 * nq)); }, [&] { grid_stats_after<<<n / 256, 256>>>(dq, dw, o2, lock, n); });
        check("grid_stats", tb, ta, o1, o2, 4 * nq, 0.0);
    }
    if (want("grid_loads")) {
        const int n = 1 << 24;
        std::vector<int> b(n);
        for (auto& a : b) a = (int)(rnd() >> 8);
        std::vector<uint8_t> kd(1000003);
        for (auto& a : kd) a = (uint8_t)((rnd() >> 8) % 3);
        int* bus = dup(b);
        uint8_t* kind = dup(kd, n);
        const float2* pq = (const float2*)dup(randf(1000003, -1.0f, 1.0f), (size_t)2 * n);
        const float2* v = (const float2*)dup(randf(999983, 0.5f, 1.1f), (size_t)2 * n);
        float *o1 = dnew<float>((size_t)2 * n), *o2 = dnew<float>((size_t)2 * n);
        float tb = measure(nothing, [&] { grid_loads_before<<<n / 256, 256>>>(bus, kind, pq, v, (float2*)o1, n); });
        float ta = measure(nothing, [&] { grid_loads_after<<<n / 256, 256>>>(bus, kind, pq, v, (float2*)o2, n); });
        check("grid_loads", tb, ta, o1, o2, (size_t)2 * n, 1e-4);
    }
    return 0;
}
