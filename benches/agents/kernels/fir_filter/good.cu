// Four outputs per thread in registers: a window of 8 inputs slides over the taps, 4 at a time.
__global__ void filter(const float4* __restrict__ in, const float4* __restrict__ taps,
                       float4* __restrict__ out) {
    __shared__ float4 tile[16 + 128], weights[16];
    int first = blockIdx.x * 128;
    for (int i = threadIdx.x; i < 16 + 128; i += 128)
        tile[i] = first + i >= 16 ? in[first + i - 16] : make_float4(0, 0, 0, 0);
    if (threadIdx.x < 16) weights[threadIdx.x] = taps[threadIdx.x];
    __syncthreads();
    float4 high = tile[threadIdx.x + 16];
    float sums[4] = {0, 0, 0, 0};
#pragma unroll
    for (int step = 0; step < 16; step++) {
        float4 low = tile[threadIdx.x + 15 - step], w = weights[step];
        float x[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
        float tap[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int k = 0; k < 4; k++) sums[i] += tap[k] * x[4 + i - k];
        high = low;
    }
    out[first + threadIdx.x] = make_float4(sums[0], sums[1], sums[2], sums[3]);
}

void solve(const float* in, const float* taps, float* out, int count) {
    filter<<<count / 512, 128>>>((const float4*)in, (const float4*)taps, (float4*)out);
}
