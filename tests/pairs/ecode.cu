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

// PAIRS_SMALL=1 in the environment takes small problems (to check the results without a GPU)
static int pick(int full, int small) { static const bool s = getenv("PAIRS_SMALL") != nullptr; return s ? small : full; }

// ------------------------------------------------------------------ kernels
extern "C" {

// Reed-Solomon parity of 8 data shards; before: a byte a thread, products by logarithm tables
__global__ void ec_rs_tables_before(const unsigned char *data, unsigned char *parity, const unsigned char *coef,
                                    const unsigned char *lg, const unsigned char *ex, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int m = 0; m < 4; m++) {
        unsigned char acc = 0;
        for (int k = 0; k < 8; k++) {
            unsigned char a = data[(size_t)k * n + i], c = coef[m * 8 + k];
            if (a != 0 && c != 0) acc ^= ex[(lg[a] + lg[c]) % 255];
        }
        parity[(size_t)m * n + i] = acc;
    }
}
__global__ void ec_rs_tables_after(const unsigned *data, unsigned *parity, const unsigned char *coef, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    unsigned acc[4] = {0, 0, 0, 0};
    for (int k = 0; k < 8; k++) {
        unsigned w = data[(size_t)k * n4 + i];
        unsigned c0 = coef[k], c1 = coef[8 + k], c2 = coef[16 + k], c3 = coef[24 + k];
#pragma unroll
        for (int b = 0; b < 8; b++) {                 // w is the four bytes times 2^b
            acc[0] ^= w & (0u - (c0 >> b & 1u));
            acc[1] ^= w & (0u - (c1 >> b & 1u));
            acc[2] ^= w & (0u - (c2 >> b & 1u));
            acc[3] ^= w & (0u - (c3 >> b & 1u));
            unsigned hi = w & 0x80808080u;
            w = ((w ^ hi) << 1) ^ (hi >> 7) * 0x1du;
        }
    }
#pragma unroll
    for (int m = 0; m < 4; m++) parity[(size_t)m * n4 + i] = acc[m];
}

// probes of a Bloom filter of 2^31 bits: remainder by a run-time size / mask
__global__ void ec_bloom_probe_before(const unsigned long long *key, const unsigned *bits, unsigned char *hits, int k,
                                      unsigned long long m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = key[i] * 0x9E3779B97F4A7C15ull, d = (h >> 29 ^ h) * 0xBF58476D1CE4E5B9ull | 1;
    unsigned c = 0;
    for (int j = 0; j < k; j++) {
        unsigned long long b = (h >> 8) % m;
        c += bits[b >> 5] >> (b & 31) & 1u;
        h += d;
    }
    hits[i] = (unsigned char)c;
}
__global__ void ec_bloom_probe_after(const unsigned long long *key, const unsigned *bits, unsigned char *hits, int k,
                                     unsigned long long mask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = key[i] * 0x9E3779B97F4A7C15ull, d = (h >> 29 ^ h) * 0xBF58476D1CE4E5B9ull | 1;
    unsigned c = 0;
    for (int j = 0; j < k; j++) {
        unsigned long long b = (h >> 8) & mask;
        c += bits[b >> 5] >> (b & 31) & 1u;
        h += d;
    }
    hits[i] = (unsigned char)c;
}

// inserts into a counting filter of 16-bit counters; before: a compare-and-swap loop on the word
__global__ void ec_counting_cas_before(const unsigned *key, unsigned *words, unsigned mask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = key[i] * 2654435761u, d = (key[i] ^ key[i] >> 7) * 0x85ebca6bu | 1;
    for (int j = 0; j < 3; j++) {
        unsigned c = h >> 9 & mask, sh = (c & 1) * 16, *w = &words[c >> 1], old = *w, seen;
        do {
            seen = old;
            unsigned cnt = (seen >> sh & 0xffffu) + 1;
            old = atomicCAS(w, seen, (seen & ~(0xffffu << sh)) | cnt << sh);
        } while (old != seen);
        h += d;
    }
}
__global__ void ec_counting_cas_after(const unsigned *key, unsigned *words, unsigned mask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = key[i] * 2654435761u, d = (key[i] ^ key[i] >> 7) * 0x85ebca6bu | 1;
    for (int j = 0; j < 3; j++) {
        unsigned c = h >> 9 & mask;
        atomicAdd(&words[c >> 1], 1u << (c & 1) * 16);   // no counter gets to 65536
        h += d;
    }
}

