#include "harness.cuh"

// ------------------------------------------------------------------ kernels
struct Nldm {                     // one timing table of the cell library
    float slew[8];
    float load[8];
    float delay[64];
};

struct __align__(16) Box { long long x, y, z, w; };   // lower left, upper right, in database units

extern "C" {

// half-perimeter wire length of each net; before: a net a thread, and a few nets (clock, reset) have thousands of pins
__global__ void eda_hpwl_bignet_before(const int *first, const int *pin, const int2 *pos, int *hpwl, int nnet) {
    int net = blockIdx.x * blockDim.x + threadIdx.x;
    if (net >= nnet) return;
    int x0 = 0x7fffffff, x1 = -1, y0 = 0x7fffffff, y1 = -1;
    for (int p = first[net]; p < first[net + 1]; p++) {
        int2 c = pos[pin[p]];
        x0 = min(x0, c.x); x1 = max(x1, c.x);
        y0 = min(y0, c.y); y1 = max(y1, c.y);
    }
    hpwl[net] = (x1 - x0) + (y1 - y0);
}
__global__ void eda_hpwl_bignet_after(const int *first, const int *pin, const int2 *pos, int *hpwl, int nnet) {
    int net = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int beg = 0, end = 0;
    if (net < nnet) { beg = first[net]; end = first[net + 1]; }
    bool big = end - beg > 64;
    if (net < nnet && !big) {
        int x0 = 0x7fffffff, x1 = -1, y0 = 0x7fffffff, y1 = -1;
        for (int p = beg; p < end; p++) {
            int2 c = pos[pin[p]];
            x0 = min(x0, c.x); x1 = max(x1, c.x);
            y0 = min(y0, c.y); y1 = max(y1, c.y);
        }
        hpwl[net] = (x1 - x0) + (y1 - y0);
    }
    unsigned todo = __ballot_sync(0xffffffffu, big);
    while (todo) {                                    // the warp takes the big nets of its lanes together
        int who = __ffs(todo) - 1;
        todo &= todo - 1;
        int b = __shfl_sync(0xffffffffu, beg, who), e = __shfl_sync(0xffffffffu, end, who);
        int x0 = 0x7fffffff, x1 = -1, y0 = 0x7fffffff, y1 = -1;
        for (int p = b + lane; p < e; p += 32) {
            int2 c = pos[pin[p]];
            x0 = min(x0, c.x); x1 = max(x1, c.x);
            y0 = min(y0, c.y); y1 = max(y1, c.y);
        }
        x0 = __reduce_min_sync(0xffffffffu, x0); x1 = __reduce_max_sync(0xffffffffu, x1);
        y0 = __reduce_min_sync(0xffffffffu, y0); y1 = __reduce_max_sync(0xffffffffu, y1);
        if (lane == who) hpwl[net] = (x1 - x0) + (y1 - y0);
    }
}

// one level of a gate-level simulation under many stimuli; before: a byte a signal value / after: 32 stimuli a word
__global__ void eda_gates_byte_before(const unsigned char *sig, const int2 *in, const unsigned char *op,
                                      unsigned char *out, int nstim) {
    int gate = blockIdx.x;
    int2 f = in[gate];
    int o = op[gate];
    for (int s = threadIdx.x; s < nstim; s += blockDim.x) {
        unsigned char a = sig[(size_t)f.x * nstim + s], b = sig[(size_t)f.y * nstim + s], r;
        switch (o) {
        case 0: r = a & b; break;
        case 1: r = a | b; break;
        case 2: r = a ^ b; break;
        default: r = !(a & b); break;
        }
        out[(size_t)gate * nstim + s] = r;
    }
}
__global__ void eda_gates_byte_after(const unsigned *sig, const int2 *in, const unsigned char *op, unsigned *out,
                                     int nword, int ngate) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int gate = t / nword, w = t - gate * nword;
    if (gate >= ngate) return;
    int2 f = in[gate];
    unsigned a = sig[(size_t)f.x * nword + w], b = sig[(size_t)f.y * nword + w], r;
    switch (op[gate]) {
    case 0: r = a & b; break;
    case 1: r = a | b; break;
    case 2: r = a ^ b; break;
    default: r = ~(a & b); break;
    }
    out[(size_t)gate * nword + w] = r;
}

