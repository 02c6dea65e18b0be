__global__ void spread(const int* starts, const int* neighbours, const unsigned char* active,
                       unsigned char* reached, int vertices) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= vertices || !active[v]) return;
    for (int i = starts[v]; i < starts[v + 1]; i++) reached[neighbours[i]] = 1;
}

void solve(const int* starts, const int* neighbours, const unsigned char* active,
           unsigned char* reached, int vertices, int edges) {
    cudaMemsetAsync(reached, 0, vertices);
    spread<<<(vertices + 255) / 256, 256>>>(starts, neighbours, active, reached, vertices);
}
