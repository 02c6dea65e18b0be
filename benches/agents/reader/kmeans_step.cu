__global__ void step(const float* points, const float* centres, int* labels, float* sums,
                     int* sizes, int count) {
    __shared__ float blockSums[8][16];  // the clusters side by side: neighbouring banks
    __shared__ int blockSizes[16];
    __shared__ float4 blockCentres[16 * 2];
    if (threadIdx.x < 16 * 8) blockSums[0][threadIdx.x] = 0;
    if (threadIdx.x < 16) blockSizes[threadIdx.x] = 0;
    if (threadIdx.x < 16 * 2) blockCentres[threadIdx.x] = ((const float4*)centres)[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        // The whole point in registers: two loads of 16 bytes.
        float4 low = ((const float4*)points)[2 * i], high = ((const float4*)points)[2 * i + 1];
        float point[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
        int best = 0;
        float least = INFINITY;
        for (int k = 0; k < 16; k++) {
            float4 a = blockCentres[2 * k], b = blockCentres[2 * k + 1];
            float centre[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
            float distance = 0;
            for (int d = 0; d < 8; d++) {
                float difference = point[d] - centre[d];
                distance += difference * difference;
            }
            if (distance < least) {
                least = distance;
                best = k;
            }
        }
        labels[i] = best;
        atomicAdd(&blockSizes[best], 1);
        for (int d = 0; d < 8; d++) atomicAdd(&blockSums[d][best], point[d]);
    }
    __syncthreads();
    if (threadIdx.x < 16 * 8) atomicAdd(&sums[threadIdx.x], blockSums[threadIdx.x % 8][threadIdx.x / 8]);
    if (threadIdx.x < 16) atomicAdd(&sizes[threadIdx.x], blockSizes[threadIdx.x]);
}

void solve(const float* points, const float* centres, int* labels, float* sums, int* sizes,
           int count) {
    cudaMemsetAsync(sums, 0, 16 * 8 * sizeof(float));
    cudaMemsetAsync(sizes, 0, 16 * sizeof(int));
    step<<<(count + 511) / 512, 512>>>(points, centres, labels, sums, sizes, count);
}
