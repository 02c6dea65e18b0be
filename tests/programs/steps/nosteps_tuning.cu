// No steps: a tuner tries the shapes of products, sums, histograms, stencils and copies, and says which are
// best: each shape is run once to be checked, then a few times with events.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "marks.cuh"

constexpr int MOST = 1 << 24, SIDE = 4096;

__global__ void fill(float *p, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        p[i] = (i * 2654435761u >> 16 & 1023) / 1024.0f;
}

// C = A B of `n` by `n`; a thread makes T by T numbers of a tile of B by B.
template <int B, int K, int T> __global__ void product(const float *a, const float *b, float *c, int n) {
    constexpr int WIDE = B / T, THREADS = WIDE * WIDE;
    __shared__ float left[K][B], right[K][B];
    int row = blockIdx.y * B, column = blockIdx.x * B, t = threadIdx.x, x = t % WIDE, y = t / WIDE;
    float sum[T][T] = {};
    for (int k0 = 0; k0 < n; k0 += K) {
        for (int i = t; i < B * K; i += THREADS) {
            left[i % K][i / K] = a[(row + i / K) * n + k0 + i % K];
            right[i / B][i % B] = b[(k0 + i / B) * n + column + i % B];
        }
        __syncthreads();
        for (int k = 0; k < K; k++)
            for (int i = 0; i < T; i++)
                for (int j = 0; j < T; j++) sum[i][j] += left[k][y + i * WIDE] * right[k][x + j * WIDE];
        __syncthreads();
    }
    for (int i = 0; i < T; i++)
        for (int j = 0; j < T; j++) c[(row + y + i * WIDE) * n + column + x + j * WIDE] = sum[i][j];
}

template <int THREADS> __global__ void sum_shared(const float *p, float *sum, int count) {
    __shared__ float part[THREADS];
    float own = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) own += p[i];
    part[threadIdx.x] = own;
    __syncthreads();
    for (int half = THREADS / 2; half; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, part[0]);
}

template <int THREADS> __global__ void sum_shuffles(const float4 *p, float *sum, int count) {
    float own = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count / 4; i += gridDim.x * THREADS)
        own += p[i].x + p[i].y + p[i].z + p[i].w;
    for (int hop = 16; hop; hop /= 2) own += __shfl_down_sync(~0u, own, hop);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}

__global__ void bins_global(const float *p, unsigned *bins, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[int(p[i] * 256)], 1u);
}

template <int COPIES> __global__ void bins_shared(const float *p, unsigned *bins, int count) {
    __shared__ unsigned own[COPIES][257];
    for (int i = threadIdx.x; i < COPIES * 257; i += blockDim.x) own[i / 257][i % 257] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own[threadIdx.x % COPIES][int(p[i] * 256)], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned all = 0;
        for (int copy = 0; copy < COPIES; copy++) all += own[copy][i];
        atomicAdd(&bins[i], all);
    }
}

template <int X, int Y> __global__ void blur_tile(const float *in, float *out) {
    __shared__ float tile[Y + 4][X + 4];
    int left = blockIdx.x * X - 2, top = blockIdx.y * Y - 2;
    for (int i = threadIdx.y * X + threadIdx.x; i < (X + 4) * (Y + 4); i += X * Y) {
        int x = left + i % (X + 4), y = top + i / (X + 4);
        tile[i / (X + 4)][i % (X + 4)] = x < 0 || y < 0 || x >= SIDE || y >= SIDE ? 0 : in[y * SIDE + x];
    }
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 5; dy++)
        for (int dx = 0; dx < 5; dx++) sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[(blockIdx.y * Y + threadIdx.y) * SIDE + blockIdx.x * X + threadIdx.x] = sum / 25;
}

template <int X, int Y> __global__ void blur_plain(const float *in, float *out) {
    int x = blockIdx.x * X + threadIdx.x, y = blockIdx.y * Y + threadIdx.y;
    float sum = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (x + dx >= 0 && y + dy >= 0 && x + dx < SIDE && y + dy < SIDE) sum += in[(y + dy) * SIDE + x + dx];
    out[y * SIDE + x] = sum / 25;
}

template <typename V> __global__ void copy(const V *in, V *out, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) out[i] = in[i];
}

struct Shape {
    std::string name;
    std::function<void()> run;
};

// Runs each shape, checks what it made, and then measures it; gives back the best one's place.
int tune(const char *what, const std::vector<Shape> &shapes, int repeats, const std::function<double()> &result) {
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start), "event");
    check(cudaEventCreate(&stop), "event");
    double expected = 0;
    float least = 1e30f;
    int best = 0;
    for (size_t i = 0; i < shapes.size(); i++) {
        shapes[i].run();
        double now = result();
        if (i == 0) expected = now;
        expect(std::fabs(now - expected) <= 1e-2 * std::fabs(expected) + 1e-3, shapes[i].name.c_str());
        check(cudaEventRecord(start), "record");
        for (int j = 0; j < repeats; j++) shapes[i].run();
        check(cudaEventRecord(stop), "record");
        check(cudaEventSynchronize(stop), "wait");
        float time;
        check(cudaEventElapsedTime(&time, start, stop), "time");
        fprintf(stderr, "%-10s %-20s %9.4f ms\n", what, shapes[i].name.c_str(), time / repeats);
        if (time < least) least = time, best = int(i);
    }
    check(cudaEventDestroy(start), "event");
    check(cudaEventDestroy(stop), "event");
    return best;
}

