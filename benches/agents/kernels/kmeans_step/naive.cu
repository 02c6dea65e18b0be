__global__ void step(const float* points, const float* centres, int* labels, float* sums,
                     int* sizes, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int best = 0;
    float least = INFINITY;
    for (int k = 0; k < 16; k++) {
        float distance = 0;
        for (int d = 0; d < 8; d++) {
            float difference = points[8 * i + d] - centres[8 * k + d];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            best = k;
        }
    }
    labels[i] = best;
    atomicAdd(&sizes[best], 1);
    for (int d = 0; d < 8; d++) atomicAdd(&sums[8 * best + d], points[8 * i + d]);
}

void solve(const float* points, const float* centres, int* labels, float* sums, int* sizes,
           int count) {
    cudaMemsetAsync(sums, 0, 16 * 8 * sizeof(float));
    cudaMemsetAsync(sizes, 0, 16 * sizeof(int));
    step<<<(count + 255) / 256, 256>>>(points, centres, labels, sums, sizes, count);
}
