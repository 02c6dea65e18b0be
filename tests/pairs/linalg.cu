// Test pairs: dense linear algebra. Own code; see pairs.tsv.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CK(e)                                                                          \
    do {                                                                               \
        cudaError_t r_ = (e);                                                          \
        if (r_ != cudaSuccess) {                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(r_)); \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

static const char* g_filter = "";
static std::vector<void*> g_pool;
static uint32_t g_seed = 12345u;

static uint32_t rnd() {
    g_seed ^= g_seed << 13; g_seed ^= g_seed >> 17; g_seed ^= g_seed << 5;
    return g_seed;
}
static float rndf() { return (float)(rnd() >> 8) * (1.0f / 16777216.0f); }

static bool want(const char* name) {
    if (!strstr(name, g_filter)) return false;
    g_seed = 12345u;
    return true;
}
template <class T> static T* dnew(size_t n) {
    void* p = nullptr;
    CK(cudaMalloc(&p, n * sizeof(T)));
    CK(cudaMemset(p, 0, n * sizeof(T)));
    g_pool.push_back(p);
    return (T*)p;
}
// uploads v, repeated until n elements are filled
template <class T> static T* dup(const std::vector<T>& v, size_t n = 0) {
    if (n == 0) n = v.size();
    T* p = dnew<T>(n);
    size_t have = std::min(n, v.size());
    CK(cudaMemcpy(p, v.data(), have * sizeof(T), cudaMemcpyHostToDevice));
    while (have < n) {
        size_t c = std::min(have, n - have);
        CK(cudaMemcpy(p + have, p, c * sizeof(T), cudaMemcpyDeviceToDevice));
        have += c;
    }
    return p;
}
[[maybe_unused]] static std::vector<float> randf(size_t n, float lo, float hi) {
    std::vector<float> v(n);
    for (auto& x : v) x = lo + (hi - lo) * rndf();
    return v;
}
template <class T> static std::vector<T> down(const T* p, size_t n) {
    std::vector<T> v(n);
    CK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}
static void release() {
    for (void* p : g_pool) CK(cudaFree(p));
    g_pool.clear();
}
// one first launch, then the median of five; reset runs before each, outside the timing
template <class R, class L> static float measure(R reset, L launch) {
    cudaEvent_t a, b;
    CK(cudaEventCreate(&a));
    CK(cudaEventCreate(&b));
    std::vector<float> t;
    for (int k = 0; k < 6; k++) {
        reset();
        CK(cudaDeviceSynchronize());
        CK(cudaEventRecord(a));
        launch();
        CK(cudaGetLastError());
        CK(cudaEventRecord(b));
        CK(cudaEventSynchronize(b));
        float ms = 0;
        CK(cudaEventElapsedTime(&ms, a, b));
        if (k) t.push_back(ms * 1000.0f);
    }
    CK(cudaEventDestroy(a));
    CK(cudaEventDestroy(b));
    std::sort(t.begin(), t.end());
    return t[2];
}
[[maybe_unused]] static void nothing() {}
static void report(const char* name, float before, float after, bool ok, double err) {
    printf("%s %.2f %.2f\n", name, before, after);
    if (ok) printf("pair: ok\n");
    else printf("pair: DIFFERS max error %g\n", err);
    fflush(stdout);
    release();
}
// relative/absolute mixed error; a share of `bad` elements may exceed tol
template <class A, class B>
static void check(const char* name, float tb, float ta, const A* da, const B* db, size_t n,
                  double tol, double bad = 0.0) {
    std::vector<A> a = down(da, n);
    std::vector<B> b = down(db, n);
    double worst = 0;
    size_t over = 0, nonzero = 0;
    for (size_t i = 0; i < n; i++) {
        double x = (double)a[i], y = (double)b[i];
        double e = std::fabs(x - y) / (1.0 + std::fabs(x));
        if (!(e <= tol)) over++;
        if (!(e <= worst)) worst = e;
        if (x != 0) nonzero++;
    }
    bool ok = (double)over <= bad * (double)n && nonzero > 0;
    report(name, tb, ta, ok, worst);
}

extern "C" {

// ---- C = alpha*A + beta*B, row-major n x n
__global__ void linalg_swapped_index_before(const float* A, const float* B, float* C, int n,
                                            float alpha, float beta) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && col < n)
        C[row * n + col] = alpha * A[row * n + col] + beta * B[row * n + col];
}
__global__ void linalg_swapped_index_after(const float* A, const float* B, float* C, int n,
                                           float alpha, float beta) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n)
        C[row * n + col] = alpha * A[row * n + col] + beta * B[row * n + col];
}

