// cuFFT: there and back again, of a power of two, of a prime length (several kernels a
// transform) and in three dimensions. The library chooses and launches the kernels.
#include "library.cuh"

#include <cufft.h>

#include <cmath>

static float number(int i) { return static_cast<float>(i % 97 * (i % 89) % 17 - 8); }

// Transforms `count` values forward and back: each must be the value it was, times `points`.
static void round_trip(const char* name, cufftHandle plan, int points, int count) {
    std::vector<cufftComplex> values(count);
    for (int i = 0; i < count; i++) values[i] = {number(i), number(i + 1)};
    DeviceArray<cufftComplex> device(values);
    LIBRARY(cufftExecC2C(plan, device.get(), device.get(), CUFFT_FORWARD));
    CHECK(cudaDeviceSynchronize());
    const cufftComplex first = device.host()[0];
    float sum = 0;
    for (int i = 0; i < points; i++) sum += values[i].x;
    require(std::fabs(first.x - sum) < 0.4f, "the first coefficient is the sum");

    LIBRARY(cufftExecC2C(plan, device.get(), device.get(), CUFFT_INVERSE));
    CHECK(cudaDeviceSynchronize());
    long checksum = 0;
    const std::vector<cufftComplex> back = device.host();
    for (int i = 0; i < count; i++) {
        const float real = back[i].x / static_cast<float>(points);
        const float imaginary = back[i].y / static_cast<float>(points);
        require(std::fabs(real - values[i].x) < 0.01f, name);
        require(std::fabs(imaginary - values[i].y) < 0.01f, name);
        checksum += std::lround(real) * (i % 101) + std::lround(imaginary);
    }
    std::printf("%s: sum %.0f, checksum %ld\n", name, sum, checksum);
    LIBRARY(cufftDestroy(plan));
}

int main() {
    cufftHandle plan;
    for (int i = 0; i < 5; i++) {
        LIBRARY(cufftPlan1d(&plan, 4096, CUFFT_C2C, 64));
        round_trip("64 transforms of length 4096", plan, 4096, 64 * 4096);
    }
    LIBRARY(cufftPlan1d(&plan, 4099, CUFFT_C2C, 16));
    round_trip("16 transforms of length 4099", plan, 4099, 16 * 4099);
    LIBRARY(cufftPlan3d(&plan, 64, 64, 64, CUFFT_C2C));
    round_trip("a transform of 64 x 64 x 64", plan, 64 * 64 * 64, 64 * 64 * 64);
}
