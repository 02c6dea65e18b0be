// One thread per pixel; a warp has a tile of 8 x 4 pixels, which mostly escape together.
__device__ int mul(int a, int b) { return (int)(((long long)a * b) >> 28); }

__global__ void escape(int* __restrict__ counts, int width, int left, int top, int step,
                       int limit) {
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int cx = left + x * step, cy = top + y * step, zx = 0, zy = 0, n = 0;
    for (; n < limit; n++) {
        int xx = mul(zx, zx), yy = mul(zy, zy);
        if (xx + yy > 1 << 28) break;
        zy = 2 * mul(zx, zy) + cy;
        zx = xx - yy + cx;
    }
    counts[y * width + x] = n;
}

void solve(int* counts, int width, int height, int left, int top, int step, int limit) {
    escape<<<dim3(width / 8, height / 16), dim3(8, 16)>>>(counts, width, left, top, step, limit);
}
