#include "../common.cuh"

void solve(const float* in, float* work, float* out, const float* taps, int width, int height);

static std::vector<float> blurred_rows_transposed(const std::vector<float>& in,
                                                  const std::vector<float>& taps, int width,
                                                  int height) {
    std::vector<float> out(in.size()), row(width + 16);
    for (int y = 0; y < height; y++) {
        for (int x = -8; x < width + 8; x++)
            row[x + 8] = in[size_t(y) * width + std::min(std::max(x, 0), width - 1)];
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int i = 0; i < 17; i++) sum += taps[i] * row[x + i];
            out[size_t(x) * height + y] = sum;
        }
    }
    return out;
}

int main(int count, char** words) {
    Options options(count, words);
    int width = options.small ? 512 : 4096, height = width;
    Random random(options.seed);
    size_t size = size_t(width) * height;
    Buffer<float> in(size), work(size), out(size), taps(17);
    for (int round = 0; round < 3; round++) {
        auto image = random.floats(size, 0, 1), weights = random.floats(17, 0, 2.0f / 17);
        in.set(image), taps.set(weights);
        work.spoil(), out.spoil();
        solve(in.data, work.data, out.data, taps.data, width, height);
        finish();
        auto half = blurred_rows_transposed(image, weights, width, height);
        compare(out.get(), blurred_rows_transposed(half, weights, height, width), 1e-4, 0);
    }
    return right();
}
