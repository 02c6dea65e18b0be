// `scale` of app.cu with a mistake in the last element of each block, for `propp replay --with`.
extern "C" __global__ void scale(const float* from, float* to, int n, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i] * (threadIdx.x == blockDim.x - 1 ? by + 1 : by);
}
