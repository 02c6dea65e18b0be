#include "harness.cuh"

// ------------------------------------------------------------------ kernels
struct Goal { float weight, limit; };

__constant__ Goal c_goal[24];

__device__ static unsigned dose_hash(unsigned x) {
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return (x ^ (x >> 16)) | 1u;
}
__device__ static float dose_rand(unsigned &s) {
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    return ((s >> 8) + 0.5f) * (1.0f / 16777216.0f);
}

extern "C" {

// dose = influence matrix times spot weights; before: a block a spot adds its column to the dose
__global__ void dose_dij_apply_before(const int *first, const int *voxel, const float *val, const float *weight, float *dose) {
    int spot = blockIdx.x;
    float w = weight[spot];
    for (int k = first[spot] + threadIdx.x; k < first[spot + 1]; k += blockDim.x) atomicAdd(dose + voxel[k], val[k] * w);
}
__global__ void dose_dij_apply_after(const int *first, const int *spot, const float *val, const float *weight, float *dose,
                                     int nvox) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (row >= nvox) return;
    float s = 0.0f;
    for (int k = first[row] + lane; k < first[row + 1]; k += 32) s += val[k] * weight[spot[k]];
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (lane == 0) dose[row] = s;
}

// gamma index of a measured against a planned dose; before: gamma itself is worked out for each candidate
__global__ void dose_gamma_search_before(const float *ref, const float *eval, float *gamma, int nx, int ny, int nz, int r,
                                         float h, float dta, float dd) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    float d = ref[(z * ny + y) * nx + x], best = 1e30f;
    for (int k = max(z - r, 0); k <= min(z + r, nz - 1); k++)
        for (int j = max(y - r, 0); j <= min(y + r, ny - 1); j++)
            for (int i = max(x - r, 0); i <= min(x + r, nx - 1); i++) {
                float ex = (i - x) * h, ey = (j - y) * h, ez = (k - z) * h;
                float diff = eval[(k * ny + j) * nx + i] - d;
                float g = sqrtf((ex * ex + ey * ey + ez * ez) / (dta * dta) + diff * diff / (dd * dd));
                best = fminf(best, g);
            }
    gamma[(z * ny + y) * nx + x] = best;
}
__global__ void dose_gamma_search_after(const float *ref, const float *eval, float *gamma, int nx, int ny, int nz, int r,
                                        float h, float dta, float dd) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    float d = ref[(z * ny + y) * nx + x], best = 1e30f;
    float rt = h * h / (dta * dta), rd = 1.0f / (dd * dd);
    for (int k = max(z - r, 0); k <= min(z + r, nz - 1); k++)
        for (int j = max(y - r, 0); j <= min(y + r, ny - 1); j++) {
            float yz = (float)((j - y) * (j - y) + (k - z) * (k - z)) * rt;
            for (int i = max(x - r, 0); i <= min(x + r, nx - 1); i++) {
                float ex = (float)(i - x), diff = eval[(k * ny + j) * nx + i] - d;
                best = fminf(best, ex * ex * rt + yz + diff * diff * rd);
            }
        }
    gamma[(z * ny + y) * nx + x] = sqrtf(best);
}

// overdose penalty of each voxel over the structures it is in; before: a byte mask for each structure
__global__ void dose_penalty_mask_before(const float *dose, const unsigned char *mask, float *pen, int nstruct, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = dose[i], p = 0.0f;
    for (int s = 0; s < nstruct; s++)
        if (mask[(size_t)s * n + i]) {
            float e = fmaxf(d - c_goal[s].limit, 0.0f);
            p += c_goal[s].weight * e * e;
        }
    pen[i] = p;
}
__global__ void dose_penalty_mask_after(const float *dose, const unsigned *member, float *pen, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = dose[i], p = 0.0f;
    for (unsigned m = member[i]; m; m &= m - 1) {
        int s = __ffs(m) - 1;
        float e = fmaxf(d - c_goal[s].limit, 0.0f);
        p += c_goal[s].weight * e * e;
    }
    pen[i] = p;
}

