// Smoke in a turning wind, implicit in time: each step is solved by restarted GMRES with Jacobi, and its
// time is halved where that does not come to its end in time.
// step: a step is one step in time, tried again with half the time or not.

#include <algorithm>
#include <cmath>
#include <vector>

#include "marks.cuh"

constexpr int N = 512, CELLS = N * N, BASIS = 10, STEPS = 110, REPORT = 22, CYCLES = 3, PARTS = 256;
constexpr float SPACING = 1.0f / N, SPREAD = 2e-4f, TOLERANCE = 1e-4f;

struct Wind {
    float across, down, dt;
};

__device__ float2 wind_at(int x, int y, Wind wind) {
    float u = (x + 0.5f) * SPACING - 0.5f, v = (y + 0.5f) * SPACING - 0.5f;
    return make_float2(wind.across - 0.5f * v, wind.down + 0.5f * u);
}

__device__ float weight_here(float2 w, Wind wind) {
    return 1 + wind.dt * ((fabsf(w.x) + fabsf(w.y)) / SPACING + 4 * SPREAD / (SPACING * SPACING));
}

// out = D^-1 A in, upwind; what is outside is zero.
__global__ void apply(const float *in, float *out, Wind wind) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= N) return;
    float2 w = wind_at(x, y, wind);
    float here = in[y * N + x];
    float left = x > 0 ? in[y * N + x - 1] : 0, right = x < N - 1 ? in[y * N + x + 1] : 0;
    float up = y > 0 ? in[(y - 1) * N + x] : 0, down = y < N - 1 ? in[(y + 1) * N + x] : 0;
    float carried = fabsf(w.x) * (here - (w.x > 0 ? left : right)) + fabsf(w.y) * (here - (w.y > 0 ? up : down));
    float spread = SPREAD * (4 * here - left - right - up - down);
    float sum = here + wind.dt * (carried / SPACING + spread / (SPACING * SPACING));
    out[y * N + x] = sum / weight_here(w, wind);
}

__global__ void right_side(const float *smoke, float *b, Wind wind, float source_x, float source_y) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= N) return;
    float dx = x * SPACING - source_x, dy = y * SPACING - source_y;
    float source = 5 * expf(-(dx * dx + dy * dy) * 800);
    b[y * N + x] = (smoke[y * N + x] + wind.dt * source) / weight_here(wind_at(x, y, wind), wind);
}

__global__ void subtract(const float *a, const float *b, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < CELLS) out[i] = a[i] - b[i];
}

__global__ void scale(const float *in, float *out, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < CELLS) out[i] = in[i] * factor;
}

__global__ void add(float *to, const float *from, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < CELLS) to[i] += factor * from[i];
}

__global__ void dot_parts(const float *a, const float *b, float *parts) {
    __shared__ float part[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < CELLS; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) parts[blockIdx.x] = part[0];
}

__global__ void total(const float *parts, float *sum) {
    __shared__ float part[PARTS];
    part[threadIdx.x] = parts[threadIdx.x];
    __syncthreads();
    for (int half = PARTS / 2; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) *sum = part[0];
}

static float *parts, *sum, *basis[BASIS + 1];
static const dim3 plane(blocks(N), N);

float dot(const float *a, const float *b) {
    dot_parts<<<PARTS, 256>>>(a, b, parts);
    total<<<1, PARTS>>>(parts, sum);
    float result;
    download(&result, sum, 1);
    return result;
}

// One cycle: a basis by Arnoldi, a small least-squares problem by turns, and the change of `x`.
int cycle(float *x, const float *b, Wind wind, float bound, float &residual) {
    float h[BASIS + 1][BASIS], c[BASIS], s[BASIS], g[BASIS + 1] = {}, y[BASIS];
    apply<<<plane, 256>>>(x, basis[1], wind);
    subtract<<<blocks(CELLS), 256>>>(b, basis[1], basis[0]);
    residual = std::sqrt(dot(basis[0], basis[0]));
    if (residual <= bound) return 0;
    scale<<<blocks(CELLS), 256>>>(basis[0], basis[0], 1 / residual);
    g[0] = residual;
    int k = 0;
    while (k < BASIS && residual > bound) {
        apply<<<plane, 256>>>(basis[k], basis[k + 1], wind);
        for (int i = 0; i <= k; i++) {
            h[i][k] = dot(basis[i], basis[k + 1]);
            add<<<blocks(CELLS), 256>>>(basis[k + 1], basis[i], -h[i][k]);
        }
        h[k + 1][k] = std::sqrt(dot(basis[k + 1], basis[k + 1]));
        scale<<<blocks(CELLS), 256>>>(basis[k + 1], basis[k + 1], 1 / std::max(h[k + 1][k], 1e-20f));
        for (int i = 0; i < k; i++) {
            float first = h[i][k], second = h[i + 1][k];
            h[i][k] = c[i] * first + s[i] * second;
            h[i + 1][k] = c[i] * second - s[i] * first;
        }
        float length = std::max(std::hypot(h[k][k], h[k + 1][k]), 1e-20f);
        c[k] = h[k][k] / length, s[k] = h[k + 1][k] / length;
        h[k][k] = length;
        g[k + 1] = -s[k] * g[k];
        g[k] *= c[k];
        residual = std::fabs(g[++k]);
    }
    for (int i = k - 1; i >= 0; i--) {
        y[i] = g[i];
        for (int j = i + 1; j < k; j++) y[i] -= h[i][j] * y[j];
        y[i] /= h[i][i];
    }
    for (int i = 0; i < k; i++) add<<<blocks(CELLS), 256>>>(x, basis[i], y[i]);
    return k;
}

int main() {
    Marks marks("step");
    parts = allocate<float>(PARTS), sum = allocate<float>(1);
    for (auto &vector : basis) vector = allocate<float>(CELLS);
    float *smoke = allocate<float>(CELLS), *next = allocate<float>(CELLS), *b = allocate<float>(CELLS);
    std::vector<float> host(CELLS);
    double mean = 0, time = 0;
    int products = 0, again = 0;
    float dt = 0.004f;
    for (int step = 0; step < STEPS; step++) {
        marks.begin();
        float residual, bound;
        int used;
        do {
            float angle = 4 * float(time);
            Wind wind = {0.5f * std::cos(angle), 0.5f * std::sin(angle), dt};
            right_side<<<plane, 256>>>(smoke, b, wind, 0.5f + 0.2f * std::sin(7 * float(time)), 0.5f);
            check(cudaMemcpyAsync(next, smoke, CELLS * sizeof(float), cudaMemcpyDeviceToDevice), "copy");
            bound = TOLERANCE * std::sqrt(dot(b, b));
            used = 0;
            for (int i = 0; i < CYCLES; i++) {
                used += cycle(next, b, wind, bound, residual);
                if (residual <= bound) break;
            }
            products += used;
            if (residual > bound) dt /= 2, again++;
        } while (residual > bound);
        std::swap(smoke, next);
        time += dt;
        marks.other();
        if (used < CYCLES * BASIS - 2) dt *= 1.15f;
        if (step % REPORT == REPORT - 1) {
            download(host.data(), smoke, CELLS);
            mean = 0;
            for (float value : host) mean += value;
            mean /= CELLS;
            fprintf(stderr, "step %d, time %.3f: mean %.6f, %d products, next dt %.4f\n", step, time, mean, used, dt);
        }
    }
    expect(std::isfinite(mean) && mean > 0, "there is smoke");
    printf("mean %.6f at %.3f, %d products, %d tries again\n", mean, time, products, again);
}
