// A program of sound kernels into which one defect can be planted. The kernels and their
// names stay the same: only their arguments, launch or order change, as in a patch that makes
// a program worse by accident. What `propp gate` is tested on; the lines that a defect is in
// carry its name behind HERE.
//
//     planted [DEFECT]        (planted list: the names)
#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "check.cuh"
#include "planted_sizes.cuh"
constexpr int SIDE = PLANTED_SIDE;
constexpr int COUNT = SIDE * SIDE;
constexpr int ROUNDS = PLANTED_ROUNDS;

// Reads one value in STRIDE.
__global__ void scale(const float* in, float* out, int stride, int offset) {
    const long i = blockIdx.x * static_cast<long>(blockDim.x) + threadIdx.x;
    out[i] = 2 * in[(i * stride + offset) & (COUNT - 1)];  // HERE stride2 stride8 misaligned
}

// A pitch of 33 keeps columns in different banks; 34 has two of a column in one, 32 all.
__global__ void transpose(const float* in, float* out, int pitch) {
    extern __shared__ float tile[];
    const int x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += blockDim.y)
        tile[j * pitch + threadIdx.x] = in[(y + j) * SIDE + x + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += blockDim.y)
        // HERE in the next line: conflict2 conflict4 conflict32
        out[(x + j) * SIDE + y + threadIdx.x] = tile[threadIdx.x * pitch + j];
}

// Sums of blocks, a tree in shared memory; EXTRA barriers that nothing needs at each step.
__global__ void sum(const float* in, float* out, int extra) {
    __shared__ float parts[256];
    const int t = threadIdx.x;
    float mine = 0;
    for (int k = 0; k < 16; k++) mine += in[(blockIdx.x * 16 + k) * 256 + t];
    parts[t] = mine;
    __syncthreads();
    for (int width = 128; width > 0; width /= 2) {
        if (t < width) parts[t] += parts[t + width];
        for (int k = 0; k <= extra; k++) __syncthreads();  // HERE barrier1 barrier4
    }
    if (t == 0) out[blockIdx.x] = parts[0];
}

// Two kinds of values, which come in runs of RUN.
__global__ void classify(const float* in, float* out, int run) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    if (i / run % 2) {  // HERE diverge16 diverge1
        for (int k = 0; k < 40; k++) v = v * 1.0001f + 0.5f;
    } else {
        for (int k = 0; k < 40; k++) v = v * 0.9999f - 0.5f;
    }
    out[i] = v;
}

// Every block does STEPS, the first HEAVY blocks, or the first warp of each, ten times that.
__global__ void iterate(float* out, int steps, int heavy_blocks, int heavy_warps) {
    const bool is_heavy = blockIdx.x < heavy_blocks || threadIdx.x / 32 < heavy_warps;
    const int mine = is_heavy ? 10 * steps : steps;
    float v = threadIdx.x;
    for (int k = 0; k < mine; k++) v = v * 1.0001f + 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// Dynamic shared memory that nothing uses limits how many blocks are resident.
__global__ void axpy(const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] += 3 * x[i];
}

__global__ void gather(const float* in, const int* from, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[from[i]];  // HERE shuffled shuffled64
}

__global__ void clear(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }

struct Plan {
    int stride = 1, offset = 0, pitch = 33, barriers = 0, run = 32 * 8;
    int iterating = 132 * 16, steps = PLANTED_STEPS, heavy_blocks = 0, heavy_warps = 0;
    int unused_shared = 0, axpy_block = 256, shuffle = 0;
    bool waits = false, copies = false, clears = false, twice = false;
};

struct Defect {
    const char* name;
    void (*plant)(Plan&);
};

