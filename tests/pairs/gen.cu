// Test pairs: genomics and bioinformatics. Own code; see pairs.tsv.
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

struct Hmm { float t[16], e[16], pi[4]; };
constexpr int GW = 256, HT = 128;
static __device__ __forceinline__ int isGC(unsigned char b) { return (b == 'G') | (b == 'C'); }

extern "C" {

// ---- gen_kmer: counts of all 4-mers in a 2-bit packed sequence
__global__ void gen_kmer_before(const unsigned* __restrict__ seq, unsigned* __restrict__ hist, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long x = ((unsigned long long)seq[i + 1] << 32) | seq[i];
        for (int k = 0; k < 16; k++) atomicAdd(&hist[(unsigned)(x >> (2 * k)) & 255u], 1u);
    }
}
__global__ void gen_kmer_after(const unsigned* __restrict__ seq, unsigned* __restrict__ hist, int n) {
    __shared__ unsigned h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long x = ((unsigned long long)seq[i + 1] << 32) | seq[i];
        for (int k = 0; k < 16; k++) atomicAdd(&h[(unsigned)(x >> (2 * k)) & 255u], 1u);
    }
    __syncthreads();
    atomicAdd(&hist[threadIdx.x], h[threadIdx.x]);
}

// ---- gen_hmm: forward algorithm, four states, one thread per sequence, obs[t*n+i]
__global__ void gen_hmm_before(const unsigned char* __restrict__ obs, Hmm lg, float* __restrict__ out, int n) {
    __shared__ float4 le[4];
    if (threadIdx.x == 0)
        for (int o = 0; o < 4; o++)
            le[o] = make_float4(lg.e[4 * o], lg.e[4 * o + 1], lg.e[4 * o + 2], lg.e[4 * o + 3]);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 e = le[obs[i]];
    float a[4] = {lg.pi[0] + e.x, lg.pi[1] + e.y, lg.pi[2] + e.z, lg.pi[3] + e.w};
    for (int t = 1; t < HT; t++) {
        e = le[obs[(size_t)t * n + i]];
        float b[4];
#pragma unroll
        for (int s = 0; s < 4; s++) {
            float v0 = a[0] + lg.t[s], v1 = a[1] + lg.t[4 + s], v2 = a[2] + lg.t[8 + s], v3 = a[3] + lg.t[12 + s];
            float m = fmaxf(fmaxf(v0, v1), fmaxf(v2, v3));
            b[s] = m + logf(expf(v0 - m) + expf(v1 - m) + expf(v2 - m) + expf(v3 - m));
        }
        a[0] = b[0] + e.x; a[1] = b[1] + e.y; a[2] = b[2] + e.z; a[3] = b[3] + e.w;
    }
    float m = fmaxf(fmaxf(a[0], a[1]), fmaxf(a[2], a[3]));
    out[i] = m + logf(expf(a[0] - m) + expf(a[1] - m) + expf(a[2] - m) + expf(a[3] - m));
}
__global__ void gen_hmm_after(const unsigned char* __restrict__ obs, Hmm h, float* __restrict__ out, int n) {
    __shared__ float4 em[4];
    if (threadIdx.x == 0)
        for (int o = 0; o < 4; o++)
            em[o] = make_float4(h.e[4 * o], h.e[4 * o + 1], h.e[4 * o + 2], h.e[4 * o + 3]);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 e = em[obs[i]];
    float a[4] = {h.pi[0] * e.x, h.pi[1] * e.y, h.pi[2] * e.z, h.pi[3] * e.w}, ll = 0.0f;
    for (int t = 1; t < HT; t++) {
        e = em[obs[(size_t)t * n + i]];
        float b[4];
#pragma unroll
        for (int s = 0; s < 4; s++)
            b[s] = a[0] * h.t[s] + a[1] * h.t[4 + s] + a[2] * h.t[8 + s] + a[3] * h.t[12 + s];
        a[0] = b[0] * e.x; a[1] = b[1] * e.y; a[2] = b[2] * e.z; a[3] = b[3] * e.w;
        if ((t & 7) == 7) {
            float sc = a[0] + a[1] + a[2] + a[3], inv = 1.0f / sc;
            ll += logf(sc);
            a[0] *= inv; a[1] *= inv; a[2] *= inv; a[3] *= inv;
        }
    }
    out[i] = ll + logf(a[0] + a[1] + a[2] + a[3]);
}

// ---- gen_qual: sum of the base qualities of at least 20, reads of 128 bases, row by row
__global__ void gen_qual_before(const unsigned char* __restrict__ q, int* __restrict__ out, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    const unsigned char* p = q + (size_t)r * 128;
    int s = 0;
    for (int k = 0; k < 128; k++) s += p[k] >= 20 ? p[k] : 0;
    out[r] = s;
}
__global__ void gen_qual_after(const unsigned char* __restrict__ q, int* __restrict__ out, int n) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (r >= n) return;
    uchar4 v = ((const uchar4*)(q + (size_t)r * 128))[lane];
    int s = (v.x >= 20 ? v.x : 0) + (v.y >= 20 ? v.y : 0) + (v.z >= 20 ? v.z : 0) + (v.w >= 20 ? v.w : 0);
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
    if (lane == 0) out[r] = s;
}

