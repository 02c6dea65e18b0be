// Shortest paths from one place in a network of roads, by rounds: all places whose distance fell
// in the last round tell their neighbours. round: a step is one round; its queue's length is read
// by the host. Two sources, one after the other; the first is checked by Dijkstra's algorithm.

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>
#include <utility>
#include <vector>

#include "marks.cuh"

constexpr int SIDE = 1024, NODES = SIDE * SIDE, FAR = 1 << 30, EXTRA = NODES / 64;

__global__ void reset(int *distance, int source) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < NODES) distance[i] = i == source ? 0 : FAR;
}

__global__ void relax(const int *first, const int *to, const int *length, const int *queue,
                      int count, int *distance, int *fell) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    int u = queue[k], base = distance[u];
    for (int e = first[u]; e < first[u + 1]; e++) {
        int v = to[e], there = base + length[e];
        if (there < distance[v] && there < atomicMin(&distance[v], there)) fell[v] = 1;
    }
}

// The places whose distance fell, in a new queue, each once.
__global__ void gather(int *fell, int *queue, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= NODES || !fell[i]) return;
    fell[i] = 0;
    queue[atomicAdd(count, 1)] = i;
}

__global__ void farthest(const int *distance, int *most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < NODES && distance[i] < FAR) atomicMax(most, distance[i]);
}

int main() {
    Marks marks("round");
    // A grid of streets of different lengths, and some long roads.
    std::mt19937 draw(4);
    std::vector<std::pair<int, std::pair<int, int>>> edges;
    edges.reserve(4 * NODES + 2 * EXTRA);
    auto both = [&](int a, int b, int length) {
        edges.push_back({a, {b, length}});
        edges.push_back({b, {a, length}});
    };
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int i = y * SIDE + x;
            if (x + 1 < SIDE) both(i, i + 1, 1 + draw() % 20);
            if (y + 1 < SIDE) both(i, i + SIDE, 1 + draw() % 20);
        }
    for (int k = 0; k < EXTRA; k++) {
        int x = draw() % (SIDE - 64), y = draw() % (SIDE - 64), i = y * SIDE + x;
        both(i, i + draw() % 64 + SIDE * (draw() % 64), 150 + draw() % 200);
    }
    std::vector<int> first(NODES + 1), to(edges.size()), length(edges.size());
    for (auto &edge : edges) first[edge.first + 1]++;
    for (int i = 0; i < NODES; i++) first[i + 1] += first[i];
    std::vector<int> place(first.begin(), first.end() - 1);
    for (auto &edge : edges) {
        int e = place[edge.first]++;
        to[e] = edge.second.first, length[e] = edge.second.second;
    }

    auto d_first = allocate<int>(NODES + 1), d_to = allocate<int>(to.size());
    auto d_length = allocate<int>(to.size()), distance = allocate<int>(NODES);
    auto queue = allocate<int>(NODES), other = allocate<int>(NODES), fell = allocate<int>(NODES);
    auto count = allocate<int>(1), most = allocate<int>(1);
    upload(d_first, first.data(), NODES + 1);
    upload(d_to, to.data(), to.size());
    upload(d_length, length.data(), length.size());

    std::vector<int> host(NODES);
    int rounds = 0;
    for (int run = 0; run < 2; run++) {
        int source = run == 0 ? SIDE / 2 * SIDE + SIDE / 2 : (int)(draw() % NODES);
        reset<<<blocks(NODES), 256>>>(distance, source);
        upload(queue, &source, 1);
        int size = 1, here = 0;
        while (size > 0) {
            marks.begin();
            relax<<<blocks(size), 256>>>(d_first, d_to, d_length, queue, size, distance, fell);
            check(cudaMemsetAsync(count, 0, sizeof(int)), "memset");
            gather<<<blocks(NODES), 256>>>(fell, other, count);
            download(&size, count, 1);
            std::swap(queue, other);
            here++;
        }
        marks.other();
        int end;
        check(cudaMemset(most, 0, sizeof(int)), "memset");
        farthest<<<blocks(NODES), 256>>>(distance, most);
        download(&end, most, 1);
        fprintf(stderr, "source %d: %d rounds, farthest %d\n", source, here, end);
        rounds += here;
        if (run == 0) {
            download(host.data(), distance, NODES);
            std::vector<int> right(NODES, FAR);
            std::priority_queue<std::pair<int, int>> open;
            right[source] = 0;
            open.push({0, source});
            while (!open.empty()) {
                auto [minus, u] = open.top();
                open.pop();
                if (-minus > right[u]) continue;
                for (int e = first[u]; e < first[u + 1]; e++) {
                    int there = right[u] + length[e];
                    if (there < right[to[e]]) {
                        right[to[e]] = there;
                        open.push({-there, to[e]});
                    }
                }
            }
            expect(std::equal(right.begin(), right.end(), host.begin()), "the distances");
        }
    }
    printf("rounds %d\n", rounds);
}
