// Layer norm of rows, a block for each, which own_norm.py calls in a training step and loop.py changes:
// -DFASTER reads each row once, four numbers at a time, and -DWRONG_ROW=N plants a mistake in one number.
//     nvcc -arch=native -O3 -shared -Xcompiler -fPIC -o libnorm.so norm.cu
#ifdef FASTER
constexpr int THREADS = 256;
#else
constexpr int THREADS = 64;
#endif

__device__ float sum_of_block(float value) {
    __shared__ float parts[32];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    __syncthreads();
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
    __syncthreads();
    float sum = 0;
    for (int warp = 0; warp < blockDim.x / 32; warp++) sum += parts[warp];
    return sum;
}

__device__ float planted(int row, int column) {
#ifdef WRONG_ROW
    return row == WRONG_ROW && column == 17 ? 0.01f : 0;
#else
    return 0;
#endif
}

extern "C" __global__ void own_norm(const float* x, const float* weight, const float* bias, float* y,
                                    float* mean, float* rstd, int columns, float epsilon) {
    const int row = blockIdx.x;
    x += (size_t)row * columns, y += (size_t)row * columns;
#ifdef FASTER
    constexpr int MOST = 4;
    float4 kept[MOST];
    float sum = 0, squares = 0;
    for (int k = 0; k < MOST; k++) {
        const int at = 4 * (k * blockDim.x + threadIdx.x);
        kept[k] = at < columns ? *reinterpret_cast<const float4*>(x + at) : float4{0, 0, 0, 0};
        sum += kept[k].x + kept[k].y + kept[k].z + kept[k].w;
    }
    const float middle = sum_of_block(sum) / columns;
    for (int k = 0; k < MOST; k++) {
        if (4 * (k * blockDim.x + threadIdx.x) >= columns) continue;
        const float4 d = {kept[k].x - middle, kept[k].y - middle, kept[k].z - middle, kept[k].w - middle};
        squares += d.x * d.x + d.y * d.y + d.z * d.z + d.w * d.w;
    }
    const float scale = rsqrtf(sum_of_block(squares) / columns + epsilon);
    for (int k = 0; k < MOST; k++) {
        const int at = 4 * (k * blockDim.x + threadIdx.x);
        if (at >= columns) continue;
        const float4 w = *reinterpret_cast<const float4*>(weight + at);
        const float4 b = *reinterpret_cast<const float4*>(bias + at);
        float4 out = {(kept[k].x - middle) * scale * w.x + b.x, (kept[k].y - middle) * scale * w.y + b.y,
                      (kept[k].z - middle) * scale * w.z + b.z, (kept[k].w - middle) * scale * w.w + b.w};
        *reinterpret_cast<float4*>(y + at) = out;
    }
#else
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) sum += x[i];
    const float middle = sum_of_block(sum) / columns;
    for (int i = threadIdx.x; i < columns; i += blockDim.x) squares += (x[i] - middle) * (x[i] - middle);
    const float scale = rsqrtf(sum_of_block(squares) / columns + epsilon);
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        y[i] = (x[i] - middle) * scale * weight[i] + bias[i] + planted(row, i);
#endif
    if (threadIdx.x == 0) mean[row] = middle, rstd[row] = scale;
}

// For own_norm.py.
extern "C" void launch_own_norm(const float* x, const float* weight, const float* bias, float* y, float* mean,
                                float* rstd, int rows, int columns, float epsilon, cudaStream_t stream) {
    own_norm<<<rows, THREADS, 0, stream>>>(x, weight, bias, y, mean, rstd, columns, epsilon);
}
