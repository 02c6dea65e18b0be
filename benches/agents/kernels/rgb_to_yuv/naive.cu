__global__ void convert(const unsigned char* rgb, unsigned char* y, unsigned char* u,
                        unsigned char* v, int pixels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    y[i] = ((269484 * r + 528482 * g + 102760 * b + 524288) >> 20) + 16;
    u[i] = ((-155189 * r - 305135 * g + 460324 * b + 524288) >> 20) + 128;
    v[i] = ((460324 * r - 385875 * g - 74449 * b + 524288) >> 20) + 128;
}

void solve(const unsigned char* rgb, unsigned char* y, unsigned char* u, unsigned char* v,
           int pixels) {
    convert<<<(pixels + 255) / 256, 256>>>(rgb, y, u, v, pixels);
}
