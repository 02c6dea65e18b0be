// Test pairs: dynamic programming. Own code; see pairs.tsv.
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

#define ED_L 64     // length of the sequences of dp_pair_layout
#define NW_L 32     // length of the sequences of dp_trace_int
#define HMM_S 32    // states
#define ALPHA 24    // amino acids

__constant__ int c_subst[ALPHA * ALPHA];

extern "C" {

// ---- edit distance, a pair of sequences per thread, the DP row of each pair in global memory
__global__ void dp_pair_layout_before(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                      int* __restrict__ row, int* __restrict__ out, int pairs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pairs) return;
    for (int j = 0; j < ED_L; j++) row[t * ED_L + j] = j + 1;
    int left = 0;
    for (int i = 0; i < ED_L; i++) {
        unsigned char ca = a[i * pairs + t];
        int diag = i;
        left = i + 1;
        for (int j = 0; j < ED_L; j++) {
            int up = row[t * ED_L + j];
            int v = min(min(up, left) + 1, diag + (ca != b[j * pairs + t]));
            row[t * ED_L + j] = v;
            diag = up;
            left = v;
        }
    }
    out[t] = left;
}
__global__ void dp_pair_layout_after(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                     int* __restrict__ row, int* __restrict__ out, int pairs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pairs) return;
    for (int j = 0; j < ED_L; j++) row[j * pairs + t] = j + 1;
    int left = 0;
    for (int i = 0; i < ED_L; i++) {
        unsigned char ca = a[i * pairs + t];
        int diag = i;
        left = i + 1;
        for (int j = 0; j < ED_L; j++) {
            int up = row[j * pairs + t];
            int v = min(min(up, left) + 1, diag + (ca != b[j * pairs + t]));
            row[j * pairs + t] = v;
            diag = up;
            left = v;
        }
    }
    out[t] = left;
}

// ---- longest common subsequence of two strings of n by anti-diagonals; d holds three diagonals
__global__ void dp_diag_launches_before(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                        int* d, int n, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int* cur = d + (s % 3) * (n + 1);
    const int* p = d + ((s + 2) % 3) * (n + 1);
    const int* pp = d + ((s + 1) % 3) * (n + 1);
    int j = s - i;
    if (i <= n && j >= 1 && j <= n)
        cur[i] = a[i - 1] == b[j - 1] ? pp[i - 1] + 1 : max(p[i - 1], p[i]);
}
__global__ void dp_diag_launches_after(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                       int* d, int n) {
    int i = threadIdx.x + 1;  // one block of n threads
    for (int s = 2; s <= 2 * n; s++) {
        int* cur = d + (s % 3) * (n + 1);
        const int* p = d + ((s + 2) % 3) * (n + 1);
        const int* pp = d + ((s + 1) % 3) * (n + 1);
        int j = s - i;
        if (i <= n && j >= 1 && j <= n)
            cur[i] = a[i - 1] == b[j - 1] ? pp[i - 1] + 1 : max(p[i - 1], p[i]);
        __syncthreads();
    }
}

// ---- 0/1 knapsack of capacity 1023, a block of 1024 threads an instance
__global__ void dp_two_syncs_before(const int* __restrict__ weight, const int* __restrict__ value,
                                    int* __restrict__ out, int items) {
    __shared__ int best[1024];
    __shared__ int w, v;
    int c = threadIdx.x;
    best[c] = 0;
    __syncthreads();
    for (int k = 0; k < items; k++) {
        if (c == 0) {
            w = weight[blockIdx.x * items + k];
            v = value[blockIdx.x * items + k];
        }
        __syncthreads();
        int take = c >= w ? best[c - w] + v : 0;
        __syncthreads();
        if (take > best[c]) best[c] = take;
        __syncthreads();
    }
    out[blockIdx.x * 1024 + c] = best[c];
}
__global__ void dp_two_syncs_after(const int* __restrict__ weight, const int* __restrict__ value,
                                   int* __restrict__ out, int items) {
    __shared__ int best[2][1024];
    int c = threadIdx.x;
    best[0][c] = 0;
    __syncthreads();
    for (int k = 0; k < items; k++) {
        int w = weight[blockIdx.x * items + k];
        int v = value[blockIdx.x * items + k];
        const int* from = best[k & 1];
        int take = c >= w ? from[c - w] + v : 0;
        best[(k & 1) ^ 1][c] = max(take, from[c]);
        __syncthreads();
    }
    out[blockIdx.x * 1024 + c] = best[items & 1][c];
}

