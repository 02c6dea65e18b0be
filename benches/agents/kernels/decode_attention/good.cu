// Parts of 32 keys per warp with a running maximum; a second kernel combines the parts of a head.
constexpr int PART = 32, ROW = 66;  // a part has 64 sums, its maximum and its total

__global__ void attend(const float4* __restrict__ queries, const float4* __restrict__ keys,
                       const float4* __restrict__ values, float* __restrict__ parts, int length) {
    int part = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int head = part / (length / PART), quad = lane % 16, half = lane / 16;
    float4 q = queries[head * 16 + quad], sum = make_float4(0, 0, 0, 0);
    float largest = -INFINITY, total = 0;
    // Each half of the warp takes every second key.
#pragma unroll 4
    for (int t = half; t < PART; t += 2) {
        size_t at = ((size_t)part * PART + t) * 16 + quad;
        float4 k = keys[at], v = values[at];
        float score = q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
#pragma unroll
        for (int i = 8; i > 0; i /= 2) score += __shfl_xor_sync(~0u, score, i);
        score *= 0.125f;
        float next = fmaxf(largest, score);
        float keep = __expf(largest - next), weight = __expf(score - next);
        largest = next;
        total = total * keep + weight;
        sum.x = sum.x * keep + weight * v.x;
        sum.y = sum.y * keep + weight * v.y;
        sum.z = sum.z * keep + weight * v.z;
        sum.w = sum.w * keep + weight * v.w;
    }
    float both = fmaxf(largest, __shfl_xor_sync(~0u, largest, 16));
    float scale = __expf(largest - both);
    float all[5] = {sum.x * scale, sum.y * scale, sum.z * scale, sum.w * scale, total * scale};
#pragma unroll
    for (int i = 0; i < 5; i++) all[i] += __shfl_xor_sync(~0u, all[i], 16);
    float* to = parts + (size_t)part * ROW;
    if (half == 0) {
#pragma unroll
        for (int i = 0; i < 4; i++) to[4 * quad + i] = all[i];
    } else if (quad == 0) {
        to[64] = both;
        to[65] = all[4];
    }
}

__global__ void combine(const float* __restrict__ parts, float* __restrict__ out, int count) {
    __shared__ float sums[16][64], totals[16];
    const float* mine = parts + (size_t)blockIdx.x * count * ROW;
    int d = threadIdx.x, group = threadIdx.y;
    float largest = -INFINITY, sum = 0, total = 0;
    for (int i = 0; i < count; i++) largest = fmaxf(largest, mine[i * ROW + 64]);
    for (int i = group; i < count; i += 16) {
        float weight = __expf(mine[i * ROW + 64] - largest);
        sum += weight * mine[i * ROW + d];
        total += weight * mine[i * ROW + 65];
    }
    sums[group][d] = sum;
    if (d == 0) totals[group] = total;
    __syncthreads();
    if (group > 0) return;
    total = 0;
    sum = 0;
    for (int i = 0; i < 16; i++) {
        sum += sums[i][d];
        total += totals[i];
    }
    out[blockIdx.x * 64 + d] = sum / total;
}

void solve(const float* queries, const float* keys, const float* values, float* out, float* work,
           int heads, int length) {
    attend<<<heads * (length / PART) / 4, 128>>>((const float4*)queries, (const float4*)keys,
                                                 (const float4*)values, work, length);
    combine<<<heads, dim3(64, 16)>>>(work, out, length / PART);
}
