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
static __device__ __forceinline__ float idm(float v, float gap, float dv) {
    float s = 2.0f + fmaxf(1.5f * v + v * dv * 0.3f, 0.0f), r = v * (1.0f / 30.0f), q = s / gap;
    return 1.4f * (1.0f - r * r * r * r - q * q);
}

extern "C" {

// acceleration behind the car ahead; the cars of a road are stored by their position
__global__ void traf_car_ahead_before(const float *x, const float *v, float *acc, int per, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int first = i / per * per;
    float xi = x[i], vi = v[i], gap = 1e6f, vl = vi;
    for (int j = first; j < first + per; j++) {
        float d = x[j] - xi;
        if (d > 0.0f && d < gap) { gap = d; vl = v[j]; }
    }
    acc[i] = idm(vi, gap - 4.5f, vi - vl);
}
__global__ void traf_car_ahead_after(const float *x, const float *v, float *acc, int per, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float xi = x[i], vi = v[i], gap = 1e6f, vl = vi;
    if ((i + 1) % per != 0) { gap = x[i + 1] - xi; vl = v[i + 1]; }
    acc[i] = idm(vi, gap - 4.5f, vi - vl);
}

// free driving on ring roads for a number of substeps
__global__ void traf_ring_wrap_before(const float *x, const float *v, const float *len, float *xo, float *vo, float dt,
                                      float a, int steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = x[i], s = v[i], L = len[i];
    for (int k = 0; k < steps; k++) {
        p = fmodf(p + s * dt, L);
        s = fminf(s + a * dt, 30.0f);
    }
    xo[i] = p;
    vo[i] = s;
}
__global__ void traf_ring_wrap_after(const float *x, const float *v, const float *len, float *xo, float *vo, float dt,
                                     float a, int steps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = x[i], s = v[i], L = len[i];
    for (int k = 0; k < steps; k++) {
        p += s * dt;
        if (p >= L) p -= L;                           // a step is much shorter than a road
        s = fminf(s + a * dt, 30.0f);
    }
    xo[i] = p;
    vo[i] = s;
}

// social force of pedestrians in a cell list; before: each by its own number, neighbours through the list
__global__ void traf_crowd_order_before(const float2 *pos, const int *start, const int *list, float2 *force, int nc,
                                        float cell, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = pos[i];
    int cx = min(max((int)(p.x / cell), 0), nc - 1), cy = min(max((int)(p.y / cell), 0), nc - 1);
    float fx = 0, fy = 0;
    for (int y = max(cy - 1, 0); y <= min(cy + 1, nc - 1); y++)
        for (int x = max(cx - 1, 0); x <= min(cx + 1, nc - 1); x++)
            for (int k = start[y * nc + x]; k < start[y * nc + x + 1]; k++) {
                int j = list[k];
                if (j == i) continue;
                float2 q = pos[j];
                float dx = p.x - q.x, dy = p.y - q.y, d = sqrtf(dx * dx + dy * dy) + 1e-3f;
                float f = 2.1f * expf((0.4f - d) * 3.3f) / d;
                fx += f * dx; fy += f * dy;
            }
    force[i] = make_float2(fx, fy);
}
__global__ void traf_crowd_order_after(const float2 *spos, const int *start, const int *list, float2 *force, int nc,
                                       float cell, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float2 p = spos[t];                               // positions in the order of the cells
    int cx = min(max((int)(p.x / cell), 0), nc - 1), cy = min(max((int)(p.y / cell), 0), nc - 1);
    float fx = 0, fy = 0;
    for (int y = max(cy - 1, 0); y <= min(cy + 1, nc - 1); y++)
        for (int x = max(cx - 1, 0); x <= min(cx + 1, nc - 1); x++)
            for (int k = start[y * nc + x]; k < start[y * nc + x + 1]; k++) {
                if (k == t) continue;
                float2 q = spos[k];
                float dx = p.x - q.x, dy = p.y - q.y, d = sqrtf(dx * dx + dy * dy) + 1e-3f;
                float f = 2.1f * expf((0.4f - d) * 3.3f) / d;
                fx += f * dx; fy += f * dy;
            }
    force[list[t]] = make_float2(fx, fy);
}

// route choice: log sum of the routes' utilities and the probability of the chosen one
__global__ void traf_route_logit_before(const float *time, const float *cost, const unsigned char *chosen, float *ls,
                                        float *pr, float bt, float bc, int nk, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u[32], m = -1e30f, s = 0;
    for (int k = 0; k < nk; k++) {
        u[k] = bt * time[(size_t)k * n + i] + bc * cost[(size_t)k * n + i];
        m = fmaxf(m, u[k]);
    }
    for (int k = 0; k < nk; k++) s += expf(u[k] - m);
    ls[i] = m + logf(s);
    pr[i] = expf(u[chosen[i]] - m) / s;
}
__global__ void traf_route_logit_after(const float *time, const float *cost, const unsigned char *chosen, float *ls,
                                       float *pr, float bt, float bc, int n) {
    const int nk = 24;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int ch = chosen[i];
    float u[nk], m = -1e30f, s = 0, uc = 0;
#pragma unroll
    for (int k = 0; k < nk; k++) {
        u[k] = bt * time[(size_t)k * n + i] + bc * cost[(size_t)k * n + i];
        m = fmaxf(m, u[k]);
        if (k == ch) uc = u[k];
    }
#pragma unroll
    for (int k = 0; k < nk; k++) s += expf(u[k] - m);
    ls[i] = m + logf(s);
    pr[i] = expf(uc - m) / s;
}

// car following of a whole road in a block; roads have 60 to 120 cars
__global__ void traf_road_block_before(const int *first, const float *x, const float *v, float *xo, float *vo, float dt,
                                       int steps) {
    __shared__ float sx[1024], sv[1024];
    int t = threadIdx.x, f = first[blockIdx.x], n = first[blockIdx.x + 1] - f;
    if (t < n) { sx[t] = x[f + t]; sv[t] = v[f + t]; }
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        float p = 0, s = 0;
        if (t < n) {
            p = sx[t]; s = sv[t];
            float gap = t + 1 < n ? fmaxf(sx[t + 1] - p - 4.5f, 0.5f) : 1e6f, dv = t + 1 < n ? s - sv[t + 1] : 0.0f;
            p += dt * s;
            s = fmaxf(s + dt * idm(s, gap, dv), 0.0f);
        }
        __syncthreads();
        if (t < n) { sx[t] = p; sv[t] = s; }
        __syncthreads();
    }
    if (t < n) { xo[f + t] = sx[t]; vo[f + t] = sv[t]; }
}
__global__ void traf_road_block_after(const int *first, const float *x, const float *v, float *xo, float *vo, float dt,
                                      int steps) {
    __shared__ float sx[128], sv[128];
    int t = threadIdx.x, f = first[blockIdx.x], n = first[blockIdx.x + 1] - f;
    if (t < n) { sx[t] = x[f + t]; sv[t] = v[f + t]; }
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        float p = 0, s = 0;
        if (t < n) {
            p = sx[t]; s = sv[t];
            float gap = t + 1 < n ? fmaxf(sx[t + 1] - p - 4.5f, 0.5f) : 1e6f, dv = t + 1 < n ? s - sv[t + 1] : 0.0f;
            p += dt * s;
            s = fmaxf(s + dt * idm(s, gap, dv), 0.0f);
        }
        __syncthreads();
        if (t < n) { sx[t] = p; sv[t] = s; }
        __syncthreads();
    }
    if (t < n) { xo[f + t] = sx[t]; vo[f + t] = sv[t]; }
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("traf_car_ahead")) {
        const int per = 256, n = pick(65536, 256) * per;
        Rng g(1);
        std::vector<float> x(n), v(n);
        float p = 0;
        for (int i = 0; i < n; i++) {
            if (i % per == 0) p = 0;
            x[i] = p += 6.0f + 40.0f * g.f();
            v[i] = 5.0f + 20.0f * g.f();
        }
        float *dx = dev(x), *dv = dev(v), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("traf_car_ahead", 1e-4, once([&] { zero(o, n); }),
            [&] { traf_car_ahead_before<<<n / 256, 256>>>(dx, dv, o, per, n); },
            [&] { traf_car_ahead_after<<<n / 256, 256>>>(dx, dv, o, per, n); }, get, get);
        release(dx, dv, o);
    }
    if (want("traf_ring_wrap")) {
        const int n = pick(8 << 20, 65536), steps = 64;
        Rng g(2);
        std::vector<float> x(n), v(n), l(n);
        for (int i = 0; i < n; i++) { l[i] = 300.0f + 700.0f * g.f(); x[i] = l[i] * 0.99f * g.f(); v[i] = 5.0f + 20.0f * g.f(); }
        float *dx = dev(x), *dv = dev(v), *dl = dev(l), *o = dev<float>(2 * n);
        auto get = [&] { return host(o, 2 * n); };
        run_pair("traf_ring_wrap", 1e-5, once([&] { zero(o, 2 * n); }),
            [&] { traf_ring_wrap_before<<<n / 256, 256>>>(dx, dv, dl, o, o + n, 0.5f, 0.6f, steps, n); },
            [&] { traf_ring_wrap_after<<<n / 256, 256>>>(dx, dv, dl, o, o + n, 0.5f, 0.6f, steps, n); }, get, get);
        release(dx, dv, dl, o);
    }
    if (want("traf_crowd_order")) {
        const int nc = pick(1024, 64), n = nc * nc * 4;
        const float cell = 2.0f;
        Rng g(3);
        std::vector<float2> p(n), sp(n);
        std::vector<int> start(nc * nc + 1, 0), list(n), of(n);
        for (int i = 0; i < n; i++) {
            p[i] = make_float2(nc * cell * g.f(), nc * cell * g.f());
            int cx = std::min((int)(p[i].x / cell), nc - 1), cy = std::min((int)(p[i].y / cell), nc - 1);
            of[i] = cy * nc + cx;
            start[of[i] + 1]++;
        }
        for (int c = 0; c < nc * nc; c++) start[c + 1] += start[c];
        std::vector<int> at(start.begin(), start.end() - 1);
        for (int i = 0; i < n; i++) { int k = at[of[i]]++; list[k] = i; sp[k] = p[i]; }
        float2 *dp = dev(p), *ds = dev(sp), *o = dev<float2>(n);
        int *dst = dev(start), *dl = dev(list);
        auto get = [&] {
            auto h = host(o, n);
            std::vector<float> r(2 * (size_t)n);
            for (int i = 0; i < n; i++) { r[2 * (size_t)i] = h[i].x; r[2 * (size_t)i + 1] = h[i].y; }
            return r;
        };
        run_pair("traf_crowd_order", 1e-4, once([&] { zero(o, n); }),
            [&] { traf_crowd_order_before<<<n / 256, 256>>>(dp, dst, dl, o, nc, cell, n); },
            [&] { traf_crowd_order_after<<<n / 256, 256>>>(ds, dst, dl, o, nc, cell, n); }, get, get);
        release(dp, ds, o, dst, dl);
    }
    if (want("traf_route_logit")) {
        const int n = pick(2 << 20, 16384), nk = 24;
        Rng g(4);
        std::vector<float> t((size_t)n * nk), c((size_t)n * nk);
        std::vector<unsigned char> ch(n);
        for (auto &e : t) e = 10.0f + 30.0f * g.f();
        for (auto &e : c) e = 1.0f + 5.0f * g.f();
        for (auto &e : ch) e = g.u() % nk;
        float *dt = dev(t), *dc = dev(c), *o = dev<float>(2 * (size_t)n);
        unsigned char *dh = dev(ch);
        auto get = [&] { return host(o, 2 * (size_t)n); };
        run_pair("traf_route_logit", 1e-4, once([&] { zero(o, 2 * (size_t)n); }),
            [&] { traf_route_logit_before<<<n / 256, 256>>>(dt, dc, dh, o, o + n, -0.1f, -0.3f, nk, n); },
            [&] { traf_route_logit_after<<<n / 256, 256>>>(dt, dc, dh, o, o + n, -0.1f, -0.3f, n); }, get, get);
        release(dt, dc, dh, o);
    }
    if (want("traf_road_block")) {
        const int nr = pick(65536, 512);
        Rng g(5);
        std::vector<int> first(nr + 1, 0);
        for (int r = 0; r < nr; r++) first[r + 1] = first[r] + 60 + (int)(g.u() % 61);
        const int n = first[nr];
        std::vector<float> x(n), v(n);
        for (int r = 0; r < nr; r++) {
            float p = 0;
            for (int i = first[r]; i < first[r + 1]; i++) { x[i] = p += 8.0f + 30.0f * g.f(); v[i] = 5.0f + 15.0f * g.f(); }
        }
        int *df = dev(first);
        float *dx = dev(x), *dv = dev(v), *o = dev<float>(2 * (size_t)n);
        auto get = [&] { return host(o, 2 * (size_t)n); };
        run_pair("traf_road_block", 1e-4, once([&] { zero(o, 2 * (size_t)n); }),
            [&] { traf_road_block_before<<<nr, 1024>>>(df, dx, dv, o, o + n, 0.25f, 8); },
            [&] { traf_road_block_after<<<nr, 128>>>(df, dx, dv, o, o + n, 0.25f, 8); }, get, get);
        release(df, dx, dv, o);
    }
    return g_bad;
}
