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

// ------------------------------------------------------------------ kernels
struct Particle {                       // 64 bytes
    float x, y, z, q;
    float vx, vy, vz, mass;
    float fx, fy, fz, energy;
    int type, id, mol, flags;
};
struct Body { float4 pos, vel; };       // vel.w is the mass, pos.w the potential

extern "C" {

// cell number of every particle
__global__ void md_cell_aos_before(const Particle *p, int *cell, float inv, int nc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int cx = (int)(p[i].x * inv), cy = (int)(p[i].y * inv), cz = (int)(p[i].z * inv);
    cell[i] = (cz * nc + cy) * nc + cx;
}
__global__ void md_cell_aos_after(const float *x, const float *y, const float *z, int *cell, float inv, int nc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int cx = (int)(x[i] * inv), cy = (int)(y[i] * inv), cz = (int)(z[i] * inv);
    cell[i] = (cz * nc + cy) * nc + cx;
}

// Lennard-Jones energy over a neighbour list (stored column by column)
__global__ void md_lj_pow_before(const float4 *pos, const int *nbr, float *energy, float sigma, float eps, int nn, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = pos[i];
    float e = 0.0f;
    for (int k = 0; k < nn; k++) {
        float4 b = pos[nbr[k * n + i]];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float r = sqrtf(dx * dx + dy * dy + dz * dz + 0.5f);
        e += 4.0f * eps * (powf(sigma / r, 12.0f) - powf(sigma / r, 6.0f));
    }
    energy[i] = e;
}
__global__ void md_lj_pow_after(const float4 *pos, const int *nbr, float *energy, float sigma, float eps, int nn, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 a = pos[i];
    float e = 0.0f;
    for (int k = 0; k < nn; k++) {
        float4 b = pos[nbr[k * n + i]];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float r = sqrtf(dx * dx + dy * dy + dz * dz + 0.5f);
        float s = sigma / r;
        float s2 = s * s, s6 = s2 * s2 * s2;
        e += 4.0f * eps * (s6 * s6 - s6);
    }
    energy[i] = e;
}

// screened Coulomb potential, all pairs, blockIdx.y takes a slice of the partners
__global__ void md_coulomb_literals_before(const float4 *pos, float *part, int n, int slice) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = pos[i];
    float u = 0.0f;
    int j0 = blockIdx.y * slice;
    for (int j = j0; j < j0 + slice; j++) {
        float4 b = pos[j];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        float s = 1.0 - 0.001 * r2;
        u += 0.5 * b.w * s * s * rsqrtf(r2 + 0.01);
    }
    part[blockIdx.y * n + i] = u * a.w;
}
__global__ void md_coulomb_literals_after(const float4 *pos, float *part, int n, int slice) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = pos[i];
    float u = 0.0f;
    int j0 = blockIdx.y * slice;
    for (int j = j0; j < j0 + slice; j++) {
        float4 b = pos[j];
        float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        float s = 1.0f - 0.001f * r2;
        u += 0.5f * b.w * s * s * rsqrtf(r2 + 0.01f);
    }
    part[blockIdx.y * n + i] = u * a.w;
}