const Defect DEFECTS[] = {
    {"conflict2", [](Plan& p) { p.pitch = 34; }},
    {"conflict4", [](Plan& p) { p.pitch = 36; }},
    {"conflict32", [](Plan& p) { p.pitch = 32; }},
    {"stride2", [](Plan& p) { p.stride = 2; }},
    {"stride8", [](Plan& p) { p.stride = 8; }},
    {"misaligned", [](Plan& p) { p.offset = 1; }},
    {"shuffled", [](Plan& p) { p.shuffle = COUNT; }},
    {"shuffled64", [](Plan& p) { p.shuffle = 64; }},
    {"barrier1", [](Plan& p) { p.barriers = 1; }},
    {"barrier4", [](Plan& p) { p.barriers = 4; }},
    {"occupancy2", [](Plan& p) { p.unused_shared = 56 * 1024; }},
    {"occupancy4", [](Plan& p) { p.unused_shared = 100 * 1024; }},
    {"block32", [](Plan& p) { p.axpy_block = 32; }},
    {"diverge16", [](Plan& p) { p.run = 16; }},
    {"diverge1", [](Plan& p) { p.run = 1; }},
    {"heavy_blocks", [](Plan& p) { p.heavy_blocks = 40; }},
    {"few_blocks", [](Plan& p) { p.iterating = 66; p.steps = PLANTED_STEPS * 32; }},
    {"heavy_warp", [](Plan& p) { p.heavy_warps = 1; }},
    {"waits", [](Plan& p) { p.waits = true; }},
    {"copies", [](Plan& p) { p.copies = true; }},
    {"clears", [](Plan& p) { p.clears = true; }},
    {"twice", [](Plan& p) { p.twice = true; }},
};

static Plan plan(const char* name) {
    Plan plan;
    if (std::strcmp(name, "none") == 0) return plan;
    for (const Defect& defect : DEFECTS) {
        if (std::strcmp(name, defect.name) != 0) continue;
        defect.plant(plan);
        return plan;
    }
    std::fprintf(stderr, "no defect %s; planted list\n", name);
    std::exit(2);
}

// Each group of SPAN numbers in a random order.
static std::vector<int> order(int span) {
    std::vector<int> from(COUNT);
    std::iota(from.begin(), from.end(), 0);
    std::mt19937 random(1);
    for (int i = 0; span > 0 && i < COUNT; i += span)
        std::shuffle(from.begin() + i, from.begin() + i + span, random);
    return from;
}

int main(int argc, char** argv) {
    const char* name = argc > 1 ? argv[1] : "none";
    if (std::strcmp(name, "list") == 0) {
        for (const Defect& defect : DEFECTS) std::puts(defect.name);
        return 0;
    }
    const Plan p = plan(name);
    std::vector<float> host(COUNT);
    for (int i = 0; i < COUNT; i++) host[i] = static_cast<float>(i % 1000);
    DeviceArray<float> in(host), out(COUNT);
    DeviceArray<int> from(order(p.shuffle));
    const int blocks = COUNT / 256;
    CHECK(cudaFuncSetAttribute(axpy, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024));
    const auto step = [&] {
        if (p.waits) CHECK(cudaDeviceSynchronize());
    };
    for (int round = 0; round < ROUNDS; round++) {
        if (p.copies || round == 0)
            CHECK(cudaMemcpy(in.get(), host.data(), COUNT * sizeof(float), cudaMemcpyHostToDevice));
        if (p.clears) clear<<<blocks, 256>>>(out.get());
        scale<<<blocks, 256>>>(in.get(), out.get(), p.stride, p.offset);
        step();
        if (p.twice) scale<<<blocks, 256>>>(in.get(), out.get(), p.stride, p.offset);
        transpose<<<dim3(SIDE / 32, SIDE / 32), dim3(32, 8), 32 * 36 * sizeof(float)>>>(
            in.get(), out.get(), p.pitch);
        step();
        sum<<<blocks / 16, 256>>>(in.get(), out.get(), p.barriers);
        step();
        classify<<<blocks, 256>>>(in.get(), out.get(), p.run);
        step();
        iterate<<<p.iterating, 256>>>(out.get(), p.steps, p.heavy_blocks, p.heavy_warps);
        step();
        axpy<<<COUNT / p.axpy_block, p.axpy_block, p.unused_shared>>>(in.get(), out.get());
        step();
        gather<<<blocks, 256>>>(in.get(), from.get(), out.get());
        step();
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    // The last kernel's result: what was gathered.
    const std::vector<float> result = out.host();
    const std::vector<int> places = order(p.shuffle);
    for (int i = 0; i < COUNT; i += 997) require(result[i] == host[places[i]], "gather");
    std::printf("%s\n", name);
}
