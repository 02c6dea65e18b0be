// No steps: one raw picture of a camera becomes one to look at: black level, dead pixels, shading,
// colours, noise, tones, sharpness, smaller ones, and blocks as in JPEG; each once.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 nosteps_raw.cu -o nosteps_raw

#include "marks.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

constexpr int W = 2048, H = 1536, PIXELS = W * H, LEVELS = 5;

__device__ unsigned scramble(unsigned x) {
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__device__ float at(const float *p, int x, int y, int w, int h) {
    return p[min(h - 1, max(0, y)) * w + min(w - 1, max(0, x))];
}

// Red, green, green, blue in each four.
__global__ void expose(unsigned short *raw) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    int x = i % W, y = i / W, colour = (x & 1) + (y & 1);
    float fx = float(x) / W - 0.5f, fy = float(y) / H - 0.5f;
    float light = 0.5f + 0.3f * sinf(20 * fx + 3 * colour) * cosf(15 * fy) + 0.2f * (fx * fy > 0);
    light *= 1 - 0.8f * (fx * fx + fy * fy);
    float noise = (scramble(i) & 1023) / 1023.0f - 0.5f;
    float value = 256 + 3500 * light * (colour == 1 ? 1.0f : 0.6f) + 120 * noise;
    if (scramble(i + 77) % 5000 == 0)
        value = 4095;
    raw[i] = (unsigned short)fminf(4095.0f, fmaxf(0.0f, value));
}

__global__ void black_level(const unsigned short *raw, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PIXELS)
        out[i] = fmaxf(0.0f, (raw[i] - 256.0f) / (4095 - 256));
}

__global__ void dead_pixels(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    int x = i % W, y = i / W;
    float a = at(in, x - 2, y, W, H), b = at(in, x + 2, y, W, H);
    float c = at(in, x, y - 2, W, H), d = at(in, x, y + 2, W, H);
    float most = fmaxf(fmaxf(a, b), fmaxf(c, d)), mean = 0.25f * (a + b + c + d);
    out[i] = in[i] > 1.3f * most + 0.05f ? mean : in[i];
}

__global__ void shading(float *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    float fx = float(i % W) / W - 0.5f, fy = float(i / W) / H - 0.5f;
    p[i] /= 1 - 0.8f * (fx * fx + fy * fy);
}

__global__ void demosaic(const float *in, float *r, float *g, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    int x = i % W, y = i / W;
    float sides = 0.25f * (at(in, x - 1, y, W, H) + at(in, x + 1, y, W, H) + at(in, x, y - 1, W, H) +
                           at(in, x, y + 1, W, H));
    float corners = 0.25f * (at(in, x - 1, y - 1, W, H) + at(in, x + 1, y - 1, W, H) +
                             at(in, x - 1, y + 1, W, H) + at(in, x + 1, y + 1, W, H));
    float across = 0.5f * (at(in, x - 1, y, W, H) + at(in, x + 1, y, W, H));
    float down = 0.5f * (at(in, x, y - 1, W, H) + at(in, x, y + 1, W, H));
    int kind = (y & 1) * 2 + (x & 1);
    r[i] = kind == 0 ? in[i] : kind == 1 ? across : kind == 2 ? down : corners;
    g[i] = kind == 0 || kind == 3 ? sides : in[i];
    b[i] = kind == 3 ? in[i] : kind == 2 ? across : kind == 1 ? down : corners;
}

__global__ void stats(const float *p, int count, float *out) {
    __shared__ float sum[256], most[256];
    float s = 0, m = -1e30f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        s += p[i], m = fmaxf(m, p[i]);
    sum[threadIdx.x] = s, most[threadIdx.x] = m;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            sum[threadIdx.x] += sum[threadIdx.x + half];
            most[threadIdx.x] = fmaxf(most[threadIdx.x], most[threadIdx.x + half]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum[0], out[64 + blockIdx.x] = most[0];
}

__global__ void gain(float *p, float factor, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        p[i] = fminf(p[i] * factor, 4.0f);
}

__global__ void colour_matrix(float *r, float *g, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    float x = r[i], y = g[i], z = b[i];
    r[i] = fmaxf(0.0f, 1.6f * x - 0.4f * y - 0.2f * z);
    g[i] = fmaxf(0.0f, -0.2f * x + 1.5f * y - 0.3f * z);
    b[i] = fmaxf(0.0f, -0.1f * x - 0.5f * y + 1.6f * z);
}

__global__ void smooth_across(const float *in, float *out, int w, int h, int hop) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w)
        out[y * w + x] = 0.0625f * (at(in, x - 2 * hop, y, w, h) + at(in, x + 2 * hop, y, w, h)) +
                         0.25f * (at(in, x - hop, y, w, h) + at(in, x + hop, y, w, h)) + 0.375f * in[y * w + x];
}

