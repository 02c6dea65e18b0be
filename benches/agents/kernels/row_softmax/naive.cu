__global__ void softmax(const float* in, float* out, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const float* from = in + (size_t)row * columns;
    float* to = out + (size_t)row * columns;
    float largest = from[0];
    for (int i = 1; i < columns; i++) largest = fmaxf(largest, from[i]);
    float sum = 0;
    for (int i = 0; i < columns; i++) sum += expf(from[i] - largest);
    for (int i = 0; i < columns; i++) to[i] = expf(from[i] - largest) / sum;
}

void solve(const float* in, float* out, int rows, int columns) {
    softmax<<<(rows + 127) / 128, 128>>>(in, out, rows, columns);
}
