// Acoustic waves in three dimensions from one shot after the other, as seismic modelling has them:
// eighth order in space, second in time, a sponge at the sides, and receivers near the surface.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 wave3d.cu -o wave3d

#include "marks.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

constexpr int N = 320, RADIUS = 4, SPONGE = 20;
constexpr int SHOTS = 3, STEPS = 1200, RECEIVERS = 200, SNAPSHOT = 400;
constexpr float SPACING = 10.0f, DT = 1.0e-3f, FREQUENCY = 12.0f;

__constant__ float weights[RADIUS + 1];

__global__ void propagate(const float *now, float *before, const float *speed) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x < RADIUS || y < RADIUS || z < RADIUS || x >= N - RADIUS || y >= N - RADIUS || z >= N - RADIUS)
        return;
    long at = (long(z) * N + y) * N + x;
    float sum = 3 * weights[0] * now[at];
    for (int r = 1; r <= RADIUS; r++)
        sum += weights[r] * (now[at - r] + now[at + r] + now[at - long(r) * N] + now[at + long(r) * N] +
                             now[at - long(r) * N * N] + now[at + long(r) * N * N]);
    float c = speed[at] * DT / SPACING;
    before[at] = 2 * now[at] - before[at] + c * c * sum;
}

__global__ void absorb(float *now, float *next) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= N || y >= N)
        return;
    int depth = min(min(min(x, N - 1 - x), min(y, N - 1 - y)), min(z, N - 1 - z));
    if (depth >= SPONGE)
        return;
    float away = 0.01f * (SPONGE - depth);
    float factor = expf(-away * away);
    long at = (long(z) * N + y) * N + x;
    now[at] *= factor;
    next[at] *= factor;
}

__global__ void inject(float *field, long at, float amount) {
    field[at] += amount;
}

__global__ void record(const float *field, const int *places, float *traces, int step) {
    int receiver = blockIdx.x * blockDim.x + threadIdx.x;
    if (receiver < RECEIVERS)
        traces[step * RECEIVERS + receiver] = field[places[receiver]];
}

__global__ void slice(const float *field, float *picture) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int z = blockIdx.y;
    if (x < N)
        picture[z * N + x] = field[(long(z) * N + N / 2) * N + x];
}

int main() {
    Marks marks("step");
    const long cells = long(N) * N * N;
    const float host_weights[RADIUS + 1] = {-205.0f / 72, 8.0f / 5, -1.0f / 5, 8.0f / 315, -1.0f / 560};
    check(cudaMemcpyToSymbol(weights, host_weights, sizeof host_weights), "weights");
    std::vector<float> model(cells);
    for (int z = 0; z < N; z++)
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                float layer = z < N / 3 ? 1500.0f : z + x / 8 < 2 * N / 3 ? 2200.0f : 3000.0f;
                float dx = x - 0.6f * N, dy = y - 0.5f * N, dz = z - 0.5f * N;
                bool salt = dx * dx + dy * dy + 3 * dz * dz < 0.02f * N * N;
                model[(long(z) * N + y) * N + x] = salt ? 3500.0f : layer;
            }
    std::vector<int> places(RECEIVERS);
    for (int i = 0; i < RECEIVERS; i++)
        places[i] = ((SPONGE + 2) * N + N / 2) * N + RADIUS + i * (N - 2 * RADIUS - 1) / RECEIVERS;
    float *speed = allocate<float>(cells), *now = allocate<float>(cells), *before = allocate<float>(cells);
    float *traces = allocate<float>(STEPS * RECEIVERS), *picture = allocate<float>(N * N);
    int *receivers = allocate<int>(RECEIVERS);
    upload(speed, model.data(), cells);
    upload(receivers, places.data(), RECEIVERS);
    std::vector<float> shot(STEPS * RECEIVERS), frame(N * N);
    dim3 block(32, 8), grid(blocks(N, 32), blocks(N, 8), N);
    for (int s = 0; s < SHOTS; s++) {
        check(cudaMemset(now, 0, cells * sizeof(float)), "now");
        check(cudaMemset(before, 0, cells * sizeof(float)), "before");
        long source = (long(SPONGE + 4) * N + N / 2) * N + (s + 1) * N / (SHOTS + 1);
        for (int i = 0; i < STEPS; i++) {
            marks.begin();
            propagate<<<grid, block>>>(now, before, speed);
            std::swap(now, before);
            float t = i * DT - 1.2f / FREQUENCY, a = float(M_PI) * FREQUENCY * t;
            inject<<<1, 1>>>(now, source, 10 * (1 - 2 * a * a) * std::exp(-a * a));
            absorb<<<grid, block>>>(now, before);
            record<<<blocks(RECEIVERS), 256>>>(now, receivers, traces, i);
            marks.other();
            if ((i + 1) % SNAPSHOT == 0) {
                slice<<<dim3(blocks(N), N), 256>>>(now, picture);
                download(frame.data(), picture, N * N);
                float most = 0;
                for (float value : frame)
                    most = std::max(most, std::fabs(value));
                fprintf(stderr, "shot %d, step %d: largest pressure %g\n", s, i + 1, most);
                expect(std::isfinite(most), "the pressure is finite");
            }
        }
        download(shot.data(), traces, STEPS * RECEIVERS);
        double energy = 0;
        for (float value : shot)
            energy += double(value) * value;
        expect(energy > 0, "something was heard");
        printf("shot %d: energy of the traces %g\n", s, energy);
    }
}
