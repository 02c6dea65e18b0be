#include "harness.cuh"

// ------------------------------------------------------------------ kernels
extern "C" {

// maximum likelihood among eight classes in six bands; before: each pixel factorises the covariance of each class
__constant__ float c_mean[8][6], c_cov[8][6][6];
__constant__ float c_white[8][21], c_logdet[8];        // inverses of the lower factors, logarithms of the determinants
__global__ void satim_maxlik_class_before(const float *band, unsigned char *label, float *score, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x[6], best = 1e30f;
    int arg = 0;
#pragma unroll
    for (int b = 0; b < 6; b++) x[b] = band[(size_t)b * n + i];
    for (int c = 0; c < 8; c++) {
        float l[6][6], z[6], dist = 0.0f, logdet = 0.0f;
#pragma unroll
        for (int r = 0; r < 6; r++) {
#pragma unroll
            for (int k = 0; k <= r; k++) {
                float s = c_cov[c][r][k];
#pragma unroll
                for (int m = 0; m < k; m++) s -= l[r][m] * l[k][m];
                l[r][k] = r == k ? sqrtf(s) : s / l[k][k];
            }
            float s = x[r] - c_mean[c][r];
#pragma unroll
            for (int m = 0; m < r; m++) s -= l[r][m] * z[m];
            z[r] = s / l[r][r];
            dist += z[r] * z[r];
            logdet += 2.0f * logf(l[r][r]);
        }
        dist += logdet;
        if (dist < best) { best = dist; arg = c; }
    }
    label[i] = (unsigned char)arg;
    score[i] = best;
}
__global__ void satim_maxlik_class_after(const float *band, unsigned char *label, float *score, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x[6], best = 1e30f;
    int arg = 0;
#pragma unroll
    for (int b = 0; b < 6; b++) x[b] = band[(size_t)b * n + i];
#pragma unroll
    for (int c = 0; c < 8; c++) {
        float d[6], dist = c_logdet[c];
#pragma unroll
        for (int r = 0; r < 6; r++) {
            d[r] = x[r] - c_mean[c][r];
            float z = 0.0f;
#pragma unroll
            for (int m = 0; m <= r; m++) z += c_white[c][r * (r + 1) / 2 + m] * d[m];
            dist += z * z;
        }
        if (dist < best) { best = dist; arg = c; }
    }
    label[i] = (unsigned char)arg;
    score[i] = best;
}

// contrast and homogeneity of the texture in windows of 9 x 9; before: a co-occurrence matrix of 16 grey levels a pixel
__global__ void satim_texture_glcm_before(const unsigned char *grey, float2 *out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 4 || y < 4 || x >= nx - 4 || y >= ny - 4) return;
    int glcm[16 * 16];
    for (int k = 0; k < 256; k++) glcm[k] = 0;
    for (int j = -4; j <= 4; j++)
        for (int i = -4; i < 4; i++) {
            int a = grey[(y + j) * nx + x + i], b = grey[(y + j) * nx + x + i + 1];
            glcm[a * 16 + b]++;
        }
    float contrast = 0.0f, homog = 0.0f;
    for (int a = 0; a < 16; a++)
        for (int b = 0; b < 16; b++) {
            float p = glcm[a * 16 + b] / 72.0f;
            contrast += p * (a - b) * (a - b);
            homog += p / (1.0f + (a - b) * (a - b));
        }
    out[y * nx + x] = make_float2(contrast, homog);
}
__global__ void satim_texture_glcm_after(const unsigned char *grey, float2 *out, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 4 || y < 4 || x >= nx - 4 || y >= ny - 4) return;
    float contrast = 0.0f, homog = 0.0f;
    for (int j = -4; j <= 4; j++) {
        const unsigned char *row = grey + (y + j) * nx + x;
        float a = row[-4];
#pragma unroll
        for (int i = -3; i <= 4; i++) {
            float b = row[i], d = (a - b) * (a - b);
            contrast += d;
            homog += __fdividef(1.0f, 1.0f + d);
            a = b;
        }
    }
    out[y * nx + x] = make_float2(contrast / 72.0f, homog / 72.0f);
}

