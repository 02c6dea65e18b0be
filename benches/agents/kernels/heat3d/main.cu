#include "../common.cuh"

void solve(float* u, float* work, int n, int steps);

int main(int count, char** words) {
    Options options(count, words);
    int n = options.small ? 64 : 256, steps = options.small ? 4 : 10;
    Random random(options.seed);
    size_t plane = size_t(n) * n, size = plane * n;
    Buffer<float> u(size), work(size);
    for (int round = 0; round < 3; round++) {
        auto before = random.floats(size, -1, 1), after = before;
        u.set(before);
        work.spoil();
        solve(u.data, work.data, n, steps);
        finish();
        for (int step = 0; step < steps; step++) {
            for (int z = 1; z < n - 1; z++)
                for (int y = 1; y < n - 1; y++)
                    for (int x = 1; x < n - 1; x++) {
                        size_t i = z * plane + size_t(y) * n + x;
                        float sum = before[i - 1] + before[i + 1] + before[i - n] +
                                    before[i + n] + before[i - plane] + before[i + plane];
                        after[i] = before[i] + 0.1f * (sum - 6 * before[i]);
                    }
            before.swap(after);
        }
        compare(u.get(), before, 1e-4, 0);
    }
    return right();
}
