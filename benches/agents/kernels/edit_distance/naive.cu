__global__ void diagonal(const char* a, const char* b, const int* before2, const int* before1,
                         int* now, int* distances, int pairs, int length, int d) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    int pair = index / (length + 1), i = index % (length + 1), j = d - i;
    if (pair >= pairs || j < 0 || j > length) return;
    int at = pair * (length + 1) + i, value;
    if (i == 0 || j == 0) {
        value = d;
    } else {
        int replaced = before2[at - 1] + (a[pair * length + i - 1] != b[pair * length + j - 1]);
        value = min(replaced, min(before1[at], before1[at - 1]) + 1);
    }
    now[at] = value;
    if (d == 2 * length) distances[pair] = value;
}

void solve(const char* a, const char* b, int* distances, int* work, int pairs, int length) {
    int size = pairs * (length + 1);
    for (int d = 0; d <= 2 * length; d++) {
        int* now = work + d % 3 * size;
        const int* before1 = work + (d + 2) % 3 * size;
        const int* before2 = work + (d + 1) % 3 * size;
        diagonal<<<(size + 255) / 256, 256>>>(a, b, before2, before1, now, distances, pairs,
                                              length, d);
    }
}
