// Points of ten clusters are laid out in the plane by t-SNE with all pairs: widths by bisection first, then
// gradients with momentum, exaggerated for the first part, with the divergence read at times.
// iteration: a step moves all points once.

#include <cmath>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int N = 4096, D = 48, BLOCK = 256, STEPS = 260, EARLY = 80, REPORT = 40;
constexpr float PERPLEXITY = 30;

__global__ void squares(const float *x, float *p) {
    __shared__ float a[16][D + 1], b[16][D + 1];
    int row = blockIdx.y * 16, column = blockIdx.x * 16, t = threadIdx.y * 16 + threadIdx.x;
    for (int i = t; i < 16 * D; i += 256) {
        a[i / D][i % D] = x[(row + i / D) * D + i % D];
        b[i / D][i % D] = x[(column + i / D) * D + i % D];
    }
    __syncthreads();
    float sum = 0;
    for (int d = 0; d < D; d++) {
        float away = a[threadIdx.y][d] - b[threadIdx.x][d];
        sum += away * away;
    }
    p[(size_t)(row + threadIdx.y) * N + column + threadIdx.x] = sum;
}

__device__ float block_sum(float value) {
    __shared__ float part[BLOCK];
    __syncthreads();
    part[threadIdx.x] = value;
    __syncthreads();
    for (int half = BLOCK / 2; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    return part[0];
}

// A block for each point: one round of the bisection of its width.
__global__ void entropy(const float *squares, float *beta, float *low, float *high) {
    const float *row = squares + (size_t)blockIdx.x * N;
    float width = beta[blockIdx.x], sum = 0, weighed = 0;
    for (int j = threadIdx.x; j < N; j += BLOCK) {
        float p = j == blockIdx.x ? 0 : expf(-row[j] * width);
        sum += p, weighed += p * row[j];
    }
    sum = fmaxf(block_sum(sum), 1e-30f);
    weighed = block_sum(weighed);
    if (threadIdx.x) return;
    float too_wide = logf(sum) + width * weighed / sum - logf(PERPLEXITY);
    if (too_wide > 0)
        low[blockIdx.x] = width;
    else
        high[blockIdx.x] = width;
    float top = high[blockIdx.x];
    beta[blockIdx.x] = top > 0 ? (low[blockIdx.x] + top) / 2 : 2 * width;
}

__global__ void chances(float *p, const float *beta) {
    float *row = p + (size_t)blockIdx.x * N;
    float width = beta[blockIdx.x], sum = 0;
    for (int j = threadIdx.x; j < N; j += BLOCK) {
        row[j] = j == blockIdx.x ? 0 : expf(-row[j] * width);
        sum += row[j];
    }
    sum = fmaxf(block_sum(sum), 1e-30f);
    for (int j = threadIdx.x; j < N; j += BLOCK) row[j] /= sum;
}

__global__ void symmetric(float *p) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= i) return;
    float both = (p[(size_t)i * N + j] + p[(size_t)j * N + i]) / (2.0f * N);
    p[(size_t)i * N + j] = p[(size_t)j * N + i] = fmaxf(both, 1e-12f);
}

// Sums of 1 / (1 + distance²), a block for each point, then all of them.
__global__ void normaliser(const float2 *y, float *sums) {
    float2 here = y[blockIdx.x];
    float sum = 0;
    for (int j = threadIdx.x; j < N; j += BLOCK) {
        float dx = here.x - y[j].x, dy = here.y - y[j].y;
        sum += j == blockIdx.x ? 0 : 1 / (1 + dx * dx + dy * dy);
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void total(const float *in, float *out) {
    float sum = 0;
    for (int i = threadIdx.x; i < N; i += BLOCK) sum += in[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) *out = sum;
}

__global__ void gradient(const float *p, const float2 *y, const float *z, float2 *slope, float exaggerate) {
    const float *row = p + (size_t)blockIdx.x * N;
    float2 here = y[blockIdx.x];
    float x_sum = 0, y_sum = 0, share = 1 / *z;
    for (int j = threadIdx.x; j < N; j += BLOCK) {
        float dx = here.x - y[j].x, dy = here.y - y[j].y, q = 1 / (1 + dx * dx + dy * dy);
        float pull = j == blockIdx.x ? 0 : (exaggerate * row[j] - q * share) * q;
        x_sum += pull * dx, y_sum += pull * dy;
    }
    x_sum = block_sum(x_sum);
    y_sum = block_sum(y_sum);
    if (threadIdx.x == 0) slope[blockIdx.x] = make_float2(4 * x_sum, 4 * y_sum);
}

__device__ void move_one(float &y, float &speed, float &gain, float slope, float rate, float momentum) {
    gain = fmaxf(0.01f, (slope > 0) == (speed > 0) ? gain * 0.8f : gain + 0.2f);
    speed = momentum * speed - rate * gain * slope;
    y += speed;
}

__global__ void move(float2 *y, float2 *speed, float2 *gain, const float2 *slope, float rate, float momentum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    move_one(y[i].x, speed[i].x, gain[i].x, slope[i].x, rate, momentum);
    move_one(y[i].y, speed[i].y, gain[i].y, slope[i].y, rate, momentum);
}

__global__ void middle(const float2 *y, float2 *mean) {
    float x_sum = 0, y_sum = 0;
    for (int i = threadIdx.x; i < N; i += BLOCK) x_sum += y[i].x, y_sum += y[i].y;
    x_sum = block_sum(x_sum);
    y_sum = block_sum(y_sum);
    if (threadIdx.x == 0) *mean = make_float2(x_sum / N, y_sum / N);
}

__global__ void centre(float2 *y, const float2 *mean) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) y[i].x -= mean->x, y[i].y -= mean->y;
}