// ---- C = A*B with shared tiles of 32 x 32
__global__ void linalg_one_output_before(const float* __restrict__ A, const float* __restrict__ B,
                                         float* __restrict__ C, int n) {
    __shared__ float As[32][32];
    __shared__ float Bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty;
    int col = blockIdx.x * 32 + tx;
    float acc = 0.0f;
    for (int t = 0; t < n; t += 32) {
        As[ty][tx] = A[row * n + t + tx];
        Bs[ty][tx] = B[(t + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < 32; k++) acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * n + col] = acc;
}
__global__ void linalg_one_output_after(const float* __restrict__ A, const float* __restrict__ B,
                                        float* __restrict__ C, int n) {
    __shared__ float As[32][32];
    __shared__ float Bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;  // block (32, 8): four rows a thread
    int row = blockIdx.y * 32 + ty;
    int col = blockIdx.x * 32 + tx;
    float acc[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int t = 0; t < n; t += 32) {
#pragma unroll
        for (int r = 0; r < 4; r++) {
            As[ty + 8 * r][tx] = A[(row + 8 * r) * n + t + tx];
            Bs[ty + 8 * r][tx] = B[(t + ty + 8 * r) * n + col];
        }
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            float b = Bs[k][tx];
#pragma unroll
            for (int r = 0; r < 4; r++) acc[r] += As[ty + 8 * r][k] * b;
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++) C[(row + 8 * r) * n + col] = acc[r];
}

// ---- y = A^T x, A row-major m x n
__global__ void linalg_accum_global_before(const float* A, const float* x, float* y, int m, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    y[j] = 0.0f;
    for (int k = 0; k < m; k++) y[j] += A[(size_t)k * n + j] * x[k];
}
__global__ void linalg_accum_global_after(const float* A, const float* x, float* y, int m, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < m; k++) sum += A[(size_t)k * n + j] * x[k];
    y[j] = sum;
}

// ---- transpose through a shared tile
__global__ void linalg_transpose_bank_before(const float* in, float* out, int n) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8) tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8) out[(y + r) * n + x] = tile[threadIdx.x][threadIdx.y + r];
}
__global__ void linalg_transpose_bank_after(const float* in, float* out, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8) tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8) out[(y + r) * n + x] = tile[threadIdx.x][threadIdx.y + r];
}

// ---- many 8 x 8 matrix-vector products
__global__ void linalg_tiny_blocks_before(const float* __restrict__ A, const float* __restrict__ x,
                                          float* __restrict__ y, int batch) {
    int b = blockIdx.x;  // one block of 8 threads a matrix
    int r = threadIdx.x;
    if (b >= batch) return;
    const float* a = A + (size_t)b * 64 + r * 8;
    float s = 0.0f;
    for (int k = 0; k < 8; k++) s += a[k] * x[b * 8 + k];
    y[b * 8 + r] = s;
}
__global__ void linalg_tiny_blocks_after(const float* __restrict__ A, const float* __restrict__ x,
                                         float* __restrict__ y, int batch) {
    int b = blockIdx.x * 32 + threadIdx.x / 8;  // 32 matrices a block of 256 threads
    int r = threadIdx.x % 8;
    if (b >= batch) return;
    const float* a = A + (size_t)b * 64 + r * 8;
    float s = 0.0f;
    for (int k = 0; k < 8; k++) s += a[k] * x[b * 8 + k];
    y[b * 8 + r] = s;
}

