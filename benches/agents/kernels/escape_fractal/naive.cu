__device__ int mul(int a, int b) { return (int)(((long long)a * b) >> 28); }

__global__ void escape(int* counts, int width, int height, int left, int top, int step,
                       int limit) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= height) return;
    for (int x = 0; x < width; x++) {
        int cx = left + x * step, cy = top + y * step, zx = 0, zy = 0, n = 0;
        for (; n < limit; n++) {
            int xx = mul(zx, zx), yy = mul(zy, zy);
            if (xx + yy > 1 << 28) break;
            zy = 2 * mul(zx, zy) + cy;
            zx = xx - yy + cx;
        }
        counts[y * width + x] = n;
    }
}

void solve(int* counts, int width, int height, int left, int top, int step, int limit) {
    escape<<<(height + 31) / 32, 32>>>(counts, width, height, left, top, step, limit);
}
