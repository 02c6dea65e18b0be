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

// ------------------------------------------------------------------ kernels
extern "C" {

// BFS step on a graph with four neighbours a vertex: append unvisited neighbours to the next queue
__global__ void graph_frontier_atomic_before(const int4 *adj, const unsigned char *visited, int *queue,
                                             int *tail, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int4 a = adj[v];
    int p0 = !visited[a.x], p1 = !visited[a.y], p2 = !visited[a.z], p3 = !visited[a.w];
    int cnt = p0 + p1 + p2 + p3;
    if (cnt == 0) return;
    int pos = atomicAdd(tail, cnt);
    if (p0) queue[pos++] = a.x;
    if (p1) queue[pos++] = a.y;
    if (p2) queue[pos++] = a.z;
    if (p3) queue[pos++] = a.w;
}
__global__ void graph_frontier_atomic_after(const int4 *adj, const unsigned char *visited, int *queue,
                                            int *tail, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int p0 = 0, p1 = 0, p2 = 0, p3 = 0;
    int4 a = make_int4(0, 0, 0, 0);
    if (v < n) {
        a = adj[v];
        p0 = !visited[a.x]; p1 = !visited[a.y]; p2 = !visited[a.z]; p3 = !visited[a.w];
    }
    int cnt = p0 + p1 + p2 + p3, inc = cnt;
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_up_sync(0xffffffffu, inc, d);
        if (lane >= d) inc += o;
    }
    int base = 0;
    if (lane == 31 && inc > 0) base = atomicAdd(tail, inc);
    base = __shfl_sync(0xffffffffu, base, 31);
    int pos = base + inc - cnt;
    if (p0) queue[pos++] = a.x;
    if (p1) queue[pos++] = a.y;
    if (p2) queue[pos++] = a.z;
    if (p3) queue[pos++] = a.w;
}

// pull step of label propagation (smallest label of the neighbours), few vertices of very high degree
__global__ void graph_hub_imbalance_before(const int *rowptr, const int *nbr, const int *label, int *out, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int m = label[v];
    for (int e = rowptr[v]; e < rowptr[v + 1]; e++)
        m = min(m, label[nbr[e]]);
    out[v] = m;
}
__global__ void graph_hub_imbalance_after(const int *rowptr, const int *nbr, const int *label, int *out, int n) {
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    if (v >= n) return;
    int m = label[v];
    for (int e = rowptr[v] + lane; e < rowptr[v + 1]; e += 32)
        m = min(m, label[nbr[e]]);
    for (int d = 16; d > 0; d >>= 1) m = min(m, __shfl_down_sync(0xffffffffu, m, d));
    if (lane == 0) out[v] = m;
}

// how many of the four targets of a thread are not visited yet
__global__ void graph_visited_int_before(const int4 *target, const int *visited, int *open, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 t = target[i];
    open[i] = (visited[t.x] == 0) + (visited[t.y] == 0) + (visited[t.z] == 0) + (visited[t.w] == 0);
}
__global__ void graph_visited_int_after(const int4 *target, const unsigned *visited, int *open, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 t = target[i];
    open[i] = ((visited[t.x >> 5] >> (t.x & 31) & 1) == 0) + ((visited[t.y >> 5] >> (t.y & 31) & 1) == 0)
            + ((visited[t.z >> 5] >> (t.z & 31) & 1) == 0) + ((visited[t.w >> 5] >> (t.w & 31) & 1) == 0);
}

// relax edges, keep distance and predecessor together
__global__ void graph_relax_lock_before(const int *src, const int *dst, const unsigned *w, const unsigned *dsrc,
                                        volatile unsigned *dist, volatile unsigned *pred, int *lock, int m) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m) return;
    unsigned u = src[e], v = dst[e];
    unsigned d = dsrc[u] + w[e];
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[v], 0, 1) == 0) {
            __threadfence();
            if (d < dist[v] || (d == dist[v] && u < pred[v])) { dist[v] = d; pred[v] = u; }
            __threadfence();
            atomicExch(&lock[v], 0);
            done = true;
        }
    }
}
__global__ void graph_relax_lock_after(const int *src, const int *dst, const unsigned *w, const unsigned *dsrc,
                                       unsigned long long *distpred, int m) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m) return;
    unsigned u = src[e], v = dst[e];
    unsigned d = dsrc[u] + w[e];
    atomicMin(&distpred[v], (unsigned long long)d << 32 | u);
}

