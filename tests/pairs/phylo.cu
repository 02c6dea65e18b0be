#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #x, cudaGetErrorString(e_)); exit(1); } } while (0)

// ------------------------------------------------------------------ harness
static const char *g_filter = nullptr;
static cudaEvent_t g_e0, g_e1;
static void *g_scratch = nullptr;
static const size_t SCRATCH = 8u << 20;
static int g_bad = 0;

static bool want(const char *name) { return !g_filter || strstr(name, g_filter); }

static void harness_init(int argc, char **argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaSetDevice(0));
    CK(cudaEventCreate(&g_e0));
    CK(cudaEventCreate(&g_e1));
    CK(cudaMalloc(&g_scratch, SCRATCH));
}

struct Rng {                      // host generator, fixed seed
    unsigned long long s;
    explicit Rng(unsigned long long seed) : s(seed * 0x9E3779B97F4A7C15ull + 0x1234567ull) {}
    unsigned u() {
        s += 0x9E3779B97F4A7C15ull;
        unsigned long long z = s;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return (unsigned)(z >> 32);
    }
    float f() { return (u() >> 8) * (1.0f / 16777216.0f); }
};

template <class T> static T *dev(size_t n) { T *p = nullptr; CK(cudaMalloc((void **)&p, n * sizeof(T))); return p; }
template <class T> static T *dev(const std::vector<T> &h) {
    T *p = dev<T>(h.size());
    CK(cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}
template <class T> static std::vector<T> host(const T *d, size_t n) {
    std::vector<T> h(n);
    CK(cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
}
template <class T> static void zero(T *d, size_t n) { CK(cudaMemsetAsync(d, 0, n * sizeof(T))); }
static void release1(void *p) { CK(cudaFree(p)); }
template <class... P> static void release(P... p) { (release1((void *)p), ...); }

template <class R, class L> static float time_us(R reset, L launch) {
    std::vector<float> t;
    for (int i = 0; i < 6; i++) {
        reset();
        CK(cudaMemsetAsync(g_scratch, 0, SCRATCH));   // keeps the queue busy while the launch is issued
        CK(cudaMemsetAsync(g_scratch, 0, SCRATCH));
        CK(cudaEventRecord(g_e0));
        launch();
        CK(cudaGetLastError());
        CK(cudaEventRecord(g_e1));
        CK(cudaEventSynchronize(g_e1));
        float ms = 0;
        CK(cudaEventElapsedTime(&ms, g_e0, g_e1));
        if (i) t.push_back(ms * 1000.0f);
    }
    std::sort(t.begin(), t.end());
    return t[t.size() / 2];
}

// a reset that only runs before the first launch of a phase (for results that are written over in full)
template <class F> static auto once(F f) {
    int c = 0;
    return [f, c]() mutable { if (c++ == 0) f(); };
}

// reset() before every launch; get() returns a std::vector of the result
template <class R, class B, class A, class G, class G2>
static void run_pair(const char *name, double tol, R reset, B before, A after, G get_b, G2 get_a) {
    float tb = time_us(reset, before);
    auto rb = get_b();
    float ta = time_us(reset, after);
    auto ra = get_a();
    double err = rb.size() == ra.size() && !rb.empty() ? 0 : 1e30, mag = 0;
    if (err == 0) {
        for (size_t i = 0; i < rb.size(); i++) mag += fabs((double)rb[i]);
        mag /= rb.size();
        if (!(mag > 0)) err = 1e30;                  // an all-zero result proves nothing
        for (size_t i = 0; i < rb.size(); i++) {
            double d = fabs((double)rb[i] - (double)ra[i]) / (fabs((double)rb[i]) + mag + 1e-30);
            if (!(d <= err)) err = d == d ? d : 1e30;
        }
    }
    printf("%s %.2f %.2f\n", name, tb, ta);
    if (err <= tol) printf("pair: ok\n");
    else { printf("pair: DIFFERS %g\n", err); g_bad = 1; }
    fflush(stdout);
}

// PAIRS_SMALL=1: sizes for a test without a GPU
static bool g_small = getenv("PAIRS_SMALL") != nullptr;
[[maybe_unused]] static int sz(int n) { return g_small ? n / 64 : n; }

// ------------------------------------------------------------------ kernels
extern "C" {

// likelihood of a node above two tips: transition matrices from the eigen system of the substitution model
// eig: U[16], V[16], lambda[4]; tips are sets of states in four bits; out is [rate][site] of four states
__global__ void phylo_pmat_tips_before(const unsigned char *tipA, const unsigned char *tipB, const float *eig,
                                       const float *rates, float ta, float tb, float4 *out, int nsite) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (i >= nsite) return;
    float ea[4], eb[4], l[4];
    for (int k = 0; k < 4; k++) {
        ea[k] = expf(eig[32 + k] * rates[r] * ta);
        eb[k] = expf(eig[32 + k] * rates[r] * tb);
    }
    unsigned sa = tipA[i], sb = tipB[i];
    for (int s = 0; s < 4; s++) {
        float la = 0.f, lb = 0.f;
        for (int j = 0; j < 4; j++) {
            float pa = 0.f, pb = 0.f;
            for (int k = 0; k < 4; k++) {
                float uv = eig[s * 4 + k] * eig[16 + k * 4 + j];
                pa += uv * ea[k];
                pb += uv * eb[k];
            }
            la += sa >> j & 1 ? pa : 0.f;
            lb += sb >> j & 1 ? pb : 0.f;
        }
        l[s] = la * lb;
    }
    out[r * nsite + i] = make_float4(l[0], l[1], l[2], l[3]);
}
__global__ void phylo_pmat_tips_after(const unsigned char *tipA, const unsigned char *tipB, const float *eig,
                                      const float *rates, float ta, float tb, float4 *out, int nsite) {
    __shared__ float P[2][16];                        // the matrices of the two branches, once a block
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
    if (threadIdx.x < 32) {
        int b = threadIdx.x >> 4, s = threadIdx.x >> 2 & 3, j = threadIdx.x & 3;
        float p = 0.f;
        for (int k = 0; k < 4; k++)
            p += eig[s * 4 + k] * eig[16 + k * 4 + j] * expf(eig[32 + k] * rates[r] * (b ? tb : ta));
        P[b][s * 4 + j] = p;
    }
    __syncthreads();
    if (i >= nsite) return;
    float l[4];
    unsigned sa = tipA[i], sb = tipB[i];
    for (int s = 0; s < 4; s++) {
        float la = 0.f, lb = 0.f;
        for (int j = 0; j < 4; j++) {
            la += sa >> j & 1 ? P[0][s * 4 + j] : 0.f;
            lb += sb >> j & 1 ? P[1][s * 4 + j] : 0.f;
        }
        l[s] = la * lb;
    }
    out[r * nsite + i] = make_float4(l[0], l[1], l[2], l[3]);
}

// Fitch parsimony along a ladder of taxa, sets of states as bytes, [taxon][site]
__global__ void phylo_fitch_bytes_before(const unsigned char *leaf, unsigned char *score, int ntax, int nsite) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nsite) return;
    unsigned s = leaf[i], c = 0;
    for (int k = 1; k < ntax; k++) {
        unsigned l = leaf[(size_t)k * nsite + i], x = s & l;
        if (x == 0) { c++; x = s | l; }
        s = x;
    }
    score[i] = (unsigned char)c;
}
__global__ void phylo_fitch_bytes_after(const uint2 *leaf, uint2 *score, int ntax, int n8) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;    // eight sites a thread
    if (i >= n8) return;
    uint2 s = leaf[i], c = make_uint2(0, 0);
    for (int k = 1; k < ntax; k++) {
        uint2 l = leaf[(size_t)k * n8 + i];
        unsigned x = s.x & l.x, y = s.y & l.y;
        unsigned zx = __vcmpeq4(x, 0), zy = __vcmpeq4(y, 0);
        c.x += zx & 0x01010101u;
        c.y += zy & 0x01010101u;
        s.x = x | (zx & (s.x | l.x));
        s.y = y | (zy & (s.y | l.y));
    }
    score[i] = c;
}

