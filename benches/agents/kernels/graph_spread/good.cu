// The lanes of a warp share the edges of vertices with many edges, one vertex after the other.
constexpr int MANY = 16;

__global__ void spread(const int* __restrict__ starts, const int* __restrict__ neighbours,
                       const unsigned char* __restrict__ active,
                       unsigned char* __restrict__ reached) {
    int v = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int first = starts[v], last = active[v] ? starts[v + 1] : first;
    unsigned heavy = __ballot_sync(~0u, last - first > MANY);
    for (; heavy; heavy &= heavy - 1) {
        int owner = __ffs(heavy) - 1;
        int begin = __shfl_sync(~0u, first, owner), end = __shfl_sync(~0u, last, owner);
        for (int i = begin + lane; i < end; i += 32) reached[neighbours[i]] = 1;
    }
    if (last - first <= MANY)
        for (int i = first; i < last; i++) reached[neighbours[i]] = 1;
}

void solve(const int* starts, const int* neighbours, const unsigned char* active,
           unsigned char* reached, int vertices, int edges) {
    cudaMemsetAsync(reached, 0, vertices);
    spread<<<vertices / 128, 128>>>(starts, neighbours, active, reached);
}
