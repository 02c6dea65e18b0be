// Test pairs: parsing and logs. Own code; see pairs.tsv.
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

// ---- fields per CSV record of 256 bytes, commas inside quotes not counted
__global__ void parse_csv_before(const char* __restrict__ text, int* __restrict__ fields, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    const char* p = text + (size_t)r * 256;
    int cnt = 1, quoted = 0;
    for (int k = 0; k < 256; k++) {
        char c = p[k];
        if (c == '"') quoted ^= 1;
        else if (c == ',' && !quoted) cnt++;
    }
    fields[r] = cnt;
}
__global__ void parse_csv_after(const char* __restrict__ text, int* __restrict__ fields, int n) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (r >= n) return;
    const char* p = text + (size_t)r * 256;
    int cnt = 1, quoted = 0;
    for (int k = 0; k < 256; k += 32) {
        char c = p[k + lane];
        unsigned q = __ballot_sync(0xffffffffu, c == '"');
        bool in = (quoted + __popc(q & ((1u << lane) - 1u))) & 1;
        cnt += __popc(__ballot_sync(0xffffffffu, c == ',' && !in));
        quoted += __popc(q);
    }
    if (lane == 0) fields[r] = cnt;
}

// ---- calendar date (yyyymmdd) to days since 1970
__global__ void parse_date_before(const int* __restrict__ ymd, int* __restrict__ days, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = ymd[i], y = v / 10000, m = v / 100 % 100, d = v % 100 - 1;
    for (int k = 1970; k < y; k++) d += (k % 4 == 0 && (k % 100 != 0 || k % 400 == 0)) ? 366 : 365;
    bool leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    for (int k = 1; k < m; k++) d += k == 2 ? (leap ? 29 : 28) : (k == 4 || k == 6 || k == 9 || k == 11) ? 30 : 31;
    days[i] = d;
}
__global__ void parse_date_after(const int* __restrict__ ymd, int* __restrict__ days, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = ymd[i], y = v / 10000, m = v / 100 % 100, d = v % 100 - 1, p = y - 1;
    d += 365 * (y - 1970) + p / 4 - p / 100 + p / 400 - 477;
    bool leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    d += (367 * m - 362) / 12 - (m > 2 ? (leap ? 1 : 2) : 0);
    days[i] = d;
}

// ---- tokens of a text by an automaton of eight states; streams lie interleaved, one per thread
__global__ void parse_dfa_before(const unsigned char* __restrict__ text, const unsigned char* __restrict__ table,
                                 unsigned* __restrict__ out, int n, int len) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = 0;
    int st = 0;
    for (int k = 0; k < len; k++) {
        unsigned char c = text[(size_t)k * n + i];
        bool alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_', digit = c >= '0' && c <= '9';
        bool sep = c == ' ' || c == ',' || c == '\n';
        switch (st) {
            case 0: if (alpha) st = 1; else if (digit) st = 2; else if (c == '"') st = 4;
                    else if (c == '-') st = 6; else if (!sep) st = 7; break;
            case 1: if (sep) { h = h * 5u + 1u; st = 0; } else if (!alpha && !digit) st = 7; break;
            case 2: if (c == '.') st = 3; else if (sep) { h = h * 5u + 2u; st = 0; } else if (!digit) st = 7; break;
            case 3: if (sep) { h = h * 5u + 3u; st = 0; } else if (!digit) st = 7; break;
            case 4: if (c == '"') { h = h * 5u + 4u; st = 0; } else if (c == '\\') st = 5; break;
            case 5: st = 4; break;
            case 6: st = digit ? 2 : 7; break;
            default: if (c == ',' || c == '\n') { h = h * 5u + 5u; st = 0; } break;
        }
    }
    out[i] = h;
}
__global__ void parse_dfa_after(const unsigned char* __restrict__ text, const unsigned char* __restrict__ table,
                                unsigned* __restrict__ out, int n, int len) {
    __shared__ unsigned char tab[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) tab[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned h = 0, st = 0;
    for (int k = 0; k < len; k++) {
        unsigned e = tab[st * 256u + text[(size_t)k * n + i]];
        st = e & 7u;
        e >>= 3;
        h = e ? h * 5u + e : h;
    }
    out[i] = h;
}

// ---- telemetry: sum, count, largest and (negated) smallest value per key
__global__ void parse_stat_before(const int* __restrict__ key, const int* __restrict__ val, int* __restrict__ stat,
                                  int* __restrict__ lock, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = key[i], v = val[i];
    volatile int* s = stat + (size_t)k * 4;
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[k], 0, 1) == 0) {
            __threadfence();
            s[0] = s[0] + v;
            s[1] = s[1] + 1;
            if (s[2] < v) s[2] = v;
            if (s[3] < 65535 - v) s[3] = 65535 - v;
            __threadfence();
            atomicExch(&lock[k], 0);
            done = true;
        }
    }
}
__global__ void parse_stat_after(const int* __restrict__ key, const int* __restrict__ val, int* __restrict__ stat,
                                 int* __restrict__ lock, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = key[i], v = val[i];
    int* s = stat + (size_t)k * 4;
    atomicAdd(s, v);
    atomicAdd(s + 1, 1);
    atomicMax(s + 2, v);
    atomicMax(s + 3, 65535 - v);
}

