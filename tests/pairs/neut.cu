#include "harness.cuh"

// ------------------------------------------------------------------ kernels
struct Cell { float sigma; unsigned salt; };

#define NEUT_A 2806196910506780709ull
#define NEUT_M ((1ull << 63) - 1ull)

__device__ static float neut_unit(unsigned long long &s) {
    s = (NEUT_A * s + 1ull) & NEUT_M;
    return ((unsigned)(s >> 39) + 0.5f) * (1.0f / 16777216.0f);
}

extern "C" {

// macroscopic cross section of a fuel of 32 nuclides; before: a binary search in the whole energy grid of each nuclide
__global__ void neut_xs_search_before(const float *energy, const float *egrid, const float *xs, const int *nuc,
                                      const float *conc, float *out, int ngrid, int nnuc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float e = energy[i], sum = 0.0f;
    for (int k = 0; k < nnuc; k++) {
        const float *g = egrid + nuc[k] * ngrid, *x = xs + nuc[k] * ngrid;
        int lo = 0, hi = ngrid - 1;
        while (hi - lo > 1) {
            int mid = (lo + hi) >> 1;
            if (g[mid] <= e) lo = mid;
            else hi = mid;
        }
        float f = (e - g[lo]) / (g[lo + 1] - g[lo]);
        sum += conc[k] * (x[lo] + f * (x[lo + 1] - x[lo]));
    }
    out[i] = sum;
}
__global__ void neut_xs_search_after(const float *energy, const float *egrid, const float *xs, const int *nuc,
                                     const float *conc, const unsigned short *bin, float *out, int ngrid, int nbin,
                                     float loge0, float scale, int nnuc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float e = energy[i], sum = 0.0f;
    int b = min(max((int)((logf(e) - loge0) * scale), 0), nbin - 1);
    for (int k = 0; k < nnuc; k++) {
        const float *g = egrid + nuc[k] * ngrid, *x = xs + nuc[k] * ngrid;
        int lo = bin[nuc[k] * nbin + b];              // the grid point before the bin, a few steps away
        while (lo < ngrid - 2 && g[lo + 1] <= e) lo++;
        float f = (e - g[lo]) / (g[lo + 1] - g[lo]);
        sum += conc[k] * (x[lo] + f * (x[lo + 1] - x[lo]));
    }
    out[i] = sum;
}

// characteristics through 32 energy groups; before: a thread a track, the groups one after the other
__global__ void neut_moc_track_before(const int *region, const float *len, const float *sigt, const float *q, float *out,
                                      int nseg, int ng, int ntrack) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= ntrack) return;
    float psi[32];
    for (int g = 0; g < ng; g++) psi[g] = 1.0f;
    for (int s = 0; s < nseg; s++) {
        int r = region[t * nseg + s];
        float l = len[t * nseg + s];
        for (int g = 0; g < ng; g++) psi[g] -= (psi[g] - q[r * ng + g]) * (1.0f - expf(-sigt[r * ng + g] * l));
    }
    for (int g = 0; g < ng; g++) out[t * ng + g] = psi[g];
}
__global__ void neut_moc_track_after(const int *region, const float *len, const float *sigt, const float *q, float *out,
                                     int nseg, int ntrack) {
    int t = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, g = threadIdx.x & 31;   // a warp a track, a lane a group
    if (t >= ntrack) return;
    float psi = 1.0f;
    for (int s = 0; s < nseg; s++) {
        int r = region[t * nseg + s];
        float l = len[t * nseg + s];
        psi -= (psi - q[r * 32 + g]) * (1.0f - expf(-sigt[r * 32 + g] * l));
    }
    out[t * 32 + g] = psi;
}