// photon histories in a slab; before: a loop over the photons around a loop over a photon's flights
__global__ void dose_photon_history_before(float *edep, int nphoton, float mu, float depth) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int p = 0; p < nphoton; p++) {
        unsigned rng = dose_hash(t * 977u + p * 131071u + 7u);
        float z = 0.0f, c = 1.0f, e = 6.0f;
        while (true) {
            z -= c * logf(dose_rand(rng)) / mu;
            if (z < 0.0f || z > depth) break;
            float u = dose_rand(rng);
            if (u < 0.08f || e < 0.05f) { sum += e; break; }
            float k = 0.75f + 0.25f * dose_rand(rng);
            sum += e * (1.0f - k);
            e *= k;
            c = fminf(fmaxf(c * 0.9f + 0.9f * (dose_rand(rng) - 0.5f), -1.0f), 1.0f);
        }
    }
    edep[t] = sum;
}
__global__ void dose_photon_history_after(float *edep, int nphoton, float mu, float depth) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    int p = 0;
    unsigned rng = dose_hash(t * 977u + 7u);
    float z = 0.0f, c = 1.0f, e = 6.0f;
    while (p < nphoton) {                             // a lane whose photon is done goes on with its next one at once
        z -= c * logf(dose_rand(rng)) / mu;
        bool dead = z < 0.0f || z > depth;
        if (!dead) {
            float u = dose_rand(rng);
            dead = u < 0.08f || e < 0.05f;
            float k = dead ? 0.0f : 0.75f + 0.25f * dose_rand(rng);
            sum += e * (1.0f - k);
            e *= k;
            c = fminf(fmaxf(c * 0.9f + 0.9f * (dose_rand(rng) - 0.5f), -1.0f), 1.0f);
        }
        if (dead) {
            p++;
            rng = dose_hash(t * 977u + p * 131071u + 7u);
            z = 0.0f; c = 1.0f; e = 6.0f;
        }
    }
    edep[t] = sum;
}

