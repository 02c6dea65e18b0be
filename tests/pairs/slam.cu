#include "harness.cuh"

// ------------------------------------------------------------------ kernels
struct Cam { float fx, fy, cx, cy; float r[9]; float t[3]; };   // intrinsics, world to camera

__constant__ int c_dx[16] = {0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1};
__constant__ int c_dy[16] = {-3, -3, -2, -1, 0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3};

// homography of four matches (x, y, u, v) by elimination with partial pivoting
__device__ static void slam_homography(const float4 *m, const int *pick, float *h) {
    float a[8][9];
    for (int k = 0; k < 4; k++) {
        float4 p = m[pick[k]];
        float *r = a[2 * k], *s = a[2 * k + 1];
        r[0] = p.x; r[1] = p.y; r[2] = 1.0f; r[3] = r[4] = r[5] = 0.0f; r[6] = -p.x * p.z; r[7] = -p.y * p.z; r[8] = p.z;
        s[3] = p.x; s[4] = p.y; s[5] = 1.0f; s[0] = s[1] = s[2] = 0.0f; s[6] = -p.x * p.w; s[7] = -p.y * p.w; s[8] = p.w;
    }
    for (int c = 0; c < 8; c++) {
        int piv = c;
        for (int r = c + 1; r < 8; r++)
            if (fabsf(a[r][c]) > fabsf(a[piv][c])) piv = r;
        for (int k = c; k < 9; k++) { float t = a[c][k]; a[c][k] = a[piv][k]; a[piv][k] = t; }
        float inv = fabsf(a[c][c]) > 1e-12f ? 1.0f / a[c][c] : 0.0f;
        for (int r = c + 1; r < 8; r++) {
            float f = a[r][c] * inv;
            for (int k = c; k < 9; k++) a[r][k] -= f * a[c][k];
        }
    }
    for (int r = 7; r >= 0; r--) {
        float s = a[r][8];
        for (int k = r + 1; k < 8; k++) s -= a[r][k] * h[k];
        h[r] = fabsf(a[r][r]) > 1e-12f ? s / a[r][r] : 0.0f;
    }
}
__device__ static bool slam_inlier(const float *h, float4 p, float tol2) {
    float w = 1.0f / (h[6] * p.x + h[7] * p.y + 1.0f);
    float ex = (h[0] * p.x + h[1] * p.y + h[2]) * w - p.z, ey = (h[3] * p.x + h[4] * p.y + h[5]) * w - p.w;
    return ex * ex + ey * ey < tol2;
}
__device__ static void slam_jacobian(float4 p, float *j0, float *j1) {
    float iz = 1.0f / p.z, a = p.x * iz, b = p.y * iz;
    j0[0] = iz; j0[1] = 0.0f; j0[2] = -a * iz; j0[3] = -a * b; j0[4] = 1.0f + a * a; j0[5] = -b;
    j1[0] = 0.0f; j1[1] = iz; j1[2] = -b * iz; j1[3] = -1.0f - b * b; j1[4] = a * b; j1[5] = a;
}

extern "C" {

// fusion of a depth image into a volume of signed distances; before: each voxel is read and written, whether it changes or not
__global__ void slam_tsdf_fuse_before(float2 *vol, const float *depth, Cam c, int n, int w, int h, float size, float trunc) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    size_t i = ((size_t)z * n + y) * n + x;
    float2 v = vol[i];
    float px = x * size, py = y * size, pz = z * size;
    float qx = c.r[0] * px + c.r[1] * py + c.r[2] * pz + c.t[0];
    float qy = c.r[3] * px + c.r[4] * py + c.r[5] * pz + c.t[1];
    float qz = c.r[6] * px + c.r[7] * py + c.r[8] * pz + c.t[2];
    float iz = 1.0f / qz;
    int u = __float2int_rn(c.fx * qx * iz + c.cx), s = __float2int_rn(c.fy * qy * iz + c.cy);
    if (qz > 0.0f && u >= 0 && u < w && s >= 0 && s < h) {
        float d = depth[s * w + u] - qz;
        if (fabsf(d) < trunc) {
            v.x = (v.x * v.y + d) / (v.y + 1.0f);
            v.y = v.y + 1.0f;
        }
    }
    vol[i] = v;
}
__global__ void slam_tsdf_fuse_after(float2 *vol, const float *depth, Cam c, int n, int w, int h, float size, float trunc) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    float px = x * size, py = y * size, pz = z * size;
    float qx = c.r[0] * px + c.r[1] * py + c.r[2] * pz + c.t[0];
    float qy = c.r[3] * px + c.r[4] * py + c.r[5] * pz + c.t[1];
    float qz = c.r[6] * px + c.r[7] * py + c.r[8] * pz + c.t[2];
    float iz = 1.0f / qz;
    int u = __float2int_rn(c.fx * qx * iz + c.cx), s = __float2int_rn(c.fy * qy * iz + c.cy);
    if (qz <= 0.0f || u < 0 || u >= w || s < 0 || s >= h) return;
    float d = depth[s * w + u] - qz;
    if (fabsf(d) >= trunc) return;
    size_t i = ((size_t)z * n + y) * n + x;
    float2 v = vol[i];
    v.x = (v.x * v.y + d) / (v.y + 1.0f);
    v.y = v.y + 1.0f;
    vol[i] = v;
}

