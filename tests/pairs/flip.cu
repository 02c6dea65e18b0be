#include "harness.cuh"

struct Marker { float x, y, z, u, v, w; };
struct Box { float cx, cy, cz, hx, hy, hz, ax, ay, az, wx, wy, wz; };       // centre, half size, angles, their rates
struct Pose { float cx, cy, cz, hx, hy, hz, r[9]; };

// ------------------------------------------------------------------ kernels
extern "C" {

__device__ float sample(const float *g, float x, float y, float z, int n) {
    int i = (int)x, j = (int)y, k = (int)z;
    float fx = x - i, fy = y - j, fz = z - k;
    const float *p = g + ((size_t)k * n + j) * n + i;
    float a = p[0] + fx * (p[1] - p[0]), b = p[n] + fx * (p[n + 1] - p[n]);
    p += n * n;
    float c = p[0] + fx * (p[1] - p[0]), d = p[n] + fx * (p[n + 1] - p[n]);
    a += fy * (b - a);
    c += fy * (d - c);
    return a + fz * (c - a);
}

// grid velocity carried back to the particles; before: the particles are in the order in which they were born
__global__ void flip_gather_mixed_before(const float *x, const float *y, const float *z, const float *gu, const float *gv,
                                         const float *gw, float *u, float *v, float *w, int n, int np) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;
    float px = x[p], py = y[p], pz = z[p];
    u[p] = sample(gu, px + 0.5f, py, pz, n);
    v[p] = sample(gv, px, py + 0.5f, pz, n);
    w[p] = sample(gw, px, py, pz + 0.5f, n);
}
__global__ void flip_gather_mixed_after(const float *x, const float *y, const float *z, const float *gu, const float *gv,
                                        const float *gw, float *u, float *v, float *w, int n, int np) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;
    float px = x[p], py = y[p], pz = z[p];
    u[p] = sample(gu, px + 0.5f, py, pz, n);
    v[p] = sample(gv, px, py + 0.5f, pz, n);
    w[p] = sample(gw, px, py, pz + 0.5f, n);
}

// crowding of each particle by its neighbours; before: every cell has a chain of particles
__global__ void flip_crowd_chain_before(const float4 *pos, const int *head, const int *next, float *crowd, int n, int np) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;
    float4 a = pos[p];
    int ci = (int)a.x, cj = (int)a.y, ck = (int)a.z;
    float s = 0.0f;
    for (int k = max(ck - 1, 0); k <= min(ck + 1, n - 1); k++)
        for (int j = max(cj - 1, 0); j <= min(cj + 1, n - 1); j++)
            for (int i = max(ci - 1, 0); i <= min(ci + 1, n - 1); i++)
                for (int q = head[(k * n + j) * n + i]; q >= 0; q = next[q]) {
                    float4 b = pos[q];
                    float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
                    float t = 1.0f - (dx * dx + dy * dy + dz * dz);
                    if (t > 0.0f) s += b.w * t * t * t;
                }
    crowd[p] = s;
}
__global__ void flip_crowd_chain_after(const float4 *pos, const int *first, float *crowd, int n, int np) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;
    float4 a = pos[p];
    int ci = (int)a.x, cj = (int)a.y, ck = (int)a.z;
    int i0 = max(ci - 1, 0), i1 = min(ci + 1, n - 1);
    float s = 0.0f;
    for (int k = max(ck - 1, 0); k <= min(ck + 1, n - 1); k++)
        for (int j = max(cj - 1, 0); j <= min(cj + 1, n - 1); j++) {
            int e = first[(k * n + j) * n + i1 + 1];
            for (int q = first[(k * n + j) * n + i0]; q < e; q++) {       // three cells of a row lie together
                float4 b = pos[q];
                float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
                float t = 1.0f - (dx * dx + dy * dy + dz * dz);
                if (t > 0.0f) s += b.w * t * t * t;
            }
        }
    crowd[p] = s;
}

