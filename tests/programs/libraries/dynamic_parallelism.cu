// Dynamic parallelism: kernels launched by kernels. A tree of fire-and-forget launches, each
// node with two children, and a tail launch that runs after the whole tree. No call on the
// host tells of them. Built with -rdc=true and -lcudadevrt.
#include "../../device/check.cuh"

constexpr int depth = 6, trees = 5;

struct Result {
    unsigned nodes, sum, failures, sum_at_tail;
};

__device__ void note(Result* result) {
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&result->failures, 1);
}

__global__ void node(int number, int left, Result* result) {
    if (threadIdx.x != 0) return;
    atomicAdd(&result->nodes, 1);
    atomicAdd(&result->sum, number);
    if (left == 0) return;
    node<<<1, 32, 0, cudaStreamFireAndForget>>>(2 * number, left - 1, result);
    note(result);
    node<<<1, 32, 0, cudaStreamFireAndForget>>>(2 * number + 1, left - 1, result);
    note(result);
}

__global__ void tail(Result* result) { result->sum_at_tail = result->sum; }

__global__ void root(Result* result) {
    tail<<<1, 1, 0, cudaStreamTailLaunch>>>(result);
    note(result);
    node<<<1, 32, 0, cudaStreamFireAndForget>>>(1, depth, result);
    note(result);
}

int main() {
    const DeviceArray<Result> device(std::vector<Result>(1, Result{0, 0, 0, 0}));
    for (int tree = 0; tree < trees; tree++) {
        root<<<1, 1>>>(device.get());
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    const Result result = device.host()[0];
    const unsigned nodes = (2u << depth) - 1;  // numbered from 1
    require(result.failures == 0, "launches from the device");
    require(result.nodes == trees * nodes, "every node ran once");
    require(result.sum == trees * (nodes * (nodes + 1) / 2), "every node has its number");
    require(result.sum_at_tail == result.sum, "the tail came after the tree");
    std::printf("node: %u launches from the device in %d trees, sum %u\n", result.nodes, trees,
                result.sum);
}
