// Wavefronts of loads from shared memory, by which lanes have the same address:
//   propp profile -o F ./shared_loads; propp show F --rows counters --format csv
// An H200 (driver 580.159.04, CUDA 13.0) needs for each load of 16 bytes: uniform 2, alternating 2,
// halves 2, by_fours 2, of_four 4, of_eight 4, of_all 4; of uniform8 ptxas makes loads of 16 bytes: 2. A load
// of 8 bytes whose place comes from memory (`wide8`) needs 1 if all lanes, or both of each pair, have the
// same address (patterns 0 to 5), otherwise 2 (6 and 7).
constexpr int N = 256;
constexpr int LOADS = N - 32;

#define KERNEL(name, type, place, add)                         \
    __global__ void name(type* out)                            \
    {                                                          \
        __shared__ type words[N];                              \
        const int lane = threadIdx.x % 32;                     \
        words[threadIdx.x] = type{};                           \
        __syncthreads();                                       \
        type sum = {};                                         \
        for (int i = 0; i < LOADS; i++) {                      \
            const type word = words[i + (place)];              \
            add;                                               \
        }                                                      \
        out[blockIdx.x * N + lane] = sum;                      \
    }

#define ADD4 sum.x += word.x, sum.y += word.y, sum.z += word.z, sum.w += word.w
#define ADD2 sum.x += word.x, sum.y += word.y

KERNEL(uniform, float4, lane * 0, ADD4)
KERNEL(alternating, float4, lane % 2, ADD4)
KERNEL(halves, float4, lane / 16, ADD4)
KERNEL(by_fours, float4, lane / 4, ADD4)
KERNEL(of_four, float4, lane % 4, ADD4)
KERNEL(of_eight, float4, lane % 8, ADD4)
KERNEL(of_all, float4, lane, ADD4)
KERNEL(uniform8, float2, lane * 0, ADD2)

// Each lane loads from the place that it is given.
__global__ void wide8(const int* places, float2* out)
{
    __shared__ float2 words[N];
    words[threadIdx.x] = float2{};
    __syncthreads();
    const int place = places[threadIdx.x % 32];
    float2 sum = {};
#pragma unroll 1
    for (int i = 0; i < LOADS; i++) {
        const float2 word = words[(place + i) % N];
        sum.x += word.x, sum.y += word.y;
    }
    out[blockIdx.x * N + threadIdx.x] = sum;
}

int main()
{
    void* out;
    if (cudaMalloc(&out, 1 << 24)) return 1;
    const auto wide = static_cast<float4*>(out);
    uniform<<<264, N>>>(wide);
    alternating<<<264, N>>>(wide);
    halves<<<264, N>>>(wide);
    by_fours<<<264, N>>>(wide);
    of_four<<<264, N>>>(wide);
    of_eight<<<264, N>>>(wide);
    of_all<<<264, N>>>(wide);
    uniform8<<<264, N>>>(static_cast<float2*>(out));
    int places[8][32], *given;
    for (int lane = 0; lane < 32; lane++) {
        const int all[] = {0, lane / 2, (lane & 1) | lane >> 2 << 1, lane / 4, lane / 16, lane % 2,
                           lane % 16, lane};
        for (int pattern = 0; pattern < 8; pattern++) places[pattern][lane] = all[pattern];
    }
    if (cudaMalloc(&given, sizeof places)) return 1;
    cudaMemcpy(given, places, sizeof places, cudaMemcpyHostToDevice);
    for (int pattern = 0; pattern < 8; pattern++) {
        wide8<<<264, N>>>(given + 32 * pattern, static_cast<float2*>(out));
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
