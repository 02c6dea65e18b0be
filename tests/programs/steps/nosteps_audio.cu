// No steps: one recording from two microphones to a few numbers about it: cleaned, resampled, transformed,
// its noise lowered, its pitch, beats and direction found; each stage once.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "marks.cuh"

constexpr int COUNT = 1 << 21, HALF = COUNT / 2, FRAME = 1024, HOP = 256, FRAMES = HALF / HOP - 4;
constexpr int BINS = FRAME / 2 + 1, BANDS = 64, LAGS = 512, PARTS = 128;
constexpr float RATE = 44100, PI = 3.14159265f;

__device__ uint32_t mix(uint32_t x) {
    x ^= x >> 16, x *= 0x7feb352d, x ^= x >> 15, x *= 0x846ca68b;
    return x ^ x >> 16;
}

__device__ float noise(uint32_t i) { return (mix(i) >> 8) * (2.0f / 16777216) - 1; }

// Tones with beats, a hum, noise and clicks; the second microphone hears it later.
__global__ void play(short *left, short *right) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    auto sound = [](int i) {
        double t = i / double(RATE);
        float beat = expf(-6 * float(t * 2 - floor(t * 2))), pitch = 220 + 40 * (int(t / 3) % 5);
        double turns = pitch * t;
        float angle = 2 * PI * float(turns - floor(turns));
        return beat * (0.5f * sinf(angle) + 0.2f * sinf(2 * angle) + 0.1f * sinf(3 * angle));
    };
    float hum = 0.05f * sinf(2 * PI * 50 * float(i % 882) / RATE);
    float click = mix(i / 3) % 20011 == 0 ? 0.7f : 0;
    left[i] = short(20000 * (sound(i) + hum + click + 0.02f * noise(i)) + 300);
    right[i] = short(18000 * (sound(max(0, i - 18)) + hum + 0.02f * noise(i + COUNT)) - 150);
}

__global__ void to_float(const short *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < COUNT) out[i] = in[i] / 32768.0f;
}

__global__ void sums(const float *p, int count, float *parts) {
    __shared__ float sum[256], square[256], most[256];
    float s = 0, q = 0, m = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        s += p[i], q += p[i] * p[i], m = fmaxf(m, fabsf(p[i]));
    int t = threadIdx.x;
    sum[t] = s, square[t] = q, most[t] = m;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (t < half) sum[t] += sum[t + half], square[t] += square[t + half], most[t] = fmaxf(most[t], most[t + half]);
        __syncthreads();
    }
    if (t > 0) return;
    parts += 3 * blockIdx.x;
    parts[0] = sum[0], parts[1] = square[0], parts[2] = most[0];
}

__global__ void shift(float *p, float by, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < COUNT) p[i] = (p[i] - by) * factor;
}

// Clicks: what is far from the middle of five becomes it.
__global__ void without_clicks(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    float v[5];
    for (int k = 0; k < 5; k++) v[k] = in[min(COUNT - 1, max(0, i + 2 * k - 4))];
    for (int a = 0; a < 4; a++)
        for (int b = a + 1; b < 5; b++)
            if (v[b] < v[a]) {
                float old = v[a];
                v[a] = v[b], v[b] = old;
            }
    out[i] = fabsf(in[i] - v[2]) > 0.35f ? v[2] : in[i];
}

// A comb takes out the hum and its multiples.
__global__ void without_hum(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    float before = 0;
    for (int k = 1; k <= 4; k++) before += 0.25f * in[max(0, i - k * 882)];
    out[i] = in[i] - before;
}

__global__ void half_rate(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= HALF) return;
    float sum = 0;
    for (int k = -15; k <= 15; k++) {
        float x = 0.5f * k, window = 0.5f + 0.5f * cosf(PI * k / 16);
        sum += (k == 0 ? 1 : sinf(PI * x) / (PI * x)) * window * 0.5f * in[min(COUNT - 1, max(0, 2 * i + k))];
    }
    out[i] = sum;
}

__global__ void lags(const float *a, const float *b, float *out) {
    __shared__ float part[256];
    int lag = int(blockIdx.x) - 64;
    float sum = 0;
    for (int i = 64 + threadIdx.x; i < COUNT / 8 - 64; i += 256) sum += a[i] * b[i + lag];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void beam(const float *a, const float *b, float *out, int lag) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < COUNT) out[i] = 0.5f * (a[i] + b[min(COUNT - 1, max(0, i + lag))]);
}

