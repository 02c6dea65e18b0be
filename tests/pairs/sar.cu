#include "harness.cuh"

// ------------------------------------------------------------------ kernels
extern "C" {

// time-domain back projection of range-compressed pulses; before: a thread for each pixel and pulse, adding to the image
__global__ void sar_backproj_pulse_before(const float2 *rc, const float4 *ant, float2 *image, int nx, int ny, int nbin,
                                          float step, float rbin, float wave) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, p = blockIdx.z;
    if (x >= nx || y >= ny) return;
    float px = (x - 0.5f * nx) * step, py = (y - 0.5f * ny) * step;
    float4 a = ant[p];                                 // position of the antenna, distance to the scene's centre
    float dx = px - a.x, dy = py - a.y;
    float r = sqrtf(dx * dx + dy * dy + a.z * a.z);
    float dr = (px * px + py * py - 2.0f * (px * a.x + py * a.y)) / (r + a.w);
    float bin = dr / rbin + 0.5f * nbin;
    int b = (int)bin;
    if (b < 0 || b >= nbin - 1) return;
    float w = bin - b;
    float2 s0 = rc[(size_t)p * nbin + b], s1 = rc[(size_t)p * nbin + b + 1];
    float re = s0.x + w * (s1.x - s0.x), im = s0.y + w * (s1.y - s0.y);
    float turns = 2.0f * dr / wave, sn, cs;
    __sincosf(6.2831853f * (turns - rintf(turns)), &sn, &cs);
    atomicAdd(&image[y * nx + x].x, re * cs - im * sn);
    atomicAdd(&image[y * nx + x].y, re * sn + im * cs);
}
__global__ void sar_backproj_pulse_after(const float2 *rc, const float4 *ant, float2 *image, int nx, int ny, int nbin,
                                         float step, float rbin, float wave, int npulse) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= nx || y >= ny) return;
    float px = (x - 0.5f * nx) * step, py = (y - 0.5f * ny) * step;
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 4
    for (int p = 0; p < npulse; p++) {
        float4 a = ant[p];
        float dx = px - a.x, dy = py - a.y;
        float r = sqrtf(dx * dx + dy * dy + a.z * a.z);
        float dr = (px * px + py * py - 2.0f * (px * a.x + py * a.y)) / (r + a.w);
        float bin = dr / rbin + 0.5f * nbin;
        int b = (int)bin;
        if (b < 0 || b >= nbin - 1) continue;
        float w = bin - b;
        float2 s0 = rc[(size_t)p * nbin + b], s1 = rc[(size_t)p * nbin + b + 1];
        float re = s0.x + w * (s1.x - s0.x), im = s0.y + w * (s1.y - s0.y);
        float turns = 2.0f * dr / wave, sn, cs;
        __sincosf(6.2831853f * (turns - rintf(turns)), &sn, &cs);
        sum.x += re * cs - im * sn;
        sum.y += re * sn + im * cs;
    }
    image[y * nx + x] = sum;
}

// range cell migration by windowed sinc interpolation of eight samples; before: sine and cosine for each sample
__global__ void sar_rcmc_sinc_before(const float2 *in, float2 *out, const float *bend, int nr) {
    int r = blockIdx.x * blockDim.x + threadIdx.x, line = blockIdx.y;
    if (r >= nr) return;
    float x = r + bend[line] * (0.5f + 0.5f * r / nr);
    int base = (int)floorf(x) - 3;
    const float2 *row = in + (size_t)line * nr;
    float2 sum = make_float2(0.0f, 0.0f);
    for (int k = 0; k < 8; k++) {
        int i = min(max(base + k, 0), nr - 1);
        float t = x - (base + k);
        float w = fabsf(t) < 1e-6f ? 1.0f : sinf(3.14159265f * t) / (3.14159265f * t);
        w *= 0.54f + 0.46f * cosf(3.14159265f * t / 4.0f);
        sum.x += w * row[i].x;
        sum.y += w * row[i].y;
    }
    out[(size_t)line * nr + r] = sum;
}
__global__ void sar_rcmc_sinc_after(const float2 *in, float2 *out, const float *bend, int nr) {
    int r = blockIdx.x * blockDim.x + threadIdx.x, line = blockIdx.y;
    if (r >= nr) return;
    const float q = 0.70710678f;
    const float cb[8] = {-q, 0.0f, q, 1.0f, q, 0.0f, -q, -1.0f}, sb[8] = {q, 1.0f, q, 0.0f, -q, -1.0f, -q, 0.0f};
    float x = r + bend[line] * (0.5f + 0.5f * r / nr);
    float whole = floorf(x), f = fmaxf(x - whole, 1e-6f), sn, cs;
    int base = (int)whole - 3;
    const float2 *row = in + (size_t)line * nr;
    float s = sinpif(f) * 0.31830989f;                 // the sines of all samples differ in sign only
    __sincosf(0.78539816f * f, &sn, &cs);
    float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        float2 v = row[min(max(base + k, 0), nr - 1)];
        float w = __fdividef(k & 1 ? s : -s, f + (3 - k)) * (0.54f + 0.46f * (cs * cb[k] - sn * sb[k]));
        sum.x += w * v.x;
        sum.y += w * v.y;
    }
    out[(size_t)line * nr + r] = sum;
}