// ---- nesting depth of the brackets of JSON text, within chunks of 256 characters
__global__ void parse_depth_before(const char* __restrict__ text, int* __restrict__ depth) {
    __shared__ int step[256];
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    char c = text[i];
    step[threadIdx.x] = (c == '{' || c == '[') - (c == '}' || c == ']');
    __syncthreads();
    int d = 0;
    for (int k = 0; k <= (int)threadIdx.x; k++) d += step[k];
    depth[i] = d;
}
__global__ void parse_depth_after(const char* __restrict__ text, int* __restrict__ depth) {
    __shared__ int part[8];
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    char c = text[i];
    int d = (c == '{' || c == '[') - (c == '}' || c == ']');
    for (int o = 1; o < 32; o *= 2) { int e = __shfl_up_sync(0xffffffffu, d, o); if (lane >= o) d += e; }
    if (lane == 31) part[w] = d;
    __syncthreads();
    for (int k = 0; k < w; k++) d += part[k];
    depth[i] = d;
}

// ---- CRC-32 of interleaved records, four bytes a step, tables made by the block
__device__ __forceinline__ void crc_body(const bool spread, unsigned* tab, const unsigned* __restrict__ data,
                                         unsigned* __restrict__ crc, int n, int words) {
    for (int j = 0; j < 4; j++) {
        int e = spread ? (threadIdx.x & 31) * 32 + (threadIdx.x >> 5) + 8 * j : threadIdx.x + 256 * j;
        unsigned c = e & 255;
        for (int b = 0; b < 8 * ((e >> 8) + 1); b++) c = (c >> 1) ^ ((c & 1u) ? 0xEDB88320u : 0u);
        tab[e] = c;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned c = 0xffffffffu;
    for (int k = 0; k < words; k++) {
        c ^= data[(size_t)k * n + i];
        c = tab[768 + (c & 255u)] ^ tab[512 + ((c >> 8) & 255u)] ^ tab[256 + ((c >> 16) & 255u)] ^ tab[c >> 24];
    }
    crc[i] = ~c;
}
__global__ void parse_crc_before(const unsigned* __restrict__ data, unsigned* __restrict__ crc, int n, int words) {
    __shared__ unsigned tab[1024];
    crc_body(true, tab, data, crc, n, words);
}
__global__ void parse_crc_after(const unsigned* __restrict__ data, unsigned* __restrict__ crc, int n, int words) {
    __shared__ unsigned tab[1024];
    crc_body(false, tab, data, crc, n, words);
}

}  // extern "C"

static std::vector<unsigned char> chars(size_t n, const char* alphabet) {
    std::vector<unsigned char> v(n);
    size_t m = strlen(alphabet);
    for (auto& x : v) x = (unsigned char)alphabet[(rnd() >> 9) % m];
    return v;
}
// the automaton of parse_dfa as a table: next state in the low three bits, token above
static unsigned char dfa(int st, int c) {
    bool alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_', digit = c >= '0' && c <= '9';
    bool sep = c == ' ' || c == ',' || c == '\n';
    switch (st) {
        case 0: return alpha ? 1 : digit ? 2 : c == '"' ? 4 : c == '-' ? 6 : sep ? 0 : 7;
        case 1: return sep ? 8 : alpha || digit ? 1 : 7;
        case 2: return c == '.' ? 3 : sep ? 16 : digit ? 2 : 7;
        case 3: return sep ? 24 : digit ? 3 : 7;
        case 4: return c == '"' ? 32 : c == '\\' ? 5 : 4;
        case 5: return 4;
        case 6: return digit ? 2 : 7;
        default: return c == ',' || c == '\n' ? 40 : 7;
    }
}

