// Kernels with a site of each kind, and some that look like it. `expected.tsv` says what each has:
//
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 -cubin -o cubins/kernels.sm_90.cubin kernels.cu; gzip -9n cubins/*.cubin
#include <cstdint>

__constant__ float table[256];

extern "C" {

__global__ void state_global(float* y, const float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 0.0f;
    for (int k = 0; k < n; k++) y[i] += x[k];
}
__global__ void state_volatile(volatile int* count, const int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++)
        if (x[k * 7 + i] > 0) count[i] = count[i] + 1;
}
__global__ void no_state_moves(float* y, const float* x, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++) y[i + k * stride] = 2.0f * x[k];
}
__global__ void no_state_tree(float* y) {
    __shared__ float sums[256];
    sums[threadIdx.x] = y[threadIdx.x];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) y[0] = sums[0];
}

__global__ void lock_each(int* lock, volatile float* sum, const int* place, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[place[i]], 0, 1) == 0) {
            sum[place[i]] = sum[place[i]] + 1.0f;
            __threadfence();
            atomicExch(&lock[place[i]], 0);
            done = true;
        }
    }
}
__global__ void lock_of_block(int* lock, volatile float* sum) {
    if (threadIdx.x == 0) {
        while (atomicExch(lock, 1) != 0) {
        }
        *sum = *sum + 1.0f;
        __threadfence();
        atomicExch(lock, 0);
    }
}
__global__ void swap_maximum(float* most, const float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* at = reinterpret_cast<int*>(most);
    int old = *at;
    while (__int_as_float(old) < x[i]) {
        int seen = atomicCAS(at, old, __float_as_int(x[i]));
        if (seen == old) break;
        old = seen;
    }
}
__global__ void no_lock_probe(unsigned* keys, const unsigned* x, unsigned mask) {
    unsigned key = x[blockIdx.x * blockDim.x + threadIdx.x], slot = key * 2654435761u & mask;
    while (true) {
        unsigned before = atomicCAS(&keys[slot], 0u, key);
        if (before == 0u || before == key) break;
        slot = (slot + 1) & mask;
    }
}
__global__ void no_lock_queue(int* next, float* y, int n) {
    for (int i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1)) y[i] *= 2.0f;
}

__global__ void indexed_constants(float* y, const uint8_t* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = table[x[i]];
}
__global__ void no_indexed_constants(float* y, const float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += table[k] * x[i + k];
    y[i] = sum;
}

__global__ void conversions(float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = y[i];
    for (int k = 0; k < n; k++) v = v * 0.999 + 0.001;
    y[i] = v;
}

__global__ void fences(float* y, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++) {
        y[i + k * stride] = k;
        __threadfence();
    }
}
__global__ void no_fence_block(float* y, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++) {
        y[i + k * stride] = k;
        __threadfence_block();
    }
}

__global__ void one_thread(int* y, const int* x) {
    __shared__ int sums[256];
    sums[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 1; k < blockDim.x; k++) sums[k] += sums[k - 1];
    __syncthreads();
    y[blockIdx.x * 256 + threadIdx.x] = sums[threadIdx.x];
}
__global__ void no_one_thread(int* y, const int* x, int n) {
    int sum = 0;
    for (int k = threadIdx.x; k < n; k += blockDim.x) sum += x[k];
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (threadIdx.x == 0) *y = sum;
}

__global__ void no_one_thread_join(int* y, const int* x, int n) {
    __shared__ int first;
    int sum = 0;
    if (threadIdx.x == 0) first = x[n];
    else sum = 1;
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x) sum += x[k] * first;
    y[threadIdx.x] = sum;
}
__global__ void no_one_thread_others(int* y, const int* x, int n) {
    int sum = 0;
    if (threadIdx.x != 0)
        for (int k = threadIdx.x; k < n; k += blockDim.x) sum += x[k];
    y[threadIdx.x] = sum;
}
__global__ void no_state_shuffle(float* y, const float* x, int place, int n) {
    for (int k = 0; k < n; k++) y[__shfl_sync(0xffffffffu, place + threadIdx.x, k & 31)] = x[k];
}
__global__ void no_lock_push(int* next, int* head, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) next[i] = atomicExch(head, i);
}

__global__ void routine_remainder(unsigned long long* y, unsigned long long m) {
    y[threadIdx.x] %= m;
}
__global__ void routine_power(float* y, int n) {
    float v = y[threadIdx.x], sum = 0.0f;
    for (int k = 0; k < n; k++) sum += powf(v, k * 0.1f);
    y[threadIdx.x] = sum;
}
__global__ void no_routine(unsigned* y) { y[threadIdx.x] = y[threadIdx.x] / 10 + y[threadIdx.x] % 7; }

}  // extern "C"
