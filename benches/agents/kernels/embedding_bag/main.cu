#include "../common.cuh"

void solve(const float* table, const int* starts, const int* indices, float* out, int bags,
           int size);

int main(int count, char** words) {
    Options options(count, words);
    int rows = options.small ? 8192 : 1048576, bags = options.small ? 4096 : 131072, size = 64;
    Random random(options.seed);
    std::vector<int> first(bags + 1);
    for (int bag = 0; bag < bags; bag++) first[bag + 1] = first[bag] + 1 + random.below(31);
    auto values = random.floats(size_t(rows) * size, -1, 1);
    Buffer<float> table(values.size()), out(size_t(bags) * size);
    Buffer<int> starts(bags + 1), indices(first[bags]);
    table.set(values), starts.set(first);
    for (int round = 0; round < 3; round++) {
        std::vector<int> index(first[bags]);
        for (int& i : index) i = random.below(rows);
        indices.set(index);
        out.spoil();
        solve(table.data, starts.data, indices.data, out.data, bags, size);
        finish();
        std::vector<double> want(out.count);
        for (int bag = 0; bag < bags; bag++)
            for (int i = first[bag]; i < first[bag + 1]; i++)
                for (int d = 0; d < size; d++)
                    want[size_t(bag) * size + d] +=
                        values[size_t(index[i]) * size + d] / double(first[bag + 1] - first[bag]);
        compare(out.get(), want, 1e-5, 0);
    }
    return right();
}
