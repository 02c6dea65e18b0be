#include "harness.cuh"

// ------------------------------------------------------------------ kernels
struct Arrh { float A, n, Ta, lnA; };                  // k = A T^n exp(-Ta / T)
struct Troe { float a, t3, t1, t2; };
struct Step { unsigned char a, b, c, d; };             // a + b -> c + d

__constant__ Arrh c_arrh[64];
__constant__ Troe c_troe[32];
__constant__ Step c_step[48];
__constant__ float c_kf[48];

extern "C" {

// sum of the rate constants of 64 reactions in each cell; before: a power and an exponential for each reaction
__global__ void kin_arrhenius_pow_before(const float *temp, float *rate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float T = temp[i], s = 0.0f;
    for (int r = 0; r < 64; r++) s += c_arrh[r].A * powf(T, c_arrh[r].n) * expf(-c_arrh[r].Ta / T);
    rate[i] = s;
}
__global__ void kin_arrhenius_pow_after(const float *temp, float *rate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float T = temp[i], s = 0.0f;
    float lnT = logf(T), invT = 1.0f / T;
    for (int r = 0; r < 64; r++) s += expf(c_arrh[r].lnA + c_arrh[r].n * lnT - c_arrh[r].Ta * invT);
    rate[i] = s;
}

// Newton step: dense 8 x 8 system in each cell; before: the number of species is only known at run time
__global__ void kin_newton_dyn_before(const float *jac, const float *rhs, float *dx, int ns, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float A[64], b[8];
    for (int r = 0; r < ns; r++) {
        b[r] = rhs[r * n + i];
        for (int c = 0; c < ns; c++) A[r * ns + c] = jac[(r * ns + c) * n + i];
    }
    for (int k = 0; k < ns; k++) {
        float inv = 1.0f / A[k * ns + k];
        for (int r = k + 1; r < ns; r++) {
            float f = A[r * ns + k] * inv;
            for (int c = k + 1; c < ns; c++) A[r * ns + c] -= f * A[k * ns + c];
            b[r] -= f * b[k];
        }
    }
    for (int r = ns - 1; r >= 0; r--) {
        float s = b[r];
        for (int c = r + 1; c < ns; c++) s -= A[r * ns + c] * b[c];
        b[r] = s / A[r * ns + r];
        dx[r * n + i] = b[r];
    }
}
__global__ void kin_newton_dyn_after(const float *jac, const float *rhs, float *dx, int n) {
    const int ns = 8;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float A[ns * ns], b[ns];
#pragma unroll
    for (int r = 0; r < ns; r++) {
        b[r] = rhs[r * n + i];
#pragma unroll
        for (int c = 0; c < ns; c++) A[r * ns + c] = jac[(r * ns + c) * n + i];
    }
#pragma unroll
    for (int k = 0; k < ns; k++) {
        float inv = 1.0f / A[k * ns + k];
#pragma unroll
        for (int r = k + 1; r < ns; r++) {
            float f = A[r * ns + k] * inv;
#pragma unroll
            for (int c = k + 1; c < ns; c++) A[r * ns + c] -= f * A[k * ns + c];
            b[r] -= f * b[k];
        }
    }
#pragma unroll
    for (int r = ns - 1; r >= 0; r--) {
        float s = b[r];
#pragma unroll
        for (int c = r + 1; c < ns; c++) s -= A[r * ns + c] * b[c];
        b[r] = s / A[r * ns + r];
        dx[r * n + i] = b[r];
    }
}

// falloff (Troe) factors of 32 reactions; before: literals and functions of double precision in a float mechanism
__global__ void kin_troe_double_before(const float *temp, const float *pr, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float T = temp[i], lp = pr[i], sum = 0.0f;
    for (int r = 0; r < 32; r++) {
        Troe t = c_troe[r];
        float fc = (1.0 - t.a) * expf(-T * t.t3) + t.a * expf(-T * t.t1) + expf(-t.t2 / T);
        float lf = log10(fc + 1.0e-30);
        float c = -0.4 - 0.67 * lf, nn = 0.75 - 1.27 * lf;
        float x = lp + 0.05 * r + c;
        float f1 = x / (nn - 0.14 * x);
        sum += lf / (1.0 + f1 * f1);
    }
    out[i] = sum;
}
__global__ void kin_troe_double_after(const float *temp, const float *pr, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float T = temp[i], lp = pr[i], sum = 0.0f;
    for (int r = 0; r < 32; r++) {
        Troe t = c_troe[r];
        float fc = (1.0f - t.a) * expf(-T * t.t3) + t.a * expf(-T * t.t1) + expf(-t.t2 / T);
        float lf = log10f(fc + 1.0e-30f);
        float c = -0.4f - 0.67f * lf, nn = 0.75f - 1.27f * lf;
        float x = lp + 0.05f * r + c;
        float f1 = x / (nn - 0.14f * x);
        sum += lf / (1.0f + f1 * f1);
    }
    out[i] = sum;
}

// sub-cycled integration of each cell, stiff cells with many steps; before: cells in the order of the mesh
__global__ void kin_subcycle_order_before(const float *temp, const int *steps, float *prog, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = 0.01f, T = temp[i];
    int m = steps[i];
    float dt = 1.0f / m;
    for (int k = 0; k < m; k++) {
        float w = (1.0f - c) * __expf(-2.0f / (0.2f + c * T));
        c += dt * w;
    }
    prog[i] = c;
}
// ... after: the host hands over the cells sorted by the number of steps of the time step before
__global__ void kin_subcycle_order_after(const float *temp, const int *steps, const int *order, float *prog, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int i = order[t];
    float c = 0.01f, T = temp[i];
    int m = steps[i];
    float dt = 1.0f / m;
    for (int k = 0; k < m; k++) {
        float w = (1.0f - c) * __expf(-2.0f / (0.2f + c * T));
        c += dt * w;
    }
    prog[i] = c;
}

// production rates of 16 species by 48 elementary steps, scratch in shared memory; before: a thread's 16 values lie together
__global__ void kin_wdot_bank_before(const float *conc, float *wdot, int n) {
    __shared__ float C[128 * 16], W[128 * 16];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    for (int s = 0; s < 16; s++) { C[t * 16 + s] = conc[s * n + i]; W[t * 16 + s] = 0.0f; }
    for (int r = 0; r < 48; r++) {
        Step p = c_step[r];
        float q = c_kf[r] * C[t * 16 + p.a] * C[t * 16 + p.b];
        W[t * 16 + p.a] -= q; W[t * 16 + p.b] -= q;
        W[t * 16 + p.c] += q; W[t * 16 + p.d] += q;
    }
    for (int s = 0; s < 16; s++) wdot[s * n + i] = W[t * 16 + s];
}
__global__ void kin_wdot_bank_after(const float *conc, float *wdot, int n) {
    __shared__ float C[16 * 128], W[16 * 128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    for (int s = 0; s < 16; s++) { C[s * 128 + t] = conc[s * n + i]; W[s * 128 + t] = 0.0f; }
    for (int r = 0; r < 48; r++) {
        Step p = c_step[r];
        float q = c_kf[r] * C[p.a * 128 + t] * C[p.b * 128 + t];
        W[p.a * 128 + t] -= q; W[p.b * 128 + t] -= q;
        W[p.c * 128 + t] += q; W[p.d * 128 + t] += q;
    }
    for (int s = 0; s < 16; s++) wdot[s * n + i] = W[s * 128 + t];
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("kin_arrhenius_pow")) {
        const int n = scaled(2 << 20);
        Rng g(1);
        std::vector<Arrh> a(64);
        for (auto &e : a) {
            e.A = 1.0f + 9.0f * g.f(); e.n = 1.5f * g.f() - 0.5f; e.Ta = 500.0f + 8000.0f * g.f();
            e.lnA = logf(e.A);
        }
        CK(cudaMemcpyToSymbol(c_arrh, a.data(), 64 * sizeof(Arrh)));
        std::vector<float> t(n);
        for (auto &e : t) e = 300.0f + 2000.0f * g.f();
        float *d = dev(t), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("kin_arrhenius_pow", 1e-4, once([&] { zero(o, n); }),
            [&] { kin_arrhenius_pow_before<<<n / 256, 256>>>(d, o, n); },
            [&] { kin_arrhenius_pow_after<<<n / 256, 256>>>(d, o, n); }, get, get);
        release(d, o);
    }
    if (want("kin_newton_dyn")) {
        const int n = scaled(1 << 20);
        Rng g(2);
        std::vector<float> j((size_t)n * 64), b((size_t)n * 8);
        for (int k = 0; k < 64; k++)
            for (int i = 0; i < n; i++) j[(size_t)k * n + i] = (k % 9 == 0 ? 6.0f : -0.5f) + g.f();
        for (auto &e : b) e = g.f();
        float *dj = dev(j), *db = dev(b), *o = dev<float>((size_t)n * 8);
        auto get = [&] { return host(o, (size_t)n * 8); };
        run_pair("kin_newton_dyn", 1e-4, once([&] { zero(o, (size_t)n * 8); }),
            [&] { kin_newton_dyn_before<<<n / 128, 128>>>(dj, db, o, 8, n); },
            [&] { kin_newton_dyn_after<<<n / 128, 128>>>(dj, db, o, n); }, get, get);
        release(dj, db, o);
    }
    if (want("kin_troe_double")) {
        const int n = scaled(2 << 20);
        Rng g(3);
        std::vector<Troe> a(32);
        for (auto &e : a) {
            e.a = 0.3f + 0.5f * g.f(); e.t3 = 1.0f / (100.0f + 900.0f * g.f()); e.t1 = 1.0f / (1000.0f + 2000.0f * g.f());
            e.t2 = 3000.0f + 3000.0f * g.f();
        }
        CK(cudaMemcpyToSymbol(c_troe, a.data(), 32 * sizeof(Troe)));
        std::vector<float> t(n), p(n);
        for (int i = 0; i < n; i++) { t[i] = 400.0f + 1800.0f * g.f(); p[i] = 2.0f * g.f() - 2.0f; }
        float *dt = dev(t), *dp = dev(p), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("kin_troe_double", 1e-3, once([&] { zero(o, n); }),
            [&] { kin_troe_double_before<<<n / 256, 256>>>(dt, dp, o, n); },
            [&] { kin_troe_double_after<<<n / 256, 256>>>(dt, dp, o, n); }, get, get);
        release(dt, dp, o);
    }
    if (want("kin_subcycle_order")) {
        const int n = scaled(8 << 20);
        Rng g(4);
        std::vector<float> t(n);
        std::vector<int> s(n), order(n);
        for (int i = 0; i < n; i++) {
            t[i] = 0.5f + g.f();
            s[i] = g.u() % 16u == 0 ? 300 + (int)(g.u() % 200u) : 10 + (int)(g.u() % 16u);
            order[i] = i;
        }
        std::sort(order.begin(), order.end(), [&](int a, int b) { return s[a] != s[b] ? s[a] > s[b] : a < b; });
        float *dt = dev(t), *o = dev<float>(n);
        int *ds = dev(s), *dord = dev(order);
        auto get = [&] { return host(o, n); };
        run_pair("kin_subcycle_order", 1e-4, once([&] { zero(o, n); }),
            [&] { kin_subcycle_order_before<<<n / 256, 256>>>(dt, ds, o, n); },
            [&] { kin_subcycle_order_after<<<n / 256, 256>>>(dt, ds, dord, o, n); }, get, get);
        release(dt, o, ds, dord);
    }
    if (want("kin_wdot_bank")) {
        const int n = scaled(2 << 20);
        Rng g(5);
        std::vector<Step> st(48);
        std::vector<float> kf(48), c((size_t)n * 16);
        for (int r = 0; r < 48; r++) {
            unsigned a = g.u() & 15u;
            st[r].a = (unsigned char)a; st[r].b = (unsigned char)((a + 1 + g.u() % 5u) & 15u);
            st[r].c = (unsigned char)((a + 6 + g.u() % 5u) & 15u); st[r].d = (unsigned char)((a + 11 + g.u() % 5u) & 15u);
            kf[r] = 0.1f + g.f();
        }
        CK(cudaMemcpyToSymbol(c_step, st.data(), 48 * sizeof(Step)));
        CK(cudaMemcpyToSymbol(c_kf, kf.data(), 48 * sizeof(float)));
        for (auto &e : c) e = g.f();
        float *dc = dev(c), *o = dev<float>((size_t)n * 16);
        auto get = [&] { return host(o, (size_t)n * 16); };
        run_pair("kin_wdot_bank", 1e-4, once([&] { zero(o, (size_t)n * 16); }),
            [&] { kin_wdot_bank_before<<<n / 128, 128>>>(dc, o, n); },
            [&] { kin_wdot_bank_after<<<n / 128, 128>>>(dc, o, n); }, get, get);
        release(dc, o);
    }
    return g_bad;
}
