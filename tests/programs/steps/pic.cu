// Two streams of electrons by particles in cells: charges on a periodic grid, a potential by red
// and black sweeps that start from the last one, and leapfrog. Particles are sorted by cells on
// each 20th step, energies are taken on each 25th.
//
//     ./pic [PARTICLES [STEPS]]

#include <cmath>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "marks.cuh"

constexpr int SIZE = 64, CELLS = SIZE * SIZE, SWEEPS = 12;
constexpr float DT = 0.1f, LENGTH = 12.0f, SPACE = LENGTH / SIZE;

struct Particle {
    float x, y, vx, vy;
};

struct Corners {
    int at[4];
    float share[4];
};

// The four points of the grid around a place, and its share of each.
__device__ Corners around(float x, float y) {
    float column = x / SPACE, row = y / SPACE;
    int i = (int)column, j = (int)row;
    float a = column - i, b = row - j;
    int left = i % SIZE, right = (i + 1) % SIZE, low = j % SIZE, high = (j + 1) % SIZE;
    return {{low * SIZE + left, low * SIZE + right, high * SIZE + left, high * SIZE + right},
            {(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b}};
}

__global__ void fill(float *values, float value, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own < count) values[own] = value;
}

__global__ void deposit(const Particle *particles, float *charge, float weight, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    Corners corners = around(particles[own].x, particles[own].y);
    for (int i = 0; i < 4; i++) atomicAdd(&charge[corners.at[i]], -weight * corners.share[i]);
}

__global__ void sweep(float *potential, const float *charge, int color) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    int i = own % SIZE, j = own / SIZE;
    if (own >= CELLS || (i + j) % 2 != color) return;
    float sum = potential[j * SIZE + (i + 1) % SIZE] + potential[j * SIZE + (i + SIZE - 1) % SIZE] +
                potential[(j + 1) % SIZE * SIZE + i] + potential[(j + SIZE - 1) % SIZE * SIZE + i];
    float wanted = 0.25f * (sum + SPACE * SPACE * charge[own]);
    potential[own] += 1.6f * (wanted - potential[own]);
}

__global__ void field(const float *potential, float *ex, float *ey) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= CELLS) return;
    int i = own % SIZE, j = own / SIZE;
    int right = j * SIZE + (i + 1) % SIZE, left = j * SIZE + (i + SIZE - 1) % SIZE;
    int high = (j + 1) % SIZE * SIZE + i, low = (j + SIZE - 1) % SIZE * SIZE + i;
    ex[own] = (potential[left] - potential[right]) / (2 * SPACE);
    ey[own] = (potential[low] - potential[high]) / (2 * SPACE);
}

__device__ float wrapped(float x) {
    x = x < 0 ? x + LENGTH : x;
    return x >= LENGTH ? x - LENGTH : x;
}

__global__ void push(Particle *particles, const float *ex, const float *ey, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    Particle particle = particles[own];
    Corners corners = around(particle.x, particle.y);
    for (int i = 0; i < 4; i++) {
        particle.vx -= DT * corners.share[i] * ex[corners.at[i]];
        particle.vy -= DT * corners.share[i] * ey[corners.at[i]];
    }
    particle.x = wrapped(particle.x + DT * particle.vx);
    particle.y = wrapped(particle.y + DT * particle.vy);
    particles[own] = particle;
}

__device__ int cell_of(Particle particle) {
    int i = min((int)(particle.x / SPACE), SIZE - 1), j = min((int)(particle.y / SPACE), SIZE - 1);
    return j * SIZE + i;
}

__global__ void count_cells(const Particle *particles, int *counts, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own < count) atomicAdd(&counts[cell_of(particles[own])], 1);
}