__global__ void smooth_down(const float *in, float *out, int w, int h, int hop) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w)
        out[y * w + x] = 0.0625f * (at(in, x, y - 2 * hop, w, h) + at(in, x, y + 2 * hop, w, h)) +
                         0.25f * (at(in, x, y - hop, w, h) + at(in, x, y + hop, w, h)) + 0.375f * in[y * w + x];
}

// What a scale has more than the next one is added to the sum if it is more than noise.
__global__ void keep_details(const float *fine, const float *coarse, float *sum, float bound) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    float detail = fine[i] - coarse[i];
    float size = fmaxf(0.0f, fabsf(detail) - bound);
    sum[i] += detail < 0 ? -size : size;
}

__global__ void add(float *p, const float *q, float factor, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        p[i] += factor * q[i];
}

__global__ void luminance(const float *r, const float *g, const float *b, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PIXELS)
        y[i] = 0.2126f * r[i] + 0.7152f * g[i] + 0.0722f * b[i];
}

__global__ void histogram(const float *p, int count, unsigned *bins) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own[min(255, max(0, int(p[i] * 256)))], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void cumulate(const unsigned *bins, float *curve, int count) {
    __shared__ float sums[256];
    int t = threadIdx.x;
    sums[t] = float(bins[t]);
    __syncthreads();
    for (int hop = 1; hop < 256; hop *= 2) {
        float before = t >= hop ? sums[t - hop] : 0.0f;
        __syncthreads();
        sums[t] += before;
        __syncthreads();
    }
    curve[t] = 0.5f * sums[t] / count + 0.5f * (t + 1) / 256;
}

__global__ void tones(float *p, const float *y, const float *curve) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    float light = fmaxf(y[i], 1e-4f);
    p[i] = fminf(1.0f, p[i] * curve[min(255, int(light * 256))] / light);
}

__global__ void gamma_curve(float *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PIXELS)
        p[i] = p[i] <= 0.0031308f ? 12.92f * p[i] : 1.055f * powf(p[i], 1 / 2.4f) - 0.055f;
}

__global__ void bilateral(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    int x = i % W, y = i / W;
    float sum = 0, total = 0;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            float value = at(in, x + dx, y + dy, W, H), away = value - in[i];
            float weight = expf(-(dx * dx + dy * dy) / 8.0f - away * away * 200);
            sum += weight * value, total += weight;
        }
    out[i] = sum / total;
}

__global__ void halve(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w / 2)
        out[y * (w / 2) + x] = 0.25f * (in[2 * y * w + 2 * x] + in[2 * y * w + 2 * x + 1] +
                                        in[(2 * y + 1) * w + 2 * x] + in[(2 * y + 1) * w + 2 * x + 1]);
}

__global__ void enlarge(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    float fx = 0.5f * x - 0.25f, fy = 0.5f * y - 0.25f;
    int x0 = int(floorf(fx)), y0 = int(floorf(fy));
    float a = fx - x0, b = fy - y0;
    out[y * w + x] = (1 - b) * ((1 - a) * at(in, x0, y0, w / 2, h / 2) + a * at(in, x0 + 1, y0, w / 2, h / 2)) +
                     b * ((1 - a) * at(in, x0, y0 + 1, w / 2, h / 2) + a * at(in, x0 + 1, y0 + 1, w / 2, h / 2));
}

__global__ void difference(const float *a, const float *b, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = a[i] - b[i];
}

__global__ void to_ycc(float *r, float *g, float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    float x = 255 * r[i], y = 255 * g[i], z = 255 * b[i];
    r[i] = 0.299f * x + 0.587f * y + 0.114f * z - 128;
    g[i] = -0.1687f * x - 0.3313f * y + 0.5f * z;
    b[i] = 0.5f * x - 0.4187f * y - 0.0813f * z;
}

// A block of eight by eight for each block of threads.
__global__ void cosine(const float *in, int *out, int w, float quality) {
    __shared__ float tile[8][8], half[8][8];
    int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * 8 + y) * w + blockIdx.x * 8 + x;
    tile[y][x] = in[at];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += tile[y][k] * cosf((2 * k + 1) * x * float(M_PI) / 16);
    half[y][x] = sum * (x == 0 ? sqrtf(0.125f) : 0.5f);
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 8; k++)
        sum += half[k][x] * cosf((2 * k + 1) * y * float(M_PI) / 16);
    sum *= y == 0 ? sqrtf(0.125f) : 0.5f;
    out[at] = int(rintf(sum / (quality * (2 + x + y))));
}

