// A Lennard-Jones liquid, velocity Verlet. Steps (step): a half kick and a drift, forces by a list
// of neighbours that each tenth step makes anew by cells, the other half kick; the energies are
// read after each fiftieth.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -o md md.cu -ldl

#include <cmath>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int SIDE = 16, COUNT = SIDE * SIDE * SIDE;
constexpr float BOX = SIDE * 1.06f, CUT = 2.5f, SKIN = 0.3f, PACE = 0.004f;
constexpr int GRID = 6, CELLS = GRID * GRID * GRID, ROOM = 64, MOST = 160;
static_assert(BOX / GRID >= CUT + SKIN, "cells are wide enough");

__device__ float wrapped(float x) { return x - BOX * rintf(x / BOX); }

__device__ int cell_of(float3 place) {
    auto along = [](float x) {
        const int i = int(floorf((x / BOX + 0.5f) * GRID));
        return min(max(i, 0), GRID - 1);
    };
    return (along(place.x) * GRID + along(place.y)) * GRID + along(place.z);
}

__global__ void kick_drift(float3 *place, float3 *speed, const float3 *force) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    float3 v = speed[i], p = place[i];
    v.x += 0.5f * PACE * force[i].x;
    v.y += 0.5f * PACE * force[i].y;
    v.z += 0.5f * PACE * force[i].z;
    p.x = wrapped(p.x + PACE * v.x);
    p.y = wrapped(p.y + PACE * v.y);
    p.z = wrapped(p.z + PACE * v.z);
    speed[i] = v;
    place[i] = p;
}

__global__ void kick(float3 *speed, const float3 *force) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    speed[i].x += 0.5f * PACE * force[i].x;
    speed[i].y += 0.5f * PACE * force[i].y;
    speed[i].z += 0.5f * PACE * force[i].z;
}

__global__ void bin(const float3 *place, int *filled, int *members, int *lost) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    const int cell = cell_of(place[i]);
    const int slot = atomicAdd(&filled[cell], 1);
    if (slot < ROOM)
        members[cell * ROOM + slot] = i;
    else
        atomicAdd(lost, 1);
}

__global__ void find_neighbours(const float3 *place, const int *filled, const int *members,
                                int *counts, int *list, int *lost) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    const float3 here = place[i];
    const int home = cell_of(here);
    const int hx = home / (GRID * GRID), hy = home / GRID % GRID, hz = home % GRID;
    int found = 0;
    for (int d = 0; d < 27; ++d) {
        const int x = (hx + d / 9 + GRID - 1) % GRID, y = (hy + d / 3 % 3 + GRID - 1) % GRID;
        const int cell = (x * GRID + y) * GRID + (hz + d % 3 + GRID - 1) % GRID;
        for (int slot = 0; slot < min(filled[cell], ROOM); ++slot) {
            const int j = members[cell * ROOM + slot];
            if (j == i) continue;
            const float dx = wrapped(place[j].x - here.x), dy = wrapped(place[j].y - here.y);
            const float dz = wrapped(place[j].z - here.z);
            if (dx * dx + dy * dy + dz * dz > (CUT + SKIN) * (CUT + SKIN)) continue;
            if (found < MOST)
                list[found++ * COUNT + i] = j;
            else
                atomicAdd(lost, 1);
        }
    }
    counts[i] = found;
}

__global__ void forces(const float3 *place, const int *counts, const int *list, float3 *force,
                       float *potential) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    const float3 here = place[i];
    float3 sum = make_float3(0, 0, 0);
    float energy = 0;
    for (int n = 0; n < counts[i]; ++n) {
        const float3 there = place[list[n * COUNT + i]];
        const float dx = wrapped(here.x - there.x), dy = wrapped(here.y - there.y);
        const float dz = wrapped(here.z - there.z);
        const float square = dx * dx + dy * dy + dz * dz;
        if (square > CUT * CUT) continue;
        const float inverse = 1 / square, six = inverse * inverse * inverse;
        const float pull = 24 * inverse * six * (2 * six - 1);
        sum.x += pull * dx;
        sum.y += pull * dy;
        sum.z += pull * dz;
        energy += 2 * six * (six - 1);
    }
    force[i] = sum;
    potential[i] = energy;
}

