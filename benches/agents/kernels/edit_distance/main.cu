#include "../common.cuh"

void solve(const char* a, const char* b, int* distances, int* work, int pairs, int length);

int main(int count, char** words) {
    Options options(count, words);
    int pairs = options.small ? 64 : 1024, length = options.small ? 128 : 512;
    Random random(options.seed);
    Buffer<char> a(size_t(pairs) * length), b(a.count);
    Buffer<int> distances(pairs), work(size_t(pairs) * 3 * (length + 1));
    for (int round = 0; round < 3; round++) {
        std::vector<char> s(a.count), t(a.count);
        for (size_t i = 0; i < s.size(); i++) {
            s[i] = "ACGT"[random.below(4)];
            t[i] = i > 1 && random.below(4) ? s[i - random.below(2)] : "ACGT"[random.below(4)];
        }
        a.set(s), b.set(t);
        distances.spoil(), work.spoil();
        solve(a.data, b.data, distances.data, work.data, pairs, length);
        finish();
        std::vector<int> want(pairs), row(length + 1);
        for (int pair = 0; pair < pairs; pair++) {
            const char *x = &s[size_t(pair) * length], *y = &t[size_t(pair) * length];
            for (int j = 0; j <= length; j++) row[j] = j;
            for (int i = 1; i <= length; i++) {
                int diagonal = row[0];
                row[0] = i;
                for (int j = 1; j <= length; j++) {
                    int replaced = diagonal + (x[i - 1] != y[j - 1]);
                    diagonal = row[j];
                    row[j] = std::min(replaced, std::min(row[j], row[j - 1]) + 1);
                }
            }
            want[pair] = row[length];
        }
        compare(distances.get(), want, 0, 0);
    }
    return right();
}
