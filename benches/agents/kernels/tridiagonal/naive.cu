__global__ void eliminate(const float* below, const float* middle, const float* above,
                          const float* right, float* x, float* upper, float* value,
                          int systems) {
    int system = blockIdx.x * blockDim.x + threadIdx.x;
    if (system >= systems) return;
    int first = system * 64;
    upper[first] = above[first] / middle[first];
    value[first] = right[first] / middle[first];
    for (int i = first + 1; i < first + 64; i++) {
        float pivot = middle[i] - below[i] * upper[i - 1];
        upper[i] = above[i] / pivot;
        value[i] = (right[i] - below[i] * value[i - 1]) / pivot;
    }
    x[first + 63] = value[first + 63];
    for (int i = first + 62; i >= first; i--) x[i] = value[i] - upper[i] * x[i + 1];
}

void solve(const float* below, const float* middle, const float* above, const float* right,
           float* x, float* work, int systems) {
    eliminate<<<(systems + 127) / 128, 128>>>(below, middle, above, right, x, work,
                                              work + (size_t)systems * 64, systems);
}
