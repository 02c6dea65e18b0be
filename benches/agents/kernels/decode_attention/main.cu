#include "../common.cuh"

void solve(const float* queries, const float* keys, const float* values, float* out, float* work,
           int heads, int length);

int main(int count, char** words) {
    Options options(count, words);
    int heads = options.small ? 8 : 64, length = options.small ? 1024 : 8192;
    Random random(options.seed);
    size_t rows = size_t(heads) * length;
    Buffer<float> queries(heads * 64), keys(rows * 64), values(rows * 64), out(heads * 64);
    Buffer<float> work(3 * rows);
    for (int round = 0; round < 3; round++) {
        auto q = random.floats(queries.count, -3, 3);
        auto k = random.floats(keys.count, -1, 1), v = random.floats(values.count, -1, 1);
        queries.set(q), keys.set(k), values.set(v);
        out.spoil(), work.spoil();
        solve(queries.data, keys.data, values.data, out.data, work.data, heads, length);
        finish();
        std::vector<double> want(out.count);
        for (int head = 0; head < heads; head++) {
            double total = 0, *sum = &want[head * 64];
            for (int t = 0; t < length; t++) {
                const float* key = &k[(size_t(head) * length + t) * 64];
                const float* value = &v[(size_t(head) * length + t) * 64];
                double score = 0;
                for (int d = 0; d < 64; d++) score += double(q[head * 64 + d]) * key[d];
                double weight = std::exp(score / 8);  // at most exp(24)
                total += weight;
                for (int d = 0; d < 64; d++) sum[d] += weight * value[d];
            }
            for (int d = 0; d < 64; d++) sum[d] /= total;
        }
        compare(out.get(), want, 1e-4, 0);
    }
    return right();
}
