#include "../common.cuh"

using Byte = unsigned char;
void solve(const int* starts, const int* neighbours, const Byte* active, Byte* reached,
           int vertices, int edges);

int main(int count, char** words) {
    Options options(count, words);
    int vertices = options.small ? 131072 : 2097152;
    Random random(options.seed);
    std::vector<int> starts(vertices + 1);
    for (int v = 0; v < vertices; v++)
        starts[v + 1] = starts[v] + (random.below(100) ? random.below(9) : 1000);
    int edges = starts[vertices];
    std::vector<int> ends(edges);
    for (int& end : ends) end = random.below(vertices);
    Buffer<int> from(vertices + 1), to(edges);
    Buffer<Byte> active(vertices), reached(vertices);
    from.set(starts), to.set(ends);
    for (int round = 0; round < 3; round++) {
        std::vector<Byte> is_active(vertices), want(vertices);
        for (int v = 0; v < vertices; v++) {
            is_active[v] = random.below(8) == 0;
            for (int i = starts[v]; is_active[v] && i < starts[v + 1]; i++) want[ends[i]] = 1;
        }
        active.set(is_active);
        reached.spoil();
        solve(from.data, to.data, active.data, reached.data, vertices, edges);
        finish();
        compare(reached.get(), want, 0, 0);
    }
    return right();
}
