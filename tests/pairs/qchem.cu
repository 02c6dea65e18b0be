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
struct alignas(16) Gauss { double x, y, z, w; };      // centre and exponent of a pair

// (ss|ss) of two pairs of Gaussians: p, q exponents with centres; K the pairs' prefactors
static __device__ __forceinline__ double ssss(Gauss P, Gauss Q, double K) {
    double x = P.x - Q.x, y = P.y - Q.y, z = P.z - Q.z, pq = P.w + Q.w;
    double t = P.w * Q.w / pq * (x * x + y * y + z * z);
    double f0 = t < 1e-10 ? 1.0 : 0.88622692545275801 * erf(sqrt(t)) / sqrt(t);
    return 34.986836655249725 * K * f0 / (P.w * Q.w * sqrt(pq));
}

extern "C" {

// Boys function F0..F4: series for each argument / Taylor from a table of steps of 0.1
__global__ void qc_boys_series_before(const double *T, double *F, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double t = T[i], e = exp(-t), term = 1.0 / 9.0, s = term;
    for (int k = 1; k < 200; k++) {
        term *= 2.0 * t / (2 * k + 9);
        s += term;
        if (term < 1e-15 * s) break;
    }
    double f = e * s;
    F[(size_t)4 * n + i] = f;
    for (int m = 3; m >= 0; m--) {
        f = (2.0 * t * f + e) / (2 * m + 1);
        F[(size_t)m * n + i] = f;
    }
}
__global__ void qc_boys_series_after(const double *T, const double *table, double *F, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double t = T[i], e = exp(-t);
    int g = (int)(t * 10.0 + 0.5);
    const double *b = table + g * 8;
    double d = g * 0.1 - t;
    double f = b[0] + d * (b[1] + d * (1.0 / 2) * (b[2] + d * (1.0 / 3) * (b[3] + d * (1.0 / 4) * (b[4] + d * (1.0 / 5)
               * (b[5] + d * (1.0 / 6) * b[6])))));
    F[(size_t)4 * n + i] = f;
#pragma unroll
    for (int m = 3; m >= 0; m--) {
        f = (2.0 * t * f + e) * (1.0 / (2 * m + 1));
        F[(size_t)m * n + i] = f;
    }
}

// Coulomb matrix of s functions: over all kl / over k >= l with the density doubled
__global__ void qc_coulomb_symmetry_before(const Gauss *P, const double *K, const Gauss *Q, const double *KL,
                                           const double *D, double *J, int nij, int nkl) {
    int ij = blockIdx.x * blockDim.x + threadIdx.x;
    if (ij >= nij) return;
    Gauss p = P[ij];
    double k = K[ij], s = 0;
    for (int kl = blockIdx.y; kl < nkl; kl += gridDim.y) s += D[kl] * ssss(p, Q[kl], k * KL[kl]);
    atomicAdd(&J[ij], s);
}
__global__ void qc_coulomb_symmetry_after(const Gauss *P, const double *K, const double *D2, double *J, int nij) {
    int ij = blockIdx.x * blockDim.x + threadIdx.x;
    if (ij >= nij) return;
    Gauss p = P[ij];
    double k = K[ij], s = 0;
    for (int kl = blockIdx.y; kl < nij; kl += gridDim.y) s += D2[kl] * ssss(p, P[kl], k * K[kl]);
    atomicAdd(&J[ij], s);
}

// Schwarz screening; before: pairs in any order, each quartet asked / after: pairs by falling bound
__global__ void qc_schwarz_order_before(const Gauss *P, const double *K, const double *B, const double *D, double *J,
                                        double tau, int nij, int nkl) {
    int ij = blockIdx.x * blockDim.x + threadIdx.x;
    if (ij >= nij) return;
    Gauss p = P[ij];
    double k = K[ij], b = B[ij], s = 0;
    for (int kl = blockIdx.y; kl < nkl; kl += gridDim.y)
        if (b * B[kl] >= tau) s += D[kl] * ssss(p, P[kl], k * K[kl]);
    atomicAdd(&J[ij], s);
}
__global__ void qc_schwarz_order_after(const Gauss *P, const double *K, const double *B, const int *orig,
                                       const Gauss *Q, const double *KL, const double *BL, const double *D, double *J,
                                       double tau, int nij, int nkl) {
    int ij = blockIdx.x * blockDim.x + threadIdx.x;
    if (ij >= nij) return;
    Gauss p = P[ij];
    double k = K[ij], b = B[ij], s = 0;
    for (int kl = blockIdx.y; kl < nkl; kl += gridDim.y) {
        if (b * BL[kl] < tau) break;
        s += D[kl] * ssss(p, Q[kl], k * KL[kl]);
    }
    atomicAdd(&J[orig[ij]], s);
}

// exchange and correlation (local density) on the grid
__global__ void qc_lda_pow_before(const double *rho, double *exc, double *vx, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double r = rho[i];
    double rs = pow(3.0 / (4.0 * 3.14159265358979323846 * r), 1.0 / 3.0);
    double ex = -0.738558766382022406 * pow(r, 4.0 / 3.0);
    exc[i] = ex - 0.44 * r / (7.8 + rs);
    vx[i] = -0.984745021842696542 * pow(r, 1.0 / 3.0);
}
__global__ void qc_lda_pow_after(const double *rho, double *exc, double *vx, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double r = rho[i], c = cbrt(r);
    exc[i] = -0.738558766382022406 * r * c - 0.44 * r * c / (7.8 * c + 0.62035049089940001667);
    vx[i] = -0.984745021842696542 * c;
}

// overlaps of all components of two shells by Obara-Saika, the squared norm of the block
__global__ void qc_overlap_shells_before(const double *in, double *norm, int la, int lb, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double S[3][5][5], h = 0.5 / in[(size_t)6 * n + i];
    for (int d = 0; d < 3; d++) {
        double pa = in[(size_t)d * n + i], pb = in[(size_t)(3 + d) * n + i];
        S[d][0][0] = 1.0;
        for (int a = 0; a < la; a++) S[d][a + 1][0] = pa * S[d][a][0] + (a ? h * a * S[d][a - 1][0] : 0.0);
        for (int b = 0; b < lb; b++)
            for (int a = 0; a <= la; a++)
                S[d][a][b + 1] = pb * S[d][a][b] + (a ? h * a * S[d][a - 1][b] : 0.0) + (b ? h * b * S[d][a][b - 1] : 0.0);
    }
    double s = 0;
    for (int ax = 0; ax <= la; ax++)
        for (int ay = 0; ay <= la - ax; ay++)
            for (int bx = 0; bx <= lb; bx++)
                for (int by = 0; by <= lb - bx; by++) {
                    double v = S[0][ax][bx] * S[1][ay][by] * S[2][la - ax - ay][lb - bx - by];
                    s += v * v;
                }
    norm[i] = s;
}
__global__ void qc_overlap_shells_after(const double *in, double *norm, int n) {
    const int la = 2, lb = 2;                         // a kernel for each pair of momenta
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double S[3][la + 1][lb + 1], h = 0.5 / in[(size_t)6 * n + i];
#pragma unroll
    for (int d = 0; d < 3; d++) {
        double pa = in[(size_t)d * n + i], pb = in[(size_t)(3 + d) * n + i];
        S[d][0][0] = 1.0;
#pragma unroll
        for (int a = 0; a < la; a++) S[d][a + 1][0] = pa * S[d][a][0] + (a ? h * a * S[d][a - 1][0] : 0.0);
#pragma unroll
        for (int b = 0; b < lb; b++)
#pragma unroll
            for (int a = 0; a <= la; a++)
                S[d][a][b + 1] = pb * S[d][a][b] + (a ? h * a * S[d][a - 1][b] : 0.0) + (b ? h * b * S[d][a][b - 1] : 0.0);
    }
    double s = 0;
#pragma unroll
    for (int ax = 0; ax <= la; ax++)
#pragma unroll
        for (int ay = 0; ay <= la - ax; ay++)
#pragma unroll
            for (int bx = 0; bx <= lb; bx++)
#pragma unroll
                for (int by = 0; by <= lb - bx; by++) {
                    double v = S[0][ax][bx] * S[1][ay][by] * S[2][la - ax - ay][lb - bx - by];
                    s += v * v;
                }
    norm[i] = s;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static double uni(Rng &g) { return g.f() + g.f() * (1.0 / 16777216.0); }
static double boys(int m, double t) {
    double term = 1.0 / (2 * m + 1), s = term;
    for (int k = 1; k < 300; k++) { term *= 2.0 * t / (2 * m + 2 * k + 1); s += term; if (term < 1e-17 * s) break; }
    return exp(-t) * s;
}
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("qc_boys_series")) {
        const int n = pick(4 << 20, 16384);
        Rng g(1);
        std::vector<double> t(n), tab(302 * 8, 0.0);
        for (auto &e : t) e = 30.0 * uni(g);
        for (int k = 0; k < 302; k++) for (int m = 0; m < 7; m++) tab[k * 8 + m] = boys(4 + m, 0.1 * k);
        double *dt = dev(t), *db = dev(tab), *o = dev<double>((size_t)5 * n);
        auto get = [&] { return host(o, (size_t)5 * n); };
        run_pair("qc_boys_series", 1e-9, once([&] { zero(o, (size_t)5 * n); }),
            [&] { qc_boys_series_before<<<n / 256, 256>>>(dt, o, n); },
            [&] { qc_boys_series_after<<<n / 256, 256>>>(dt, db, o, n); }, get, get);
        release(dt, db, o);
    }
    if (want("qc_coulomb_symmetry")) {
        const int nb = pick(96, 12), nij = nb * (nb + 1) / 2, nkl = nb * nb;
        Rng g(2);
        std::vector<double> a(nb), c(3 * nb), K, KL(nkl), D(nkl), D2;
        std::vector<Gauss> P, Q(nkl);
        for (auto &e : a) e = 0.3 + 2.0 * uni(g);
        for (auto &e : c) e = 6.0 * uni(g);
        for (int i = 0; i < nb; i++) for (int j = 0; j <= i; j++) {
            double p = a[i] + a[j], x[3], r2 = 0;
            for (int d = 0; d < 3; d++) {
                x[d] = (a[i] * c[3 * i + d] + a[j] * c[3 * j + d]) / p;
                r2 += (c[3 * i + d] - c[3 * j + d]) * (c[3 * i + d] - c[3 * j + d]);
            }
            double k = exp(-a[i] * a[j] / p * r2), den = 0.1 + uni(g);
            P.push_back(Gauss{x[0], x[1], x[2], p});
            K.push_back(k);
            D2.push_back(i == j ? den : 2 * den);
            Q[i * nb + j] = Q[j * nb + i] = P.back();
            KL[i * nb + j] = KL[j * nb + i] = k;
            D[i * nb + j] = D[j * nb + i] = den;
        }
        Gauss *dP = dev(P), *dQ = dev(Q);
        double *dK = dev(K), *dKL = dev(KL), *dD = dev(D), *dD2 = dev(D2), *o = dev<double>(nij);
        auto get = [&] { return host(o, nij); };
        run_pair("qc_coulomb_symmetry", 1e-9, [&] { zero(o, nij); },
            [&] { qc_coulomb_symmetry_before<<<dim3((nij + 127) / 128, 32), 128>>>(dP, dK, dQ, dKL, dD, o, nij, nkl); },
            [&] { qc_coulomb_symmetry_after<<<dim3((nij + 127) / 128, 32), 128>>>(dP, dK, dD2, o, nij); }, get, get);
        release(dP, dQ, dK, dKL, dD, dD2, o);
    }
    if (want("qc_schwarz_order")) {
        const int nij = pick(16384, 1024), nkl = pick(4096, 256);
        Rng g(3);
        std::vector<Gauss> P(nij), sP(nij), sQ(nkl);
        std::vector<double> K(nij), B(nij), D(nkl), sK(nij), sB(nij), sKL(nkl), sBL(nkl), sD(nkl);
        std::vector<int> o1(nij), o2(nkl);
        for (int i = 0; i < nij; i++) {
            P[i] = Gauss{8 * uni(g), 8 * uni(g), 8 * uni(g), 0.5 + 2 * uni(g)};
            B[i] = pow(10.0, -8.0 * uni(g));
            K[i] = B[i] * P[i].w;
            o1[i] = i;
        }
        for (int k = 0; k < nkl; k++) { D[k] = 0.5 + uni(g); o2[k] = k; }
        auto cmp = [&](int x, int y) { return B[x] > B[y]; };
        std::sort(o1.begin(), o1.end(), cmp);
        std::sort(o2.begin(), o2.end(), cmp);
        for (int i = 0; i < nij; i++) { sP[i] = P[o1[i]]; sK[i] = K[o1[i]]; sB[i] = B[o1[i]]; }
        for (int k = 0; k < nkl; k++) { sQ[k] = P[o2[k]]; sKL[k] = K[o2[k]]; sBL[k] = B[o2[k]]; sD[k] = D[o2[k]]; }
        Gauss *dP = dev(P), *dsP = dev(sP), *dsQ = dev(sQ);
        double *dK = dev(K), *dB = dev(B), *dD = dev(D), *dsK = dev(sK), *dsB = dev(sB), *dsKL = dev(sKL), *dsBL = dev(sBL),
               *dsD = dev(sD), *o = dev<double>(nij);
        int *dor = dev(o1);
        auto get = [&] { return host(o, nij); };
        run_pair("qc_schwarz_order", 1e-9, [&] { zero(o, nij); },
            [&] { qc_schwarz_order_before<<<dim3(nij / 128, 16), 128>>>(dP, dK, dB, dD, o, 1e-6, nij, nkl); },
            [&] { qc_schwarz_order_after<<<dim3(nij / 128, 16), 128>>>(dsP, dsK, dsB, dor, dsQ, dsKL, dsBL, dsD, o, 1e-6, nij, nkl); },
            get, get);
        release(dP, dsP, dsQ, dK, dB, dD, dsK, dsB, dsKL, dsBL, dsD, o, dor);
    }
    if (want("qc_lda_pow")) {
        const int n = pick(8 << 20, 65536);
        Rng g(4);
        std::vector<double> r(n);
        for (auto &e : r) e = pow(10.0, -6.0 + 7.0 * uni(g));
        double *dr = dev(r), *o = dev<double>(2 * (size_t)n);
        auto get = [&] { return host(o, 2 * (size_t)n); };
        run_pair("qc_lda_pow", 1e-10, once([&] { zero(o, 2 * (size_t)n); }),
            [&] { qc_lda_pow_before<<<n / 256, 256>>>(dr, o, o + n, n); },
            [&] { qc_lda_pow_after<<<n / 256, 256>>>(dr, o, o + n, n); }, get, get);
        release(dr, o);
    }
    if (want("qc_overlap_shells")) {
        const int n = pick(4 << 20, 16384);
        Rng g(5);
        std::vector<double> h((size_t)7 * n);
        for (int d = 0; d < 7; d++) for (int i = 0; i < n; i++) h[(size_t)d * n + i] = d == 6 ? 0.5 + 3 * uni(g) : 2 * uni(g) - 1;
        double *dh = dev(h), *o = dev<double>(n);
        auto get = [&] { return host(o, n); };
        run_pair("qc_overlap_shells", 1e-9, once([&] { zero(o, n); }),
            [&] { qc_overlap_shells_before<<<n / 128, 128>>>(dh, o, 2, 2, n); },
            [&] { qc_overlap_shells_after<<<n / 128, 128>>>(dh, o, n); }, get, get);
        release(dh, o);
    }
    return g_bad;
}
