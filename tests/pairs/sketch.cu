#include "harness.cuh"

// ------------------------------------------------------------------ kernels
__device__ __forceinline__ unsigned mix32(unsigned x) {
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

__constant__ unsigned long long c_gear[256];

extern "C" {

// Bloom filter lookup with eight hash functions; before: all eight bits are fetched, whatever the first ones were
__global__ void sketch_bloom_noexit_before(const unsigned *filter, const unsigned *key, unsigned char *hit,
                                           unsigned wmask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = key[i];
    unsigned h1 = mix32(k), h2 = mix32(k ^ 0x9e3779b9u) | 1u;
    unsigned found = 1;
#pragma unroll
    for (int j = 0; j < 8; j++) {
        unsigned h = h1 + j * h2;
        found &= filter[(h >> 5) & wmask] >> (h & 31);
    }
    hit[i] = (unsigned char)(found & 1u);
}
__global__ void sketch_bloom_noexit_after(const unsigned *filter, const unsigned *key, unsigned char *hit,
                                          unsigned wmask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = key[i];
    unsigned h1 = mix32(k), h2 = mix32(k ^ 0x9e3779b9u) | 1u;
    unsigned found = 1;
    for (int j = 0; j < 8 && found; j++) {
        unsigned h = h1 + j * h2;
        found = filter[(h >> 5) & wmask] >> (h & 31) & 1u;
    }
    hit[i] = (unsigned char)found;
}

// HyperLogLog, 4096 registers; before: every item goes to its register with an atomic
__global__ void sketch_hll_atomic_before(const unsigned *item, int *reg, int n) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned h = mix32(item[i]);
        int rank = __clz((int)(h << 12 | 0x800u)) + 1;
        atomicMax(&reg[h >> 20], rank);
    }
}
__global__ void sketch_hll_atomic_after(const unsigned *item, int *reg, int n) {
    __shared__ int loc[4096];
    for (int r = threadIdx.x; r < 4096; r += blockDim.x) loc[r] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned h = mix32(item[i]);
        int rank = __clz((int)(h << 12 | 0x800u)) + 1;
        atomicMax(&loc[h >> 20], rank);
    }
    __syncthreads();
    for (int r = threadIdx.x; r < 4096; r += blockDim.x)
        if (loc[r]) atomicMax(&reg[r], loc[r]);
}

// count-min sketch, four rows; before: the column is taken with a run-time modulo
__global__ void sketch_cm_modulo_before(const unsigned *item, unsigned *table, unsigned width, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = item[i];
#pragma unroll
    for (unsigned r = 0; r < 4; r++) {
        unsigned h = mix32(x + r * 0x9e3779b9u);
        atomicAdd(&table[r * width + h % width], 1u);
    }
}
__global__ void sketch_cm_modulo_after(const unsigned *item, unsigned *table, unsigned width, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned x = item[i];
#pragma unroll
    for (unsigned r = 0; r < 4; r++) {
        unsigned h = mix32(x + r * 0x9e3779b9u);
        atomicAdd(&table[r * width + (h & (width - 1))], 1u);          // width is a power of two
    }
}

// MinHash signatures of 128 permutations for documents of 64 shingles; before: a document a thread
__global__ void sketch_minhash_thread_before(const unsigned *shingle, const uint2 *perm, unsigned *sig, int ndoc) {
    int d = blockIdx.x * blockDim.x + threadIdx.x;
    if (d >= ndoc) return;
    for (int k = 0; k < 128; k++) {
        uint2 ab = perm[k];
        unsigned m = 0xffffffffu;
        for (int s = 0; s < 64; s++) m = min(m, shingle[d * 64 + s] * ab.x + ab.y);
        sig[d * 128 + k] = m;
    }
}
__global__ void sketch_minhash_thread_after(const unsigned *shingle, const uint2 *perm, unsigned *sig, int ndoc) {
    __shared__ unsigned sh[64];
    int d = blockIdx.x, k = threadIdx.x;              // a block of 128 threads a document, a thread a permutation
    if (k < 64) sh[k] = shingle[d * 64 + k];
    uint2 ab = perm[k];
    __syncthreads();
    unsigned m = 0xffffffffu;
#pragma unroll 16
    for (int s = 0; s < 64; s++) m = min(m, sh[s] * ab.x + ab.y);
    sig[d * 128 + k] = m;
}

