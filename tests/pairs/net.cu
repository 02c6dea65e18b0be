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
static __host__ __device__ __forceinline__ unsigned long long mix64(unsigned long long z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

extern "C" {

// longest prefix match; before: trie of single bits, x and y children, z next hop (0 is none)
__global__ void net_lpm_trie_before(const int4 *trie, const unsigned *ip, int *hop, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = ip[i];
    int node = 0, best = 0;
    for (int b = 31;; b--) {
        int4 t = trie[node];
        if (t.z) best = t.z;
        int next = b < 0 ? 0 : a >> b & 1 ? t.y : t.x;
        if (next == 0) break;
        node = next;
    }
    hop[i] = best;
}
// after: prefixes of up to 24 bits expanded to a table
__global__ void net_lpm_trie_after(const unsigned short *dir24, const unsigned *ip, int *hop, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    hop[i] = dir24[ip[i] >> 8];
}

// internet checksum of packets of 512 bytes; before: a thread a packet, by bytes
__global__ void net_checksum_before(const unsigned char *pkt, unsigned short *sum, int len, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned char *p = pkt + (size_t)i * len;
    unsigned s = 0;
    for (int k = 0; k < len; k += 2) s += p[k] << 8 | p[k + 1];
    while (s >> 16) s = (s & 0xffff) + (s >> 16);
    sum[i] = (unsigned short)~s;
}
// after: a warp a packet, sixteen bytes a lane; the sum does not depend on the order of bytes but for a swap at the end
__global__ void net_checksum_after(const uint4 *pkt, unsigned short *sum, int len16, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (i >= n) return;
    unsigned s = 0;
    for (int k = lane; k < len16; k += 32) {
        uint4 v = pkt[(size_t)i * len16 + k];
        s += (v.x & 0xffff) + (v.x >> 16) + (v.y & 0xffff) + (v.y >> 16);
        s += (v.z & 0xffff) + (v.z >> 16) + (v.w & 0xffff) + (v.w >> 16);
    }
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    while (s >> 16) s = (s & 0xffff) + (s >> 16);
    s = (s >> 8 | s << 8) & 0xffff;
    if (lane == 0) sum[i] = (unsigned short)~s;
}

// packets and bytes of each of 4096 flows, of which some are much heavier than others
__global__ void net_flow_count_before(const unsigned short *flow, const unsigned short *len, unsigned *packets,
                                      unsigned long long *bytes, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned f = flow[i];
        atomicAdd(&packets[f], 1u);
        atomicAdd(&bytes[f], (unsigned long long)len[i]);
    }
}
__global__ void net_flow_count_after(const unsigned short *flow, const unsigned short *len, unsigned *packets,
                                     unsigned long long *bytes, int n) {
    __shared__ unsigned np[4096], nb[4096];           // a block sees few enough packets for 32 bits
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) np[k] = nb[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned f = flow[i];
        atomicAdd(&np[f], 1u);
        atomicAdd(&nb[f], (unsigned)len[i]);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 4096; k += blockDim.x)
        if (np[k]) {
            atomicAdd(&packets[k], np[k]);
            atomicAdd(&bytes[k], (unsigned long long)nb[k]);
        }
}

// Toeplitz hash of receive-side scaling over 12 bytes of header; before: bit by bit
__global__ void net_toeplitz_before(const unsigned *src, const unsigned *dst, const unsigned *ports, const unsigned *key,
                                    unsigned *hash, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned w[3] = {src[i], dst[i], ports[i]}, h = 0;
#pragma unroll
    for (int k = 0; k < 3; k++) {
        for (int b = 0; b < 32; b++)
            if (w[k] & (0x80000000u >> b)) h ^= b == 0 ? key[k] : key[k] << b | key[k + 1] >> (32 - b);
    }
    hash[i] = h;
}
// after: a table of the hash of every byte at every place
__global__ void net_toeplitz_after(const unsigned *src, const unsigned *dst, const unsigned *ports, const unsigned *table,
                                   unsigned *hash, int n) {
    __shared__ unsigned t[12 * 256];
    for (int k = threadIdx.x; k < 12 * 256; k += blockDim.x) t[k] = table[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned w[3] = {src[i], dst[i], ports[i]}, h = 0;
#pragma unroll
        for (int k = 0; k < 3; k++)
#pragma unroll
            for (int b = 0; b < 4; b++) h ^= t[(k * 4 + b) * 256 + (w[k] >> (24 - 8 * b) & 255)];
        hash[i] = h;
    }
}

