// A wavefront path tracer: each frame adds a path for each pixel, whose bounces are kernels over those
// that still live; pictures are written at times, and the camera moves twice, which starts the sum again.
// frame: a step is one sample of all pixels.

#include <cmath>
#include <cstdint>
#include <vector>

#include "marks.cuh"

constexpr int W = 1280, H = 720, PIXELS = W * H, FRAMES = 120, PICTURE = 20, BALLS = 40, MOST = 24;
constexpr int FEW = PIXELS / 1000;  // so few paths are not worth a bounce

struct Ball {
    float3 middle;
    float radius;
    float3 colour;
    float light;
    int mirror;
};

struct Path {
    float3 from, to, weight;
    int pixel;
    uint32_t seed;
};

struct Hit {
    float distance;
    int ball;
};

__constant__ Ball balls[BALLS];

__host__ __device__ float3 vec(float x, float y, float z) { return make_float3(x, y, z); }
__host__ __device__ float3 operator+(float3 a, float3 b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
__host__ __device__ float3 operator-(float3 a, float3 b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
__host__ __device__ float3 operator*(float3 a, float3 b) { return vec(a.x * b.x, a.y * b.y, a.z * b.z); }
__host__ __device__ float3 operator*(float3 a, float s) { return vec(a.x * s, a.y * s, a.z * s); }
__host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ float3 unit(float3 a) { return a * (1 / sqrtf(dot(a, a))); }
__host__ __device__ float3 cross(float3 a, float3 b) {
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__host__ __device__ uint32_t mix(uint32_t x) {
    x ^= x >> 16, x *= 0x7feb352d, x ^= x >> 15, x *= 0x846ca68b;
    return x ^ x >> 16;
}

__device__ float chance(uint32_t &seed) {
    seed = seed * 747796405u + 2891336453u;
    return (mix(seed) >> 8) * (1.0f / 16777216);
}

__global__ void start_paths(Path *paths, float3 eye, float3 aim, int frame) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS) return;
    Path path;
    path.seed = mix(i * 9781u + mix(frame + 1));
    float3 right = unit(cross(aim, vec(0, 1, 0))), up = cross(right, aim);
    float x = (i % W + chance(path.seed) - W / 2) / H, y = (H / 2 - i / W - chance(path.seed)) / H;
    path.from = eye;
    path.to = unit(aim + right * x + up * y);
    path.weight = vec(1, 1, 1);
    path.pixel = i;
    paths[i] = path;
}

__global__ void intersect(const Path *paths, Hit *hits, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float3 from = paths[i].from, to = paths[i].to;
    Hit hit = {1e30f, -1};
    for (int b = 0; b < BALLS; b++) {
        float3 away = balls[b].middle - from;
        float along = dot(away, to), inside = along * along - dot(away, away) + balls[b].radius * balls[b].radius;
        if (inside < 0) continue;
        float root = sqrtf(inside), t = along - root > 1e-3f ? along - root : along + root;
        if (t > 1e-3f && t < hit.distance) hit = {t, b};
    }
    hits[i] = hit;
}

// Paths that go on are put together in `next`.
__global__ void shade(const Path *paths, const Hit *hits, Path *next, int *left, float3 *sums, int count, int bounce) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Path path = paths[i];
    Hit hit = hits[i];
    float3 *sum = &sums[path.pixel];
    if (hit.ball < 0) {
        *sum = *sum + path.weight * (vec(0.3f, 0.4f, 0.6f) * (0.5f + 0.5f * fmaxf(path.to.y, 0)));
        return;
    }
    Ball ball = balls[hit.ball];
    if (ball.light > 0) {
        *sum = *sum + path.weight * ball.colour * ball.light;
        return;
    }
    path.from = path.from + path.to * hit.distance;
    float3 normal = unit(path.from - ball.middle);
    if (ball.mirror) {
        path.to = path.to - normal * (2 * dot(path.to, normal));
    } else {
        float z = 2 * chance(path.seed) - 1, angle = 6.2831853f * chance(path.seed), r = sqrtf(fmaxf(0, 1 - z * z));
        path.to = unit(normal * 1.001f + vec(r * cosf(angle), r * sinf(angle), z));
    }
    path.weight = path.weight * ball.colour;
    float keep = fminf(1.0f, fmaxf(path.weight.x, fmaxf(path.weight.y, path.weight.z)));
    if (bounce >= 3) {
        if (chance(path.seed) >= keep) return;
        path.weight = path.weight * (1 / keep);
    }
    next[atomicAdd(left, 1)] = path;
}