// ---- best ungapped local score of pairs of proteins (one diagonal), substitution matrix in __constant__
__global__ void dp_const_divergent_before(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                          int* __restrict__ out, int pairs, int len) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int run = 0, best = 0;
    for (int j = 0; j < len; j++) {
        int x = a[j * pairs + t], y = b[j * pairs + t];
        run = max(0, run + c_subst[x * ALPHA + y]);
        best = max(best, run);
    }
    out[t] = best;
}
__global__ void dp_const_divergent_after(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                         int* __restrict__ out, int pairs, int len) {
    __shared__ int subst[ALPHA * ALPHA];
    for (int k = threadIdx.x; k < ALPHA * ALPHA; k += blockDim.x) subst[k] = c_subst[k];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int run = 0, best = 0;
    for (int j = 0; j < len; j++) {
        int x = a[j * pairs + t], y = b[j * pairs + t];
        run = max(0, run + subst[x * ALPHA + y]);
        best = max(best, run);
    }
    out[t] = best;
}

// ---- Viterbi score, a warp a sequence, a lane a state
__global__ void dp_viterbi_log_before(const float* __restrict__ trans, const float* __restrict__ emit,
                                      const unsigned char* __restrict__ obs, float* __restrict__ out, int len) {
    __shared__ float A[HMM_S][HMM_S];
    __shared__ float v[2][4][HMM_S];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int k = threadIdx.x; k < HMM_S * HMM_S; k += blockDim.x) A[k / HMM_S][k % HMM_S] = trans[k];
    int seq = blockIdx.x * 4 + warp;
    v[0][warp][lane] = 0.0f;
    __syncthreads();
    for (int t = 0; t < len; t++) {
        const float* from = v[t & 1][warp];
        float m = -INFINITY;
        for (int p = 0; p < HMM_S; p++) m = fmaxf(m, from[p] + logf(A[p][lane]));
        v[(t & 1) ^ 1][warp][lane] = m + emit[obs[seq * len + t] * HMM_S + lane];
        __syncwarp();
    }
    out[seq * HMM_S + lane] = v[len & 1][warp][lane];
}
__global__ void dp_viterbi_log_after(const float* __restrict__ trans, const float* __restrict__ emit,
                                     const unsigned char* __restrict__ obs, float* __restrict__ out, int len) {
    __shared__ float A[HMM_S][HMM_S];  // holds the logarithms
    __shared__ float v[2][4][HMM_S];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int k = threadIdx.x; k < HMM_S * HMM_S; k += blockDim.x) A[k / HMM_S][k % HMM_S] = logf(trans[k]);
    int seq = blockIdx.x * 4 + warp;
    v[0][warp][lane] = 0.0f;
    __syncthreads();
    for (int t = 0; t < len; t++) {
        const float* from = v[t & 1][warp];
        float m = -INFINITY;
        for (int p = 0; p < HMM_S; p++) m = fmaxf(m, from[p] + A[p][lane]);
        v[(t & 1) ^ 1][warp][lane] = m + emit[obs[seq * len + t] * HMM_S + lane];
        __syncwarp();
    }
    out[seq * HMM_S + lane] = v[len & 1][warp][lane];
}

