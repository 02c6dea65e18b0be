// A dam breaks: smoothed particles in a box, in two dimensions. Particles are sorted into cells by
// counting in each step. The fastest one is looked for in every 100th step.
//
//     ./sph [COLUMNS [STEPS]]

#include <cmath>
#include <cstdlib>
#include <vector>

#include "marks.cuh"

constexpr float REACH = 0.02f, APART = 0.01f, REST = 1000.0f, SOUND = 20.0f, THICK = 0.05f;
constexpr float WIDE = 2.0f, HIGH = 1.0f, MASS = REST * APART * APART;
constexpr int COLUMNS = 100, ROWS = 50, CELLS = COLUMNS * ROWS;
constexpr float PI = 3.14159265f;

__device__ int cell_of(float2 at) {
    int column = min(max((int)(at.x / REACH), 0), COLUMNS - 1);
    int row = min(max((int)(at.y / REACH), 0), ROWS - 1);
    return row * COLUMNS + column;
}

__global__ void count_cells(const float2 *places, int *cells, int *counts, int *ranks, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    cells[own] = cell_of(places[own]);
    ranks[own] = atomicAdd(&counts[cells[own]], 1);
}

// One block: each thread sums some cells, then all threads sum what comes before.
__global__ void scan_cells(const int *counts, int *starts) {
    __shared__ int sums[512];
    constexpr int each = (CELLS + 511) / 512;
    int first = threadIdx.x * each, sum = 0;
    for (int i = first; i < first + each && i < CELLS; i++) sum += counts[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int shift = 1; shift < 512; shift *= 2) {
        int before = threadIdx.x >= shift ? sums[threadIdx.x - shift] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    int start = sums[threadIdx.x] - sum;
    for (int i = first; i < first + each && i < CELLS; i++) {
        starts[i] = start;
        start += counts[i];
    }
    if (threadIdx.x == 511) starts[CELLS] = sums[511];
}

__global__ void reorder(const float2 *places, const float2 *speeds, const int *cells,
                        const int *ranks, const int *starts, float2 *new_places,
                        float2 *new_speeds, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    int place = starts[cells[own]] + ranks[own];
    new_places[place] = places[own];
    new_speeds[place] = speeds[own];
}

__global__ void densities(const float2 *places, const int *starts, float *density, float *pressure,
                          int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    float2 at = places[own];
    int cell = cell_of(at), column = cell % COLUMNS, row = cell / COLUMNS;
    float sum = 0, scale = 4.0f / (PI * powf(REACH, 8));
    for (int r = max(row - 1, 0); r <= min(row + 1, ROWS - 1); r++) {
        int from = starts[r * COLUMNS + max(column - 1, 0)];
        int to = starts[r * COLUMNS + min(column + 1, COLUMNS - 1) + 1];
        for (int other = from; other < to; other++) {
            float dx = places[other].x - at.x, dy = places[other].y - at.y;
            float gap = REACH * REACH - dx * dx - dy * dy;
            if (gap > 0) sum += MASS * scale * gap * gap * gap;
        }
    }
    density[own] = fmaxf(sum, 0.5f * REST);
    pressure[own] = fmaxf(SOUND * SOUND * (density[own] - REST), 0.0f);
}

__global__ void forces(const float2 *places, const float2 *speeds, const int *starts,
                       const float *density, const float *pressure, float2 *pushes, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    float2 at = places[own], speed = speeds[own];
    int cell = cell_of(at), column = cell % COLUMNS, row = cell / COLUMNS;
    float x = 0, y = -9.81f;
    float steep = 30.0f / (PI * powf(REACH, 5)), share = pressure[own] / (density[own] * density[own]);
    for (int r = max(row - 1, 0); r <= min(row + 1, ROWS - 1); r++) {
        int from = starts[r * COLUMNS + max(column - 1, 0)];
        int to = starts[r * COLUMNS + min(column + 1, COLUMNS - 1) + 1];
        for (int other = from; other < to; other++) {
            float dx = at.x - places[other].x, dy = at.y - places[other].y;
            float distance = sqrtf(dx * dx + dy * dy);
            if (other == own || distance >= REACH || distance < 1e-7f) continue;
            float gap = REACH - distance;
            float push = MASS * steep * gap * gap / distance *
                         (share + pressure[other] / (density[other] * density[other]));
            float vx = speeds[other].x - speed.x, vy = speeds[other].y - speed.y;
            float near = vx * dx + vy * dy;
            if (near > 0) push += THICK * SOUND * near / distance * MASS * steep * gap * gap /
                                  (density[own] * distance);
            x += push * dx;
            y += push * dy;
            x += 2.0f * MASS * steep * gap * THICK * REACH * vx / density[other];
            y += 2.0f * MASS * steep * gap * THICK * REACH * vy / density[other];
        }
    }
    pushes[own] = make_float2(x, y);
}

__global__ void move(float2 *places, float2 *speeds, const float2 *pushes, float length, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    float2 at = places[own], speed = speeds[own];
    speed.x = fminf(fmaxf(speed.x + length * pushes[own].x, -SOUND), SOUND);
    speed.y = fminf(fmaxf(speed.y + length * pushes[own].y, -SOUND), SOUND);
    at.x += length * speed.x;
    at.y += length * speed.y;
    if (at.x < 0) at.x = 1e-4f, speed.x *= -0.3f;
    if (at.x > WIDE) at.x = WIDE - 1e-4f, speed.x *= -0.3f;
    if (at.y < 0) at.y = 1e-4f, speed.y *= -0.3f;
    if (at.y > HIGH) at.y = HIGH - 1e-4f, speed.y *= -0.3f;
    places[own] = at;
    speeds[own] = speed;
}

__global__ void fastest(const float2 *speeds, int *most, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    float speed = sqrtf(speeds[own].x * speeds[own].x + speeds[own].y * speeds[own].y);
    atomicMax(most, (int)(speed * 1000));
}

int main(int argc, char **argv) {
    const int columns = argc > 1 ? atoi(argv[1]) : 80;
    const int steps = argc > 2 ? atoi(argv[2]) : 500;
    const int rows = 80, count = columns * rows;
    const float length = 1.5e-4f;
    Marks marks("step");
    srand(2);
    std::vector<float2> start(count);
    for (int i = 0; i < count; i++) {
        float shake = 0.1f * APART * (rand() / (RAND_MAX + 1.0f));
        start[i] = make_float2((i % columns + 0.5f) * APART + shake, (i / columns + 0.5f) * APART);
    }
    float2 *x = allocate<float2>(count), *v = allocate<float2>(count), *a = allocate<float2>(count);
    float2 *x2 = allocate<float2>(count), *v2 = allocate<float2>(count);
    float *density = allocate<float>(count), *pressure = allocate<float>(count);
    int *cells = allocate<int>(count), *ranks = allocate<int>(count), *most = allocate<int>(1);
    int *counts = allocate<int>(CELLS), *starts = allocate<int>(CELLS + 1);
    upload(x, start.data(), count);

    unsigned grid = blocks(count, 128);
    int speed = 0;
    for (int step = 1; step <= steps; step++) {
        marks.begin();
        check(cudaMemsetAsync(counts, 0, CELLS * sizeof(int)), "cudaMemset");
        count_cells<<<grid, 128>>>(x, cells, counts, ranks, count);
        scan_cells<<<1, 512>>>(counts, starts);
        reorder<<<grid, 128>>>(x, v, cells, ranks, starts, x2, v2, count);
        float2 *swap = x;
        x = x2, x2 = swap, swap = v, v = v2, v2 = swap;
        densities<<<grid, 128>>>(x, starts, density, pressure, count);
        forces<<<grid, 128>>>(x, v, starts, density, pressure, a, count);
        move<<<grid, 128>>>(x, v, a, length, count);
        if (step % 100 == 0) {
            check(cudaMemsetAsync(most, 0, sizeof(int)), "cudaMemset");
            fastest<<<grid, 128>>>(v, most, count);
            download(&speed, most, 1);
            fprintf(stderr, "step %d: fastest %.3f\n", step, speed / 1000.0);
        }
        marks.other();
    }
    std::vector<float2> end(count);
    download(end.data(), x, count);
    double mean = 0;
    for (float2 at : end) mean += at.x / count;
    expect(std::isfinite(mean) && mean > 0 && mean < WIDE, "places");
    printf("mean place %.4f, fastest %.3f after %d steps\n", mean, speed / 1000.0, steps);
}
