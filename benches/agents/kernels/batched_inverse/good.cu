// Eight lanes per matrix: each has a row in registers, and the inverse replaces the matrix. The
// pivot row comes from another lane by shuffles.
__global__ void invert(const float4* __restrict__ matrices, float4* __restrict__ inverses) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, row = threadIdx.x % 8;
    float4 left = matrices[2 * at], right = matrices[2 * at + 1];
    float a[8] = {left.x, left.y, left.z, left.w, right.x, right.y, right.z, right.w};
#pragma unroll
    for (int k = 0; k < 8; k++) {
        float pivot[8];
#pragma unroll
        for (int j = 0; j < 8; j++) pivot[j] = __shfl_sync(~0u, a[j], k, 8);
        float scale = 1.0f / pivot[k], factor = row == k ? scale : a[k] * scale;
#pragma unroll
        for (int j = 0; j < 8; j++) {
            if (j == k)
                a[j] = row == k ? scale : -factor;
            else
                a[j] = row == k ? a[j] * scale : a[j] - factor * pivot[j];
        }
    }
    inverses[2 * at] = make_float4(a[0], a[1], a[2], a[3]);
    inverses[2 * at + 1] = make_float4(a[4], a[5], a[6], a[7]);
}

void solve(const float* matrices, float* inverses, int count) {
    invert<<<count / 16, 128>>>((const float4*)matrices, (float4*)inverses);
}
