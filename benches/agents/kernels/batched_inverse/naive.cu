__global__ void invert(const float* matrices, float* inverses, int count) {
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= count) return;
    float a[8][16];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            a[i][j] = matrices[64 * m + 8 * i + j];
            a[i][8 + j] = i == j;
        }
    for (int k = 0; k < 8; k++) {
        int pivot = k;
        for (int i = k + 1; i < 8; i++)
            if (fabsf(a[i][k]) > fabsf(a[pivot][k])) pivot = i;
        for (int j = 0; j < 16; j++) {
            float other = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = other;
        }
        float diagonal = a[k][k];
        for (int j = 0; j < 16; j++) a[k][j] = a[k][j] / diagonal;
        for (int i = 0; i < 8; i++) {
            if (i == k) continue;
            float factor = a[i][k];
            for (int j = 0; j < 16; j++) a[i][j] -= factor * a[k][j];
        }
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) inverses[64 * m + 8 * i + j] = a[i][8 + j];
}

void solve(const float* matrices, float* inverses, int count) {
    invert<<<(count + 127) / 128, 128>>>(matrices, inverses, count);
}
