#include "../common.cuh"

void solve(const float* below, const float* middle, const float* above, const float* right,
           float* x, float* work, int systems);

int main(int count, char** words) {
    Options options(count, words);
    int systems = options.small ? 4096 : 262144;
    Random random(options.seed);
    size_t size = size_t(systems) * 64;
    Buffer<float> below(size), middle(size), above(size), rights(size), x(size), work(2 * size);
    for (int round = 0; round < 3; round++) {
        auto a = random.floats(size, -1, 1), b = random.floats(size, 3, 4);
        auto c = random.floats(size, -1, 1), d = random.floats(size, -1, 1);
        for (size_t i = 0; i < size; i += 64) a[i] = c[i + 63] = 0;
        below.set(a), middle.set(b), above.set(c), rights.set(d);
        x.spoil(), work.spoil();
        solve(below.data, middle.data, above.data, rights.data, x.data, work.data, systems);
        finish();
        std::vector<double> want(size);
        for (size_t first = 0; first < size; first += 64) {
            double upper[64], value[64], u = 0, v = 0;
            for (int i = 0; i < 64; i++) {
                double scale = 1 / (b[first + i] - a[first + i] * u);
                upper[i] = u = c[first + i] * scale;
                value[i] = v = (d[first + i] - a[first + i] * v) * scale;
            }
            double next = 0;
            for (int i = 63; i >= 0; i--) want[first + i] = next = value[i] - upper[i] * next;
        }
        compare(x.get(), want, 1e-4, 0);
    }
    return right();
}
