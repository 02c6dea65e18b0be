// One block per pair and one launch: three diagonals in shared memory, one barrier per diagonal.
__global__ void distance(const char* __restrict__ a, const char* __restrict__ b,
                         int* __restrict__ distances, int length) {
    __shared__ int diagonals[3][513];
    __shared__ char other[512];
    int i = threadIdx.x + 1;
    char mine = a[(size_t)blockIdx.x * length + threadIdx.x];
    other[threadIdx.x] = b[(size_t)blockIdx.x * length + threadIdx.x];
    if (threadIdx.x == 0) diagonals[0][0] = 0, diagonals[1][0] = 1;
    if (i == 1) diagonals[1][1] = 1;
    int *before2 = diagonals[0], *before1 = diagonals[1], *now = diagonals[2];
    __syncthreads();
    for (int d = 2; d <= 2 * length; d++) {
        int j = d - i;
        if (j >= 1 && j <= length) {
            int replaced = before2[i - 1] + (mine != other[j - 1]);
            now[i] = min(replaced, min(before1[i], before1[i - 1]) + 1);
        } else if (j == 0) {
            now[i] = d;
        }
        if (i == 1) now[0] = d;
        int* free = before2;
        before2 = before1;
        before1 = now;
        now = free;
        __syncthreads();
    }
    if (i == length) distances[blockIdx.x] = before1[length];
}

void solve(const char* a, const char* b, int* distances, int*, int pairs, int length) {
    distance<<<pairs, length>>>(a, b, distances, length);
}