// pressure matrix times the search direction; before: the matrix has four arrays of coefficients
__global__ void flip_pressure_apply_before(const float *diag, const float *ax, const float *ay, const float *az,
                                           const float *s, float *q, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    if (i >= n) return;
    int c = (k * n + j) * n + i, n2 = n * n;
    float t = diag[c] * s[c];
    if (i > 0) t += ax[c - 1] * s[c - 1];
    if (i < n - 1) t += ax[c] * s[c + 1];
    if (j > 0) t += ay[c - n] * s[c - n];
    if (j < n - 1) t += ay[c] * s[c + n];
    if (k > 0) t += az[c - n2] * s[c - n2];
    if (k < n - 1) t += az[c] * s[c + n2];
    q[c] = t;
}
__global__ void flip_pressure_apply_after(const unsigned short *kind, float scale, const float *s, float *q, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    if (i >= n) return;
    int c = (k * n + j) * n + i, n2 = n * n;
    unsigned m = kind[c];                             // six bits for neighbours of fluid, then the number of open sides
    float t = (float)(m >> 6) * s[c];
    if (m & 1u) t -= s[c - 1];
    if (m & 2u) t -= s[c + 1];
    if (m & 4u) t -= s[c - n];
    if (m & 8u) t -= s[c + n];
    if (m & 16u) t -= s[c - n2];
    if (m & 32u) t -= s[c + n2];
    q[c] = scale * t;
}

// particles pushed out of turning boxes; before: the attitude of each box is found from its angles
__global__ void flip_push_boxes_before(const float4 *pos, const Box *box, int nbox, float time, float4 *out, int np) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;
    float4 a = pos[p];
    for (int b = 0; b < nbox; b++) {
        Box o = box[b];
        float sx = sinf(o.ax + o.wx * time), cx = cosf(o.ax + o.wx * time);
        float sy = sinf(o.ay + o.wy * time), cy = cosf(o.ay + o.wy * time);
        float sz = sinf(o.az + o.wz * time), cz = cosf(o.az + o.wz * time);
        float r[9] = {cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx,
                      sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx, -sy, cy * sx, cy * cx};
        float dx = a.x - o.cx, dy = a.y - o.cy, dz = a.z - o.cz;
        float x = r[0] * dx + r[3] * dy + r[6] * dz, y = r[1] * dx + r[4] * dy + r[7] * dz;
        float z = r[2] * dx + r[5] * dy + r[8] * dz;
        float ex = o.hx - fabsf(x), ey = o.hy - fabsf(y), ez = o.hz - fabsf(z);
        if (ex > 0.0f && ey > 0.0f && ez > 0.0f) {
            if (ex <= ey && ex <= ez) x = copysignf(o.hx, x);
            else if (ey <= ez) y = copysignf(o.hy, y);
            else z = copysignf(o.hz, z);
            a.x = o.cx + r[0] * x + r[1] * y + r[2] * z;
            a.y = o.cy + r[3] * x + r[4] * y + r[5] * z;
            a.z = o.cz + r[6] * x + r[7] * y + r[8] * z;
        }
    }
    out[p] = a;
}
__global__ void flip_push_boxes_after(const float4 *pos, const Pose *box, int nbox, float4 *out, int np) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;
    float4 a = pos[p];
    for (int b = 0; b < nbox; b++) {
        const Pose &o = box[b];
        const float *r = o.r;
        float dx = a.x - o.cx, dy = a.y - o.cy, dz = a.z - o.cz;
        float x = r[0] * dx + r[3] * dy + r[6] * dz, y = r[1] * dx + r[4] * dy + r[7] * dz;
        float z = r[2] * dx + r[5] * dy + r[8] * dz;
        float ex = o.hx - fabsf(x), ey = o.hy - fabsf(y), ez = o.hz - fabsf(z);
        if (ex > 0.0f && ey > 0.0f && ez > 0.0f) {
            if (ex <= ey && ex <= ez) x = copysignf(o.hx, x);
            else if (ey <= ez) y = copysignf(o.hy, y);
            else z = copysignf(o.hz, z);
            a.x = o.cx + r[0] * x + r[1] * y + r[2] * z;
            a.y = o.cy + r[3] * x + r[4] * y + r[5] * z;
            a.z = o.cz + r[6] * x + r[7] * y + r[8] * z;
        }
    }
    out[p] = a;
}

