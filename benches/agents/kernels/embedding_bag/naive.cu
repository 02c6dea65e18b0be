__global__ void bag(const float* table, const int* starts, const int* indices, float* out,
                    int bags, int size) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= bags) return;
    for (int d = 0; d < size; d++) out[b * size + d] = 0;
    for (int i = starts[b]; i < starts[b + 1]; i++)
        for (int d = 0; d < size; d++) out[b * size + d] += table[(size_t)indices[i] * size + d];
    for (int d = 0; d < size; d++) out[b * size + d] /= starts[b + 1] - starts[b];
}

void solve(const float* table, const int* starts, const int* indices, float* out, int bags,
           int size) {
    bag<<<(bags + 31) / 32, 32>>>(table, starts, indices, out, bags, size);
}
