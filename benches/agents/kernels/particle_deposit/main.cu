#include "../common.cuh"

struct Particle { float x, y, vx, vy, charge; };
void solve(const Particle* particles, const int* starts, float* grid, int tiles);

int main(int count, char** words) {
    Options options(count, words);
    int tiles = options.small ? 12 : 64, side = 16 * tiles + 1;
    Random random(options.seed);
    std::vector<int> first(tiles * tiles + 1);
    for (int t = 0; t < tiles * tiles; t++) first[t + 1] = first[t] + 400 + random.below(201);
    Buffer<Particle> particles(first.back());
    Buffer<int> starts(first.size());
    Buffer<float> grid(size_t(side) * side);
    starts.set(first);
    for (int round = 0; round < 3; round++) {
        std::vector<Particle> all(particles.count);
        std::vector<double> want(grid.count);
        for (int t = 0; t < tiles * tiles; t++)
            for (int p = first[t]; p < first[t + 1]; p++) {
                float x = t % tiles * 16 + random.uniform(0, 15.99f);
                float y = t / tiles * 16 + random.uniform(0, 15.99f);
                float q = random.uniform(-1, 1);
                all[p] = {x, y, random.uniform(-1, 1), random.uniform(-1, 1), q};
                int i = int(x), j = int(y);
                double f = x - i, g = y - j, *at = &want[size_t(j) * side + i];
                at[0] += q * (1 - f) * (1 - g), at[1] += q * f * (1 - g);
                at[side] += q * (1 - f) * g, at[side + 1] += q * f * g;
            }
        particles.set(all);
        grid.spoil();
        solve(particles.data, starts.data, grid.data, tiles);
        finish();
        compare(grid.get(), want, 1e-3, 0);
    }
    return right();
}