// corners with nine brighter or darker pixels in a row on a ring of 16; before: each start, pixel by pixel from the image
__global__ void slam_fast_ring_before(const unsigned char *img, int *corner, int w, int h, int thr) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    int found = 0;
    if (x >= 3 && x < w - 3 && y >= 3 && y < h - 3) {
        int p = img[y * w + x];
        for (int start = 0; start < 16 && !found; start++) {
            bool bright = true, dark = true;
            for (int k = 0; k < 9; k++) {
                int j = (start + k) % 16;
                int q = img[(y + c_dy[j]) * w + x + c_dx[j]];
                if (q <= p + thr) bright = false;
                if (q >= p - thr) dark = false;
                if (!bright && !dark) break;
            }
            if (bright) found = 1;
            else if (dark) found = 2;
        }
    }
    corner[y * w + x] = found;
}
__global__ void slam_fast_ring_after(const unsigned char *img, int *corner, int w, int h, int thr) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    int found = 0;
    if (x >= 3 && x < w - 3 && y >= 3 && y < h - 3) {
        int p = img[y * w + x];
        unsigned b = 0, d = 0;
#pragma unroll
        for (int j = 0; j < 16; j++) {
            int q = img[(y + c_dy[j]) * w + x + c_dx[j]];
            b |= (q > p + thr ? 1u : 0u) << j;
            d |= (q < p - thr ? 1u : 0u) << j;
        }
        b |= b << 16;
        d |= d << 16;
        b &= b >> 1; b &= b >> 2; b &= b >> 4; b &= b >> 1;
        d &= d >> 1; d &= d >> 2; d &= d >> 4; d &= d >> 1;
        found = b & 0xffffu ? 1 : d & 0xffffu ? 2 : 0;
    }
    corner[y * w + x] = found;
}

// normal equations of the poses; before: each observation adds its 27 terms to its camera in global memory
__global__ void slam_ba_normal_before(const float4 *pt, const float2 *res, const int *cam, float *sys, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float j0[6], j1[6];
    slam_jacobian(pt[i], j0, j1);
    float2 r = res[i];
    float *s = sys + cam[i] * 27;
    int k = 0;
#pragma unroll
    for (int a = 0; a < 6; a++) {
#pragma unroll
        for (int b = a; b < 6; b++) atomicAdd(s + k++, j0[a] * j0[b] + j1[a] * j1[b]);
    }
#pragma unroll
    for (int a = 0; a < 6; a++) atomicAdd(s + k++, j0[a] * r.x + j1[a] * r.y);
}
__global__ void slam_ba_normal_after(const float4 *pt, const float2 *res, const int *first, float *sys) {
    __shared__ float part[4][27];
    int cam = blockIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float acc[27];
#pragma unroll
    for (int k = 0; k < 27; k++) acc[k] = 0.0f;
    for (int i = first[cam] + blockIdx.y * 128 + threadIdx.x; i < first[cam + 1]; i += 128 * gridDim.y) {
        float j0[6], j1[6];
        slam_jacobian(pt[i], j0, j1);
        float2 r = res[i];
        int k = 0;
#pragma unroll
        for (int a = 0; a < 6; a++) {
#pragma unroll
            for (int b = a; b < 6; b++) acc[k++] += j0[a] * j0[b] + j1[a] * j1[b];
        }
#pragma unroll
        for (int a = 0; a < 6; a++) acc[k++] += j0[a] * r.x + j1[a] * r.y;
    }
#pragma unroll
    for (int k = 0; k < 27; k++) {
        float v = acc[k];
        for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        if (lane == 0) part[warp][k] = v;
    }
    __syncthreads();
    if (threadIdx.x < 27)
        atomicAdd(sys + cam * 27 + threadIdx.x, part[0][threadIdx.x] + part[1][threadIdx.x] + part[2][threadIdx.x] +
                                                    part[3][threadIdx.x]);
}

