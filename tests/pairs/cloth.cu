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
struct Body { float4 c, q, h; };                  // centre and radius, orientation, half extents

static __device__ __forceinline__ void rotation(float4 q, float (*R)[3]) {
    R[0][0] = 1 - 2 * (q.y * q.y + q.z * q.z); R[0][1] = 2 * (q.x * q.y - q.w * q.z); R[0][2] = 2 * (q.x * q.z + q.w * q.y);
    R[1][0] = 2 * (q.x * q.y + q.w * q.z); R[1][1] = 1 - 2 * (q.x * q.x + q.z * q.z); R[1][2] = 2 * (q.y * q.z - q.w * q.x);
    R[2][0] = 2 * (q.x * q.z - q.w * q.y); R[2][1] = 2 * (q.y * q.z + q.w * q.x); R[2][2] = 1 - 2 * (q.x * q.x + q.y * q.y);
}

static __device__ __forceinline__ float sphere_sphere(const Body &a, const Body &b, float3 d) {
    return a.c.w + b.c.w - sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
}
static __device__ __forceinline__ float sphere_box(const Body &a, const Body &b, float3 d) {
    float R[3][3];
    rotation(b.q, R);
    float s = 0, hh[3] = {b.h.x, b.h.y, b.h.z};
#pragma unroll
    for (int k = 0; k < 3; k++) {
        float l = R[0][k] * d.x + R[1][k] * d.y + R[2][k] * d.z;
        float e = fmaxf(fabsf(l) - hh[k], 0.0f);
        s += e * e;
    }
    return a.c.w - sqrtf(s);
}
static __device__ __forceinline__ float capsule_capsule(const Body &a, const Body &b, float3 d) {
    float A[3][3], B[3][3];
    rotation(a.q, A);
    rotation(b.q, B);
    float ua = A[0][0] * d.x + A[1][0] * d.y + A[2][0] * d.z, ub = B[0][0] * d.x + B[1][0] * d.y + B[2][0] * d.z;
    float c = A[0][0] * B[0][0] + A[1][0] * B[1][0] + A[2][0] * B[2][0];
    float det = fmaxf(1.0f - c * c, 0.05f);
    float s = fminf(fmaxf((ua - c * ub) / det, -a.h.x), a.h.x);
    float t = fminf(fmaxf(c * s - ub, -b.h.x), b.h.x);
    s = fminf(fmaxf(c * t + ua, -a.h.x), a.h.x);
    float x = d.x + B[0][0] * t - A[0][0] * s, y = d.y + B[1][0] * t - A[1][0] * s, z = d.z + B[2][0] * t - A[2][0] * s;
    return a.c.w + b.c.w - sqrtf(x * x + y * y + z * z);
}
static __device__ __forceinline__ float box_box(const Body &a, const Body &b, float3 d) {
    float A[3][3], B[3][3], C[3][3], Q[3][3];
    rotation(a.q, A);
    rotation(b.q, B);
    float ha[3] = {a.h.x, a.h.y, a.h.z}, hb[3] = {b.h.x, b.h.y, b.h.z}, T[3];
#pragma unroll
    for (int i = 0; i < 3; i++) {
        T[i] = A[0][i] * d.x + A[1][i] * d.y + A[2][i] * d.z;
#pragma unroll
        for (int j = 0; j < 3; j++) {
            C[i][j] = A[0][i] * B[0][j] + A[1][i] * B[1][j] + A[2][i] * B[2][j];
            Q[i][j] = fabsf(C[i][j]) + 1e-3f;
        }
    }
    float best = 1e30f;
#pragma unroll
    for (int i = 0; i < 3; i++) {
        best = fminf(best, ha[i] + hb[0] * Q[i][0] + hb[1] * Q[i][1] + hb[2] * Q[i][2] - fabsf(T[i]));
        best = fminf(best, hb[i] + ha[0] * Q[0][i] + ha[1] * Q[1][i] + ha[2] * Q[2][i]
                               - fabsf(T[0] * C[0][i] + T[1] * C[1][i] + T[2] * C[2][i]));
#pragma unroll
        for (int j = 0; j < 3; j++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            float ra = ha[i1] * Q[i2][j] + ha[i2] * Q[i1][j], rb = hb[j1] * Q[i][j2] + hb[j2] * Q[i][j1];
            float len = sqrtf(fmaxf(1.0f - C[i][j] * C[i][j], 0.02f));
            best = fminf(best, (ra + rb - fabsf(T[i2] * C[i1][j] - T[i1] * C[i2][j])) / len);
        }
    }
    return best;
}
// deepest penetration over the substeps of a frame
static __device__ __forceinline__ float deepest(const Body *bodies, const float4 *vel, int type, int i, int substeps) {
    Body a = bodies[2 * i], b = bodies[2 * i + 1];
    float4 v = vel[i];
    float best = -1e30f;
    for (int s = 0; s < substeps; s++) {
        float3 d = make_float3(b.c.x - a.c.x + v.x * s, b.c.y - a.c.y + v.y * s, b.c.z - a.c.z + v.z * s);
        float p;
        switch (type) {
        case 0: p = sphere_sphere(a, b, d); break;
        case 1: p = sphere_box(a, b, d); break;
        case 2: p = capsule_capsule(a, b, d); break;
        default: p = box_box(a, b, d); break;
        }
        best = fmaxf(best, p);
    }
    return best;
}

