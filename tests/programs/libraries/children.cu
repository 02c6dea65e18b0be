// Launches within kernels, each checked against a closed form or the host: grids that sum, streams
// and events, tails that repeat themselves, the limits, and an integral by adaptive subdivision.
// Built with -rdc=true and -lcudadevrt.
#include <cmath>
#include <cstdio>

#define OK(call)                                                                           \
    do {                                                                                   \
        const cudaError_t error = (call);                                                  \
        if (error != cudaSuccess) std::printf("%s: %s\n", #call, cudaGetErrorName(error)); \
    } while (0)

struct Result {
    unsigned long long sum;
    int failures, order, rounds, errors[4], value;
    double integral;
    int leaves;
};

__device__ void note(Result* result) {
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&result->failures, 1);
}

// Each of the blocks adds what its parent gave it.
__global__ void child(Result* result, char, int first, double factor) {
    const unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&result->sum, static_cast<unsigned long long>((first + i) * factor));
}

// Every thread launches a grid of its own.
__global__ void parents(Result* result) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    child<<<2, 32>>>(result, 'c', 64 * i, 2.0);
    note(result);
}

// Work of a stream comes in its order; what a copy and a set do, the next kernel sees.
__global__ void add(Result* result, int* scratch, int factor) {
    result->order = result->order * factor + scratch[0] + scratch[1];
}
__global__ void streams(Result* result, int* scratch) {
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    scratch[0] = 5;
    scratch[2] = 7;
    add<<<1, 1, 0, stream>>>(result, scratch, 10);
    cudaMemcpyAsync(scratch + 1, scratch + 2, 4, cudaMemcpyDeviceToDevice, stream);
    add<<<1, 1, 0, stream>>>(result, scratch, 10);
    cudaMemsetAsync(scratch, 0, 4, stream);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(stream, event, 0);
    add<<<1, 1, 0, stream>>>(result, scratch, 100);
    note(result);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    cudaDeviceGetAttribute(&result->value, cudaDevAttrWarpSize, 0);
}

// A tail launch sees all that the grid and its launches did, and launches the next one.
__global__ void grow(Result* result) { atomicAdd(&result->sum, result->sum / 4096); }
__global__ void repeat(Result* result, int left) {
    result->rounds++;
    if (left == 0) return;
    repeat<<<1, 1, 0, cudaStreamTailLaunch>>>(result, left - 1);
    grow<<<1, 1, 0, cudaStreamFireAndForget>>>(result);
    note(result);
}

// Launches that cannot be made, and their errors.
__global__ void nothing() {}
__global__ void nest(Result* result, int depth) {
    nest<<<1, 1>>>(result, depth + 1);
    if (cudaPeekAtLastError() != cudaSuccess) {
        result->errors[0] = cudaGetLastError();
        result->errors[1] = depth;
    }
}
__global__ void fail(Result* result) {
    nothing<<<1, 2048>>>();
    result->errors[2] = cudaGetLastError();
    if (cudaGetLastError() != cudaSuccess) result->failures++;
    for (int i = 0; i < 12; i++) {
        nothing<<<1, 1>>>();
        if (cudaGetLastError() == cudaErrorLaunchPendingCountExceeded) result->errors[3]++;
    }
}

// Simpson's rule, halved where two steps differ from one.
__host__ __device__ inline double f(double x) { return sqrt(x + 0.001) + x * x; }
__host__ __device__ inline double simpson(double a, double b) {
    return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
}
__global__ void subdivide(Result* result, double a, double b, double tolerance) {
    const double middle = (a + b) / 2;
    const double halves = simpson(a, middle) + simpson(middle, b);
    if (fabs(halves - simpson(a, b)) < tolerance) {
        result->integral += halves;
        result->leaves++;
        return;
    }
    subdivide<<<1, 1>>>(result, a, middle, tolerance / 2);
    subdivide<<<1, 1>>>(result, middle, b, tolerance / 2);
    note(result);
}
static void subdivided(double& integral, int& leaves, double a, double b, double tolerance) {
    const double middle = (a + b) / 2;
    const double halves = simpson(a, middle) + simpson(middle, b);
    if (fabs(halves - simpson(a, b)) < tolerance) {
        integral += halves;
        leaves++;
        return;
    }
    subdivided(integral, leaves, a, middle, tolerance / 2);
    subdivided(integral, leaves, middle, b, tolerance / 2);
}

int main() {
    Result *device, host{};
    int* scratch;
    OK(cudaMalloc(&device, sizeof(Result)));
    OK(cudaMalloc(&scratch, 64));
    OK(cudaMemset(device, 0, sizeof(Result)));
    OK(cudaMemset(scratch, 0, 64));
    const auto read = [&] { OK(cudaMemcpy(&host, device, sizeof(Result), cudaMemcpyDeviceToHost)); };
    parents<<<4, 64>>>(device);
    read();
    const unsigned long long count = 4 * 64 * 64;
    std::printf("children: %d, failures %d\n", host.sum == count * (count - 1), host.failures);
    streams<<<1, 1>>>(device, scratch);
    read();
    std::printf("streams: %d, warp %d\n", host.order, host.value);
    unsigned long long expected = host.sum;
    for (int i = 0; i < 40; i++) expected += expected / 4096;
    repeat<<<1, 1>>>(device, 40);
    read();
    std::printf("tails: %d, %d rounds\n", host.sum == expected, host.rounds);
    nest<<<1, 1>>>(device, 0);
    OK(cudaDeviceSynchronize());
    OK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 10));
    fail<<<1, 1>>>(device);
    read();
    std::printf("errors: %d at depth %d, %d, %d too many\n", host.errors[0], host.errors[1],
                host.errors[2], host.errors[3]);
    subdivide<<<1, 1>>>(device, 0.0, 1.0, 1e-8);
    read();
    double integral = 0;
    int leaves = 0;
    subdivided(integral, leaves, 0, 1, 1e-8);
    std::printf("integral: %d, %d leaves, failures %d\n", fabs(host.integral - integral) < 1e-12,
                host.leaves == leaves ? leaves : -1, host.failures);
    return 0;
}
