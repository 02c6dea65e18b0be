// k-means of points in eight dimensions: centres by k-means++, then Lloyd's iterations until the
// centres hardly move.
//
//     ./kmeans [POINTS [ITERATIONS]]

#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int WIDTH = 8, CLUSTERS = 24, BLOCK = 256;

__device__ float squared_distance(const float *a, const float *b) {
    float sum = 0;
    for (int i = 0; i < WIDTH; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

// How far each point is from the nearest centre so far, where `added` is a new one.
__global__ void nearer(const float *points, const float *centers, int added, float *distances,
                       int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    float distance = squared_distance(points + own * WIDTH, centers + added * WIDTH);
    distances[own] = added ? fminf(distances[own], distance) : distance;
}

__global__ void assign(const float *points, const float *centers, int *owners, int *changed,
                       int count) {
    __shared__ float near[CLUSTERS * WIDTH];
    for (int i = threadIdx.x; i < CLUSTERS * WIDTH; i += blockDim.x) near[i] = centers[i];
    __syncthreads();
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    int best = 0;
    float least = 1e30f;
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
        float distance = squared_distance(points + own * WIDTH, near + cluster * WIDTH);
        if (distance < least) least = distance, best = cluster;
    }
    if (owners[own] != best) {
        owners[own] = best;
        atomicAdd(changed, 1);
    }
}

__global__ void add_up(const float *points, const int *owners, float *sums, int *counts,
                       int count) {
    __shared__ float partial[CLUSTERS * WIDTH];
    __shared__ int members[CLUSTERS];
    for (int i = threadIdx.x; i < CLUSTERS * WIDTH; i += blockDim.x) partial[i] = 0;
    for (int i = threadIdx.x; i < CLUSTERS; i += blockDim.x) members[i] = 0;
    __syncthreads();
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own < count) {
        int cluster = owners[own];
        for (int i = 0; i < WIDTH; i++)
            atomicAdd(&partial[cluster * WIDTH + i], points[own * WIDTH + i]);
        atomicAdd(&members[cluster], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < CLUSTERS * WIDTH; i += blockDim.x)
        atomicAdd(&sums[i], partial[i]);
    for (int i = threadIdx.x; i < CLUSTERS; i += blockDim.x) atomicAdd(&counts[i], members[i]);
}

__global__ void recenter(float *centers, const float *sums, const int *counts, float *moved) {
    int own = threadIdx.x;
    if (own >= CLUSTERS * WIDTH) return;
    int members = counts[own / WIDTH];
    if (!members) return;
    float center = sums[own] / members;
    atomicAdd(moved, (center - centers[own]) * (center - centers[own]));
    centers[own] = center;
}

__global__ void within(const float *points, const float *centers, const int *owners, float *total,
                       int count) {
    __shared__ float partial[BLOCK];
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    partial[threadIdx.x] =
        own < count ? squared_distance(points + own * WIDTH, centers + owners[own] * WIDTH) : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half; half /= 2) {
        if ((int)threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (!threadIdx.x) atomicAdd(total, partial[0]);
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 100000;
    int iterations = argc > 2 ? atoi(argv[2]) : 60;
    Marks marks("iteration");

    std::mt19937 chance(1);
    std::normal_distribution<float> normal;
    std::vector<float> places(count * WIDTH), means(40 * WIDTH);
    for (float &mean : means) mean = 1.2f * normal(chance);
    for (int i = 0; i < count; i++) {
        int group = chance() % 40;
        for (int j = 0; j < WIDTH; j++)
            places[i * WIDTH + j] = means[group * WIDTH + j] + normal(chance);
    }
    float *points = allocate<float>(count * WIDTH), *centers = allocate<float>(CLUSTERS * WIDTH);
    float *sums = allocate<float>(CLUSTERS * WIDTH), *distances = allocate<float>(count);
    float *moved = allocate<float>(1), *total = allocate<float>(1);
    int *owners = allocate<int>(count), *counts = allocate<int>(CLUSTERS);
    int *changed = allocate<int>(1);
    upload(points, places.data(), places.size());
    check(cudaMemset(owners, 0xff, count * sizeof(int)), "cudaMemset");
    unsigned grid = blocks(count, BLOCK);

    // The first centres: each one far from those before it, by chance.
    std::vector<float> far(count);
    int chosen = chance() % count;
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
        upload(centers + cluster * WIDTH, &places[chosen * WIDTH], WIDTH);
        if (cluster == CLUSTERS - 1) break;
        nearer<<<grid, BLOCK>>>(points, centers, cluster, distances, count);
        download(far.data(), distances, count);
        double sum = 0;
        for (float distance : far) sum += distance;
        double at = sum * (chance() / 4294967296.0);
        for (chosen = 0; chosen < count - 1 && (at -= far[chosen]) > 0; chosen++) {}
    }

    int iteration = 0, changes = 0;
    float way = 1;
    while (iteration < iterations && way > 1e-4f) {
        marks.begin();
        check(cudaMemset(sums, 0, CLUSTERS * WIDTH * sizeof(float)), "cudaMemset");
        check(cudaMemset(counts, 0, CLUSTERS * sizeof(int)), "cudaMemset");
        check(cudaMemset(changed, 0, sizeof(int)), "cudaMemset");
        check(cudaMemset(moved, 0, sizeof(float)), "cudaMemset");
        assign<<<grid, BLOCK>>>(points, centers, owners, changed, count);
        add_up<<<grid, BLOCK>>>(points, owners, sums, counts, count);
        recenter<<<1, CLUSTERS * WIDTH>>>(centers, sums, counts, moved);
        download(&changes, changed, 1);
        download(&way, moved, 1);
        iteration++;
        marks.other();
        if (iteration % 10 == 0) fprintf(stderr, "%d: %d changes, %g\n", iteration, changes, way);
    }
    within<<<grid, BLOCK>>>(points, centers, owners, total, count);
    float inertia = 0;
    download(&inertia, total, 1);
    inertia /= count;
    expect(std::isfinite(inertia) && inertia > 0, "inertia");
    printf("%.4f within clusters after %d iterations\n", inertia, iteration);
}