// ---- gen_gc: number of G and C in the window of 256 bases that begins at each position
__global__ void gen_gc_before(const unsigned char* __restrict__ s, int* __restrict__ out) {
    for (int k = 0; k < 4; k++) {
        int i = blockIdx.x * 1024 + k * 256 + threadIdx.x, c = 0;
        for (int j = 0; j < GW; j++) c += isGC(s[i + j]);
        out[i] = c;
    }
}
__global__ void gen_gc_after(const unsigned char* __restrict__ s, int* __restrict__ out) {
    __shared__ int p[1280], ws[8];
    int t = threadIdx.x, base = blockIdx.x * 1024, sum = 0, v[5];
    for (int k = 0; k < 5; k++) p[k * 256 + t] = isGC(s[base + k * 256 + t]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 5; k++) { v[k] = sum; sum += p[5 * t + k]; }
    int inc = sum;
    for (int o = 1; o < 32; o <<= 1) {
        int u = __shfl_up_sync(0xffffffffu, inc, o);
        if ((t & 31) >= o) inc += u;
    }
    if ((t & 31) == 31) ws[t >> 5] = inc;
    __syncthreads();
    int pre = inc - sum;
    for (int w = 0; w < (t >> 5); w++) pre += ws[w];
#pragma unroll
    for (int k = 0; k < 5; k++) p[5 * t + k] = pre + v[k];
    __syncthreads();
    for (int k = 0; k < 4; k++) out[base + k * 256 + t] = p[k * 256 + t + GW] - p[k * 256 + t];
}

// ---- gen_snp: number of differing genotypes for all pairs of samples, marker-major
__global__ void gen_snp_before(const unsigned char* __restrict__ g, int* __restrict__ dist, int ns, int nm) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y, c = 0;
    for (int m = 0; m < nm; m++) c += g[m * ns + i] != g[m * ns + j];
    dist[i * ns + j] = c;
}
__global__ void gen_snp_after(const unsigned* __restrict__ g, int* __restrict__ dist, int ns, int nw) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y, c = 0;
    for (int m = 0; m < nw; m++) {
        unsigned x = g[m * ns + i] ^ g[m * ns + j];
        c += __popc((x | (x >> 1)) & 0x55555555u);
    }
    dist[i * ns + j] = c;
}

