// One warp per option without barriers: a lane has 4 nodes in registers. The share price of a node
// rises by the factor `up` when the tree loses a step.
__global__ void tree(const float* __restrict__ prices, const float* __restrict__ strikes,
                     float* __restrict__ values, float up, float weight_up, float weight_down) {
    int option = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    float strike = strikes[option], value[4], share[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        share[i] = prices[option] * powf(up, 2 * (4 * lane + i) - 127);
        value[i] = fmaxf(strike - share[i], 0);
    }
    for (int t = 126; t >= 0; t--) {
        // Nodes after t have no meaning and are never read by nodes up to t.
        float next = __shfl_down_sync(~0u, value[0], 1);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            share[i] *= up;
            float above = i < 3 ? value[i + 1] : next;
            value[i] = fmaxf(strike - share[i], weight_up * above + weight_down * value[i]);
        }
    }
    if (lane == 0) values[option] = value[0];
}

void solve(const float* prices, const float* strikes, float* values, int options, float up,
           float down, float weight_up, float weight_down) {
    tree<<<options / 2, 64>>>(prices, strikes, values, up, weight_up, weight_down);
}