extern "C" {

// spring forces of a cloth; before: a thread a spring, which adds to both ends
__global__ void cloth_spring_force_before(const float4 *pos, const int2 *spring, const float *rest, float4 *force,
                                          float ks, int ns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= ns) return;
    int2 e = spring[i];
    float4 p = pos[e.x], q = pos[e.y];
    float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
    float l = sqrtf(dx * dx + dy * dy + dz * dz);
    float f = ks * (l - rest[i]) / l;
    atomicAdd(&force[e.x].x, f * dx); atomicAdd(&force[e.x].y, f * dy); atomicAdd(&force[e.x].z, f * dz);
    atomicAdd(&force[e.y].x, -f * dx); atomicAdd(&force[e.y].y, -f * dy); atomicAdd(&force[e.y].z, -f * dz);
}
__global__ void cloth_spring_force_after(const float4 *pos, const int *nb, const float *rest, float4 *force, float ks,
                                         int maxnb, int nv) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nv) return;
    float4 p = pos[i];
    float fx = 0, fy = 0, fz = 0;
    for (int k = 0; k < maxnb; k++) {
        int j = nb[(size_t)k * nv + i];
        if (j < 0) continue;
        float4 q = pos[j];
        float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
        float l = sqrtf(dx * dx + dy * dy + dz * dz);
        float f = ks * (l - rest[(size_t)k * nv + i]) / l;
        fx += f * dx; fy += f * dy; fz += f * dz;
    }
    force[i] = make_float4(fx, fy, fz, 0.0f);
}

// hair: length constraints of strands of 32 particles, red-black, 32 strands a block
__global__ void cloth_hair_strands_before(const float4 *in, float4 *out, float len, int iters) {
    __shared__ float4 p[1024];
    int t = threadIdx.x, j = t & 31;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    p[t] = in[i];
    __syncthreads();
    for (int it = 0; it < iters; it++)
        for (int par = 0; par < 2; par++) {
            if ((j & 1) == par && j < 31) {
                float4 a = p[t], b = p[t + 1];
                float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
                float l = sqrtf(dx * dx + dy * dy + dz * dz);
                float s = (l - len) / (l * (a.w + b.w));
                p[t] = make_float4(a.x + s * a.w * dx, a.y + s * a.w * dy, a.z + s * a.w * dz, a.w);
                p[t + 1] = make_float4(b.x - s * b.w * dx, b.y - s * b.w * dy, b.z - s * b.w * dz, b.w);
            }
            __syncthreads();
        }
    out[i] = p[t];
}
__global__ void cloth_hair_strands_after(const float4 *in, float4 *out, float len, int iters) {
    __shared__ float4 p[1024];
    int t = threadIdx.x, j = t & 31;
    size_t i = (size_t)blockIdx.x * 1024 + t;
    p[t] = in[i];
    __syncwarp();
    for (int it = 0; it < iters; it++)
        for (int par = 0; par < 2; par++) {
            if ((j & 1) == par && j < 31) {
                float4 a = p[t], b = p[t + 1];
                float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
                float l = sqrtf(dx * dx + dy * dy + dz * dz);
                float s = (l - len) / (l * (a.w + b.w));
                p[t] = make_float4(a.x + s * a.w * dx, a.y + s * a.w * dy, a.z + s * a.w * dz, a.w);
                p[t + 1] = make_float4(b.x - s * b.w * dx, b.y - s * b.w * dy, b.z - s * b.w * dz, b.w);
            }
            __syncwarp();                             // a strand is a warp
        }
    out[i] = p[t];
}