// colours of a quarter of the resolution sharpened by the panchromatic band; before: threads along x take rows
__global__ void satim_sharpen_rows_before(const float *pan, const float4 *ms, float *red, float *green, float *blue, int nx, int ny) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= ny || col >= nx) return;
    float4 m = ms[(row / 4) * (nx / 4) + col / 4];     // red, green, blue and infrared
    float k = pan[row * nx + col] / (0.25f * (m.x + m.y + m.z + m.w) + 1e-6f);
    red[row * nx + col] = m.x * k;
    green[row * nx + col] = m.y * k;
    blue[row * nx + col] = m.z * k;
}
__global__ void satim_sharpen_rows_after(const float *pan, const float4 *ms, float *red, float *green, float *blue, int nx, int ny) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= ny || col >= nx) return;
    float4 m = ms[(row / 4) * (nx / 4) + col / 4];
    float k = pan[row * nx + col] / (0.25f * (m.x + m.y + m.z + m.w) + 1e-6f);
    red[row * nx + col] = m.x * k;
    green[row * nx + col] = m.y * k;
    blue[row * nx + col] = m.z * k;
}

// count, sums and products of four bands for each of 16 classes; before: each pixel adds to the block's sums
__global__ void satim_class_moments_before(const float4 *pixel, const unsigned char *label, float *moment, int nx, int ny) {
    __shared__ float acc[16 * 15];
    for (int k = threadIdx.x; k < 240; k += blockDim.x) acc[k] = 0.0f;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nx * ny; i += gridDim.x * blockDim.x) {
        float4 p = pixel[i];
        float *a = acc + label[i] * 15;
        atomicAdd(a + 0, 1.0f);
        atomicAdd(a + 1, p.x); atomicAdd(a + 2, p.y); atomicAdd(a + 3, p.z); atomicAdd(a + 4, p.w);
        atomicAdd(a + 5, p.x * p.x); atomicAdd(a + 6, p.x * p.y); atomicAdd(a + 7, p.x * p.z); atomicAdd(a + 8, p.x * p.w);
        atomicAdd(a + 9, p.y * p.y); atomicAdd(a + 10, p.y * p.z); atomicAdd(a + 11, p.y * p.w);
        atomicAdd(a + 12, p.z * p.z); atomicAdd(a + 13, p.z * p.w);
        atomicAdd(a + 14, p.w * p.w);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 240; k += blockDim.x) atomicAdd(moment + k, acc[k]);
}
__global__ void satim_class_moments_after(const float4 *pixel, const unsigned char *label, float *moment, int nx, int ny) {
    __shared__ float acc[16 * 15];
    for (int k = threadIdx.x; k < 240; k += blockDim.x) acc[k] = 0.0f;
    __syncthreads();
    int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = blockIdx.y * 32;
    float s[15] = {};
    int c = label[y0 * nx + x];
    for (int y = y0; y < y0 + 32; y++) {               // a run of pixels of the same class is summed up by the thread
        float4 p = pixel[y * nx + x];
        int l = label[y * nx + x];
        if (l != c) {
#pragma unroll
            for (int k = 0; k < 15; k++) { atomicAdd(acc + c * 15 + k, s[k]); s[k] = 0.0f; }
            c = l;
        }
        s[0] += 1.0f;
        s[1] += p.x; s[2] += p.y; s[3] += p.z; s[4] += p.w;
        s[5] += p.x * p.x; s[6] += p.x * p.y; s[7] += p.x * p.z; s[8] += p.x * p.w;
        s[9] += p.y * p.y; s[10] += p.y * p.z; s[11] += p.y * p.w;
        s[12] += p.z * p.z; s[13] += p.z * p.w;
        s[14] += p.w * p.w;
    }
    bool same = __all_sync(0xffffffffu, c == __shfl_sync(0xffffffffu, c, 0));
#pragma unroll
    for (int k = 0; k < 15; k++) {
        float v = s[k];
        if (same) {
            for (int o = 16; o; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
            if (threadIdx.x % 32 == 0) atomicAdd(acc + c * 15 + k, v);
        } else atomicAdd(acc + c * 15 + k, v);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 240; k += blockDim.x) atomicAdd(moment + k, acc[k]);
}

// smallest angle between a spectrum of 64 bands and four references; before: an arc cosine for each reference
__constant__ float4 c_ref[64];
__constant__ float c_norm[4];
__global__ void satim_angle_ref_before(const float *cube, float *angle, unsigned char *label, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d[4] = {}, q = 0.0f, best = 10.0f;
    int arg = 0;
#pragma unroll 16
    for (int b = 0; b < 64; b++) {
        float v = cube[(size_t)b * n + i];
        float4 r = c_ref[b];
        d[0] += v * r.x; d[1] += v * r.y; d[2] += v * r.z; d[3] += v * r.w;
        q += v * v;
    }
    for (int c = 0; c < 4; c++) {
        float a = acosf(fminf(d[c] / (sqrtf(q) * sqrtf(c_norm[c])), 1.0f));
        if (a < best) { best = a; arg = c; }
    }
    angle[i] = best;
    label[i] = (unsigned char)arg;
}
__global__ void satim_angle_ref_after(const float *cube, float *angle, unsigned char *label, const float4 rnorm, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d[4] = {}, q = 0.0f, best = -1.0f;
    int arg = 0;
#pragma unroll 16
    for (int b = 0; b < 64; b++) {
        float v = cube[(size_t)b * n + i];
        float4 r = c_ref[b];
        d[0] += v * r.x; d[1] += v * r.y; d[2] += v * r.z; d[3] += v * r.w;
        q += v * v;
    }
    d[0] *= rnorm.x; d[1] *= rnorm.y; d[2] *= rnorm.z; d[3] *= rnorm.w;
#pragma unroll
    for (int c = 0; c < 4; c++)
        if (d[c] > best) { best = d[c]; arg = c; }
    angle[i] = acosf(fminf(best * rsqrtf(q), 1.0f));
    label[i] = (unsigned char)arg;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("satim_maxlik_class")) {
        const int n = scaled(4 << 20);
        Rng g(1);
        std::vector<float> band((size_t)n * 6), mean(48), cov(8 * 36), white(8 * 21), logdet(8);
        for (auto &e : band) e = g.f();
        for (auto &e : mean) e = g.f();
        for (int c = 0; c < 8; c++) {                  // covariance of a random lower factor
            double l[6][6] = {}, w[6][6] = {}, det = 0;
            for (int r = 0; r < 6; r++)
                for (int k = 0; k <= r; k++) l[r][k] = r == k ? 0.2 + 0.2 * g.f() : 0.2 * (g.f() - 0.5);
            for (int r = 0; r < 6; r++) {
                det += 2 * log(l[r][r]);
                for (int k = 0; k < 6; k++) {
                    double s = 0;
                    for (int m = 0; m < 6; m++) s += l[r][m] * l[k][m];
                    cov[c * 36 + r * 6 + k] = (float)s;
                }
                for (int k = 0; k <= r; k++) {
                    double s = r == k;
                    for (int m = k; m < r; m++) s -= l[r][m] * w[m][k];
                    w[r][k] = s / l[r][r];
                    white[c * 21 + r * (r + 1) / 2 + k] = (float)w[r][k];
                }
            }
            logdet[c] = (float)det;
        }
        CK(cudaMemcpyToSymbol(c_mean, mean.data(), sizeof(float) * 48));
        CK(cudaMemcpyToSymbol(c_cov, cov.data(), sizeof(float) * 288));
        CK(cudaMemcpyToSymbol(c_white, white.data(), sizeof(float) * 168));
        CK(cudaMemcpyToSymbol(c_logdet, logdet.data(), sizeof(float) * 8));
        float *db = dev(band), *o = dev<float>(n);
        unsigned char *l = dev<unsigned char>(n);
        auto get = [&] { return host(o, n); };
        run_pair("satim_maxlik_class", 1e-3, once([&] { zero(o, n); }),
            [&] { satim_maxlik_class_before<<<n / 256, 256>>>(db, l, o, n); },
            [&] { satim_maxlik_class_after<<<n / 256, 256>>>(db, l, o, n); }, get, get);
        release(db, o, l);
    }
    if (want("satim_texture_glcm")) {
        const int nx = 1024, ny = scaled(1024) + 8;
        Rng g(2);
        std::vector<unsigned char> grey((size_t)nx * ny);
        for (int i = 0; i < nx * ny; i++) grey[i] = (unsigned char)((i % nx / 90 + i / nx / 60) % 3 * 4 + (g.u() & 7u));
        unsigned char *dg = dev(grey);
        float2 *o = dev<float2>(grey.size());
        auto get = [&] { return host((float *)o, grey.size() * 2); };
        run_pair("satim_texture_glcm", 1e-3, once([&] { zero(o, grey.size()); }),
            [&] { satim_texture_glcm_before<<<dim3(nx / 32, ny / 8), dim3(32, 8)>>>(dg, o, nx, ny); },
            [&] { satim_texture_glcm_after<<<dim3(nx / 32, ny / 8), dim3(32, 8)>>>(dg, o, nx, ny); }, get, get);
        release(dg, o);
    }
    if (want("satim_sharpen_rows")) {
        const int nx = 4096, ny = scaled(4096);
        const size_t n = (size_t)nx * ny;
        Rng g(3);
        std::vector<float> pan(n);
        for (auto &e : pan) e = 0.2f + g.f();
        std::vector<float4> ms(n / 16);
        for (auto &e : ms) e = make_float4(0.1f + g.f(), 0.1f + g.f(), 0.1f + g.f(), 0.1f + g.f());
        float *dp = dev(pan), *o = dev<float>(n * 3);
        float4 *dm = dev(ms);
        auto get = [&] { return host(o, n * 3); };
        run_pair("satim_sharpen_rows", 1e-5, once([&] { zero(o, n * 3); }),
            [&] { satim_sharpen_rows_before<<<dim3(ny / 32, nx / 8), dim3(32, 8)>>>(dp, dm, o, o + n, o + 2 * n, nx, ny); },
            [&] { satim_sharpen_rows_after<<<dim3(nx / 32, ny / 8), dim3(32, 8)>>>(dp, dm, o, o + n, o + 2 * n, nx, ny); }, get, get);
        release(dp, o, dm);
    }
    if (want("satim_class_moments")) {
        const int nx = 2048, ny = std::max(scaled(2048), 32), n = nx * ny;
        Rng g(4);
        std::vector<unsigned char> label(n);
        std::vector<float4> pixel(n);
        for (int i = 0; i < n; i++) {
            unsigned field = (unsigned)(i % nx / 75 * 7 + i / nx / 50 * 13);
            label[i] = (unsigned char)(g.u() % 200u ? field * 2654435761u >> 28 : g.u() & 15u);
            pixel[i] = make_float4(g.f(), g.f() - 0.2f, g.f() + 0.01f * label[i], g.f() - 0.7f);
        }
        unsigned char *dl = dev(label);
        float4 *dp = dev(pixel);
        float *o = dev<float>(240);
        auto get = [&] { return host(o, 240); };
        run_pair("satim_class_moments", 1e-3, [&] { zero(o, 240); },
            [&] { satim_class_moments_before<<<std::min(n / 256, 132 * 8), 256>>>(dp, dl, o, nx, ny); },
            [&] { satim_class_moments_after<<<dim3(nx / 256, ny / 32), 256>>>(dp, dl, o, nx, ny); }, get, get);
        release(dl, dp, o);
    }
    if (want("satim_angle_ref")) {
        const int n = scaled(1 << 20);
        Rng g(5);
        std::vector<float4> ref(64);
        float q[4] = {};
        for (auto &e : ref) {
            e = make_float4(0.1f + g.f(), 0.1f + g.f(), 0.1f + g.f(), 0.1f + g.f());
            q[0] += e.x * e.x; q[1] += e.y * e.y; q[2] += e.z * e.z; q[3] += e.w * e.w;
        }
        std::vector<float> cube((size_t)n * 64);
        for (auto &e : cube) e = g.f();
        CK(cudaMemcpyToSymbol(c_ref, ref.data(), sizeof(float4) * 64));
        CK(cudaMemcpyToSymbol(c_norm, q, sizeof q));
        float4 rn = make_float4(1 / sqrtf(q[0]), 1 / sqrtf(q[1]), 1 / sqrtf(q[2]), 1 / sqrtf(q[3]));
        float *dc = dev(cube), *o = dev<float>(n);
        unsigned char *l = dev<unsigned char>(n);
        auto get = [&] { return host(o, n); };
        run_pair("satim_angle_ref", 1e-3, once([&] { zero(o, n); }),
            [&] { satim_angle_ref_before<<<n / 256, 256>>>(dc, o, l, n); },
            [&] { satim_angle_ref_after<<<n / 256, 256>>>(dc, o, l, rn, n); }, get, get);
        release(dc, o, l);
    }
    return g_bad;
}
