#include "harness.cuh"

// ------------------------------------------------------------------ kernels
__constant__ float c_sg[64];                          // Savitzky-Golay coefficients

extern "C" {

// absorption of pressure-broadened lines at each wavenumber; before: all lines are looked at, far ones are left out
__global__ void spec_line_cutoff_before(const float *centre, const float *strength, const float *width, float *absorb,
                                        float nu0, float step, float cut, int nline, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float nu = nu0 + i * step, a = 0.0f;
    for (int l = 0; l < nline; l++) {
        float d = nu - centre[l];
        if (fabsf(d) > cut) continue;
        float g = width[l];
        a += __fdividef(strength[l] * g * 0.31830989f, d * d + g * g);
    }
    absorb[i] = a;
}
__global__ void spec_line_cutoff_after(const float *centre, const float *strength, const float *width, float *absorb,
                                       float nu0, float step, float cut, int nline, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float nu = nu0 + i * step, a = 0.0f;
    float from = nu0 + blockIdx.x * blockDim.x * step - cut - step;   // the lines are sorted: first one near the block
    int lo = 0, hi = nline;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (centre[mid] < from) lo = mid + 1;
        else hi = mid;
    }
    for (int l = lo; l < nline; l++) {
        float d = nu - centre[l];
        if (d < -cut) break;
        if (d > cut) continue;
        float g = width[l];
        a += __fdividef(strength[l] * g * 0.31830989f, d * d + g * g);
    }
    absorb[i] = a;
}

// wavelength of each pixel from the dispersion polynomial by Newton's method; before: launched with one thread a block
__global__ void spec_calib_pixel_before(const float *pixel, float *lambda, float a, float b, float c, float d) {
    int i = blockIdx.x;
    float p = pixel[i], l = 500.0f + 0.3f * p;
    for (int k = 0; k < 12; k++) {
        float x = l * 0.001f;
        float f = ((a * x + b) * x + c) * x + d - p * 0.001f, g = ((3.0f * a * x + 2.0f * b) * x + c) * 0.001f;
        l -= f / g;
    }
    lambda[i] = l;
}
__global__ void spec_calib_pixel_after(const float *pixel, float *lambda, float a, float b, float c, float d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p = pixel[i], l = 500.0f + 0.3f * p;
    for (int k = 0; k < 12; k++) {
        float x = l * 0.001f;
        float f = ((a * x + b) * x + c) * x + d - p * 0.001f, g = ((3.0f * a * x + 2.0f * b) * x + c) * 0.001f;
        l -= f / g;
    }
    lambda[i] = l;
}

// smoothed spectra, mirrored at the ends; before: each tap of each channel is tested for the ends
__global__ void spec_savgol_mirror_before(const float *in, float *out, int half, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= n) return;
    const float *row = in + (size_t)blockIdx.y * n;
    float s = 0.0f;
    for (int k = -half; k <= half; k++) {
        int j = c + k;
        if (j < 0) j = -j;
        if (j >= n) j = 2 * (n - 1) - j;
        s += c_sg[k + half] * row[j];
    }
    out[(size_t)blockIdx.y * n + c] = s;
}
__global__ void spec_savgol_mirror_after(const float *in, float *out, int half, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= n) return;
    const float *row = in + (size_t)blockIdx.y * n;
    float s = 0.0f;
    if (c >= half && c < n - half) {
        const float *p = row + c - half;
        for (int k = 0; k <= 2 * half; k++) s += c_sg[k] * p[k];
    } else {
        for (int k = -half; k <= half; k++) {
            int j = c + k;
            if (j < 0) j = -j;
            if (j >= n) j = 2 * (n - 1) - j;
            s += c_sg[k + half] * row[j];
        }
    }
    out[(size_t)blockIdx.y * n + c] = s;
}

// scores of 16 principal components of spectra of 128 channels; before: a thread a score / after: a thread 4 x 4 scores
__global__ void spec_pca_score_before(const float *x, const float *load, float *score) {
    int k = threadIdx.x, s = blockIdx.x * blockDim.y + threadIdx.y;
    float a = 0.0f;
    for (int c = 0; c < 128; c++) a += x[(size_t)s * 128 + c] * load[c * 16 + k];
    score[s * 16 + k] = a;
}
__global__ void spec_pca_score_after(const float4 *x, const float4 *load, float4 *score) {
    int k = threadIdx.x & 3, s = (blockIdx.x * blockDim.x + threadIdx.x) >> 2 << 2;
    float4 a[4];
#pragma unroll
    for (int i = 0; i < 4; i++) a[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int c = 0; c < 32; c++) {
        float4 w0 = load[(4 * c) * 4 + k], w1 = load[(4 * c + 1) * 4 + k];
        float4 w2 = load[(4 * c + 2) * 4 + k], w3 = load[(4 * c + 3) * 4 + k];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float4 v = x[(size_t)(s + i) * 32 + c];
            a[i].x += v.x * w0.x + v.y * w1.x + v.z * w2.x + v.w * w3.x;
            a[i].y += v.x * w0.y + v.y * w1.y + v.z * w2.y + v.w * w3.y;
            a[i].z += v.x * w0.z + v.y * w1.z + v.z * w2.z + v.w * w3.z;
            a[i].w += v.x * w0.w + v.y * w1.w + v.z * w2.w + v.w * w3.w;
        }
    }
