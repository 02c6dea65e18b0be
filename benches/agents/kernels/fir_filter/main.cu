#include "../common.cuh"

void solve(const float* in, const float* taps, float* out, int count);

int main(int argc, char** words) {
    Options options(argc, words);
    int count = options.small ? 131072 : 8388608;
    Random random(options.seed);
    Buffer<float> in(count), taps(64), out(count);
    for (int round = 0; round < 3; round++) {
        auto x = random.floats(count, -1, 1), weights = random.floats(64, -0.5f, 0.5f);
        in.set(x), taps.set(weights);
        out.spoil();
        solve(in.data, taps.data, out.data, count);
        finish();
        std::vector<float> want(count);
        for (int k = 0; k < 64; k++)
            for (int i = k; i < count; i++) want[i] += weights[k] * x[i - k];
        compare(out.get(), want, 1e-4, 0);
    }
    return right();
}
