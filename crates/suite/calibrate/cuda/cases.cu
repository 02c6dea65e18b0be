// Short kernels by which `propp calibrate` corrects the prices of a GPU: each asks mostly for one
// kind of work, or mixes several as real kernels do. They are compiled to
// cases.ptx, which propp embeds and the driver compiles for its GPU.
//
// All have the same parameters: two arrays of 2^26 words, the number of elements to work on, and a
// number whose meaning is said at each. `b` is written, and `a` holds numbers
// below 2^26 that look random.

#include <cstdint>

using word = unsigned int;

// The parameters of every kernel.
#define CASE(name) extern "C" __global__ void name(word *a, word *b, word n, word m)

__device__ word own() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ word all() { return gridDim.x * blockDim.x; }

CASE(empty) {}

// --- device memory ---

CASE(read_vec4) {
    const uint4 *from = reinterpret_cast<const uint4 *>(a);
    word sum = 0;
    for (word i = own(); i < n / 4; i += all()) {
        uint4 v = from[i];
        sum += v.x ^ v.y ^ v.z ^ v.w;
    }
    if (sum == 1) b[own()] = sum;
}

CASE(write_vec4) {
    uint4 *to = reinterpret_cast<uint4 *>(b);
    for (word i = own(); i < n / 4; i += all()) to[i] = make_uint4(i, m, i, m);
}

CASE(copy_vec4) {
    const uint4 *from = reinterpret_cast<const uint4 *>(a);
    uint4 *to = reinterpret_cast<uint4 *>(b);
    for (word i = own(); i < n / 4; i += all()) to[i] = from[i];
}

CASE(copy_word) {
    word i = own();
    if (i < n) b[i] = a[i];
}

// Reads the words at random places.
CASE(gather) {
    word i = own();
    if (i < n) b[i] = a[a[i] & (m - 1)];
}

// Writes the words to random places.
CASE(scatter) {
    word i = own();
    if (i < n) b[a[i] & (m - 1)] = i;
}

// --- L2 ---

// Reads the same m words again and again, a sector for each thread.
CASE(l2_sectors) {
    word sum = 0;
    for (word i = own(); i < n; i += all()) sum += __ldcg(a + ((i * 8) & (m - 1)));
    if (sum == 1) b[own()] = sum;
}

// Writes a word of each sector of m words.
CASE(l2_partial) {
    for (word i = own(); i < n; i += all()) __stcg(b + ((i * 8) & (m - 1)), i);
}

CASE(add_spread) {
    for (word i = own(); i < n; i += all()) atomicAdd(b + (a[i] & (m - 1)), 1u);
}

CASE(add_one) {
    word i = own();
    if (i < n && (a[i] & (m - 1)) == 0) atomicAdd(b, 1u);
}

CASE(exchange_spread) {
    word sum = 0;
    for (word i = own(); i < n; i += all()) sum += atomicAdd(b + (a[i] & (m - 1)), 1u);
    if (sum == 1) b[own()] = sum;
}

// --- L1 and shared memory ---

CASE(l1_hits) {
    word sum = 0, at = threadIdx.x * m;
    for (word i = 0; i < n; ++i) {
        sum += __ldca(a + (at & 4095));
        at += 33;
    }
    if (sum == 1) b[own()] = sum;
}

// Each access of a warp takes m wavefronts.
CASE(bank_conflicts) {
    __shared__ word tile[4096];
    for (word i = threadIdx.x; i < 4096; i += blockDim.x) tile[i] = i;
    __syncthreads();
    word sum = 0, at = threadIdx.x * m;
    for (word i = 0; i < n; ++i) {
        sum += tile[at & 4095];
        at += 32;
    }
    if (sum == 1) b[own()] = sum;
}

// --- issue, pipes, latency ---

// Four chains of multiplications a thread.
CASE(fma_chains) {
    float x = float(own()), y = x + 1.0f, z = x + 2.0f, w = x + 3.0f;
    float f = float(m) * 1e-9f;
    for (word i = 0; i < n; ++i) {
        x = x * f + 1.0f;
        y = y * f + 1.0f;
        z = z * f + 1.0f;
        w = w * f + 1.0f;
    }
    if (x + y + z + w == 1.0f) b[own()] = word(x);
}

// One chain of integer work, and a root in each round.
CASE(mixed_chain) {
    word x = own() + m;
    float f = float(x);
    for (word i = 0; i < n; ++i) {
        x = x * 1664525u + 1013904223u;
        x ^= x >> 13;
        f = __fsqrt_rn(f + float(x & 255));
    }
    if (x == 1 && f == 1.0f) b[own()] = x;
}

// Every m-th block works sixteen times as long.
CASE(uneven) {
    word rounds = blockIdx.x % m == 0 ? 16 * n : n;
    word x = own();
    for (word i = 0; i < rounds; ++i) x = x * 1664525u + (x >> 9);
    if (x == 1) b[own()] = x;
}

// Threads follow m random places one after the other, in n words.
CASE(chase) {
    word at = own() & (n - 1);
    for (word i = 0; i < m; ++i) at = (a[at] ^ own()) & (n - 1);
    if (at == n) b[own()] = at;
}

