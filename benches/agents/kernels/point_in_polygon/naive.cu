__global__ void locate(const float* points, const float* corners, unsigned char* inside, int count,
                       int edges) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int crossings = 0;
    for (int e = 0; e < edges; e++) {
        int next = (e + 1) % edges;
        float x1 = corners[2 * e], y1 = corners[2 * e + 1];
        float x2 = corners[2 * next], y2 = corners[2 * next + 1];
        float x = points[2 * i], y = points[2 * i + 1];
        float slope = (x2 - x1) * (1.0 / (y2 - y1));
        if ((y1 > y) != (y2 > y) && x < slope * (y - y1) + x1) crossings++;
    }
    inside[i] = crossings % 2;
}

void solve(const float* points, const float* corners, unsigned char* inside, int count,
           int edges) {
    locate<<<(count + 255) / 256, 256>>>(points, corners, inside, count, edges);
}