// gravity on a small system: 4096 bodies are 16 blocks; after: blockIdx.y takes a slice of the partners
__global__ void md_gravity_fewblocks_before(const float4 *pos, float4 *acc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = pos[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int j = 0; j < n; j++) {
        float4 b = pos[j];
        float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
        float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float s = b.w * inv * inv * inv;
        ax += dx * s; ay += dy * s; az += dz * s;
    }
    acc[i] = make_float4(ax, ay, az, 0.0f);
}
__global__ void md_gravity_fewblocks_after(const float4 *pos, float4 *acc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = pos[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    int slice = n / gridDim.y, j0 = blockIdx.y * slice;
    for (int j = j0; j < j0 + slice; j++) {
        float4 b = pos[j];
        float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
        float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float s = b.w * inv * inv * inv;
        ax += dx * s; ay += dy * s; az += dz * s;
    }
    atomicAdd(&acc[i].x, ax);
    atomicAdd(&acc[i].y, ay);
    atomicAdd(&acc[i].z, az);
}

// tiled all-pairs gravity with exact root and division
__global__ void md_gravity_exactdiv_before(const float4 *pos, float4 *part, int n, int slice) {
    __shared__ float4 t[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = pos[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    int j0 = blockIdx.y * slice;
    for (int j = j0; j < j0 + slice; j += 128) {
        t[threadIdx.x] = pos[j + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float4 b = t[k];
            float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
            float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float s = b.w / (r2 * sqrtf(r2));
            ax += dx * s; ay += dy * s; az += dz * s;
        }
        __syncthreads();
    }
    part[blockIdx.y * n + i] = make_float4(ax, ay, az, 0.0f);
}
__global__ void md_gravity_exactdiv_after(const float4 *pos, float4 *part, int n, int slice) {
    __shared__ float4 t[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = pos[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    int j0 = blockIdx.y * slice;
    for (int j = j0; j < j0 + slice; j += 128) {
        t[threadIdx.x] = pos[j + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float4 b = t[k];
            float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
            float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float inv = rsqrtf(r2);
            float s = b.w * inv * inv * inv;
            ax += dx * s; ay += dy * s; az += dz * s;
        }
        __syncthreads();
    }
    part[blockIdx.y * n + i] = make_float4(ax, ay, az, 0.0f);
}

// total energy of a body; every field of the structure is used
__global__ void md_energy_aosfull_before(const Body *b, float *e, float gx, float gy, float gz, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = b[i].pos, v = b[i].vel;
    e[i] = 0.5f * v.w * (v.x * v.x + v.y * v.y + v.z * v.z) + p.w - v.w * (gx * p.x + gy * p.y + gz * p.z);
}
__global__ void md_energy_aosfull_after(const float4 *pos, const float4 *vel, float *e, float gx, float gy, float gz, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i], v = vel[i];
    e[i] = 0.5f * v.w * (v.x * v.x + v.y * v.y + v.z * v.z) + p.w - v.w * (gx * p.x + gy * p.y + gz * p.z);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static std::vector<float4> bodies(int n, unsigned seed, float box) {
    Rng g(seed);
    std::vector<float4> v(n);
    for (auto &e : v) { e.x = g.f() * box; e.y = g.f() * box; e.z = g.f() * box; e.w = 0.5f + g.f(); }
    return v;
}
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("md_cell_aos")) {
        const int n = 4 << 20, nc = 64;
        Rng g(1);
        std::vector<Particle> p(n);
        std::vector<float> x(n), y(n), z(n);
        for (int i = 0; i < n; i++) {
            memset(&p[i], 0, sizeof(Particle));
            p[i].x = x[i] = g.f() * 63.9f; p[i].y = y[i] = g.f() * 63.9f; p[i].z = z[i] = g.f() * 63.9f;
            p[i].id = i;
        }
        Particle *dp = dev(p);
        float *dx = dev(x), *dy = dev(y), *dz = dev(z);
        int *c = dev<int>(n);
        auto get = [&] { return host(c, n); };
        run_pair("md_cell_aos", 0, once([&] { zero(c, n); }),
            [&] { md_cell_aos_before<<<n / 256, 256>>>(dp, c, 1.0f, nc, n); },
            [&] { md_cell_aos_after<<<n / 256, 256>>>(dx, dy, dz, c, 1.0f, nc, n); }, get, get);
        release(dp, dx, dy, dz, c);
    }
    if (want("md_lj_pow")) {
        const int n = 131072, nn = 96;
        Rng g(2);
        auto p = bodies(n, 3, 3.0f);
        std::vector<int> nb((size_t)n * nn);
        for (int k = 0; k < nn; k++)
            for (int i = 0; i < n; i++) nb[(size_t)k * n + i] = (i + 1 + k * 3 + (int)(g.u() & 3u)) % n;
        float4 *dp = dev(p);
        int *dn = dev(nb);
        float *e = dev<float>(n);
        auto get = [&] { return host(e, n); };
        run_pair("md_lj_pow", 1e-3, once([&] { zero(e, n); }),
            [&] { md_lj_pow_before<<<n / 128, 128>>>(dp, dn, e, 0.9f, 0.2f, nn, n); },
            [&] { md_lj_pow_after<<<n / 128, 128>>>(dp, dn, e, 0.9f, 0.2f, nn, n); }, get, get);
        release(dp, dn, e);
    }
    if (want("md_coulomb_literals") || want("md_gravity_exactdiv")) {
        const int n = 16384, sl = 16;
        float4 *dp = dev(bodies(n, 4, 10.0f));
        if (want("md_coulomb_literals")) {
            float *part = dev<float>((size_t)n * sl);
            auto get = [&] { return host(part, (size_t)n * sl); };
            run_pair("md_coulomb_literals", 1e-3, once([&] { zero(part, (size_t)n * sl); }),
                [&] { md_coulomb_literals_before<<<dim3(n / 128, sl), 128>>>(dp, part, n, n / sl); },
                [&] { md_coulomb_literals_after<<<dim3(n / 128, sl), 128>>>(dp, part, n, n / sl); }, get, get);
            release(part);
        }
        if (want("md_gravity_exactdiv")) {
            float4 *part = dev<float4>((size_t)n * sl);
            auto get = [&] { return host((float *)part, (size_t)n * sl * 4); };
            run_pair("md_gravity_exactdiv", 1e-3, once([&] { zero(part, (size_t)n * sl); }),
                [&] { md_gravity_exactdiv_before<<<dim3(n / 128, sl), 128>>>(dp, part, n, n / sl); },
                [&] { md_gravity_exactdiv_after<<<dim3(n / 128, sl), 128>>>(dp, part, n, n / sl); }, get, get);
            release(part);
        }
        release(dp);
    }
    if (want("md_gravity_fewblocks")) {
        const int n = 4096;
        float4 *dp = dev(bodies(n, 5, 10.0f)), *acc = dev<float4>(n);
        auto get = [&] { return host((float *)acc, n * 4); };
        run_pair("md_gravity_fewblocks", 1e-3, [&] { zero(acc, n); },
            [&] { md_gravity_fewblocks_before<<<n / 256, 256>>>(dp, acc, n); },
            [&] { md_gravity_fewblocks_after<<<dim3(n / 256, 64), 256>>>(dp, acc, n); }, get, get);
        release(dp, acc);
    }
    if (want("md_energy_aosfull")) {
        const int n = 4 << 20;
        auto p = bodies(n, 6, 5.0f), v = bodies(n, 7, 2.0f);
        std::vector<Body> b(n);
        for (int i = 0; i < n; i++) { b[i].pos = p[i]; b[i].vel = v[i]; }
        Body *db = dev(b);
        float4 *dp = dev(p), *dv = dev(v);
        float *e = dev<float>(n);
        auto get = [&] { return host(e, n); };
        run_pair("md_energy_aosfull", 1e-5, once([&] { zero(e, n); }),
            [&] { md_energy_aosfull_before<<<n / 256, 256>>>(db, e, 0.1f, 0.2f, -0.98f, n); },
            [&] { md_energy_aosfull_after<<<n / 256, 256>>>(dp, dv, e, 0.1f, 0.2f, -0.98f, n); }, get, get);
        release(db, dp, dv, e);
    }
    return g_bad;
}
