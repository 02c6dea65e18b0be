// Points in registers, centres and sums in shared memory, one global atomic per sum and block.
constexpr int POINTS = 4;  // per thread

__global__ void step(const float4* __restrict__ points, const float* __restrict__ centres,
                     int* __restrict__ labels, float* sums, int* sizes) {
    __shared__ float4 near[32];
    __shared__ float totals[8 * 16];  // [dimension][cluster]: neighbouring banks for clusters
    __shared__ int numbers[16];
    if (threadIdx.x < 128) {
        ((float*)near)[threadIdx.x] = centres[threadIdx.x];
        totals[threadIdx.x] = 0;
        if (threadIdx.x < 16) numbers[threadIdx.x] = 0;
    }
    __syncthreads();
    for (int n = 0; n < POINTS; n++) {
        int i = (blockIdx.x * POINTS + n) * 256 + threadIdx.x;
        float4 a = points[2 * i], b = points[2 * i + 1];
        float x[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
        int best = 0;
        float least = INFINITY;
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float4 p = near[2 * k], q = near[2 * k + 1];
            float y[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w}, distance = 0;
#pragma unroll
            for (int d = 0; d < 8; d++) distance += (x[d] - y[d]) * (x[d] - y[d]);
            if (distance < least) {
                least = distance;
                best = k;
            }
        }
        labels[i] = best;
        atomicAdd(&numbers[best], 1);
#pragma unroll
        for (int d = 0; d < 8; d++) atomicAdd(&totals[16 * d + best], x[d]);
    }
    __syncthreads();
    if (threadIdx.x < 128)
        atomicAdd(&sums[threadIdx.x % 16 * 8 + threadIdx.x / 16], totals[threadIdx.x]);
    if (threadIdx.x < 16) atomicAdd(&sizes[threadIdx.x], numbers[threadIdx.x]);
}

void solve(const float* points, const float* centres, int* labels, float* sums, int* sizes,
           int count) {
    cudaMemsetAsync(sums, 0, 16 * 8 * sizeof(float));
    cudaMemsetAsync(sizes, 0, 16 * sizeof(int));
    step<<<count / (256 * POINTS), 256>>>((const float4*)points, centres, labels, sums, sizes);
}
