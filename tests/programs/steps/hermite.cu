// A cluster of stars by the fourth-order Hermite scheme with a shared, changing time step.
// steps: predict all, forces and jerks from all others, correct; the smallest step is read by the
// host at each; the energy after each hundredth.

#include <cmath>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int N = 16384, BLOCK = 128, STEPS = 2000;
constexpr float SOFT2 = 1e-4f;

__global__ void predict(const float4 *x, const float4 *v, const float4 *a, const float4 *j,
                        float4 *xp, float4 *vp, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 X = x[i], V = v[i], A = a[i], J = j[i];
    float h2 = dt * dt / 2, h3 = dt * dt * dt / 6;
    xp[i] = make_float4(X.x + dt * V.x + h2 * A.x + h3 * J.x, X.y + dt * V.y + h2 * A.y + h3 * J.y,
                        X.z + dt * V.z + h2 * A.z + h3 * J.z, X.w);
    vp[i] = make_float4(V.x + dt * A.x + h2 * J.x, V.y + dt * A.y + h2 * J.y,
                        V.z + dt * A.z + h2 * J.z, 0);
}

__global__ void forces(const float4 *x, const float4 *v, float4 *a, float4 *j) {
    __shared__ float4 sx[BLOCK], sv[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 X = x[i], V = v[i];
    float ax = 0, ay = 0, az = 0, jx = 0, jy = 0, jz = 0, potential = 0;
    for (int tile = 0; tile < N; tile += BLOCK) {
        sx[threadIdx.x] = x[tile + threadIdx.x];
        sv[threadIdx.x] = v[tile + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < BLOCK; k++) {
            float dx = sx[k].x - X.x, dy = sx[k].y - X.y, dz = sx[k].z - X.z;
            float ux = sv[k].x - V.x, uy = sv[k].y - V.y, uz = sv[k].z - V.z;
            float r2 = dx * dx + dy * dy + dz * dz + SOFT2;
            float inv = rsqrtf(r2), inv2 = inv * inv, m = sx[k].w * inv, m3 = m * inv2;
            float rv = 3 * (dx * ux + dy * uy + dz * uz) * inv2;
            potential -= m;
            ax += m3 * dx, ay += m3 * dy, az += m3 * dz;
            jx += m3 * (ux - rv * dx), jy += m3 * (uy - rv * dy), jz += m3 * (uz - rv * dz);
        }
        __syncthreads();
    }
    a[i] = make_float4(ax, ay, az, potential + X.w * rsqrtf(SOFT2));
    j[i] = make_float4(jx, jy, jz, 0);
}

__global__ void correct(float4 *x, float4 *v, float4 *a, float4 *j, const float4 *an,
                        const float4 *jn, float dt, float eta, int *smallest) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    float4 X = x[i], V = v[i], A = a[i], J = j[i], B = an[i], K = jn[i];
    float h = dt / 2, h2 = dt * dt / 12;
    float nx = V.x + h * (A.x + B.x) + h2 * (J.x - K.x);
    float ny = V.y + h * (A.y + B.y) + h2 * (J.y - K.y);
    float nz = V.z + h * (A.z + B.z) + h2 * (J.z - K.z);
    x[i] = make_float4(X.x + h * (V.x + nx) + h2 * (A.x - B.x),
                       X.y + h * (V.y + ny) + h2 * (A.y - B.y),
                       X.z + h * (V.z + nz) + h2 * (A.z - B.z), X.w);
    v[i] = make_float4(nx, ny, nz, 0);
    a[i] = B, j[i] = K;
    float size = sqrtf(B.x * B.x + B.y * B.y + B.z * B.z);
    float rate = sqrtf(K.x * K.x + K.y * K.y + K.z * K.z);
    atomicMin(smallest, __float_as_int(eta * size / (rate + 1e-20f)));
}

__global__ void energy(const float4 *x, const float4 *v, const float4 *a, double *sum) {
    __shared__ double part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double e = 0;
    if (i < N) {
        float4 V = v[i];
        e = 0.5 * x[i].w * (V.x * V.x + V.y * V.y + V.z * V.z + a[i].w);
    }
    part[threadIdx.x] = e;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, part[0]);
}

int main() {
    Marks marks("step");
    // Plummer's sphere.
    std::mt19937 draw(1);
    std::uniform_real_distribution<float> uniform(0, 1);
    std::normal_distribution<float> normal;
    std::vector<float4> hx(N), hv(N);
    for (int i = 0; i < N; i++) {
        float r = fminf(1 / sqrtf(powf(0.99f * uniform(draw) + 1e-3f, -2.f / 3) - 1), 8.f);
        float a = normal(draw), b = normal(draw), c = normal(draw),
              l = sqrtf(a * a + b * b + c * c);
        hx[i] = make_float4(r * a / l, r * b / l, r * c / l, 1.f / N);
        float s = sqrtf(1 / (6 * sqrtf(1 + r * r)));
        hv[i] = make_float4(s * normal(draw), s * normal(draw), s * normal(draw), 0);
    }
    auto x = allocate<float4>(N), v = allocate<float4>(N), a = allocate<float4>(N),
         j = allocate<float4>(N);
    auto xp = allocate<float4>(N), vp = allocate<float4>(N), an = allocate<float4>(N),
         jn = allocate<float4>(N);
    auto smallest = allocate<int>(1);
    auto sum = allocate<double>(1);
    upload(x, hx.data(), N);
    upload(v, hv.data(), N);
    forces<<<N / BLOCK, BLOCK>>>(x, v, a, j);

    float dt = 1e-4f, time = 0;
    double first = 0, now = 0;
    for (int step = 0; step < STEPS; step++) {
        marks.begin();
        check(cudaMemsetAsync(smallest, 0x7f, sizeof(int)), "memset");
        predict<<<blocks(N), 256>>>(x, v, a, j, xp, vp, dt);
        forces<<<N / BLOCK, BLOCK>>>(xp, vp, an, jn);
        correct<<<blocks(N), 256>>>(x, v, a, j, an, jn, dt, 0.05f, smallest);
        time += dt;
        int bits;
        download(&bits, smallest, 1);
        float wanted;
        memcpy(&wanted, &bits, sizeof wanted);
        dt = fminf(fmaxf(wanted, 1e-5f), fminf(2 * dt, 2e-3f));
        marks.other();
        if (step % 100 == 0 || step == STEPS - 1) {
            check(cudaMemset(sum, 0, sizeof(double)), "memset");
            energy<<<blocks(N), 256>>>(x, v, a, sum);
            download(&now, sum, 1);
            if (step == 0) first = now;
            fprintf(stderr, "step %d time %.4f dt %.2e energy %.6f\n", step, time, dt, now);
        }
    }
    expect(std::isfinite(now), "the energy");
    printf("time %.4f energy %.6f error %.2e\n", time, now, (now - first) / first);
}
