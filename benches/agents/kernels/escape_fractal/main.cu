#include "../common.cuh"

void solve(int* counts, int width, int height, int left, int top, int step, int limit);

static int mul(int a, int b) { return int((int64_t(a) * b) >> 28); }

int main(int count, char** words) {
    Options options(count, words);
    int width = options.small ? 256 : 2048, height = width, limit = 128;
    Random random(options.seed);
    Buffer<int> counts(size_t(width) * height);
    for (int round = 0; round < 3; round++) {
        int step = int(1.6 * (1 << 28)) / width;
        int left = -int(random.uniform(1.15f, 1.25f) * (1 << 28));
        int top = -int(random.uniform(0.75f, 0.85f) * (1 << 28));
        counts.spoil();
        solve(counts.data, width, height, left, top, step, limit);
        finish();
        std::vector<int> want(counts.count);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int cx = left + x * step, cy = top + y * step, zx = 0, zy = 0, n = 0;
                for (; n < limit; n++) {
                    int xx = mul(zx, zx), yy = mul(zy, zy);
                    if (xx + yy > 1 << 28) break;
                    zy = 2 * mul(zx, zy) + cy;
                    zx = xx - yy + cx;
                }
                want[size_t(y) * width + x] = n;
            }
        compare(counts.get(), want, 0, 0);
    }
    return right();
}
