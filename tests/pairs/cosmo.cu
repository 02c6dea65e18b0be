#include "harness.cuh"

// ------------------------------------------------------------------ kernels
extern "C" {

// power of the modes summed in 64 shells; before: a group of blocks for each shell goes through the field
__global__ void cosmo_power_shell_before(const float2 *field, double *power, int n, int nplane) {
    __shared__ float part[128];
    const int nz = n / 2, shell = blockIdx.x;
    const float width = n / 128.0f, lo = shell * width, hi = lo + width;
    float s = 0.0f;
    for (int x = blockIdx.y * nplane; x < (int)(blockIdx.y + 1) * nplane; x++) {
        int kx = x < n / 2 ? x : x - n;
        for (int y = 0; y < n; y++) {
            int ky = y < n / 2 ? y : y - n;
            for (int z = threadIdx.x; z < nz; z += blockDim.x) {
                float k = sqrtf((float)(kx * kx + ky * ky + z * z));
                if (k >= lo && k < hi) {
                    float2 d = field[(x * n + y) * nz + z];
                    s += (z ? 2.0f : 1.0f) * (d.x * d.x + d.y * d.y);
                }
            }
        }
    }
    part[threadIdx.x] = s;
    __syncthreads();
    for (int o = 64; o > 0; o >>= 1) {
        if (threadIdx.x < o) part[threadIdx.x] += part[threadIdx.x + o];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(power + shell, (double)part[0]);
}
__global__ void cosmo_power_shell_after(const float2 *field, double *power, int n) {
    __shared__ float bin[64][128];                    // a column for each thread
    const int nz = n / 2, x = blockIdx.x, ny = n / gridDim.y;
    const int kx = x < n / 2 ? x : x - n;
    const float scale = 128.0f / n;
    for (int b = 0; b < 64; b++) bin[b][threadIdx.x] = 0.0f;
    for (int y = blockIdx.y * ny; y < (int)(blockIdx.y + 1) * ny; y++) {
        int ky = y < n / 2 ? y : y - n;
        for (int z = threadIdx.x; z < nz; z += blockDim.x) {
            float2 d = field[(x * n + y) * nz + z];
            int b = (int)(sqrtf((float)(kx * kx + ky * ky + z * z)) * scale);
            if (b < 64) bin[b][threadIdx.x] += (z ? 2.0f : 1.0f) * (d.x * d.x + d.y * d.y);
        }
    }
    __syncthreads();
    for (int b = threadIdx.x >> 5; b < 64; b += 4) {
        int l = threadIdx.x & 31;
        float s = bin[b][l] + bin[b][l + 32] + bin[b][l + 64] + bin[b][l + 96];
        for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
        if (l == 0 && s > 0.0f) atomicAdd(power + b, (double)s);
    }
}

// halo of each particle from the links of friends; before: every particle follows the links as they are
__global__ void cosmo_friend_root_before(const int *link, int *halo, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = i;
    while (link[r] != r) r = link[r];
    halo[i] = r;
}
__global__ void cosmo_friend_root_after(int *link, int *halo, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = i, p = link[r];
    while (p != r) {
        int g = link[p];
        if (g != p) link[r] = g;                      // any ancestor will do, whoever writes last
        r = g;
        p = link[r];
    }
    halo[i] = r;
}

// weighted pair counts of a correlation function in 24 bins of distance; before: one histogram a block
__global__ void cosmo_pair_weight_before(const float4 *gal, double *dd, float scale, int n) {
    __shared__ float4 tile[128];
    __shared__ float hist[24];
    float4 a = gal[blockIdx.x * 128 + threadIdx.x];
    if (threadIdx.x < 24) hist[threadIdx.x] = 0.0f;
    int per = n / gridDim.y;
    for (int t = blockIdx.y * per; t < (int)(blockIdx.y + 1) * per; t += 128) {
        __syncthreads();
        tile[threadIdx.x] = gal[t + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            float4 b = tile[j];
            float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
            int k = (int)(sqrtf(dx * dx + dy * dy + dz * dz) * scale);
            if (k < 24) atomicAdd(hist + k, a.w * b.w);
        }
    }
    __syncthreads();
    if (threadIdx.x < 24) atomicAdd(dd + threadIdx.x, (double)hist[threadIdx.x]);
}
__global__ void cosmo_pair_weight_after(const float4 *gal, double *dd, float scale, int n) {
    __shared__ float4 tile[128];
    __shared__ float hist[24][128];
    float4 a = gal[blockIdx.x * 128 + threadIdx.x];
    for (int k = 0; k < 24; k++) hist[k][threadIdx.x] = 0.0f;
    int per = n / gridDim.y;
    for (int t = blockIdx.y * per; t < (int)(blockIdx.y + 1) * per; t += 128) {
        __syncthreads();
        tile[threadIdx.x] = gal[t + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            float4 b = tile[j];
            float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
            int k = (int)(sqrtf(dx * dx + dy * dy + dz * dz) * scale);
            if (k < 24) hist[k][threadIdx.x] += b.w;
        }
    }
    for (int k = 0; k < 24; k++) hist[k][threadIdx.x] *= a.w;
    __syncthreads();
    for (int k = threadIdx.x >> 5; k < 24; k += 4) {
        int l = threadIdx.x & 31;
        float s = hist[k][l] + hist[k][l + 32] + hist[k][l + 64] + hist[k][l + 96];
        for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
        if (l == 0) atomicAdd(dd + k, (double)s);
    }
}

// potential of the density in Fourier space; before: the threads of a block go along the first axis of the field
__global__ void cosmo_poisson_axis_before(const float2 *rho, float2 *phi, float four_pi_g, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x >= n) return;
    int kx = x < n / 2 ? x : x - n, ky = y < n / 2 ? y : y - n;
    float k2 = (float)(kx * kx + ky * ky + z * z);
    float f = k2 > 0.0f ? -four_pi_g / k2 : 0.0f;
    size_t q = ((size_t)x * n + y) * (n / 2) + z;
    float2 d = rho[q];
    phi[q] = make_float2(f * d.x, f * d.y);
}
__global__ void cosmo_poisson_axis_after(const float2 *rho, float2 *phi, float four_pi_g, int n) {
    int z = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, x = blockIdx.z;
    if (z >= n / 2) return;
    int kx = x < n / 2 ? x : x - n, ky = y < n / 2 ? y : y - n;
    float k2 = (float)(kx * kx + ky * ky + z * z);
    float f = k2 > 0.0f ? -four_pi_g / k2 : 0.0f;
    size_t q = ((size_t)x * n + y) * (n / 2) + z;
    float2 d = rho[q];
    phi[q] = make_float2(f * d.x, f * d.y);
}

// mean velocity and dispersion of each halo; before: the sums of a block are added up pair by pair
__global__ void cosmo_halo_moments_before(const float *m, const float *u, const float *v, const float *w, float4 *out,
                                          float *sigma, int per) {
    __shared__ float s[5][256];
    const int t = threadIdx.x;
    float a[5] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    for (int k = t; k < per; k += 256) {
        size_t p = (size_t)blockIdx.x * per + k;
        float q = m[p], x = u[p], y = v[p], z = w[p];
        a[0] += q; a[1] += q * x; a[2] += q * y; a[3] += q * z; a[4] += q * (x * x + y * y + z * z);
    }
    for (int c = 0; c < 5; c++) s[c][t] = a[c];
    __syncthreads();
    for (int o = 1; o < 256; o *= 2) {
        if (t % (2 * o) == 0)
            for (int c = 0; c < 5; c++) s[c][t] += s[c][t + o];
        __syncthreads();
    }
    if (t == 0) {
        float r = 1.0f / s[0][0], x = s[1][0] * r, y = s[2][0] * r, z = s[3][0] * r;
        out[blockIdx.x] = make_float4(x, y, z, s[0][0]);
        sigma[blockIdx.x] = sqrtf(s[4][0] * r - x * x - y * y - z * z);
    }
}
__global__ void cosmo_halo_moments_after(const float *m, const float *u, const float *v, const float *w, float4 *out,
                                         float *sigma, int per) {
    __shared__ float s[5][8];
    const int t = threadIdx.x;
    float a[5] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    for (int k = t; k < per; k += 256) {
        size_t p = (size_t)blockIdx.x * per + k;
        float q = m[p], x = u[p], y = v[p], z = w[p];
        a[0] += q; a[1] += q * x; a[2] += q * y; a[3] += q * z; a[4] += q * (x * x + y * y + z * z);
    }
    for (int c = 0; c < 5; c++) {
        for (int o = 16; o > 0; o >>= 1) a[c] += __shfl_down_sync(0xffffffffu, a[c], o);
        if (t % 32 == 0) s[c][t / 32] = a[c];
    }
    __syncthreads();
    if (t == 0) {
        for (int c = 0; c < 5; c++) {
            a[c] = 0.0f;
            for (int k = 0; k < 8; k++) a[c] += s[c][k];
        }
        float r = 1.0f / a[0], x = a[1] * r, y = a[2] * r, z = a[3] * r;
        out[blockIdx.x] = make_float4(x, y, z, a[0]);
        sigma[blockIdx.x] = sqrtf(a[4] * r - x * x - y * y - z * z);
    }
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
static int edge(int n) { return scaled(64) == 1 ? n / 4 : n; }

int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("cosmo_power_shell") || want("cosmo_poisson_axis")) {
        const int n = edge(256), nm = n * n * (n / 2), nplane = 8;
        Rng g(1);
        std::vector<float2> f(nm);
        for (auto &e : f) e = make_float2(g.f() - 0.5f, g.f() - 0.5f);
        float2 *df = dev(f), *o = dev<float2>(nm);
        double *dp = dev<double>(64);
        auto power = [&] { return host(dp, 64); };
        auto get = [&] { return host((float *)o, (size_t)2 * nm); };
        if (want("cosmo_power_shell"))
            run_pair("cosmo_power_shell", 1e-3, [&] { zero(dp, 64); },
                [&] { cosmo_power_shell_before<<<dim3(64, n / nplane), 128>>>(df, dp, n, nplane); },
                [&] { cosmo_power_shell_after<<<dim3(n, 4), 128>>>(df, dp, n); }, power, power);
        if (want("cosmo_poisson_axis"))
            run_pair("cosmo_poisson_axis", 1e-5, once([&] { zero(o, nm); }),
                [&] { cosmo_poisson_axis_before<<<dim3((n + 127) / 128, n, n / 2), 128>>>(df, o, 12.6f, n); },
                [&] { cosmo_poisson_axis_after<<<dim3((n / 2 + 127) / 128, n, n), 128>>>(df, o, 12.6f, n); }, get, get);
        release(df, o, dp);
    }
    if (want("cosmo_friend_root")) {
        const int n = scaled(4 << 20);
        Rng g(2);
        std::vector<int> id(n), link(n);
        for (int i = 0; i < n; i++) id[i] = i;
        for (int i = n - 1; i > 0; i--) std::swap(id[i], id[g.u() % (unsigned)(i + 1)]);
        for (int i = 0; i < n;) {                     // halos of up to 500 particles, scattered in memory
            int m = std::min(n - i, 20 + (int)(480.0f * g.f() * g.f()));
            link[id[i]] = id[i];
            for (int k = 1; k < m; k++) link[id[i + k]] = id[i + std::max(0, k - 1 - (int)(g.u() % 3u))];
            i += m;
        }
        int *d0 = dev(link), *dl = dev<int>(n), *o = dev<int>(n);
        auto get = [&] { return host(o, n); };
        run_pair("cosmo_friend_root", 0,
            [&] { CK(cudaMemcpyAsync(dl, d0, n * sizeof(int), cudaMemcpyDeviceToDevice)); zero(o, n); },
            [&] { cosmo_friend_root_before<<<n / 256, 256>>>(dl, o, n); },
            [&] { cosmo_friend_root_after<<<n / 256, 256>>>(dl, o, n); }, get, get);
        release(d0, dl, o);
    }
    if (want("cosmo_pair_weight")) {
        const int n = scaled(16384), ny = scaled(16384) / 1024 > 0 ? 16 : 1;
        Rng g(3);
        std::vector<float4> gal(n);
        for (auto &e : gal) e = make_float4(g.f(), g.f(), g.f(), 0.3f + g.f());
        float4 *dg = dev(gal);
        double *dd = dev<double>(24);
        auto get = [&] { return host(dd, 24); };
        run_pair("cosmo_pair_weight", 1e-3, [&] { zero(dd, 24); },
            [&] { cosmo_pair_weight_before<<<dim3(n / 128, ny), 128>>>(dg, dd, 24.0f / 0.75f, n); },
            [&] { cosmo_pair_weight_after<<<dim3(n / 128, ny), 128>>>(dg, dd, 24.0f / 0.75f, n); }, get, get);
        release(dg, dd);
    }
    if (want("cosmo_halo_moments")) {
        const int nh = 1024, per = scaled(16384), n = nh * per;
        Rng g(4);
        std::vector<float> f(n);
        float *d[4], *o = dev<float>(5 * nh);
        for (int k = 0; k < 4; k++) {
            for (auto &e : f) e = k ? g.f() * (1.0f + 0.1f * k) : 1.0f + g.f();
            d[k] = dev(f);
        }
        auto get = [&] { return host(o, 5 * nh); };
        run_pair("cosmo_halo_moments", 1e-4, once([&] { zero(o, 5 * nh); }),
            [&] { cosmo_halo_moments_before<<<nh, 256>>>(d[0], d[1], d[2], d[3], (float4 *)o, o + 4 * nh, per); },
            [&] { cosmo_halo_moments_after<<<nh, 256>>>(d[0], d[1], d[2], d[3], (float4 *)o, o + 4 * nh, per); }, get, get);
        release(d[0], d[1], d[2], d[3], o);
    }
    return g_bad;
}