// A block for each frame: its window, and its transform in shared memory.
__device__ void transform(float2 *x, float sign) {
    for (int i = threadIdx.x; i < FRAME; i += blockDim.x) {
        int j = __brev(i) >> 22;
        if (j > i) {
            float2 old = x[i];
            x[i] = x[j], x[j] = old;
        }
    }
    __syncthreads();
    for (int half = 1; half < FRAME; half *= 2) {
        for (int i = threadIdx.x; i < FRAME / 2; i += blockDim.x) {
            int first = i / half * 2 * half + i % half;
            float s, c;
            sincosf(sign * PI * (i % half) / half, &s, &c);
            float2 a = x[first], b = x[first + half];
            b = make_float2(c * b.x - s * b.y, s * b.x + c * b.y);
            x[first] = make_float2(a.x + b.x, a.y + b.y);
            x[first + half] = make_float2(a.x - b.x, a.y - b.y);
        }
        __syncthreads();
    }
}

__global__ void spectra(const float *in, float2 *out) {
    __shared__ float2 x[FRAME];
    for (int i = threadIdx.x; i < FRAME; i += blockDim.x)
        x[i] = make_float2(in[blockIdx.x * HOP + i] * (0.5f - 0.5f * cosf(2 * PI * i / FRAME)), 0);
    __syncthreads();
    transform(x, -1);
    for (int i = threadIdx.x; i < BINS; i += blockDim.x) out[blockIdx.x * BINS + i] = x[i];
}

__global__ void powers(const float2 *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < FRAMES * BINS) out[i] = in[i].x * in[i].x + in[i].y * in[i].y;
}

// What is still there in the quietest sixteenth of blocks of frames.
__global__ void noise_floor(const float *power, float *floor) {
    int bin = blockIdx.x * blockDim.x + threadIdx.x;
    if (bin >= BINS) return;
    float least = 1e30f;
    for (int first = 0; first + 64 <= FRAMES; first += 64) {
        float sum = 0;
        for (int f = first; f < first + 64; f++) sum += power[f * BINS + bin];
        least = fminf(least, sum / 64);
    }
    floor[bin] = least;
}

__global__ void lower_noise(float2 *spectrum, const float *power, const float *floor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= FRAMES * BINS) return;
    float gain = fmaxf(0.1f, 1 - 1.5f * floor[i % BINS] / fmaxf(power[i], 1e-12f));
    spectrum[i].x *= gain, spectrum[i].y *= gain;
}

__global__ void sound_again(const float2 *in, float *out) {
    __shared__ float2 x[FRAME];
    for (int i = threadIdx.x; i < FRAME; i += blockDim.x) {
        float2 value = in[blockIdx.x * BINS + (i < BINS ? i : FRAME - i)];
        x[i] = make_float2(value.x, i < BINS ? value.y : -value.y);
    }
    __syncthreads();
    transform(x, 1);
    for (int i = threadIdx.x; i < FRAME; i += blockDim.x) {
        float window = 0.5f - 0.5f * cosf(2 * PI * i / FRAME);
        atomicAdd(&out[blockIdx.x * HOP + i], x[i].x / FRAME * window / 1.5f);
    }
}

__global__ void bands(const float *power, float *out) {
    int band = threadIdx.x;
    auto edge = [](int k) { return (expf(2.7f * k / (BANDS + 1)) - 1) / (expf(2.7f) - 1) * (BINS - 1); };
    float low = edge(band), middle = edge(band + 1), high = edge(band + 2), sum = 0;
    for (int bin = int(low); bin <= min(BINS - 1, int(high) + 1); bin++) {
        float up = (bin - low) / fmaxf(middle - low, 1), down = (high - bin) / fmaxf(high - middle, 1);
        sum += fmaxf(0, fminf(up, down)) * power[blockIdx.x * BINS + bin];
    }
    out[blockIdx.x * BANDS + band] = logf(sum + 1e-6f);
}

__global__ void cepstrum(const float *in, float *out) {
    int k = threadIdx.x;
    float sum = 0;
    for (int band = 0; band < BANDS; band++)
        sum += in[blockIdx.x * BANDS + band] * cosf(PI * k * (band + 0.5f) / BANDS);
    if (k < 20) out[blockIdx.x * 20 + k] = sum / BANDS;
}

