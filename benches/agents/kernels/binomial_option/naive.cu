__global__ void tree(const float* prices, const float* strikes, float* values, float up,
                     float down, float weight_up, float weight_down) {
    __shared__ float value[128];
    int i = threadIdx.x;
    float price = prices[blockIdx.x], strike = strikes[blockIdx.x];
    value[i] = fmaxf(strike - price * powf(up, i) * powf(down, 127 - i), 0);
    __syncthreads();
    for (int t = 126; t >= 0; t--) {
        float now = 0;
        if (i <= t) {
            float exercise = strike - price * powf(up, i) * powf(down, t - i);
            now = fmaxf(exercise, weight_up * value[i + 1] + weight_down * value[i]);
        }
        __syncthreads();
        value[i] = now;
        __syncthreads();
    }
    if (i == 0) values[blockIdx.x] = value[0];
}

void solve(const float* prices, const float* strikes, float* values, int options, float up,
           float down, float weight_up, float weight_down) {
    tree<<<options, 128>>>(prices, strikes, values, up, down, weight_up, weight_down);
}