// time step of free particles with air drag; before: the drag of a step is raised to a power by each thread
__global__ void cloth_step_drag_before(const float4 *pos, const float4 *vel, float4 *npos, float4 *nvel, float drag,
                                       float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i], v = vel[i];
    float d = powf(1.0f - drag, dt);
    v.x *= d; v.y = v.y * d - 9.81f * dt; v.z *= d;
    p.x += dt * v.x; p.y += dt * v.y; p.z += dt * v.z;
    npos[i] = p;
    nvel[i] = v;
}
__global__ void cloth_step_drag_after(const float4 *pos, const float4 *vel, float4 *npos, float4 *nvel, float d,
                                      float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i], v = vel[i];
    v.x *= d; v.y = v.y * d - 9.81f * dt; v.z *= d;
    p.x += dt * v.x; p.y += dt * v.y; p.z += dt * v.z;
    npos[i] = p;
    nvel[i] = v;
}

// narrow phase of rigid bodies: four kinds of pairs, as the broad phase gave them / kind by kind
__global__ void cloth_narrow_kinds_before(const Body *bodies, const float4 *vel, const int *type, float *depth,
                                          int substeps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    depth[i] = deepest(bodies, vel, type[i], i, substeps);
}
__global__ void cloth_narrow_kinds_after(const Body *bodies, const float4 *vel, const int *type, const int *order,
                                         float *depth, int substeps, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = order[t];
    depth[i] = deepest(bodies, vel, type[i], i, substeps);
}

