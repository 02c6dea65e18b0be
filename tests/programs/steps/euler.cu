// Compressible gas in two dimensions: slopes by minmod, HLL fluxes, and Heun's method in time. Each
// time step is as long as the fastest wave allows. The rims are periodic.
//
//     ./euler [SIZE [STEPS]]

#include <cmath>
#include <cstdlib>
#include <vector>

#include "marks.cuh"

constexpr float GAMMA = 1.4f;

struct Gas {
    float density, x, y, energy;
};

__device__ Gas plus(Gas a, Gas b, float scale) {
    return {a.density + scale * b.density, a.x + scale * b.x, a.y + scale * b.y,
            a.energy + scale * b.energy};
}

__device__ float pressure_of(Gas gas) {
    float moving = 0.5f * (gas.x * gas.x + gas.y * gas.y) / gas.density;
    return fmaxf((GAMMA - 1) * (gas.energy - moving), 1e-6f);
}

__device__ float sound_of(Gas gas) { return sqrtf(GAMMA * pressure_of(gas) / gas.density); }

__device__ float minmod(float a, float b) {
    return a * b <= 0 ? 0.0f : (fabsf(a) < fabsf(b) ? a : b);
}

__device__ Gas slope_of(Gas before, Gas own, Gas after) {
    return {minmod(own.density - before.density, after.density - own.density),
            minmod(own.x - before.x, after.x - own.x), minmod(own.y - before.y, after.y - own.y),
            minmod(own.energy - before.energy, after.energy - own.energy)};
}

__device__ Gas flow_of(Gas gas) {
    float speed = gas.x / gas.density, pressure = pressure_of(gas);
    return {gas.x, gas.x * speed + pressure, gas.y * speed, (gas.energy + pressure) * speed};
}

// Along x: for y, the two are exchanged before and after.
__device__ Gas hll(Gas left, Gas right) {
    float slow = fminf(left.x / left.density - sound_of(left),
                       right.x / right.density - sound_of(right));
    float fast = fmaxf(left.x / left.density + sound_of(left),
                       right.x / right.density + sound_of(right));
    Gas from = flow_of(left), to = flow_of(right);
    if (slow >= 0) return from;
    if (fast <= 0) return to;
    Gas flow = plus(plus({0, 0, 0, 0}, from, fast), to, -slow);
    flow = plus(flow, plus(right, left, -1), slow * fast);
    return plus({0, 0, 0, 0}, flow, 1 / (fast - slow));
}

__device__ Gas turned(Gas gas) { return {gas.density, gas.y, gas.x, gas.energy}; }

// Shears with a small wave, and a round blast.
__global__ void begin_state(Gas *state, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size) return;
    float x = (i + 0.5f) / size, y = (j + 0.5f) / size;
    bool inside = fabsf(y - 0.5f) < 0.25f;
    float density = inside ? 2.0f : 1.0f, speed = inside ? 0.5f : -0.5f;
    float wave = 0.01f * sinf(4 * 3.14159265f * x);
    float away = hypotf(x - 0.5f, y - 0.5f);
    float pressure = away < 0.08f ? 6.0f : 2.5f;
    state[j * size + i] = {density, density * speed, density * wave,
                           pressure / (GAMMA - 1) + 0.5f * density * (speed * speed + wave * wave)};
}

__global__ void fastest_wave(const Gas *state, int *most, int count) {
    __shared__ float speeds[256];
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    float speed = 0;
    if (own < count) {
        Gas gas = state[own];
        speed = fmaxf(fabsf(gas.x), fabsf(gas.y)) / gas.density + sound_of(gas);
    }
    speeds[threadIdx.x] = speed;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if ((int)threadIdx.x < half)
            speeds[threadIdx.x] = fmaxf(speeds[threadIdx.x], speeds[threadIdx.x + half]);
        __syncthreads();
    }
    // Positive numbers are ordered as whole ones are.
    if (!threadIdx.x) atomicMax(most, (int)(speeds[0] * 1000000));
}