__device__ void splat(float x, float y, float z, float u, float v, float w, float *gu, float *gv, float *gw, float *gm, int n) {
    int i = (int)x, j = (int)y, k = (int)z;
    float fx = x - i, fy = y - j, fz = z - k;
#pragma unroll
    for (int c = 0; c < 8; c++) {
        float m = (c & 1 ? fx : 1.0f - fx) * (c & 2 ? fy : 1.0f - fy) * (c & 4 ? fz : 1.0f - fz);
        int q = ((k + (c >> 2)) * n + j + (c >> 1 & 1)) * n + i + (c & 1);
        atomicAdd(gu + q, m * u);
        atomicAdd(gv + q, m * v);
        atomicAdd(gw + q, m * w);
        atomicAdd(gm + q, m);
    }
}

// momentum and mass of the particles brought to the grid; before: the particles are structures
__global__ void flip_splat_marker_before(const Marker *mk, float *gu, float *gv, float *gw, float *gm, int n, int np) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;
    splat(mk[p].x, mk[p].y, mk[p].z, mk[p].u, mk[p].v, mk[p].w, gu, gv, gw, gm, n);
}
__global__ void flip_splat_marker_after(const float *f, float *gu, float *gv, float *gw, float *gm, int n, int np) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= np) return;
    const size_t s = np;
    splat(f[p], f[s + p], f[2 * s + p], f[3 * s + p], f[4 * s + p], f[5 * s + p], gu, gv, gw, gm, n);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static int edge(int n) { return scaled(64) == 1 ? n / 4 : n; }

// places in an order by cells, and the first place of each cell
static std::vector<int> by_cell(const std::vector<int> &cell, int ncell, std::vector<int> &first) {
    first.assign(ncell + 1, 0);
    for (int c : cell) first[c + 1]++;
    for (int c = 0; c < ncell; c++) first[c + 1] += first[c];
    std::vector<int> at(first.begin(), first.end() - 1), order(cell.size());
    for (size_t p = 0; p < cell.size(); p++) order[at[cell[p]]++] = (int)p;
    return order;
}