// ---- gen_fm: backward search of 16 symbols; an entry is four counts and two bit planes of blk positions
__global__ void gen_fm_before(const uint4* __restrict__ tab, const unsigned* __restrict__ query,
                              unsigned* __restrict__ out, int nq, unsigned npos, unsigned blk) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nq) return;
    unsigned q = query[i], pos = __umulhi(q * 2654435761u + (unsigned)i * 40503u, npos);
    for (int t = 0; t < 16; t++, q >>= 2) {
        unsigned ent = pos / blk, off = pos % blk;
        uint4 c = tab[2 * (size_t)ent], b = tab[2 * (size_t)ent + 1];
        unsigned cnt = (q & 2) ? ((q & 1) ? c.w : c.z) : ((q & 1) ? c.y : c.x);
        unsigned long long p0 = ((unsigned long long)b.y << 32) | b.x, p1 = ((unsigned long long)b.w << 32) | b.z;
        unsigned long long m = ((q & 1) ? p0 : ~p0) & ((q & 2) ? p1 : ~p1);
        cnt += __popcll(m & ((1ull << off) - 1));
        pos = __umulhi((cnt + i) * 2654435761u, npos);
    }
    out[i] = pos;
}
__global__ void gen_fm_after(const uint4* __restrict__ tab, const unsigned* __restrict__ query,
                             unsigned* __restrict__ out, int nq, unsigned npos) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nq) return;
    unsigned q = query[i], pos = __umulhi(q * 2654435761u + (unsigned)i * 40503u, npos);
    for (int t = 0; t < 16; t++, q >>= 2) {
        unsigned ent = pos >> 6, off = pos & 63;
        uint4 c = tab[2 * (size_t)ent], b = tab[2 * (size_t)ent + 1];
        unsigned cnt = (q & 2) ? ((q & 1) ? c.w : c.z) : ((q & 1) ? c.y : c.x);
        unsigned long long p0 = ((unsigned long long)b.y << 32) | b.x, p1 = ((unsigned long long)b.w << 32) | b.z;
        unsigned long long m = ((q & 1) ? p0 : ~p0) & ((q & 2) ? p1 : ~p1);
        cnt += __popcll(m & ((1ull << off) - 1));
        pos = __umulhi((cnt + i) * 2654435761u, npos);
    }
    out[i] = pos;
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    if (want("gen_kmer")) {
        const int n = 1 << 22;
        std::vector<unsigned> v(1 << 16);
        for (auto& x : v) x = rnd();
        unsigned *s = dup(v, n + 1), *o1 = dnew<unsigned>(256), *o2 = dnew<unsigned>(256);
        float tb = measure([&] { CK(cudaMemset(o1, 0, 1024)); }, [&] { gen_kmer_before<<<1056, 256>>>(s, o1, n); });
        float ta = measure([&] { CK(cudaMemset(o2, 0, 1024)); }, [&] { gen_kmer_after<<<1056, 256>>>(s, o2, n); });
        check("gen_kmer", tb, ta, o1, o2, 256, 0.0);
    }
    if (want("gen_hmm")) {
        const int n = 1 << 19;
        std::vector<unsigned char> v(1 << 20);
        for (auto& x : v) x = rnd() >> 30;
        Hmm h, l;
        for (int i = 0; i < 16; i++) h.t[i] = (i % 5 == 0) ? 0.7f : 0.1f;
        for (int i = 0; i < 16; i++) h.e[i] = (i % 5 == 0) ? 0.55f : 0.15f;
        for (int i = 0; i < 4; i++) h.pi[i] = 0.25f;
        for (int i = 0; i < 16; i++) { l.t[i] = logf(h.t[i]); l.e[i] = logf(h.e[i]); }
        for (int i = 0; i < 4; i++) l.pi[i] = logf(h.pi[i]);
        unsigned char* o = dup(v, (size_t)n * HT);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { gen_hmm_before<<<n / 256, 256>>>(o, l, o1, n); });
        float ta = measure(nothing, [&] { gen_hmm_after<<<n / 256, 256>>>(o, h, o2, n); });
        check("gen_hmm", tb, ta, o1, o2, n, 1e-4);
    }
    if (want("gen_qual")) {
        const int n = 3 << 19;
        std::vector<unsigned char> v((1 << 20) + 128);
        for (auto& x : v) x = (rnd() >> 16) % 42;
        unsigned char* q = dup(v, (size_t)n * 128);
        int *o1 = dnew<int>(n), *o2 = dnew<int>(n);
        float tb = measure(nothing, [&] { gen_qual_before<<<n / 256, 256>>>(q, o1, n); });
        float ta = measure(nothing, [&] { gen_qual_after<<<n / 8, 256>>>(q, o2, n); });
        check("gen_qual", tb, ta, o1, o2, n, 0.0);
    }
    if (want("gen_gc")) {
        const int n = 1 << 25;
        std::vector<unsigned char> v((1 << 20) + 77);
        for (auto& x : v) x = "ACGT"[rnd() >> 30];
        unsigned char* s = dup(v, (size_t)n + GW);
        int *o1 = dnew<int>(n), *o2 = dnew<int>(n);
        float tb = measure(nothing, [&] { gen_gc_before<<<n / 1024, 256>>>(s, o1); });
        float ta = measure(nothing, [&] { gen_gc_after<<<n / 1024, 256>>>(s, o2); });
        check("gen_gc", tb, ta, o1, o2, n, 0.0);
    }
    if (want("gen_snp")) {
        const int ns = 512, nm = 16384;
        std::vector<unsigned char> g((size_t)ns * nm);
        std::vector<unsigned> p((size_t)ns * nm / 16, 0u);
        for (auto& x : g) x = rnd() >> 30;
        for (int m = 0; m < nm; m++)
            for (int i = 0; i < ns; i++) p[(m / 16) * ns + i] |= (unsigned)g[m * ns + i] << (2 * (m % 16));
        unsigned char* dg = dup(g);
        unsigned* dp = dup(p);
        int *o1 = dnew<int>(ns * ns), *o2 = dnew<int>(ns * ns);
        dim3 gr(ns / 32, ns / 8), bl(32, 8);
        float tb = measure(nothing, [&] { gen_snp_before<<<gr, bl>>>(dg, o1, ns, nm); });
        float ta = measure(nothing, [&] { gen_snp_after<<<gr, bl>>>(dp, o2, ns, nm / 16); });
        check("gen_snp", tb, ta, o1, o2, ns * ns, 0.0);
    }
    if (want("gen_fm")) {
        const int nq = 1 << 21;
        const unsigned ents = 1u << 24;
        std::vector<uint4> v(1 << 18);
        for (auto& x : v) { x.x = rnd(); x.y = rnd(); x.z = rnd(); x.w = rnd(); }
        std::vector<unsigned> q(1 << 20);
        for (auto& x : q) x = rnd();
        uint4* t = dup(v, 2 * (size_t)ents);
        unsigned *dq = dup(q, nq), *o1 = dnew<unsigned>(nq), *o2 = dnew<unsigned>(nq);
        float tb = measure(nothing, [&] { gen_fm_before<<<nq / 256, 256>>>(t, dq, o1, nq, ents * 64u, 64u); });
        float ta = measure(nothing, [&] { gen_fm_after<<<nq / 256, 256>>>(t, dq, o2, nq, ents * 64u); });
        check("gen_fm", tb, ta, o1, o2, nq, 0.0);
    }
    return 0;
}
