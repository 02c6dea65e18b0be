// Spins on a square lattice at five temperatures by Swendsen and Wang's method: bonds at random,
// clusters by labels that are merged until none changes, and a coin for each cluster.
// sweep: a step is a sweep; each fifth also measures.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 ising.cu -o ising

#include "marks.cuh"

#include <cmath>
#include <vector>

constexpr int N = 1536, SITES = N * N, SWEEPS = 32, SETTLE = 12, MEASURE = 5;

__device__ unsigned scramble(unsigned x) {
    x = (x ^ 61u) ^ (x >> 16);
    x *= 9u;
    x ^= x >> 4;
    x *= 0x27d4eb2du;
    return x ^ (x >> 15);
}

__device__ float uniform(unsigned site, unsigned seed) {
    return (scramble(scramble(site + 0x9e3779b9u * seed) ^ seed) >> 8) * (1.0f / 16777216.0f);
}

__device__ int right_of(int i) { return i % N == N - 1 ? i - N + 1 : i + 1; }

__device__ int below(int i) { return i >= SITES - N ? i - SITES + N : i + N; }

__global__ void align(signed char *spin) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < SITES)
        spin[i] = 1;
}

// Bit 0 for the bond to the right, bit 1 for the one below.
__global__ void bonds(const signed char *spin, unsigned char *bond, int *label, float chance, unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= SITES)
        return;
    int bits = 0;
    if (spin[i] == spin[right_of(i)] && uniform(2 * i, seed) < chance)
        bits |= 1;
    if (spin[i] == spin[below(i)] && uniform(2 * i + 1, seed) < chance)
        bits |= 2;
    bond[i] = bits;
    label[i] = i;
}

__device__ void merge(int *label, int i, int j, int *changed) {
    int a = label[i], b = label[j];
    if (a == b)
        return;
    atomicMin(&label[max(a, b)], min(a, b));
    *changed = 1;
}

__global__ void hook(const unsigned char *bond, int *label, int *changed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= SITES)
        return;
    int bits = bond[i];
    if (bits & 1)
        merge(label, i, right_of(i), changed);
    if (bits & 2)
        merge(label, i, below(i), changed);
}

__global__ void compress(int *label) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= SITES)
        return;
    int root = label[i];
    while (label[root] != root)
        root = label[root];
    label[i] = root;
}

__global__ void flip(signed char *spin, const int *label, unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < SITES && uniform(label[i], seed) < 0.5f)
        spin[i] = -spin[i];
}

__global__ void cluster_sizes(const int *label, int *size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < SITES)
        atomicAdd(&size[label[i]], 1);
}

__global__ void measure(const signed char *spin, const int *size, unsigned long long *sums) {
    long long up = 0, same = 0, squares = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < SITES; i += gridDim.x * blockDim.x) {
        up += spin[i] > 0;
        same += (spin[i] == spin[right_of(i)]) + (spin[i] == spin[below(i)]);
        squares += (long long)size[i] * size[i];
    }
    atomicAdd(&sums[0], (unsigned long long)up);
    atomicAdd(&sums[1], (unsigned long long)same);
    atomicAdd(&sums[2], (unsigned long long)squares);
}

int main() {
    Marks marks("sweep");
    const float temperatures[] = {2.0f, 2.2f, 2.2692f, 2.35f, 2.7f};
    const unsigned grid = blocks(SITES);
    auto spin = allocate<signed char>(SITES);
    auto bond = allocate<unsigned char>(SITES);
    auto label = allocate<int>(SITES), size = allocate<int>(SITES), changed = allocate<int>(1);
    auto sums = allocate<unsigned long long>(3);
    unsigned seed = 1;
    for (float temperature : temperatures) {
        align<<<grid, 256>>>(spin);
        float chance = 1 - std::exp(-2 / temperature);
        double magnet = 0, energy = 0, cluster = 0;
        int measured = 0, rounds = 0;
        for (int sweep = 1; sweep <= SWEEPS; sweep++) {
            marks.begin();
            bonds<<<grid, 256>>>(spin, bond, label, chance, seed++);
            int more = 1;
            while (more) {
                check(cudaMemsetAsync(changed, 0, sizeof(int)), "changed");
                hook<<<grid, 256>>>(bond, label, changed);
                compress<<<grid, 256>>>(label);
                download(&more, changed, 1);
                rounds++;
            }
            flip<<<grid, 256>>>(spin, label, seed++);
            if (sweep > SETTLE && sweep % MEASURE == 0) {
                check(cudaMemsetAsync(size, 0, SITES * sizeof(int)), "sizes");
                check(cudaMemsetAsync(sums, 0, 3 * sizeof(unsigned long long)), "sums");
                cluster_sizes<<<grid, 256>>>(label, size);
                measure<<<512, 256>>>(spin, size, sums);
                unsigned long long host[3];
                download(host, sums, 3);
                magnet += std::fabs(2.0 * host[0] / SITES - 1);
                energy += 2 - 2.0 * host[1] / SITES;
                cluster += double(host[2]) / SITES;
                measured++;
            }
            marks.other();
        }
        magnet /= measured, energy /= measured, cluster /= measured;
        fprintf(stderr, "T %.4f: energy %.4f, clusters of %.0f, %.1f rounds a sweep\n", temperature, energy, cluster,
                double(rounds) / SWEEPS);
        expect(std::isfinite(magnet) && measured > 0, "the magnet");
        printf("T %.4f magnet %.3f\n", temperature, magnet);
    }
}