// ---- global alignment with traceback codes 0..2, a pair per thread, linear gaps
__global__ void dp_trace_int_before(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                    int* __restrict__ trace, int* __restrict__ score, int pairs) {
    __shared__ int row[NW_L][128];
    int t = blockIdx.x * 128 + threadIdx.x, x = threadIdx.x;
    for (int j = 0; j < NW_L; j++) row[j][x] = -2 * (j + 1);
    int left = 0;
    for (int i = 0; i < NW_L; i++) {
        int ca = a[i * pairs + t];
        int diag = -2 * i;
        left = -2 * (i + 1);
        for (int j = 0; j < NW_L; j++) {
            int up = row[j][x];
            int m = diag + (ca == b[j * pairs + t] ? 3 : -1);
            int g = max(up, left) - 2;
            int code = m >= g ? 0 : (up >= left ? 1 : 2);
            left = max(m, g);
            row[j][x] = left;
            diag = up;
            trace[(i * NW_L + j) * pairs + t] = code;
        }
    }
    score[t] = left;
}
__global__ void dp_trace_int_after(const unsigned char* __restrict__ a, const unsigned char* __restrict__ b,
                                   unsigned char* __restrict__ trace, int* __restrict__ score, int pairs) {
    __shared__ int row[NW_L][128];
    int t = blockIdx.x * 128 + threadIdx.x, x = threadIdx.x;
    for (int j = 0; j < NW_L; j++) row[j][x] = -2 * (j + 1);
    int left = 0;
    for (int i = 0; i < NW_L; i++) {
        int ca = a[i * pairs + t];
        int diag = -2 * i;
        left = -2 * (i + 1);
        for (int j = 0; j < NW_L; j++) {
            int up = row[j][x];
            int m = diag + (ca == b[j * pairs + t] ? 3 : -1);
            int g = max(up, left) - 2;
            int code = m >= g ? 0 : (up >= left ? 1 : 2);
            left = max(m, g);
            row[j][x] = left;
            diag = up;
            trace[(i * NW_L + j) * pairs + t] = (unsigned char)code;
        }
    }
    score[t] = left;
}

}  // extern "C"

