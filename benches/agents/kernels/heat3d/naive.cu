__global__ void step(const float* from, float* to, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    size_t plane = (size_t)n * n, i = z * plane + (size_t)y * n + x;
    bool is_face = x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1;
    if (is_face) {
        to[i] = from[i];
        return;
    }
    float sum = from[i - 1] + from[i + 1] + from[i - n] + from[i + n] + from[i - plane] +
                from[i + plane];
    to[i] = from[i] + 0.1f * (sum - 6 * from[i]);
}

void solve(float* u, float* work, int n, int steps) {
    for (int i = 0; i < steps; i++) {
        step<<<dim3(n / 2, n / 2, n / 2), dim3(2, 2, 2)>>>(u, work, n);
        cudaDeviceSynchronize();
        float* other = u;
        u = work;
        work = other;
    }
}
