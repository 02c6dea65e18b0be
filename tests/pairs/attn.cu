// Test pairs: attention, softmax, layer norm, embedding. Own code; see pairs.tsv.
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

#define SM_COLS 8192
#define HEAD_DIM 32

__device__ __forceinline__ float block_max256(float v, float* s) {
    for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = s[0];
    for (int k = 1; k < 8; k++) v = fmaxf(v, s[k]);
    __syncthreads();
    return v;
}
__device__ __forceinline__ float block_sum256(float v, float* s) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = v;
    __syncthreads();
    v = s[0];
    for (int k = 1; k < 8; k++) v += s[k];
    __syncthreads();
    return v;
}

extern "C" {

// ---- softmax over rows of 8192, one block of 256 threads a row
__global__ void attn_softmax_reread_before(const float* in, float* out) {
    __shared__ float s[8];
    const float* x = in + (size_t)blockIdx.x * SM_COLS;
    float* y = out + (size_t)blockIdx.x * SM_COLS;
    float m = -INFINITY;
    for (int c = threadIdx.x; c < SM_COLS; c += 256) m = fmaxf(m, x[c]);
    m = block_max256(m, s);
    float sum = 0.0f;
    for (int c = threadIdx.x; c < SM_COLS; c += 256) sum += __expf(x[c] - m);
    sum = block_sum256(sum, s);
    float inv = 1.0f / sum;
    for (int c = threadIdx.x; c < SM_COLS; c += 256) y[c] = __expf(x[c] - m) * inv;
}
__global__ void attn_softmax_reread_after(const float* in, float* out) {
    __shared__ float s[8];
    const float* x = in + (size_t)blockIdx.x * SM_COLS;
    float* y = out + (size_t)blockIdx.x * SM_COLS;
    float v[SM_COLS / 256];
    float m = -INFINITY;
#pragma unroll
    for (int k = 0; k < SM_COLS / 256; k++) {
        v[k] = x[threadIdx.x + 256 * k];
        m = fmaxf(m, v[k]);
    }
    m = block_max256(m, s);
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < SM_COLS / 256; k++) sum += __expf(v[k] - m);
    sum = block_sum256(sum, s);
    float inv = 1.0f / sum;
#pragma unroll
    for (int k = 0; k < SM_COLS / 256; k++) y[threadIdx.x + 256 * k] = __expf(v[k] - m) * inv;
}

// ---- log-sum-exp of the causal part of a score matrix: row i has i+1 valid scores.
//      132 blocks of 32 warps, a warp a row, 64 rows a block.
__global__ void attn_causal_blocks_before(const float* __restrict__ S, float* __restrict__ lse, int n) {
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int per = n / gridDim.x;
    for (int k = warp; k < per; k += 32) {
        int row = blockIdx.x * per + k;
        const float* s = S + (size_t)row * n;
        float sum = 0.0f;
        for (int c = lane; c <= row; c += 32) sum += __expf(s[c]);
        for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) lse[row] = __logf(sum);
    }
}
__global__ void attn_causal_blocks_after(const float* __restrict__ S, float* __restrict__ lse, int n) {
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int per = n / gridDim.x;
    for (int k = warp; k < per; k += 32) {
        int row = k * gridDim.x + blockIdx.x;
        const float* s = S + (size_t)row * n;
        float sum = 0.0f;
        for (int c = lane; c <= row; c += 32) sum += __expf(s[c]);
        for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) lse[row] = __logf(sum);
    }
}

// ---- attention of one query per thread over all keys
__global__ void attn_local_acc_before(const float* __restrict__ Q, const float* __restrict__ K,
                                      const float* __restrict__ V, float* __restrict__ O, int nq,
                                      int nk, int d, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nq) return;
    float q[128], acc[128];  // head size known at run time only
    for (int c = 0; c < d; c++) {
        q[c] = Q[c * nq + i] * scale;
        acc[c] = 0.0f;
    }
    float sum = 0.0f;
    for (int j = 0; j < nk; j++) {
        float s = 0.0f;
        for (int c = 0; c < d; c++) s += q[c] * K[j * d + c];
        float p = __expf(s);
        sum += p;
        for (int c = 0; c < d; c++) acc[c] += p * V[j * d + c];
    }
    for (int c = 0; c < d; c++) O[c * nq + i] = acc[c] / sum;
}
__global__ void attn_local_acc_after(const float* __restrict__ Q, const float* __restrict__ K,
                                     const float* __restrict__ V, float* __restrict__ O, int nq,
                                     int nk, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nq) return;
    float q[HEAD_DIM], acc[HEAD_DIM];