static std::vector<unsigned char> letters(size_t n, int m) {
    std::vector<unsigned char> v(n);
    for (auto& x : v) x = (unsigned char)(rnd() % m);
    return v;
}

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaSetDevice(0));

    if (want("dp_pair_layout")) {
        const int pairs = 65536;
        unsigned char* a = dup(letters((size_t)ED_L * pairs, 4));
        unsigned char* b = dup(letters((size_t)ED_L * pairs, 4));
        int* row = dnew<int>((size_t)ED_L * pairs);
        int *o1 = dnew<int>(pairs), *o2 = dnew<int>(pairs);
        float tb = measure(nothing, [&] { dp_pair_layout_before<<<pairs / 128, 128>>>(a, b, row, o1, pairs); });
        float ta = measure(nothing, [&] { dp_pair_layout_after<<<pairs / 128, 128>>>(a, b, row, o2, pairs); });
        check("dp_pair_layout", tb, ta, o1, o2, pairs, 0.0);
    }
    if (want("dp_diag_launches")) {
        const int n = 1024;
        std::vector<unsigned char> ha = letters(n, 4), hb = letters(n, 4);
        unsigned char *a = dup(ha), *b = dup(hb);
        int *d1 = dnew<int>(3 * (n + 1)), *d2 = dnew<int>(3 * (n + 1));
        const size_t bytes = 3 * (n + 1) * sizeof(int);
        float tb = measure([&] { CK(cudaMemset(d1, 0, bytes)); }, [&] {
            for (int s = 2; s <= 2 * n; s++) {
                dp_diag_launches_before<<<n / 256, 256>>>(a, b, d1, n, s);
                CK(cudaGetLastError());
            }
        });
        float ta = measure([&] { CK(cudaMemset(d2, 0, bytes)); }, [&] { dp_diag_launches_after<<<1, n>>>(a, b, d2, n); });
        // host reference
        std::vector<int> p(n + 1, 0), q(n + 1, 0);
        for (int i = 1; i <= n; i++) {
            for (int j = 1; j <= n; j++) q[j] = ha[i - 1] == hb[j - 1] ? p[j - 1] + 1 : std::max(p[j], q[j - 1]);
            std::swap(p, q);
        }
        int r1 = down(d1 + (2 * n % 3) * (n + 1) + n, 1)[0], r2 = down(d2 + (2 * n % 3) * (n + 1) + n, 1)[0];
        report("dp_diag_launches", tb, ta, r1 == p[n] && r2 == p[n], std::max(std::abs(r1 - p[n]), std::abs(r2 - p[n])));
    }
    if (want("dp_two_syncs")) {
        const int inst = 1056, items = 128;
        std::vector<int> w((size_t)inst * items), v((size_t)inst * items);
        for (auto& x : w) x = 1 + (int)(rnd() % 60);
        for (auto& x : v) x = 1 + (int)(rnd() % 100);
        int *dw = dup(w), *dv = dup(v);
        const size_t e = (size_t)inst * 1024;
        int *o1 = dnew<int>(e), *o2 = dnew<int>(e);
        float tb = measure(nothing, [&] { dp_two_syncs_before<<<inst, 1024>>>(dw, dv, o1, items); });
        float ta = measure(nothing, [&] { dp_two_syncs_after<<<inst, 1024>>>(dw, dv, o2, items); });
        check("dp_two_syncs", tb, ta, o1, o2, e, 0.0);
    }
    if (want("dp_const_divergent")) {
        const int pairs = 131072, len = 128;
        std::vector<int> m(ALPHA * ALPHA);
        for (auto& x : m) x = (int)(rnd() % 12) - 6;
        CK(cudaMemcpyToSymbol(c_subst, m.data(), sizeof(c_subst)));
        unsigned char* a = dup(letters(1000003, ALPHA), (size_t)pairs * len);
        unsigned char* b = dup(letters(999983, ALPHA), (size_t)pairs * len);
        int *o1 = dnew<int>(pairs), *o2 = dnew<int>(pairs);
        float tb = measure(nothing, [&] { dp_const_divergent_before<<<pairs / 256, 256>>>(a, b, o1, pairs, len); });
        float ta = measure(nothing, [&] { dp_const_divergent_after<<<pairs / 256, 256>>>(a, b, o2, pairs, len); });
        check("dp_const_divergent", tb, ta, o1, o2, pairs, 0.0);
    }
    if (want("dp_viterbi_log")) {
        const int seqs = 4096, len = 128, symbols = 20;
        float* A = dup(randf(HMM_S * HMM_S, 0.01f, 0.1f));
        float* E = dup(randf(symbols * HMM_S, -5, -1));
        unsigned char* o = dup(letters((size_t)seqs * len, symbols));
        float *r1 = dnew<float>((size_t)seqs * HMM_S), *r2 = dnew<float>((size_t)seqs * HMM_S);
        float tb = measure(nothing, [&] { dp_viterbi_log_before<<<seqs / 4, 128>>>(A, E, o, r1, len); });
        float ta = measure(nothing, [&] { dp_viterbi_log_after<<<seqs / 4, 128>>>(A, E, o, r2, len); });
        check("dp_viterbi_log", tb, ta, r1, r2, (size_t)seqs * HMM_S, 1e-5);
    }
    if (want("dp_trace_int")) {
        const int pairs = 65536;
        const size_t e = (size_t)pairs * NW_L * NW_L;
        unsigned char* a = dup(letters(1000003, 4), (size_t)pairs * NW_L);
        unsigned char* b = dup(letters(999983, 4), (size_t)pairs * NW_L);
        int* t1 = dnew<int>(e);
        unsigned char* t2 = dnew<unsigned char>(e);
        int *s1 = dnew<int>(pairs), *s2 = dnew<int>(pairs);
        float tb = measure(nothing, [&] { dp_trace_int_before<<<pairs / 128, 128>>>(a, b, t1, s1, pairs); });
        float ta = measure(nothing, [&] { dp_trace_int_after<<<pairs / 128, 128>>>(a, b, t2, s2, pairs); });
        bool same = down(s1, pairs) == down(s2, pairs);
        if (!same) report("dp_trace_int", tb, ta, false, 1.0);
        else check("dp_trace_int", tb, ta, t1, t2, (size_t)1 << 24, 0.0);
    }
    return 0;
}
