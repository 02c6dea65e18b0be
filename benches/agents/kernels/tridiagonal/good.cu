// One warp per system, two rows per lane, coalesced: cyclic reduction by shuffles. After the step
// with distance s, row i depends on rows i - 2 s and i + 2 s only.
__global__ void reduce(const float* __restrict__ below, const float* __restrict__ middle,
                       const float* __restrict__ above, const float* __restrict__ right,
                       float* __restrict__ x) {
    int at = blockIdx.x * (2 * blockDim.x) + threadIdx.x / 32 * 64 + threadIdx.x % 32;
    int lane = threadIdx.x % 32;
    float a[2], c[2], d[2];
#pragma unroll
    for (int h = 0; h < 2; h++) {
        float scale = __fdividef(1.0f, middle[at + 32 * h]);
        a[h] = below[at + 32 * h] * scale;
        c[h] = above[at + 32 * h] * scale;
        d[h] = right[at + 32 * h] * scale;
    }
#pragma unroll
    for (int s = 1; s < 64; s *= 2) {
        float na[2], nc[2], nd[2];
#pragma unroll
        for (int h = 0; h < 2; h++) {
            float pa, pc, pd, qa, qc, qd;  // rows i - s and i + s
            if (s < 32) {
                // Lanes rotate; those that pass the end of a half take the other half's row.
                int before = (lane - s) & 31, after = (lane + s) & 31;
                bool is_low = lane < s, is_high = lane >= 32 - s;
                float a0 = __shfl_sync(~0u, a[h], before), a1 = __shfl_sync(~0u, a[h ^ 1], before);
                float c0 = __shfl_sync(~0u, c[h], before), c1 = __shfl_sync(~0u, c[h ^ 1], before);
                float d0 = __shfl_sync(~0u, d[h], before), d1 = __shfl_sync(~0u, d[h ^ 1], before);
                pa = is_low ? a1 : a0, pc = is_low ? c1 : c0, pd = is_low ? d1 : d0;
                a0 = __shfl_sync(~0u, a[h], after), a1 = __shfl_sync(~0u, a[h ^ 1], after);
                c0 = __shfl_sync(~0u, c[h], after), c1 = __shfl_sync(~0u, c[h ^ 1], after);
                d0 = __shfl_sync(~0u, d[h], after), d1 = __shfl_sync(~0u, d[h ^ 1], after);
                qa = is_high ? a1 : a0, qc = is_high ? c1 : c0, qd = is_high ? d1 : d0;
            } else {
                pa = qa = a[h ^ 1], pc = qc = c[h ^ 1], pd = qd = d[h ^ 1];
            }
            // Rows outside of the system do not exist: their factor is 0.
            float fa = a[h], fc = c[h];
            if (h == 0 && lane < s) fa = 0;
            if (h == 1 && lane >= 32 - s) fc = 0;
            float scale = __fdividef(1.0f, 1 - fa * pc - fc * qa);
            na[h] = -fa * pa * scale;
            nc[h] = -fc * qc * scale;
            nd[h] = (d[h] - fa * pd - fc * qd) * scale;
        }
#pragma unroll
        for (int h = 0; h < 2; h++) a[h] = na[h], c[h] = nc[h], d[h] = nd[h];
    }
    x[at] = d[0];
    x[at + 32] = d[1];
}

void solve(const float* below, const float* middle, const float* above, const float* right,
           float* x, float*, int systems) {
    reduce<<<systems / 4, 128>>>(below, middle, above, right, x);
}