#pragma unroll
    for (int c = 0; c < HEAD_DIM; c++) {
        q[c] = Q[c * nq + i] * scale;
        acc[c] = 0.0f;
    }
    float sum = 0.0f;
    for (int j = 0; j < nk; j++) {
        float s = 0.0f;
#pragma unroll
        for (int c = 0; c < HEAD_DIM; c++) s += q[c] * K[j * HEAD_DIM + c];
        float p = __expf(s);
        sum += p;
#pragma unroll
        for (int c = 0; c < HEAD_DIM; c++) acc[c] += p * V[j * HEAD_DIM + c];
    }
#pragma unroll
    for (int c = 0; c < HEAD_DIM; c++) O[c * nq + i] = acc[c] / sum;
}

// ---- [B,S,H,D] -> [B,H,S,D]
__global__ void attn_permute_div64_before(const float* __restrict__ in, float* __restrict__ out,
                                          long long B, long long S, long long H, long long D) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * S * H * D) return;
    long long d = i % D;
    long long h = (i / D) % H;
    long long s = (i / (D * H)) % S;
    long long b = i / (D * H * S);
    out[((b * H + h) * S + s) * D + d] = in[i];
}
__global__ void attn_permute_div64_after(const float* __restrict__ in, float* __restrict__ out,
                                         int B, int S, int H, int D) {
    // block (D, 4), grid (H/4, S, B): the coordinates need no division
    int d = threadIdx.x;
    int h = blockIdx.x * blockDim.y + threadIdx.y;
    int s = blockIdx.y;
    int b = blockIdx.z;
    if (h >= H || b >= B) return;
    out[((b * H + h) * S + s) * D + d] = in[((b * S + s) * H + h) * D + d];
}

// ---- embedding bag, a warp a bag, rows of 64 floats; the bag's tokens are staged in shared memory
__global__ void attn_embed_occupancy_before(const float2* __restrict__ table, const int* __restrict__ tok,
                                            float2* __restrict__ out, int bags, int len) {
    extern __shared__ int ids[];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int bag = blockIdx.x * 4 + warp;
    if (bag >= bags) return;
    int* my = ids + warp * 8192;  // room for the longest bag anyone might send
    for (int k = lane; k < len; k += 32) my[k] = tok[bag * len + k];
    __syncwarp();
    float2 a = make_float2(0.0f, 0.0f);
    for (int k = 0; k < len; k++) {
        float2 e = table[(size_t)my[k] * 32 + lane];
        a.x += e.x;
        a.y += e.y;
    }
    out[bag * 32 + lane] = a;
}
__global__ void attn_embed_occupancy_after(const float2* __restrict__ table, const int* __restrict__ tok,
                                           float2* __restrict__ out, int bags, int len) {
    extern __shared__ int ids[];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int bag = blockIdx.x * 4 + warp;
    if (bag >= bags) return;
    int* my = ids + warp * len;
    for (int k = lane; k < len; k += 32) my[k] = tok[bag * len + k];
    __syncwarp();
    float2 a = make_float2(0.0f, 0.0f);
    for (int k = 0; k < len; k++) {
        float2 e = table[(size_t)my[k] * 32 + lane];
        a.x += e.x;
        a.y += e.y;
    }
    out[bag * 32 + lane] = a;
}

