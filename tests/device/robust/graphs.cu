// CUDA graphs: one built node by node, one captured from a stream. Each has 20
// kernel nodes and is launched 5 times, 200 kernel executions in all. While the
// stream is captured, launch callbacks fire and nothing runs.
#include "../check.cuh"

constexpr int nodes = 20;
constexpr int launches = 5;

// Steps do not commute: the result tells whether each ran once, and in order.
__global__ void step(unsigned* value, unsigned node) { *value = *value * 3 + node; }

static unsigned expected(unsigned value) {
    for (int launch = 0; launch < launches; launch++) {
        for (unsigned node = 0; node < nodes; node++) value = value * 3 + node;
    }
    return value;
}

static cudaGraph_t built_graph(unsigned* value) {
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t last = nullptr;
    for (unsigned node = 0; node < nodes; node++) {
        void* arguments[] = {&value, &node};
        cudaKernelNodeParams kernel{};
        kernel.func = reinterpret_cast<void*>(step);
        kernel.gridDim = 1;
        kernel.blockDim = 1;
        kernel.kernelParams = arguments;
        cudaGraphNode_t added;
        CHECK(cudaGraphAddKernelNode(&added, graph, last ? &last : nullptr, last ? 1 : 0, &kernel));
        last = added;
    }
    return graph;
}

static cudaGraph_t captured_graph(unsigned* value, cudaStream_t stream) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (unsigned node = 0; node < nodes; node++) {
        step<<<1, 1, 0, stream>>>(value, node);
        CHECK(cudaGetLastError());
    }
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    return graph;
}

static void run(const char* name, cudaGraph_t graph, const DeviceArray<unsigned>& value,
                cudaStream_t stream) {
    const unsigned before = value.host()[0];
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    for (int launch = 0; launch < launches; launch++) CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    require(value.host()[0] == expected(before), name);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    std::printf("%s: %d launches of %d nodes\n", name, launches, nodes);
}

int main() {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    {
        DeviceArray<unsigned> value(std::vector<unsigned>(1, 7));
        run("built graph", built_graph(value.get()), value, stream);
        run("captured graph", captured_graph(value.get(), stream), value, stream);
    }
    CHECK(cudaStreamDestroy(stream));
}