// keys in a Bloom filter of m bits: a bit of the result for each hash
__global__ void net_bloom_before(const unsigned long long *key, const unsigned *filter, unsigned char *hit,
                                 unsigned long long m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long a = mix64(key[i]), b = mix64(a) | 1;
    unsigned r = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned long long p = (a + k * b) % m;
        r |= (filter[p >> 5] >> (p & 31) & 1) << k;
    }
    hit[i] = (unsigned char)r;
}
__global__ void net_bloom_after(const unsigned long long *key, const unsigned *filter, unsigned char *hit,
                                unsigned long long m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long a = mix64(key[i]), b = mix64(a) | 1;
    unsigned r = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned long long p = (a + k * b) & (m - 1); // m is a power of two
        r |= (filter[p >> 5] >> (p & 31) & 1) << k;
    }
    hit[i] = (unsigned char)r;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("net_lpm_trie")) {
        const int n = sz(8 << 20), np = g_small ? 4096 : 65536;
        Rng g(1);
        std::vector<unsigned> pre(np);
        std::vector<int> len(np);
        std::vector<int4> trie(1, make_int4(0, 0, 0, 0));
        std::vector<unsigned short> dir(1 << 24, 0);
        std::vector<std::vector<int>> bylen(25);
        for (int k = 0; k < np; k++) {
            len[k] = 12 + (int)(g.u() % 13u);
            pre[k] = g.u() >> (32 - len[k]) << (32 - len[k]);
            bylen[len[k]].push_back(k);
        }
        for (int l = 12; l <= 24; l++)                // the last of equal prefixes holds in both
            for (int k : bylen[l]) {
                int hop = 1 + k % 60000, node = 0;
                for (int b = 0; b < l; b++) {
                    bool one = pre[k] >> (31 - b) & 1;
                    int next = one ? trie[node].y : trie[node].x;
                    if (!next) {
                        next = (int)trie.size();
                        trie.push_back(make_int4(0, 0, 0, 0));
                        (one ? trie[node].y : trie[node].x) = next;
                    }
                    node = next;
                }
                trie[node].z = hop;
                for (unsigned j = 0; j < 1u << (24 - l); j++) dir[(pre[k] >> 8) + j] = (unsigned short)hop;
            }
        std::vector<unsigned> ip(n);
        for (auto &e : ip) {
            int k = (int)(g.u() % (unsigned)np);
            e = pre[k] | (g.u() >> len[k]);
        }
        int4 *dt = dev(trie);
        unsigned short *dd = dev(dir);
        unsigned *di = dev(ip);
        int *o = dev<int>(n);
        auto get = [&] { return host(o, n); };
        run_pair("net_lpm_trie", 0, once([&] { zero(o, n); }),
            [&] { net_lpm_trie_before<<<n / 256, 256>>>(dt, di, o, n); },
            [&] { net_lpm_trie_after<<<n / 256, 256>>>(dd, di, o, n); }, get, get);
        release(dt, dd, di, o);
    }
    if (want("net_checksum")) {
        const int n = sz(256 << 10), len = 512;
        Rng g(2);
        std::vector<unsigned> h((size_t)n * len / 4);
        for (auto &e : h) e = g.u();
        unsigned *p = dev(h);
        unsigned short *o = dev<unsigned short>(n);
        auto get = [&] { return host(o, n); };
        run_pair("net_checksum", 0, once([&] { zero(o, n); }),
            [&] { net_checksum_before<<<n / 128, 128>>>((unsigned char *)p, o, len, n); },
            [&] { net_checksum_after<<<n / 8, 256>>>((uint4 *)p, o, len / 16, n); }, get, get);
        release(p, o);
    }
    if (want("net_flow_count")) {
        const int n = sz(16 << 20), nb = g_small ? 8 : 264;
        Rng g(3);
        std::vector<unsigned short> f(n), l(n);
        for (int i = 0; i < n; i++) {
            unsigned u = g.u();
            float x = (u >> 8) / 16777216.f;
            f[i] = (unsigned short)((unsigned)(exp2f(12.f * x) - 1.f) * 2654435761u >> 20 & 4095u);   // heavy flows: density 1 / rank
            l[i] = (unsigned short)(64 + (u & 255) * 5);
        }
        unsigned short *df = dev(f), *dl = dev(l);
        unsigned *np = dev<unsigned>(4096);
        unsigned long long *by = dev<unsigned long long>(4096);
        auto get = [&] {
            auto a = host(np, 4096);
            auto b = host(by, 4096);
            std::vector<double> r(a.begin(), a.end());
            for (auto e : b) r.push_back((double)e);
            return r;
        };
        run_pair("net_flow_count", 0, [&] { zero(np, 4096); zero(by, 4096); },
            [&] { net_flow_count_before<<<nb, 1024>>>(df, dl, np, by, n); },
            [&] { net_flow_count_after<<<nb, 1024>>>(df, dl, np, by, n); }, get, get);
        release(df, dl, np, by);
    }
    if (want("net_toeplitz")) {
        const int n = sz(16 << 20), nb = g_small ? 16 : 1056;
        Rng g(4);
        std::vector<unsigned> key{0x6d5a56dau, 0x255b0ec2u, 0x4167253du, 0x43a38fb0u}, s(n), d(n), p(n), t(12 * 256, 0);
        for (int q = 0; q < 12; q++)
            for (int v = 0; v < 256; v++)
                for (int b = 0; b < 8; b++)
                    if (v & (128 >> b)) {
                        int k = q / 4, sh = q % 4 * 8 + b;
                        t[q * 256 + v] ^= sh == 0 ? key[k] : key[k] << sh | key[k + 1] >> (32 - sh);
                    }
        for (int i = 0; i < n; i++) {
            s[i] = 0x0a000000u | (g.u() & 0xffffu);
            d[i] = 0xc0a80000u | (g.u() & 0xffffu);
            p[i] = (g.u() & 0xffff0000u) | (g.u() & 1 ? 443u : 80u);
        }
        unsigned *ds = dev(s), *dd = dev(d), *dp = dev(p), *dk = dev(key), *dt = dev(t), *o = dev<unsigned>(n);
        auto get = [&] { return host(o, n); };
        run_pair("net_toeplitz", 0, once([&] { zero(o, n); }),
            [&] { net_toeplitz_before<<<n / 256, 256>>>(ds, dd, dp, dk, o, n); },
            [&] { net_toeplitz_after<<<nb, 256>>>(ds, dd, dp, dt, o, n); }, get, get);
        release(ds, dd, dp, dk, dt, o);
    }
    if (want("net_bloom")) {
        const int n = sz(4 << 20);
        const unsigned long long m = g_small ? 1ull << 25 : 1ull << 33;
        Rng g(5);
        std::vector<unsigned long long> h(n);
        for (auto &e : h) e = (unsigned long long)g.u() << 32 | g.u();
        std::vector<unsigned> f(m / 32);
        for (auto &e : f) e = g.u();
        unsigned long long *dk = dev(h);
        unsigned *df = dev(f);
        unsigned char *o = dev<unsigned char>(n);
        auto get = [&] { return host(o, n); };
        run_pair("net_bloom", 0, once([&] { zero(o, n); }),
            [&] { net_bloom_before<<<n / 256, 256>>>(dk, df, o, m, n); },
            [&] { net_bloom_after<<<n / 256, 256>>>(dk, df, o, m, n); }, get, get);
        release(dk, df, o);
    }
    return g_bad;
}
