#include "harness.cuh"

// ------------------------------------------------------------------ kernels
__constant__ float c_symf[24][9];
__constant__ int c_symi[24][9];

extern "C" {

// structure factors by direct summation; before: sine and cosine of large arguments in full accuracy, each for itself
__global__ void xtal_fcalc_trig_before(const float4 *hkl, const float4 *atom, float2 *F, int natom, int n) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 h = hkl[i];
    float re = 0.0f, im = 0.0f;
    for (int base = 0; base < natom; base += 256) {
        __syncthreads();
        tile[threadIdx.x] = atom[base + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            float4 a = tile[j];
            float phase = 6.2831853f * (h.x * a.x + h.y * a.y + h.z * a.z);
            re += a.w * cosf(phase);
            im += a.w * sinf(phase);
        }
    }
    F[i] = make_float2(re, im);
}
__global__ void xtal_fcalc_trig_after(const float4 *hkl, const float4 *atom, float2 *F, int natom, int n) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 h = hkl[i];
    float re = 0.0f, im = 0.0f;
    for (int base = 0; base < natom; base += 256) {
        __syncthreads();
        tile[threadIdx.x] = atom[base + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            float4 a = tile[j];
            float t = h.x * a.x + h.y * a.y + h.z * a.z;
            t -= rintf(t);                            // whole turns do not count
            float s, c;
            __sincosf(6.2831853f * t, &s, &c);
            re += a.w * c;
            im += a.w * s;
        }
    }
    F[i] = make_float2(re, im);
}

