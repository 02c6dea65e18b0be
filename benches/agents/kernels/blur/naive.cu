__global__ void rows_transposed(const float* __restrict__ in, float* __restrict__ out,
                                const float* __restrict__ taps, int width, int height) {
    __shared__ float tile[32][48];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
    for (int y = threadIdx.y; y < 32; y += 8)
        for (int x = threadIdx.x; x < 48; x += 32) {
            int column = min(max(x0 + x - 8, 0), width - 1);
            tile[y][x] = in[(size_t)(y0 + y) * width + column];
        }
    __syncthreads();
    for (int x = threadIdx.y; x < 32; x += 8) {
        float sum = 0;
        for (int i = 0; i < 17; i++) sum += taps[i] * tile[threadIdx.x][x + i];
        out[(size_t)(x0 + x) * height + y0 + threadIdx.x] = sum;
    }
}

void solve(const float* in, float* work, float* out, const float* taps, int width, int height) {
    rows_transposed<<<dim3(width / 32, height / 32), dim3(32, 8)>>>(in, work, taps, width, height);
    rows_transposed<<<dim3(height / 32, width / 32), dim3(32, 8)>>>(work, out, taps, height, width);
}
