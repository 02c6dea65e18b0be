// Test pairs: cryptography, hashing, compression. Own code; see pairs.tsv.
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

struct Coef { unsigned char c[4][8]; };
struct Mask { unsigned m[8][8][4]; };   // all ones where the bit of the coefficient is set
static __device__ __forceinline__ unsigned rotr(unsigned x, int n) { return __funnelshift_r(x, x, n); }
static __device__ __forceinline__ unsigned sched(unsigned a, unsigned b, unsigned c, unsigned d) {
    return a + (rotr(b, 7) ^ rotr(b, 18) ^ (b >> 3)) + c + (rotr(d, 17) ^ rotr(d, 19) ^ (d >> 10));
}
// one round of the SHA-256 form; the round constants are multiples of the golden ratio
static __device__ __forceinline__ void roundStep(unsigned* h, unsigned w, int t) {
    unsigned e = h[4], a = h[0];
    unsigned t1 = h[7] + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & h[5]) ^ (~e & h[6])) + w + 0x9e3779b9u * (t + 1);
    unsigned t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & h[1]) ^ (a & h[2]) ^ (h[1] & h[2]));
    h[7] = h[6]; h[6] = h[5]; h[5] = h[4]; h[4] = h[3] + t1;
    h[3] = h[2]; h[2] = h[1]; h[1] = h[0]; h[0] = t1 + t2;
}
static __device__ __forceinline__ void hashInit(unsigned* h) {
#pragma unroll
    for (int k = 0; k < 8; k++) h[k] = 0x6a09e667u * (2 * k + 1);
}
static __device__ __forceinline__ void putBits(unsigned* buf, unsigned o, unsigned code) {
    unsigned long long c = (unsigned long long)code << (o & 31);
    atomicOr(&buf[o >> 5], (unsigned)c);
    if (c >> 32) atomicOr(&buf[(o >> 5) + 1], (unsigned)(c >> 32));
}
static __device__ __forceinline__ unsigned mont(unsigned a, unsigned b, unsigned m, unsigned ninv) {
    unsigned long long t = (unsigned long long)a * b;
    unsigned q = (unsigned)t * ninv, r = (unsigned)((t + (unsigned long long)q * m) >> 32);
    return r >= m ? r - m : r;
}
static __device__ __forceinline__ unsigned mash(unsigned* s, int rounds) {
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < 8; k++) {
            s[k] += s[(k + 3) & 7] ^ (unsigned)r;
            s[(k + 5) & 7] = rotr(s[(k + 5) & 7] ^ s[k], 7 + 2 * k);
        }
    }
    return s[0] ^ s[1] ^ s[2] ^ s[3] ^ s[4] ^ s[5] ^ s[6] ^ s[7];
}