// content-defined chunking: gear hash of the 32 bytes before each position; before: the gear table is in constant memory
__global__ void sketch_gear_const_before(const unsigned char *data, unsigned char *cut, unsigned long long mask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = 0;
#pragma unroll 8
    for (int k = 0; k < 32; k++) h = (h << 1) + c_gear[data[i + k]];
    cut[i] = (h & mask) == 0;
}
__global__ void sketch_gear_const_after(const unsigned char *data, const unsigned long long *gear, unsigned char *cut,
                                        unsigned long long mask, int n) {
    __shared__ unsigned long long g[256];
    g[threadIdx.x] = gear[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = 0;
#pragma unroll 8
    for (int k = 0; k < 32; k++) h = (h << 1) + g[data[i + k]];
    cut[i] = (h & mask) == 0;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("sketch_bloom_noexit")) {
        const int n = scaled(8 << 20);
        const unsigned words = scaled(64 << 20);      // 256 MB, about half of the bits set
        Rng g(1);
        std::vector<unsigned> f(words), k(n);
        for (auto &e : f) e = g.u();
        for (auto &e : k) e = g.u();
        unsigned *df = dev(f), *dk = dev(k);
        unsigned char *o = dev<unsigned char>(n);
        auto get = [&] { return host(o, n); };
        run_pair("sketch_bloom_noexit", 0, once([&] { zero(o, n); }),
            [&] { sketch_bloom_noexit_before<<<n / 256, 256>>>(df, dk, o, words - 1, n); },
            [&] { sketch_bloom_noexit_after<<<n / 256, 256>>>(df, dk, o, words - 1, n); }, get, get);
        release(df, dk, o);
    }
    if (want("sketch_hll_atomic") || want("sketch_cm_modulo")) {
        const int n = scaled(32 << 20);
        Rng g(2);
        std::vector<unsigned> k(n);
        for (auto &e : k) e = g.u();
        unsigned *dk = dev(k);
        if (want("sketch_hll_atomic")) {
            int *r = dev<int>(4096);
            auto get = [&] { return host(r, 4096); };
            const int blocks = 132 * 8;
            run_pair("sketch_hll_atomic", 0, [&] { zero(r, 4096); },
                [&] { sketch_hll_atomic_before<<<blocks, 256>>>(dk, r, n); },
                [&] { sketch_hll_atomic_after<<<blocks / 4, 1024>>>(dk, r, n); }, get, get);
            release(r);
        }
        if (want("sketch_cm_modulo")) {
            const int m = n / 2;
            const unsigned width = scaled(8 << 20);
            unsigned *t = dev<unsigned>(4 * width);
            auto get = [&] { return host(t, 4 * width); };
            run_pair("sketch_cm_modulo", 0, [&] { zero(t, 4 * width); },
                [&] { sketch_cm_modulo_before<<<m / 256, 256>>>(dk, t, width, m); },
                [&] { sketch_cm_modulo_after<<<m / 256, 256>>>(dk, t, width, m); }, get, get);
            release(t);
        }
        release(dk);
    }
    if (want("sketch_minhash_thread")) {
        const int ndoc = scaled(131072);
        Rng g(3);
        std::vector<unsigned> s(ndoc * 64);
        for (auto &e : s) e = g.u();
        std::vector<uint2> p(128);
        for (auto &e : p) e = make_uint2(g.u() | 1u, g.u());
        unsigned *ds = dev(s), *sig = dev<unsigned>(ndoc * 128);
        uint2 *dp = dev(p);
        auto get = [&] { return host(sig, ndoc * 128); };
        run_pair("sketch_minhash_thread", 0, once([&] { zero(sig, ndoc * 128); }),
            [&] { sketch_minhash_thread_before<<<ndoc / 128, 128>>>(ds, dp, sig, ndoc); },
            [&] { sketch_minhash_thread_after<<<ndoc, 128>>>(ds, dp, sig, ndoc); }, get, get);
        release(ds, dp, sig);
    }
    if (want("sketch_gear_const")) {
        const int n = scaled(8 << 20);
        Rng g(4);
        std::vector<unsigned char> d(n + 64);
        for (auto &e : d) e = (unsigned char)(g.u() & 255u);
        std::vector<unsigned long long> t(256);
        for (auto &e : t) e = (unsigned long long)g.u() << 32 | g.u();
        unsigned char *dd = dev(d), *o = dev<unsigned char>(n);
        unsigned long long *dt = dev(t);
        CK(cudaMemcpyToSymbol(c_gear, t.data(), 256 * sizeof(unsigned long long)));
        const unsigned long long mask = 0x3full << 20;
        auto get = [&] { return host(o, n); };
        run_pair("sketch_gear_const", 0, once([&] { zero(o, n); }),
            [&] { sketch_gear_const_before<<<n / 256, 256>>>(dd, o, mask, n); },
            [&] { sketch_gear_const_after<<<n / 256, 256>>>(dd, dt, o, mask, n); }, get, get);
        release(dd, dt, o);
    }
    return g_bad;
}