#pragma unroll
    for (int i = 0; i < 4; i++) score[(s + i) * 4 + k] = a[i];
}

// absorbance from sample, reference and dark counts; before: exact division and logarithm / after: the fast ones
__global__ void spec_absorbance_log_before(const float *sample, const float *ref, const float *dark, float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = dark[i];
    a[i] = -log10f(fmaxf(sample[i] - d, 1.0f) / fmaxf(ref[i] - d, 1.0f));
}
__global__ void spec_absorbance_log_after(const float *sample, const float *ref, const float *dark, float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = dark[i];
    a[i] = -__log10f(__fdividef(fmaxf(sample[i] - d, 1.0f), fmaxf(ref[i] - d, 1.0f)));
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("spec_line_cutoff")) {
        const int n = scaled(262144), nline = scaled(32768);
        const float nu0 = 600.0f, span = 2000.0f, step = span / n;
        Rng g(1);
        std::vector<float> c(nline), s(nline), w(nline);
        for (int l = 0; l < nline; l++) { c[l] = nu0 + span * g.f(); s[l] = g.f() * g.f(); w[l] = 0.03f + 0.1f * g.f(); }
        std::sort(c.begin(), c.end());
        float *dc = dev(c), *ds = dev(s), *dw = dev(w), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("spec_line_cutoff", 1e-4, once([&] { zero(o, n); }),
            [&] { spec_line_cutoff_before<<<n / 256, 256>>>(dc, ds, dw, o, nu0, step, 25.0f, nline, n); },
            [&] { spec_line_cutoff_after<<<n / 256, 256>>>(dc, ds, dw, o, nu0, step, 25.0f, nline, n); }, get, get);
        release(dc, ds, dw, o);
    }
    if (want("spec_calib_pixel")) {
        const int n = scaled(2 << 20);
        Rng g(2);
        std::vector<float> p(n);
        for (auto &e : p) e = 1000.0f * g.f();
        float *dp = dev(p), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("spec_calib_pixel", 1e-4, once([&] { zero(o, n); }),
            [&] { spec_calib_pixel_before<<<n, 1>>>(dp, o, 0.4f, -0.3f, 3.2f, -1.55f); },
            [&] { spec_calib_pixel_after<<<n / 256, 256>>>(dp, o, 0.4f, -0.3f, 3.2f, -1.55f, n); }, get, get);
        release(dp, o);
    }
    if (want("spec_savgol_mirror")) {
        const int n = 2048, rows = scaled(8192), half = 12;
        Rng g(3);
        std::vector<float> a((size_t)n * rows), k(2 * half + 1);
        for (auto &e : a) e = g.f();
        for (int i = -half; i <= half; i++) k[i + half] = (467.0f - 5.0f * i * i) / 5175.0f;
        CK(cudaMemcpyToSymbol(c_sg, k.data(), k.size() * sizeof(float)));
        float *da = dev(a), *o = dev<float>((size_t)n * rows);
        auto get = [&] { return host(o, (size_t)n * rows); };
        run_pair("spec_savgol_mirror", 1e-4, once([&] { zero(o, (size_t)n * rows); }),
            [&] { spec_savgol_mirror_before<<<dim3(n / 256, rows), 256>>>(da, o, half, n); },
            [&] { spec_savgol_mirror_after<<<dim3(n / 256, rows), 256>>>(da, o, half, n); }, get, get);
        release(da, o);
    }
    if (want("spec_pca_score")) {
        const int n = scaled(262144);
        Rng g(4);
        std::vector<float> x((size_t)n * 128), w(128 * 16);
        for (auto &e : x) e = g.f();
        for (auto &e : w) e = g.f() - 0.4f;
        float *dx = dev(x), *dw = dev(w), *o = dev<float>((size_t)n * 16);
        auto get = [&] { return host(o, (size_t)n * 16); };
        run_pair("spec_pca_score", 1e-4, once([&] { zero(o, (size_t)n * 16); }),
            [&] { spec_pca_score_before<<<n / 16, dim3(16, 16)>>>(dx, dw, o); },
            [&] { spec_pca_score_after<<<n / 256, 256>>>((const float4 *)dx, (const float4 *)dw, (float4 *)o); }, get, get);
        release(dx, dw, o);
    }
    if (want("spec_absorbance_log")) {
        const int n = scaled(16 << 20);
        Rng g(5);
        std::vector<float> s(n), r(n), d(n);
        for (int i = 0; i < n; i++) {
            d[i] = 100.0f + 5.0f * g.f(); r[i] = 20000.0f + 30000.0f * g.f();
            s[i] = r[i] * (0.05f + 0.9f * g.f());
        }
        float *ds = dev(s), *dr = dev(r), *dd = dev(d), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("spec_absorbance_log", 1e-4, once([&] { zero(o, n); }),
            [&] { spec_absorbance_log_before<<<n / 256, 256>>>(ds, dr, dd, o, n); },
            [&] { spec_absorbance_log_after<<<n / 256, 256>>>(ds, dr, dd, o, n); }, get, get);
        release(ds, dr, dd, o);
    }
    return g_bad;
}
