// Full warps along x; a thread walks along z and keeps three planes in registers.
constexpr int DEPTH = 4;

__global__ void step(const float* __restrict__ from, float* __restrict__ to, int n) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int z = blockIdx.z * DEPTH;
    size_t plane = (size_t)n * n, i = z * plane + (size_t)y * n + x;
    bool is_side = x == 0 || y == 0 || x == n - 1 || y == n - 1;
    float below = z > 0 ? from[i - plane] : 0, middle = from[i];
#pragma unroll
    for (int layer = 0; layer < DEPTH; layer++, z++, i += plane) {
        float above = z < n - 1 ? from[i + plane] : 0;
        float value = middle;
        if (!is_side && z > 0 && z < n - 1) {
            float sum = from[i - 1] + from[i + 1] + from[i - n] + from[i + n] + below + above;
            value += 0.1f * (sum - 6 * middle);
        }
        to[i] = value;
        below = middle;
        middle = above;
    }
}

void solve(float* u, float* work, int n, int steps) {
    dim3 grid(n / 16, n / 8, n / DEPTH), block(16, 8);
    for (int i = 0; i < steps; i += 2) {
        step<<<grid, block>>>(u, work, n);
        step<<<grid, block>>>(work, u, n);
    }
}
