// Works through frames of a film: grey, blur, histogram, turned by a quarter, rows scaled. Each
// stage has a defect that profilers should find, and each defect can be mended on its own. See
// README.md for what propp says about them.
//
//     pipeline [STAGE ...]      the stages named are the good versions: gray, histogram, turn,
//                               scale, copy; `all` for all of them
//
// Prints the same sums either way.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                       \
    do {                                                                                  \
        cudaError_t status = (call);                                                      \
        if (status != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
                         cudaGetErrorString(status));                                     \
            std::exit(1);                                                                 \
        }                                                                                 \
    } while (0)

constexpr int width = 4096, height = 4096, pixels = width * height;
constexpr int frames = 4, levels = 256, threads = 256;

// Defect: each thread takes 32 pixels in a row, so neighbouring threads read 96 bytes apart.
__global__ void gray_in_runs(const unsigned char* rgb, float* gray) {
    const int first = (blockIdx.x * threads + threadIdx.x) * 32;
    for (int pixel = first; pixel < first + 32; pixel++) {
        const unsigned char* colours = rgb + 3 * size_t(pixel);
        gray[pixel] = float((2 * colours[0] + 5 * colours[1] + colours[2]) / 8);
    }
}

// Neighbouring threads take neighbouring pixels.
__global__ void gray_by_neighbours(const unsigned char* rgb, float* gray) {
    const int step = gridDim.x * threads;
    for (int pixel = blockIdx.x * threads + threadIdx.x; pixel < pixels; pixel += step) {
        const unsigned char* colours = rgb + 3 * size_t(pixel);
        gray[pixel] = float((2 * colours[0] + 5 * colours[1] + colours[2]) / 8);
    }
}

// No defect: nine neighbours in a row, all but one from the cache.
__global__ void blur(const float* in, float* out) {
    const int x = blockIdx.x * threads + threadIdx.x, y = blockIdx.y;
    float sum = 0;
    for (int shift = -4; shift <= 4; shift++) {
        sum += in[y * width + (x + shift + width) % width];
    }
    out[y * width + x] = float(int(sum / 9));
}

// Defect: an atomic operation in global memory for each pixel, and few different addresses.
__global__ void histogram_in_global_memory(const float* gray, unsigned* counts) {
    const int step = gridDim.x * threads;
    for (int pixel = blockIdx.x * threads + threadIdx.x; pixel < pixels; pixel += step) {
        atomicAdd(&counts[int(gray[pixel]) % levels], 1u);
    }
}

// Each block counts in shared memory, and adds its counts once.
__global__ void histogram_in_shared_memory(const float* gray, unsigned* counts) {
    __shared__ unsigned mine[levels];
    mine[threadIdx.x] = 0;
    __syncthreads();
    const int step = gridDim.x * threads;
    for (int pixel = blockIdx.x * threads + threadIdx.x; pixel < pixels; pixel += step) {
        atomicAdd(&mine[int(gray[pixel]) % levels], 1u);
    }
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

// Pitch 32 is the defect: a column of the tile lies in one bank of shared memory. 33 is without.
template <int Pitch>
__device__ void turn_tile(const float* in, float* out) {
    __shared__ float tile[32][Pitch];
    const int x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int row = threadIdx.y; row < 32; row += 8) {
        tile[row][threadIdx.x] = in[(y + row) * width + x + threadIdx.x];
    }
    __syncthreads();
    for (int row = threadIdx.y; row < 32; row += 8) {
        out[(x + row) * height + y + 31 - threadIdx.x] = tile[31 - threadIdx.x][row];
    }
}

__global__ void turn_with_conflicts(const float* in, float* out) { turn_tile<32>(in, out); }
__global__ void turn_without_conflicts(const float* in, float* out) { turn_tile<33>(in, out); }

// Defect: it is launched for each eight rows, and each launch is too small for the GPU.
// Launched once for all rows it has none.
__global__ void scale_rows(float* image, int first) {
    float* row = image + size_t(first + blockIdx.x) * height;
    for (int x = threadIdx.x; x < height; x += threads) row[x] = row[x] * 2 + 1;
}

