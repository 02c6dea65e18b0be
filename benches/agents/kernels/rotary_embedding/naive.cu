__global__ void rotate(const float* in, const int* positions, float* out, int tokens, int heads,
                       int size) {
    int index = blockIdx.x * blockDim.x + threadIdx.x, half = size / 2;
    if (index >= tokens * heads * half) return;
    int i = index % half, head = index / half % heads, token = index / half / heads;
    double angle = positions[token] * pow(10000.0, -2.0 * i / size);
    float c = cos(angle), s = sin(angle);
    size_t at = ((size_t)token * heads + head) * size + i;
    float a = in[at], b = in[at + half];
    out[at] = a * c - b * s;
    out[at + half] = a * s + b * c;
}

void solve(const float* in, const int* positions, float* out, int tokens, int heads, int size) {
    int count = tokens * heads * size / 2;
    rotate<<<(count + 127) / 128, 128>>>(in, positions, out, tokens, heads, size);
}
