struct Particle { float x, y, vx, vy, charge; };

// One block per tile: sums in shared memory. Only the points of the tile's border are shared with
// other blocks, and need atomics to global memory.
__global__ void deposit(const Particle* __restrict__ particles, const int* __restrict__ starts,
                        float* __restrict__ grid, int tiles) {
    __shared__ float sums[17 * 17];
    int side = 16 * tiles + 1, x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
    int tile = blockIdx.y * tiles + blockIdx.x;
    for (int i = threadIdx.x; i < 17 * 17; i += blockDim.x) sums[i] = 0;
    __syncthreads();
    for (int p = starts[tile] + threadIdx.x; p < starts[tile + 1]; p += blockDim.x) {
        float x = particles[p].x, y = particles[p].y, charge = particles[p].charge;
        int i = (int)x, j = (int)y;
        float f = x - i, g = y - j, *at = &sums[(j - y0) * 17 + i - x0];
        atomicAdd(at, charge * (1 - f) * (1 - g));
        atomicAdd(at + 1, charge * f * (1 - g));
        atomicAdd(at + 17, charge * (1 - f) * g);
        atomicAdd(at + 18, charge * f * g);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 17 * 17; i += blockDim.x) {
        int x = i % 17, y = i / 17;
        float* at = &grid[(y0 + y) * side + x0 + x];
        if (x % 16 && y % 16)
            *at = sums[i];
        else
            atomicAdd(at, sums[i]);
    }
}

void solve(const Particle* particles, const int* starts, float* grid, int tiles) {
    int side = 16 * tiles + 1;
    cudaMemsetAsync(grid, 0, side * side * sizeof(float));
    deposit<<<dim3(tiles, tiles), 128>>>(particles, starts, grid, tiles);
}
