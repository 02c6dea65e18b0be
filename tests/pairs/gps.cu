#include "harness.cuh"

// ------------------------------------------------------------------ kernels
extern "C" {

// length of each step of a track (positions in 1e-7 degrees); before: haversine in double precision
__global__ void gps_haversine_double_before(const int2 *pos, float *dist, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const double rad = 1.7453292519943295e-9;
    int2 a = pos[i], b = pos[i + 1];
    double la = a.x * rad, lb = b.x * rad;
    double sy = sin((b.x - a.x) * rad * 0.5), sx = sin((b.y - a.y) * rad * 0.5);
    double h = sy * sy + cos(la) * cos(lb) * sx * sx;
    dist[i] = (float)(2.0 * 6371008.8 * asin(sqrt(h)));
}
__global__ void gps_haversine_double_after(const int2 *pos, float *dist, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float rad = 1.7453292519943295e-9f;
    int2 a = pos[i], b = pos[i + 1];
    float la = (float)a.x * rad, lb = (float)b.x * rad;
    float sy = sinf((float)(b.x - a.x) * rad * 0.5f), sx = sinf((float)(b.y - a.y) * rad * 0.5f);   // differences are exact
    float h = sy * sy + cosf(la) * cosf(lb) * sx * sx;
    dist[i] = 2.0f * 6371008.8f * asinf(sqrtf(h));
}

// cost of the best path over 16 candidate roads a point (Viterbi); before: a block a track, of which 16 threads work
__global__ void gps_viterbi_block_before(const float *pos, const float *emis, const float *step, float *cost, int T) {
    __shared__ float c[16], q[16];
    int trk = blockIdx.x, j = threadIdx.x;
    if (j < 16) {
        c[j] = emis[trk * T * 16 + j];
        q[j] = pos[trk * T * 16 + j];
    }
    __syncthreads();
    for (int t = 1; t < T; t++) {
        float best = 1e30f, p = 0.0f;
        if (j < 16) {
            p = pos[(trk * T + t) * 16 + j];
            float d = step[trk * T + t];
            for (int k = 0; k < 16; k++) best = fminf(best, c[k] + fabsf(p - q[k] - d));
            best += emis[(trk * T + t) * 16 + j];
        }
        __syncthreads();
        if (j < 16) { c[j] = best; q[j] = p; }
        __syncthreads();
    }
    if (j == 0) {
        float m = c[0];
        for (int k = 1; k < 16; k++) m = fminf(m, c[k]);
        cost[trk] = m;
    }
}
__global__ void gps_viterbi_block_after(const float *pos, const float *emis, const float *step, float *cost, int T) {
    int trk = (blockIdx.x * blockDim.x + threadIdx.x) >> 4, j = threadIdx.x & 15;     // half a warp a track
    float c = emis[trk * T * 16 + j], q = pos[trk * T * 16 + j];
    for (int t = 1; t < T; t++) {
        float best = 1e30f;
        float p = pos[(trk * T + t) * 16 + j], d = step[trk * T + t], e = emis[(trk * T + t) * 16 + j];
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float ck = __shfl_sync(0xffffffffu, c, k, 16), qk = __shfl_sync(0xffffffffu, q, k, 16);
            best = fminf(best, ck + fabsf(p - qk - d));
        }
        c = best + e;
        q = p;
    }
#pragma unroll
    for (int o = 8; o; o >>= 1) c = fminf(c, __shfl_xor_sync(0xffffffffu, c, o, 16));
    if (j == 0) cost[trk] = c;
}

// heat map of positions, 4096 x 4096 cells; before: an atomic for each position, though vehicles stay in a cell for long
__global__ void gps_heat_runs_before(const int2 *pos, unsigned *heat, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int2 p = pos[i];
    atomicAdd(&heat[(p.y >> 12 & 4095) * 4096 + (p.x >> 12 & 4095)], 1u);
}
__global__ void gps_heat_runs_after(const int2 *pos, unsigned *heat, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    int2 p = pos[min(i, n - 1)];
    int cell = i < n ? (p.y >> 12 & 4095) * 4096 + (p.x >> 12 & 4095) : -1;
    unsigned same = __match_any_sync(0xffffffffu, cell);
    if (cell >= 0 && __ffs((int)same) - 1 == lane) atomicAdd(&heat[cell], (unsigned)__popc(same));
}

