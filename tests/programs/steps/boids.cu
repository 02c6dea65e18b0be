// A flock in a box: boids in the cells of a grid, sorted anew in each step, which keep apart from
// their neighbours, fly as they do, and stay near them.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 boids.cu -o boids

#include "marks.cuh"

#include <cmath>
#include <random>
#include <thrust/device_ptr.h>
#include <thrust/sort.h>
#include <vector>

constexpr int BOIDS = 200000, SIDE = 32, CELLS = SIDE * SIDE * SIDE;
constexpr int STEPS = 1000, REPORT = 100;
constexpr float BOX = 64.0f, REACH = BOX / SIDE, DT = 0.05f, MOST = 3.0f;

__device__ int cell_of(float x) {
    return min(SIDE - 1, max(0, int(x / REACH)));
}

__global__ void hash(const float4 *place, int *cell, int *order) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= BOIDS)
        return;
    float4 p = place[i];
    cell[i] = (cell_of(p.z) * SIDE + cell_of(p.y)) * SIDE + cell_of(p.x);
    order[i] = i;
}

__global__ void bounds_and_reorder(const int *cell, const int *order, int *start, int *end,
                                   const float4 *place, const float4 *speed, float4 *sorted_place,
                                   float4 *sorted_speed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= BOIDS)
        return;
    if (i == 0 || cell[i] != cell[i - 1])
        start[cell[i]] = i;
    if (i == BOIDS - 1 || cell[i] != cell[i + 1])
        end[cell[i]] = i + 1;
    sorted_place[i] = place[order[i]];
    sorted_speed[i] = speed[order[i]];
}

__global__ void flock(const float4 *place, const float4 *speed, const int *start, const int *end,
                      const int *order, float4 *next) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= BOIDS)
        return;
    float4 p = place[i], v = speed[i];
    float cx = 0, cy = 0, cz = 0, ax = 0, ay = 0, az = 0, sx = 0, sy = 0, sz = 0;
    int near = 0;
    int x0 = cell_of(p.x), y0 = cell_of(p.y), z0 = cell_of(p.z);
    for (int z = max(0, z0 - 1); z <= min(SIDE - 1, z0 + 1); z++)
        for (int y = max(0, y0 - 1); y <= min(SIDE - 1, y0 + 1); y++)
            for (int x = max(0, x0 - 1); x <= min(SIDE - 1, x0 + 1); x++) {
                int c = (z * SIDE + y) * SIDE + x;
                int last = min(end[c], start[c] + 64);
                for (int j = start[c]; j < last; j++) {
                    float4 q = place[j];
                    float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
                    float d2 = dx * dx + dy * dy + dz * dz;
                    if (j == i || d2 > REACH * REACH)
                        continue;
                    near++;
                    cx += dx, cy += dy, cz += dz;
                    ax += speed[j].x, ay += speed[j].y, az += speed[j].z;
                    float push = 1.0f / (d2 + 0.01f);
                    sx -= push * dx, sy -= push * dy, sz -= push * dz;
                }
            }
    if (near > 0) {
        float one = 1.0f / near;
        v.x += DT * (0.5f * cx * one + 1.0f * (ax * one - v.x) + 0.3f * sx * one);
        v.y += DT * (0.5f * cy * one + 1.0f * (ay * one - v.y) + 0.3f * sy * one);
        v.z += DT * (0.5f * cz * one + 1.0f * (az * one - v.z) + 0.3f * sz * one);
    }
    float size = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z) + 1e-9f;
    float scale = fminf(1.0f, MOST / size);
    next[order[i]] = make_float4(v.x * scale, v.y * scale, v.z * scale, float(near));
}

__device__ void bounce(float &x, float &v) {
    if (x < 0.0f)
        x = -x, v = fabsf(v);
    if (x > BOX)
        x = 2 * BOX - x, v = -fabsf(v);
}

__global__ void move(float4 *place, float4 *speed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= BOIDS)
        return;
    float4 p = place[i], v = speed[i];
    p.x += DT * v.x, p.y += DT * v.y, p.z += DT * v.z;
    bounce(p.x, v.x), bounce(p.y, v.y), bounce(p.z, v.z);
    place[i] = p;
    speed[i] = v;
}

__global__ void order_of_flight(const float4 *speed, float *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= BOIDS)
        return;
    float4 v = speed[i];
    float size = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z) + 1e-9f;
    atomicAdd(&sums[0], v.x / size);
    atomicAdd(&sums[1], v.y / size);
    atomicAdd(&sums[2], v.z / size);
    atomicAdd(&sums[3], v.w);
}

int main() {
    Marks marks("step");
    std::mt19937 random(7);
    std::uniform_real_distribution<float> in_box(0.0f, BOX), to_side(-1.0f, 1.0f);
    std::vector<float4> host(BOIDS);
    float4 *place = allocate<float4>(BOIDS), *speed = allocate<float4>(BOIDS);
    float4 *sorted_place = allocate<float4>(BOIDS), *sorted_speed = allocate<float4>(BOIDS);
    int *cell = allocate<int>(BOIDS), *order = allocate<int>(BOIDS);
    int *start = allocate<int>(CELLS), *end = allocate<int>(CELLS);
    float *sums = allocate<float>(4);
    for (auto &p : host)
        p = make_float4(in_box(random), in_box(random), in_box(random), 0);
    upload(place, host.data(), BOIDS);
    for (auto &v : host)
        v = make_float4(to_side(random), to_side(random), to_side(random), 0);
    upload(speed, host.data(), BOIDS);
    const unsigned grid = blocks(BOIDS);
    float result[4];
    for (int step = 1; step <= STEPS; step++) {
        marks.begin();
        hash<<<grid, 256>>>(place, cell, order);
        thrust::device_ptr<int> keys(cell), values(order);
        thrust::sort_by_key(keys, keys + BOIDS, values);
        check(cudaMemsetAsync(start, 0, CELLS * sizeof(int)), "start");
        check(cudaMemsetAsync(end, 0, CELLS * sizeof(int)), "end");
        bounds_and_reorder<<<grid, 256>>>(cell, order, start, end, place, speed, sorted_place, sorted_speed);
        flock<<<grid, 256>>>(sorted_place, sorted_speed, start, end, order, speed);
        move<<<grid, 256>>>(place, speed);
        marks.other();
        if (step % REPORT == 0) {
            check(cudaMemset(sums, 0, 4 * sizeof(float)), "sums");
            order_of_flight<<<grid, 256>>>(speed, sums);
            download(result, sums, 4);
            float order_now = std::sqrt(result[0] * result[0] + result[1] * result[1] + result[2] * result[2]);
            fprintf(stderr, "step %d: order %.4f, %.2f neighbours\n", step, order_now / BOIDS, result[3] / BOIDS);
        }
    }
    download(host.data(), place, BOIDS);
    bool inside = true;
    for (auto &p : host)
        inside = inside && p.x >= 0 && p.x <= BOX && p.y >= 0 && p.y <= BOX && p.z >= 0 && p.z <= BOX;
    expect(inside, "all are in the box");
    printf("%d boids, %.3f neighbours at the end\n", BOIDS, result[3] / BOIDS);
}
