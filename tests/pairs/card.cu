#include "harness.cuh"

// ------------------------------------------------------------------ kernels
struct Myocyte {                  // the state of one heart cell
    float v, cai, casr, nai, ki, m, h, j, d, f, f2, fcass, xr1, xr2, xs, r, s, rq, oo, pad;
};

struct Gate { float vh, k, t0, t1, va, ka, vb, kb, rk, rka, rkb, unused; };

__constant__ Gate c_gate[6];
__constant__ float4 c_lead[12];

__device__ static double card_block_sum(double s) {
    __shared__ double part[32];
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < (blockDim.x >> 5) ? part[threadIdx.x] : 0.0;
        for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    }
    return s;
}

extern "C" {

// diffusion of the membrane voltage, no flux at the walls; before: the voltage is a field of the cell's structure
__global__ void card_diffuse_state_before(const Myocyte *cell, float *vnew, int nx, int ny, int nz, float k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int xm = max(x - 1, 0), xp = min(x + 1, nx - 1), ym = max(y - 1, 0), yp = min(y + 1, ny - 1);
    int zm = max(z - 1, 0), zp = min(z + 1, nz - 1);
    float c = cell[(z * ny + y) * nx + x].v;
    float s = cell[(z * ny + y) * nx + xm].v + cell[(z * ny + y) * nx + xp].v + cell[(z * ny + ym) * nx + x].v +
              cell[(z * ny + yp) * nx + x].v + cell[(zm * ny + y) * nx + x].v + cell[(zp * ny + y) * nx + x].v;
    vnew[(z * ny + y) * nx + x] = c + k * (s - 6.0f * c);
}
__global__ void card_diffuse_state_after(const float *v, float *vnew, int nx, int ny, int nz, float k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int xm = max(x - 1, 0), xp = min(x + 1, nx - 1), ym = max(y - 1, 0), yp = min(y + 1, ny - 1);
    int zm = max(z - 1, 0), zp = min(z + 1, nz - 1);
    float c = v[(z * ny + y) * nx + x];
    float s = v[(z * ny + y) * nx + xm] + v[(z * ny + y) * nx + xp] + v[(z * ny + ym) * nx + x] +
              v[(z * ny + yp) * nx + x] + v[(zm * ny + y) * nx + x] + v[(zp * ny + y) * nx + x];
    vnew[(z * ny + y) * nx + x] = c + k * (s - 6.0f * c);
}

// Rush-Larsen update of six gates in some substeps; before: the formulas as they are printed, with six divisions a gate
__global__ void card_gates_ratio_before(const float *v, float *gate, int n, int nsub, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = v[i], g[6];
#pragma unroll
    for (int k = 0; k < 6; k++) g[k] = gate[k * n + i];
    for (int s = 0; s < nsub; s++) {
        float cur = 0.0f;
#pragma unroll
        for (int k = 0; k < 6; k++) {
            const Gate &p = c_gate[k];
            float inf = 1.0f / (1.0f + expf((p.vh - u) / p.k));
            float tau = p.t0 + p.t1 / (expf((u - p.va) / p.ka) + expf((p.vb - u) / p.kb));
            g[k] = inf - (inf - g[k]) * expf(-dt / tau);
            cur += g[k];
        }
        u -= dt * (cur - 3.0f);
    }
#pragma unroll
    for (int k = 0; k < 6; k++) gate[k * n + i] = g[k];
}
__global__ void card_gates_ratio_after(const float *v, float *gate, int n, int nsub, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = v[i], g[6];
#pragma unroll
    for (int k = 0; k < 6; k++) g[k] = gate[k * n + i];
    for (int s = 0; s < nsub; s++) {
        float cur = 0.0f;
#pragma unroll
        for (int k = 0; k < 6; k++) {
            const Gate &p = c_gate[k];
            float inf = __fdividef(1.0f, 1.0f + expf((p.vh - u) * p.rk));
            float tau = p.t0 + __fdividef(p.t1, expf((u - p.va) * p.rka) + expf((p.vb - u) * p.rkb));
            g[k] = inf - (inf - g[k]) * expf(__fdividef(-dt, tau));
            cur += g[k];
        }
        u -= dt * (cur - 3.0f);
    }
#pragma unroll
    for (int k = 0; k < 6; k++) gate[k * n + i] = g[k];
}

// potential at the twelve electrodes; before: a block an electrode / after: many blocks an electrode
__global__ void card_ecg_lead_before(const float4 *src, double *phi, int n) {
    float4 e = c_lead[blockIdx.x];
    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 a = src[i];
        float dx = a.x - e.x, dy = a.y - e.y, dz = a.z - e.z;
        s += a.w * rsqrtf(dx * dx + dy * dy + dz * dz);
    }
    double t = card_block_sum(s);
    if (threadIdx.x == 0) phi[blockIdx.x] = t;
}
__global__ void card_ecg_lead_after(const float4 *src, double *phi, int n) {
    float4 e = c_lead[blockIdx.y];
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 a = src[i];
        float dx = a.x - e.x, dy = a.y - e.y, dz = a.z - e.z;
        s += a.w * rsqrtf(dx * dx + dy * dy + dz * dz);
    }
    double t = card_block_sum(s);
    if (threadIdx.x == 0) atomicAdd(phi + blockIdx.y, t);
}