int main(int argc, char** argv) {
    if (argc > 1) g_filter = argv[1];
    if (want("parse_csv")) {
        const int n = 1 << 19;
        char* t = (char*)dup(chars(1000003, "abcdefgh0123456789,,,,\"."), (size_t)n * 256);
        int *o1 = dnew<int>(n), *o2 = dnew<int>(n);
        float tb = measure(nothing, [&] { parse_csv_before<<<n / 256, 256>>>(t, o1, n); });
        float ta = measure(nothing, [&] { parse_csv_after<<<n / 8, 256>>>(t, o2, n); });
        check("parse_csv", tb, ta, o1, o2, n, 1e-9);
    }
    if (want("parse_date")) {
        const int n = 1 << 25;
        std::vector<int> v(1 << 20);
        for (auto& x : v) x = (1970 + (int)(rnd() >> 8) % 100) * 10000 + (1 + (int)(rnd() >> 8) % 12) * 100 + 1 + (int)(rnd() >> 8) % 28;
        int *x = dup(v, n), *o1 = dnew<int>(n), *o2 = dnew<int>(n);
        float tb = measure(nothing, [&] { parse_date_before<<<n / 256, 256>>>(x, o1, n); });
        float ta = measure(nothing, [&] { parse_date_after<<<n / 256, 256>>>(x, o2, n); });
        check("parse_date", tb, ta, o1, o2, n, 1e-9);
    }
    if (want("parse_dfa")) {
        const int n = 1 << 21, len = 128;
        std::vector<unsigned char> tv(2048);
        for (int k = 0; k < 2048; k++) tv[k] = dfa(k >> 8, k & 255);
        unsigned char *x = dup(chars(1000003, "abXY0123456789.- ,, ,\"\"\\\n"), (size_t)n * len), *t = dup(tv);
        unsigned *o1 = dnew<unsigned>(n), *o2 = dnew<unsigned>(n);
        float tb = measure(nothing, [&] { parse_dfa_before<<<n / 256, 256>>>(x, t, o1, n, len); });
        float ta = measure(nothing, [&] { parse_dfa_after<<<n / 256, 256>>>(x, t, o2, n, len); });
        check("parse_dfa", tb, ta, o1, o2, n, 1e-12);
    }
    if (want("parse_stat")) {
        const int n = 1 << 21, nb = 16384;
        std::vector<int> kv(n), vv(n);
        for (int i = 0; i < n; i++) { kv[i] = (int)((rnd() >> 8) & (nb - 1)); vv[i] = (int)((rnd() >> 8) & 65535); }
        int *k = dup(kv), *v = dup(vv), *l = dnew<int>(nb), *o1 = dnew<int>(nb * 4), *o2 = dnew<int>(nb * 4);
        float tb = measure([&] { CK(cudaMemset(o1, 0, nb * 16)); }, [&] { parse_stat_before<<<n / 256, 256>>>(k, v, o1, l, n); });
        float ta = measure([&] { CK(cudaMemset(o2, 0, nb * 16)); }, [&] { parse_stat_after<<<n / 256, 256>>>(k, v, o2, l, n); });
        check("parse_stat", tb, ta, o1, o2, nb * 4, 1e-12);
    }
    if (want("parse_depth")) {
        const int n = 1 << 25;
        char* t = (char*)dup(chars(1000003, "ab{[]}:1,\"{"), n);
        int *o1 = dnew<int>(n), *o2 = dnew<int>(n);
        float tb = measure(nothing, [&] { parse_depth_before<<<n / 256, 256>>>(t, o1); });
        float ta = measure(nothing, [&] { parse_depth_after<<<n / 256, 256>>>(t, o2); });
        check("parse_depth", tb, ta, o1, o2, n, 1e-12);
    }
    if (want("parse_crc")) {
        const int n = 132 * 8 * 256, words = 512;
        std::vector<unsigned> v(1000003);
        for (auto& x : v) x = rnd();
        unsigned *x = dup(v, (size_t)n * words), *o1 = dnew<unsigned>(n), *o2 = dnew<unsigned>(n);
        float tb = measure(nothing, [&] { parse_crc_before<<<n / 256, 256>>>(x, o1, n, words); });
        float ta = measure(nothing, [&] { parse_crc_after<<<n / 256, 256>>>(x, o2, n, words); });
        check("parse_crc", tb, ta, o1, o2, n, 1e-12);
    }
    return 0;
}