// inliers of random homographies; before: a block a hypothesis, its first thread solves for the homography
__global__ void slam_ransac_solve_before(const float4 *match, const int4 *pick, int *inlier, int nmatch, float tol2) {
    __shared__ float h[8];
    __shared__ int total;
    if (threadIdx.x == 0) {
        int4 q = pick[blockIdx.x];
        int id[4] = {q.x, q.y, q.z, q.w};
        slam_homography(match, id, h);
        total = 0;
    }
    __syncthreads();
    int cnt = 0;
    for (int i = threadIdx.x; i < nmatch; i += blockDim.x) cnt += slam_inlier(h, match[i], tol2);
    cnt = __reduce_add_sync(0xffffffffu, cnt);
    if ((threadIdx.x & 31) == 0) atomicAdd(&total, cnt);
    __syncthreads();
    if (threadIdx.x == 0) inlier[blockIdx.x] = total;
}
__global__ void slam_ransac_solve_after(const float4 *match, const int4 *pick, int *inlier, int nmatch, float tol2) {
    __shared__ float h[32][9];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (warp == 0) {                                  // 32 hypotheses a block, a lane each
        int4 q = pick[blockIdx.x * 32 + lane];
        int id[4] = {q.x, q.y, q.z, q.w};
        slam_homography(match, id, h[lane]);
    }
    __syncthreads();
    for (int k = warp; k < 32; k += 8) {
        int cnt = 0;
        for (int i = lane; i < nmatch; i += 32) cnt += slam_inlier(h[k], match[i], tol2);
        cnt = __reduce_add_sync(0xffffffffu, cnt);
        if (lane == 0) inlier[blockIdx.x * 32 + k] = cnt;
    }
}