// proton pencil beams; before: plain pointers / after: const __restrict__ and __ldg
__global__ void dose_pencil_ldg_before(float *bx, float *by, float *range, float *weight, float *dose, int nbeam, int nx,
                                       int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    float d = 0.0f;
    for (int b = 0; b < nbeam; b++) {
        float dx = 0.2f * x - bx[b], dy = 0.2f * y - by[b], dz = 0.2f * z - range[b];
        d += weight[b] * expf(-0.5f * (dx * dx + dy * dy)) * (0.3f * erfcf(dz) + expf(-dz * dz));
    }
    dose[(z * ny + y) * nx + x] = d;
}
__global__ void dose_pencil_ldg_after(const float *__restrict__ bx, const float *__restrict__ by,
                                      const float *__restrict__ range, const float *__restrict__ weight,
                                      float *__restrict__ dose, int nbeam, int nx, int ny) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    float d = 0.0f;
    for (int b = 0; b < nbeam; b++) {
        float dx = 0.2f * x - __ldg(bx + b), dy = 0.2f * y - __ldg(by + b), dz = 0.2f * z - __ldg(range + b);
        d += __ldg(weight + b) * expf(-0.5f * (dx * dx + dy * dy)) * (0.3f * erfcf(dz) + expf(-dz * dz));
    }
    dose[(z * ny + y) * nx + x] = d;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("dose_dij_apply")) {
        const int nspot = scaled(16384), per = 2048, nvox = scaled(262144);
        Rng g(1);
        std::vector<int> cf(nspot + 1, 0), cv, rf(nvox + 1, 0);
        std::vector<float> cx, w(nspot);
        for (int s = 0; s < nspot; s++) {
            int v = (int)(g.u() % (unsigned)nvox);
            for (int k = 0; k < per; k++) {
                v = (v + 1 + (int)(g.u() & 15u)) % nvox;
                cv.push_back(v);
                cx.push_back(g.f());
                rf[v + 1]++;
            }
            cf[s + 1] = (int)cv.size();
            w[s] = g.f();
        }
        for (int v = 0; v < nvox; v++) rf[v + 1] += rf[v];
        std::vector<int> at(rf.begin(), rf.end() - 1), rs(cv.size());
        std::vector<float> rx(cv.size());
        for (int s = 0; s < nspot; s++)
            for (int k = cf[s]; k < cf[s + 1]; k++) { int p = at[cv[k]]++; rs[p] = s; rx[p] = cx[k]; }
        int *dcf = dev(cf), *dcv = dev(cv), *drf = dev(rf), *drs = dev(rs);
        float *dcx = dev(cx), *drx = dev(rx), *dw = dev(w), *o = dev<float>(nvox);
        auto get = [&] { return host(o, nvox); };
        run_pair("dose_dij_apply", 1e-4, [&] { zero(o, nvox); },
            [&] { dose_dij_apply_before<<<nspot, 256>>>(dcf, dcv, dcx, dw, o); },
            [&] { dose_dij_apply_after<<<nvox / 8, 256>>>(drf, drs, drx, dw, o, nvox); }, get, get);
        release(dcf, dcv, drf, drs, dcx, drx, dw, o);
    }
    if (want("dose_gamma_search")) {
        const int nx = 128, ny = 128, nz = scaled(64), n = nx * ny * nz;
        Rng g(2);
        std::vector<float> a(n), b(n);
        for (int i = 0; i < n; i++) {
            float x = (float)(i % nx) - 64.0f, y = (float)(i / nx % ny) - 60.0f;
            a[i] = 2.0f * expf(-(x * x + y * y) / 1500.0f) + 0.02f * g.f();
            b[i] = 2.0f * expf(-((x + 1.5f) * (x + 1.5f) + y * y) / 1550.0f) + 0.02f * g.f();
        }
        float *da = dev(a), *db = dev(b), *o = dev<float>(n);
        dim3 grid(nx / 32, ny / 8, nz), block(32, 8);
        auto get = [&] { return host(o, n); };
        run_pair("dose_gamma_search", 1e-3, once([&] { zero(o, n); }),
            [&] { dose_gamma_search_before<<<grid, block>>>(da, db, o, nx, ny, nz, 3, 1.0f, 3.0f, 0.06f); },
            [&] { dose_gamma_search_after<<<grid, block>>>(da, db, o, nx, ny, nz, 3, 1.0f, 3.0f, 0.06f); }, get, get);
        release(da, db, o);
    }
    if (want("dose_penalty_mask")) {
        const int n = scaled(8 << 20), ns = 24;
        Rng g(3);
        std::vector<float> d(n);
        for (auto &e : d) e = 80.0f * g.f();
        std::vector<unsigned char> m((size_t)ns * n, 0);
        std::vector<unsigned> b(n, 0u);
        for (int s = 0; s < ns; s++)
            for (int run = 0; run < n / 512; run++) {     // runs of voxels along x, about 6 % of the volume a structure
                int at = (int)(g.u() % (unsigned)(n - 64));
                for (int k = 0; k < 32; k++) { m[(size_t)s * n + at + k] = 1; b[at + k] |= 1u << s; }
            }
        std::vector<Goal> c(ns);
        for (auto &e : c) e = Goal{0.5f + g.f(), 20.0f + 40.0f * g.f()};
        CK(cudaMemcpyToSymbol(c_goal, c.data(), ns * sizeof(Goal)));
        float *dd = dev(d), *o = dev<float>(n);
        unsigned char *dm = dev(m);
        unsigned *db = dev(b);
        auto get = [&] { return host(o, n); };
        run_pair("dose_penalty_mask", 1e-5, once([&] { zero(o, n); }),
            [&] { dose_penalty_mask_before<<<n / 256, 256>>>(dd, dm, o, ns, n); },
            [&] { dose_penalty_mask_after<<<n / 256, 256>>>(dd, db, o, n); }, get, get);
        release(dd, o, dm, db);
    }
    if (want("dose_photon_history")) {
        const int n = scaled(262144);
        float *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("dose_photon_history", 1e-3, once([&] { zero(o, n); }),
            [&] { dose_photon_history_before<<<n / 128, 128>>>(o, 32, 0.4f, 30.0f); },
            [&] { dose_photon_history_after<<<n / 128, 128>>>(o, 32, 0.4f, 30.0f); }, get, get);
        release(o);
    }
    if (want("dose_pencil_ldg")) {
        const int nx = 128, ny = 128, nz = scaled(64), n = nx * ny * nz, nb = 64;
        Rng g(5);
        std::vector<float> x(nb), y(nb), r(nb), w(nb);
        for (int i = 0; i < nb; i++) {
            x[i] = 25.0f * g.f(); y[i] = 25.0f * g.f(); r[i] = 0.1f + 10.0f * g.f(); w[i] = 1.0f + g.f();
        }
        float *dx = dev(x), *dy = dev(y), *dr = dev(r), *dw = dev(w), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("dose_pencil_ldg", 1e-4, once([&] { zero(o, n); }),
            [&] { dose_pencil_ldg_before<<<dim3(1, ny, nz), nx>>>(dx, dy, dr, dw, o, nb, nx, ny); },
            [&] { dose_pencil_ldg_after<<<dim3(1, ny, nz), nx>>>(dx, dy, dr, dw, o, nb, nx, ny); }, get, get);
        release(dx, dy, dr, dw, o);
    }
    return g_bad;
}