// contact impulses on the velocities of both bodies; before: a lock a body
__global__ void cloth_impulse_lock_before(const int2 *pair, const float4 *normal, const float4 *v0, volatile float *vel,
                                          int *lock, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int2 e = pair[i];
    float4 m = normal[i], a = v0[e.x], b = v0[e.y];
    float vn = (b.x - a.x) * m.x + (b.y - a.y) * m.y + (b.z - a.z) * m.z;
    float j = 0.5f * fmaxf(m.w - vn, 0.0f);
    for (int side = 0; side < 2; side++) {
        int c = side ? e.y : e.x;
        float s = side ? j : -j;
        bool done = false;
        while (!done) {
            if (atomicCAS(&lock[c], 0, 1) == 0) {
                __threadfence();
                vel[3 * c] = vel[3 * c] + s * m.x;
                vel[3 * c + 1] = vel[3 * c + 1] + s * m.y;
                vel[3 * c + 2] = vel[3 * c + 2] + s * m.z;
                __threadfence();
                atomicExch(&lock[c], 0);
                done = true;
            }
        }
    }
}
__global__ void cloth_impulse_lock_after(const int2 *pair, const float4 *normal, const float4 *v0, float *vel, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int2 e = pair[i];
    float4 m = normal[i], a = v0[e.x], b = v0[e.y];
    float vn = (b.x - a.x) * m.x + (b.y - a.y) * m.y + (b.z - a.z) * m.z;
    float j = 0.5f * fmaxf(m.w - vn, 0.0f);
    atomicAdd(&vel[3 * e.x], -j * m.x); atomicAdd(&vel[3 * e.x + 1], -j * m.y); atomicAdd(&vel[3 * e.x + 2], -j * m.z);
    atomicAdd(&vel[3 * e.y], j * m.x); atomicAdd(&vel[3 * e.y + 1], j * m.y); atomicAdd(&vel[3 * e.y + 2], j * m.z);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static std::vector<float> flat(const std::vector<float4> &h) {
    std::vector<float> r(h.size() * 4);
    for (size_t i = 0; i < h.size(); i++) { r[4 * i] = h[i].x; r[4 * i + 1] = h[i].y; r[4 * i + 2] = h[i].z; r[4 * i + 3] = h[i].w; }
    return r;
}
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("cloth_spring_force")) {
        const int W = 2048, H = pick(1024, 16), nv = W * H, maxnb = 12;
        const int ox[6] = {1, 0, 1, -1, 2, 0}, oy[6] = {0, 1, 1, 1, 0, 2};
        Rng g(1);
        std::vector<float4> p(nv);
        for (int i = 0; i < nv; i++)
            p[i] = make_float4(i % W + 0.3f * g.f(), i / W + 0.3f * g.f(), 0.5f * g.f(), 1.0f);
        std::vector<int2> sp;
        std::vector<float> re, nr((size_t)maxnb * nv, 0.0f);
        std::vector<int> nb((size_t)maxnb * nv, -1);
        for (int k = 0; k < 6; k++) for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) {
            int x2 = x + ox[k], y2 = y + oy[k];
            if (x2 < 0 || x2 >= W || y2 >= H) continue;
            int a = y * W + x, b = y2 * W + x2;
            float r = sqrtf((float)(ox[k] * ox[k] + oy[k] * oy[k]));
            sp.push_back(make_int2(a, b));
            re.push_back(r);
            nb[(size_t)(2 * k) * nv + a] = b; nr[(size_t)(2 * k) * nv + a] = r;
            nb[(size_t)(2 * k + 1) * nv + b] = a; nr[(size_t)(2 * k + 1) * nv + b] = r;
        }
        const int ns = (int)sp.size();
        float4 *dp = dev(p), *fo = dev<float4>(nv);
        int2 *ds = dev(sp);
        int *dn = dev(nb);
        float *dr = dev(re), *dnr = dev(nr);
        auto get = [&] { return flat(host(fo, nv)); };
        run_pair("cloth_spring_force", 1e-4, [&] { zero(fo, nv); },
            [&] { cloth_spring_force_before<<<(ns + 255) / 256, 256>>>(dp, ds, dr, fo, 50.0f, ns); },
            [&] { cloth_spring_force_after<<<(nv + 255) / 256, 256>>>(dp, dn, dnr, fo, 50.0f, maxnb, nv); }, get, get);
        release(dp, fo, ds, dn, dr, dnr);
    }
    if (want("cloth_hair_strands")) {
        const int n = pick(65536, 512) * 32;
        Rng g(2);
        std::vector<float4> p(n);
        for (int i = 0; i < n; i++)
            p[i] = make_float4((i & 31) * 0.1f + 0.03f * g.f(), 0.03f * g.f(), 0.03f * g.f(), i & 31 ? 1.0f : 0.05f);
        float4 *dp = dev(p), *o = dev<float4>(n);
        auto get = [&] { return flat(host(o, n)); };
        run_pair("cloth_hair_strands", 1e-4, once([&] { zero(o, n); }),
            [&] { cloth_hair_strands_before<<<n / 1024, 1024>>>(dp, o, 0.1f, 40); },
            [&] { cloth_hair_strands_after<<<n / 1024, 1024>>>(dp, o, 0.1f, 40); }, get, get);
        release(dp, o);
    }
    if (want("cloth_step_drag")) {
        const int n = pick(8 << 20, 65536);
        Rng g(3);
        std::vector<float4> p(n), v(n);
        for (auto &e : p) e = make_float4(g.f(), g.f(), g.f(), 1.0f);
        for (auto &e : v) e = make_float4(g.f() - 0.5f, g.f() - 0.5f, g.f() - 0.5f, 0.0f);
        float4 *dp = dev(p), *dv = dev(v), *np = dev<float4>(n), *nv = dev<float4>(n);
        auto get = [&] { auto a = flat(host(np, n)), b = flat(host(nv, n)); a.insert(a.end(), b.begin(), b.end()); return a; };
        const float drag = 0.3f, dt = 1.0f / 120, d = powf(1.0f - drag, dt);
        run_pair("cloth_step_drag", 1e-5, once([&] { zero(np, n); zero(nv, n); }),
            [&] { cloth_step_drag_before<<<n / 256, 256>>>(dp, dv, np, nv, drag, dt, n); },
            [&] { cloth_step_drag_after<<<n / 256, 256>>>(dp, dv, np, nv, d, dt, n); }, get, get);
        release(dp, dv, np, nv);
    }
    if (want("cloth_narrow_kinds")) {
        const int n = pick(2 << 20, 8192);
        Rng g(4);
        std::vector<Body> b(2 * (size_t)n);
        std::vector<float4> v(n);
        std::vector<int> type(n), order;
        for (auto &e : b) {
            float q[4], s = 0;
            for (float &c : q) { c = g.f() - 0.5f; s += c * c; }
            s = 1.0f / sqrtf(s + 1e-6f);
            e.c = make_float4(2 * g.f(), 2 * g.f(), 2 * g.f(), 0.2f + 0.3f * g.f());
            e.q = make_float4(q[0] * s, q[1] * s, q[2] * s, q[3] * s);
            e.h = make_float4(0.2f + 0.5f * g.f(), 0.2f + 0.5f * g.f(), 0.2f + 0.5f * g.f(), 0.0f);
        }
        for (auto &e : v) e = make_float4(0.02f * g.f(), 0.02f * g.f(), -0.02f * g.f(), 0.0f);
        for (auto &e : type) e = g.u() & 3;
        for (int t = 0; t < 4; t++) for (int i = 0; i < n; i++) if (type[i] == t) order.push_back(i);
        Body *db = dev(b);
        float4 *dv = dev(v);
        int *dt = dev(type), *dord = dev(order);
        float *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("cloth_narrow_kinds", 1e-3, once([&] { zero(o, n); }),
            [&] { cloth_narrow_kinds_before<<<n / 128, 128>>>(db, dv, dt, o, 24, n); },
            [&] { cloth_narrow_kinds_after<<<n / 128, 128>>>(db, dv, dt, dord, o, 24, n); }, get, get);
        release(db, dv, dt, dord, o);
    }
    if (want("cloth_impulse_lock")) {
        const int n = pick(2 << 20, 8192), nb = pick(131072, 1024);
        Rng g(5);
        std::vector<int2> pr(n);
        std::vector<float4> m(n), v(nb);
        for (auto &e : pr) { e.x = g.u() % nb; e.y = (e.x + 1 + g.u() % (nb - 1)) % nb; }
        for (auto &e : m) e = make_float4(g.f() - 0.3f, g.f() - 0.3f, g.f() - 0.3f, 0.2f * g.f());
        for (auto &e : v) e = make_float4(g.f() - 0.5f, g.f() - 0.5f, g.f() - 0.5f, 0.0f);
        int2 *dp = dev(pr);
        float4 *dm = dev(m), *dv = dev(v);
        float *o = dev<float>(3 * nb);
        int *lock = dev<int>(nb);
        auto get = [&] { return host(o, 3 * nb); };
        run_pair("cloth_impulse_lock", 1e-3, [&] { zero(o, 3 * nb); zero(lock, nb); },
            [&] { cloth_impulse_lock_before<<<n / 256, 256>>>(dp, dm, dv, o, lock, n); },
            [&] { cloth_impulse_lock_after<<<n / 256, 256>>>(dp, dm, dv, o, n); }, get, get);
        release(dp, dm, dv, o, lock);
    }
    return g_bad;
}
