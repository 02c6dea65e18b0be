// Lattice Boltzmann (D2Q9) in a box whose lid moves. Steps (step): collide, stream and walls, and
// the moments; on every hundredth step the fastest flow is read.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -o lbm lbm.cu -ldl

#include <cmath>
#include <utility>
#include <vector>

#include "marks.cuh"

constexpr int WIDTH = 256, HEIGHT = 256, CELLS = WIDTH * HEIGHT;
constexpr float LID = 0.08f, OMEGA = 1.7f;

__constant__ int CX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int CY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int BACK[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
__constant__ float SHARE[9] = {4 / 9.f,  1 / 9.f,  1 / 9.f,  1 / 9.f, 1 / 9.f,
                               1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};

__device__ float balance(int k, float rho, float ux, float uy) {
    const float along = CX[k] * ux + CY[k] * uy;
    return SHARE[k] * rho *
           (1 + 3 * along + 4.5f * along * along - 1.5f * (ux * ux + uy * uy));
}

__global__ void start(float *f, float *rho, float *ux, float *uy) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= CELLS) return;
    rho[cell] = 1;
    ux[cell] = uy[cell] = 0;
    for (int k = 0; k < 9; ++k) f[k * CELLS + cell] = SHARE[k];
}

__global__ void collide(float *f, const float *rho, const float *ux, const float *uy) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= CELLS) return;
    for (int k = 0; k < 9; ++k) {
        float &here = f[k * CELLS + cell];
        here += OMEGA * (balance(k, rho[cell], ux[cell], uy[cell]) - here);
    }
}

// Pulls from the neighbours; what would come from a wall is what went there.
__global__ void stream(const float *f, float *next) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= CELLS) return;
    const int x = cell % WIDTH, y = cell / WIDTH;
    for (int k = 0; k < 9; ++k) {
        const int fx = x - CX[k], fy = y - CY[k];
        float value;
        if (fx >= 0 && fx < WIDTH && fy >= 0 && fy < HEIGHT) {
            value = f[k * CELLS + fy * WIDTH + fx];
        } else {
            value = f[BACK[k] * CELLS + cell];
            if (fy >= HEIGHT) value += 6 * SHARE[k] * CX[k] * LID;
        }
        next[k * CELLS + cell] = value;
    }
}

__global__ void moments(const float *f, float *rho, float *ux, float *uy) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= CELLS) return;
    float mass = 0, px = 0, py = 0;
    for (int k = 0; k < 9; ++k) {
        const float value = f[k * CELLS + cell];
        mass += value;
        px += CX[k] * value;
        py += CY[k] * value;
    }
    rho[cell] = mass;
    ux[cell] = px / mass;
    uy[cell] = py / mass;
}

__global__ void fastest(const float *ux, const float *uy, int *most) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= CELLS) return;
    atomicMax(most, __float_as_int(hypotf(ux[cell], uy[cell])));
}

int main() {
    Marks marks("step");
    float *f = allocate<float>(9 * CELLS), *next = allocate<float>(9 * CELLS);
    float *rho = allocate<float>(CELLS), *ux = allocate<float>(CELLS), *uy = allocate<float>(CELLS);
    int *most = allocate<int>(1);
    start<<<blocks(CELLS), 256>>>(f, rho, ux, uy);
    float speed = 0;
    for (int t = 0; t < 500; ++t) {
        marks.begin();
        collide<<<blocks(CELLS), 256>>>(f, rho, ux, uy);
        stream<<<blocks(CELLS), 256>>>(f, next);
        std::swap(f, next);
        moments<<<blocks(CELLS), 256>>>(f, rho, ux, uy);
        if (t % 100 == 99) {
            check(cudaMemset(most, 0, sizeof(int)), "cudaMemset");
            fastest<<<blocks(CELLS), 256>>>(ux, uy, most);
            download(reinterpret_cast<int *>(&speed), most, 1);
            fprintf(stderr, "step %d: fastest %.5f\n", t + 1, speed);
        }
    }
    marks.other();
    std::vector<float> mass(CELLS);
    download(mass.data(), rho, CELLS);
    double total = 0;
    for (float m : mass) total += m;
    expect(std::isfinite(speed) && std::abs(total / CELLS - 1) < 1e-2, "mass");
    printf("fastest %.5f, mass %.6f\n", speed, total / CELLS);
}
