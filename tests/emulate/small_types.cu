// Floats of 8 and 16 bits, and bytes and halves of a register, compared with the host.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

__global__ void to_8_bits(const float* a, const __half2* h, __nv_fp8_e4m3* q, __nv_fp8_e5m2* r,
                          __nv_fp8x2_e4m3* qs, __nv_fp8x2_e5m2* rs) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    q[i] = __nv_fp8_e4m3(a[i]);
    r[i] = __nv_fp8_e5m2(a[i]);
    qs[i] = __nv_fp8x2_e4m3(h[i]);
    rs[i] = __nv_fp8x2_e5m2(h[i]);
}

__global__ void from_8_bits(float* a) {
    __nv_fp8_e4m3 q;
    __nv_fp8_e5m2 r;
    q.__x = r.__x = threadIdx.x;
    a[threadIdx.x] = float(q);
    a[256 + threadIdx.x] = float(r);
}

__global__ void halves(const __half2* a, const __half2* b, __half2* c, unsigned* equal,
                       const __nv_bfloat162* d, __nv_bfloat162* e) {
    const int i = threadIdx.x;
    c[2 * i] = __hgt2(a[i], b[i]);
    c[2 * i + 1] = __hfma2_relu(a[i], b[i], a[i]);
    equal[i] = __hequ2_mask(a[i], b[i]);
    e[2 * i] = __hlt2(d[i], d[i + 1]);
    e[2 * i + 1] = __hfma2_relu(d[i], d[i], d[i + 1]);
}

constexpr int results = 12;

