#include "../common.cuh"

void solve(const float* in, float* out, int rows, int columns);

int main(int count, char** words) {
    Options options(count, words);
    int rows = options.small ? 2048 : 16384, columns = options.small ? 256 : 1024;
    Random random(options.seed);
    Buffer<float> in(size_t(rows) * columns), out(in.count);
    for (int round = 0; round < 3; round++) {
        auto x = random.floats(in.count, -8, 8);
        in.set(x);
        out.spoil();
        solve(in.data, out.data, rows, columns);
        finish();
        std::vector<double> want(x.size());
        for (int row = 0; row < rows; row++) {
            const float* from = &x[size_t(row) * columns];
            double* to = &want[size_t(row) * columns];
            float largest = from[0];
            for (int i = 1; i < columns; i++) largest = std::fmax(largest, from[i]);
            double sum = 0;
            for (int i = 0; i < columns; i++) sum += to[i] = std::exp(from[i] - largest);
            for (int i = 0; i < columns; i++) to[i] /= sum;
        }
        compare(out.get(), want, 1e-6, 1e-4);
    }
    return right();
}