// number of different sites of each pair of sequences, four sites a word
__global__ void phylo_pdist_rows_before(const unsigned *seq, int *dist, int words, int ntax) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= ntax) return;
    int d = 0;
    for (int w = 0; w < words; w++) d += __popc(__vcmpne4(seq[i * words + w], seq[j * words + w])) >> 3;
    dist[i * ntax + j] = d;
}
__global__ void phylo_pdist_rows_after(const unsigned *seqT, int *dist, int words, int ntax) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j >= ntax) return;
    int d = 0;
    for (int w = 0; w < words; w++) d += __popc(__vcmpne4(seqT[w * ntax + i], seqT[w * ntax + j])) >> 3;
    dist[i * ntax + j] = d;
}

// log-likelihood of each gene of a partitioned alignment; before: a block a gene
__global__ void phylo_genes_before(const float4 *clv, const float *weight, const int *first, float4 pi, double *lnl) {
    __shared__ double w[4];
    int g = blockIdx.x;
    double s = 0;
    for (int i = first[g] + threadIdx.x; i < first[g + 1]; i += 128) {
        float4 c = clv[i];
        s += weight[i] * logf(pi.x * c.x + pi.y * c.y + pi.z * c.z + pi.w * c.w);
    }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) lnl[g] = w[0] + w[1] + w[2] + w[3];
}
// after: pieces of at most 1024 sites, x gene, y first site, z end
__global__ void phylo_genes_after(const float4 *clv, const float *weight, const int4 *piece, float4 pi, double *lnl) {
    __shared__ double w[4];
    int4 p = piece[blockIdx.x];
    double s = 0;
    for (int i = p.y + threadIdx.x; i < p.z; i += 128) {
        float4 c = clv[i];
        s += weight[i] * logf(pi.x * c.x + pi.y * c.y + pi.z * c.z + pi.w * c.w);
    }
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&lnl[p.x], w[0] + w[1] + w[2] + w[3]);
}