template <int B, int K, int T> Shape product_shape(const float *a, const float *b, float *c, int n) {
    return {std::to_string(B) + "x" + std::to_string(K) + "x" + std::to_string(T),
            [=] { product<B, K, T><<<dim3(n / B, n / B), (B / T) * (B / T)>>>(a, b, c, n); }};
}

template <int X, int Y> void blur_shapes(std::vector<Shape> &shapes, const float *in, float *out) {
    dim3 grid(SIDE / X, SIDE / Y), block(X, Y);
    std::string size = std::to_string(X) + "x" + std::to_string(Y);
    shapes.push_back({"tile " + size, [=] { blur_tile<X, Y><<<grid, block>>>(in, out); }});
    shapes.push_back({"plain " + size, [=] { blur_plain<X, Y><<<grid, block>>>(in, out); }});
}

int main() {
    Marks marks("none");
    float *in = allocate<float>(MOST), *other = allocate<float>(MOST), *out = allocate<float>(MOST);
    float *sum = allocate<float>(1);
    unsigned *bins = allocate<unsigned>(256);
    fill<<<1024, 256>>>(in, MOST);
    fill<<<1024, 256>>>(other, MOST / 2);
    auto some = [&] {
        std::vector<float> host(4096);
        download(host.data(), out + 12345, host.size());
        double all = 0;
        for (float value : host) all += value;
        return all;
    };
    std::string chosen;

    for (int n : {512, 1024, 2048}) {
        std::vector<Shape> shapes = {
            product_shape<16, 16, 1>(in, other, out, n), product_shape<32, 16, 1>(in, other, out, n),
            product_shape<32, 16, 2>(in, other, out, n), product_shape<64, 8, 4>(in, other, out, n),
            product_shape<64, 16, 4>(in, other, out, n), product_shape<128, 8, 8>(in, other, out, n)};
        int best = tune("product", shapes, n == 2048 ? 2 : 5, some);
        chosen += shapes[best].name + " ";
    }
    for (int count : {1 << 18, MOST}) {
        std::vector<Shape> shapes;
        for (int grid : {132, 528, 2112}) {
            std::string end = " " + std::to_string(grid);
            shapes.push_back({"shared 128" + end, [=] { sum_shared<128><<<grid, 128>>>(in, sum, count); }});
            shapes.push_back({"shared 512" + end, [=] { sum_shared<512><<<grid, 512>>>(in, sum, count); }});
            auto four = (const float4 *)in;
            shapes.push_back({"shuffles 256" + end, [=] { sum_shuffles<256><<<grid, 256>>>(four, sum, count); }});
        }
        int best = tune("sum", shapes, 10, [&] {
            float value;
            download(&value, sum, 1);
            check(cudaMemset(sum, 0, sizeof(float)), "the sum");
            return value > 0.4 * count ? 1.0 : 0.0;
        });
        check(cudaMemset(sum, 0, sizeof(float)), "the sum");
        chosen += shapes[best].name + " ";
    }
    {
        std::vector<Shape> shapes = {{"global", [=] { bins_global<<<1056, 256>>>(in, bins, MOST); }},
                                     {"shared", [=] { bins_shared<1><<<1056, 256>>>(in, bins, MOST); }},
                                     {"four copies", [=] { bins_shared<4><<<1056, 256>>>(in, bins, MOST); }},
                                     {"16 copies", [=] { bins_shared<16><<<528, 512>>>(in, bins, MOST); }}};
        int best = tune("histogram", shapes, 4, [&] {
            std::vector<unsigned> host(256);
            download(host.data(), bins, 256);
            check(cudaMemset(bins, 0, 256 * sizeof(unsigned)), "bins");
            unsigned all = 0;
            for (unsigned count : host) all += count;
            return all % MOST == 0 ? 1.0 : 0.0;
        });
        chosen += shapes[best].name + " ";
    }
    {
        std::vector<Shape> shapes;
        blur_shapes<16, 16>(shapes, in, out);
        blur_shapes<32, 8>(shapes, in, out);
        blur_shapes<64, 4>(shapes, in, out);
        blur_shapes<32, 32>(shapes, in, out);
        chosen += shapes[tune("blur", shapes, 5, some)].name + " ";
    }
    for (int count : {1 << 20, MOST}) {
        std::vector<Shape> shapes;
        for (int grid : {264, 1056, 4224}) {
            std::string end = " " + std::to_string(grid);
            shapes.push_back({"float" + end, [=] { copy<<<grid, 256>>>(in, out, count); }});
            shapes.push_back({"float2" + end, [=] { copy<<<grid, 256>>>((float2 *)in, (float2 *)out, count / 2); }});
            shapes.push_back({"float4" + end, [=] { copy<<<grid, 256>>>((float4 *)in, (float4 *)out, count / 4); }});
        }
        shapes.push_back({"copy engine", [=] {
                              auto bytes = size_t(count) * sizeof(float);
                              check(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice), "copy");
                          }});
        chosen += shapes[tune("copy", shapes, 20, some)].name + " ";
    }
    printf("best: %s\n", chosen.c_str());
}
