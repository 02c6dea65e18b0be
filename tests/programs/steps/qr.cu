// Blocked QR by Householder's reflections: a panel is factored column by column, then the rest is
// changed by the whole panel at once: A -= Y T' (Y' A). Then least squares, to check it.
// panel: a step is a panel of 32 columns.

#include <cmath>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int M = 6144, N = 4096, WIDE = 32;

// Column-major. One block turns column `k` below row `k` into a reflector, its head implied as 1.
__global__ void reflector(float *a, float *tau, int k) {
    __shared__ float part[512];
    float *column = a + (size_t)k * M;
    float sum = 0;
    for (int i = k + 1 + threadIdx.x; i < M; i += 512) sum += column[i] * column[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 256; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    float alpha = column[k], norm = sqrtf(alpha * alpha + part[0]);
    float beta = alpha > 0 ? -norm : norm;
    float scale = 1 / (alpha - beta);
    __syncthreads();
    for (int i = k + 1 + threadIdx.x; i < M; i += 512) column[i] *= scale;
    if (threadIdx.x == 0) {
        column[k] = beta;
        tau[k] = (beta - alpha) / beta;
    }
}

// One block for each column of the panel right of `k`.
__global__ void reflect(float *a, const float *tau, int k) {
    __shared__ float part[256];
    const float *y = a + (size_t)k * M;
    float *column = a + (size_t)(k + 1 + blockIdx.x) * M;
    float sum = threadIdx.x == 0 ? column[k] : 0;
    for (int i = k + 1 + threadIdx.x; i < M; i += 256) sum += y[i] * column[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    float dot = tau[k] * part[0];
    if (threadIdx.x == 0) column[k] -= dot;
    for (int i = k + 1 + threadIdx.x; i < M; i += 256) column[i] -= dot * y[i];
}

__device__ __forceinline__ float reflector_at(const float *a, int row, int column) {
    return row < column ? 0 : row == column ? 1 : a[(size_t)column * M + row];
}

// G = Y'Y of the panel, one block for each pair.
__global__ void gram(const float *a, float *g, int first) {
    __shared__ float part[128];
    int p = first + blockIdx.x, q = first + blockIdx.y;
    float sum = 0;
    for (int i = first + threadIdx.x; i < M; i += 128)
        sum += reflector_at(a, i, p) * reflector_at(a, i, q);
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 64; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) g[blockIdx.y * WIDE + blockIdx.x] = part[0];
}

// The upper triangle T with Q = I - Y T Y'. One warp.
__global__ void triangle(const float *g, const float *tau, float *t, int first) {
    int row = threadIdx.x;
    for (int k = 0; k < WIDE; k++) {
        float value = 0;
        if (row < k)
            for (int j = row; j < k; j++) value += t[j * WIDE + row] * g[k * WIDE + j];
        t[k * WIDE + row] = row < k ? -tau[first + k] * value : row == k ? tau[first + k] : 0;
        __syncwarp();
    }
}

// W = Y' A for the columns of `b` (`ld` rows each); one block a column.
__global__ void project(const float *a, const float *b, float *w, int first) {
    __shared__ float tile[256], part[8][WIDE];
    const float *column = b + (size_t)blockIdx.x * M;
    int lane = threadIdx.x % WIDE, warp = threadIdx.x / WIDE;
    float sum = 0;
    for (int base = first; base < M; base += 256) {
        int i = base + threadIdx.x;
        tile[threadIdx.x] = i < M ? column[i] : 0;
        __syncthreads();
        for (int r = warp; r < 256 && base + r < M; r += 8)
            sum += tile[r] * reflector_at(a, base + r, first + lane);
        __syncthreads();
    }
    part[warp][lane] = sum;
    __syncthreads();
    if (warp == 0) {
        for (int other = 1; other < 8; other++) sum += part[other][lane];
        w[blockIdx.x * WIDE + lane] = sum;
    }
}

// W = T' W, one warp a column.
__global__ void times_triangle(const float *t, float *w) {
    __shared__ float old[WIDE];
    int row = threadIdx.x;
    old[row] = w[blockIdx.x * WIDE + row];
    __syncwarp();
    float sum = 0;
    for (int j = 0; j <= row; j++) sum += t[row * WIDE + j] * old[j];
    w[blockIdx.x * WIDE + row] = sum;
}

__global__ void update(const float *a, const float *w, float *b, int first) {
    __shared__ float s[WIDE];
    if (threadIdx.x < WIDE) s[threadIdx.x] = w[blockIdx.y * WIDE + threadIdx.x];
    __syncthreads();
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) return;
    float sum = 0;
    for (int k = 0; k < WIDE; k++) sum += reflector_at(a, i, first + k) * s[k];
    b[(size_t)blockIdx.y * M + i] -= sum;
}

int main() {
    Marks marks("panel");
    std::mt19937 draw(2);
    std::normal_distribution<float> normal;
    std::vector<float> host((size_t)M * N), truth(N), side(M, 0.f);
    for (auto &value : host) value = normal(draw);
    for (auto &value : truth) value = normal(draw);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) side[i] += host[(size_t)j * M + i] * truth[j];
    auto a = allocate<float>((size_t)M * N), b = allocate<float>(M), tau = allocate<float>(N);
    auto g = allocate<float>(WIDE * WIDE), t = allocate<float>(WIDE * WIDE);
    auto w = allocate<float>((size_t)WIDE * N);
    upload(a, host.data(), host.size());
    upload(b, side.data(), M);

    for (int first = 0; first < N; first += WIDE) {
        marks.begin();
        for (int k = first; k < first + WIDE; k++) {
            reflector<<<1, 512>>>(a, tau, k);
            int right = first + WIDE - k - 1;
            if (right) reflect<<<right, 256>>>(a, tau, k);
        }
        gram<<<dim3(WIDE, WIDE), 128>>>(a, g, first);
        triangle<<<1, WIDE>>>(g, tau, t, first);
        int right = N - first - WIDE;
        if (right) {
            float *rest = a + (size_t)(first + WIDE) * M;
            project<<<right, 256>>>(a, rest, w, first);
            times_triangle<<<right, WIDE>>>(t, w);
            update<<<dim3(blocks(M - first), right), 256>>>(a, w, rest, first);
        }
        project<<<1, 256>>>(a, b, w, first);
        times_triangle<<<1, WIDE>>>(t, w);
        update<<<dim3(blocks(M - first), 1), 256>>>(a, w, b, first);
    }
    marks.other();

    download(host.data(), a, host.size());
    download(side.data(), b, M);
    double worst = 0;
    std::vector<double> x(side.begin(), side.begin() + N);
    for (int j = N - 1; j >= 0; j--) {
        x[j] /= host[(size_t)j * M + j];
        for (int i = 0; i < j; i++) x[i] -= host[(size_t)j * M + i] * x[j];
        worst = fmax(worst, fabs(x[j] - truth[j]));
    }
    expect(worst < 1e-2, "the solution");
    printf("largest error %.2e\n", worst);
}