// speckle filter of Lee in a window of 7 x 7; before: each pixel goes through its window twice
__global__ void sar_lee_window_before(const float *in, float *out, int nx, int ny, float cu2) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    float mean = 0.0f, var = 0.0f;
    for (int j = -3; j <= 3; j++)
        for (int i = -3; i <= 3; i++) mean += in[min(max(y + j, 0), ny - 1) * nx + min(max(x + i, 0), nx - 1)];
    mean *= 1.0f / 49.0f;
    for (int j = -3; j <= 3; j++)
        for (int i = -3; i <= 3; i++) {
            float d = in[min(max(y + j, 0), ny - 1) * nx + min(max(x + i, 0), nx - 1)] - mean;
            var += d * d;
        }
    var *= 1.0f / 49.0f;
    float k = fminf(fmaxf((var - mean * mean * cu2) / (var * (1.0f + cu2) + 1e-9f), 0.0f), 1.0f);
    out[y * nx + x] = mean + k * (in[y * nx + x] - mean);
}
__global__ void sar_lee_window_after(const float *in, float *out, int nx, int ny, float cu2) {
    __shared__ float s1[2][128], s2[2][128];           // sums of seven rows for each column
    int t = threadIdx.x, row = threadIdx.y, x = (int)blockIdx.x * 122 + t - 3, y = blockIdx.y * 2 + row;
    int xc = min(max(x, 0), nx - 1);
    float a = 0.0f, b = 0.0f, own = 0.0f;
#pragma unroll
    for (int j = -3; j <= 3; j++) {
        float v = in[min(max(y + j, 0), ny - 1) * nx + xc];
        a += v;
        b += v * v;
        if (j == 0) own = v;
    }
    s1[row][t] = a;
    s2[row][t] = b;
    __syncthreads();
    if (t < 3 || t >= 125 || x >= nx || y >= ny) return;
    float mean = 0.0f, var = 0.0f;
#pragma unroll
    for (int i = -3; i <= 3; i++) { mean += s1[row][t + i]; var += s2[row][t + i]; }
    mean *= 1.0f / 49.0f;
    var = var * (1.0f / 49.0f) - mean * mean;
    float k = fminf(fmaxf((var - mean * mean * cu2) / (var * (1.0f + cu2) + 1e-9f), 0.0f), 1.0f);
    out[y * nx + x] = mean + k * (own - mean);
}

// raw echoes of one byte, decoded by a table and summed over eight pulses; before: the table is in constant memory
__constant__ float2 c_level[256];
__global__ void sar_raw_decode_before(const uchar4 *raw, const float *weight, float4 *out, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float2 s[4] = {};
        for (int p = 0; p < 8; p++) {
            uchar4 c = raw[(size_t)p * n4 + i];
            float w = weight[p];
            float2 v0 = c_level[c.x], v1 = c_level[c.y], v2 = c_level[c.z], v3 = c_level[c.w];
            s[0].x += w * v0.x; s[0].y += w * v0.y;
            s[1].x += w * v1.x; s[1].y += w * v1.y;
            s[2].x += w * v2.x; s[2].y += w * v2.y;
            s[3].x += w * v3.x; s[3].y += w * v3.y;
        }
        out[2 * i] = make_float4(s[0].x, s[0].y, s[1].x, s[1].y);
        out[2 * i + 1] = make_float4(s[2].x, s[2].y, s[3].x, s[3].y);
    }
}
__global__ void sar_raw_decode_after(const uchar4 *raw, const float *weight, const float2 *table, float4 *out, int n4) {
    __shared__ float2 level[256];
    level[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float2 s[4] = {};
        for (int p = 0; p < 8; p++) {
            uchar4 c = raw[(size_t)p * n4 + i];
            float w = weight[p];
            float2 v0 = level[c.x], v1 = level[c.y], v2 = level[c.z], v3 = level[c.w];
            s[0].x += w * v0.x; s[0].y += w * v0.y;
            s[1].x += w * v1.x; s[1].y += w * v1.y;
            s[2].x += w * v2.x; s[2].y += w * v2.y;
            s[3].x += w * v3.x; s[3].y += w * v3.y;
        }
        out[2 * i] = make_float4(s[0].x, s[0].y, s[1].x, s[1].y);
        out[2 * i + 1] = make_float4(s[2].x, s[2].y, s[3].x, s[3].y);
    }
}

