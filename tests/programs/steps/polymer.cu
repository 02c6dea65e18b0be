// A melt of chains of beads: springs along the chains, repulsion of near ones from a neighbour
// list, a Langevin thermostat, velocity Verlet. step: the list is built anew on each 15th step from
// cells (counted, scanned, filled); temperature and energy are read on each 200th.

#include <cmath>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int LENGTH = 32, CHAINS = 65536, N = LENGTH * CHAINS, SIDE = 96,
              CELLS = SIDE * SIDE * SIDE;
constexpr int MOST = 64, STEPS = 3000;
constexpr float BOX = 136.0f, CUT = 1.122462f, SKIN = 0.28f, REACH = CUT + SKIN, DT = 0.005f;
static_assert(BOX / SIDE >= REACH, "cells must be as wide as the reach");

__device__ __forceinline__ float nearest(float d) { return d - BOX * rintf(d / BOX); }

__device__ __forceinline__ int cell_of(float4 p) {
    int x = min(SIDE - 1, (int)(p.x / BOX * SIDE)), y = min(SIDE - 1, (int)(p.y / BOX * SIDE));
    int z = min(SIDE - 1, (int)(p.z / BOX * SIDE));
    return (z * SIDE + y) * SIDE + x;
}

__global__ void wrap_and_count(float4 *x, int *counts) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 p = x[i];
    p.x -= BOX * floorf(p.x / BOX), p.y -= BOX * floorf(p.y / BOX), p.z -= BOX * floorf(p.z / BOX);
    x[i] = p;
    atomicAdd(&counts[cell_of(p)], 1);
}

// One block; each thread sums a piece.
__global__ void scan(const int *counts, int *starts, int *places) {
    __shared__ int sums[1024];
    constexpr int PIECE = (CELLS + 1023) / 1024;
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < PIECE; k++) {
        int c = t * PIECE + k;
        if (c < CELLS) sum += counts[c];
    }
    sums[t] = sum;
    __syncthreads();
    for (int far = 1; far < 1024; far *= 2) {
        int before = t >= far ? sums[t - far] : 0;
        __syncthreads();
        sums[t] += before;
        __syncthreads();
    }
    int at = sums[t] - sum;
    for (int k = 0; k < PIECE; k++) {
        int c = t * PIECE + k;
        if (c < CELLS) {
            starts[c] = places[c] = at;
            at += counts[c];
        }
    }
    if (t == 1023) starts[CELLS] = N;
}

__global__ void fill(const float4 *x, int *places, int *members) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) members[atomicAdd(&places[cell_of(x[i])], 1)] = i;
}

__global__ void find_neighbours(const float4 *x, const int *starts, const int *members, int *list,
                                int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 p = x[i];
    int c = cell_of(p), cx = c % SIDE, cy = c / SIDE % SIDE, cz = c / SIDE / SIDE, found = 0;
    for (int d = 0; d < 27; d++) {
        int nx = (cx + d % 3 - 1 + SIDE) % SIDE, ny = (cy + d / 3 % 3 - 1 + SIDE) % SIDE;
        int nz = (cz + d / 9 - 1 + SIDE) % SIDE, n = (nz * SIDE + ny) * SIDE + nx;
        for (int k = starts[n]; k < starts[n + 1]; k++) {
            int j = members[k];
            float4 q = x[j];
            float dx = nearest(p.x - q.x), dy = nearest(p.y - q.y), dz = nearest(p.z - q.z);
            if (j != i && dx * dx + dy * dy + dz * dz < REACH * REACH && found < MOST)
                list[found++ * N + i] = j;
        }
    }
    count[i] = found;
}

__global__ void first_half(float4 *x, float4 *v, const float4 *f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 p = x[i], w = v[i], g = f[i];
    w.x += DT / 2 * g.x, w.y += DT / 2 * g.y, w.z += DT / 2 * g.z;
    p.x += DT * w.x, p.y += DT * w.y, p.z += DT * w.z;
    x[i] = p, v[i] = w;
}

// `w` of a force is the bead's share of the potential. Beads too near are pushed with a bound.
__global__ void repel(const float4 *x, const int *list, const int *count, float4 *f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 p = x[i], g = make_float4(0, 0, 0, 0);
    for (int k = 0; k < count[i]; k++) {
        float4 q = x[list[k * N + i]];
        float dx = nearest(p.x - q.x), dy = nearest(p.y - q.y), dz = nearest(p.z - q.z);
        float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 >= CUT * CUT) continue;
        float inv2 = 1 / fmaxf(r2, 0.5f), inv6 = inv2 * inv2 * inv2;
        float push = 24 * inv6 * (2 * inv6 - 1) * inv2;
        g.x += push * dx, g.y += push * dy, g.z += push * dz;
        g.w += 2 * inv6 * (inv6 - 1) + 0.5f;
    }
    f[i] = g;
}