// One block of 512.
__global__ void scan_cells(int *counts) {
    __shared__ int sums[512];
    constexpr int each = CELLS / 512;
    int first = threadIdx.x * each, sum = 0;
    for (int i = 0; i < each; i++) sum += counts[first + i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int shift = 1; shift < 512; shift *= 2) {
        int before = (int)threadIdx.x >= shift ? sums[threadIdx.x - shift] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    int start = sums[threadIdx.x] - sum;
    for (int i = 0; i < each; i++) {
        int here = counts[first + i];
        counts[first + i] = start;
        start += here;
    }
}

__global__ void scatter(const Particle *particles, Particle *sorted, int *starts, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    sorted[atomicAdd(&starts[cell_of(particles[own])], 1)] = particles[own];
}

__global__ void kinetic(const Particle *particles, float *energy, float weight, int count) {
    __shared__ float partial[256];
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (own < count) {
        Particle particle = particles[own];
        sum = 0.5f * weight * (particle.vx * particle.vx + particle.vy * particle.vy);
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if ((int)threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (!threadIdx.x) atomicAdd(energy, partial[0]);
}

__global__ void electric(const float *ex, const float *ey, float *energy) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own < CELLS)
        atomicAdd(energy, 0.5f * SPACE * SPACE * (ex[own] * ex[own] + ey[own] * ey[own]));
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 100000, steps = argc > 2 ? atoi(argv[2]) : 150;
    Marks marks("step");
    std::mt19937 chance(3);
    std::normal_distribution<float> normal(0, 0.1f);
    std::uniform_real_distribution<float> place(0, LENGTH * 0.9999f);
    std::vector<Particle> start(count);
    for (int i = 0; i < count; i++) {
        float x = place(chance), speed = i % 2 ? 1.0f : -1.0f;
        speed *= 1 + 0.02f * std::sin(2 * 3.14159265f * x / LENGTH);
        start[i] = {x, place(chance), speed + normal(chance), normal(chance)};
    }
    Particle *particles = allocate<Particle>(count), *sorted = allocate<Particle>(count);
    float *charge = allocate<float>(CELLS), *potential = allocate<float>(CELLS);
    float *ex = allocate<float>(CELLS), *ey = allocate<float>(CELLS), *energy = allocate<float>(2);
    int *counts = allocate<int>(CELLS);
    upload(particles, start.data(), count);

    // Their charge is minus one in each unit of area, on a ground of plus one.
    float weight = LENGTH * LENGTH / count, energies[2] = {0, 0};
    unsigned grid = blocks(count), cells = blocks(CELLS);
    for (int step = 0; step < steps; step++) {
        marks.begin();
        fill<<<cells, 256>>>(charge, 1.0f, CELLS);
        deposit<<<grid, 256>>>(particles, charge, weight / (SPACE * SPACE), count);
        for (int i = 0; i < SWEEPS; i++) {
            sweep<<<cells, 256>>>(potential, charge, 0);
            sweep<<<cells, 256>>>(potential, charge, 1);
        }
        field<<<cells, 256>>>(potential, ex, ey);
        push<<<grid, 256>>>(particles, ex, ey, count);
        if (step % 20 == 19) {
            check(cudaMemsetAsync(counts, 0, CELLS * sizeof(int)), "cudaMemset");
            count_cells<<<grid, 256>>>(particles, counts, count);
            scan_cells<<<1, 512>>>(counts);
            scatter<<<grid, 256>>>(particles, sorted, counts, count);
            std::swap(particles, sorted);
        }
        if (step % 25 == 0) {
            check(cudaMemset(energy, 0, 2 * sizeof(float)), "cudaMemset");
            kinetic<<<grid, 256>>>(particles, energy, weight, count);
            electric<<<cells, 256>>>(ex, ey, energy + 1);
            download(energies, energy, 2);
            fprintf(stderr, "step %d: moving %.4f, field %.5f\n", step, energies[0], energies[1]);
        }
        marks.other();
    }
    std::vector<Particle> end(count);
    download(end.data(), particles, count);
    double speed = 0;
    for (Particle particle : end) speed += std::hypot(particle.vx, particle.vy) / count;
    expect(std::isfinite(speed) && speed > 0 && speed < 10, "speeds");
    printf("mean speed %.4f, energy of the field %.5f after %d steps\n", speed, energies[1], steps);
}
