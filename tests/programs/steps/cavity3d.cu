// Flow in a box whose lid moves, by lattice Boltzmann with 19 velocities, in two arrays.
// step: collide and stream, then the walls and the lid; the kinetic energy on each 100th step.

#include <cmath>
#include <utility>
#include <vector>

#include "marks.cuh"

constexpr int SIZE = 256, CELLS = SIZE * SIZE * SIZE, STEPS = 2500;
constexpr float LID = 0.08f, OMEGA = 1.7f;

__constant__ int CX[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
__constant__ int CY[19] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
__constant__ int CZ[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};

__device__ __forceinline__ float weight(int q) {
    return q == 0 ? 1.f / 3 : q < 7 ? 1.f / 18 : 1.f / 36;
}

__device__ __forceinline__ int opposite(int q) { return q == 0 ? 0 : (q & 1) ? q + 1 : q - 1; }

__device__ __forceinline__ float equilibrium(int q, float rho, float u, float v, float w) {
    float c = CX[q] * u + CY[q] * v + CZ[q] * w;
    return weight(q) * rho * (1 + 3 * c + 4.5f * c * c - 1.5f * (u * u + v * v + w * w));
}

__global__ void start(float *f) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= CELLS) return;
    for (int q = 0; q < 19; q++) f[q * CELLS + cell] = weight(q);
}

// Each cell takes what its neighbours sent, and lets it collide.
__global__ void collide_stream(const float *from, float *to) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= SIZE - 1 || y >= SIZE - 1 || z >= SIZE - 1) return;
    int cell = (z * SIZE + y) * SIZE + x;
    float f[19], rho = 0, u = 0, v = 0, w = 0;
#pragma unroll
    for (int q = 0; q < 19; q++) {
        f[q] = from[q * CELLS + cell - (CZ[q] * SIZE + CY[q]) * SIZE - CX[q]];
        rho += f[q], u += CX[q] * f[q], v += CY[q] * f[q], w += CZ[q] * f[q];
    }
    u /= rho, v /= rho, w /= rho;
#pragma unroll
    for (int q = 0; q < 19; q++)
        to[q * CELLS + cell] = f[q] + OMEGA * (equilibrium(q, rho, u, v, w) - f[q]);
}

// Cells of the walls send back what comes to them; the lid pushes along x.
__global__ void walls(const float *from, float *to, int face) {
    int a = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
    if (a >= SIZE) return;
    int end = (face & 1) * (SIZE - 1);
    int x = face / 2 == 0 ? end : a, y = face / 2 == 1 ? end : face / 2 == 0 ? a : b;
    int z = face / 2 == 2 ? end : b;
    int cell = (z * SIZE + y) * SIZE + x;
    for (int q = 1; q < 19; q++) {
        int nx = x + CX[q], ny = y + CY[q], nz = z + CZ[q];
        if (nx < 1 || ny < 1 || nz < 1 || nx >= SIZE - 1 || ny >= SIZE - 1 || nz >= SIZE - 1)
            continue;
        int in = (nz * SIZE + ny) * SIZE + nx;
        float lid = face == 5 ? 6 * weight(q) * CX[q] * LID : 0;
        to[q * CELLS + cell] = to[opposite(q) * CELLS + in] + lid;
    }
}

__global__ void kinetic(const float *f, double *sum) {
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0;
    int x = cell % SIZE, y = cell / SIZE % SIZE, z = cell / SIZE / SIZE;
    if (x > 0 && y > 0 && z > 0 && x < SIZE - 1 && y < SIZE - 1 && z < SIZE - 1) {
        float rho = 0, u = 0, v = 0, w = 0;
        for (int q = 0; q < 19; q++) {
            float g = f[q * CELLS + cell];
            rho += g, u += CX[q] * g, v += CY[q] * g, w += CZ[q] * g;
        }
        e = 0.5f * (u * u + v * v + w * w) / rho;
    }
    for (int half = 16; half; half /= 2) e += __shfl_down_sync(~0u, e, half);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, (double)e);
}

int main() {
    Marks marks("step");
    auto f = allocate<float>(19 * (size_t)CELLS), g = allocate<float>(19 * (size_t)CELLS);
    auto sum = allocate<double>(1);
    start<<<blocks(CELLS), 256>>>(f);
    start<<<blocks(CELLS), 256>>>(g);
    dim3 grid(SIZE / 64, SIZE, SIZE), sides(SIZE / 64, SIZE);
    double energy = 0;
    for (int step = 0; step < STEPS; step++) {
        marks.begin();
        collide_stream<<<grid, 64>>>(f, g);
        for (int face = 0; face < 5; face++) walls<<<sides, 64>>>(f, g, face);
        walls<<<sides, 64>>>(f, g, 5);
        std::swap(f, g);
        if (step % 100 == 99) {
            check(cudaMemset(sum, 0, sizeof(double)), "memset");
            kinetic<<<blocks(CELLS), 256>>>(f, sum);
            download(&energy, sum, 1);
            if (step % 500 == 499)
                fprintf(stderr, "step %d energy %.6f\n", step + 1, energy / CELLS);
        }
    }
    marks.other();
    expect(std::isfinite(energy) && energy > 0, "the energy");
    printf("energy %.4f\n", energy);
}
