// cuSOLVER: linear systems by Cholesky and by LU, and the eigenvalues of a matrix for which
// they are known. Factorisations are many small kernels that wait for one another, with the
// host between them.
#include "library.cuh"

#include <cusolverDn.h>

#include <algorithm>
#include <cmath>

constexpr int n = 300;

// Symmetric with a heavy diagonal: fit for Cholesky.
static std::vector<double> heavy() {
    std::vector<double> a(n * n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) a[i * n + j] = (i * j) % 13 - 6 + (i == j ? 8 * n : 0);
    }
    return a;
}

// The right-hand side whose solution is 0, 1, 2, ...
static std::vector<double> right_hand_side(const std::vector<double>& a) {
    std::vector<double> b(n, 0.0);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) b[i] += a[j * n + i] * j;
    }
    return b;
}

static void expect(const char* name, const std::vector<double>& found,
                   const std::vector<double>& wanted) {
    double worst = 0;
    for (int i = 0; i < n; i++) worst = std::max(worst, std::fabs(found[i] - wanted[i]));
    require(worst < 1e-6, name);
    std::printf("%s: the first is %.4f, the last %.4f\n", name, std::fabs(found[0]),
                found[n - 1]);
}

int main() {
    cusolverDnHandle_t handle;
    LIBRARY(cusolverDnCreate(&handle));
    DeviceArray<int> info(std::vector<int>(1, -1)), pivots(n);
    std::vector<double> numbers(n), eigenvalues(n), second_difference(n * n, 0.0);
    const double pi = std::acos(-1.0);
    for (int i = 0; i < n; i++) {
        numbers[i] = i;
        eigenvalues[i] = 2 - 2 * std::cos(pi * (i + 1) / (n + 1));
        second_difference[i * n + i] = 2;
        if (i > 0) second_difference[i * n + i - 1] = second_difference[(i - 1) * n + i] = -1;
    }
    const auto lower = CUBLAS_FILL_MODE_LOWER;
    int size = 0;
    {
        DeviceArray<double> a(heavy()), b(right_hand_side(heavy()));
        LIBRARY(cusolverDnDpotrf_bufferSize(handle, lower, n, a.get(), n, &size));
        DeviceArray<double> work(size);
        LIBRARY(cusolverDnDpotrf(handle, lower, n, a.get(), n, work.get(), size, info.get()));
        require(info.host()[0] == 0, "cusolverDnDpotrf");
        LIBRARY(cusolverDnDpotrs(handle, lower, n, 1, a.get(), n, b.get(), n, info.get()));
        CHECK(cudaDeviceSynchronize());
        require(info.host()[0] == 0, "cusolverDnDpotrs");
        expect("Cholesky", b.host(), numbers);
    }
    {
        DeviceArray<double> a(heavy()), b(right_hand_side(heavy()));
        LIBRARY(cusolverDnDgetrf_bufferSize(handle, n, n, a.get(), n, &size));
        DeviceArray<double> work(size);
        LIBRARY(cusolverDnDgetrf(handle, n, n, a.get(), n, work.get(), pivots.get(), info.get()));
        require(info.host()[0] == 0, "cusolverDnDgetrf");
        LIBRARY(cusolverDnDgetrs(handle, CUBLAS_OP_N, n, 1, a.get(), n, pivots.get(), b.get(), n,
                                 info.get()));
        CHECK(cudaDeviceSynchronize());
        require(info.host()[0] == 0, "cusolverDnDgetrs");
        expect("LU", b.host(), numbers);
    }
    {
        DeviceArray<double> a(second_difference), found(n);
        const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
        LIBRARY(cusolverDnDsyevd_bufferSize(handle, vectors, lower, n, a.get(), n, found.get(),
                                            &size));
        DeviceArray<double> work(size);
        LIBRARY(cusolverDnDsyevd(handle, vectors, lower, n, a.get(), n, found.get(), work.get(),
                                 size, info.get()));
        CHECK(cudaDeviceSynchronize());
        require(info.host()[0] == 0, "cusolverDnDsyevd");
        expect("eigenvalues", found.host(), eigenvalues);
    }
    LIBRARY(cusolverDnDestroy(handle));
}