// delay of each timing arc by bilinear interpolation; before: the arc's table is taken by value
__global__ void eda_nldm_copy_before(const Nldm *lib, const unsigned short *cell, const float *slew, const float *load,
                                     float *delay, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Nldm t = lib[cell[i]];
    float s = slew[i], l = load[i];
    int a = 0, b = 0;
    while (a < 6 && s > t.slew[a + 1]) a++;
    while (b < 6 && l > t.load[b + 1]) b++;
    float u = (s - t.slew[a]) / (t.slew[a + 1] - t.slew[a]);
    float v = (l - t.load[b]) / (t.load[b + 1] - t.load[b]);
    float d0 = t.delay[a * 8 + b] * (1.0f - v) + t.delay[a * 8 + b + 1] * v;
    float d1 = t.delay[a * 8 + 8 + b] * (1.0f - v) + t.delay[a * 8 + 9 + b] * v;
    delay[i] = d0 * (1.0f - u) + d1 * u;
}
__global__ void eda_nldm_copy_after(const Nldm *lib, const unsigned short *cell, const float *slew, const float *load,
                                    float *delay, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Nldm &t = lib[cell[i]];
    float s = slew[i], l = load[i];
    int a = 0, b = 0;
    while (a < 6 && s > t.slew[a + 1]) a++;
    while (b < 6 && l > t.load[b + 1]) b++;
    float u = (s - t.slew[a]) / (t.slew[a + 1] - t.slew[a]);
    float v = (l - t.load[b]) / (t.load[b + 1] - t.load[b]);
    float d0 = t.delay[a * 8 + b] * (1.0f - v) + t.delay[a * 8 + b + 1] * v;
    float d1 = t.delay[a * 8 + 8 + b] * (1.0f - v) + t.delay[a * 8 + 9 + b] * v;
    delay[i] = d0 * (1.0f - u) + d1 * u;
}

// spacing check: shapes of a window which are nearer to each other than the rule; before: coordinates are 64 bits wide
__global__ void eda_drc_wide_before(const Box *box, unsigned *viol, long long rule) {
    __shared__ Box tile[256];
    int me = threadIdx.x;
    tile[me] = box[blockIdx.x * 256 + me];
    __syncthreads();
    Box a = tile[me];
    unsigned cnt = 0;
    for (int j = 0; j < 256; j++) {
        Box b = tile[j];
        long long dx = max(max(b.x - a.z, a.x - b.z), 0ll);
        long long dy = max(max(b.y - a.w, a.y - b.w), 0ll);
        long long d2 = dx * dx + dy * dy;
        cnt += d2 > 0 && d2 < rule * rule;
    }
    viol[blockIdx.x * 256 + me] = cnt;
}
__global__ void eda_drc_wide_after(const Box *box, unsigned *viol, int rule) {
    __shared__ int4 tile[256];
    int me = threadIdx.x;
    Box o = box[blockIdx.x * 256], m = box[blockIdx.x * 256 + me];
    int4 a = make_int4((int)(m.x - o.x), (int)(m.y - o.y), (int)(m.z - o.x), (int)(m.w - o.y));   // window coordinates
    tile[me] = a;
    __syncthreads();
    unsigned cnt = 0;
    for (int j = 0; j < 256; j++) {
        int4 b = tile[j];
        int dx = max(max(b.x - a.z, a.x - b.z), 0);
        int dy = max(max(b.y - a.w, a.y - b.w), 0);
        int d2 = dx * dx + dy * dy;
        cnt += d2 > 0 && d2 < rule * rule;
    }
    viol[blockIdx.x * 256 + me] = cnt;
}

