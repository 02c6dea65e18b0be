// One thread per word: adders of bits count the neighbours of 32 cells at once.
__global__ void generation(const unsigned* __restrict__ from, unsigned* __restrict__ to, int words,
                           int height) {
    int w = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int left = w > 0 ? w - 1 : words - 1, right = w < words - 1 ? w + 1 : 0;
    int rows[3] = {y > 0 ? y - 1 : height - 1, y, y < height - 1 ? y + 1 : 0};
    unsigned ones = 0, twos = 0, fours = 0, self = 0;
#pragma unroll
    for (int i = 0; i < 3; i++) {
        const unsigned* row = from + rows[i] * words;
        unsigned middle = row[w];
        unsigned west = middle << 1 | row[left] >> 31, east = middle >> 1 | row[right] << 31;
        // The sum of the row's cells, without the cell itself, has two bits.
        unsigned third = i == 1 ? 0 : middle;
        unsigned low = west ^ east ^ third;
        unsigned high = (west & east) | (third & (west ^ east));
        if (i == 1) self = middle;
        unsigned carry = ones & low;
        ones ^= low;
        unsigned sum = twos ^ high ^ carry;
        fours |= (twos & high) | (carry & (twos ^ high));
        twos = sum;
    }
    // Sums from 4 to 8 set `fours`: 8 sets it twice, which the or keeps.
    to[y * words + w] = twos & ~fours & (ones | self);
}

void solve(unsigned* cells, unsigned* work, int words, int height, int generations) {
    dim3 grid(words / 16, height / 8), block(16, 8);
    for (int i = 0; i < generations; i += 2) {
        generation<<<grid, block>>>(cells, work, words, height);
        generation<<<grid, block>>>(work, cells, words, height);
    }
}
