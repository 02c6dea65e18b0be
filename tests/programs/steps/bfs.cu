// Distances in a graph, breadth first. Steps (search): all levels from one source; their number
// depends on the source.
//
//     nvcc -O2 -lineinfo -o bfs bfs.cu -ldl

#include <vector>

#include "marks.cuh"

constexpr int ROWS = 24, COLUMNS = 60, NODES = ROWS * COLUMNS;

__global__ void start(int *distance, int *frontier, int source) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= NODES) return;
    distance[node] = node == source ? 0 : -1;
    frontier[node] = node == source;
}

__global__ void expand(
    int *next, const int *frontier, const int *distance, const int *firsts, const int *neighbours) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= NODES || !frontier[node]) return;
    for (int edge = firsts[node]; edge < firsts[node + 1]; ++edge) {
        if (distance[neighbours[edge]] < 0) next[neighbours[edge]] = 1;
    }
}

__global__ void settle(int *distance, int *frontier, int *next, int *found, int level) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= NODES) return;
    frontier[node] = next[node];
    if (next[node]) {
        distance[node] = level;
        *found = level;
    }
    next[node] = 0;
}

int main() {
    Marks marks("search");
    // A grid, so that the right distances are known.
    std::vector<int> firsts = {0}, neighbours;
    for (int node = 0; node < NODES; ++node) {
        const int row = node / COLUMNS, column = node % COLUMNS;
        if (row > 0) neighbours.push_back(node - COLUMNS);
        if (row < ROWS - 1) neighbours.push_back(node + COLUMNS);
        if (column > 0) neighbours.push_back(node - 1);
        if (column < COLUMNS - 1) neighbours.push_back(node + 1);
        firsts.push_back(int(neighbours.size()));
    }
    int *device_firsts = allocate<int>(firsts.size());
    int *device_neighbours = allocate<int>(neighbours.size());
    upload(device_firsts, firsts.data(), firsts.size());
    upload(device_neighbours, neighbours.data(), neighbours.size());
    int *distance = allocate<int>(NODES), *frontier = allocate<int>(NODES);
    int *next = allocate<int>(NODES), *found = allocate<int>(1);

    const int sources[] = {0, 12 * COLUMNS + 30, 5 * COLUMNS + 59, 20 * COLUMNS + 17};
    int levels = 0;
    for (const int source : sources) {
        marks.begin();
        start<<<blocks(NODES), 256>>>(distance, frontier, source);
        int level = 0, reached = 0;
        do {
            ++level;
            expand<<<blocks(NODES), 256>>>(
                next, frontier, distance, device_firsts, device_neighbours);
            settle<<<blocks(NODES), 256>>>(distance, frontier, next, found, level);
            download(&reached, found, 1);
        } while (reached == level);
        check(cudaMemsetAsync(found, 0, sizeof(int)), "cudaMemsetAsync");
        levels += level;
        marks.other();

        std::vector<int> result(NODES);
        download(result.data(), distance, NODES);
        for (int node = 0; node < NODES; ++node) {
            const int rows = abs(node / COLUMNS - source / COLUMNS);
            const int columns = abs(node % COLUMNS - source % COLUMNS);
            expect(result[node] == rows + columns, "a distance");
        }
    }
    printf("4 searches, %d levels\n", levels);
    return 0;
}
