// A cloth falls on a ball in the wind: positions by constraints (XPBD), a colour of springs after the
// other, with more substeps in a frame the faster it moves; it is torn from its hooks half way.
// frame: a step is a frame, whose substeps are a loop.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 cloth.cu -o cloth

#include "marks.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

constexpr int N = 384, POINTS = N * N, FRAMES = 160, REPORT = 20;
constexpr float SPACING = 2.0f / (N - 1), FRAME = 1.0f / 60;

__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__global__ void hang(float3 *at, float3 *speed, float *lightness) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= POINTS)
        return;
    int x = i % N, y = i / N;
    at[i] = make_float3(x * SPACING - 1, 1.2f + 0.001f * sinf(0.3f * x) * sinf(0.2f * y), y * SPACING - 1);
    speed[i] = make_float3(0, 0, 0);
    lightness[i] = y == 0 && x % 32 == 0 ? 0.0f : 1.0f;
}

__global__ void let_go(float *lightness) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < POINTS)
        lightness[i] = 1;
}

__global__ void predict(const float3 *at, float3 *next, const float3 *speed, const float3 *normal,
                        const float *lightness, float dt, float wind) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= POINTS)
        return;
    if (lightness[i] == 0) {
        next[i] = at[i];
        return;
    }
    float3 air = make_float3(wind, 0, 0.3f * wind) - speed[i];
    float3 force = make_float3(0, -9.8f, 0) + (2 * dot(air, normal[i])) * normal[i];
    next[i] = at[i] + dt * (speed[i] + dt * force);
}

// Springs from (x, y) to (x + dx, y + dy); those of one colour touch no point twice.
__global__ void springs(float3 *next, const float *lightness, int dx, int dy, int colour, float soft) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int along = dx != 0 ? x : y, hop = dx != 0 ? abs(dx) : dy;
    int tx = x + dx, ty = y + dy;
    if (x >= N || tx < 0 || tx >= N || ty >= N || along / hop % 2 != colour)
        return;
    int i = y * N + x, j = ty * N + tx;
    float a = lightness[i], b = lightness[j];
    float3 way = next[j] - next[i];
    float length = sqrtf(dot(way, way)), rest = SPACING * sqrtf(float(dx * dx + dy * dy));
    if (a + b == 0 || length < 1e-9f)
        return;
    float move = (length - rest) / ((a + b + soft) * length);
    next[i] = next[i] + (a * move) * way;
    next[j] = next[j] - (b * move) * way;
}

__global__ void collide(const float3 *at, float3 *next, const float *lightness) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= POINTS || lightness[i] == 0)
        return;
    float3 p = next[i], centre = make_float3(0.1f, 0.4f, 0.1f), away = p - centre;
    float far = sqrtf(dot(away, away));
    if (far < 0.45f) {
        p = centre + (0.45f / fmaxf(far, 1e-6f)) * away;
        p = p - 0.3f * (p - at[i]);
    }
    if (p.y < -0.5f) {
        p = make_float3(0.5f * (p.x + at[i].x), -0.5f, 0.5f * (p.z + at[i].z));
    }
    next[i] = p;
}

__global__ void advance(float3 *at, const float3 *next, float3 *speed, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= POINTS)
        return;
    float3 v = (0.999f / dt) * (next[i] - at[i]);
    float fast = sqrtf(dot(v, v));
    speed[i] = fminf(1.0f, 20 / fmaxf(fast, 1e-6f)) * v;
    at[i] = next[i];
}

__global__ void normals(const float3 *at, float3 *normal) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= POINTS)
        return;
    int x = i % N, y = i / N;
    float3 across = at[y * N + min(x + 1, N - 1)] - at[y * N + max(x - 1, 0)];
    float3 down = at[min(y + 1, N - 1) * N + x] - at[max(y - 1, 0) * N + x];
    float3 n = cross(down, across);
    normal[i] = (1 / fmaxf(sqrtf(dot(n, n)), 1e-12f)) * n;
}

// The largest speed, as bits that grow with it, and sums of heights and of energies.
__global__ void survey(const float3 *at, const float3 *speed, unsigned *fastest, float *sums) {
    float most = 0, height = 0, energy = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < POINTS; i += gridDim.x * blockDim.x) {
        float square = dot(speed[i], speed[i]);
        most = fmaxf(most, sqrtf(square));
        height += at[i].y;
        energy += 0.5f * square + 9.8f * at[i].y;
    }
    atomicMax(fastest, __float_as_uint(most));
    atomicAdd(&sums[0], height);
    atomicAdd(&sums[1], energy);
}

int main() {
    Marks marks("frame");
    auto at = allocate<float3>(POINTS), next = allocate<float3>(POINTS);
    auto speed = allocate<float3>(POINTS), normal = allocate<float3>(POINTS);
    auto lightness = allocate<float>(POINTS), sums = allocate<float>(2);
    auto fastest = allocate<unsigned>(1);
    const unsigned grid = blocks(POINTS);
    const dim3 plane(blocks(N, 128), N);
    hang<<<grid, 256>>>(at, speed, lightness);
    normals<<<grid, 256>>>(at, normal);
    const int kinds[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {2, 0}, {0, 2}};
    std::vector<float3> picture(POINTS);
    float fast = 0, totals[2] = {0, 0};
    int substeps_of_all = 0;
    for (int frame = 1; frame <= FRAMES; frame++) {
        if (frame == FRAMES / 2)
            let_go<<<grid, 256>>>(lightness);
        marks.begin();
        int substeps = std::min(16, 4 + int(4 * fast));
        float dt = FRAME / substeps, wind = 2 + 2 * std::sin(0.13f * frame);
        for (int substep = 0; substep < substeps; substep++) {
            predict<<<grid, 256>>>(at, next, speed, normal, lightness, dt, wind);
            for (int kind = 0; kind < 6; kind++)
                for (int colour = 0; colour < 2; colour++)
                    springs<<<plane, 128>>>(next, lightness, kinds[kind][0], kinds[kind][1], colour,
                                            kind < 2 ? 0.0f : 1e-7f / (dt * dt));
            collide<<<grid, 256>>>(at, next, lightness);
            advance<<<grid, 256>>>(at, next, speed, dt);
        }
        normals<<<grid, 256>>>(at, normal);
        check(cudaMemsetAsync(fastest, 0, sizeof(unsigned)), "fastest");
        check(cudaMemsetAsync(sums, 0, 2 * sizeof(float)), "sums");
        survey<<<128, 256>>>(at, speed, fastest, sums);
        download((unsigned *)&fast, fastest, 1);
        marks.other();
        substeps_of_all += substeps;
        expect(std::isfinite(fast), "the speed");
        if (frame % REPORT == 0) {
            download(totals, sums, 2);
            download(picture.data(), at, POINTS);
            fprintf(stderr, "frame %d: height %.4f, energy %.4f, fastest %.3f, %d substeps, a corner at %.3f\n", frame,
                    totals[0] / POINTS, totals[1] / POINTS, fast, substeps, picture[POINTS - 1].y);
        }
    }
    expect(std::isfinite(totals[0]), "the height");
    printf("%d substeps in %d frames\n", substeps_of_all, FRAMES);
}
