// Wavefronts of loads from shared memory, by which lanes have the same address:
//   propp profile -o F ./shared_loads; propp show F --rows counters --format csv
// An H200 (driver 580.159.04, CUDA 13.0) needs for each load of 16 bytes: uniform 2, alternating 2,
// halves 2, by_fours 2, of_four 4, of_eight 4, of_all 4; of 8 bytes: uniform8 2.
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
    return cudaDeviceSynchronize() != cudaSuccess;
}