__global__ void count_bits(const int *p, int count, unsigned *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned size = abs(p[i]), bits = 0;
    while (size)
        bits++, size >>= 1;
    atomicAdd(&bins[min(bits, 15u)], 1u);
}

__global__ void mark_nonzero(const int *p, int *flags, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        flags[i] = p[i] != 0;
}

__global__ void scan_hop(const int *in, int *out, int hop, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = in[i] + (i >= hop ? in[i - hop] : 0);
}

__global__ void compact(const int *p, const int *places, int *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && p[i] != 0)
        out[places[i] - 1] = p[i];
}

__global__ void to_bytes(const float *r, const float *g, const float *b, uchar4 *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = make_uchar4(255 * fminf(1.0f, fmaxf(0.0f, r[i])), 255 * fminf(1.0f, fmaxf(0.0f, g[i])),
                             255 * fminf(1.0f, fmaxf(0.0f, b[i])), 255);
}

struct Summary {
    double mean;
    float most;
};

static float *numbers;

Summary summary(const char *what, const float *p, int count) {
    stats<<<64, 256>>>(p, count, numbers);
    float host[128];
    download(host, numbers, 128);
    Summary result = {0, host[64]};
    for (int i = 0; i < 64; i++) {
        result.mean += host[i];
        result.most = std::max(result.most, host[64 + i]);
    }
    result.mean /= count;
    fprintf(stderr, "%s: mean %.5f, most %.5f\n", what, result.mean, result.most);
    expect(std::isfinite(result.mean), what);
    return result;
}