__global__ void onsets(const float *band, float *out) {
    int frame = blockIdx.x * blockDim.x + threadIdx.x;
    if (frame >= FRAMES) return;
    float sum = 0;
    const float *now = band + frame * BANDS;
    for (int k = 0; k < BANDS && frame > 0; k++) sum += fmaxf(0, now[k] - now[k - BANDS]);
    out[frame] = sum;
}

__global__ void tempo(const float *onset, float *out) {
    int lag = blockIdx.x * blockDim.x + threadIdx.x;
    if (lag >= LAGS) return;
    float sum = 0;
    for (int i = 0; i + lag < FRAMES; i++) sum += onset[i] * onset[i + lag];
    out[lag] = sum / (FRAMES - lag);
}

__global__ void centroid(const float *power, float *out) {
    int frame = blockIdx.x * blockDim.x + threadIdx.x;
    if (frame >= FRAMES) return;
    float sum = 0, all = 1e-9f;
    for (int bin = 1; bin < BINS; bin++) sum += bin * power[frame * BINS + bin], all += power[frame * BINS + bin];
    out[frame] = sum / all;
}

__global__ void pitches(const float *sound, float *out) {
    int frame = blockIdx.x;
    __shared__ float score[256];
    const float *p = sound + frame * HOP;
    int lag = threadIdx.x + 32;
    float sum = 0, own = 1e-9f;
    for (int i = 0; i + 288 < FRAME; i++) {
        float away = p[i] - p[i + lag];
        sum += away * away, own += p[i] * p[i] + p[i + lag] * p[i + lag];
    }
    score[threadIdx.x] = sum / own;
    __syncthreads();
    if (threadIdx.x) return;
    int best = 0;
    for (int k = 1; k < 256; k++)
        if (score[k] < score[best] - 0.02f) best = k;
    out[frame] = RATE / 2 / (best + 32);
}

__global__ void median_of_nine(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= FRAMES) return;
    float v[9];
    for (int k = 0; k < 9; k++) v[k] = in[min(FRAMES - 1, max(0, i + k - 4))];
    for (int a = 0; a < 8; a++)
        for (int b = a + 1; b < 9; b++)
            if (v[b] < v[a]) {
                float old = v[a];
                v[a] = v[b], v[b] = old;
            }
    out[i] = v[4];
}

__global__ void chroma(const float *power, float *out) {
    __shared__ float own[12];
    if (threadIdx.x < 12) own[threadIdx.x] = 0;
    __syncthreads();
    for (int bin = 4 + threadIdx.x; bin < BINS / 4; bin += blockDim.x) {
        float note = 12 * log2f(bin * (RATE / 2 / FRAME) / 440) + 120.5f;
        atomicAdd(&own[int(note) % 12], power[blockIdx.x * BINS + bin]);
    }
    __syncthreads();
    if (threadIdx.x < 12) atomicAdd(&out[threadIdx.x], own[threadIdx.x] / FRAMES);
}

__global__ void covariance(const float *c, float *out) {
    int a = threadIdx.x, b = threadIdx.y;
    float sum = 0;
    for (int i = 0; i < FRAMES; i++) sum += c[i * 20 + a] * c[i * 20 + b];
    out[b * 20 + a] = sum / FRAMES;
}

__global__ void to_short(const float *in, short *out, float gain) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < HALF) out[i] = short(32767 * fminf(1.0f, fmaxf(-1.0f, tanhf(gain * in[i]))));
}

__global__ void differences(const short *in, unsigned *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 || i >= HALF) return;
    unsigned away = abs(in[i] - 2 * in[i - 1] + in[i - 2]);
    atomicAdd(&bins[32 - __clz(away)], 1u);
}

static float *parts;

struct Level {
    double mean, power;
    float most;
};

Level level(const char *what, const float *p, int count) {
    sums<<<PARTS, 256>>>(p, count, parts);
    std::vector<float> host(3 * PARTS);
    download(host.data(), parts, host.size());
    Level result = {};
    for (int i = 0; i < PARTS; i++) {
        result.mean += host[3 * i] / count, result.power += host[3 * i + 1] / count;
        result.most = std::max(result.most, host[3 * i + 2]);
    }
    fprintf(stderr, "%s: mean %.5f, power %.6f, most %.4f\n", what, result.mean, result.power, result.most);
    expect(std::isfinite(result.power), what);
    return result;
}

