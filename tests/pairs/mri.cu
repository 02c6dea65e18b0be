#include "harness.cuh"

// ------------------------------------------------------------------ kernels
__constant__ float4 c_pulse[64];                      // cos^2, sin^2 of half the flip angle, sine and cosine of the angle

__device__ static float mri_kb(float d, float beta) { // Kaiser-Bessel window of width 6
    float t = 1.0f - d * d * (1.0f / 9.0f);
    return t > 0.0f ? cyl_bessel_i0f(beta * sqrtf(t)) : 0.0f;
}

extern "C" {

// samples of a trajectory from the oversampled grid; before: both window values for each of the width * width grid points
__global__ void mri_degrid_kernel_before(const float2 *grid, const float2 *traj, float2 *sig, int n, int m, int width,
                                         float beta) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= m) return;
    float kx = traj[s].x, ky = traj[s].y;
    int x0 = (int)ceilf(kx - 0.5f * width), y0 = (int)ceilf(ky - 0.5f * width);
    float2 a = make_float2(0.0f, 0.0f);
    for (int j = 0; j < width; j++)
        for (int i = 0; i < width; i++) {
            float w = mri_kb(kx - (x0 + i), beta) * mri_kb(ky - (y0 + j), beta);
            float2 v = grid[((y0 + j) & (n - 1)) * n + ((x0 + i) & (n - 1))];
            a.x += w * v.x;
            a.y += w * v.y;
        }
    sig[s] = a;
}
__global__ void mri_degrid_kernel_after(const float2 *grid, const float2 *traj, float2 *sig, int n, int m, float beta) {
    const int width = 6;
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= m) return;
    float kx = traj[s].x, ky = traj[s].y;
    int x0 = (int)ceilf(kx - 0.5f * width), y0 = (int)ceilf(ky - 0.5f * width);
    float wx[width];
#pragma unroll
    for (int i = 0; i < width; i++) wx[i] = mri_kb(kx - (x0 + i), beta);
    float2 a = make_float2(0.0f, 0.0f);
    for (int j = 0; j < width; j++) {
        float2 r = make_float2(0.0f, 0.0f);
#pragma unroll
        for (int i = 0; i < width; i++) {
            float2 v = grid[((y0 + j) & (n - 1)) * n + ((x0 + i) & (n - 1))];
            r.x += wx[i] * v.x;
            r.y += wx[i] * v.y;
        }
        float wy = mri_kb(ky - (y0 + j), beta);
        a.x += wy * r.x;
        a.y += wy * r.y;
    }
    sig[s] = a;
}

// dictionary of fingerprints by extended phase graphs; before: a thread an entry keeps the configuration states in arrays
__global__ void mri_epg_states_before(const float2 *t12, const float *proj, float *dict, int n, int npulse, int nk,
                                      float tr) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n) return;
    float e1 = expf(-tr / t12[e].x), e2 = expf(-tr / t12[e].y);
    float fp[32], fm[32], z[32];
    for (int k = 0; k < nk; k++) fp[k] = fm[k] = z[k] = 0.0f;
    z[0] = 1.0f;
    float sum = 0.0f;
    for (int p = 0; p < npulse; p++) {
        float4 c = c_pulse[p];
        int kmax = min(p + 1, nk);
        for (int k = 0; k < kmax; k++) {
            float a = fp[k], b = fm[k], l = z[k];
            fp[k] = (c.x * a + c.y * b + c.z * l) * e2;
            fm[k] = (c.y * a + c.x * b - c.z * l) * e2;
            z[k] = (0.5f * c.z * (b - a) + c.w * l) * e1;
        }
        z[0] += 1.0f - e1;
        sum += fp[0] * proj[p];
        for (int k = nk - 1; k > 0; k--) fp[k] = fp[k - 1];
        for (int k = 0; k < nk - 1; k++) fm[k] = fm[k + 1];
        fm[nk - 1] = 0.0f;
        fp[0] = fm[0];
    }
    dict[e] = sum;
}
__global__ void mri_epg_states_after(const float2 *t12, const float *proj, float *dict, int n, int npulse, float tr) {
    int e = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, k = threadIdx.x & 31;   // a warp an entry, a lane an order
    if (e >= n) return;
    float e1 = expf(-tr / t12[e].x), e2 = expf(-tr / t12[e].y);
    float a = 0.0f, b = 0.0f, l = k == 0 ? 1.0f : 0.0f, sum = 0.0f;
    for (int p = 0; p < npulse; p++) {
        float4 c = c_pulse[p];
        float na = (c.x * a + c.y * b + c.z * l) * e2;
        float nb = (c.y * a + c.x * b - c.z * l) * e2;
        l = (0.5f * c.z * (b - a) + c.w * l) * e1;
        if (k == 0) l += 1.0f - e1;
        sum += na * proj[p];
        a = __shfl_up_sync(0xffffffffu, na, 1);
        b = __shfl_down_sync(0xffffffffu, nb, 1);
        if (k == 31) b = 0.0f;
        if (k == 0) a = b;
    }
    if (k == 0) dict[e] = sum;
}