__global__ void to_picture(const float3 *sums, uchar4 *picture, float share) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS) return;
    float3 c = sums[i] * share;
    auto tone = [](float v) { return (unsigned char)(255 * powf(v / (1 + v), 1 / 2.2f)); };
    picture[i] = make_uchar4(tone(c.x), tone(c.y), tone(c.z), 255);
}

int main() {
    Marks marks("frame");
    std::vector<Ball> scene(BALLS);
    for (int b = 0; b < BALLS; b++) {
        auto part = [b](int k) { return (mix(b * 16 + k) % 1000) / 1000.0f; };
        float radius = 0.25f + 0.45f * part(0);
        scene[b] = {vec(8 * part(1) - 4, radius, 8 * part(2) - 4), radius,
                    vec(0.3f + 0.6f * part(3), 0.3f + 0.6f * part(4), 0.3f + 0.6f * part(5)),
                    b % 9 == 4 ? 6.0f : 0.0f, b % 4 == 1};
    }
    scene[0] = {vec(0, -1000, 0), 1000, vec(0.7f, 0.7f, 0.65f), 0, 0};
    check(cudaMemcpyToSymbol(balls, scene.data(), BALLS * sizeof(Ball)), "the scene");

    Path *paths = allocate<Path>(PIXELS), *next = allocate<Path>(PIXELS);
    Hit *hits = allocate<Hit>(PIXELS);
    float3 *sums = allocate<float3>(PIXELS);
    uchar4 *picture = allocate<uchar4>(PIXELS);
    int *left = allocate<int>(1);
    std::vector<uchar4> host(PIXELS);
    double light = 0;
    long bounces = 0;
    int samples = 0;
    float3 eye = vec(0, 2, 9);
    for (int frame = 0; frame < FRAMES; frame++) {
        if (frame == 50 || frame == 75) {
            eye = frame == 50 ? vec(7, 3, 6) : vec(-6, 1.2f, 5);
            check(cudaMemset(sums, 0, PIXELS * sizeof(float3)), "the sums");
            samples = 0;
        }
        marks.begin();
        start_paths<<<blocks(PIXELS), 256>>>(paths, eye, unit(vec(0, 0.8f, 0) - eye), frame);
        int count = PIXELS;
        for (int bounce = 0; bounce < MOST && count > FEW; bounce++) {
            check(cudaMemsetAsync(left, 0, sizeof(int)), "the counter");
            intersect<<<blocks(count), 256>>>(paths, hits, count);
            shade<<<blocks(count), 256>>>(paths, hits, next, left, sums, count, bounce);
            download(&count, left, 1);
            std::swap(paths, next);
            bounces++;
        }
        samples++;
        marks.other();
        if (samples % PICTURE == 0 || frame == FRAMES - 1) {
            to_picture<<<blocks(PIXELS), 256>>>(sums, picture, 1.0f / samples);
            download(host.data(), picture, PIXELS);
            light = 0;
            for (uchar4 p : host) light += p.x + p.y + p.z;
            light /= 3.0 * PIXELS;
            fprintf(stderr, "frame %d, %d samples: mean light %.3f\n", frame, samples, light);
        }
    }
    expect(light > 1 && light < 254, "the picture is neither black nor white");
    printf("mean light %.3f, %.2f bounces a frame\n", light, double(bounces) / FRAMES);
}