// geohash of 40 bits; before: the cell is found by bisection, bit by bit
__global__ void gps_geohash_bisect_before(const float2 *pos, unsigned long long *hash, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = pos[i];
    double x0 = -180.0, x1 = 180.0, y0 = -90.0, y1 = 90.0;
    unsigned long long h = 0;
    for (int b = 0; b < 40; b++) {
        h <<= 1;
        if (b & 1) {
            double m = (y0 + y1) / 2;
            if (p.y >= m) { h |= 1; y0 = m; }
            else y1 = m;
        } else {
            double m = (x0 + x1) / 2;
            if (p.x >= m) { h |= 1; x0 = m; }
            else x1 = m;
        }
    }
    hash[i] = h;
}
__device__ __forceinline__ unsigned long long gps_spread(unsigned v) {
    unsigned long long x = v;
    x = (x | x << 16) & 0x0000ffff0000ffffull;
    x = (x | x << 8) & 0x00ff00ff00ff00ffull;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0full;
    x = (x | x << 2) & 0x3333333333333333ull;
    return (x | x << 1) & 0x5555555555555555ull;
}
__global__ void gps_geohash_bisect_after(const float2 *pos, unsigned long long *hash, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = pos[i];
    unsigned x = (unsigned)(((double)p.x + 180.0) / 360.0 * 1048576.0);
    unsigned y = (unsigned)(((double)p.y + 90.0) / 180.0 * 1048576.0);
    hash[i] = gps_spread(x) << 1 | gps_spread(y);
}