// fountain code: an encoded symbol is the XOR of some source symbols of 256 words; a thread / a block a symbol
__global__ void ec_fountain_symbol_before(const unsigned *src, const int *off, const int *idx, unsigned *out, int n) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= n) return;
    int a = off[e], b = off[e + 1];
    for (int w = 0; w < 256; w++) {
        unsigned acc = 0;
        for (int k = a; k < b; k++) acc ^= src[(size_t)idx[k] * 256 + w];
        out[(size_t)e * 256 + w] = acc;
    }
}
__global__ void ec_fountain_symbol_after(const unsigned *src, const int *off, const int *idx, unsigned *out, int n) {
    int e = blockIdx.x, w = threadIdx.x;
    unsigned acc = 0;
    for (int k = off[e]; k < off[e + 1]; k++) acc ^= src[(size_t)idx[k] * 256 + w];
    out[(size_t)e * 256 + w] = acc;
}

// LDPC check nodes (min-sum): to each edge the minimum and the sign of all the others
__global__ void ec_check_minsum_before(const float *msg, float *out, int deg, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= n) return;
    for (int j = 0; j < deg; j++) {
        float m = 1e30f;
        bool neg = false;
        for (int k = 0; k < deg; k++) {
            if (k == j) continue;
            float v = msg[(size_t)k * n + c];
            m = fminf(m, fabsf(v));
            neg ^= v < 0.0f;
        }
        out[(size_t)j * n + c] = 0.75f * (neg ? -m : m);
    }
}
__global__ void ec_check_minsum_after(const float *msg, float *out, int deg, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= n) return;
    float m1 = 1e30f, m2 = 1e30f;
    int at = -1;
    unsigned long long neg = 0;
    for (int k = 0; k < deg; k++) {
        float v = msg[(size_t)k * n + c], a = fabsf(v);
        if (a < m1) { m2 = m1; m1 = a; at = k; }
        else m2 = fminf(m2, a);
        neg |= (unsigned long long)(v < 0.0f) << k;
    }
    int all = __popcll(neg) & 1;
    for (int j = 0; j < deg; j++) {
        float m = j == at ? m2 : m1;
        out[(size_t)j * n + c] = 0.75f * (all ^ (int)(neg >> j & 1) ? -m : m);
    }
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("ec_rs_tables")) {
        const int n = pick(8 << 20, 65536);
        Rng g(1);
        std::vector<unsigned char> d((size_t)n * 8), co(32), lg(256, 0), ex(256, 0);
        for (auto &e : d) e = (unsigned char)(g.u() >> 5);
        for (auto &e : co) e = (unsigned char)(1 + g.u() % 255);
        int v = 1;
        for (int k = 0; k < 255; k++) { ex[k] = v; lg[v] = k; v <<= 1; if (v & 256) v ^= 0x11d; }
        unsigned char *dd = dev(d), *dc = dev(co), *dl = dev(lg), *de = dev(ex), *o = dev<unsigned char>((size_t)n * 4);
        auto get = [&] { return host(o, (size_t)n * 4); };
        run_pair("ec_rs_tables", 0, once([&] { zero(o, (size_t)n * 4); }),
            [&] { ec_rs_tables_before<<<n / 256, 256>>>(dd, o, dc, dl, de, n); },
            [&] { ec_rs_tables_after<<<n / 4 / 256, 256>>>((unsigned *)dd, (unsigned *)o, dc, n / 4); }, get, get);
        release(dd, dc, dl, de, o);
    }
    if (want("ec_bloom_probe")) {
        const int n = pick(8 << 20, 16384), nw = pick(1 << 26, 1 << 18);
        Rng g(2);
        std::vector<unsigned long long> key(n);
        std::vector<unsigned> b(nw);
        for (auto &e : key) e = (unsigned long long)g.u() << 32 | g.u();
        for (auto &e : b) e = g.u();
        unsigned long long *dk = dev(key), m = (unsigned long long)nw * 32;
        unsigned *db = dev(b);
        unsigned char *o = dev<unsigned char>(n);
        auto get = [&] { return host(o, n); };
        run_pair("ec_bloom_probe", 0, once([&] { zero(o, n); }),
            [&] { ec_bloom_probe_before<<<n / 256, 256>>>(dk, db, o, 6, m, n); },
            [&] { ec_bloom_probe_after<<<n / 256, 256>>>(dk, db, o, 6, m - 1, n); }, get, get);
        release(dk, db, o);
    }
    if (want("ec_counting_cas")) {
        const int n = pick(4 << 20, 16384), nc = pick(1 << 21, 1 << 14);
        Rng g(3);
        std::vector<unsigned> key(n);
        for (auto &e : key) { float f = g.f(); e = (unsigned)(f * f * (1 << 20)) + 1; }   // some keys are frequent
        unsigned *dk = dev(key), *w = dev<unsigned>(nc / 2);
        auto get = [&] { return host(w, nc / 2); };
        run_pair("ec_counting_cas", 0, [&] { zero(w, nc / 2); },
            [&] { ec_counting_cas_before<<<n / 256, 256>>>(dk, w, nc - 1, n); },
            [&] { ec_counting_cas_after<<<n / 256, 256>>>(dk, w, nc - 1, n); }, get, get);
        release(dk, w);
    }
    if (want("ec_fountain_symbol")) {
        const int ns = pick(65536, 1024), n = pick(65536, 512);
        Rng g(4);
        std::vector<unsigned> s((size_t)ns * 256);
        for (auto &e : s) e = g.u();
        std::vector<int> off(1, 0), idx;
        for (int e = 0; e < n; e++) {                 // degrees like the soliton distribution's
            float f = g.f();
            int d = std::min(64, std::max(1, (int)(1.0f / (f + 1e-3f)))) + 1;
            for (int k = 0; k < d; k++) idx.push_back(g.u() % ns);
            off.push_back((int)idx.size());
        }
        unsigned *ds = dev(s), *o = dev<unsigned>((size_t)n * 256);
        int *doff = dev(off), *di = dev(idx);
        auto get = [&] { return host(o, (size_t)n * 256); };
        run_pair("ec_fountain_symbol", 0, once([&] { zero(o, (size_t)n * 256); }),
            [&] { ec_fountain_symbol_before<<<n / 128, 128>>>(ds, doff, di, o, n); },
            [&] { ec_fountain_symbol_after<<<n, 256>>>(ds, doff, di, o, n); }, get, get);
        release(ds, o, doff, di);
    }
    if (want("ec_check_minsum")) {
        const int n = pick(1 << 20, 8192), deg = 32;
        Rng g(5);
        std::vector<float> m((size_t)n * deg);
        for (auto &e : m) e = 8.0f * (g.f() - 0.5f);
        float *dm = dev(m), *o = dev<float>((size_t)n * deg);
        auto get = [&] { return host(o, (size_t)n * deg); };
        run_pair("ec_check_minsum", 0, once([&] { zero(o, (size_t)n * deg); }),
            [&] { ec_check_minsum_before<<<n / 256, 256>>>(dm, o, deg, n); },
            [&] { ec_check_minsum_after<<<n / 256, 256>>>(dm, o, deg, n); }, get, get);
        release(dm, o);
    }
    return g_bad;
}