// sign of the centred transform; before: the power of minus one
__global__ void mri_checker_sign_before(const float2 *in, float2 *out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float s = (float)pow(-1.0, (double)(x + y));
    float2 v = in[y * nx + x];
    out[y * nx + x] = make_float2(s * v.x, s * v.y);
}
__global__ void mri_checker_sign_after(const float2 *in, float2 *out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float s = (x + y) & 1 ? -1.0f : 1.0f;
    float2 v = in[y * nx + x];
    out[y * nx + x] = make_float2(s * v.x, s * v.y);
}

// soft threshold of the Haar coefficients of each line; before: transformed in place, so that the strides double
__global__ void mri_haar_shrink_before(const float *in, float *out, float thr) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    const float r = 0.70710678f;
    s[t] = in[blockIdx.x * 1024 + t];
    s[t + 512] = in[blockIdx.x * 1024 + t + 512];
    __syncthreads();
    for (int st = 1; st < 1024; st *= 2) {
        if (t < 512 / st) {
            int i = 2 * st * t;
            float a = s[i], b = s[i + st];
            s[i] = (a + b) * r;
            s[i + st] = (a - b) * r;
        }
        __syncthreads();
    }
    for (int i = t; i < 1024; i += 512)
        if (i > 0) s[i] = copysignf(fmaxf(fabsf(s[i]) - thr, 0.0f), s[i]);
    __syncthreads();
    for (int st = 512; st > 0; st /= 2) {
        if (t < 512 / st) {
            int i = 2 * st * t;
            float a = s[i], b = s[i + st];
            s[i] = (a + b) * r;
            s[i + st] = (a - b) * r;
        }
        __syncthreads();
    }
    out[blockIdx.x * 1024 + t] = s[t];
    out[blockIdx.x * 1024 + t + 512] = s[t + 512];
}
__global__ void mri_haar_shrink_after(const float *in, float *out, float thr) {
    __shared__ float2 low[2][512];                    // the averages of one level, next to each other
    __shared__ float high[1024];                      // the differences of the level with m values at m / 2
    int t = threadIdx.x, cur = 0;
    const float r = 0.70710678f;
    ((float *)low[0])[t] = in[blockIdx.x * 1024 + t];
    ((float *)low[0])[t + 512] = in[blockIdx.x * 1024 + t + 512];
    __syncthreads();
    for (int m = 512; m > 0; m /= 2) {
        if (t < m) {
            float2 v = low[cur][t];
            float d = (v.x - v.y) * r;
            ((float *)low[cur ^ 1])[t] = (v.x + v.y) * r;
            high[m + t] = copysignf(fmaxf(fabsf(d) - thr, 0.0f), d);
        }
        cur ^= 1;
        __syncthreads();
    }
    for (int m = 1; m <= 512; m *= 2) {
        if (t < m) {
            float a = ((float *)low[cur])[t], b = high[m + t];
            low[cur ^ 1][t] = make_float2((a + b) * r, (a - b) * r);
        }
        cur ^= 1;
        __syncthreads();
    }
    out[blockIdx.x * 1024 + t] = ((float *)low[cur])[t];
    out[blockIdx.x * 1024 + t + 512] = ((float *)low[cur])[t + 512];
}

