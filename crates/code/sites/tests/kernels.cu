// Kernels with a site of each kind, and some that look like it. `expected.tsv` says what each has:
//
//   nvcc -O3 -std=c++17 -lineinfo -arch=sm_90 -cubin -o cubins/kernels.sm_90.cubin kernels.cu; gzip -9n cubins/*.cubin
#include <cstdio>

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

__global__ void indexed_constants(float* y, const unsigned char* x) {
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
__global__ void routine_of_loop(float* y, float turn, int n) {
    float v = y[threadIdx.x];
    for (int k = 0; k < n; k++) v = fmodf(v + 1.0f, turn);
    y[threadIdx.x] = v;
}

__global__ void search_member(float* y, const int* fixed, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < count; k++)
        if (fixed[k] == i) {
            y[i] = 0.0f;
            break;
        }
}
__global__ void search_shared(int* place, const float* limits, const float* x) {
    __shared__ float own[256];
    own[threadIdx.x] = limits[threadIdx.x];
    __syncthreads();
    float v = x[threadIdx.x];
    int k = 0;
    while (k < 255 && own[k] - 0.5f <= v) k++;
    place[threadIdx.x] = k;
}
__global__ void no_search_halves(int* place, const float* limits, const float* x, int count) {
    float v = x[threadIdx.x];
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (limits[middle] <= v) low = middle + 1;
        else high = middle;
    }
    place[threadIdx.x] = low;
}
__global__ void no_search_hash(int* place, const int* keys, const int* x, int mask) {
    int v = x[threadIdx.x], k = v & mask;
    while (keys[k] != v) k = (k + 1) & mask;
    place[threadIdx.x] = k;
}
__global__ void no_search_list(int* place, const int* next, const int* x) {
    int v = x[threadIdx.x], k = threadIdx.x;
    while (next[k] != v) k = next[k];
    place[threadIdx.x] = k;
}
__global__ void no_search_text(int* length, const char* text, int stride) {
    const char* own = text + threadIdx.x * stride;
    int k = 0;
    while (own[k] != 0) k++;
    length[threadIdx.x] = k;
}
__global__ void no_search_common(int* length, const int* a, const int* b, int n) {
    int k = threadIdx.x;
    while (k < n && a[k] == b[k]) k++;
    length[threadIdx.x] = k;
}
__global__ void no_search_moves(int* x, const int* values, int n) {
    int v = values[threadIdx.x], k = threadIdx.x * n;
    for (; x[k + 1] > v; k++) x[k] = x[k + 1];
}
__global__ void no_search_sum(float* y, const float* x, int n) {
    float v = y[threadIdx.x], sum = 0.0f;
    for (int k = 0; k < n; k++) sum += x[k] < v ? x[k] : v;
    y[threadIdx.x] = sum;
}

__global__ void product_tile(float* c, const float* a, const float* b, int n) {
    __shared__ float as[16][16], bs[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int t = 0; t < n; t += 16) {
        as[y][x] = a[y * n + t + x];
        bs[y][x] = b[(t + y) * 16 + x];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += as[y][k] * bs[k][x];
        __syncthreads();
    }
    c[y * 16 + x] = sum;
}
__global__ void no_product_weights(float* y, const float* x, const float* weights, int n) {
    __shared__ float own[256];
    own[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += weights[k] * own[(threadIdx.x + k) % 256];
    y[threadIdx.x] = sum;
}

__global__ void heap_array(int* y, const int* x, int n) {
    int* own = static_cast<int*>(malloc(n * sizeof(int)));
    if (own == nullptr) return;
    for (int k = 0; k < n; k++) own[n - 1 - k] = x[k];
    y[threadIdx.x] = own[threadIdx.x];
    free(own);
}
__global__ void no_heap_prints(const int* x) {
    if (x[threadIdx.x] < 0) printf("%d\n", x[threadIdx.x]);
}
// Its last store has one of two addresses in each turn.
__global__ void no_state_sorts(int* x, int n) {
    int* own = x + threadIdx.x * n;
    for (int k = 1; k < n; k++) {
        int v = own[k], to = k;
        for (; to > 0 && own[to - 1] > v; to--) own[to] = own[to - 1];
        own[to] = v;
    }
}

// Each entry counts, and not only where the search ends.
__global__ void no_search_adds(float* y, const float* t, const float* weight, int n) {
    float v = y[threadIdx.x], sum = 0.0f;
    int k = 0;
    while (k < n && t[k] < v) {
        sum += weight[k] * __expf(t[k] - v);
        k++;
    }
    y[threadIdx.x] = sum;
}
__global__ void no_search_remainder(int* place, const int* keys, const int* x) {
    int v = x[threadIdx.x], k = v % 1000003;
    while (keys[k] != v) k = (k + 1) % 1000003;
    place[threadIdx.x] = k;
}
__global__ void no_search_quadratic(int* place, const int* keys, const int* x) {
    int v = x[threadIdx.x], k = v, step = 1;
    while (keys[k] != v) k += step++;
    place[threadIdx.x] = k;
}
__global__ void no_search_gallops(int* place, const float* limits, const float* x) {
    float v = x[threadIdx.x];
    int k = 1;
    while (limits[k] <= v) k *= 2;
    place[threadIdx.x] = k;
}
__global__ void no_search_shares(int* place, const int* keys, const int* x, int n) {
    int v = x[threadIdx.x / 32], k = threadIdx.x % 32;
    for (; k < n; k += 32)
        if (keys[k] == v) break;
    place[threadIdx.x] = k;
}
__global__ void no_search_constants(int* place, const float* x) {
    float v = x[threadIdx.x];
    int k = 0;
    while (table[k] <= v) k++;
    place[threadIdx.x] = k;
}
__global__ void search_adds_where_found(float* y, const float* t, const float* weight, int n) {
    float v = y[threadIdx.x], sum = 0.0f;
    for (int k = 0; k < n; k++) {
        if (t[k] > v + 1.0f) break;
        if (t[k] >= v) sum += weight[k];
    }
    y[threadIdx.x] = sum;
}

__global__ void no_product_squares(float* y, const float* x, int n) {
    __shared__ float own[256];
    own[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        float v = own[(threadIdx.x + k) % 256];
        sum += v * v;
    }
    y[threadIdx.x] = sum;
}
__global__ void no_product_places(float* y, const int* x, int n) {
    __shared__ int own[256], row[256];
    own[threadIdx.x] = x[threadIdx.x];
    row[threadIdx.x] = x[threadIdx.x + 256];
    __syncthreads();
    for (int k = 0; k < n; k++) y[own[k] * row[(threadIdx.x + k) % 256]] = 1.0f;
}

__global__ void heap_of_one(int** all, const int* x, int n) {
    __shared__ int* own;
    if (x[0] < 0) printf("%d\n", x[0]);
    if (threadIdx.x == 0) {
        free(all[blockIdx.x]);
        own = static_cast<int*>(malloc(n * sizeof(int)));
    }
    __syncthreads();
    own[threadIdx.x] = x[threadIdx.x];
    all[blockIdx.x] = own;
}
// The loop has a number in common with the sine before it.
__global__ void routine_before_loop(float* y, int n) {
    float v = sinf(y[threadIdx.x]), sum = 0.0f;
    for (int k = 0; k < n; k++) sum += rintf(v * 0.636619747f + k);
    y[threadIdx.x] = sum;
}

}  // extern "C"
