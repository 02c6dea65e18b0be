#include "../common.cuh"

void solve(const float* prices, const float* strikes, float* values, int options, float up,
           float down, float weight_up, float weight_down);

int main(int argc, char** words) {
    Options options(argc, words);
    int count = options.small ? 256 : 8192;
    Random random(options.seed);
    Buffer<float> prices(count), strikes(count), values(count);
    for (int round = 0; round < 3; round++) {
        auto s = random.floats(count, 60, 140), k = random.floats(count, 80, 120);
        float up = random.uniform(1.01f, 1.03f), down = 1 / up, rate = 1.0002f;
        float chance = (rate - down) / (up - down);
        float weight_up = chance / rate, weight_down = (1 - chance) / rate;
        prices.set(s), strikes.set(k);
        values.spoil();
        solve(prices.data, strikes.data, values.data, count, up, down, weight_up, weight_down);
        finish();
        double powers[255];
        for (int i = 0; i < 255; i++) powers[i] = std::pow(double(up), i - 127);
        std::vector<double> want(count);
        for (int option = 0; option < count; option++) {
            double value[128];
            for (int i = 0; i < 128; i++)
                value[i] = std::fmax(k[option] - s[option] * powers[2 * i], 0);
            for (int t = 126; t >= 0; t--)
                for (int i = 0; i <= t; i++)
                    value[i] = std::fmax(k[option] - s[option] * powers[2 * i - t + 127],
                                         weight_up * value[i + 1] + weight_down * value[i]);
            want[option] = value[0];
        }
        compare(values.get(), want, 5e-3, 0);
    }
    return right();
}