// ---- y = A x, one block of 256 threads a row
__global__ void linalg_loop_reduce_before(const float* __restrict__ A, const float* __restrict__ x,
                                          float* __restrict__ y, int n) {
    __shared__ float part[256];
    int row = blockIdx.x, tid = threadIdx.x;
    float total = 0.0f;
    for (int base = 0; base < n; base += 256) {
        part[tid] = A[(size_t)row * n + base + tid] * x[base + tid];
        __syncthreads();
        for (int s = 128; s > 0; s >>= 1) {
            if (tid < s) part[tid] += part[tid + s];
            __syncthreads();
        }
        if (tid == 0) total += part[0];
        __syncthreads();
    }
    if (tid == 0) y[row] = total;
}
__global__ void linalg_loop_reduce_after(const float* __restrict__ A, const float* __restrict__ x,
                                         float* __restrict__ y, int n) {
    __shared__ float part[256];
    int row = blockIdx.x, tid = threadIdx.x;
    float total = 0.0f;
    for (int base = 0; base < n; base += 256)
        total += A[(size_t)row * n + base + tid] * x[base + tid];
    part[tid] = total;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (tid < s) part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0) y[row] = part[0];
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaSetDevice(0));

    if (want("linalg_swapped_index")) {
        const int n = 4096;
        const size_t e = (size_t)n * n;
        float* A = dup(randf(1 << 20, -1, 1), e);
        float* B = dup(randf(1000003, -1, 1), e);
        float *C1 = dnew<float>(e), *C2 = dnew<float>(e);
        dim3 blk(32, 8);
        float tb = measure(nothing, [&] { linalg_swapped_index_before<<<dim3(n / 32, n / 8), blk>>>(A, B, C1, n, 1.5f, -0.25f); });
        float ta = measure(nothing, [&] { linalg_swapped_index_after<<<dim3(n / 32, n / 8), blk>>>(A, B, C2, n, 1.5f, -0.25f); });
        check("linalg_swapped_index", tb, ta, C1, C2, e, 1e-5);
    }
    if (want("linalg_one_output")) {
        const int n = 1024;
        const size_t e = (size_t)n * n;
        float* A = dup(randf(e, -1, 1));
        float* B = dup(randf(e, -1, 1));
        float *C1 = dnew<float>(e), *C2 = dnew<float>(e);
        float tb = measure(nothing, [&] { linalg_one_output_before<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C1, n); });
        float ta = measure(nothing, [&] { linalg_one_output_after<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(A, B, C2, n); });
        check("linalg_one_output", tb, ta, C1, C2, e, 1e-4);
    }
    if (want("linalg_accum_global")) {
        const int m = 1024, n = 32768;
        float* A = dup(randf(1000003, -1, 1), (size_t)m * n);
        float* x = dup(randf(m, -1, 1));
        float *y1 = dnew<float>(n), *y2 = dnew<float>(n);
        float tb = measure(nothing, [&] { linalg_accum_global_before<<<n / 256, 256>>>(A, x, y1, m, n); });
        float ta = measure(nothing, [&] { linalg_accum_global_after<<<n / 256, 256>>>(A, x, y2, m, n); });
        check("linalg_accum_global", tb, ta, y1, y2, n, 1e-4);
    }
    if (want("linalg_transpose_bank")) {
        const int n = 4096;
        const size_t e = (size_t)n * n;
        float* A = dup(randf(1000003, -1, 1), e);
        float *o1 = dnew<float>(e), *o2 = dnew<float>(e);
        float tb = measure(nothing, [&] { linalg_transpose_bank_before<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(A, o1, n); });
        float ta = measure(nothing, [&] { linalg_transpose_bank_after<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(A, o2, n); });
        check("linalg_transpose_bank", tb, ta, o1, o2, e, 0.0);
    }
    if (want("linalg_tiny_blocks")) {
        const int batch = 262144;
        float* A = dup(randf(1000003, -1, 1), (size_t)batch * 64);
        float* x = dup(randf(1000003, -1, 1), (size_t)batch * 8);
        float *y1 = dnew<float>((size_t)batch * 8), *y2 = dnew<float>((size_t)batch * 8);
        float tb = measure(nothing, [&] { linalg_tiny_blocks_before<<<batch, 8>>>(A, x, y1, batch); });
        float ta = measure(nothing, [&] { linalg_tiny_blocks_after<<<batch / 32, 256>>>(A, x, y2, batch); });
        check("linalg_tiny_blocks", tb, ta, y1, y2, (size_t)batch * 8, 1e-5);
    }
    if (want("linalg_loop_reduce")) {
        const int m = 8192, n = 4096;
        float* A = dup(randf(1000003, -1, 1), (size_t)m * n);
        float* x = dup(randf(n, -1, 1));
        float *y1 = dnew<float>(m), *y2 = dnew<float>(m);
        float tb = measure(nothing, [&] { linalg_loop_reduce_before<<<m, 256>>>(A, x, y1, n); });
        float ta = measure(nothing, [&] { linalg_loop_reduce_after<<<m, 256>>>(A, x, y2, n); });
        check("linalg_loop_reduce", tb, ta, y1, y2, m, 1e-4);
    }
    return 0;
}
