// Each block sums 64 rows of 32 columns in registers and shared memory, and adds once per column.
__global__ void gradients(const float* __restrict__ dy, const float* __restrict__ x,
                          const float* __restrict__ mean, const float* __restrict__ rstd,
                          float* __restrict__ dgamma, float* __restrict__ dbeta, int columns) {
    __shared__ float gammas[8][32], betas[8][32];
    int column = blockIdx.x * 32 + threadIdx.x, first = blockIdx.y * 64 + threadIdx.y;
    float gamma = 0, beta = 0;
#pragma unroll
    for (int step = 0; step < 64; step += 8) {
        int row = first + step;
        float d = dy[(size_t)row * columns + column];
        gamma += d * (x[(size_t)row * columns + column] - mean[row]) * rstd[row];
        beta += d;
    }
    gammas[threadIdx.y][threadIdx.x] = gamma;
    betas[threadIdx.y][threadIdx.x] = beta;
    __syncthreads();
    if (threadIdx.y > 1) return;
    float(*sums)[32] = threadIdx.y ? betas : gammas;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) sum += sums[i][threadIdx.x];
    atomicAdd((threadIdx.y ? dbeta : dgamma) + column, sum);
}

void solve(const float* dy, const float* x, const float* mean, const float* rstd, float* dgamma,
           float* dbeta, int rows, int columns) {
    cudaMemsetAsync(dgamma, 0, columns * sizeof(float));
    cudaMemsetAsync(dbeta, 0, columns * sizeof(float));
    gradients<<<dim3(columns / 32, rows / 64), dim3(32, 8)>>>(dy, x, mean, rstd, dgamma, dbeta,
                                                              columns);
}