int main() {
    Marks marks("none");
    const unsigned grid = blocks(COUNT);
    parts = allocate<float>(3 * PARTS);
    short *raw[2] = {allocate<short>(COUNT), allocate<short>(COUNT)};
    float *sound[2] = {allocate<float>(COUNT), allocate<float>(COUNT)}, *work = allocate<float>(COUNT);
    play<<<grid, 256>>>(raw[0], raw[1]);
    to_float<<<grid, 256>>>(raw[0], sound[0]);
    Level left = level("left", sound[0], COUNT);
    shift<<<grid, 256>>>(sound[0], float(left.mean), float(0.1 / std::sqrt(left.power)));
    to_float<<<grid, 256>>>(raw[1], sound[1]);
    Level right = level("right", sound[1], COUNT);
    shift<<<grid, 256>>>(sound[1], float(right.mean), float(0.1 / std::sqrt(right.power)));
    without_clicks<<<grid, 256>>>(sound[0], work);
    level("without clicks", work, COUNT);

    float *lag_sums = allocate<float>(128);
    std::vector<float> host(128);
    lags<<<128, 256>>>(work, sound[1], lag_sums);
    download(host.data(), lag_sums, 128);
    int lag = int(std::max_element(host.begin(), host.end()) - host.begin()) - 64;
    beam<<<grid, 256>>>(work, sound[1], sound[0], lag);
    without_hum<<<grid, 256>>>(sound[0], work);
    level("without hum", work, COUNT);
    float *slow = allocate<float>(HALF + FRAME), *clean = allocate<float>(HALF + FRAME);
    half_rate<<<blocks(HALF), 256>>>(work, slow);
    Level before = level("half the rate", slow, HALF);

    // Noise is lowered in the spectra, and the sound made again.
    float2 *spectrum = allocate<float2>(FRAMES * BINS);
    float *power = allocate<float>(FRAMES * BINS), *floor = allocate<float>(BINS);
    spectra<<<FRAMES, 256>>>(slow, spectrum);
    powers<<<blocks(FRAMES * BINS), 256>>>(spectrum, power);
    noise_floor<<<blocks(BINS, 64), 64>>>(power, floor);
    lower_noise<<<blocks(FRAMES * BINS), 256>>>(spectrum, power, floor);
    sound_again<<<FRAMES, 256>>>(spectrum, clean);
    Level after = level("less noise", clean, HALF);
    expect(after.power < 1.1 * before.power && after.power > 0, "only noise is lowered");

    // What it is like: bands, shape, brightness, beats, pitch, notes.
    powers<<<blocks(FRAMES * BINS), 256>>>(spectrum, power);
    float *band = allocate<float>(FRAMES * BANDS), *shape = allocate<float>(FRAMES * 20);
    float *line = allocate<float>(FRAMES), *other = allocate<float>(FRAMES), *beats = allocate<float>(LAGS);
    bands<<<FRAMES, BANDS>>>(power, band);
    cepstrum<<<FRAMES, 32>>>(band, shape);
    float *spread = allocate<float>(400), *notes = allocate<float>(12);
    covariance<<<1, dim3(20, 20)>>>(shape, spread);
    level("covariance", spread, 400);
    centroid<<<blocks(FRAMES), 256>>>(power, line);
    level("brightness", line, FRAMES);
    onsets<<<blocks(FRAMES), 256>>>(band, line);
    tempo<<<blocks(LAGS, 64), 64>>>(line, beats);
    host.resize(LAGS);
    download(host.data(), beats, LAGS);
    int beat = int(std::max_element(host.begin() + 20, host.end()) - host.begin());
    pitches<<<FRAMES, 256>>>(clean, line);
    median_of_nine<<<blocks(FRAMES), 256>>>(line, other);
    Level pitch = level("pitch", other, FRAMES);
    chroma<<<FRAMES, 128>>>(power, notes);
    host.resize(12);
    download(host.data(), notes, 12);
    int note = int(std::max_element(host.begin(), host.end()) - host.begin());

    // Written, and how many bits it would have.
    short *written = allocate<short>(HALF);
    unsigned *bins = allocate<unsigned>(33), counts[33];
    to_short<<<blocks(HALF), 256>>>(clean, written, 2.0f);
    differences<<<blocks(HALF), 256>>>(written, bins);
    download(counts, bins, 33);
    double bits = 0;
    for (int i = 0; i < 33; i++) bits += double(counts[i]) * (i + 2) / HALF;
    fprintf(stderr, "lag %d, beat each %.3f s, note %d, pitch %.1f\n", lag, beat * HOP / (RATE / 2), note, pitch.mean);
    printf("lag %d, pitch %.1f, %.2f bits\n", lag, pitch.mean, bits);
}
