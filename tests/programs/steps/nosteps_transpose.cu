// A benchmark in the manner of the samples: eight ways to copy or turn a matrix and six ways to
// sum one, each checked once and then timed over a few runs.
//
//     ./nosteps_transpose [SIZE]

#include <cmath>
#include <cstdlib>
#include <vector>

#include "marks.cuh"

constexpr int TILE = 32, HIGH = 8;

__global__ void copy_plain(float *out, const float *in, int n) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += HIGH) out[(y + j) * n + x] = in[(y + j) * n + x];
}

__global__ void copy_shared(float *out, const float *in, int n) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += HIGH) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    for (int j = 0; j < TILE; j += HIGH) out[(y + j) * n + x] = tile[threadIdx.y + j][threadIdx.x];
}

__global__ void copy_wide(float *out, const float *in, int n) {
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.y * TILE + threadIdx.x;
    if (i < n * n / 4) ((float4 *)out)[i] = ((const float4 *)in)[i];
}

__global__ void turn_reads(float *out, const float *in, int n) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += HIGH) out[x * n + y + j] = in[(y + j) * n + x];
}

__global__ void turn_writes(float *out, const float *in, int n) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += HIGH) out[(y + j) * n + x] = in[x * n + y + j];
}

template <int PAD> __global__ void turn_shared(float *out, const float *in, int n) {
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += HIGH) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += HIGH) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void turn_diagonal(float *out, const float *in, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    int x = bx * TILE + threadIdx.x, y = by * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += HIGH) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = by * TILE + threadIdx.x;
    y = bx * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += HIGH) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void sum_atomic(const float *in, float *out, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(out, in[i]);
}

__global__ void sum_interleaved(const float *in, float *out, int count) {
    __shared__ float parts[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[threadIdx.x] = i < count ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        if (threadIdx.x % (2 * step) == 0) parts[threadIdx.x] += parts[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, parts[0]);
}

__global__ void sum_sequential(const float *in, float *out, int count) {
    __shared__ float parts[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[threadIdx.x] = i < count ? in[i] : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, parts[0]);
}

__global__ void sum_on_load(const float *in, float *out, int count) {
    __shared__ float parts[256];
    int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    parts[threadIdx.x] = (i < count ? in[i] : 0) + (i + 256 < count ? in[i + 256] : 0);
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, parts[0]);
}

template <bool WIDE> __global__ void sum_strided(const float *in, float *out, int count) {
    __shared__ float parts[256];
    float own = 0;
    int from = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
    if (WIDE) {
        for (int i = from; i < count / 4; i += step) {
            float4 four = ((const float4 *)in)[i];
            own += four.x + four.y + four.z + four.w;
        }
    } else {
        for (int i = from; i < count; i += step) own += in[i];
    }
    parts[threadIdx.x] = own;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, parts[0]);
}

template <typename Run> static void timed(const char *name, double bytes, int runs, Run run) {
    cudaEvent_t start, end;
    check(cudaEventCreate(&start), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    check(cudaEventRecord(start), "cudaEventRecord");
    for (int i = 0; i < runs; i++) run();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "cudaEventSynchronize");
    float time = 0;
    check(cudaEventElapsedTime(&time, start, end), "cudaEventElapsedTime");
    check(cudaEventDestroy(start), "cudaEventDestroy");
    check(cudaEventDestroy(end), "cudaEventDestroy");
    fprintf(stderr, "%-16s %8.1f GB/s\n", name, runs * bytes / (time + 1e-9) / 1e6);
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 2048;
    const int count = n * n, runs = 20;
    Marks marks("none");
    std::vector<float> matrix(count), result(count);
    double truth = 0;
    for (int i = 0; i < count; i++) {
        matrix[i] = (i * 37 % 101) / 101.0f;
        truth += matrix[i];
    }
    float *in = allocate<float>(count), *out = allocate<float>(count), *sum = allocate<float>(1);
    upload(in, matrix.data(), count);

    struct Way {
        const char *name;
        void (*kernel)(float *, const float *, int);
        bool turns;
    };
    const Way ways[] = {
        {"copy", copy_plain, false},        {"copy shared", copy_shared, false},
        {"copy wide", copy_wide, false},    {"turn reads", turn_reads, true},
        {"turn writes", turn_writes, true}, {"turn shared", turn_shared<0>, true},
        {"turn padded", turn_shared<1>, true}, {"turn diagonal", turn_diagonal, true},
    };
    dim3 grid(n / TILE, n / TILE), block(TILE, HIGH);
    for (const Way &way : ways) {
        check(cudaMemset(out, 0, sizeof(float) * count), "cudaMemset");
        way.kernel<<<grid, block>>>(out, in, n);
        download(result.data(), out, count);
        bool right = true;
        for (int i = 0; i < n; i += 7)
            for (int j = 0; j < n; j += 5)
                right &= result[i * n + j] == (way.turns ? matrix[j * n + i] : matrix[i * n + j]);
        expect(right, way.name);
        timed(way.name, 8.0 * count, runs, [&] { way.kernel<<<grid, block>>>(out, in, n); });
    }

    struct Sum {
        const char *name;
        void (*kernel)(const float *, float *, int);
        unsigned grid;
    };
    const Sum sums[] = {
        {"sum atomic", sum_atomic, 512},
        {"sum interleaved", sum_interleaved, blocks(count)},
        {"sum sequential", sum_sequential, blocks(count)},
        {"sum on load", sum_on_load, blocks(count, 512)},
        {"sum strided", sum_strided<false>, 512},
        {"sum wide", sum_strided<true>, 512},
    };
    float total = 0;
    for (const Sum &way : sums) {
        check(cudaMemset(sum, 0, sizeof(float)), "cudaMemset");
        way.kernel<<<way.grid, 256>>>(in, sum, count);
        download(&total, sum, 1);
        expect(fabs(total - truth) < 0.02 * truth, way.name);
        timed(way.name, 4.0 * count, runs, [&] { way.kernel<<<way.grid, 256>>>(in, sum, count); });
    }
    printf("sum %.1f, right is %.1f\n", total, truth);
}