// mark vertices by degree class; before is launched with 32 threads a block, after with 256
__global__ void graph_degree_block32_before(const int *rowptr, const int *label, int *out, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int deg = rowptr[v + 1] - rowptr[v];
    out[v] = deg > 5 ? label[v] * 2 + 1 : label[v] * 2;
}
__global__ void graph_degree_block32_after(const int *rowptr, const int *label, int *out, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    int deg = rowptr[v + 1] - rowptr[v];
    out[v] = deg > 5 ? label[v] * 2 + 1 : label[v] * 2;
}

// combine the state of four random neighbours; what is done depends on the neighbour's class
__global__ void graph_class_branch_before(const int *nbr, const unsigned *state, unsigned *out, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    unsigned h = v * 2654435761u;
    unsigned st[4];
#pragma unroll
    for (int k = 0; k < 4; k++) st[k] = state[nbr[k * n + v]];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned s = st[k];
        switch (s & 3u) {
            case 0: h = (h ^ s) * 16777619u; h ^= h >> 13; break;
            case 1: h = h * 5u + (s >> 2); h = (h << 7) | (h >> 25); break;
            case 2: h += s * 2246822519u; h = (h << 13) | (h >> 19); h *= 3266489917u; break;
            default: h ^= s >> 3; h -= h << 9; break;
        }
    }
    out[v] = h;
}
__global__ void graph_class_branch_after(const int *nbr, const unsigned *state, unsigned *out, int n) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    unsigned h = v * 2654435761u;
    unsigned st[4];