// exchange of the quadrants; before: with the remainder by run-time sizes / after: by comparison
__global__ void mri_fftshift_wrap_before(const double2 *in, double2 *out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    size_t slice = (size_t)blockIdx.z * nx * ny;
    int sx = (x + nx / 2) % nx, sy = (y + ny / 2) % ny;
    out[slice + sy * nx + sx] = in[slice + y * nx + x];
}
__global__ void mri_fftshift_wrap_after(const double2 *in, double2 *out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    size_t slice = (size_t)blockIdx.z * nx * ny;
    int sx = x + nx / 2, sy = y + ny / 2;
    if (sx >= nx) sx -= nx;
    if (sy >= ny) sy -= ny;
    out[slice + sy * nx + sx] = in[slice + y * nx + x];
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static std::vector<float> flat(const std::vector<float2> &v) {
    std::vector<float> r;
    for (auto &e : v) { r.push_back(e.x); r.push_back(e.y); }
    return r;
}

int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("mri_degrid_kernel")) {
        const int n = 512, m = scaled(2 << 20);
        Rng g(1);
        std::vector<float2> grid(n * n), traj(m);
        for (auto &e : grid) e = make_float2(g.f() - 0.5f, g.f() - 0.3f);
        for (int s = 0; s < m; s++) {                 // radial spokes of 512 samples
            float phi = 2.39996f * (float)(s / 512), r = 0.5f * (float)(s % 512 - 256) * 0.95f;
            traj[s] = make_float2(256.0f + r * cosf(phi), 256.0f + r * sinf(phi));
        }
        float2 *dg = dev(grid), *dt = dev(traj), *o = dev<float2>(m);
        auto get = [&] { return flat(host(o, m)); };
        run_pair("mri_degrid_kernel", 1e-4, once([&] { zero(o, m); }),
            [&] { mri_degrid_kernel_before<<<m / 256, 256>>>(dg, dt, o, n, m, 6, 8.0f); },
            [&] { mri_degrid_kernel_after<<<m / 256, 256>>>(dg, dt, o, n, m, 8.0f); }, get, get);
        release(dg, dt, o);
    }
    if (want("mri_epg_states")) {
        const int n = scaled(131072), np = 64;
        Rng g(2);
        std::vector<float2> t(n);
        for (auto &e : t) e = make_float2(200.0f + 3000.0f * g.f(), 20.0f + 300.0f * g.f());
        std::vector<float> pr(np);
        std::vector<float4> c(np);
        for (int p = 0; p < np; p++) {
            float a = (10.0f + 50.0f * sinf(3.14159f * p / np)) * 3.14159f / 180.0f;
            float h = cosf(0.5f * a), k = sinf(0.5f * a);
            c[p] = make_float4(h * h, k * k, sinf(a), cosf(a));
            pr[p] = 0.5f + g.f();
        }
        CK(cudaMemcpyToSymbol(c_pulse, c.data(), np * sizeof(float4)));
        float2 *dt = dev(t);
        float *dp = dev(pr), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("mri_epg_states", 1e-3, once([&] { zero(o, n); }),
            [&] { mri_epg_states_before<<<n / 128, 128>>>(dt, dp, o, n, np, 32, 12.0f); },
            [&] { mri_epg_states_after<<<n / 8, 256>>>(dt, dp, o, n, np, 12.0f); }, get, get);
        release(dt, dp, o);
    }
    if (want("mri_checker_sign")) {
        const int nx = 4096, ny = scaled(4096), n = nx * ny;
        Rng g(3);
        std::vector<float2> a(n);
        for (auto &e : a) e = make_float2(g.f() + 0.1f, g.f() - 0.5f);
        float2 *da = dev(a), *o = dev<float2>(n);
        dim3 grid(nx / 32, ny / 8), block(32, 8);
        auto get = [&] { return flat(host(o, n)); };
        run_pair("mri_checker_sign", 0, once([&] { zero(o, n); }),
            [&] { mri_checker_sign_before<<<grid, block>>>(da, o, nx, ny); },
            [&] { mri_checker_sign_after<<<grid, block>>>(da, o, nx, ny); }, get, get);
        release(da, o);
    }
    if (want("mri_haar_shrink")) {
        const int lines = scaled(32768), n = lines * 1024;
        Rng g(4);
        std::vector<float> a(n);
        for (int i = 0; i < n; i++) a[i] = (i % 1024) / 128 % 2 + 0.2f * g.f();
        float *da = dev(a), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("mri_haar_shrink", 1e-4, once([&] { zero(o, n); }),
            [&] { mri_haar_shrink_before<<<lines, 512>>>(da, o, 0.05f); },
            [&] { mri_haar_shrink_after<<<lines, 512>>>(da, o, 0.05f); }, get, get);
        release(da, o);
    }
    if (want("mri_fftshift_wrap")) {
        const int nx = 512, ny = 512, nz = scaled(64), n = nx * ny * nz;
        Rng g(5);
        std::vector<double2> a(n);
        for (auto &e : a) e = make_double2(g.f() + 0.1, g.f());
        double2 *da = dev(a), *o = dev<double2>(n);
        dim3 grid(nx / 32, ny / 8, nz), block(32, 8);
        auto get = [&] {
            auto h = host(o, n);
            std::vector<float> r(n);
            for (int i = 0; i < n; i++) r[i] = (float)(h[i].x + 2.0 * h[i].y);
            return r;
        };
        run_pair("mri_fftshift_wrap", 0, once([&] { zero(o, n); }),
            [&] { mri_fftshift_wrap_before<<<grid, block>>>(da, o, nx, ny); },
            [&] { mri_fftshift_wrap_after<<<grid, block>>>(da, o, nx, ny); }, get, get);
        release(da, o);
    }
    return g_bad;
}