// inner node: partial likelihoods [site][rate][state] of two children; before: a thread a site
__global__ void phylo_clv_site_before(const float *ca, const float *cb, const float *P, float *out, int nsite) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nsite) return;
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++) {
            float la = 0.f, lb = 0.f;
            for (int j = 0; j < 4; j++) {
                la += P[r * 16 + s * 4 + j] * ca[i * 16 + r * 4 + j];
                lb += P[64 + r * 16 + s * 4 + j] * cb[i * 16 + r * 4 + j];
            }
            out[i * 16 + r * 4 + s] = la * lb;
        }
}
__global__ void phylo_clv_site_after(const float4 *ca, const float4 *cb, const float4 *P, float4 *out, int nsite) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;    // site and rate
    if (t >= nsite * 4) return;
    int r = t & 3;
    float4 a = ca[t], b = cb[t];
    float l[4];
    for (int s = 0; s < 4; s++) {
        float4 p = P[r * 4 + s], q = P[16 + r * 4 + s];
        l[s] = (p.x * a.x + p.y * a.y + p.z * a.z + p.w * a.w) * (q.x * b.x + q.y * b.y + q.z * b.z + q.w * b.w);
    }
    out[t] = make_float4(l[0], l[1], l[2], l[3]);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("phylo_pmat_tips")) {
        const int n = sz(2 << 20);
        Rng g(1);
        std::vector<unsigned char> a(n), b(n);
        for (int i = 0; i < n; i++) {
            unsigned u = g.u();
            a[i] = (u & 0xf000) ? 1 << (u & 3) : 15;
            b[i] = (u & 0xf0000) ? 1 << (u >> 4 & 3) : 15;
        }
        // Jukes-Cantor: eigenvalues 0, -4/3 (three times) with Hadamard vectors
        std::vector<float> e(36);
        const float H[4][4] = {{1, 1, 1, 1}, {1, -1, 1, -1}, {1, 1, -1, -1}, {1, -1, -1, 1}};
        for (int s = 0; s < 4; s++) for (int k = 0; k < 4; k++) { e[s * 4 + k] = H[s][k]; e[16 + k * 4 + s] = H[k][s] / 4; }
        e[32] = 0; e[33] = e[34] = e[35] = -4.f / 3;
        unsigned char *ta = dev(a), *tb = dev(b);
        float *eig = dev(e), *rt = dev(std::vector<float>{0.14f, 0.48f, 1.0f, 2.38f});
        float4 *o = dev<float4>(4 * n);
        auto get = [&] { return host((float *)o, 16 * n); };
        run_pair("phylo_pmat_tips", 1e-4, once([&] { zero(o, 4 * n); }),
            [&] { phylo_pmat_tips_before<<<dim3(n / 256, 4), 256>>>(ta, tb, eig, rt, 0.11f, 0.27f, o, n); },
            [&] { phylo_pmat_tips_after<<<dim3(n / 256, 4), 256>>>(ta, tb, eig, rt, 0.11f, 0.27f, o, n); }, get, get);
        release(ta, tb, eig, rt, o);
    }
    if (want("phylo_fitch_bytes")) {
        const int n = sz(8 << 20), ntax = 32;
        Rng g(2);
        std::vector<unsigned char> h((size_t)n * ntax);
        for (auto &e : h) { unsigned u = g.u(); e = (u & 0x700) ? 1 : 1 << (u & 3); }
        unsigned char *l = dev(h), *o = dev<unsigned char>(n);
        auto get = [&] { return host(o, n); };
        run_pair("phylo_fitch_bytes", 0, once([&] { zero(o, n); }),
            [&] { phylo_fitch_bytes_before<<<n / 256, 256>>>(l, o, ntax, n); },
            [&] { phylo_fitch_bytes_after<<<n / 8 / 256, 256>>>((uint2 *)l, (uint2 *)o, ntax, n / 8); }, get, get);
        release(l, o);
    }
    if (want("phylo_pdist_rows")) {
        const int nt = g_small ? 256 : 1536, words = 128;
        Rng g(3);
        std::vector<unsigned> h(nt * words), t(nt * words);
        for (int i = 0; i < nt; i++)
            for (int w = 0; w < words; w++) h[i * words + w] = t[w * nt + i] = g.u() & 0x03030303u;
        unsigned *a = dev(h), *b = dev(t);
        int *o = dev<int>(nt * nt);
        auto get = [&] { return host(o, nt * nt); };
        run_pair("phylo_pdist_rows", 0, once([&] { zero(o, nt * nt); }),
            [&] { phylo_pdist_rows_before<<<dim3(nt / 256, nt), 256>>>(a, o, words, nt); },
            [&] { phylo_pdist_rows_after<<<dim3(nt / 256, nt), 256>>>(b, o, words, nt); }, get, get);
        release(a, b, o);
    }
    if (want("phylo_genes")) {
        const int ng = g_small ? 300 : 6000, big = g_small ? 8000 : 200000;
        Rng g(4);
        std::vector<int> first(ng + 1, 0);
        std::vector<int4> piece;
        for (int k = 0; k < ng; k++) {
            int len = k % 250 == 137 ? big / 2 + (int)(g.u() % (unsigned)(big / 2)) : 150 + (int)(g.u() % 900u);
            first[k + 1] = first[k] + len;
            for (int p = 0; p < len; p += 1024) piece.push_back(make_int4(k, first[k] + p, first[k] + std::min(len, p + 1024), 0));
        }
        const int n = first[ng];
        std::vector<float4> c(n);
        std::vector<float> w(n);
        for (int i = 0; i < n; i++) {
            c[i] = make_float4(g.f() + 0.01f, g.f() + 0.01f, g.f(), g.f());
            w[i] = 1.f + (g.u() & 3);
        }
        float4 *dc = dev(c), pi = make_float4(0.3f, 0.2f, 0.2f, 0.3f);
        float *dw = dev(w);
        int *df = dev(first);
        int4 *dp = dev(piece);
        double *o = dev<double>(ng);
        const int np = (int)piece.size();
        auto get = [&] { return host(o, ng); };
        run_pair("phylo_genes", 1e-6, [&] { zero(o, ng); },
            [&] { phylo_genes_before<<<ng, 128>>>(dc, dw, df, pi, o); },
            [&] { phylo_genes_after<<<np, 128>>>(dc, dw, dp, pi, o); }, get, get);
        release(dc, dw, df, dp, o);
    }
    if (want("phylo_clv_site")) {
        const int n = sz(1 << 20);
        Rng g(5);
        std::vector<float> a((size_t)n * 16), b((size_t)n * 16), P(128);
        for (auto &e : a) e = g.f();
        for (auto &e : b) e = g.f();
        for (auto &e : P) e = g.f();
        float *da = dev(a), *db = dev(b), *dP = dev(P), *o = dev<float>((size_t)n * 16);
        auto get = [&] { return host(o, (size_t)n * 16); };
        run_pair("phylo_clv_site", 1e-5, once([&] { zero(o, (size_t)n * 16); }),
            [&] { phylo_clv_site_before<<<n / 128, 128>>>(da, db, dP, o, n); },
            [&] { phylo_clv_site_after<<<n * 4 / 128, 128>>>((float4 *)da, (float4 *)db, (float4 *)dP, (float4 *)o, n); }, get, get);
        release(da, db, dP, o);
    }
    return g_bad;
}