// switching power of each net; before: the lanes of a warp go different ways by the kind of the driver
__global__ void eda_power_switch_before(const float *cap, const float *act, const float *leak, const int *kind,
                                        const float *fan, float *power, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = cap[i], a = act[i], l = leak[i], f = fan[i], p;
    int k = kind[i];
    if (k == 0) p = 0.5f * c * a + l;
    else if (k == 1) p = c * sqrtf(a) + 1.5f * l;
    else if (k == 2) p = c * a / (1.0f + l) + l;
    else p = c * a * expf(-l) + 2.0f * l;
    power[i] = p * f;
}
__global__ void eda_power_switch_after(const float *cap, const float *act, const float *leak, const int *kind,
                                       const float *fan, float *power, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = cap[i], a = act[i], l = leak[i], f = fan[i];
    int k = kind[i];
    float w = k == 0 ? 0.5f * a : k == 1 ? sqrtf(a) : k == 2 ? __fdividef(a, 1.0f + l) : a * __expf(-l);
    float kl = k == 1 ? 1.5f : k == 3 ? 2.0f : 1.0f;
    power[i] = (c * w + kl * l) * f;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("eda_hpwl_bignet")) {
        const int nnet = scaled(1 << 20), ncell = scaled(1 << 20);
        Rng g(1);
        std::vector<int> first(nnet + 1, 0), pin;
        for (int i = 0; i < nnet; i++) {
            int deg = i % 4096 == 1234 ? 6000 : 2 + (int)(g.u() % 4u);
            int base = (int)(g.u() % (unsigned)ncell);
            for (int k = 0; k < deg; k++)
                pin.push_back(deg > 100 ? (int)(g.u() % (unsigned)ncell) : (base + (int)(g.u() & 63u)) % ncell);
            first[i + 1] = (int)pin.size();
        }
        std::vector<int2> pos(ncell);
        for (auto &e : pos) e = make_int2((int)(g.u() & 0xfffff), (int)(g.u() & 0xfffff));
        int *df = dev(first), *dp = dev(pin), *o = dev<int>(nnet);
        int2 *dx = dev(pos);
        auto get = [&] { return host(o, nnet); };
        run_pair("eda_hpwl_bignet", 0, once([&] { zero(o, nnet); }),
            [&] { eda_hpwl_bignet_before<<<nnet / 256, 256>>>(df, dp, dx, o, nnet); },
            [&] { eda_hpwl_bignet_after<<<nnet / 256, 256>>>(df, dp, dx, o, nnet); }, get, get);
        release(df, dp, o, dx);
    }
    if (want("eda_gates_byte")) {
        const int nsig = scaled(131072), ngate = nsig, nstim = 4096, nword = nstim / 32;
        Rng g(2);
        std::vector<unsigned> w((size_t)nsig * nword);
        for (auto &e : w) e = g.u();
        std::vector<unsigned char> b((size_t)nsig * nstim), op(ngate);
        for (size_t i = 0; i < b.size(); i++) b[i] = w[i >> 5] >> (i & 31) & 1;
        for (auto &e : op) e = (unsigned char)(g.u() & 3u);
        std::vector<int2> in(ngate);
        for (auto &e : in) e = make_int2((int)(g.u() % (unsigned)nsig), (int)(g.u() % (unsigned)nsig));
        unsigned char *db = dev(b), *dop = dev(op), *ob = dev<unsigned char>((size_t)ngate * nstim);
        unsigned *dw = dev(w), *ow = dev<unsigned>((size_t)ngate * nword);
        int2 *di = dev(in);
        auto get_b = [&] {
            auto r = host(ob, (size_t)ngate * nstim);
            std::vector<unsigned> p((size_t)ngate * nword, 0u);
            for (size_t i = 0; i < r.size(); i++) p[i >> 5] |= (unsigned)(r[i] & 1) << (i & 31);
            return p;
        };
        auto get_a = [&] { return host(ow, (size_t)ngate * nword); };
        run_pair("eda_gates_byte", 0, once([&] { zero(ob, (size_t)ngate * nstim); zero(ow, (size_t)ngate * nword); }),
            [&] { eda_gates_byte_before<<<ngate, 256>>>(db, di, dop, ob, nstim); },
            [&] { eda_gates_byte_after<<<ngate * nword / 256, 256>>>(dw, di, dop, ow, nword, ngate); }, get_b, get_a);
        release(db, dop, ob, dw, ow, di);
    }
    if (want("eda_nldm_copy")) {
        const int n = scaled(4 << 20), ncell = 500;
        Rng g(3);
        std::vector<Nldm> lib(ncell);
        for (auto &t : lib) {
            for (int k = 0; k < 8; k++) { t.slew[k] = 0.01f * (float)(1 << k); t.load[k] = 0.002f * (float)(1 << k); }
            for (int k = 0; k < 64; k++) t.delay[k] = 0.05f + 0.01f * (float)(k / 8 + k % 8) + 0.01f * g.f();
        }
        std::vector<unsigned short> cell(n);
        std::vector<float> s(n), l(n);
        for (int i = 0; i < n; i++) {
            cell[i] = (unsigned short)(g.u() % (unsigned)ncell);
            s[i] = 0.01f + 1.2f * g.f() * g.f();
            l[i] = 0.002f + 0.25f * g.f() * g.f();
        }
        Nldm *dl = dev(lib);
        unsigned short *dc = dev(cell);
        float *ds = dev(s), *dld = dev(l), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("eda_nldm_copy", 1e-5, once([&] { zero(o, n); }),
            [&] { eda_nldm_copy_before<<<n / 256, 256>>>(dl, dc, ds, dld, o, n); },
            [&] { eda_nldm_copy_after<<<n / 256, 256>>>(dl, dc, ds, dld, o, n); }, get, get);
        release(dl, dc, ds, dld, o);
    }
    if (want("eda_drc_wide")) {
        const int win = scaled(16384), n = win * 256;
        Rng g(4);
        std::vector<Box> b(n);
        for (int i = 0; i < n; i++) {
            long long ox = (long long)(i / 256) * 20000ll + 5000000000ll, oy = 7000000000ll + (long long)(i / 256 % 64) * 20000ll;
            long long x = ox + g.u() % 16000u, y = oy + g.u() % 16000u;
            b[i].x = x; b[i].y = y;
            b[i].z = x + 40 + g.u() % 400u; b[i].w = y + 40 + g.u() % 400u;
        }
        Box *db = dev(b);
        unsigned *o = dev<unsigned>(n);
        auto get = [&] { return host(o, n); };
        run_pair("eda_drc_wide", 0, once([&] { zero(o, n); }),
            [&] { eda_drc_wide_before<<<win, 256>>>(db, o, 700ll); },
            [&] { eda_drc_wide_after<<<win, 256>>>(db, o, 700); }, get, get);
        release(db, o);
    }
    if (want("eda_power_switch")) {
        const int n = scaled(16 << 20);
        Rng g(5);
        std::vector<float> a(n), b(n), c(n), f(n);
        std::vector<int> k(n);
        for (int i = 0; i < n; i++) {
            a[i] = 0.1f + g.f(); b[i] = g.f(); c[i] = 0.01f * g.f(); f[i] = 1.0f + g.f();
            k[i] = (int)(g.u() & 3u);
        }
        float *da = dev(a), *db = dev(b), *dc = dev(c), *df = dev(f), *o = dev<float>(n);
        int *dk = dev(k);
        auto get = [&] { return host(o, n); };
        run_pair("eda_power_switch", 1e-5, once([&] { zero(o, n); }),
            [&] { eda_power_switch_before<<<n / 256, 256>>>(da, db, dc, dk, df, o, n); },
            [&] { eda_power_switch_after<<<n / 256, 256>>>(da, db, dc, dk, df, o, n); }, get, get);
        release(da, db, dc, df, o, dk);
    }
    return g_bad;
}