// positions inside each of 64 zones (polygons of 256 edges: x, lower y, upper y, slope); before: an atomic a position
__global__ void gps_fence_atomic_before(const float2 *pos, const float4 *edge, unsigned *inside) {
    __shared__ float4 e[256];
    int zone = blockIdx.y;
    e[threadIdx.x] = edge[zone * 256 + threadIdx.x];
    float2 p = pos[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    int in = 0;
    for (int k = 0; k < 256; k++) {
        float4 s = e[k];
        in ^= (s.y <= p.y && p.y < s.z && p.x < s.x + (p.y - s.y) * s.w) ? 1 : 0;
    }
    if (in) atomicAdd(&inside[zone], 1u);
}
__global__ void gps_fence_atomic_after(const float2 *pos, const float4 *edge, unsigned *inside) {
    __shared__ float4 e[256];
    int zone = blockIdx.y;
    e[threadIdx.x] = edge[zone * 256 + threadIdx.x];
    float2 p = pos[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    int in = 0;
    for (int k = 0; k < 256; k++) {
        float4 s = e[k];
        in ^= (s.y <= p.y && p.y < s.z && p.x < s.x + (p.y - s.y) * s.w) ? 1 : 0;
    }
    int total = __syncthreads_count(in);
    if (threadIdx.x == 0 && total) atomicAdd(&inside[zone], (unsigned)total);
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("gps_haversine_double") || want("gps_heat_runs")) {
        const int n = scaled(16 << 20);
        Rng g(1);
        std::vector<int2> p(n + 1);
        int x = 0, y = 0, vx = 0, vy = 0;
        for (int i = 0; i <= n; i++) {
            if (i % 1024 == 0) {                      // a new track: 30 to 60 degrees north
                x = 300000000 + (int)(g.u() % 300000000u);
                y = (int)(g.u() % 2000000000u) - 1000000000;
            }
            if (i % 32 == 0) { vx = (int)(g.u() % 601u) - 300; vy = (int)(g.u() % 601u) - 300; }
            x += vx + (int)(g.u() & 15u);
            y += vy + (int)(g.u() & 15u);
            p[i] = make_int2(x, y);
        }
        int2 *dp = dev(p);
        if (want("gps_haversine_double")) {
            float *o = dev<float>(n);
            auto get = [&] { return host(o, n); };
            run_pair("gps_haversine_double", 1e-3, once([&] { zero(o, n); }),
                [&] { gps_haversine_double_before<<<n / 256, 256>>>(dp, o, n); },
                [&] { gps_haversine_double_after<<<n / 256, 256>>>(dp, o, n); }, get, get);
            release(o);
        }
        if (want("gps_heat_runs")) {
            const int cells = 4096 * 4096;
            unsigned *o = dev<unsigned>(cells);
            auto get = [&] { return host(o, cells); };
            run_pair("gps_heat_runs", 0, [&] { zero(o, cells); },
                [&] { gps_heat_runs_before<<<n / 256, 256>>>(dp, o, n); },
                [&] { gps_heat_runs_after<<<n / 256, 256>>>(dp, o, n); }, get, get);
            release(o);
        }
        release(dp);
    }
    if (want("gps_viterbi_block")) {
        const int ntrk = scaled(32768), T = 64;
        Rng g(2);
        std::vector<float> pos((size_t)ntrk * T * 16), em(pos.size()), st((size_t)ntrk * T);
        for (size_t i = 0; i < pos.size(); i++) { pos[i] = 10.0f * (float)(i / 16 % T) + 20.0f * g.f(); em[i] = 5.0f * g.f(); }
        for (auto &e : st) e = 8.0f + 4.0f * g.f();
        float *dp = dev(pos), *de = dev(em), *ds = dev(st), *o = dev<float>(ntrk);
        auto get = [&] { return host(o, ntrk); };
        run_pair("gps_viterbi_block", 1e-4, once([&] { zero(o, ntrk); }),
            [&] { gps_viterbi_block_before<<<ntrk, 128>>>(dp, de, ds, o, T); },
            [&] { gps_viterbi_block_after<<<ntrk * 16 / 128, 128>>>(dp, de, ds, o, T); }, get, get);
        release(dp, de, ds, o);
    }
    if (want("gps_geohash_bisect")) {
        const int n = scaled(16 << 20);
        Rng g(3);
        std::vector<float2> p(n);
        for (auto &e : p) e = make_float2(360.0f * g.f() - 180.0f, 180.0f * g.f() - 90.0f);
        float2 *dp = dev(p);
        unsigned long long *o = dev<unsigned long long>(n);
        auto get = [&] {                              // both halves, so that each bit is compared
            auto h = host(o, n);
            std::vector<unsigned> r(2 * (size_t)n);
            for (int i = 0; i < n; i++) { r[2 * (size_t)i] = (unsigned)h[i]; r[2 * (size_t)i + 1] = (unsigned)(h[i] >> 32); }
            return r;
        };
        run_pair("gps_geohash_bisect", 0, once([&] { zero(o, n); }),
            [&] { gps_geohash_bisect_before<<<n / 256, 256>>>(dp, o, n); },
            [&] { gps_geohash_bisect_after<<<n / 256, 256>>>(dp, o, n); }, get, get);
        release(dp, o);
    }
    if (want("gps_fence_atomic")) {
        const int n = getenv("PAIRS_SMALL") ? 1024 : 131072;
        const int nz = getenv("PAIRS_SMALL") ? 4 : 64;
        Rng g(4);
        std::vector<float2> p(n);
        for (auto &e : p) e = make_float2(2.0f * g.f() - 1.0f, 2.0f * g.f() - 1.0f);
        std::vector<float4> e(nz * 256);
        for (int z = 0; z < nz; z++) {
            float vx[256], vy[256];
            for (int k = 0; k < 256; k++) {
                float r = 0.4f + 0.4f * g.f(), w = 6.2831853f * (float)k / 256.0f;
                vx[k] = r * cosf(w); vy[k] = r * sinf(w);
            }
            for (int k = 0; k < 256; k++) {
                int a = k, b = (k + 1) & 255;
                if (vy[a] > vy[b]) std::swap(a, b);
                float s = vy[b] > vy[a] ? (vx[b] - vx[a]) / (vy[b] - vy[a]) : 0.0f;
                e[z * 256 + k] = make_float4(vx[a], vy[a], vy[b], s);
            }
        }
        float2 *dp = dev(p);
        float4 *de = dev(e);
        unsigned *o = dev<unsigned>(nz);
        auto get = [&] { return host(o, nz); };
        run_pair("gps_fence_atomic", 0, [&] { zero(o, nz); },
            [&] { gps_fence_atomic_before<<<dim3(n / 256, nz), 256>>>(dp, de, o); },
            [&] { gps_fence_atomic_after<<<dim3(n / 256, nz), 256>>>(dp, de, o); }, get, get);
        release(dp, de, o);
    }
    return g_bad;
}
