// Test pairs: database operators. Own code; see pairs.tsv.
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

struct Row {
    int id;
    int date;
    float price;
    float discount;
    int quantity;
    int part;
    int supplier;
    int flags;
    char comment[32];
};

__device__ __forceinline__ unsigned long long mix64(unsigned long long x) {
    x ^= x >> 31;
    x *= 0x9E3779B97F4A7C15ull;
    x ^= x >> 29;
    return x;
}
__host__ __device__ static inline uint32_t mix32(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

extern "C" {

// ---- Bloom filter test of join keys, four hash functions, filter size a power of two
__global__ void db_bloom_mod_before(const unsigned long long* __restrict__ keys,
                                    const unsigned* __restrict__ bits, unsigned char* __restrict__ hit,
                                    int n, unsigned long long nbits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = mix64(keys[i]);
    unsigned ok = 1;
    for (int k = 0; k < 4; k++) {
        unsigned long long b = h % nbits;
        ok &= bits[b >> 5] >> (b & 31);
        h = mix64(h);
    }
    hit[i] = ok & 1u;
}
__global__ void db_bloom_mod_after(const unsigned long long* __restrict__ keys,
                                   const unsigned* __restrict__ bits, unsigned char* __restrict__ hit,
                                   int n, unsigned long long nbits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = mix64(keys[i]);
    unsigned ok = 1;
    for (int k = 0; k < 4; k++) {
        unsigned long long b = h & (nbits - 1);
        ok &= bits[b >> 5] >> (b & 31);
        h = mix64(h);
    }
    hit[i] = ok & 1u;
}

// ---- group by: count, sum and max of each group
__global__ void db_lock_groups_before(const int* __restrict__ key, const int* __restrict__ val,
                                      volatile int* cnt, volatile int* sum, volatile int* mx,
                                      int* lock, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int g = key[i], v = val[i];
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[g], 0, 1) == 0) {
            __threadfence();
            cnt[g] = cnt[g] + 1;
            sum[g] = sum[g] + v;
            if (v > mx[g]) mx[g] = v;
            __threadfence();
            atomicExch(&lock[g], 0);
            done = true;
        }
    }
}
__global__ void db_lock_groups_after(const int* __restrict__ key, const int* __restrict__ val,
                                     int* cnt, int* sum, int* mx, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int g = key[i], v = val[i];
    atomicAdd(&cnt[g], 1);
    atomicAdd(&sum[g], v);
    atomicMax(&mx[g], v);
}

// ---- select on a date range, project revenue
__global__ void db_row_store_before(const Row* __restrict__ t, float* __restrict__ out, int n, int lo, int hi) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int d = t[i].date;
    float r = t[i].price * (1.0f - t[i].discount);
    out[i] = (d >= lo && d < hi) ? r : 0.0f;
}
__global__ void db_row_store_after(const int* __restrict__ date, const float* __restrict__ price,
                                   const float* __restrict__ discount, float* __restrict__ out, int n,
                                   int lo, int hi) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int d = date[i];
    float r = price[i] * (1.0f - discount[i]);
    out[i] = (d >= lo && d < hi) ? r : 0.0f;
}

// ---- equality of a CHAR(16) column with a constant
__global__ void db_byte_strings_before(const char* __restrict__ col, const char* __restrict__ pat,
                                       unsigned char* __restrict__ eq, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool same = true;
    for (int c = 0; c < 16; c++) same &= col[(size_t)i * 16 + c] == pat[c];
    eq[i] = same;
}
__global__ void db_byte_strings_after(const char* __restrict__ col, const char* __restrict__ pat,
                                      unsigned char* __restrict__ eq, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 a = reinterpret_cast<const uint4*>(col)[i];
    uint4 b = *reinterpret_cast<const uint4*>(pat);
    eq[i] = a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

// ---- join, probe side: each outer row sums the payload of its run of matches
__global__ void db_skew_join_before(const int* __restrict__ first, const int* __restrict__ payload,
                                    int* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // a thread an outer row
    if (i >= n) return;
    int s = 0;
    for (int k = first[i]; k < first[i + 1]; k++) s += payload[k] * (k & 7);
    out[i] = s;
}
__global__ void db_skew_join_after(const int* __restrict__ first, const int* __restrict__ payload,
                                   int* __restrict__ out, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;  // a warp an outer row
    int lane = threadIdx.x & 31;
    if (i >= n) return;
    int s = 0;
    for (int k = first[i] + lane; k < first[i + 1]; k += 32) s += payload[k] * (k & 7);
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane == 0) out[i] = s;
}