// half-size depth image of the valid pixels; before: the lanes read every second float / after: a float2 a row
__global__ void slam_depth_half_before(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0.0f;
    int c = 0;
    float a = in[(2 * y) * (2 * w) + 2 * x], b = in[(2 * y) * (2 * w) + 2 * x + 1];
    float d = in[(2 * y + 1) * (2 * w) + 2 * x], e = in[(2 * y + 1) * (2 * w) + 2 * x + 1];
    if (a > 0.0f) { s += a; c++; }
    if (b > 0.0f) { s += b; c++; }
    if (d > 0.0f) { s += d; c++; }
    if (e > 0.0f) { s += e; c++; }
    out[y * w + x] = c ? s / c : 0.0f;
}
__global__ void slam_depth_half_after(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float s = 0.0f;
    int c = 0;
    float2 p = ((const float2 *)in)[(2 * y) * w + x], q = ((const float2 *)in)[(2 * y + 1) * w + x];
    if (p.x > 0.0f) { s += p.x; c++; }
    if (p.y > 0.0f) { s += p.y; c++; }
    if (q.x > 0.0f) { s += q.x; c++; }
    if (q.y > 0.0f) { s += q.y; c++; }
    out[y * w + x] = c ? s / c : 0.0f;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("slam_tsdf_fuse")) {
        const int n = 256, nz = scaled(256), w = 640, h = 480;
        const size_t nv = (size_t)n * n * nz;
        Rng g(1);
        std::vector<float2> v(nv);
        for (auto &e : v) e = make_float2(0.02f * (g.f() - 0.5f), (float)(g.u() & 7u));
        std::vector<float> d(w * h);
        for (int i = 0; i < w * h; i++) d[i] = (nz < n ? 1.0f : 2.2f) + 0.2f * sinf((i % w) * 0.02f) * cosf((i / w) * 0.03f);
        Cam c = {525.0f, 525.0f, 319.5f, 239.5f, {0.995f, 0.0f, 0.0998f, 0.0f, 1.0f, 0.0f, -0.0998f, 0.0f, 0.995f},
                 {-1.3f, -1.28f, 1.0f}};
        float2 *v0 = dev(v), *dv = dev<float2>(nv);
        float *dd = dev(d);
        dim3 grid(n / 32, n / 8, nz), block(32, 8);
        auto get = [&] {
            auto r = host(dv, nv);
            std::vector<float> f(nv);
            for (size_t i = 0; i < nv; i++) f[i] = r[i].x * 10.0f + r[i].y;
            return f;
        };
        run_pair("slam_tsdf_fuse", 1e-4,
            [&] { CK(cudaMemcpyAsync(dv, v0, sizeof(float2) * nv, cudaMemcpyDeviceToDevice)); },
            [&] { slam_tsdf_fuse_before<<<grid, block>>>(dv, dd, c, n, w, h, 0.01f, 0.05f); },
            [&] { slam_tsdf_fuse_after<<<grid, block>>>(dv, dd, c, n, w, h, 0.01f, 0.05f); }, get, get);
        release(v0, dv, dd);
    }
    if (want("slam_fast_ring")) {
        const int w = 1920, h = scaled(4352), n = w * h;
        Rng g(2);
        std::vector<unsigned char> lv((w / 16 + 1) * (h / 16 + 1)), im(n);
        for (auto &e : lv) e = (unsigned char)(40 + g.u() % 160u);
        for (int i = 0; i < n; i++) im[i] = (unsigned char)(lv[(i / w / 16) * (w / 16 + 1) + i % w / 16] + g.u() % 30u);
        unsigned char *di = dev(im);
        int *o = dev<int>(n);
        auto get = [&] { return host(o, n); };
        run_pair("slam_fast_ring", 0, once([&] { zero(o, n); }),
            [&] { slam_fast_ring_before<<<dim3(w / 128, h), 128>>>(di, o, w, h, 20); },
            [&] { slam_fast_ring_after<<<dim3(w / 128, h), 128>>>(di, o, w, h, 20); }, get, get);
        release(di, o);
    }
    if (want("slam_ba_normal")) {
        const int n = scaled(1 << 20), ncam = 256;
        Rng g(3);
        std::vector<float4> p(n), sp(n);
        std::vector<float2> r(n), sr(n);
        std::vector<int> cam(n), first(ncam + 1, 0);
        for (int i = 0; i < n; i++) {
            p[i] = make_float4(g.f() * 4.0f - 1.5f, g.f() * 3.0f - 1.0f, 2.0f + 8.0f * g.f(), 1.0f);
            r[i] = make_float2(g.f() - 0.3f, g.f() - 0.4f);
            cam[i] = (int)((i / 16 % 32 * 8 + g.u() % 8u) % ncam);
            first[cam[i] + 1]++;
        }
        for (int c = 0; c < ncam; c++) first[c + 1] += first[c];
        std::vector<int> at(first.begin(), first.end() - 1);
        for (int i = 0; i < n; i++) { int k = at[cam[i]]++; sp[k] = p[i]; sr[k] = r[i]; }
        float4 *dp = dev(p), *dsp = dev(sp);
        float2 *dr = dev(r), *dsr = dev(sr);
        int *dc = dev(cam), *df = dev(first);
        float *o = dev<float>(ncam * 27);
        auto get = [&] { return host(o, ncam * 27); };
        run_pair("slam_ba_normal", 1e-3, [&] { zero(o, ncam * 27); },
            [&] { slam_ba_normal_before<<<n / 256, 256>>>(dp, dr, dc, o, n); },
            [&] { slam_ba_normal_after<<<dim3(ncam, 4), 128>>>(dsp, dsr, df, o); }, get, get);
        release(dp, dsp, dr, dsr, dc, df, o);
    }
    if (want("slam_ransac_solve")) {
        const int nhyp = scaled(32768), nm = 1024;
        Rng g(4);
        std::vector<float4> m(nm);
        for (int i = 0; i < nm; i++) {
            float x = g.f() * 2.0f - 1.0f, y = g.f() * 2.0f - 1.0f, k = 1.0f / (0.1f * x - 0.05f * y + 1.0f);
            float u = (0.9f * x + 0.1f * y + 0.05f) * k, v = (-0.12f * x + 1.05f * y - 0.1f) * k;
            bool bad = g.u() % 10u < 3u;
            if (bad) { u = g.f() * 2.0f - 1.0f; v = g.f() * 2.0f - 1.0f; }
            else { u += 0.002f * g.f(); v += 0.002f * g.f(); }
            m[i] = make_float4(x, y, u, v);
        }
        std::vector<int4> p(nhyp);
        for (auto &e : p)
            e = make_int4((int)(g.u() & 255u), 256 + (int)(g.u() & 255u), 512 + (int)(g.u() & 255u), 768 + (int)(g.u() & 255u));
        float4 *dm = dev(m);
        int4 *dp = dev(p);
        int *o = dev<int>(nhyp);
        auto get = [&] { return host(o, nhyp); };
        run_pair("slam_ransac_solve", 0.05, once([&] { zero(o, nhyp); }),
            [&] { slam_ransac_solve_before<<<nhyp, 256>>>(dm, dp, o, nm, 1e-4f); },
            [&] { slam_ransac_solve_after<<<nhyp / 32, 256>>>(dm, dp, o, nm, 1e-4f); }, get, get);
        release(dm, dp, o);
    }
    if (want("slam_depth_half")) {
        const int w = 4096, h = scaled(4096);
        Rng g(5);
        std::vector<float> d((size_t)4 * w * h);
        for (auto &e : d) e = g.u() % 8u ? 1.0f + g.f() : 0.0f;
        float *dd = dev(d), *o = dev<float>(w * h);
        dim3 grid(w / 32, h / 8), block(32, 8);
        auto get = [&] { return host(o, w * h); };
        run_pair("slam_depth_half", 1e-6, once([&] { zero(o, w * h); }),
            [&] { slam_depth_half_before<<<grid, block>>>(dd, o, w, h); },
            [&] { slam_depth_half_after<<<grid, block>>>(dd, o, w, h); }, get, get);
        release(dd, o);
    }
    return g_bad;
}
