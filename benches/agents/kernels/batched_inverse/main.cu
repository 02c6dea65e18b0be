#include "../common.cuh"

void solve(const float* matrices, float* inverses, int count);

int main(int argc, char** words) {
    Options options(argc, words);
    int count = options.small ? 8192 : 524288;
    Random random(options.seed);
    Buffer<float> matrices(size_t(count) * 64), inverses(matrices.count);
    for (int round = 0; round < 3; round++) {
        auto all = random.floats(matrices.count, -1, 1);
        for (int m = 0; m < count; m++)
            for (int i = 0; i < 8; i++) all[size_t(m) * 64 + 9 * i] += i % 2 ? 10 : -10;
        matrices.set(all);
        inverses.spoil();
        solve(matrices.data, inverses.data, count);
        finish();
        std::vector<double> want(all.size());
        for (int m = 0; m < count; m++) {
            double a[8][16];
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 16; j++)
                    a[i][j] = j < 8 ? all[size_t(m) * 64 + 8 * i + j] : double(j - 8 == i);
            for (int k = 0; k < 8; k++) {
                double scale = 1 / a[k][k];
                for (int j = 0; j < 16; j++) a[k][j] *= scale;
                for (int i = 0; i < 8; i++) {
                    double factor = a[i][k];
                    if (i == k) continue;
                    for (int j = 0; j < 16; j++) a[i][j] -= factor * a[k][j];
                }
            }
            for (int i = 0; i < 64; i++) want[size_t(m) * 64 + i] = a[i / 8][8 + i % 8];
        }
        compare(inverses.get(), want, 1e-4, 0);
    }
    return right();
}
