// Breadth-first search through a network of streets, level by level, with a flag that the host
// reads after each, as in Rodinia.
//
//     ./bfs [SIDE]

#include <cstdlib>
#include <vector>

#include "marks.cuh"

__global__ void expand(const int *starts, const int *ends, const char *front, char *next,
                       const char *seen, int *distances, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count || !front[own]) return;
    for (int i = starts[own]; i < starts[own + 1]; i++) {
        int other = ends[i];
        if (!seen[other]) {
            distances[other] = distances[own] + 1;
            next[other] = 1;
        }
    }
}

__global__ void settle(char *front, char *next, char *seen, char *more, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    front[own] = next[own];
    if (next[own]) {
        seen[own] = 1;
        next[own] = 0;
        *more = 1;
    }
}

__global__ void spread_of(const int *distances, int *counts, int *farthest, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count || distances[own] < 0) return;
    atomicAdd(&counts[distances[own] / 16], 1);
    atomicMax(farthest, distances[own]);
}

int main(int argc, char **argv) {
    const int side = argc > 1 ? atoi(argv[1]) : 400;
    const int count = side * side;
    Marks marks("level");
    // A grid without a quarter of its streets, and with a few long ones.
    unsigned state = 12345;
    auto chance = [&state] {
        state = state * 1664525u + 1013904223u;
        return (state >> 8) / 16777216.0;
    };
    std::vector<std::vector<int>> streets(count);
    auto join = [&](int a, int b) {
        streets[a].push_back(b);
        streets[b].push_back(a);
    };
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) {
            int own = i * side + j;
            if (j + 1 < side && chance() < 0.75) join(own, own + 1);
            if (i + 1 < side && chance() < 0.75) join(own, own + side);
        }
    for (int i = 0; i < 12; i++) {
        int a = (int)(chance() * count), b = (int)(chance() * count);
        join(a, b);
    }
    std::vector<int> starts(1, 0), ends, distances(count, -1);
    for (auto &own : streets) {
        ends.insert(ends.end(), own.begin(), own.end());
        starts.push_back((int)ends.size());
    }
    const int source = (side / 2) * side + side / 2;
    distances[source] = 0;
    std::vector<char> first(count, 0);
    first[source] = 1;

    int *d_starts = allocate<int>(count + 1), *d_ends = allocate<int>(ends.size());
    int *d_distances = allocate<int>(count), *counts = allocate<int>(1024);
    int *farthest = allocate<int>(1);
    char *front = allocate<char>(count), *next = allocate<char>(count);
    char *seen = allocate<char>(count), *more = allocate<char>(1);
    upload(d_starts, starts.data(), count + 1);
    upload(d_ends, ends.data(), ends.size());
    upload(d_distances, distances.data(), count);
    upload(front, first.data(), count);
    upload(seen, first.data(), count);

    int levels = 0;
    char going = 1;
    while (going) {
        marks.begin();
        going = 0;
        upload(more, &going, 1);
        expand<<<blocks(count), 256>>>(d_starts, d_ends, front, next, seen, d_distances, count);
        settle<<<blocks(count), 256>>>(front, next, seen, more, count);
        download(&going, more, 1);
        levels++;
        marks.other();
    }
    spread_of<<<blocks(count), 256>>>(d_distances, counts, farthest, count);
    int most = 0;
    download(&most, farthest, 1);
    download(distances.data(), d_distances, count);
    int reached = 0;
    for (int distance : distances) reached += distance >= 0;
    expect(most == levels - 1 && reached > count / 2, "levels");
    printf("%d of %d corners reached in %d levels\n", reached, count, levels);
}
