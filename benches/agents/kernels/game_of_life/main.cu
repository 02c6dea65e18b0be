#include "../common.cuh"

void solve(unsigned* cells, unsigned* work, int words, int height, int generations);

int main(int count, char** arguments) {
    Options options(count, arguments);
    int size = options.small ? 512 : 4096, generations = options.small ? 2 : 4;
    int words = size / 32;
    Random random(options.seed);
    Buffer<unsigned> cells(size_t(words) * size), work(cells.count);
    for (int round = 0; round < 3; round++) {
        std::vector<unsigned> board(cells.count);
        for (unsigned& word : board) word = unsigned(random.next() >> 32) & unsigned(random.next());
        cells.set(board);
        work.spoil();
        solve(cells.data, work.data, words, size, generations);
        finish();
        // One byte per cell, with a border that repeats the other side.
        size_t row = size + 2;
        std::vector<uint8_t> now(row * row), next(now.size());
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++)
                now[(y + 1) * row + x + 1] = board[size_t(y) * words + x / 32] >> x % 32 & 1;
        for (int generation = 0; generation < generations; generation++) {
            for (int y = 1; y <= size; y++) {
                now[y * row] = now[y * row + size];
                now[y * row + size + 1] = now[y * row + 1];
            }
            std::memcpy(&now[0], &now[size * row], row);
            std::memcpy(&now[(size + 1) * row], &now[row], row);
            for (int y = 1; y <= size; y++)
                for (int x = 1; x <= size; x++) {
                    const uint8_t* c = &now[y * row + x];
                    int sum = c[-1] + c[1];
                    for (int i = -1; i < 2; i++) sum += c[i - long(row)] + c[i + long(row)];
                    next[y * row + x] = sum == 3 || (sum == 2 && *c);
                }
            now.swap(next);
        }
        std::vector<unsigned> want(board.size());
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++)
                want[size_t(y) * words + x / 32] |= unsigned(now[(y + 1) * row + x + 1]) << x % 32;
        compare(cells.get(), want, 0, 0);
    }
    return right();
}
