// Ten races in shared memory. The two lines of each end with its number; `main` runs one of them,
// or with "mended" the same kernels with what they lack.
#include <cstdio>
#include <cstdlib>
#include <cuda/barrier>

constexpr int THREADS = 128;

template <bool MENDED> __device__ void sync() {
    if (MENDED) __syncthreads();
}

// A tile is read before all have written it.
template <bool MENDED> __global__ void exchange(int *x) {
    __shared__ int tile[THREADS];
    tile[threadIdx.x] = x[threadIdx.x]; // 0
    sync<MENDED>();
    x[threadIdx.x] = tile[THREADS - 1 - threadIdx.x]; // 0
}

// The next tile is written before all have read this one.
template <bool MENDED> __global__ void tiles(int *x) {
    __shared__ int tile[THREADS];
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        tile[threadIdx.x] = x[threadIdx.x] + i; // 1
        __syncthreads();
        sum += tile[threadIdx.x ^ 64]; // 1
        sync<MENDED>();
    }
    x[threadIdx.x] = sum;
}

// A tree of sums without a barrier between its levels.
template <bool MENDED> __global__ void tree(int *x) {
    __shared__ int sums[THREADS];
    sums[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (int step = THREADS / 2; step > 0; step /= 2) {
        if (threadIdx.x < step) {
            int other = sums[threadIdx.x + step]; // 2
            sums[threadIdx.x] += other; // 2
        }
        sync<MENDED>();
    }
    if (threadIdx.x == 0) x[0] = sums[0];
}

// Counters are counted before another warp has cleared them.
template <bool MENDED> __global__ void histogram(int *x) {
    __shared__ int bins[THREADS];
    bins[threadIdx.x] = x[threadIdx.x] + 1; // 3
    sync<MENDED>();
    atomicAdd(&bins[(threadIdx.x * 37 + 5) % THREADS], 1); // 3
    __syncthreads();
    x[threadIdx.x] = bins[threadIdx.x];
}

// A total of one warp is read by all at once.
template <bool MENDED> __global__ void broadcast(int *x) {
    __shared__ int total;
    if (threadIdx.x == 96) total = x[96] + 1; // 4
    sync<MENDED>();
    x[threadIdx.x] += total; // 4
}

// Partial sums of warps are used again by the next call.
template <bool MENDED> __device__ int block_sum(int value, int *partial) {
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value; // 5
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < THREADS / 32; i++) sum += partial[i]; // 5
    sync<MENDED>();
    return sum;
}
template <bool MENDED> __global__ void sums(int *x) {
    __shared__ int partial[THREADS / 32];
    int first = block_sum<MENDED>(x[threadIdx.x], partial);
    x[threadIdx.x] = block_sum<MENDED>(first + threadIdx.x, partial);
}

// Two halves of a block have barriers of their own, and share an edge.
template <bool MENDED> __global__ void halves(int *x) {
    __shared__ int edge[THREADS];
    edge[threadIdx.x] = x[threadIdx.x]; // 6
    if (MENDED) {
        __syncthreads();
    } else {
        asm volatile("bar.sync %0, 64;" ::"r"(1 + (int)threadIdx.x / 64) : "memory");
    }
    x[threadIdx.x] = edge[(threadIdx.x + 1) % THREADS]; // 6
}

// __syncwarp where __syncthreads is needed.
template <bool MENDED> __global__ void warps(int *x) {
    __shared__ int shift[THREADS];
    shift[threadIdx.x] = x[threadIdx.x]; // 7
    if (MENDED) __syncthreads();
    __syncwarp();
    x[threadIdx.x] = shift[(threadIdx.x + 32) % THREADS]; // 7
}

// Different values for one word.
template <bool MENDED> __global__ void last(int *x) {
    __shared__ int found;
    if (MENDED) {
        if (threadIdx.x == 0) found = x[0];
    } else if (threadIdx.x % 32 == 0) {
        found = x[threadIdx.x] + threadIdx.x; // 8
    }
    __syncthreads();
    x[threadIdx.x] = found;
}

// A buffer is filled again before the consumers have arrived.
template <bool MENDED> __global__ void pipeline(int *x) {
#pragma nv_diagnostic push
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
#pragma nv_diagnostic pop
    __shared__ int buffer[32];
    if (threadIdx.x == 0) {
        init(&full, 64);
        init(&empty, 64);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int i = 0; i < 4; i++) {
            buffer[threadIdx.x] = x[threadIdx.x] + i; // 9
            full.arrive_and_wait();
            if (MENDED) empty.arrive_and_wait();
        }
    } else if (threadIdx.x < 64) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            full.arrive_and_wait();
            sum += buffer[threadIdx.x - 32]; // 9
            if (MENDED) empty.arrive_and_wait();
        }
        x[threadIdx.x] = sum;
    }
}

template <bool MENDED> void run(int which, int *x) {
    void (*kernels[])(int *) = {
        exchange<MENDED>, tiles<MENDED>, tree<MENDED>, histogram<MENDED>, broadcast<MENDED>,
        sums<MENDED>, halves<MENDED>, warps<MENDED>, last<MENDED>, pipeline<MENDED>,
    };
    for (int i = 0; i < 10; i++) {
        if (which < 0 || which == i) kernels[i]<<<2, THREADS>>>(x);
    }
}

int main(int argc, char **argv) {
    int *x, host[THREADS];
    for (int i = 0; i < THREADS; i++) host[i] = i * 7 % 31;
    cudaMalloc(&x, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    if (argc > 1 && argv[1][0] != 'm') {
        run<false>(atoi(argv[1]), x);
    } else {
        run<true>(-1, x);
    }
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
}
