struct Particle { float x, y, vx, vy, charge; };

__global__ void deposit(const Particle* particles, float* grid, int count, int side) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= count) return;
    float x = particles[p].x, y = particles[p].y, charge = particles[p].charge;
    int i = (int)x, j = (int)y;
    float f = x - i, g = y - j;
    atomicAdd(&grid[j * side + i], charge * (1 - f) * (1 - g));
    atomicAdd(&grid[j * side + i + 1], charge * f * (1 - g));
    atomicAdd(&grid[(j + 1) * side + i], charge * (1 - f) * g);
    atomicAdd(&grid[(j + 1) * side + i + 1], charge * f * g);
}

void solve(const Particle* particles, const int* starts, float* grid, int tiles) {
    int side = 16 * tiles + 1, count;
    cudaMemcpy(&count, starts + tiles * tiles, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemset(grid, 0, side * side * sizeof(float));
    deposit<<<(count + 255) / 256, 256>>>(particles, grid, count, side);
}
