__global__ void attend(const float* queries, const float* keys, const float* values, float* out,
                       float* work, int length) {
    __shared__ float shared[256];
    int head = blockIdx.x;
    const float* query = queries + head * 64;
    float* scores = work + (size_t)head * length;
    float largest = -INFINITY;
    for (int t = threadIdx.x; t < length; t += 256) {
        float score = 0;
        for (int d = 0; d < 64; d++) score += query[d] * keys[((size_t)head * length + t) * 64 + d];
        scores[t] = score / 8;
        largest = fmaxf(largest, scores[t]);
    }
    shared[threadIdx.x] = largest;
    for (int i = 128; i > 0; i /= 2) {
        __syncthreads();
        if (threadIdx.x < i)
            shared[threadIdx.x] = fmaxf(shared[threadIdx.x], shared[threadIdx.x + i]);
    }
    __syncthreads();
    largest = shared[0];
    if (threadIdx.x >= 64) return;
    float sum = 0, total = 0;
    for (int t = 0; t < length; t++) {
        float weight = expf(scores[t] - largest);
        total += weight;
        sum += weight * values[((size_t)head * length + t) * 64 + threadIdx.x];
    }
    out[head * 64 + threadIdx.x] = sum / total;
}

void solve(const float* queries, const float* keys, const float* values, float* out, float* work,
           int heads, int length) {
    attend<<<heads, 256>>>(queries, keys, values, out, work, length);
}
