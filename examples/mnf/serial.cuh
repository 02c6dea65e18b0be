// MNF on one thread of the CPU: the check of the others, and the base of their speedups. The
// steps on small matrices, S3 and S5 to S7, are the same in all variants.

#pragma once

#include <chrono>
#include <cmath>
#include <numeric>

#include "filtering.cuh"
#include "transformation.cuh"

using Matrix = std::vector<double>;  // square, row by row

inline double seconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

template <typename T>
double covariance_of(const T* a, const T* b, size_t pixels) {
    double mean_a = 0, mean_b = 0, sum = 0;
    for (size_t k = 0; k < pixels; k++) {
        mean_a += a[k];
        mean_b += b[k];
    }
    mean_a /= double(pixels);
    mean_b /= double(pixels);
    for (size_t k = 0; k < pixels; k++) sum += (a[k] - mean_a) * (b[k] - mean_b);
    return sum / double(pixels - 1);
}

template <typename T>
Matrix serial_covariance(const std::vector<T>& data, Image size) {
    const size_t pixels = size.pixels();
    const int bands = size.bands;
    std::vector<float> mean(bands);
    for (int i = 0; i < bands; i++) {
        const T* band = &data[i * pixels];
        mean[i] = float(std::accumulate(band, band + pixels, 0ll) / double(pixels));
    }
    Matrix result(bands * bands);
    for (int i = 0; i < bands; i++) {
        for (int j = i; j < bands; j++) {
            double sum = 0;
            for (size_t k = 0; k < pixels; k++) {
                sum += (data[i * pixels + k] - mean[i]) * (data[j * pixels + k] - mean[j]);
            }
            result[i * bands + j] = result[j * bands + i] = sum / double(pixels - 1);
        }
    }
    return result;
}

struct Eigen {
    std::vector<double> values;  // from the largest on
    Matrix vectors;              // one in each row
};

// Jacobi's rotations, until what is off the diagonal is lost in rounding.
inline Eigen eigen(Matrix a, int n) {
    Matrix v(n * n);
    for (int i = 0; i < n; i++) v[i * n + i] = 1;
    for (int sweep = 0; sweep < 50; sweep++) {
        double off = 0, all = 0;
        for (int p = 0; p < n; p++) {
            for (int q = 0; q < n; q++) (p == q ? all : off) += a[p * n + q] * a[p * n + q];
        }
        if (off <= 1e-22 * all) break;
        for (int p = 0; p < n; p++) {
            for (int q = p + 1; q < n; q++) {
                const double apq = a[p * n + q];
                if (std::abs(apq) < 1e-300) continue;
                const double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
                const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
                const double c = 1 / std::sqrt(t * t + 1), s = t * c;
                const auto turn = [c, s](double& x, double& y) {
                    const double before = x;
                    x = c * before - s * y;
                    y = s * before + c * y;
                };
                for (int k = 0; k < n; k++) turn(a[k * n + p], a[k * n + q]);
                for (int k = 0; k < n; k++) turn(a[p * n + k], a[q * n + k]);
                for (int k = 0; k < n; k++) turn(v[p * n + k], v[q * n + k]);
            }
        }
    }
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int x, int y) { return a[x * n + x] > a[y * n + y]; });
    Eigen result{std::vector<double>(n), Matrix(n * n)};
    for (int i = 0; i < n; i++) {
        result.values[i] = a[order[i] * n + order[i]];
        std::copy_n(&v[order[i] * n], n, &result.vectors[i * n]);
    }
    return result;
}

// a b^t
inline Matrix times_transposed(const Matrix& a, const Matrix& b, int n) {
    Matrix result(n * n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            result[i * n + j] = std::inner_product(&a[i * n], &a[i * n] + n, &b[j * n], 0.0);
        }
    }
    return result;
}

// S3: P = U D^(-1/2), a column of it in each row.
inline Matrix whitening(const Matrix& noise, int bands) {
    Eigen found = eigen(noise, bands);
    for (int i = 0; i < bands; i++) {
        for (int j = 0; j < bands; j++) found.vectors[i * bands + j] /= std::sqrt(found.values[i]);
    }
    return found.vectors;
}

struct Transformation {
    std::vector<double> ratios;  // of the variances of image and noise, the largest first
    std::vector<float> weights;  // of a band in each component
};

// S5 to S7.
inline Transformation transformation(const Matrix& p, const Matrix& image, int bands) {
    const Matrix adjusted = times_transposed(times_transposed(p, image, bands), p, bands);
    const Eigen found = eigen(adjusted, bands);
    Transformation result{found.values, std::vector<float>(bands * components)};
    for (int component = 0; component < components; component++) {
        for (int band = 0; band < bands; band++) {
            double sum = 0;
            for (int k = 0; k < bands; k++) {
                sum += found.vectors[component * bands + k] * p[k * bands + band];
            }
            result.weights[band * components + component] = float(sum);
        }
    }
    return result;
}

inline float serial_component(const unsigned char* image, const std::vector<float>& matrix,
                              int component, size_t pixel, Image size) {
    float sum = 0;
    for (int band = 0; band < size.bands; band++) {
        sum += matrix[band * components + component] * image[band * size.pixels() + pixel];
    }
    return sum;
}

// The whole, with the time of each step in seconds.
struct Serial {
    Transformation found;
    std::vector<float> result;
    double filtering, covariances, small, transforming;
    double whole() const { return filtering + covariances + small + transforming; }
};

inline Serial serial(const std::vector<unsigned char>& image, Image size) {
    const size_t pixels = size.pixels();
    Serial run;
    double start = seconds();
    const auto lap = [&start] {
        const double before = start;
        start = seconds();
        return start - before;
    };
    std::vector<short> noises(size.bytes());
    for (int band = 0; band < size.bands; band++) {
        for (int y = 0; y < size.height; y++) {
            short* row = &noises[band * pixels + size_t(y) * size.width];
            for (int x = 0; x < size.width; x++) {
                row[x] = noise(&image[band * pixels], y, x, size, false);
            }
        }
    }
    run.filtering = lap();
    const Matrix of_noise = serial_covariance(noises, size);
    const Matrix of_image = serial_covariance(image, size);
    run.covariances = lap();
    run.found = transformation(whitening(of_noise, size.bands), of_image, size.bands);
    run.small = lap();
    run.result.resize(components * pixels);
    for (int component = 0; component < components; component++) {
        float* values = &run.result[component * pixels];
        for (int band = 0; band < size.bands; band++) {
            const float weight = run.found.weights[band * components + component];
            for (size_t k = 0; k < pixels; k++) values[k] += weight * image[band * pixels + k];
        }
    }
    run.transforming = lap();
    return run;
}