#pragma unroll
    for (int k = 0; k < 4; k++) st[k] = state[nbr[k * n + v]];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned s = st[k];
        unsigned a = (h ^ s) * 16777619u; a ^= a >> 13;
        unsigned b = h * 5u + (s >> 2); b = (b << 7) | (b >> 25);
        unsigned c = h + s * 2246822519u; c = (c << 13) | (c >> 19); c *= 3266489917u;
        unsigned d = h ^ (s >> 3); d -= d << 9;
        unsigned lo = (s & 1u) ? b : a, hi = (s & 1u) ? d : c;
        h = (s & 2u) ? hi : lo;
    }
    out[v] = h;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("graph_frontier_atomic")) {
        const int n = 1 << 20;
        Rng g(1);
        std::vector<int> a((size_t)n * 4);
        for (auto &e : a) e = (int)(g.u() % (unsigned)n);
        std::vector<unsigned char> vis(n);
        for (auto &e : vis) e = g.u() % 3 != 0;
        int *adj = dev(a), *q = dev<int>((size_t)n * 4), *tail = dev<int>(1);
        unsigned char *dv = dev(vis);
        auto get = [&] {                       // order in the queue is free: compare the sorted content
            int t = host(tail, 1)[0];
            auto h = host(q, t);
            std::vector<int> cnt(n, 0);
            for (int e : h) cnt[e]++;
            return cnt;
        };
        run_pair("graph_frontier_atomic", 0, [&] { zero(tail, 1); },
            [&] { graph_frontier_atomic_before<<<n / 256, 256>>>((int4 *)adj, dv, q, tail, n); },
            [&] { graph_frontier_atomic_after<<<n / 256, 256>>>((int4 *)adj, dv, q, tail, n); }, get, get);
        release(adj, q, tail, dv);
    }
    if (want("graph_hub_imbalance")) {
        const int n = 262144;
        Rng g(2);
        std::vector<int> rp(n + 1, 0);
        for (int i = 0; i < n; i++) rp[i + 1] = rp[i] + (g.u() % 64 == 0 ? 600 + (int)(g.u() % 600u) : 8 + (int)(g.u() % 24u));
        std::vector<int> nb(rp[n]), lab(n);
        for (auto &e : nb) e = (int)(g.u() % (unsigned)n);
        for (auto &e : lab) e = (int)(g.u() & 0x7fffffffu);
        int *drp = dev(rp), *dn = dev(nb), *dl = dev(lab), *o = dev<int>(n);
        auto get = [&] { return host(o, n); };
        run_pair("graph_hub_imbalance", 0, once([&] { zero(o, n); }),
            [&] { graph_hub_imbalance_before<<<n / 256, 256>>>(drp, dn, dl, o, n); },
            [&] { graph_hub_imbalance_after<<<n * 32 / 256, 256>>>(drp, dn, dl, o, n); }, get, get);
        release(drp, dn, dl, o);
    }
    if (want("graph_visited_int")) {
        const int n = 2 << 20, V = 40 << 20;
        Rng g(3);
        std::vector<int> t((size_t)n * 4), vi(V);
        std::vector<unsigned> vb(V / 32);
        for (auto &e : t) e = (int)(g.u() % (unsigned)V);
        for (int i = 0; i < V / 32; i++) {
            unsigned b = g.u();
            vb[i] = b;
            for (int k = 0; k < 32; k++) vi[(size_t)i * 32 + k] = b >> k & 1;
        }
        int *dt = dev(t), *dvi = dev(vi), *o = dev<int>(n);
        unsigned *dvb = dev(vb);
        auto get = [&] { return host(o, n); };
        run_pair("graph_visited_int", 0, once([&] { zero(o, n); }),
            [&] { graph_visited_int_before<<<n / 256, 256>>>((int4 *)dt, dvi, o, n); },
            [&] { graph_visited_int_after<<<n / 256, 256>>>((int4 *)dt, dvb, o, n); }, get, get);
        release(dt, dvi, o, dvb);
    }
    if (want("graph_relax_lock")) {
        const int V = 65536, m = 1 << 19;
        Rng g(4);
        std::vector<int> s(m), d(m);
        std::vector<unsigned> w(m), ds(V), inf(V, 0xffffffffu);
        std::vector<unsigned long long> inf2(V, ~0ull);
        for (int i = 0; i < m; i++) { s[i] = g.u() % V; d[i] = g.u() % V; w[i] = 1 + g.u() % 1000u; }
        for (auto &e : ds) e = g.u() % 100000u;
        int *ps = dev(s), *pd = dev(d), *lock = dev<int>(V);
        unsigned *pw = dev(w), *pds = dev(ds), *dist = dev<unsigned>(V), *pred = dev<unsigned>(V), *pinf = dev(inf);
        unsigned long long *dp = dev<unsigned long long>(V), *pinf2 = dev(inf2);
        auto rst = [&] {
            zero(lock, V);
            CK(cudaMemcpyAsync(dist, pinf, V * 4, cudaMemcpyDeviceToDevice));
            CK(cudaMemcpyAsync(pred, pinf, V * 4, cudaMemcpyDeviceToDevice));
            CK(cudaMemcpyAsync(dp, pinf2, V * 8, cudaMemcpyDeviceToDevice));
        };
        run_pair("graph_relax_lock", 0, rst,
            [&] { graph_relax_lock_before<<<m / 256, 256>>>(ps, pd, pw, pds, dist, pred, lock, m); },
            [&] { graph_relax_lock_after<<<m / 256, 256>>>(ps, pd, pw, pds, dp, m); },
            [&] {
                auto a = host(dist, V); auto b = host(pred, V);
                a.insert(a.end(), b.begin(), b.end());
                return a;
            },
            [&] {
                auto a = host(dp, V);
                std::vector<unsigned> r(2 * V);
                for (int i = 0; i < V; i++) { r[i] = (unsigned)(a[i] >> 32); r[V + i] = (unsigned)a[i]; }
                return r;
            });
        release(ps, pd, lock, pw, pds, dist, pred, pinf, dp, pinf2);
    }
    if (want("graph_degree_block32")) {
        const int n = 8 << 20;
        Rng g(5);
        std::vector<int> rp(n + 1, 0), lab(n);
        for (int i = 0; i < n; i++) { rp[i + 1] = rp[i] + (int)(g.u() % 12u); lab[i] = (int)(g.u() & 0xffffffu); }
        int *drp = dev(rp), *dl = dev(lab), *o = dev<int>(n);
        auto get = [&] { return host(o, n); };
        run_pair("graph_degree_block32", 0, once([&] { zero(o, n); }),
            [&] { graph_degree_block32_before<<<n / 32, 32>>>(drp, dl, o, n); },
            [&] { graph_degree_block32_after<<<n / 256, 256>>>(drp, dl, o, n); }, get, get);
        release(drp, dl, o);
    }
    if (want("graph_class_branch")) {
        const int n = 2 << 20, V = 40 << 20;
        Rng g(6);
        std::vector<int> nb((size_t)n * 4);
        std::vector<unsigned> st(V);
        for (auto &e : nb) e = (int)(g.u() % (unsigned)V);
        for (auto &e : st) e = g.u();
        int *dn = dev(nb);
        unsigned *ds = dev(st), *o = dev<unsigned>(n);
        auto get = [&] { return host(o, n); };
        run_pair("graph_class_branch", 0, once([&] { zero(o, n); }),
            [&] { graph_class_branch_before<<<n / 256, 256>>>(dn, ds, o, n); },
            [&] { graph_class_branch_after<<<n / 256, 256>>>(dn, ds, o, n); }, get, get);
        release(dn, ds, o);
    }
    return g_bad;
}