// sweep of a tile of 32 x 32 cells in one direction; before: a thread a cell, a barrier of the block for each diagonal
__global__ void neut_sweep_diag_before(const float *src, const float *sigt, float *psi, float a, float b) {
    __shared__ float left[32], bottom[32];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024 + y * 32 + x;
    float s = src[i], t = sigt[i], p = 0.0f;
    if (y == 0) { left[x] = 1.0f; bottom[x] = 0.5f; }
    __syncthreads();
    for (int d = 0; d < 63; d++) {
        if (x + y == d) {
            p = (s + a * left[y] + b * bottom[x]) / (t + a + b);
            left[y] = 2.0f * p - left[y];
            bottom[x] = 2.0f * p - bottom[x];
        }
        __syncthreads();
    }
    psi[i] = p;
}
__global__ void neut_sweep_diag_after(const float *src, const float *sigt, float *psi, float a, float b) {
    __shared__ float s[4][32][33], t[4][32][33];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5, tile = blockIdx.x * 4 + w;   // a warp a tile, a lane a row
    for (int y = 0; y < 32; y++) {
        s[w][y][lane] = src[tile * 1024 + y * 32 + lane];
        t[w][y][lane] = sigt[tile * 1024 + y * 32 + lane];
    }
    __syncwarp();
    float left = 1.0f, up = 0.5f;
    for (int d = 0; d < 63; d++) {
        float bottom = __shfl_up_sync(0xffffffffu, up, 1);
        if (lane == 0) bottom = 0.5f;
        int x = d - lane;
        if (x >= 0 && x < 32) {
            float p = (s[w][lane][x] + a * left + b * bottom) / (t[w][lane][x] + a + b);
            left = 2.0f * p - left;
            up = 2.0f * p - bottom;
            s[w][lane][x] = p;
        }
    }
    __syncwarp();
    for (int y = 0; y < 32; y++) psi[tile * 1024 + y * 32 + lane] = s[w][y][lane];
}

// source sites of a batch, each particle with its own place in the random sequence; before: stepping there one by one
__global__ void neut_rng_skip_before(float *out, unsigned long long seed, int nbatch, int ndraw) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long s = (seed + (unsigned long long)(i / nbatch) * 0x9E3779B97F4A7C15ull) & NEUT_M;
    for (int k = 0; k < i % nbatch; k++) s = (NEUT_A * s + 1ull) & NEUT_M;
    float sum = 0.0f;
    for (int k = 0; k < ndraw; k++) sum += neut_unit(s);
    out[i] = sum;
}
__global__ void neut_rng_skip_after(float *out, unsigned long long seed, int nbatch, int ndraw) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long s = (seed + (unsigned long long)(i / nbatch) * 0x9E3779B97F4A7C15ull) & NEUT_M;
    unsigned long long g = NEUT_A, c = 1ull, ga = 1ull, ca = 0ull;
    for (unsigned k = i % nbatch; k; k >>= 1) {       // the step is squared
        if (k & 1u) { ga *= g; ca = ca * g + c; }
        c *= g + 1ull;
        g *= g;
    }
    s = (ga * s + ca) & NEUT_M;
    float sum = 0.0f;
    for (int k = 0; k < ndraw; k++) sum += neut_unit(s);
    out[i] = sum;
}