int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("flip_gather_mixed")) {
        const int n = edge(256), np = scaled(4 << 20);
        Rng g(1);
        std::vector<float> f[3], sorted[3], grid((size_t)n * n * n);
        std::vector<int> cell(np), first;
        for (auto &e : f) e.resize(np);
        for (int p = 0; p < np; p++) {
            for (int d = 0; d < 3; d++) f[d][p] = 1.0f + (n - 3) * g.f() * (d == 2 ? 0.25f : 1.0f);
            cell[p] = ((int)f[2][p] * n + (int)f[1][p]) * n + (int)f[0][p];
        }
        auto order = by_cell(cell, n * n * n, first);
        float *d[3], *ds[3], *gr[3], *o[3];
        for (int k = 0; k < 3; k++) {
            for (int p : order) sorted[k].push_back(f[k][p]);
            for (auto &e : grid) e = g.f() - 0.4f;
            d[k] = dev(f[k]); ds[k] = dev(sorted[k]); gr[k] = dev(grid); o[k] = dev<float>(np);
        }
        auto get = [&](bool back) {
            std::vector<float> r;
            for (int k = 0; k < 3; k++) {
                auto h = host(o[k], np), t = h;
                if (back) for (int p = 0; p < np; p++) t[order[p]] = h[p];
                r.insert(r.end(), t.begin(), t.end());
            }
            return r;
        };
        run_pair("flip_gather_mixed", 1e-5, once([&] { for (auto *e : o) zero(e, np); }),
            [&] { flip_gather_mixed_before<<<np / 256, 256>>>(d[0], d[1], d[2], gr[0], gr[1], gr[2], o[0], o[1], o[2], n, np); },
            [&] { flip_gather_mixed_after<<<np / 256, 256>>>(ds[0], ds[1], ds[2], gr[0], gr[1], gr[2], o[0], o[1], o[2], n, np); },
            [&] { return get(false); }, [&] { return get(true); });
        for (int k = 0; k < 3; k++) release(d[k], ds[k], gr[k], o[k]);
    }
    if (want("flip_crowd_chain")) {
        const int n = edge(64), np = 4 * n * n * n;
        Rng g(2);
        std::vector<float4> pos(np), sorted;
        std::vector<int> cell(np), head(n * n * n, -1), next(np), first;
        for (int p = 0; p < np; p++) {
            pos[p] = make_float4(n * g.f(), n * g.f(), n * g.f(), 0.5f + g.f());
            cell[p] = ((int)pos[p].z * n + (int)pos[p].y) * n + (int)pos[p].x;
            next[p] = head[cell[p]];
            head[cell[p]] = p;
        }
        auto order = by_cell(cell, n * n * n, first);
        for (int p : order) sorted.push_back(pos[p]);
        float4 *dp = dev(pos), *ds = dev(sorted);
        int *dh = dev(head), *dn = dev(next), *df = dev(first);
        float *o = dev<float>(np);
        run_pair("flip_crowd_chain", 1e-4, once([&] { zero(o, np); }),
            [&] { flip_crowd_chain_before<<<np / 128, 128>>>(dp, dh, dn, o, n, np); },
            [&] { flip_crowd_chain_after<<<np / 128, 128>>>(ds, df, o, n, np); }, [&] { return host(o, np); },
            [&] { auto h = host(o, np), t = h; for (int p = 0; p < np; p++) t[order[p]] = h[p]; return t; });
        release(dp, ds, dh, dn, df, o);
    }
    if (want("flip_pressure_apply")) {
        const int n = edge(256), nc = n * n * n;
        const float scale = 0.37f;
        Rng g(3);
        std::vector<unsigned char> t(nc);             // 0 solid, 1 air, 2 fluid
        for (int c = 0; c < nc; c++) {
            int i = c % n, j = c / n % n, k = c / n / n;
            bool wall = i == 0 || j == 0 || k == 0 || i == n - 1 || j == n - 1 || k == n - 1;
            float r = sqrtf((i - n * 0.5f) * (i - n * 0.5f) + (j - n * 0.4f) * (j - n * 0.4f)) / n;
            t[c] = wall || r < 0.08f ? 0 : k > n * (0.7f + 0.1f * sinf(9.0f * i / n)) ? 1 : 2;
        }
        std::vector<float> a[4], s(nc, 0.0f);
        std::vector<unsigned short> kind(nc, 0);
        for (auto &e : a) e.assign(nc, 0.0f);
        const int step[6] = {-1, 1, -n, n, -n * n, n * n};
        for (int c = 0; c < nc; c++) {
            if (t[c] != 2) continue;                  // a cell of fluid has all six neighbours
            s[c] = g.f() - 0.3f;
            int open = 0;
            for (int d = 0; d < 6; d++) {
                open += t[c + step[d]] != 0;
                if (t[c + step[d]] != 2) continue;
                kind[c] |= (unsigned short)(1 << d);
                if (d & 1) a[1 + d / 2][c] = -scale;
            }
            kind[c] |= (unsigned short)(open << 6);
            a[0][c] = scale * open;
        }
        float *d0 = dev(a[0]), *d1 = dev(a[1]), *d2 = dev(a[2]), *d3 = dev(a[3]), *ds = dev(s), *o = dev<float>(nc);
        unsigned short *dk = dev(kind);
        auto get = [&] { return host(o, nc); };
        const dim3 grid((n + 127) / 128, n, n);
        run_pair("flip_pressure_apply", 1e-5, once([&] { zero(o, nc); }),
            [&] { flip_pressure_apply_before<<<grid, 128>>>(d0, d1, d2, d3, ds, o, n); },
            [&] { flip_pressure_apply_after<<<grid, 128>>>(dk, scale, ds, o, n); }, get, get);
        release(d0, d1, d2, d3, ds, o, dk);
    }
    if (want("flip_push_boxes")) {
        const int np = scaled(4 << 20), nbox = 16;
        const float time = 2.7f;
        Rng g(4);
        std::vector<float4> pos(np);
        for (auto &e : pos) e = make_float4(64.0f * g.f(), 64.0f * g.f(), 64.0f * g.f(), 1.0f);
        std::vector<Box> box(nbox);
        std::vector<Pose> pose(nbox);
        for (int b = 0; b < nbox; b++) {
            float *f = (float *)&box[b];
            for (int k = 0; k < 3; k++) {
                f[k] = 8.0f + 16.0f * (k == 0 ? b % 4 : k == 1 ? b / 4 : 3 * g.f());
                f[3 + k] = 1.5f + 3.0f * g.f();
                f[6 + k] = 6.28f * g.f();
                f[9 + k] = g.f() - 0.5f;
            }
            float s[3], c[3];
            for (int k = 0; k < 3; k++) { s[k] = sinf(f[6 + k] + f[9 + k] * time); c[k] = cosf(f[6 + k] + f[9 + k] * time); }
            pose[b] = {f[0], f[1], f[2], f[3], f[4], f[5],
                       {c[2] * c[1], c[2] * s[1] * s[0] - s[2] * c[0], c[2] * s[1] * c[0] + s[2] * s[0],
                        s[2] * c[1], s[2] * s[1] * s[0] + c[2] * c[0], s[2] * s[1] * c[0] - c[2] * s[0],
                        -s[1], c[1] * s[0], c[1] * c[0]}};
        }
        float4 *dp = dev(pos), *o = dev<float4>(np);
        Box *db = dev(box);
        Pose *dq = dev(pose);
        auto get = [&] {                              // sums of blocks of 64 particles; a particle between two faces may differ
            auto h = host(o, np);
            std::vector<float> r(np / 64 * 3, 0.0f);
            for (int p = 0; p < np; p++) { float *q = &r[p / 64 * 3]; q[0] += h[p].x; q[1] += h[p].y; q[2] += h[p].z; }
            return r;
        };
        run_pair("flip_push_boxes", 5e-3, once([&] { zero(o, np); }),
            [&] { flip_push_boxes_before<<<np / 256, 256>>>(dp, db, nbox, time, o, np); },
            [&] { flip_push_boxes_after<<<np / 256, 256>>>(dp, dq, nbox, o, np); }, get, get);
        release(dp, o, db, dq);
    }
    if (want("flip_splat_marker")) {
        const int n = edge(128), nc = n * n * n, np = scaled(2 << 20);
        Rng g(5);
        std::vector<Marker> mk(np);
        std::vector<float> f((size_t)6 * np);
        for (int p = 0; p < np; p++) {
            float *q = (float *)&mk[p];
            for (int k = 0; k < 6; k++) f[(size_t)k * np + p] = q[k] = k < 3 ? (n - 1.01f) * g.f() : g.f() + 0.1f;
        }
        Marker *dm = dev(mk);
        float *df = dev(f), *o = dev<float>((size_t)4 * nc);
        auto get = [&] { return host(o, (size_t)4 * nc); };
        run_pair("flip_splat_marker", 1e-4, [&] { zero(o, (size_t)4 * nc); },
            [&] { flip_splat_marker_before<<<np / 256, 256>>>(dm, o, o + nc, o + 2 * nc, o + 3 * nc, n, np); },
            [&] { flip_splat_marker_after<<<np / 256, 256>>>(df, o, o + nc, o + 2 * nc, o + 3 * nc, n, np); }, get, get);
        release(dm, df, o);
    }
    return g_bad;
}