// structure factors with an isotropic B factor an atom; before: the atoms come from global memory in the inner loop
__global__ void xtal_bfac_global_before(const float4 *hkl, const float4 *atom, const float *biso, float2 *F, int natom,
                                        int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 h = hkl[i];
    float re = 0.0f, im = 0.0f;
    for (int j = 0; j < natom; j++) {
        float4 a = atom[j];
        float f = a.w * expf(-biso[j] * h.w), s, c;
        sincospif(2.0f * (h.x * a.x + h.y * a.y + h.z * a.z), &s, &c);
        re += f * c;
        im += f * s;
    }
    F[i] = make_float2(re, im);
}
__global__ void xtal_bfac_global_after(const float4 *hkl, const float4 *atom, const float *biso, float2 *F, int natom,
                                       int n) {
    __shared__ float4 ta[256];
    __shared__ float tb[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 h = hkl[i];
    float re = 0.0f, im = 0.0f;
    for (int base = 0; base < natom; base += 256) {
        __syncthreads();
        ta[threadIdx.x] = atom[base + threadIdx.x];
        tb[threadIdx.x] = biso[base + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            float4 a = ta[j];
            float f = a.w * expf(-tb[j] * h.w), s, c;
            sincospif(2.0f * (h.x * a.x + h.y * a.y + h.z * a.z), &s, &c);
            re += f * c;
            im += f * s;
        }
    }
    F[i] = make_float2(re, im);
}

// integration of the spots of a detector frame (15 x 15 pixels each); before: a spot a thread
__global__ void xtal_spot_thread_before(const unsigned short *frame, const int2 *spot, int2 *sum, int width, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int2 c = spot[i];
    int in = 0, bg = 0;
    for (int dy = -7; dy <= 7; dy++)
        for (int dx = -7; dx <= 7; dx++) {
            int v = frame[(c.y + dy) * width + c.x + dx];
            if (dx * dx + dy * dy <= 16) in += v;
            else bg += v;
        }
    sum[i] = make_int2(in, bg);
}
__global__ void xtal_spot_thread_after(const unsigned short *frame, const int2 *spot, int2 *sum, int width, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (i >= n) return;
    int2 c = spot[i];
    int half = lane >> 4, dx = (lane & 15) - 7;       // a warp a spot, two rows at a time
    int in = 0, bg = 0;
    if (dx <= 7)
        for (int dy = half - 7; dy <= 7; dy += 2) {
            int v = frame[(c.y + dy) * width + c.x + dx];
            if (dx * dx + dy * dy <= 16) in += v;
            else bg += v;
        }
    in = __reduce_add_sync(0xffffffffu, in);
    bg = __reduce_add_sync(0xffffffffu, bg);
    if (lane == 0) sum[i] = make_int2(in, bg);
}

// reflections mapped to the asymmetric unit (24 operators and Friedel mates); before: operators and products in float
__global__ void xtal_asu_float_before(const int4 *hkl, unsigned *key, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 q = hkl[i];
    unsigned best = 0;
    for (int s = 0; s < 24; s++) {
        const float *m = c_symf[s];
        int h = (int)roundf(q.x * m[0] + q.y * m[3] + q.z * m[6]);
        int k = (int)roundf(q.x * m[1] + q.y * m[4] + q.z * m[7]);
        int l = (int)roundf(q.x * m[2] + q.y * m[5] + q.z * m[8]);
        best = max(best, (unsigned)(((h + 512) << 20) | ((k + 512) << 10) | (l + 512)));
        best = max(best, (unsigned)(((512 - h) << 20) | ((512 - k) << 10) | (512 - l)));
    }
    key[i] = best;
}
__global__ void xtal_asu_float_after(const int4 *hkl, unsigned *key, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 q = hkl[i];
    unsigned best = 0;
    for (int s = 0; s < 24; s++) {
        const int *m = c_symi[s];
        int h = q.x * m[0] + q.y * m[3] + q.z * m[6];
        int k = q.x * m[1] + q.y * m[4] + q.z * m[7];
        int l = q.x * m[2] + q.y * m[5] + q.z * m[8];
        best = max(best, (unsigned)(((h + 512) << 20) | ((k + 512) << 10) | (l + 512)));
        best = max(best, (unsigned)(((512 - h) << 20) | ((512 - k) << 10) | (512 - l)));
    }
    key[i] = best;
}

// cryo-EM: correlation of particle images (256 Fourier coefficients) with 64 references;
// before: the block makes one correlation after the other, with a reduction through shared memory each
__global__ void xtal_corr_tree_before(const float2 *img, const float2 *ref, float *corr, int nref) {
    __shared__ float red[256];
    int t = threadIdx.x;
    float2 a = img[blockIdx.x * 256 + t];
    for (int r = 0; r < nref; r++) {
        float2 b = ref[r * 256 + t];
        red[t] = a.x * b.x + a.y * b.y;
        __syncthreads();
        for (int s = 1; s < 256; s *= 2) {
            if (t % (2 * s) == 0) red[t] += red[t + s];
            __syncthreads();
        }
        if (t == 0) corr[blockIdx.x * nref + r] = red[0];
        __syncthreads();
    }
}
__global__ void xtal_corr_tree_after(const float2 *img, const float2 *ref, float *corr, int nref) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float2 a[8];
#pragma unroll
    for (int k = 0; k < 8; k++) a[k] = img[blockIdx.x * 256 + k * 32 + lane];
    for (int r = warp; r < nref; r += 8) {            // a warp a reference
        float s = 0.0f;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float2 b = ref[r * 256 + k * 32 + lane];
            s += a[k].x * b.x + a[k].y * b.y;
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
        if (lane == 0) corr[blockIdx.x * nref + r] = s;
    }
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("xtal_fcalc_trig") || want("xtal_bfac_global")) {
        const int n = scaled(262144), natom = getenv("PAIRS_SMALL") ? 256 : 1024;
        Rng g(1);
        std::vector<float4> h(n), a(natom);
        for (auto &e : h) {
            e.x = (float)(int)(g.u() % 61u) - 30.0f; e.y = (float)(int)(g.u() % 61u) - 30.0f;
            e.z = (float)(int)(g.u() % 61u) - 30.0f;
            e.w = 0.0001f * (e.x * e.x + e.y * e.y + e.z * e.z);
        }
        std::vector<float> b(natom);
        for (auto &e : a) e = make_float4(g.f(), g.f(), g.f(), 6.0f + (float)(g.u() % 3u));
        for (auto &e : b) e = 2.0f + 10.0f * g.f();
        float4 *dh = dev(h), *da = dev(a);
        float *db = dev(b);
        float2 *o = dev<float2>(n);
        auto get = [&] { return host((float *)o, 2 * (size_t)n); };
        if (want("xtal_fcalc_trig"))
            run_pair("xtal_fcalc_trig", 2e-3, once([&] { zero(o, n); }),
                [&] { xtal_fcalc_trig_before<<<n / 256, 256>>>(dh, da, o, natom, n); },
                [&] { xtal_fcalc_trig_after<<<n / 256, 256>>>(dh, da, o, natom, n); }, get, get);
        if (want("xtal_bfac_global"))
            run_pair("xtal_bfac_global", 1e-3, once([&] { zero(o, n); }),
                [&] { xtal_bfac_global_before<<<n / 256, 256>>>(dh, da, db, o, natom, n); },
                [&] { xtal_bfac_global_after<<<n / 256, 256>>>(dh, da, db, o, natom, n); }, get, get);
        release(dh, da, db, o);
    }
    if (want("xtal_spot_thread")) {
        const int w = getenv("PAIRS_SMALL") ? 512 : 4096, n = scaled(524288);
        Rng g(2);
        std::vector<unsigned short> f((size_t)w * w);
        for (auto &e : f) e = (unsigned short)(g.u() % 200u);
        std::vector<int2> s(n);
        for (auto &e : s) e = make_int2(8 + (int)(g.u() % (unsigned)(w - 16)), 8 + (int)(g.u() % (unsigned)(w - 16)));
        unsigned short *df = dev(f);
        int2 *ds = dev(s), *o = dev<int2>(n);
        auto get = [&] { return host((int *)o, 2 * (size_t)n); };
        run_pair("xtal_spot_thread", 0, once([&] { zero(o, n); }),
            [&] { xtal_spot_thread_before<<<n / 128, 128>>>(df, ds, o, w, n); },
            [&] { xtal_spot_thread_after<<<n / 4, 128>>>(df, ds, o, w, n); }, get, get);
        release(df, ds, o);
    }
    if (want("xtal_asu_float")) {
        const int n = scaled(4 << 20);
        const int perm[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
        float mf[24][9] = {};
        int mi[24][9] = {}, cnt = 0;
        for (int p = 0; p < 6; p++)
            for (int sg = 0; sg < 8; sg++) {
                int det = (p < 3 ? 1 : -1) * ((sg & 1 ? -1 : 1) * (sg & 2 ? -1 : 1) * (sg & 4 ? -1 : 1));
                if (det < 0) continue;                // the 24 rotations of the cube
                for (int r = 0; r < 3; r++) mi[cnt][r * 3 + perm[p][r]] = sg >> r & 1 ? -1 : 1;
                for (int k = 0; k < 9; k++) mf[cnt][k] = (float)mi[cnt][k];
                cnt++;
            }
        CK(cudaMemcpyToSymbol(c_symf, mf, sizeof mf));
        CK(cudaMemcpyToSymbol(c_symi, mi, sizeof mi));
        Rng g(3);
        std::vector<int4> q(n);
        for (auto &e : q)
            e = make_int4((int)(g.u() % 801u) - 400, (int)(g.u() % 801u) - 400, (int)(g.u() % 801u) - 400, 0);
        int4 *dq = dev(q);
        unsigned *o = dev<unsigned>(n);
        auto get = [&] { return host(o, n); };
        run_pair("xtal_asu_float", 0, once([&] { zero(o, n); }),
            [&] { xtal_asu_float_before<<<n / 256, 256>>>(dq, o, n); },
            [&] { xtal_asu_float_after<<<n / 256, 256>>>(dq, o, n); }, get, get);
        release(dq, o);
    }
    if (want("xtal_corr_tree")) {
        const int nimg = scaled(16384), nref = 64;
        Rng g(4);
        std::vector<float2> a((size_t)nimg * 256), b((size_t)nref * 256);
        for (auto &e : a) e = make_float2(g.f() - 0.3f, g.f() - 0.5f);
        for (auto &e : b) e = make_float2(g.f() - 0.3f, g.f() - 0.5f);
        float2 *da = dev(a), *db = dev(b);
        float *o = dev<float>((size_t)nimg * nref);
        auto get = [&] { return host(o, (size_t)nimg * nref); };
        run_pair("xtal_corr_tree", 1e-4, once([&] { zero(o, (size_t)nimg * nref); }),
            [&] { xtal_corr_tree_before<<<nimg, 256>>>(da, db, o, nref); },
            [&] { xtal_corr_tree_after<<<nimg, 256>>>(da, db, o, nref); }, get, get);
        release(da, db, o);
    }
    return g_bad;
}