// The flow through the lower side of each cell along one axis.
__global__ void fluxes(const Gas *state, Gas *flows, int size, bool along_y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size) return;
    Gas near[4];
    for (int k = 0; k < 4; k++) {
        int shift = k - 2 + size;
        int column = along_y ? i : (i + shift) % size, row = along_y ? (j + shift) % size : j;
        near[k] = state[row * size + column];
        if (along_y) near[k] = turned(near[k]);
    }
    Gas left = plus(near[1], slope_of(near[0], near[1], near[2]), 0.5f);
    Gas right = plus(near[2], slope_of(near[1], near[2], near[3]), -0.5f);
    Gas flow = hll(left, right);
    flows[j * size + i] = along_y ? turned(flow) : flow;
}

// new = share * old + (1 - share) * (state + ratio * inflow)
__global__ void change(const Gas *old, const Gas *state, const Gas *across, const Gas *along,
                       Gas *result, float ratio, float share, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size) return;
    int own = j * size + i, right = j * size + (i + 1) % size, up = (j + 1) % size * size + i;
    Gas gas = plus(plus(state[own], across[own], ratio), across[right], -ratio);
    gas = plus(plus(gas, along[own], ratio), along[up], -ratio);
    result[own] = plus(plus({0, 0, 0, 0}, old[own], share), gas, 1 - share);
}

__global__ void totals(const Gas *state, float *sums, int count) {
    __shared__ float mass[256], energy[256];
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    mass[threadIdx.x] = own < count ? state[own].density : 0;
    energy[threadIdx.x] = own < count ? state[own].energy : 0;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if ((int)threadIdx.x < half) {
            mass[threadIdx.x] += mass[threadIdx.x + half];
            energy[threadIdx.x] += energy[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (!threadIdx.x) {
        atomicAdd(&sums[0], mass[0]);
        atomicAdd(&sums[1], energy[0]);
    }
}

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 256, steps = argc > 2 ? atoi(argv[2]) : 200;
    int count = size * size;
    Marks marks("step");
    Gas *state = allocate<Gas>(count), *middle = allocate<Gas>(count);
    Gas *across = allocate<Gas>(count), *along = allocate<Gas>(count);
    int *most = allocate<int>(1);
    float *sums = allocate<float>(2), start[2], end[2];
    dim3 block(32, 8), grid(blocks(size, 32), blocks(size, 8));

    begin_state<<<grid, block>>>(state, size);
    totals<<<blocks(count), 256>>>(state, sums, count);
    download(start, sums, 2);
    float time = 0;
    int step = 0;
    for (; step < steps && time < 2; step++) {
        marks.begin();
        int speed = 0;
        check(cudaMemset(most, 0, sizeof(int)), "cudaMemset");
        fastest_wave<<<blocks(count), 256>>>(state, most, count);
        download(&speed, most, 1);
        float ratio = 0.3f / (speed / 1000000.0f);
        fluxes<<<grid, block>>>(state, across, size, false);
        fluxes<<<grid, block>>>(state, along, size, true);
        change<<<grid, block>>>(state, state, across, along, middle, ratio, 0.0f, size);
        fluxes<<<grid, block>>>(middle, across, size, false);
        fluxes<<<grid, block>>>(middle, along, size, true);
        change<<<grid, block>>>(state, middle, across, along, state, ratio, 0.5f, size);
        time += ratio / size;
        marks.other();
        if (step % 40 == 39) {
            check(cudaMemset(sums, 0, 2 * sizeof(float)), "cudaMemset");
            totals<<<blocks(count), 256>>>(state, sums, count);
            download(end, sums, 2);
            fprintf(stderr, "step %d, time %.4f: mass %.5f\n", step + 1, time, end[0] / count);
        }
    }
    check(cudaMemset(sums, 0, 2 * sizeof(float)), "cudaMemset");
    totals<<<blocks(count), 256>>>(state, sums, count);
    download(end, sums, 2);
    expect(std::fabs(end[0] - start[0]) < 1e-3f * start[0], "mass");
    expect(std::fabs(end[1] - start[1]) < 1e-3f * start[1], "energy");
    printf("time %.4f after %d steps, energy %.5f\n", time, step, end[1] / count);
}
