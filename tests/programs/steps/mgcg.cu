// Diffusion through an uneven medium on a square: conjugate gradients, with one V-cycle of
// multigrid (damped Jacobi) as the preconditioner of each iteration. The residual is read in each.
//
//     ./mgcg [SIZE]       (a power of two)

#include <cmath>
#include <cstdlib>
#include <vector>

#include "marks.cuh"

struct Level {
    int size;
    double *medium, *x, *y, *b, *r;
};

__device__ double at(const double *f, int size, int i, int j) {
    return i < 0 || j < 0 || i >= size || j >= size ? 0.0 : f[i * size + j];
}

// The medium at the face between two cells; outside, that of the cell itself.
__device__ double face(const double *k, int size, int i, int j, int i2, int j2) {
    double own = k[i * size + j];
    if (i2 < 0 || j2 < 0 || i2 >= size || j2 >= size) return 2 * own;
    double other = k[i2 * size + j2];
    return 2 * own * other / (own + other);
}

__device__ double applied(const double *k, const double *f, int size, int i, int j, double *middle) {
    double up = face(k, size, i, j, i - 1, j), down = face(k, size, i, j, i + 1, j);
    double left = face(k, size, i, j, i, j - 1), right = face(k, size, i, j, i, j + 1);
    double scale = (double)size * size;
    *middle = scale * (up + down + left + right);
    return *middle * f[i * size + j] -
           scale * (up * at(f, size, i - 1, j) + down * at(f, size, i + 1, j) +
                    left * at(f, size, i, j - 1) + right * at(f, size, i, j + 1));
}

__global__ void apply(const double *k, const double *f, double *out, int size) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size) return;
    double middle;
    out[i * size + j] = applied(k, f, size, i, j, &middle);
}

__global__ void jacobi(const double *k, const double *b, const double *f, double *out, int size) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size) return;
    double middle, image = applied(k, f, size, i, j, &middle);
    out[i * size + j] = f[i * size + j] + 0.8 * (b[i * size + j] - image) / middle;
}

__global__ void residual(const double *k, const double *b, const double *f, double *r, int size) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size) return;
    double middle;
    r[i * size + j] = b[i * size + j] - applied(k, f, size, i, j, &middle);
}

__global__ void restrict_mean(const double *fine, double *coarse, int size) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size) return;
    const double *corner = fine + 4 * i * size + 2 * j;
    coarse[i * size + j] = 0.25 * (corner[0] + corner[1] + corner[2 * size] + corner[2 * size + 1]);
}

__global__ void prolong(const double *coarse, double *fine, int size) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= size || j >= size) return;
    fine[i * size + j] += coarse[(i / 2) * (size / 2) + j / 2];
}

__global__ void dot(const double *a, const double *b, double *sum, int count) {
    __shared__ double parts[256];
    double own = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        own += a[i] * b[i];
    parts[threadIdx.x] = own;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, parts[0]);
}

// y = x * a + y * b
__global__ void combine(double a, const double *x, double b, double *y, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) y[i] = a * x[i] + b * y[i];
}

static dim3 block2(32, 8);
static dim3 grid2(int size) { return dim3(blocks(size, 32), blocks(size, 8)); }

static void smooth(Level &level, int times) {
    for (int i = 0; i < times; i++) {
        jacobi<<<grid2(level.size), block2>>>(level.medium, level.b, level.x, level.y, level.size);
        double *swap = level.x;
        level.x = level.y, level.y = swap;
    }
}

static void cycle(std::vector<Level> &levels, size_t depth) {
    Level &level = levels[depth];
    check(cudaMemsetAsync(level.x, 0, sizeof(double) * level.size * level.size), "cudaMemset");
    if (depth + 1 == levels.size()) {
        smooth(level, 16);
        return;
    }
    smooth(level, 2);
    residual<<<grid2(level.size), block2>>>(level.medium, level.b, level.x, level.r, level.size);
    Level &below = levels[depth + 1];
    restrict_mean<<<grid2(below.size), block2>>>(level.r, below.b, below.size);
    cycle(levels, depth + 1);
    prolong<<<grid2(level.size), block2>>>(below.x, level.x, level.size);
    smooth(level, 2);
}

static double product(const double *a, const double *b, double *sum, int count) {
    double result;
    check(cudaMemsetAsync(sum, 0, sizeof(double)), "cudaMemset");
    dot<<<128, 256>>>(a, b, sum, count);
    download(&result, sum, 1);
    return result;
}

int main(int argc, char **argv) {
    const int size = argc > 1 ? atoi(argv[1]) : 1024;
    const int count = size * size;
    Marks marks("iteration");
    std::vector<Level> levels;
    for (int n = size; n >= 4; n /= 2) {
        Level level{n};
        for (double **field : {&level.medium, &level.x, &level.y, &level.b, &level.r})
            *field = allocate<double>(n * n);
        levels.push_back(level);
    }
    std::vector<double> medium(count), source(count);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            double y = (i + 0.5) / size, x = (j + 0.5) / size;
            medium[i * size + j] = exp(2.5 * sin(23 * x + 2) * cos(17 * y));
            source[i * size + j] = (x - 0.3) * (x - 0.3) + (y - 0.6) * (y - 0.6) < 0.01 ? 1 : 0;
        }
    upload(levels[0].medium, medium.data(), count);
    for (size_t i = 1; i < levels.size(); i++)
        restrict_mean<<<grid2(levels[i].size), block2>>>(levels[i - 1].medium, levels[i].medium,
                                                         levels[i].size);
    double *x = allocate<double>(count), *r = allocate<double>(count), *p = allocate<double>(count);
    double *ap = allocate<double>(count), *sum = allocate<double>(1);
    upload(r, source.data(), count);
    double *z;
    auto precondition = [&] {
        check(cudaMemcpyAsync(levels[0].b, r, sizeof(double) * count, cudaMemcpyDeviceToDevice),
              "cudaMemcpy");
        cycle(levels, 0);
        z = levels[0].x;
    };

    precondition();
    check(cudaMemcpyAsync(p, z, sizeof(double) * count, cudaMemcpyDeviceToDevice), "cudaMemcpy");
    double rz = product(r, z, sum, count), start = sqrt(product(r, r, sum, count)), left = start;
    int iterations = 0;
    while (iterations < 100 && left > 1e-11 * start) {
        marks.begin();
        apply<<<grid2(size), block2>>>(levels[0].medium, p, ap, size);
        double alpha = rz / product(p, ap, sum, count);
        combine<<<blocks(count), 256>>>(alpha, p, 1, x, count);
        combine<<<blocks(count), 256>>>(-alpha, ap, 1, r, count);
        left = sqrt(product(r, r, sum, count));
        precondition();
        double next = product(r, z, sum, count);
        combine<<<blocks(count), 256>>>(1, z, next / rz, p, count);
        rz = next;
        iterations++;
        marks.other();
        fprintf(stderr, "iteration %d: residual %.3e\n", iterations, left / start);
    }
    expect(left <= 1e-11 * start, "convergence");
    printf("residual %.3e after %d iterations\n", left / start, iterations);
}