// sums[0]: kinetic, sums[1]: potential.
__global__ void energies(const float3 *speed, const float *potential, double *sums) {
    __shared__ double parts[2][256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    const float3 v = i < COUNT ? speed[i] : make_float3(0, 0, 0);
    parts[0][t] = 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z);
    parts[1][t] = i < COUNT ? potential[i] : 0;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            for (int k = 0; k < 2; ++k) parts[k][t] += parts[k][t + half];
    }
    if (t < 2) atomicAdd(&sums[t], parts[t][0]);
}

int main() {
    Marks marks("step");
    std::mt19937 chance(1);
    std::normal_distribution<float> normal(0, 1);
    std::vector<float3> places(COUNT), speeds(COUNT);
    double mean[3] = {};
    for (int i = 0; i < COUNT; ++i) {
        const float gap = BOX / SIDE;
        places[i] = make_float3((i / SIDE / SIDE + 0.5f) * gap - BOX / 2,
                                (i / SIDE % SIDE + 0.5f) * gap - BOX / 2,
                                (i % SIDE + 0.5f) * gap - BOX / 2);
        speeds[i] = make_float3(normal(chance), normal(chance), normal(chance));
        mean[0] += speeds[i].x, mean[1] += speeds[i].y, mean[2] += speeds[i].z;
    }
    for (float3 &v : speeds) v.x -= mean[0] / COUNT, v.y -= mean[1] / COUNT, v.z -= mean[2] / COUNT;

    float3 *place = allocate<float3>(COUNT), *speed = allocate<float3>(COUNT);
    float3 *force = allocate<float3>(COUNT);
    float *potential = allocate<float>(COUNT);
    int *filled = allocate<int>(CELLS), *members = allocate<int>(CELLS * ROOM);
    int *counts = allocate<int>(COUNT), *list = allocate<int>(COUNT * MOST);
    int *lost = allocate<int>(1);
    double *sums = allocate<double>(2);
    upload(place, places.data(), COUNT);
    upload(speed, speeds.data(), COUNT);

    auto rebuild = [&] {
        check(cudaMemsetAsync(filled, 0, CELLS * sizeof(int)), "cudaMemset");
        bin<<<blocks(COUNT), 256>>>(place, filled, members, lost);
        find_neighbours<<<blocks(COUNT), 256>>>(place, filled, members, counts, list, lost);
    };
    rebuild();
    forces<<<blocks(COUNT), 256>>>(place, counts, list, force, potential);

    double totals[2] = {}, first = 0;
    for (int t = 1; t <= 400; ++t) {
        marks.begin();
        kick_drift<<<blocks(COUNT), 256>>>(place, speed, force);
        if (t % 10 == 0) rebuild();
        forces<<<blocks(COUNT), 256>>>(place, counts, list, force, potential);
        kick<<<blocks(COUNT), 256>>>(speed, force);
        marks.other();
        if (t % 50 == 0) {
            check(cudaMemset(sums, 0, 2 * sizeof(double)), "cudaMemset");
            energies<<<blocks(COUNT), 256>>>(speed, potential, sums);
            download(totals, sums, 2);
            if (t == 50) first = totals[0] + totals[1];
            fprintf(stderr, "step %d: temperature %.4f, potential %.4f, total %.5f\n", t,
                    totals[0] / COUNT / 1.5, totals[1] / COUNT, (totals[0] + totals[1]) / COUNT);
        }
    }
    int missing = 0;
    download(&missing, lost, 1);
    expect(missing == 0, "room for neighbours");
    const double drift = std::abs(totals[0] + totals[1] - first) / COUNT;
    expect(drift < 0.1, "energy");
    printf("energy %.5f, drift %.6f\n", (totals[0] + totals[1]) / COUNT, drift);
}
