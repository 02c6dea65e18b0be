__device__ unsigned cell(const unsigned* cells, int words, int height, int x, int y) {
    x = (x + 32 * words) % (32 * words);
    y = (y + height) % height;
    return cells[y * words + x / 32] >> x % 32 & 1;
}

__global__ void clear(unsigned* cells, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) cells[i] = 0;
}

__global__ void generation(const unsigned* from, unsigned* to, int words, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    unsigned sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0) sum += cell(from, words, height, x + dx, y + dy);
    if (sum == 3 || (sum == 2 && cell(from, words, height, x, y)))
        atomicOr(&to[y * words + x / 32], 1u << x % 32);
}

void solve(unsigned* cells, unsigned* work, int words, int height, int generations) {
    for (int i = 0; i < generations; i++) {
        clear<<<(words * height + 255) / 256, 256>>>(work, words * height);
        generation<<<dim3(words / 4, height), 128>>>(cells, work, words, height);
        unsigned* other = cells;
        cells = work;
        work = other;
    }
}