extern "C" {

// ---- cry_gf: four parity words of eight data words in GF(256), polynomial 0x11d
__global__ void cry_gf_before(const unsigned* __restrict__ data, unsigned* __restrict__ par, Coef k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned p[4] = {0, 0, 0, 0};
#pragma unroll
    for (int d = 0; d < 8; d++) {
        unsigned w = data[(size_t)d * n + i];
#pragma unroll
        for (int q = 0; q < 4; q++) {
            for (int by = 0; by < 4; by++) {
                unsigned a = (w >> (8 * by)) & 255u, b = k.c[q][d], r = 0;
                for (int bit = 0; bit < 8; bit++) {
                    if (b & 1u) r ^= a;
                    b >>= 1;
                    a = ((a << 1) ^ ((a & 128u) ? 0x11du : 0u)) & 255u;
                }
                p[q] ^= r << (8 * by);
            }
        }
    }
    for (int q = 0; q < 4; q++) par[(size_t)q * n + i] = p[q];
}
__global__ void cry_gf_after(const unsigned* __restrict__ data, unsigned* __restrict__ par, Mask k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned p[4] = {0, 0, 0, 0};
#pragma unroll
    for (int d = 0; d < 8; d++) {
        unsigned w = data[(size_t)d * n + i];
#pragma unroll
        for (int bit = 0; bit < 8; bit++) {
#pragma unroll
            for (int q = 0; q < 4; q++) p[q] ^= w & k.m[d][bit][q];
            w = ((w & 0x7f7f7f7fu) << 1) ^ (((w >> 7) & 0x01010101u) * 0x1du);
        }
    }
    for (int q = 0; q < 4; q++) par[(size_t)q * n + i] = p[q];
}

// ---- cry_sha: hash of one block of 16 words per thread, words [t*n+i]
__global__ void cry_sha_before(const unsigned* __restrict__ msg, unsigned* __restrict__ out, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w[64], h[8];
    hashInit(h);
    for (int t = 0; t < 16; t++) w[t] = msg[(size_t)t * n + i];
    for (int t = 16; t < rounds; t++) w[t] = sched(w[t - 16], w[t - 15], w[t - 7], w[t - 2]);
    for (int t = 0; t < rounds; t++) roundStep(h, w[t], t);
    out[i] = h[0] ^ h[1] ^ h[2] ^ h[3] ^ h[4] ^ h[5] ^ h[6] ^ h[7];
}
__global__ void cry_sha_after(const unsigned* __restrict__ msg, unsigned* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w[16], h[8];
    hashInit(h);
#pragma unroll
    for (int t = 0; t < 16; t++) w[t] = msg[(size_t)t * n + i];
#pragma unroll
    for (int t = 0; t < 64; t++) {
        if (t >= 16) w[t & 15] = sched(w[t & 15], w[(t + 1) & 15], w[(t + 9) & 15], w[(t + 14) & 15]);
        roundStep(h, w[t & 15], t);
    }
    out[i] = h[0] ^ h[1] ^ h[2] ^ h[3] ^ h[4] ^ h[5] ^ h[6] ^ h[7];
}

// ---- cry_modexp: base to the power e modulo an odd m below 2^31
__global__ void cry_modexp_before(const unsigned* __restrict__ base, const unsigned* __restrict__ ex,
                                  unsigned* __restrict__ out, int n, unsigned m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long b = base[i] % m, r = 1;
    for (unsigned e = ex[i], k = 0; k < 32; k++, e >>= 1) {
        unsigned long long t = r * b % m;
        if (e & 1u) r = t;
        b = b * b % m;
    }
    out[i] = (unsigned)r;
}
__global__ void cry_modexp_after(const unsigned* __restrict__ base, const unsigned* __restrict__ ex,
                                 unsigned* __restrict__ out, int n, unsigned m, unsigned ninv, unsigned r1, unsigned r2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned b = mont(base[i] % m, r2, m, ninv), r = r1;
    for (unsigned e = ex[i], k = 0; k < 32; k++, e >>= 1) {
        unsigned t = mont(r, b, m, ninv);
        if (e & 1u) r = t;
        b = mont(b, b, m, ninv);
    }
    out[i] = mont(r, 1u, m, ninv);
}

// ---- cry_huff: 512 symbols per block to a bit stream; lut = code << 8 | length
__global__ void cry_huff_before(const unsigned char* __restrict__ sym, const unsigned* __restrict__ lut,
                                unsigned* __restrict__ out) {
    __shared__ unsigned tab[256], off[512], buf[200];
    int t = threadIdx.x;
    if (t < 256) tab[t] = lut[t];
    if (t < 200) buf[t] = 0;
    __syncthreads();
    unsigned e = tab[sym[(size_t)blockIdx.x * 512 + t]];
    off[t] = e & 255u;
    __syncthreads();
    if (t == 0) {
        unsigned acc = 0;
        for (int k = 0; k < 512; k++) { unsigned l = off[k]; off[k] = acc; acc += l; }
    }
    __syncthreads();
    putBits(buf, off[t], e >> 8);
    __syncthreads();
    if (t < 200) out[(size_t)blockIdx.x * 200 + t] = buf[t];
}
__global__ void cry_huff_after(const unsigned char* __restrict__ sym, const unsigned* __restrict__ lut,
                               unsigned* __restrict__ out) {
    __shared__ unsigned tab[256], ws[16], buf[200];
    int t = threadIdx.x;
    if (t < 256) tab[t] = lut[t];
    if (t < 200) buf[t] = 0;
    __syncthreads();
    unsigned e = tab[sym[(size_t)blockIdx.x * 512 + t]], inc = e & 255u;
    for (int o = 1; o < 32; o <<= 1) {
        unsigned u = __shfl_up_sync(0xffffffffu, inc, o);
        if ((t & 31) >= o) inc += u;
    }
    if ((t & 31) == 31) ws[t >> 5] = inc;
    __syncthreads();
    unsigned o = inc - (e & 255u);
    for (int w = 0; w < (t >> 5); w++) o += ws[w];
    putBits(buf, o, e >> 8);
    __syncthreads();
    if (t < 200) out[(size_t)blockIdx.x * 200 + t] = buf[t];
}

// ---- cry_bucket: number, exclusive or and maximum of the hashes of each bucket
__global__ void cry_bucket_before(const unsigned* __restrict__ key, int* lock, volatile unsigned* cnt,
                                  volatile unsigned* xr, volatile unsigned* mx, int n, unsigned mask) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = (key[i] ^ (unsigned)i) * 2654435761u, b = (h >> 12) & mask;
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[b], 0, 1) == 0) {
            __threadfence();
            cnt[b] = cnt[b] + 1;
            xr[b] = xr[b] ^ h;
            if (h > mx[b]) mx[b] = h;
            __threadfence();
            atomicExch(&lock[b], 0);
            done = true;
        }
    }
}
__global__ void cry_bucket_after(const unsigned* __restrict__ key, unsigned* cnt, unsigned* xr, unsigned* mx, int n,
                                 unsigned mask) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = (key[i] ^ (unsigned)i) * 2654435761u, b = (h >> 12) & mask;
    atomicAdd(&cnt[b], 1u);
    atomicXor(&xr[b], h);
    atomicMax(&mx[b], h);
}

