// Heat in a plate with a moving source, by Peaceman and Rachford's method: half a step implicit
// along the one direction, half along the other, with a turn of the plate between them.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 adi.cu -o adi

#include "marks.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

constexpr int N = 1536, STEPS = 500, REPORT = 50, TILE = 32;
constexpr float RATIO = 4.0f;  // conductivity * DT / SPACING^2
constexpr float DT = 1.0f / STEPS;

// The explicit half along columns, and the source.
__global__ void right_side(const float *u, float *rhs, float x0, float y0) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= N)
        return;
    float here = u[y * N + x];
    float up = y > 0 ? u[(y - 1) * N + x] : 0.0f, down = y < N - 1 ? u[(y + 1) * N + x] : 0.0f;
    float dx = float(x) / N - x0, dy = float(y) / N - y0;
    float heat = 50.0f * expf(-(dx * dx + dy * dy) * 2000.0f);
    rhs[y * N + x] = here + 0.5f * RATIO * (up - 2 * here + down) + 0.5f * DT * heat;
}

__global__ void turn(const float *in, float *out) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += 8)
        tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * N + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += 8)
        out[(y + i) * N + x] = tile[threadIdx.x][threadIdx.y + i];
}

// Thomas's algorithm along the columns, a thread for each, with factors that are the same for all.
__global__ void solve(float *u, const float *factor) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= N)
        return;
    const float side = -0.5f * RATIO;
    float last = 0;
    for (int y = 0; y < N; y++) {
        float pivot = factor[N + y];
        last = (u[y * N + x] - side * last) * pivot;
        u[y * N + x] = last;
    }
    for (int y = N - 2; y >= 0; y--) {
        last = u[y * N + x] - factor[y] * last;
        u[y * N + x] = last;
    }
}

__global__ void totals(const float *u, float *sums) {
    __shared__ float part[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N * N; i += gridDim.x * blockDim.x)
        sum += u[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

int main() {
    Marks marks("step");
    std::vector<float> factors(2 * N);
    double c = 0;
    for (int y = 0; y < N; y++) {
        double pivot = 1 / (1 + RATIO + 0.5 * RATIO * c);
        c = -0.5 * RATIO * pivot;
        factors[y] = float(c);
        factors[N + y] = float(pivot);
    }
    float *u = allocate<float>(N * N), *v = allocate<float>(N * N);
    float *factor = allocate<float>(2 * N), *sums = allocate<float>(128);
    upload(factor, factors.data(), 2 * N);
    dim3 tiles(N / TILE, N / TILE), tile(TILE, 8), grid(blocks(N), N);
    std::vector<float> parts(128);
    double mean = 0;
    for (int step = 1; step <= STEPS; step++) {
        marks.begin();
        double t = 2 * M_PI * step * DT;
        float x0 = 0.5f + 0.3f * float(std::cos(t)), y0 = 0.5f + 0.3f * float(std::sin(t));
        // Along the rows, which are columns once the plate is turned.
        right_side<<<grid, 256>>>(u, v, x0, y0);
        turn<<<tiles, tile>>>(v, u);
        solve<<<blocks(N, 64), 64>>>(u, factor);
        // The plate is still turned: what was explicit becomes implicit.
        right_side<<<grid, 256>>>(u, v, y0, x0);
        turn<<<tiles, tile>>>(v, u);
        solve<<<blocks(N, 64), 64>>>(u, factor);
        if (step % REPORT == 0) {
            totals<<<128, 256>>>(u, sums);
            download(parts.data(), sums, 128);
            mean = 0;
            for (float part : parts)
                mean += part;
            mean /= double(N) * N;
            fprintf(stderr, "step %d: mean temperature %.6f\n", step, mean);
        }
        marks.other();
    }
    expect(std::isfinite(mean) && mean > 0, "the plate is warm");
    printf("mean temperature %.6f\n", mean);
}
