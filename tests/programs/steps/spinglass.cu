// An Edwards-Anderson spin glass in three dimensions with replicas at many temperatures, which are swapped:
// the first part only comes to rest, the second one also measures, and what is frozen is kept at times.
// sweep: a step is a number of sweeps of all replicas, their energies, and the swaps.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int L = 16, SITES = L * L * L, REPLICAS = 24, STEPS = 200, REST = 80, INNER = 10, KEPT = 50;

__host__ __device__ uint32_t mix(uint32_t x) {
    x ^= x >> 16, x *= 0x7feb352d, x ^= x >> 15, x *= 0x846ca68b;
    return x ^ x >> 16;
}

__device__ int field(const int8_t *spins, const int8_t *bonds, int x, int y, int z) {
    int left = (x + L - 1) % L, right = (x + 1) % L, up = (y + L - 1) % L, down = (y + 1) % L;
    int front = (z + L - 1) % L, back = (z + 1) % L;
    auto at = [](int x, int y, int z) { return (z * L + y) * L + x; };
    int here = at(x, y, z);
    return bonds[3 * here] * spins[at(right, y, z)] + bonds[3 * at(left, y, z)] * spins[at(left, y, z)] +
           bonds[3 * here + 1] * spins[at(x, down, z)] + bonds[3 * at(x, up, z) + 1] * spins[at(x, up, z)] +
           bonds[3 * here + 2] * spins[at(x, y, back)] + bonds[3 * at(x, y, front) + 2] * spins[at(x, y, front)];
}

// Half of the sites, as on a chess board; a replica for each row of blocks.
__global__ void flip(int8_t *spins, const int8_t *bonds, const float *beta, int colour, uint32_t seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (i >= SITES / 2) return;
    int y = i / (L / 2) % L, z = i / (L / 2) / L, x = 2 * (i % (L / 2)) + ((y + z + colour) & 1);
    int8_t *own = spins + (size_t)r * SITES;
    int8_t *spin = own + (z * L + y) * L + x;
    float cost = 2.0f * *spin * field(own, bonds, x, y, z);
    float chance = (mix(mix(seed + r * 7919u) + i) >> 8) * (1.0f / 16777216);
    if (chance < expf(-beta[r] * cost)) *spin = -*spin;
}

__global__ void energies(const int8_t *spins, const int8_t *bonds, int *energy) {
    __shared__ int part[256];
    const int8_t *own = spins + (size_t)blockIdx.y * SITES;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = own[i] * field(own, bonds, i % L, i / L % L, i / L / L);
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(&energy[blockIdx.y], -part[0]);
}

// How alike the first set of replicas is to the second one.
__global__ void overlaps(const int8_t *spins, const int *order, const int *other_order, int *overlap) {
    __shared__ int part[256];
    const int8_t *a = spins + (size_t)order[blockIdx.y] * SITES;
    const int8_t *b = spins + (size_t)other_order[blockIdx.y] * SITES;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = a[i] * b[i];
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(&overlap[blockIdx.y], part[0]);
}

__global__ void histogram(const int *overlap, unsigned *bins) {
    int r = threadIdx.x;
    if (r < REPLICAS) atomicAdd(&bins[r * 32 + min(31, int((overlap[r] / float(SITES) + 1) * 16))], 1u);
}

__global__ void scatter(int8_t *spins, uint32_t seed) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    spins[i] = mix(uint32_t(i) + seed) & 1 ? 1 : -1;
}

// Replicas of one set, in the order of their temperatures.
struct Set {
    std::vector<int> order = std::vector<int>(REPLICAS);

    int swap(std::vector<float> &beta, const std::vector<int> &energy, int parity, std::mt19937 &draw) {
        std::uniform_real_distribution<float> chance;
        int swapped = 0;
        for (int i = parity; i + 1 < REPLICAS; i += 2) {
            int a = order[i], b = order[i + 1];
            float gain = (beta[b] - beta[a]) * 0.5f * (energy[b] - energy[a]);
            if (chance(draw) < std::exp(gain)) {
                std::swap(beta[a], beta[b]);
                std::swap(order[i], order[i + 1]);
                swapped++;
            }
        }
        return swapped;
    }
};

int main() {
    Marks marks("sweep");
    constexpr int ALL = 2 * REPLICAS;
    std::mt19937 draw(5);
    std::vector<int8_t> bonds(3 * SITES);
    for (auto &bond : bonds) bond = draw() & 1 ? 1 : -1;
    std::vector<float> beta(ALL);
    Set sets[2];
    for (int s = 0; s < 2; s++) {
        std::iota(sets[s].order.begin(), sets[s].order.end(), s * REPLICAS);
        for (int i = 0; i < REPLICAS; i++)
            beta[s * REPLICAS + i] = 1.25f / std::pow(2.1f, float(i) / (REPLICAS - 1));
    }
    int8_t *spins = allocate<int8_t>((size_t)ALL * SITES), *device_bonds = allocate<int8_t>(3 * SITES);
    float *device_beta = allocate<float>(ALL);
    int *device_energy = allocate<int>(ALL), *overlap = allocate<int>(REPLICAS), *orders = allocate<int>(ALL);
    unsigned *bins = allocate<unsigned>(REPLICAS * 32);
    upload(device_bonds, bonds.data(), bonds.size());
    scatter<<<ALL * (SITES / 256), 256>>>(spins, 17);

    std::vector<int> energy(ALL);
    std::vector<int8_t> frozen(SITES);
    long swapped = 0;
    int lowest = 0, measured = 0;
    for (int step = 0; step < STEPS; step++) {
        marks.begin();
        upload(device_beta, beta.data(), ALL);
        for (int i = 0; i < INNER; i++)
            for (int colour = 0; colour < 2; colour++)
                flip<<<dim3(blocks(SITES / 2), ALL), 256>>>(spins, device_bonds, device_beta, colour, draw());
        check(cudaMemsetAsync(device_energy, 0, ALL * sizeof(int)), "energies");
        energies<<<dim3(SITES / 256, ALL), 256>>>(spins, device_bonds, device_energy);
        download(energy.data(), device_energy, ALL);
        for (auto &set : sets) swapped += set.swap(beta, energy, step & 1, draw);
        if (step >= REST && step % 2 == 0) {
            upload(orders, sets[0].order.data(), REPLICAS);
            upload(orders + REPLICAS, sets[1].order.data(), REPLICAS);
            check(cudaMemsetAsync(overlap, 0, REPLICAS * sizeof(int)), "overlaps");
            overlaps<<<dim3(SITES / 256, REPLICAS), 256>>>(spins, orders, orders + REPLICAS, overlap);
            histogram<<<1, 32>>>(overlap, bins);
            measured++;
        }
        marks.other();
        auto least = std::min_element(energy.begin(), energy.end());
        lowest = std::min(lowest, *least / 2);
        if (step % KEPT == KEPT - 1) {
            download(frozen.data(), spins + (least - energy.begin()) * SITES, SITES);
            int up = std::accumulate(frozen.begin(), frozen.end(), 0);
            double cold = double(lowest) / SITES;
            fprintf(stderr, "step %d: energy %.4f a site, up %d, %ld swaps\n", step, cold, up, swapped);
        }
    }
    std::vector<unsigned> counts(REPLICAS * 32);
    download(counts.data(), bins, counts.size());
    expect(std::accumulate(counts.begin(), counts.end(), 0u) == unsigned(measured * REPLICAS), "all are counted");
    expect(lowest < -SITES, "it is cold");
    printf("energy %.4f a site, %ld swaps\n", double(lowest) / SITES, swapped);
}