__global__ void sum_levels(const unsigned* counts, unsigned long long* sum) {
    atomicAdd(sum, static_cast<unsigned long long>(counts[threadIdx.x]) * threadIdx.x);
}

struct Good {
    bool gray = false, histogram = false, turn = false, scale = false, copy = false;

    Good(int argc, char** argv) {
        for (int i = 1; i < argc; i++) {
            const bool all = !std::strcmp(argv[i], "all");
            auto is = [&](const char* name) { return all || !std::strcmp(argv[i], name); };
            if (!(is("gray") | is("histogram") | is("turn") | is("scale") | is("copy"))) {
                std::fprintf(stderr, "pipeline: there is no stage %s: gray, histogram, turn, "
                             "scale, copy, all\n", argv[i]);
                std::exit(2);
            }
            gray |= is("gray");
            histogram |= is("histogram");
            turn |= is("turn");
            scale |= is("scale");
            copy |= is("copy");
        }
    }
};

// The pixels of a frame, always the same. Pinned memory is what the good version copies from.
unsigned char* film(bool pinned) {
    unsigned char* frame = nullptr;
    if (pinned) {
        CHECK(cudaMallocHost(&frame, 3 * size_t(pixels)));
    } else {
        frame = static_cast<unsigned char*>(std::malloc(3 * size_t(pixels)));
    }
    unsigned state = 1;
    for (size_t i = 0; i < 3 * size_t(pixels); i++) {
        state = state * 1664525u + 1013904223u;
        frame[i] = static_cast<unsigned char>(state >> 28);
    }
    return frame;
}

int main(int argc, char** argv) {
    const Good good(argc, argv);
    unsigned char* frame = film(good.copy);
    unsigned char* rgb;
    float *gray, *smooth, *turned;
    unsigned* counts;
    unsigned long long* sum;
    CHECK(cudaMalloc(&rgb, 3 * size_t(pixels)));
    CHECK(cudaMalloc(&gray, pixels * sizeof(float)));
    CHECK(cudaMalloc(&smooth, pixels * sizeof(float)));
    CHECK(cudaMalloc(&turned, pixels * sizeof(float)));
    CHECK(cudaMalloc(&counts, levels * sizeof(unsigned)));
    CHECK(cudaMalloc(&sum, sizeof(*sum)));
    CHECK(cudaMemset(sum, 0, sizeof(*sum)));

    const int blocks = 132 * 8, runs = pixels / 32 / threads;
    for (int number = 0; number < frames; number++) {
        CHECK(cudaMemcpyAsync(rgb, frame, 3 * size_t(pixels), cudaMemcpyHostToDevice));
        if (good.gray) {
            gray_by_neighbours<<<blocks, threads>>>(rgb, gray);
        } else {
            gray_in_runs<<<runs, threads>>>(rgb, gray);
        }
        blur<<<dim3(width / threads, height), threads>>>(gray, smooth);
        CHECK(cudaMemsetAsync(counts, 0, levels * sizeof(unsigned)));
        if (good.histogram) {
            histogram_in_shared_memory<<<blocks, threads>>>(smooth, counts);
        } else {
            histogram_in_global_memory<<<blocks, threads>>>(smooth, counts);
        }
        const dim3 tiles(width / 32, height / 32), tile(32, 8);
        if (good.turn) {
            turn_without_conflicts<<<tiles, tile>>>(smooth, turned);
        } else {
            turn_with_conflicts<<<tiles, tile>>>(smooth, turned);
        }
        if (good.scale) {
            scale_rows<<<width, threads>>>(turned, 0);
        } else {
            for (int first = 0; first < width; first += 8) {
                scale_rows<<<8, threads>>>(turned, first);
            }
        }
        sum_levels<<<1, levels>>>(counts, sum);
        CHECK(cudaGetLastError());
    }

    unsigned long long total = 0;
    std::vector<float> row(height);
    CHECK(cudaMemcpy(&total, sum, sizeof(total), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(row.data(), turned, height * sizeof(float), cudaMemcpyDeviceToHost));
    float first = 0;
    for (float value : row) first += value;
    std::printf("pipeline: %d frames, sum of levels %llu, first row %.0f\n", frames, total, first);
    return 0;
}