// Each block waits for the one before it, which has started: blocks start in the order of their
// numbers.
CASE(chain_of_blocks) {
    __shared__ word before;
    word i = own();
    word value = i < n ? a[i] & 1 : 0;
    word sum = __syncthreads_count(value);
    if (threadIdx.x == 0) {
        volatile word *flags = b;
        word last = 0;
        if (blockIdx.x > 0) {
            while ((last = flags[blockIdx.x - 1]) == 0) {}
        }
        __threadfence();
        flags[blockIdx.x] = (last == 0 ? 1 : last) + sum;
        before = last;
    }
    __syncthreads();
    if (i < n) b[m + i] = value + before;
}

// --- what real kernels mix ---

// Transposes a matrix of m columns, word by word.
CASE(transpose_naive) {
    word column = blockIdx.x * 32 + threadIdx.x % 32, rows = n / m;
    for (word k = threadIdx.x / 32; k < 32; k += blockDim.x / 32) {
        word row = blockIdx.y * 32 + k;
        if (column < m && row < rows) b[column * rows + row] = a[row * m + column];
    }
}

CASE(transpose_tiled) {
    __shared__ word tile[32][33];
    word rows = n / m, lane = threadIdx.x % 32;
    for (word k = threadIdx.x / 32; k < 32; k += blockDim.x / 32)
        tile[k][lane] = a[(blockIdx.y * 32 + k) * m + blockIdx.x * 32 + lane];
    __syncthreads();
    for (word k = threadIdx.x / 32; k < 32; k += blockDim.x / 32)
        b[(blockIdx.x * 32 + k) * rows + blockIdx.y * 32 + lane] = tile[lane][k];
}

__device__ word sum_of_block(word value) {
    __shared__ word warps[32];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    return value;
}

// A sum, m words a thread.
CASE(reduce) {
    word sum = 0, first = blockIdx.x * blockDim.x * m + threadIdx.x;
    for (word k = 0; k < m; ++k) {
        word i = first + k * blockDim.x;
        if (i < n) sum += a[i];
    }
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) atomicAdd(b, sum);
}

// A histogram of m bins, in shared memory first.
CASE(histogram) {
    __shared__ word bins[1024];
    for (word i = threadIdx.x; i < m; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    for (word i = own(); i < n; i += all()) atomicAdd(bins + (a[i] & (m - 1)), 1u);
    __syncthreads();
    for (word i = threadIdx.x; i < m; i += blockDim.x) atomicAdd(b + i, bins[i]);
}

// A stencil of five points on rows of m words.
CASE(stencil) {
    word i = own();
    if (i >= m && i + m < n) b[i] = a[i - m] + a[i - 1] + a[i] + a[i + 1] + a[i + m];
}

// The product of two matrices of m rows and columns, by tiles.
CASE(product) {
    __shared__ float left[16][17], right[16][17];
    const float *values = reinterpret_cast<const float *>(a);
    word x = threadIdx.x % 16, y = threadIdx.x / 16;
    word column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0.0f;
    for (word k = 0; k < m; k += 16) {
        left[y][x] = values[row * m + k + x];
        right[y][x] = values[n + (k + y) * m + column];
        __syncthreads();
        for (int j = 0; j < 16; ++j) sum += left[y][j] * right[j][x];
        __syncthreads();
    }
    b[row * m + column] = __float_as_uint(sum);
}

// Softmax of rows of m words, a block each.
CASE(softmax) {
    const float *row = reinterpret_cast<const float *>(a) + size_t(blockIdx.x) * m;
    float *to = reinterpret_cast<float *>(b) + size_t(blockIdx.x) * m;
    __shared__ float parts[32];
    float sum = 0.0f;
    for (word i = threadIdx.x; i < m; i += blockDim.x) sum += __expf(row[i]);
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (word k = 0; k < blockDim.x / 32; ++k) sum += parts[k];
    for (word i = threadIdx.x; i < m; i += blockDim.x) to[i] = __expf(row[i]) / sum;
}

// An inclusive scan of each block's words.
CASE(scan_blocks) {
    __shared__ word warps[32];
    word i = own(), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    word value = i < n ? a[i] & 255 : 0;
    for (int step = 1; step < 32; step *= 2) {
        word other = __shfl_up_sync(~0u, value, step);
        if (lane >= step) value += other;
    }
    if (lane == 31) warps[warp] = value;
    __syncthreads();
    word before = 0;
    for (word k = 0; k < warp; ++k) before += warps[k];
    if (i < n) b[i] = value + before;
}

// Rows of a matrix, a thread each: neighbours are m words apart.
CASE(rows_by_thread) {
    word row = own();
    if (row >= n) return;
    word sum = 0;
    for (word k = 0; k < m; ++k) sum += a[size_t(row) * m + k];
    b[row] = sum;
}

// A binary search of m words for each thread's word.
CASE(search) {
    word i = own();
    if (i >= n) return;
    word wanted = a[i], low = 0, high = m;
    while (low < high) {
        word middle = (low + high) / 2;
        if (a[middle] < wanted) low = middle + 1; else high = middle;
    }
    b[i] = low;
}

// Fills the arrays: `a` with numbers that look random, `b` with zeros.
CASE(fill) {
    for (word i = own(); i < n; i += all()) {
        word x = i * 2654435761u;
        x ^= x >> 15;
        x *= 2246822519u;
        x ^= x >> 13;
        a[i] = x & (m - 1);
        b[i] = 0;
    }
}
