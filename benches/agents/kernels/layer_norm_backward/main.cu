#include "../common.cuh"

void solve(const float* dy, const float* x, const float* mean, const float* rstd, float* dgamma,
           float* dbeta, int rows, int columns);

int main(int count, char** words) {
    Options options(count, words);
    int rows = options.small ? 2048 : 8192, columns = options.small ? 256 : 2048;
    Random random(options.seed);
    size_t size = size_t(rows) * columns;
    Buffer<float> dy(size), x(size), mean(rows), rstd(rows), dgamma(columns), dbeta(columns);
    for (int round = 0; round < 3; round++) {
        auto d = random.floats(size, -1, 1), v = random.floats(size, -2, 2);
        auto m = random.floats(rows, -0.5f, 0.5f), s = random.floats(rows, 0.5f, 1.5f);
        dy.set(d), x.set(v), mean.set(m), rstd.set(s);
        dgamma.spoil(), dbeta.spoil();
        solve(dy.data, x.data, mean.data, rstd.data, dgamma.data, dbeta.data, rows, columns);
        finish();
        std::vector<double> gamma(columns), beta(columns);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < columns; c++) {
                size_t i = size_t(r) * columns + c;
                beta[c] += d[i];
                gamma[c] += double(d[i]) * (double(v[i]) - m[r]) * s[r];
            }
        compare(dgamma.get(), gamma, 2e-3, 1e-3);
        compare(dbeta.get(), beta, 2e-3, 1e-3);
    }
    return right();
}
