// One warp per token: a lane computes its angle once, in single precision, for all heads.
__global__ void rotate(const float* __restrict__ in, const int* __restrict__ positions,
                       float* __restrict__ out, int heads) {
    __shared__ float2 turns[32];
    int token = blockIdx.x, lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        float angle = positions[token] * exp2f(lane * (-13.287712379549449f / 32));
        float s, c;
        sincosf(angle, &s, &c);
        turns[lane] = make_float2(c, s);
    }
    __syncthreads();
    float2 turn = turns[lane];
    for (int head = threadIdx.x / 32; head < heads; head += 4) {
        size_t at = ((size_t)token * heads + head) * 64 + lane;
        float a = in[at], b = in[at + 32];
        out[at] = a * turn.x - b * turn.y;
        out[at + 32] = a * turn.y + b * turn.x;
    }
}

void solve(const float* in, const int* positions, float* out, int tokens, int heads, int) {
    rotate<<<tokens, 128>>>(in, positions, out, heads);
}
