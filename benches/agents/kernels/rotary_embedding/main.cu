#include "../common.cuh"

void solve(const float* in, const int* positions, float* out, int tokens, int heads, int size);

int main(int count, char** words) {
    Options options(count, words);
    int tokens = options.small ? 1024 : 16384, heads = options.small ? 8 : 32, size = 64;
    Random random(options.seed);
    Buffer<float> in(size_t(tokens) * heads * size), out(in.count);
    Buffer<int> positions(tokens);
    for (int round = 0; round < 3; round++) {
        auto x = random.floats(in.count, -1, 1);
        std::vector<int> places(tokens);
        for (int& place : places) place = random.below(2048);
        in.set(x), positions.set(places);
        out.spoil();
        solve(in.data, positions.data, out.data, tokens, heads, size);
        finish();
        std::vector<double> want(x.size()), powers(size / 2);
        for (int i = 0; i < size / 2; i++) powers[i] = std::pow(10000.0, -2.0 * i / size);
        for (int token = 0; token < tokens; token++)
            for (int i = 0; i < size / 2; i++) {
                double c = std::cos(places[token] * powers[i]);
                double s = std::sin(places[token] * powers[i]);
                for (int head = 0; head < heads; head++) {
                    size_t at = (size_t(token) * heads + head) * size + i;
                    double a = x[at], b = x[at + size / 2];
                    want[at] = a * c - b * s;
                    want[at + size / 2] = a * s + b * c;
                }
            }
        compare(out.get(), want, 2e-3, 0);
    }
    return right();
}