int main() {
    Marks marks("none");
    const unsigned grid = blocks(PIXELS);
    const dim3 plane(blocks(W), H);
    unsigned short *raw = allocate<unsigned short>(PIXELS);
    float *mosaic = allocate<float>(PIXELS), *whole = allocate<float>(PIXELS), *y = allocate<float>(PIXELS);
    float *a = allocate<float>(PIXELS), *b = allocate<float>(PIXELS), *sum = allocate<float>(PIXELS);
    float *rgb[3];
    for (auto &channel : rgb)
        channel = allocate<float>(PIXELS);
    numbers = allocate<float>(128);

    expose<<<grid, 256>>>(raw);
    black_level<<<grid, 256>>>(raw, mosaic);
    summary("black level", mosaic, PIXELS);
    dead_pixels<<<grid, 256>>>(mosaic, whole);
    summary("dead pixels", whole, PIXELS);
    shading<<<grid, 256>>>(whole);
    summary("shading", whole, PIXELS);
    demosaic<<<grid, 256>>>(whole, rgb[0], rgb[1], rgb[2]);

    // The world is grey on the whole.
    Summary red = summary("red", rgb[0], PIXELS), green = summary("green", rgb[1], PIXELS);
    Summary blue = summary("blue", rgb[2], PIXELS);
    gain<<<grid, 256>>>(rgb[0], float(green.mean / red.mean), PIXELS);
    gain<<<grid, 256>>>(rgb[2], float(green.mean / blue.mean), PIXELS);
    colour_matrix<<<grid, 256>>>(rgb[0], rgb[1], rgb[2]);

    // Noise, by wavelets with holes.
    for (float *channel : rgb) {
        check(cudaMemset(sum, 0, PIXELS * sizeof(float)), "sum");
        check(cudaMemcpy(a, channel, PIXELS * sizeof(float), cudaMemcpyDeviceToDevice), "copy");
        for (int level = 0; level < LEVELS; level++) {
            smooth_across<<<plane, 256>>>(a, y, W, H, 1 << level);
            smooth_down<<<plane, 256>>>(y, b, W, H, 1 << level);
            keep_details<<<grid, 256>>>(a, b, sum, 0.02f / (1 << level));
            std::swap(a, b);
        }
        add<<<grid, 256>>>(sum, a, 1.0f, PIXELS);
        std::swap(a, b);
        check(cudaMemcpy(channel, sum, PIXELS * sizeof(float), cudaMemcpyDeviceToDevice), "copy");
        summary("without noise", channel, PIXELS);
    }

    // Tones by a curve from the histogram, and the gamma of sRGB.
    unsigned *bins = allocate<unsigned>(256);
    float *curve = allocate<float>(256);
    luminance<<<grid, 256>>>(rgb[0], rgb[1], rgb[2], y);
    histogram<<<128, 256>>>(y, PIXELS, bins);
    cumulate<<<1, 256>>>(bins, curve, PIXELS);
    for (float *channel : rgb) {
        tones<<<grid, 256>>>(channel, y, curve);
        gamma_curve<<<grid, 256>>>(channel);
        summary("tones", channel, PIXELS);
    }

    // Local contrast: what a bilateral filter takes away comes back, and more.
    luminance<<<grid, 256>>>(rgb[0], rgb[1], rgb[2], y);
    bilateral<<<grid, 256>>>(y, a);
    difference<<<grid, 256>>>(y, a, b, PIXELS);
    for (float *channel : rgb)
        add<<<grid, 256>>>(channel, b, 0.4f, PIXELS);
    summary("contrast", rgb[1], PIXELS);

    // A pyramid of its light, whose layers are weighed and put together again.
    std::vector<float *> gauss, laplace;
    luminance<<<grid, 256>>>(rgb[0], rgb[1], rgb[2], y);
    gauss.push_back(y);
    int w = W, h = H;
    for (int level = 0; level < LEVELS; level++) {
        smooth_across<<<dim3(blocks(w), h), 256>>>(gauss.back(), a, w, h, 1);
        smooth_down<<<dim3(blocks(w), h), 256>>>(a, b, w, h, 1);
        float *smaller = allocate<float>(w * h / 4), *detail = allocate<float>(w * h);
        halve<<<dim3(blocks(w / 2), h / 2), 256>>>(b, smaller, w, h);
        enlarge<<<dim3(blocks(w), h), 256>>>(smaller, a, w, h);
        difference<<<blocks(w * h), 256>>>(gauss.back(), a, detail, w * h);
        gauss.push_back(smaller);
        laplace.push_back(detail);
        w /= 2, h /= 2;
    }
    float *built = gauss.back();
    for (int level = LEVELS - 1; level >= 0; level--) {
        w *= 2, h *= 2;
        float *larger = allocate<float>(w * h);
        enlarge<<<dim3(blocks(w), h), 256>>>(built, larger, w, h);
        add<<<blocks(w * h), 256>>>(larger, laplace[level], level < 2 ? 1.3f : 1.0f, w * h);
        built = larger;
    }
    difference<<<grid, 256>>>(built, y, a, PIXELS);
    for (float *channel : rgb)
        add<<<grid, 256>>>(channel, a, 1.0f, PIXELS);
    summary("sharp", built, PIXELS);

    // For the screen, and a small one.
    uchar4 *bytes = allocate<uchar4>(PIXELS);
    to_bytes<<<grid, 256>>>(rgb[0], rgb[1], rgb[2], bytes, PIXELS);
    float *small[3];
    for (int c = 0; c < 3; c++) {
        small[c] = allocate<float>(PIXELS / 4);
        halve<<<dim3(blocks(W / 2), H / 2), 256>>>(rgb[c], a, W, H);
        halve<<<dim3(blocks(W / 4), H / 4), 256>>>(a, small[c], W / 2, H / 2);
        summary("small", small[c], PIXELS / 16);
    }
    to_bytes<<<blocks(PIXELS / 16), 256>>>(small[0], small[1], small[2], bytes, PIXELS / 16);

    // Blocks of cosines as in JPEG, the colours at half the size; then only what is not zero.
    to_ycc<<<grid, 256>>>(rgb[0], rgb[1], rgb[2]);
    int *coefficients = allocate<int>(PIXELS), *flags = allocate<int>(PIXELS), *other = allocate<int>(PIXELS);
    unsigned *sizes = allocate<unsigned>(16), host_sizes[16];
    int kept[3];
    for (int c = 0; c < 3; c++) {
        const float *in = rgb[c];
        int wide = W, high = H;
        if (c > 0) {
            halve<<<dim3(blocks(W / 2), H / 2), 256>>>(in, a, W, H);
            in = a, wide = W / 2, high = H / 2;
        }
        int count = wide * high;
        cosine<<<dim3(wide / 8, high / 8), dim3(8, 8)>>>(in, coefficients, wide, c == 0 ? 4.0f : 7.0f);
        count_bits<<<blocks(count), 256>>>(coefficients, count, sizes);
        mark_nonzero<<<blocks(count), 256>>>(coefficients, flags, count);
        for (int hop = 1; hop < count; hop *= 2) {
            scan_hop<<<blocks(count), 256>>>(flags, other, hop, count);
            std::swap(flags, other);
        }
        compact<<<blocks(count), 256>>>(coefficients, flags, other, count);
        download(&kept[c], flags + count - 1, 1);
        fprintf(stderr, "channel %d: %d of %d coefficients\n", c, kept[c], count);
    }
    download(host_sizes, sizes, 16);
    double bits = 0;
    for (int i = 1; i < 16; i++)
        bits += double(host_sizes[i]) * (i + 4);
    expect(kept[0] > 0 && kept[0] < PIXELS, "some coefficients are zero");
    printf("%d coefficients, about %.2f bits a pixel\n", kept[0] + kept[1] + kept[2], bits / PIXELS);
}
