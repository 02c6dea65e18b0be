// A block prepares the slopes once in shared memory; a thread tests its point without divisions.
__global__ void locate(const float2* __restrict__ points, const float2* __restrict__ corners,
                       unsigned char* __restrict__ inside, int edges) {
    __shared__ float4 lines[512];  // y of both ends, slope, x at y = 0
    for (int e = threadIdx.x; e < edges; e += blockDim.x) {
        float2 a = corners[e], b = corners[e + 1 < edges ? e + 1 : 0];
        float slope = (b.x - a.x) / (b.y - a.y);
        lines[e] = make_float4(a.y, b.y, slope, a.x - slope * a.y);
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 point = points[i];
    bool odd = false;
#pragma unroll 8
    for (int e = 0; e < edges; e++) {
        float4 line = lines[e];
        bool straddles = (line.x > point.y) != (line.y > point.y);
        odd ^= straddles && point.x < line.z * point.y + line.w;
    }
    inside[i] = odd;
}

void solve(const float* points, const float* corners, unsigned char* inside, int count,
           int edges) {
    locate<<<count / 128, 128>>>((const float2*)points, (const float2*)corners, inside, edges);
}