// flights through a large heterogeneous core; before: accurate logarithm and division / after: the fast ones
__global__ void neut_flight_log_before(const Cell *cell, float *path, unsigned mask, int nflight, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = i * 747796405u + 2891336453u;
    float d = 0.0f;
    for (int k = 0; k < nflight; k++) {
        Cell c = cell[(s ^ (s >> 15)) & mask];
        d += -logf(((s >> 8) + 0.5f) * (1.0f / 16777216.0f)) / c.sigma;
        s = s * 1664525u + c.salt;
    }
    path[i] = d;
}
__global__ void neut_flight_log_after(const Cell *cell, float *path, unsigned mask, int nflight, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = i * 747796405u + 2891336453u;
    float d = 0.0f;
    for (int k = 0; k < nflight; k++) {
        Cell c = cell[(s ^ (s >> 15)) & mask];
        d += __fdividef(-__logf(((s >> 8) + 0.5f) * (1.0f / 16777216.0f)), c.sigma);
        s = s * 1664525u + c.salt;
    }
    path[i] = d;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("neut_xs_search")) {
        const int n = scaled(524288), ngrid = 4096, nall = 64, nnuc = 32, nbin = 4096;
        const float lo = logf(1e-5f), hi = logf(2e7f), scale = nbin / (hi - lo);
        Rng g(1);
        std::vector<float> e(n), grid(nall * ngrid), xs(nall * ngrid), conc(nnuc);
        std::vector<int> nuc(nnuc);
        std::vector<unsigned short> bin(nall * nbin);
        for (auto &v : e) v = expf(lo + (hi - lo) * (0.001f + 0.998f * g.f()));
        for (int k = 0; k < nall; k++) {
            std::vector<float> p(ngrid);
            for (auto &v : p) v = expf(lo + (hi - lo) * g.f());
            p[0] = 1e-6f; p[1] = 3e7f;
            std::sort(p.begin(), p.end());
            for (int j = 1; j < ngrid; j++)
                if (p[j] <= p[j - 1]) p[j] = nextafterf(p[j - 1], 1e9f);
            int at = 0;
            for (int b = 0; b < nbin; b++) {
                float from = expf(lo + (b - 0.05f) / scale);
                while (at < ngrid - 2 && p[at + 1] <= from) at++;
                bin[k * nbin + b] = (unsigned short)at;
            }
            for (int j = 0; j < ngrid; j++) { grid[k * ngrid + j] = p[j]; xs[k * ngrid + j] = 1.0f + 20.0f * g.f() * g.f(); }
        }
        for (int k = 0; k < nnuc; k++) { nuc[k] = 2 * k + (int)(g.u() & 1u); conc[k] = 0.1f + g.f(); }
        float *de = dev(e), *dg = dev(grid), *dx = dev(xs), *dc = dev(conc), *o = dev<float>(n);
        int *dn = dev(nuc);
        unsigned short *db = dev(bin);
        auto get = [&] { return host(o, n); };
        run_pair("neut_xs_search", 1e-4, once([&] { zero(o, n); }),
            [&] { neut_xs_search_before<<<n / 256, 256>>>(de, dg, dx, dn, dc, o, ngrid, nnuc, n); },
            [&] { neut_xs_search_after<<<n / 256, 256>>>(de, dg, dx, dn, dc, db, o, ngrid, nbin, lo, scale, nnuc, n); },
            get, get);
        release(de, dg, dx, dc, o, dn, db);
    }
    if (want("neut_moc_track")) {
        const int nt = scaled(131072), nseg = 32, ng = 32, nreg = 4096;
        Rng g(2);
        std::vector<int> r((size_t)nt * nseg);
        std::vector<float> l((size_t)nt * nseg), s(nreg * ng), q(nreg * ng);
        for (auto &v : r) v = (int)(g.u() % (unsigned)nreg);
        for (auto &v : l) v = 0.05f + 0.5f * g.f();
        for (auto &v : s) v = 0.2f + g.f();
        for (auto &v : q) v = g.f();
        int *dr = dev(r);
        float *dl = dev(l), *ds = dev(s), *dq = dev(q), *o = dev<float>((size_t)nt * ng);
        auto get = [&] { return host(o, (size_t)nt * ng); };
        run_pair("neut_moc_track", 1e-4, once([&] { zero(o, (size_t)nt * ng); }),
            [&] { neut_moc_track_before<<<nt / 128, 128>>>(dr, dl, ds, dq, o, nseg, ng, nt); },
            [&] { neut_moc_track_after<<<nt / 8, 256>>>(dr, dl, ds, dq, o, nseg, nt); }, get, get);
        release(dr, dl, ds, dq, o);
    }
    if (want("neut_sweep_diag")) {
        const int ntile = scaled(16384), n = ntile * 1024;
        Rng g(3);
        std::vector<float> s(n), t(n);
        for (int i = 0; i < n; i++) { s[i] = g.f(); t[i] = 0.5f + g.f(); }
        float *ds = dev(s), *dt = dev(t), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("neut_sweep_diag", 1e-3, once([&] { zero(o, n); }),
            [&] { neut_sweep_diag_before<<<ntile, dim3(32, 32)>>>(ds, dt, o, 1.3f, 0.9f); },
            [&] { neut_sweep_diag_after<<<ntile / 4, 128>>>(ds, dt, o, 1.3f, 0.9f); }, get, get);
        release(ds, dt, o);
    }
    if (want("neut_rng_skip")) {
        const int n = scaled(2 << 20), nb = 4096, nd = 64;
        float *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("neut_rng_skip", 1e-5, once([&] { zero(o, n); }),
            [&] { neut_rng_skip_before<<<n / 256, 256>>>(o, 12345ull, nb, nd); },
            [&] { neut_rng_skip_after<<<n / 256, 256>>>(o, 12345ull, nb, nd); }, get, get);
        release(o);
    }
    if (want("neut_flight_log")) {
        const int n = scaled(1 << 20), nc = scaled(32 << 20);
        Rng g(5);
        std::vector<Cell> c(nc);
        for (auto &v : c) v = Cell{0.1f + g.f(), g.u() | 1u};
        Cell *dc = dev(c);
        float *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("neut_flight_log", 1e-3, once([&] { zero(o, n); }),
            [&] { neut_flight_log_before<<<n / 256, 256>>>(dc, o, (unsigned)nc - 1u, 16, n); },
            [&] { neut_flight_log_after<<<n / 256, 256>>>(dc, o, (unsigned)nc - 1u, 16, n); }, get, get);
        release(dc, o);
    }
    return g_bad;
}