__global__ void parts(const unsigned* a, const unsigned* b, unsigned* out) {
    const unsigned x = a[threadIdx.x], y = b[threadIdx.x];
    unsigned* to = out + results * threadIdx.x;
    to[0] = __vabsdiffu4(x, y);
    to[1] = __vsadu4(x, y);
    to[2] = __vmaxs2(x, y);
    to[3] = __vminu2(x, y);
    to[4] = __vimin_s16x2_relu(x, y);
    to[5] = __vsadu2(x, y);
    to[6] = __vmaxu2(x, y);
    to[7] = __vadd2(x, y);
    asm("vset4.u32.s32.gt %0, %1, %2, %3;" : "=r"(to[8]) : "r"(x), "r"(y), "r"(0));
    asm("vavrg4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(to[9]) : "r"(x), "r"(y), "r"(0));
    asm("vsub2.s32.s32.u32.sat %0, %1, %2, %3;" : "=r"(to[10]) : "r"(x), "r"(y), "r"(0));
    to[11] = __vimax3_s32_relu(int(x), int(y), -5);
}

static unsigned state = 1;

static unsigned next() {
    state = state * 1664525 + 1013904223;
    return state;
}

template <typename T>
static T* memory(int count) {
    T* place;
    cudaMallocManaged(&place, count * sizeof(T));
    return place;
}

static bool same(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

static void floats_of_8_bits() {
    const int n = 4096;
    float* a = memory<float>(n);
    __half2* h = memory<__half2>(n);
    __nv_fp8_e4m3* q = memory<__nv_fp8_e4m3>(n);
    __nv_fp8_e5m2* r = memory<__nv_fp8_e5m2>(n);
    __nv_fp8x2_e4m3* qs = memory<__nv_fp8x2_e4m3>(n);
    __nv_fp8x2_e5m2* rs = memory<__nv_fp8x2_e5m2>(n);
    const float special[] = {NAN, INFINITY, -0.0f, 1e-30f};
    for (int i = 0; i < n; i++) {
        const float fraction = float(int(next() >> 9) - (1 << 22)) / (1 << 22);
        a[i] = i < 4 ? special[i] : std::ldexp(fraction, int(next() >> 8) % 36 - 18);
        h[i] = __floats2half2_rn(a[i], a[i / 2]);
    }
    to_8_bits<<<n / 128, 128>>>(a, h, q, r, qs, rs);
    cudaDeviceSynchronize();
    int wrong[5] = {};
    for (int i = 0; i < n; i++) {
        const __half2_raw pair = h[i];
        wrong[0] += q[i].__x != __nv_cvt_float_to_fp8(a[i], __NV_SATFINITE, __NV_E4M3);
        wrong[1] += r[i].__x != __nv_cvt_float_to_fp8(a[i], __NV_SATFINITE, __NV_E5M2);
        wrong[2] += qs[i].__x != __nv_cvt_halfraw2_to_fp8x2(pair, __NV_SATFINITE, __NV_E4M3);
        wrong[3] += rs[i].__x != __nv_cvt_halfraw2_to_fp8x2(pair, __NV_SATFINITE, __NV_E5M2);
    }
    from_8_bits<<<1, 256>>>(a);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; i++) {
        __nv_fp8_e4m3 e4m3;
        __nv_fp8_e5m2 e5m2;
        e4m3.__x = e5m2.__x = i;
        wrong[4] += !same(a[i], float(e4m3)) + !same(a[256 + i], float(e5m2));
    }
    std::printf("8 bits: %d %d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3], wrong[4]);
}

static int part(unsigned word, int at, int bits, bool is_signed) {
    const int value = word >> at & ((1u << bits) - 1);
    return is_signed && value >> (bits - 1) ? value - (1 << bits) : value;
}

static void parts_of_registers() {
    unsigned *a = memory<unsigned>(32), *b = memory<unsigned>(32);
    unsigned* out = memory<unsigned>(32 * results);
    for (int i = 0; i < 32; i++) a[i] = next(), b[i] = next();
    parts<<<1, 32>>>(a, b, out);
    cudaDeviceSynchronize();
    int wrong[results] = {};
    for (int i = 0; i < 32; i++) {
        unsigned expected[results] = {};
        for (int at = 0; at < 32; at += 8) {
            const int u = part(a[i], at, 8, false), v = part(b[i], at, 8, false);
            const int w = part(b[i], at, 8, true), sum = part(a[i], at, 8, true) + w;
            expected[0] |= unsigned(std::abs(u - v)) << at;
            expected[1] += std::abs(u - v);
            expected[8] |= unsigned(u > w) << at;
            expected[9] |= (unsigned((sum + (sum >= 0)) >> 1) & 255) << at;
        }
        for (int at = 0; at < 32; at += 16) {
            const int u = part(a[i], at, 16, false), v = part(b[i], at, 16, false);
            const int s = part(a[i], at, 16, true), t = part(b[i], at, 16, true);
            auto put = [&](int k, int value) { expected[k] |= (value & 0xffffu) << at; };
            put(2, std::max(s, t));
            put(3, std::min(u, v));
            put(4, std::max(std::min(s, t), 0));
            expected[5] += std::abs(u - v);
            put(6, std::max(u, v));
            put(7, u + v);
            put(10, std::min(std::max(s - v, -32768), 32767));
        }
        expected[11] = std::max({int(a[i]), int(b[i]), 0});
        for (int k = 0; k < results; k++) wrong[k] += out[results * i + k] != expected[k];
    }
    std::printf("parts:");
    for (int count : wrong) std::printf(" %d", count);
    std::puts("");
}

static float small() {
    return float(int(next() >> 8) % 64 - 32) / 8;
}

static float positive(float value) {
    return value < 0 ? 0 : value;
}

static void floats_of_16_bits() {
    __half2 *a = memory<__half2>(32), *b = memory<__half2>(32), *c = memory<__half2>(64);
    __nv_bfloat162 *d = memory<__nv_bfloat162>(33), *e = memory<__nv_bfloat162>(64);
    unsigned* equal = memory<unsigned>(32);
    for (int i = 0; i < 33; i++) d[i] = __floats2bfloat162_rn(small(), small());
    for (int i = 0; i < 32; i++) {
        a[i] = __floats2half2_rn(small(), small());
        b[i] = i % 3 ? __floats2half2_rn(i == 5 ? NAN : small(), small()) : a[i];
    }
    halves<<<1, 32>>>(a, b, c, equal, d, e);
    cudaDeviceSynchronize();
    int wrong[5] = {};
    for (int i = 0; i < 32; i++) {
        const float2 x = __half22float2(a[i]), y = __half22float2(b[i]);
        const float2 larger = __half22float2(c[2 * i]), sum = __half22float2(c[2 * i + 1]);
        auto rounded = [](float value) { return __half2float(__float2half(value)); };
        auto rounded_short = [](float value) { return __bfloat162float(__float2bfloat16(value)); };
        auto are_equal = [](float u, float v) { return !(u < v || u > v); };
        wrong[0] += (larger.x != (x.x > y.x)) + (larger.y != (x.y > y.y));
        wrong[1] += !same(sum.x, positive(rounded(x.x * y.x + x.x)));
        wrong[1] += !same(sum.y, positive(rounded(x.y * y.y + x.y)));
        const unsigned low = are_equal(x.x, y.x) ? 0xffff : 0;
        wrong[2] += equal[i] != (low | (are_equal(x.y, y.y) ? 0xffff0000 : 0));
        const float2 u = __bfloat1622float2(d[i]), v = __bfloat1622float2(d[i + 1]);
        wrong[3] += __bfloat1622float2(e[2 * i]).x != (u.x < v.x);
        const float2 product = __bfloat1622float2(e[2 * i + 1]);
        wrong[4] += !same(product.y, positive(rounded_short(u.y * u.y + v.y)));
    }
    std::printf("16 bits: %d %d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3], wrong[4]);
}

int main() {
    floats_of_8_bits();
    parts_of_registers();
    floats_of_16_bits();
    return cudaGetLastError();
}
