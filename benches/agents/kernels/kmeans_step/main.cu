#include "../common.cuh"

void solve(const float* points, const float* centres, int* labels, float* sums, int* sizes,
           int count);

int main(int argc, char** words) {
    Options options(argc, words);
    int count = options.small ? 65536 : 4194304;
    Random random(options.seed);
    Buffer<float> points(size_t(count) * 8), centres(16 * 8), sums(16 * 8);
    Buffer<int> labels(count), sizes(16);
    for (int round = 0; round < 3; round++) {
        // Four bits of the cluster's number are the corner of a cube, so clusters are 1 apart.
        auto shifts = random.floats(16 * 8, -0.1f, 0.1f);
        std::vector<float> middle(16 * 8), point(points.count);
        for (int i = 0; i < 16 * 8; i++) middle[i] = float(i / 8 >> i % 4 & 1) + shifts[i];
        std::vector<int> cluster(count), size(16);
        std::vector<double> sum(16 * 8);
        for (int i = 0; i < count; i++) {
            size[cluster[i] = random.below(16)]++;
            for (int d = 0; d < 8; d++) {
                float x = middle[cluster[i] * 8 + d] + random.uniform(-0.25f, 0.25f);
                sum[cluster[i] * 8 + d] += point[size_t(i) * 8 + d] = x;
            }
        }
        points.set(point), centres.set(middle);
        labels.spoil(), sums.spoil(), sizes.spoil();
        solve(points.data, centres.data, labels.data, sums.data, sizes.data, count);
        finish();
        compare(labels.get(), cluster, 0, 0);
        compare(sizes.get(), size, 0, 0);
        compare(sums.get(), sum, 0.05, 1e-3);
    }
    return right();
}
