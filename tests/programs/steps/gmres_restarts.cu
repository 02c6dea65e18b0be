// A scalar that is carried by a whirl, spreads and decays in time: implicit steps, each solved by
// GMRES with restarts, Gram and Schmidt's method in its modified form, and Jacobi's preconditioner.
// iteration: a step is one of GMRES, with one more vector to be orthogonal to than the last one.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 gmres.cu -o gmres

#include "marks.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

constexpr int N = 768, CELLS = N * N, RESTART = 24, TIMES = 3, PARTS = 256;
constexpr double SPREADING = 6, CARRYING = 9, TOLERANCE = 1e-5;

// The flow through the side between a cell and the next one, as numbers of cells in a step of time.
__device__ double flow(int x, int y, bool across) {
    double u = double(x) / N - 0.5, v = double(y) / N - 0.5;
    double fade = exp(-8 * (u * u + v * v));
    return CARRYING * fade * (across ? -v : u) * 4;
}

__device__ double at(const double *u, int x, int y) {
    return x < 0 || y < 0 || x >= N || y >= N ? 0 : u[y * N + x];
}

__global__ void apply(const double *u, double *out, const double *inverse) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= N)
        return;
    double here = u[y * N + x];
    double west = at(u, x - 1, y), east = at(u, x + 1, y), north = at(u, x, y - 1), south = at(u, x, y + 1);
    double a = flow(x, y, true), b = flow(x, y, false);
    double carried = a > 0 ? a * (here - west) : a * (east - here);
    carried += b > 0 ? b * (here - north) : b * (south - here);
    double sum = here + SPREADING * (4 * here - west - east - north - south) + carried;
    out[y * N + x] = sum * inverse[y * N + x];
}

__global__ void prepare(double *u, double *inverse) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= N)
        return;
    double dx = double(x) / N - 0.3, dy = double(y) / N - 0.4;
    u[y * N + x] = exp(-120 * (dx * dx + dy * dy)) + ((x / 48 + y / 48) % 2 ? 0.1 : 0.0);
    inverse[y * N + x] = 1 / (1 + 4 * SPREADING + fabs(flow(x, y, true)) + fabs(flow(x, y, false)));
}

__global__ void residual(const double *b, const double *ax, const double *inverse, double *r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < CELLS)
        r[i] = b[i] * inverse[i] - ax[i];
}

// Sums of blocks, then one block for their sum.
__global__ void dot_parts(const double *a, const double *b, double *parts) {
    __shared__ double own[256];
    double sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < CELLS; i += PARTS * 256)
        sum += a[i] * b[i];
    own[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            own[threadIdx.x] += own[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        parts[blockIdx.x] = own[0];
}

__global__ void dot_total(const double *parts, double *out, bool root) {
    __shared__ double own[PARTS];
    own[threadIdx.x] = parts[threadIdx.x];
    __syncthreads();
    for (int half = PARTS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            own[threadIdx.x] += own[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = root ? sqrt(own[0]) : own[0];
}

// w -= h v, where h is on the device.
__global__ void subtract(double *w, const double *v, const double *h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < CELLS)
        w[i] -= *h * v[i];
}

__global__ void divide(double *v, const double *w, const double *h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < CELLS)
        v[i] = *h > 0 ? w[i] / *h : 0;
}

__global__ void add(double *x, const double *v, double factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < CELLS)
        x[i] += factor * v[i];
}

static double *parts;

void dot(const double *a, const double *b, double *out, bool root) {
    dot_parts<<<PARTS, 256>>>(a, b, parts);
    dot_total<<<1, PARTS>>>(parts, out, root);
}

int main() {
    Marks marks("iteration");
    const unsigned grid = blocks(CELLS);
    const dim3 plane(blocks(N), N);
    double *x = allocate<double>(CELLS), *b = allocate<double>(CELLS), *inverse = allocate<double>(CELLS);
    double *w = allocate<double>(CELLS), *h = allocate<double>(RESTART + 2);
    std::vector<double *> v(RESTART + 1);
    for (auto &vector : v)
        vector = allocate<double>(CELLS);
    parts = allocate<double>(PARTS);
    prepare<<<plane, 256>>>(x, inverse);
    int all = 0;
    double left = 0;
    for (int time = 0; time < TIMES; time++) {
        check(cudaMemcpy(b, x, CELLS * sizeof(double), cudaMemcpyDeviceToDevice), "right side");
        double first = 0;
        int iterations = 0, restarts = 0;
        while (true) {
            // The residual, which also starts the next cycle.
            apply<<<plane, 256>>>(x, w, inverse);
            residual<<<grid, 256>>>(b, w, inverse, w);
            dot(w, w, h, true);
            download(&left, h, 1);
            if (first == 0)
                first = left;
            if (left <= TOLERANCE * first || restarts == 12)
                break;
            divide<<<grid, 256>>>(v[0], w, h);
            double column[RESTART + 2], upper[RESTART][RESTART], cosine[RESTART], sine[RESTART], g[RESTART + 1];
            g[0] = left;
            int k = 0;
            while (k < RESTART && std::fabs(g[k]) > TOLERANCE * first) {
                marks.begin();
                apply<<<plane, 256>>>(v[k], w, inverse);
                for (int j = 0; j <= k; j++) {
                    dot(w, v[j], h + j, false);
                    subtract<<<grid, 256>>>(w, v[j], h + j);
                }
                dot(w, w, h + k + 1, true);
                divide<<<grid, 256>>>(v[k + 1], w, h + k + 1);
                download(column, h, k + 2);
                // Givens's rotations on the host.
                for (int j = 0; j < k; j++) {
                    double upper_one = column[j], lower = column[j + 1];
                    column[j] = cosine[j] * upper_one + sine[j] * lower;
                    column[j + 1] = cosine[j] * lower - sine[j] * upper_one;
                }
                double size = std::hypot(column[k], column[k + 1]);
                cosine[k] = column[k] / size, sine[k] = column[k + 1] / size;
                column[k] = size;
                g[k + 1] = -sine[k] * g[k];
                g[k] *= cosine[k];
                for (int j = 0; j <= k; j++)
                    upper[j][k] = column[j];
                k++, iterations++;
                marks.other();
                if (iterations % 20 == 0)
                    fprintf(stderr, "time %d, iteration %d: residual %.3e\n", time, iterations,
                            std::fabs(g[k]) / first);
            }
            for (int j = k - 1; j >= 0; j--) {
                for (int i = j + 1; i < k; i++)
                    g[j] -= upper[j][i] * g[i];
                g[j] /= upper[j][j];
            }
            for (int j = 0; j < k; j++)
                add<<<grid, 256>>>(x, v[j], g[j]);
            restarts++;
        }
        all += iterations;
        expect(std::isfinite(left), "the residual");
        printf("time %d: %d iterations, %d cycles\n", time, iterations, restarts);
    }
    fprintf(stderr, "%d iterations, residual %.3e\n", all, left);
}