__global__ void springs(const float4 *x, float4 *f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 p = x[i], g = f[i];
    for (int side = -1; side <= 1; side += 2) {
        int j = i + side;
        if (j < 0 || j >= N || j / LENGTH != i / LENGTH) continue;
        float4 q = x[j];
        float dx = nearest(p.x - q.x), dy = nearest(p.y - q.y), dz = nearest(p.z - q.z);
        float part = fminf((dx * dx + dy * dy + dz * dz) / 2.25f, 0.95f), pull = -30 / (1 - part);
        g.x += pull * dx, g.y += pull * dy, g.z += pull * dz;
        g.w -= 0.25f * 30 * 2.25f * logf(1 - part);
    }
    f[i] = g;
}

__device__ __forceinline__ float draw(unsigned &s) {
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    return s * 2.3283064e-10f - 0.5f;
}

__global__ void second_half(float4 *v, float4 *f, unsigned *seeds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 w = v[i], g = f[i];
    unsigned s = seeds[i];
    const float friction = 0.5f, kick = sqrtf(24 * friction / DT);
    g.x += kick * draw(s) - friction * w.x;
    g.y += kick * draw(s) - friction * w.y;
    g.z += kick * draw(s) - friction * w.z;
    w.x += DT / 2 * g.x, w.y += DT / 2 * g.y, w.z += DT / 2 * g.z;
    v[i] = w, f[i] = g, seeds[i] = s;
}

__global__ void measure(const float4 *v, const float4 *f, double *sums) {
    __shared__ float kinetic[256], potential[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 w = i < N ? v[i] : make_float4(0, 0, 0, 0);
    kinetic[threadIdx.x] = 0.5f * (w.x * w.x + w.y * w.y + w.z * w.z);
    potential[threadIdx.x] = i < N ? f[i].w : 0;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (threadIdx.x < half) {
            kinetic[threadIdx.x] += kinetic[threadIdx.x + half];
            potential[threadIdx.x] += potential[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(&sums[0], (double)kinetic[0]);
        atomicAdd(&sums[1], (double)potential[0]);
    }
}

int main() {
    Marks marks("step");
    // Chains lie as snakes on a lattice.
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    std::vector<float4> hx(N), hv(N);
    std::vector<unsigned> seeds(N);
    const int row = 128;
    for (int i = 0; i < N; i++) {
        int a = i % row, b = i / row % row, c = i / row / row;
        hx[i] =
            make_float4((a + 0.5f) * BOX / row, (b + 0.5f) * BOX / row, (c + 0.5f) * BOX / row, 0);
        hv[i] = make_float4(normal(random), normal(random), normal(random), 0);
        seeds[i] = random() | 1;
    }
    auto x = allocate<float4>(N), v = allocate<float4>(N), f = allocate<float4>(N);
    auto counts = allocate<int>(CELLS), starts = allocate<int>(CELLS + 1),
         places = allocate<int>(CELLS);
    auto members = allocate<int>(N), list = allocate<int>((size_t)N * MOST),
         found = allocate<int>(N);
    auto state = allocate<unsigned>(N);
    auto sums = allocate<double>(2);
    upload(x, hx.data(), N);
    upload(v, hv.data(), N);
    upload(state, seeds.data(), N);

    const unsigned grid = blocks(N);
    double now[2] = {0, 0};
    for (int step = 0; step < STEPS; step++) {
        marks.begin();
        first_half<<<grid, 256>>>(x, v, f);
        if (step % 15 == 0) {
            check(cudaMemsetAsync(counts, 0, CELLS * sizeof(int)), "memset");
            wrap_and_count<<<grid, 256>>>(x, counts);
            scan<<<1, 1024>>>(counts, starts, places);
            fill<<<grid, 256>>>(x, places, members);
            find_neighbours<<<grid, 256>>>(x, starts, members, list, found);
        }
        repel<<<grid, 256>>>(x, list, found, f);
        springs<<<grid, 256>>>(x, f);
        second_half<<<grid, 256>>>(v, f, state);
        marks.other();
        if (step % 200 == 199) {
            check(cudaMemset(sums, 0, 2 * sizeof(double)), "memset");
            measure<<<grid, 256>>>(v, f, sums);
            download(now, sums, 2);
            fprintf(stderr, "step %d temperature %.4f potential %.4f\n", step + 1, now[0] / 1.5 / N,
                    now[1] / N);
        }
    }
    expect(std::isfinite(now[0]) && now[0] / N < 10, "the temperature");
    printf("temperature %.4f potential %.4f\n", now[0] / 1.5 / N, now[1] / N);
}