// strongest of four chirps of 64 samples at each range; before: the buffer is as long as the longest pulse would need
__constant__ float2 c_chirp[64][4];
__device__ __forceinline__ void chirp_peak(float2 *win, const float2 *echo, float *peak, int n) {
    int first = blockIdx.x * 1024, t = threadIdx.x;
    for (int i = t; i < 1024 + 63; i += 256) win[i] = first + i < n ? echo[first + i] : make_float2(0.0f, 0.0f);
    __syncthreads();
    float2 acc[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < 64; k++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            float2 v = win[j * 256 + t + k];
#pragma unroll
            for (int h = 0; h < 4; h++) {
                acc[j][h].x += v.x * c_chirp[k][h].x + v.y * c_chirp[k][h].y;
                acc[j][h].y += v.y * c_chirp[k][h].x - v.x * c_chirp[k][h].y;
            }
        }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        float m = 0.0f;
#pragma unroll
        for (int h = 0; h < 4; h++) m = fmaxf(m, acc[j][h].x * acc[j][h].x + acc[j][h].y * acc[j][h].y);
        if (first + j * 256 + t < n) peak[first + j * 256 + t] = m;
    }
}
__global__ void sar_chirp_window_before(const float2 *echo, float *peak, int n) {
    extern __shared__ float2 longest[];                // 100 KB, two blocks an SM
    chirp_peak(longest, echo, peak, n);
}
__global__ void sar_chirp_window_after(const float2 *echo, float *peak, int n) {
    __shared__ float2 win[1024 + 64];
    chirp_peak(win, echo, peak, n);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    auto noise = [](Rng &g, size_t n) {
        std::vector<float2> v(n);
        for (auto &e : v) e = make_float2(g.f() - 0.5f, g.f() - 0.5f);
        return v;
    };
    if (want("sar_backproj_pulse")) {
        const int nx = 1024, ny = scaled(1024), npulse = 128, nbin = 2048;
        Rng g(1);
        auto rc = noise(g, (size_t)npulse * nbin);
        std::vector<float4> ant(npulse);
        for (int p = 0; p < npulse; p++) {
            float x = -8000.0f, y = (p - 64) * 2.0f, z = 3000.0f + g.f();
            ant[p] = make_float4(x, y, z, sqrtf(x * x + y * y + z * z));
        }
        float2 *dr = dev(rc), *o = dev<float2>((size_t)nx * ny);
        float4 *da = dev(ant);
        auto get = [&] { return host((float *)o, (size_t)nx * ny * 2); };
        run_pair("sar_backproj_pulse", 1e-3, [&] { zero(o, (size_t)nx * ny); },
            [&] { sar_backproj_pulse_before<<<dim3(nx / 256, ny, npulse), 256>>>(dr, da, o, nx, ny, nbin, 0.5f, 0.4f, 0.03f); },
            [&] { sar_backproj_pulse_after<<<dim3(nx / 256, ny), 256>>>(dr, da, o, nx, ny, nbin, 0.5f, 0.4f, 0.03f, npulse); },
            get, get);
        release(dr, o, da);
    }
    if (want("sar_rcmc_sinc")) {
        const int nr = 4096, na = scaled(2048);
        Rng g(2);
        auto in = noise(g, (size_t)nr * na);
        std::vector<float> bend(na);
        for (int l = 0; l < na; l++) { float f = (float)l / na - 0.5f; bend[l] = 60.0f * f * f + 0.013f; }
        float2 *di = dev(in), *o = dev<float2>((size_t)nr * na);
        float *db = dev(bend);
        auto get = [&] { return host((float *)o, (size_t)nr * na * 2); };
        run_pair("sar_rcmc_sinc", 2e-3, once([&] { zero(o, (size_t)nr * na); }),
            [&] { sar_rcmc_sinc_before<<<dim3(nr / 256, na), 256>>>(di, o, db, nr); },
            [&] { sar_rcmc_sinc_after<<<dim3(nr / 256, na), 256>>>(di, o, db, nr); }, get, get);
        release(di, o, db);
    }
    if (want("sar_lee_window")) {
        const int nx = 4096, ny = scaled(4096);
        Rng g(3);
        std::vector<float> in((size_t)nx * ny);
        for (size_t i = 0; i < in.size(); i++) {
            float e = -logf(g.f() + 1e-4f) - logf(g.f() + 1e-4f);       // two looks
            in[i] = e * (((i % nx) / 100 + i / nx / 70) % 3 ? 0.5f : 1.5f);
        }
        float *di = dev(in), *o = dev<float>(in.size());
        auto get = [&] { return host(o, in.size()); };
        run_pair("sar_lee_window", 1e-3, once([&] { zero(o, in.size()); }),
            [&] { sar_lee_window_before<<<dim3(nx / 32, ny / 8), dim3(32, 8)>>>(di, o, nx, ny, 0.5f); },
            [&] { sar_lee_window_after<<<dim3((nx + 121) / 122, ny / 2), dim3(128, 2)>>>(di, o, nx, ny, 0.5f); }, get, get);
        release(di, o);
    }
    if (want("sar_raw_decode")) {
        const int n4 = scaled(2 << 20);
        Rng g(4);
        std::vector<unsigned char> raw((size_t)n4 * 32);
        for (auto &e : raw) {
            unsigned a = g.u(), i = (a & 7) + (a >> 3 & 7) + (a >> 6 & 1), q = (a >> 7 & 7) + (a >> 10 & 7) + (a >> 13 & 1);
            e = (unsigned char)(i << 4 | q);
        }
        std::vector<float2> level(256);
        for (int c = 0; c < 256; c++) level[c] = make_float2(sinhf(((c >> 4) - 7.5f) / 6.0f), sinhf(((c & 15) - 7.5f) / 6.0f));
        std::vector<float> weight(8);
        for (int p = 0; p < 8; p++) weight[p] = 0.1f + 0.02f * p;
        unsigned char *dr = dev(raw);
        float *dw = dev(weight);
        float2 *dt = dev(level);
        float4 *o = dev<float4>((size_t)n4 * 2);
        CK(cudaMemcpyToSymbol(c_level, level.data(), sizeof(float2) * 256));
        int blocks = std::min(n4 / 256, 132 * 8);
        auto get = [&] { return host((float *)o, (size_t)n4 * 8); };
        run_pair("sar_raw_decode", 1e-5, once([&] { zero(o, (size_t)n4 * 2); }),
            [&] { sar_raw_decode_before<<<blocks, 256>>>((uchar4 *)dr, dw, o, n4); },
            [&] { sar_raw_decode_after<<<blocks, 256>>>((uchar4 *)dr, dw, dt, o, n4); }, get, get);
        release(dr, dw, dt, o);
    }
    if (want("sar_chirp_window")) {
        const int n = scaled(8 << 20), bytes = 100 << 10;
        Rng g(5);
        auto echo = noise(g, n);
        std::vector<float2> chirp(256);
        for (int k = 0; k < 64; k++)
            for (int h = 0; h < 4; h++) {
                float ph = (0.01f + 0.004f * h) * (k - 32) * (k - 32);
                chirp[k * 4 + h] = make_float2(cosf(ph), sinf(ph));
            }
        CK(cudaMemcpyToSymbol(c_chirp, chirp.data(), sizeof(float2) * 256));
        CK(cudaFuncSetAttribute(sar_chirp_window_before, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        float2 *de = dev(echo);
        float *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("sar_chirp_window", 1e-5, once([&] { zero(o, n); }),
            [&] { sar_chirp_window_before<<<n / 1024, 256, bytes>>>(de, o, n); },
            [&] { sar_chirp_window_after<<<n / 1024, 256>>>(de, o, n); }, get, get);
        release(de, o);
    }
    return g_bad;
}
