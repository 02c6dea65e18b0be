// Kernels of several domains, each with a defect in one line. The comment HERE, with the rule
// that should find the defect, marks the line: a hint has to name it. One kernel has two defects.
#include <cmath>

#include "check.cuh"

constexpr int SIDE = 1024;
constexpr int COUNT = SIDE * SIDE;
constexpr int ROWS = 1 << 19;
constexpr int DEGREE = 32;
constexpr int TEXT = 1 << 24;
constexpr int BINS = 64;
constexpr int BODIES = 1 << 14;

// A sparse matrix times a vector, a row a thread.
__global__ void sparse_rows(const int* start, const int* column, const float* value,
                            const float* x, float* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int end = start[row + 1];
    float sum = 0;
    for (int k = start[row]; k < end; k++) {
        sum += value[k] * x[column[k] & 255];  // HERE scattered-reads
    }
    y[row] = sum;
}

// A stencil whose threads follow each other down a column.
__global__ void smooth_columns(const float* in, float* out) {
    const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y;
    const float middle = x + 1.0f;
    const int up = y > 0 ? y - 1 : y;
    out[y * SIDE + x] = in[y * SIDE + x] + in[up * SIDE + x] * middle;  // HERE scattered-access
}

// A histogram without a copy in shared memory.
__global__ void count_values(const int* in, int* bins) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int bin = in[i] % BINS;
    atomicAdd(&bins[bin], 1);  // HERE atomics
}

// Text, a character a thread.
__global__ void to_upper(const char* in, char* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const char c = in[i];  // HERE narrow-types
    out[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
}

// An image turned by way of a tile without padding, and stored as it was read.
__global__ void turn_image(const float* in, float* out) {
    __shared__ float tile[32][32];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * SIDE + x];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        sum += tile[threadIdx.x][(threadIdx.y + k) & 31];  // HERE bank-conflicts
    }
    out[x * SIDE + y] = sum;  // HERE scattered-access
}

// Bodies that attract each other; each sorts what it saw into a table that no register holds.
__global__ void attract(const float* place, const int* kind, float* out) {
    float seen[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 64; k++) seen[k] = 0;
    const float mine = place[i];
    for (int k = 0; k < 256; k++) {
        seen[(kind[k] + i) & 63] += rsqrtf(fabsf(place[k] - mine) + 1);  // HERE local-memory
    }
    float sum = 0;
    for (int k = 0; k < 64; k++) sum += seen[k] * k;
    out[i] = sum;
}

// A graph whose neighbours differ in kind: each thread takes a way of its own.
__global__ void visit(const int* kind, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i & 1023;
    if (kind[i] & 1) {  // HERE divergence
        for (int k = 0; k < 60; k++) v = v * 1.001f + 0.25f;
    } else {
        for (int k = 0; k < 60; k++) v = v * 0.999f - 0.25f;
    }
    out[i] = v;
}

int main() {
    std::vector<int> start(ROWS + 1), column(ROWS * DEGREE), kind(COUNT);
    std::vector<float> value(ROWS * DEGREE), x(COUNT);
    std::vector<char> text(TEXT);
    for (int i = 0; i <= ROWS; i++) start[i] = i * DEGREE;
    for (int i = 0; i < ROWS * DEGREE; i++) {
        column[i] = i * 7 % ROWS;
        value[i] = static_cast<float>(i % 3);
    }
    for (int i = 0; i < COUNT; i++) {
        kind[i] = (i * 2654435761u) >> 8;
        kind[i] &= 0x7fffffff;
        x[i] = static_cast<float>(i % 10);
    }
    for (int i = 0; i < TEXT; i++) text[i] = static_cast<char>('a' + i % 26);
    DeviceArray<int> starts(start), columns(column), kinds(kind), bins(BINS);
    DeviceArray<float> values(value), in(x), out(COUNT);
    DeviceArray<char> lower(text), upper(TEXT);
    CHECK(cudaMemset(bins.get(), 0, BINS * sizeof(int)));
    for (int round = 0; round < 2; round++) {
        sparse_rows<<<ROWS / 256, 256>>>(starts.get(), columns.get(), values.get(), in.get(),
                                         out.get());
        smooth_columns<<<dim3(SIDE / 256, SIDE), 256>>>(in.get(), out.get());
        count_values<<<COUNT / 256, 256>>>(kinds.get(), bins.get());
        to_upper<<<TEXT / 256, 256>>>(lower.get(), upper.get());
        attract<<<BODIES / 256, 256>>>(in.get(), kinds.get(), out.get());
        visit<<<COUNT / 256, 256>>>(kinds.get(), out.get());
        turn_image<<<dim3(SIDE / 32, SIDE / 32), dim3(32, 32)>>>(in.get(), out.get());
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    long total = 0;
    for (const int bin : bins.host()) total += bin;
    require(total == 2L * COUNT, "histogram");
    require(upper.host()[1] == 'B', "text");
    float sum = 0;
    for (int k = 0; k < 8; k++) sum += x[3 * SIDE + 2 + k];
    require(out.host()[3 * SIDE + 2] == sum, "image");
    std::puts("ok");
}
