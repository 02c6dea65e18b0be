// Poisson's equation on a square by multigrid. Steps (cycle): one V-cycle over five levels, and
// the residual after it.
//
//     nvcc -O2 -lineinfo -o multigrid multigrid.cu -ldl

#include <cmath>

#include "marks.cuh"

constexpr int LEVELS = 5;
constexpr int FINEST = 257;

// Points at the border are 0. Everything is scaled so that the distance of points is 1.
struct Level {
    int n;
    float *x, *b, *r;
};

__device__ bool inside(int n, int &i, int &j) {
    j = blockIdx.x * blockDim.x + threadIdx.x;
    i = blockIdx.y * blockDim.y + threadIdx.y;
    return i > 0 && j > 0 && i < n - 1 && j < n - 1;
}

__device__ float around(const float *x, int n, int i, int j) {
    const int at = i * n + j;
    return x[at - n] + x[at + n] + x[at - 1] + x[at + 1];
}

__global__ void smooth(float *x, const float *b, int n, int colour) {
    int i, j;
    if (inside(n, i, j) && (i + j) % 2 == colour) {
        x[i * n + j] = 0.25f * (b[i * n + j] + around(x, n, i, j));
    }
}

__global__ void residual(float *r, const float *x, const float *b, int n) {
    int i, j;
    if (inside(n, i, j)) r[i * n + j] = b[i * n + j] + around(x, n, i, j) - 4 * x[i * n + j];
}

// Sums with weights of a quarter, times 4 for the distance that is twice as large.
__global__ void restrict_to(float *coarse, const float *r, int n) {
    int i, j;
    if (!inside(n, i, j)) return;
    const int fine = 2 * n - 1, y = 2 * i, x = 2 * j;
    const float near = around(r, fine, y, x);
    const float far = r[(y - 1) * fine + x - 1] + r[(y - 1) * fine + x + 1] +
                      r[(y + 1) * fine + x - 1] + r[(y + 1) * fine + x + 1];
    coarse[i * n + j] = r[y * fine + x] + 0.5f * near + 0.25f * far;
}

__global__ void clear(float *x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * n) x[i] = 0;
}

__global__ void prolong(float *x, const float *coarse, int n) {
    int i, j;
    if (!inside(n, i, j)) return;
    const int wide = (n + 1) / 2;
    const int up = i / 2, down = (i + 1) / 2, left = j / 2, right = (j + 1) / 2;
    x[i * n + j] += 0.25f * (coarse[up * wide + left] + coarse[up * wide + right] +
                             coarse[down * wide + left] + coarse[down * wide + right]);
}

__global__ void square_sum(float *sum, const float *r, int n) {
    __shared__ float parts[256];
    float part = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n * n; i += gridDim.x * 256) {
        part += r[i] * r[i];
    }
    parts[threadIdx.x] = part;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(sum, parts[0]);
}

const dim3 BLOCK(32, 8);

dim3 grid(int n) { return dim3(blocks(n, 32), blocks(n, 8)); }

void smoothed(const Level &level, int times) {
    for (int time = 0; time < 2 * times; ++time) {
        smooth<<<grid(level.n), BLOCK>>>(level.x, level.b, level.n, time % 2);
    }
}

void cycle(const Level *level, int left) {
    if (left == 1) {
        smoothed(*level, 20);
        return;
    }
    const Level &coarse = level[1];
    smoothed(*level, 2);
    residual<<<grid(level->n), BLOCK>>>(level->r, level->x, level->b, level->n);
    restrict_to<<<grid(coarse.n), BLOCK>>>(coarse.b, level->r, coarse.n);
    clear<<<blocks(coarse.n * coarse.n), 256>>>(coarse.x, coarse.n);
    cycle(level + 1, left - 1);
    prolong<<<grid(level->n), BLOCK>>>(level->x, coarse.x, level->n);
    smoothed(*level, 2);
}

float residual_of(const Level &level, float *sum) {
    float result;
    residual<<<grid(level.n), BLOCK>>>(level.r, level.x, level.b, level.n);
    check(cudaMemsetAsync(sum, 0, sizeof(float)), "cudaMemsetAsync");
    square_sum<<<32, 256>>>(sum, level.r, level.n);
    download(&result, sum, 1);
    return sqrtf(result);
}

__global__ void fill(float *b, int n) {
    int i, j;
    if (inside(n, i, j)) b[i * n + j] = (i * 7919 + j * 104729) % 13 - 6.0f;
}

int main() {
    Marks marks("cycle");
    Level levels[LEVELS];
    int n = FINEST;
    for (Level &level : levels) {
        const size_t size = size_t(n) * n;
        level = {n, allocate<float>(size), allocate<float>(size), allocate<float>(size)};
        n = (n + 1) / 2;
    }
    float *sum = allocate<float>(1);
    fill<<<grid(FINEST), BLOCK>>>(levels[0].b, FINEST);
    const float first = residual_of(levels[0], sum);
    float last = first;
    for (int number = 0; number < 10; ++number) {
        marks.begin();
        cycle(levels, LEVELS);
        last = residual_of(levels[0], sum);
    }
    marks.other();
    clear<<<blocks(FINEST * FINEST), 256>>>(levels[0].x, FINEST);
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    expect(last < 1e-3f * first, "the residual");
    printf("10 cycles\n");
    return 0;
}