// substeps of a two-variable cell model; before: the state is declared volatile
__global__ void card_substep_state_before(volatile float *v, volatile float *w, const float *stim, int n, int nsub, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float is = stim[i];
    for (int s = 0; s < nsub; s++) {
        float a = v[i], b = w[i];
        v[i] = a + dt * (a - a * a * a * (1.0f / 3.0f) - b + is);
        w[i] = b + dt * 0.08f * (a + 0.7f - 0.8f * b);
    }
}
__global__ void card_substep_state_after(float *v, float *w, const float *stim, int n, int nsub, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float is = stim[i], a = v[i], b = w[i];
    for (int s = 0; s < nsub; s++) {
        float a0 = a;
        a = a0 + dt * (a0 - a0 * a0 * a0 * (1.0f / 3.0f) - b + is);
        b = b + dt * 0.08f * (a0 + 0.7f - 0.8f * b);
    }
    v[i] = a;
    w[i] = b;
}

// dot product of the conjugate gradients; before: float vectors are converted and summed in double
__global__ void card_pcg_dot_before(const float *p, const float *q, double *dot, int n) {
    double s = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += (double)p[i] * q[i];
    s = card_block_sum(s);
    if (threadIdx.x == 0) atomicAdd(dot, s);
}
__global__ void card_pcg_dot_after(const float *p, const float *q, double *dot, int n) {
    float f = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f += p[i] * q[i];
    double s = card_block_sum(f);
    if (threadIdx.x == 0) atomicAdd(dot, s);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("card_diffuse_state")) {
        const int nx = 256, ny = 256, nz = scaled(128), n = nx * ny * nz;
        Rng g(1);
        std::vector<Myocyte> c(n);
        std::vector<float> v(n);
        for (int i = 0; i < n; i++) {
            memset(&c[i], 0, sizeof(Myocyte));
            v[i] = c[i].v = -85.0f + 110.0f * g.f();
            c[i].cai = 1e-4f; c[i].nai = 10.0f; c[i].ki = 138.0f;
        }
        Myocyte *dc = dev(c);
        float *dv = dev(v), *o = dev<float>(n);
        dim3 grid(nx / 32, ny / 8, nz), block(32, 8);
        auto get = [&] { return host(o, n); };
        run_pair("card_diffuse_state", 1e-5, once([&] { zero(o, n); }),
            [&] { card_diffuse_state_before<<<grid, block>>>(dc, o, nx, ny, nz, 0.1f); },
            [&] { card_diffuse_state_after<<<grid, block>>>(dv, o, nx, ny, nz, 0.1f); }, get, get);
        release(dc, dv, o);
    }
    if (want("card_gates_ratio")) {
        const int n = scaled(2 << 20), nsub = 10;
        Rng g(2);
        std::vector<Gate> p(6);
        for (int k = 0; k < 6; k++) {
            p[k] = Gate{-40.0f + 8.0f * k, k & 1 ? -6.5f : 7.5f, 0.3f + 0.1f * k, 2.0f + k, -35.0f, 12.0f, -30.0f, 15.0f,
                        0, 0, 0, 0};
            p[k].rk = 1.0f / p[k].k; p[k].rka = 1.0f / p[k].ka; p[k].rkb = 1.0f / p[k].kb;
        }
        CK(cudaMemcpyToSymbol(c_gate, p.data(), 6 * sizeof(Gate)));
        std::vector<float> v(n), s((size_t)6 * n);
        for (auto &e : v) e = -85.0f + 110.0f * g.f();
        for (auto &e : s) e = g.f();
        float *dv = dev(v), *ds = dev(s), *o = dev<float>((size_t)6 * n);
        auto get = [&] { return host(o, (size_t)6 * n); };
        run_pair("card_gates_ratio", 1e-3,
            [&] { CK(cudaMemcpyAsync(o, ds, sizeof(float) * 6 * n, cudaMemcpyDeviceToDevice)); },
            [&] { card_gates_ratio_before<<<n / 256, 256>>>(dv, o, n, nsub, 0.02f); },
            [&] { card_gates_ratio_after<<<n / 256, 256>>>(dv, o, n, nsub, 0.02f); }, get, get);
        release(dv, ds, o);
    }
    if (want("card_ecg_lead")) {
        const int n = scaled(4 << 20);
        Rng g(3);
        std::vector<float4> s(n), e(12);
        for (auto &a : s) a = make_float4(g.f() * 8.0f, g.f() * 8.0f, g.f() * 8.0f, g.f() - 0.2f);
        for (int k = 0; k < 12; k++) e[k] = make_float4(-5.0f + 2.0f * k, 15.0f + g.f(), 4.0f + g.f(), 0.0f);
        CK(cudaMemcpyToSymbol(c_lead, e.data(), 12 * sizeof(float4)));
        float4 *ds = dev(s);
        double *o = dev<double>(12);
        auto get = [&] { return host(o, 12); };
        run_pair("card_ecg_lead", 1e-4, [&] { zero(o, 12); },
            [&] { card_ecg_lead_before<<<12, 1024>>>(ds, o, n); },
            [&] { card_ecg_lead_after<<<dim3(88, 12), 256>>>(ds, o, n); }, get, get);
        release(ds, o);
    }
    if (want("card_substep_state")) {
        const int n = scaled(2 << 20), nsub = 50;
        Rng g(4);
        std::vector<float> v(n), w(n), s(n);
        for (int i = 0; i < n; i++) { v[i] = -1.2f + 0.2f * g.f(); w[i] = -0.6f + 0.1f * g.f(); s[i] = g.f(); }
        float *v0 = dev(v), *w0 = dev(w), *ds = dev(s), *dv = dev<float>(n), *dw = dev<float>(n);
        auto get = [&] { return host(dv, n); };
        run_pair("card_substep_state", 1e-3,
            [&] {
                CK(cudaMemcpyAsync(dv, v0, sizeof(float) * n, cudaMemcpyDeviceToDevice));
                CK(cudaMemcpyAsync(dw, w0, sizeof(float) * n, cudaMemcpyDeviceToDevice));
            },
            [&] { card_substep_state_before<<<n / 256, 256>>>(dv, dw, ds, n, nsub, 0.05f); },
            [&] { card_substep_state_after<<<n / 256, 256>>>(dv, dw, ds, n, nsub, 0.05f); }, get, get);
        release(v0, w0, ds, dv, dw);
    }
    if (want("card_pcg_dot")) {
        const int n = scaled(32 << 20);
        Rng g(5);
        std::vector<float> p(n), q(n);
        for (int i = 0; i < n; i++) { p[i] = g.f(); q[i] = g.f() - 0.1f; }
        float *dp = dev(p), *dq = dev(q);
        double *o = dev<double>(1);
        auto get = [&] { return host(o, 1); };
        run_pair("card_pcg_dot", 1e-4, [&] { zero(o, 1); },
            [&] { card_pcg_dot_before<<<1056, 256>>>(dp, dq, o, n); },
            [&] { card_pcg_dot_after<<<1056, 256>>>(dp, dq, o, n); }, get, get);
        release(dp, dq, o);
    }
    return g_bad;
}