// ---- probe of a large direct hash table
__global__ void db_trap_probe_before(const uint32_t* __restrict__ keys, const uint32_t* __restrict__ table,
                                     uint32_t* __restrict__ out, int n, uint32_t slots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t k = keys[i];
    out[i] = table[mix32(k) % slots] ^ k;
}
__global__ void db_trap_probe_after(const uint32_t* __restrict__ keys, const uint32_t* __restrict__ table,
                                    uint32_t* __restrict__ out, int n, uint32_t slots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t k = keys[i];
    out[i] = table[mix32(k) & (slots - 1)] ^ k;
}

}  // extern "C"

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    CK(cudaSetDevice(0));

    if (want("db_bloom_mod")) {
        const int n = 1 << 23;
        const unsigned long long nbits = 1ull << 18;
        std::vector<unsigned long long> k(1 << 20);
        for (auto& x : k) x = ((unsigned long long)rnd() << 32) | rnd();
        std::vector<unsigned> f(nbits / 32);
        for (auto& x : f) x = rnd() | rnd();
        unsigned long long* keys = dup(k, n);
        unsigned* bits = dup(f);
        unsigned char *o1 = dnew<unsigned char>(n), *o2 = dnew<unsigned char>(n);
        float tb = measure(nothing, [&] { db_bloom_mod_before<<<n / 256, 256>>>(keys, bits, o1, n, nbits); });
        float ta = measure(nothing, [&] { db_bloom_mod_after<<<n / 256, 256>>>(keys, bits, o2, n, nbits); });
        check("db_bloom_mod", tb, ta, o1, o2, n, 0.0);
    }
    if (want("db_lock_groups")) {
        const int n = 1 << 20, groups = 16384;
        std::vector<int> k(n), v(n);
        for (auto& x : k) x = (int)(rnd() % groups);
        for (auto& x : v) x = (int)(rnd() % 1000) + 1;
        int *key = dup(k), *val = dup(v), *lock = dnew<int>(groups);
        int *r1 = dnew<int>(3 * groups), *r2 = dnew<int>(3 * groups);
        const size_t bytes = 3 * groups * sizeof(int);
        float tb = measure([&] { CK(cudaMemset(r1, 0, bytes)); CK(cudaMemset(lock, 0, groups * sizeof(int))); },
                           [&] { db_lock_groups_before<<<n / 256, 256>>>(key, val, r1, r1 + groups, r1 + 2 * groups, lock, n); });
        float ta = measure([&] { CK(cudaMemset(r2, 0, bytes)); },
                           [&] { db_lock_groups_after<<<n / 256, 256>>>(key, val, r2, r2 + groups, r2 + 2 * groups, n); });
        check("db_lock_groups", tb, ta, r1, r2, 3 * groups, 0.0);
    }
    if (want("db_row_store")) {
        const int n = 1 << 22, m = 1 << 18;
        std::vector<Row> rows(m);
        std::vector<int> date(m);
        std::vector<float> price(m), disc(m);
        for (int i = 0; i < m; i++) {
            memset(&rows[i], 0, sizeof(Row));
            rows[i].id = i;
            rows[i].date = date[i] = (int)(rnd() % 2500);
            rows[i].price = price[i] = 100.0f * rndf();
            rows[i].discount = disc[i] = 0.1f * rndf();
        }
        Row* t = dup(rows, n);
        int* d = dup(date, n);
        float *p = dup(price, n), *c = dup(disc, n);
        float *o1 = dnew<float>(n), *o2 = dnew<float>(n);
        float tb = measure(nothing, [&] { db_row_store_before<<<n / 256, 256>>>(t, o1, n, 500, 900); });
        float ta = measure(nothing, [&] { db_row_store_after<<<n / 256, 256>>>(d, p, c, o2, n, 500, 900); });
        check("db_row_store", tb, ta, o1, o2, n, 1e-6);
    }
    if (want("db_byte_strings")) {
        const int n = 1 << 23, m = 1 << 18;
        std::vector<char> s((size_t)m * 16), p(16);
        for (auto& x : p) x = (char)('A' + rnd() % 26);
        for (int i = 0; i < m; i++)
            for (int c = 0; c < 16; c++) s[(size_t)i * 16 + c] = (i % 5 == 0) ? p[c] : (char)('A' + rnd() % 26);
        char *col = dup(s, (size_t)n * 16), *pat = dup(p);
        unsigned char *o1 = dnew<unsigned char>(n), *o2 = dnew<unsigned char>(n);
        float tb = measure(nothing, [&] { db_byte_strings_before<<<n / 256, 256>>>(col, pat, o1, n); });
        float ta = measure(nothing, [&] { db_byte_strings_after<<<n / 256, 256>>>(col, pat, o2, n); });
        check("db_byte_strings", tb, ta, o1, o2, n, 0.0);
    }
    if (want("db_skew_join")) {
        const int n = 1 << 17;
        std::vector<int> f(n + 1);
        f[0] = 0;
        for (int i = 0; i < n; i++) f[i + 1] = f[i] + (rnd() % 64 == 0 ? 1500 + (int)(rnd() % 1000) : 4 + (int)(rnd() % 12));
        const size_t m = (size_t)f[n];
        std::vector<int> v(1000003);
        for (auto& x : v) x = (int)(rnd() % 100);
        int *first = dup(f), *pay = dup(v, m);
        int *o1 = dnew<int>(n), *o2 = dnew<int>(n);
        float tb = measure(nothing, [&] { db_skew_join_before<<<n / 256, 256>>>(first, pay, o1, n); });
        float ta = measure(nothing, [&] { db_skew_join_after<<<n / 8, 256>>>(first, pay, o2, n); });
        check("db_skew_join", tb, ta, o1, o2, n, 0.0);
    }
    if (want("db_trap_probe")) {
        const int n = 1 << 24;
        const uint32_t slots = 1u << 27;  // 512 MB
        std::vector<uint32_t> k(n), v(1000003);
        for (int i = 0; i < n; i++) k[i] = (uint32_t)i * 2654435761u;
        for (auto& x : v) x = rnd();
        uint32_t *keys = dup(k), *table = dup(v, slots);
        uint32_t *o1 = dnew<uint32_t>(n), *o2 = dnew<uint32_t>(n);
        float tb = measure(nothing, [&] { db_trap_probe_before<<<n / 256, 256>>>(keys, table, o1, n, slots); });
        float ta = measure(nothing, [&] { db_trap_probe_after<<<n / 256, 256>>>(keys, table, o2, n, slots); });
        check("db_trap_probe", tb, ta, o1, o2, n, 0.0);
    }
    return 0;
}
