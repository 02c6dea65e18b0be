// A galaxy of bodies that all attract one another: kick, drift, kick, with tiles in shared memory.
// The energy is summed after every 50th step.
//
//     ./nbody [BODIES [STEPS]]

#include <cmath>
#include <cstdlib>
#include <vector>

#include "marks.cuh"

constexpr int TILE = 128;
constexpr float SOFT = 1e-3f;

__global__ void accelerate(const float4 *places, float4 *pulls, int count) {
    __shared__ float4 tile[TILE];
    int own = blockIdx.x * TILE + threadIdx.x;
    float4 at = own < count ? places[own] : make_float4(0, 0, 0, 0);
    float x = 0, y = 0, z = 0, potential = 0;
    for (int start = 0; start < count; start += TILE) {
        int other = start + threadIdx.x;
        tile[threadIdx.x] = other < count ? places[other] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 16
        for (int i = 0; i < TILE; i++) {
            float dx = tile[i].x - at.x, dy = tile[i].y - at.y, dz = tile[i].z - at.z;
            float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + SOFT);
            float strength = tile[i].w * inverse * inverse * inverse;
            x += strength * dx;
            y += strength * dy;
            z += strength * dz;
            potential -= tile[i].w * inverse;
        }
        __syncthreads();
    }
    if (own < count) pulls[own] = make_float4(x, y, z, potential);
}

__global__ void kick(float4 *speeds, const float4 *pulls, float length, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    speeds[own].x += length * pulls[own].x;
    speeds[own].y += length * pulls[own].y;
    speeds[own].z += length * pulls[own].z;
}

__global__ void drift(float4 *places, const float4 *speeds, float length, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    places[own].x += length * speeds[own].x;
    places[own].y += length * speeds[own].y;
    places[own].z += length * speeds[own].z;
}

__global__ void energies(const float4 *places, const float4 *speeds, const float4 *pulls,
                         double *total, int count) {
    __shared__ double parts[TILE];
    int own = blockIdx.x * TILE + threadIdx.x;
    double energy = 0;
    if (own < count) {
        float4 v = speeds[own];
        energy = 0.5 * places[own].w * (v.x * v.x + v.y * v.y + v.z * v.z + pulls[own].w);
    }
    parts[threadIdx.x] = energy;
    __syncthreads();
    for (int half = TILE / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, parts[0]);
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 12288;
    const int steps = argc > 2 ? atoi(argv[2]) : 300;
    const float length = 0.002f;
    Marks marks("step");
    srand(1);
    auto chance = [] { return rand() / (RAND_MAX + 1.0f); };
    std::vector<float4> places(count), speeds(count);
    for (int i = 0; i < count; i++) {
        float radius = 0.1f + 0.9f * sqrtf(chance()), angle = 6.2831853f * chance();
        float speed = sqrtf(radius);
        places[i] = make_float4(radius * cosf(angle), radius * sinf(angle), 0.05f * chance(),
                                1.0f / count);
        speeds[i] = make_float4(-speed * sinf(angle), speed * cosf(angle), 0, 0);
    }
    float4 *x = allocate<float4>(count), *v = allocate<float4>(count), *a = allocate<float4>(count);
    double *total = allocate<double>(1);
    upload(x, places.data(), count);
    upload(v, speeds.data(), count);

    unsigned grid = blocks(count, TILE);
    accelerate<<<grid, TILE>>>(x, a, count);
    double energy = 0, first = 0;
    for (int step = 0; step < steps; step++) {
        marks.begin();
        kick<<<blocks(count), 256>>>(v, a, length / 2, count);
        drift<<<blocks(count), 256>>>(x, v, length, count);
        accelerate<<<grid, TILE>>>(x, a, count);
        kick<<<blocks(count), 256>>>(v, a, length / 2, count);
        marks.other();
        if ((step + 1) % 50 == 0 || step + 1 == steps) {
            check(cudaMemset(total, 0, sizeof(double)), "cudaMemset");
            energies<<<grid, TILE>>>(x, v, a, total, count);
            download(&energy, total, 1);
            if (first == 0) first = energy;
            fprintf(stderr, "step %d: energy %.6f\n", step + 1, energy);
        }
    }
    expect(std::isfinite(energy) && fabs(energy - first) < 0.1 * fabs(first) + 0.05, "energy");
    printf("energy %.6f after %d steps\n", energy, steps);
}
