// One warp a row: lane i reads and writes float4 number i, i + 32, ...
__device__ float4 apart(float4 x, float m) {
    return {__expf(x.x - m), __expf(x.y - m), __expf(x.z - m), __expf(x.w - m)};
}

__device__ float greatest(float4 x) { return fmaxf(fmaxf(x.x, x.y), fmaxf(x.z, x.w)); }

__device__ float warpMax(float x) {
    for (int o = 16; o; o /= 2) x = fmaxf(x, __shfl_xor_sync(~0u, x, o));
    return x;
}

__device__ float warpSum(float x) {
    for (int o = 16; o; o /= 2) x += __shfl_xor_sync(~0u, x, o);
    return x;
}

// Rows of 128 * N elements, which stay in registers.
template <int N>
__global__ void softmaxKept(const float* in, float* out, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float4* from = (const float4*)in + (size_t)row * (32 * N);
    float4* to = (float4*)out + (size_t)row * (32 * N);
    float4 x[N];
    for (int i = 0; i < N; i++) x[i] = from[lane + 32 * i];
    float largest = -INFINITY;
    for (int i = 0; i < N; i++) largest = fmaxf(largest, greatest(x[i]));
    largest = warpMax(largest);
    float sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = apart(x[i], largest);
        sum += x[i].x + x[i].y + x[i].z + x[i].w;
    }
    float factor = 1 / warpSum(sum);
    for (int i = 0; i < N; i++)
        to[lane + 32 * i] = {x[i].x * factor, x[i].y * factor, x[i].z * factor, x[i].w * factor};
}

__global__ void softmax(const float* in, float* out, int rows, int columns) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float4* from = (const float4*)(in + (size_t)row * columns);
    float4* to = (float4*)(out + (size_t)row * columns);
    int quads = columns / 4;
    float largest = -INFINITY;
    for (int i = lane; i < quads; i += 32) largest = fmaxf(largest, greatest(from[i]));
    largest = warpMax(largest);
    float sum = 0;
    for (int i = lane; i < quads; i += 32) {
        float4 e = apart(from[i], largest);
        sum += e.x + e.y + e.z + e.w;
    }
    float factor = 1 / warpSum(sum);
    for (int i = lane; i < quads; i += 32) {
        float4 e = apart(from[i], largest);
        to[i] = {e.x * factor, e.y * factor, e.z * factor, e.w * factor};
    }
}

void solve(const float* in, float* out, int rows, int columns) {
    int blocks = (rows + 3) / 4;
    switch (columns / 128) {
    case 1: softmaxKept<1><<<blocks, 128>>>(in, out, rows); break;
    case 2: softmaxKept<2><<<blocks, 128>>>(in, out, rows); break;
    case 4: softmaxKept<4><<<blocks, 128>>>(in, out, rows); break;
    case 8: softmaxKept<8><<<blocks, 128>>>(in, out, rows); break;
    default: softmax<<<blocks, 128>>>(in, out, rows, columns);
    }
}
