// One warp per row, 16 bytes per lane, and one exponential per element.
__global__ void softmax(const float4* __restrict__ in, float4* __restrict__ out, int rows,
                        int quads) {
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float4* from = in + (size_t)row * quads;
    float4* to = out + (size_t)row * quads;
    float largest = -INFINITY;
    for (int i = lane; i < quads; i += 32) {
        float4 x = from[i];
        largest = fmaxf(largest, fmaxf(fmaxf(x.x, x.y), fmaxf(x.z, x.w)));
    }
    for (int i = 16; i > 0; i /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, i));
    float sum = 0;
    for (int i = lane; i < quads; i += 32) {
        float4 x = from[i];
        x.x = __expf(x.x - largest);
        x.y = __expf(x.y - largest);
        x.z = __expf(x.z - largest);
        x.w = __expf(x.w - largest);
        to[i] = x;
        sum += x.x + x.y + x.z + x.w;
    }
    for (int i = 16; i > 0; i /= 2) sum += __shfl_xor_sync(~0u, sum, i);
    float scale = 1.0f / sum;
    for (int i = lane; i < quads; i += 32) {
        float4 x = to[i];
        to[i] = make_float4(x.x * scale, x.y * scale, x.z * scale, x.w * scale);
    }
}

void solve(const float* in, float* out, int rows, int columns) {
    softmax<<<(rows + 3) / 4, 128>>>((const float4*)in, (float4*)out, rows, columns / 4);
}
