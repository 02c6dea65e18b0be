// Four pixels per thread: three words in, one word per plane out.
__global__ void convert(const uint3* __restrict__ rgb, unsigned* __restrict__ y,
                        unsigned* __restrict__ u, unsigned* __restrict__ v, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    uint3 words = rgb[i];
    unsigned in[3] = {words.x, words.y, words.z}, ys = 0, us = 0, vs = 0;
#pragma unroll
    for (int pixel = 0; pixel < 4; pixel++) {
        int channels[3];
#pragma unroll
        for (int c = 0; c < 3; c++) {
            int byte = 3 * pixel + c;
            channels[c] = in[byte / 4] >> (byte % 4 * 8) & 255;
        }
        int r = channels[0], g = channels[1], b = channels[2];
        int luma = ((269484 * r + 528482 * g + 102760 * b + 524288) >> 20) + 16;
        int blue = ((-155189 * r - 305135 * g + 460324 * b + 524288) >> 20) + 128;
        int red = ((460324 * r - 385875 * g - 74449 * b + 524288) >> 20) + 128;
        ys |= (unsigned)luma << (8 * pixel);
        us |= (unsigned)blue << (8 * pixel);
        vs |= (unsigned)red << (8 * pixel);
    }
    y[i] = ys;
    u[i] = us;
    v[i] = vs;
}

void solve(const unsigned char* rgb, unsigned char* y, unsigned char* u, unsigned char* v,
           int pixels) {
    convert<<<(pixels / 4 + 255) / 256, 256>>>((const uint3*)rgb, (unsigned*)y, (unsigned*)u,
                                               (unsigned*)v, pixels / 4);
}