__global__ void divergence(const float *p, const float2 *y, const float *z, float *sums) {
    const float *row = p + (size_t)blockIdx.x * N;
    float2 here = y[blockIdx.x];
    float sum = 0;
    for (int j = threadIdx.x; j < N; j += BLOCK) {
        float dx = here.x - y[j].x, dy = here.y - y[j].y;
        float q = 1 / ((1 + dx * dx + dy * dy) * *z);
        if (j != blockIdx.x) sum += row[j] * logf(row[j] / fmaxf(q, 1e-30f));
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main() {
    Marks marks("iteration");
    std::mt19937 draw(3);
    std::normal_distribution<float> normal;
    std::vector<float> host(N * D), centres(10 * D), ones(N, 1.0f);
    for (auto &value : centres) value = 2 * normal(draw);
    for (int i = 0; i < N * D; i++) host[i] = centres[i / D % 10 * D + i % D] + normal(draw);
    std::vector<float2> start(N), gains(N, make_float2(1, 1));
    for (auto &place : start) place = make_float2(1e-2f * normal(draw), 1e-2f * normal(draw));

    float *x = allocate<float>(N * D), *p = allocate<float>((size_t)N * N);
    float *beta = allocate<float>(N), *low = allocate<float>(N), *high = allocate<float>(N);
    float *sums = allocate<float>(N), *z = allocate<float>(1), *sum = allocate<float>(1);
    float2 *y = allocate<float2>(N), *speed = allocate<float2>(N), *gain = allocate<float2>(N);
    float2 *slope = allocate<float2>(N), *mean = allocate<float2>(1);
    upload(x, host.data(), host.size());
    upload(beta, ones.data(), N);
    upload(y, start.data(), N);
    upload(gain, gains.data(), N);
    squares<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(x, p);
    for (int i = 0; i < 30; i++) entropy<<<N, BLOCK>>>(p, beta, low, high);
    chances<<<N, BLOCK>>>(p, beta);
    symmetric<<<dim3(blocks(N), N), 256>>>(p);

    float loss = 0;
    for (int step = 0; step < STEPS; step++) {
        bool early = step < EARLY;
        marks.begin();
        normaliser<<<N, BLOCK>>>(y, sums);
        total<<<1, BLOCK>>>(sums, z);
        gradient<<<N, BLOCK>>>(p, y, z, slope, early ? 12.0f : 1.0f);
        move<<<blocks(N), 256>>>(y, speed, gain, slope, N / 48.0f, early ? 0.5f : 0.8f);
        if (step % 5 == 4) {
            middle<<<1, BLOCK>>>(y, mean);
            centre<<<blocks(N), 256>>>(y, mean);
        }
        if (step % REPORT == REPORT - 1) {
            divergence<<<N, BLOCK>>>(p, y, z, sums);
            total<<<1, BLOCK>>>(sums, sum);
            download(&loss, sum, 1);
            fprintf(stderr, "iteration %d: divergence %.4f\n", step + 1, loss);
        }
        marks.other();
    }
    download(start.data(), y, N);
    double extent = 0;
    for (float2 place : start) extent = std::fmax(extent, std::hypot(place.x, place.y));
    expect(std::isfinite(loss) && loss > 0 && std::isfinite(extent), "a layout");
    printf("divergence %.4f, extent %.2f\n", loss, extent);
}