// ---- SiLU gate: x / (1 + exp(-x))
__global__ void attn_trap_silu_before(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = in[i];
    v.x = v.x / (1.0f + expf(-v.x));
    v.y = v.y / (1.0f + expf(-v.y));
    v.z = v.z / (1.0f + expf(-v.z));
    v.w = v.w / (1.0f + expf(-v.w));
    out[i] = v;
}
__global__ void attn_trap_silu_after(const float4* __restrict__ in, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = in[i];
    v.x = __fdividef(v.x, 1.0f + __expf(-v.x));
    v.y = __fdividef(v.y, 1.0f + __expf(-v.y));
    v.z = __fdividef(v.z, 1.0f + __expf(-v.z));
    v.w = __fdividef(v.w, 1.0f + __expf(-v.w));
    out[i] = v;
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaSetDevice(0));

    if (want("attn_softmax_reread")) {
        const int rows = 4096;
        const size_t e = (size_t)rows * SM_COLS;
        float* x = dup(randf(1000003, -4, 4), e);
        float *y1 = dnew<float>(e), *y2 = dnew<float>(e);
        float tb = measure(nothing, [&] { attn_softmax_reread_before<<<rows, 256>>>(x, y1); });
        float ta = measure(nothing, [&] { attn_softmax_reread_after<<<rows, 256>>>(x, y2); });
        check("attn_softmax_reread", tb, ta, y1, y2, e, 1e-6);
    }
    if (want("attn_causal_blocks")) {
        const int n = 132 * 64;
        float* s = dup(randf(1000003, -4, 4), (size_t)n * n);
        float *y1 = dnew<float>(n), *y2 = dnew<float>(n);
        float tb = measure(nothing, [&] { attn_causal_blocks_before<<<132, 1024>>>(s, y1, n); });
        float ta = measure(nothing, [&] { attn_causal_blocks_after<<<132, 1024>>>(s, y2, n); });
        check("attn_causal_blocks", tb, ta, y1, y2, n, 1e-4);
    }
    if (want("attn_local_acc")) {
        const int nq = 65536, nk = 128;
        const size_t e = (size_t)nq * HEAD_DIM;
        float* Q = dup(randf(e, -1, 1));
        float* K = dup(randf(nk * HEAD_DIM, -1, 1));
        float* V = dup(randf(nk * HEAD_DIM, -1, 1));
        float *o1 = dnew<float>(e), *o2 = dnew<float>(e);
        float tb = measure(nothing, [&] { attn_local_acc_before<<<nq / 128, 128>>>(Q, K, V, o1, nq, nk, HEAD_DIM, 0.17677669f); });
        float ta = measure(nothing, [&] { attn_local_acc_after<<<nq / 128, 128>>>(Q, K, V, o2, nq, nk, 0.17677669f); });
        check("attn_local_acc", tb, ta, o1, o2, e, 1e-4);
    }
    if (want("attn_permute_div64")) {
        const int B = 16, S = 1024, H = 16, D = 64;
        const size_t e = (size_t)B * S * H * D;
        float* x = dup(randf(1000003, -1, 1), e);
        float *y1 = dnew<float>(e), *y2 = dnew<float>(e);
        float tb = measure(nothing, [&] { attn_permute_div64_before<<<(unsigned)(e / 256), 256>>>(x, y1, B, S, H, D); });
        float ta = measure(nothing, [&] { attn_permute_div64_after<<<dim3(H / 4, S, B), dim3(D, 4)>>>(x, y2, B, S, H, D); });
        check("attn_permute_div64", tb, ta, y1, y2, e, 0.0);
    }
    if (want("attn_embed_occupancy")) {
        const int bags = 16384, len = 64, vocab = 262144;
        float2* table = (float2*)dup(randf(1000003, -1, 1), (size_t)vocab * 64);
        std::vector<int> t((size_t)bags * len);
        for (auto& x : t) x = (int)(rnd() % vocab);
        int* tok = dup(t);
        float *y1 = dnew<float>((size_t)bags * 64), *y2 = dnew<float>((size_t)bags * 64);
        const int big = 4 * 8192 * (int)sizeof(int), small = 4 * len * (int)sizeof(int);
        CK(cudaFuncSetAttribute(attn_embed_occupancy_before, cudaFuncAttributeMaxDynamicSharedMemorySize, big));
        float tb = measure(nothing, [&] { attn_embed_occupancy_before<<<bags / 4, 128, big>>>(table, tok, (float2*)y1, bags, len); });
        float ta = measure(nothing, [&] { attn_embed_occupancy_after<<<bags / 4, 128, small>>>(table, tok, (float2*)y2, bags, len); });
        check("attn_embed_occupancy", tb, ta, y1, y2, (size_t)bags * 64, 1e-5);
    }
    if (want("attn_trap_silu")) {
        const size_t e = (size_t)1 << 26;
        float* x = dup(randf(1000003, -6, 6), e);
        float* y1 = dnew<float>(e);
        float* y2 = dnew<float>(e);
        float tb = measure(nothing, [&] { attn_trap_silu_before<<<(unsigned)(e / 1024), 256>>>((const float4*)x, (float4*)y1, (int)(e / 4)); });
        float ta = measure(nothing, [&] { attn_trap_silu_after<<<(unsigned)(e / 1024), 256>>>((const float4*)x, (float4*)y2, (int)(e / 4)); });
        check("attn_trap_silu", tb, ta, y1, y2, (size_t)1 << 24, 1e-5);
    }
    return 0;
}