// ---- cry_stretch: many rounds over a state of eight words
__global__ void cry_stretch_before(const unsigned* __restrict__ in, unsigned* __restrict__ out, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s[8];
#pragma unroll
    for (int k = 0; k < 8; k++) s[k] = in[(size_t)i * 8 + k];
    out[i] = mash(s, rounds);
}
__global__ void cry_stretch_after(const unsigned* __restrict__ in, unsigned* __restrict__ out, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s[8];
#pragma unroll
    for (int k = 0; k < 8; k++) s[k] = in[(size_t)k * n + i];
    out[i] = mash(s, rounds);
}

}  // extern "C"

static std::vector<unsigned> randu(size_t n) {
    std::vector<unsigned> v(n);
    for (auto& x : v) x = rnd();
    return v;
}

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    if (want("cry_gf")) {
        const int n = 1 << 22;
        Coef k;
        for (int q = 0; q < 4; q++)
            for (int d = 0; d < 8; d++) k.c[q][d] = (unsigned char)(rnd() >> 24);
        Mask m;
        for (int z = 0; z < 256; z++) m.m[z / 32][z / 4 % 8][z % 4] = 0u - ((k.c[z % 4][z / 32] >> (z / 4 % 8)) & 1u);
        unsigned *x = dup(randu((1 << 20) + 1), (size_t)8 * n), *o1 = dnew<unsigned>(4 * n), *o2 = dnew<unsigned>(4 * n);
        float tb = measure(nothing, [&] { cry_gf_before<<<n / 256, 256>>>(x, o1, k, n); });
        float ta = measure(nothing, [&] { cry_gf_after<<<n / 256, 256>>>(x, o2, m, n); });
        check("cry_gf", tb, ta, o1, o2, 4 * n, 0.0);
    }
    if (want("cry_sha")) {
        const int n = 1 << 20;
        unsigned *x = dup(randu((1 << 20) + 1), (size_t)16 * n), *o1 = dnew<unsigned>(n), *o2 = dnew<unsigned>(n);
        float tb = measure(nothing, [&] { cry_sha_before<<<n / 256, 256>>>(x, o1, n, 64); });
        float ta = measure(nothing, [&] { cry_sha_after<<<n / 256, 256>>>(x, o2, n); });
        check("cry_sha", tb, ta, o1, o2, n, 0.0);
    }
    if (want("cry_modexp")) {
        const int n = 1 << 22;
        const unsigned m = 1999999973u;
        unsigned inv = 1;
        for (int k = 0; k < 6; k++) inv *= 2u - m * inv;
        unsigned r1 = (unsigned)((1ull << 32) % m), r2 = (unsigned)((unsigned long long)r1 * r1 % m);
        unsigned *b = dup(randu((1 << 20) + 1), n), *e = dup(randu(1 << 20), n), *o1 = dnew<unsigned>(n), *o2 = dnew<unsigned>(n);
        float tb = measure(nothing, [&] { cry_modexp_before<<<n / 256, 256>>>(b, e, o1, n, m); });
        float ta = measure(nothing, [&] { cry_modexp_after<<<n / 256, 256>>>(b, e, o2, n, m, 0u - inv, r1, r2); });
        check("cry_modexp", tb, ta, o1, o2, n, 0.0);
    }
    if (want("cry_huff")) {
        const int nb = 32768;
        std::vector<unsigned> lut(256);
        for (unsigned s = 0; s < 256; s++) { unsigned l = 4 + s % 9; lut[s] = ((s * 40503u + 1) & ((1u << l) - 1)) << 8 | l; }
        std::vector<unsigned char> v((1 << 20) + 1);
        for (auto& x : v) x = (unsigned char)(rnd() >> 24);
        unsigned char* s = dup(v, (size_t)nb * 512);
        unsigned *l = dup(lut), *o1 = dnew<unsigned>(nb * 200), *o2 = dnew<unsigned>(nb * 200);
        float tb = measure(nothing, [&] { cry_huff_before<<<nb, 512>>>(s, l, o1); });
        float ta = measure(nothing, [&] { cry_huff_after<<<nb, 512>>>(s, l, o2); });
        check("cry_huff", tb, ta, o1, o2, nb * 200, 0.0);
    }
    if (want("cry_bucket")) {
        const int n = 1 << 22, nb = 1 << 16;
        unsigned *k = dup(randu(1 << 20), n), *a = dnew<unsigned>(3 * nb), *b = dnew<unsigned>(3 * nb);
        int* lock = dnew<int>(nb);
        float tb = measure([&] { CK(cudaMemset(a, 0, 12 * nb)); },
                           [&] { cry_bucket_before<<<n / 256, 256>>>(k, lock, a, a + nb, a + 2 * nb, n, nb - 1); });
        float ta = measure([&] { CK(cudaMemset(b, 0, 12 * nb)); },
                           [&] { cry_bucket_after<<<n / 256, 256>>>(k, b, b + nb, b + 2 * nb, n, nb - 1); });
        check("cry_bucket", tb, ta, a, b, 3 * nb, 0.0);
    }
    if (want("cry_stretch")) {
        const int n = 1 << 18, rounds = 512;
        std::vector<unsigned> v = randu((size_t)8 * n), w(v.size());
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 8; k++) w[(size_t)k * n + i] = v[(size_t)i * 8 + k];
        unsigned *x = dup(v), *y = dup(w), *o1 = dnew<unsigned>(n), *o2 = dnew<unsigned>(n);
        float tb = measure(nothing, [&] { cry_stretch_before<<<n / 256, 256>>>(x, o1, n, rounds); });
        float ta = measure(nothing, [&] { cry_stretch_after<<<n / 256, 256>>>(y, o2, n, rounds); });
        check("cry_stretch", tb, ta, o1, o2, n, 0.0);
    }
    return 0;
}
