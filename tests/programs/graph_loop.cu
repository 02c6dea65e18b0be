// A CUDA graph with a loop: graph_loop ITERATIONS, each of ten kernels and one that decides.
//
// No row of the matrix: with 20,000 iterations CUPTI 13.0 writes past its memory on the device, and
// the program ends with cudaErrorIllegalAddress in the trace run of propp profile (H200).
#include "graph_nodes.cuh"

__global__ void work(int* sum) { *sum += 1; }

__global__ void decide(int* left, cudaGraphConditionalHandle again) {
    *left -= 1;
    cudaGraphSetConditional(again, *left > 0);
}

int main(int count, char** arguments) {
    const int iterations = count > 1 ? std::atoi(arguments[1]) : 1000;
    const DeviceArray<int> device(std::vector<int>{0, 0});
    int *sum = device.get(), *left = sum + 1;
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle again;
    CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams loop{};
    loop.type = cudaGraphNodeTypeConditional;
    loop.conditional.handle = again;
    loop.conditional.type = cudaGraphCondTypeWhile;
    loop.conditional.size = 1;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop));
    const cudaGraph_t body = loop.conditional.phGraph_out[0];

    void *for_work[] = {&sum}, *for_decide[] = {&left, &again};
    cudaGraphNode_t last = add_kernel(body, nullptr, reinterpret_cast<void*>(work), for_work);
    for (int i = 1; i < 10; i++) {
        last = add_kernel(body, &last, reinterpret_cast<void*>(work), for_work);
    }
    add_kernel(body, &last, reinterpret_cast<void*>(decide), for_decide);
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));

    const int launches = 3;
    for (int i = 0; i < launches; i++) {
        CHECK(cudaMemcpy(left, &iterations, sizeof(int), cudaMemcpyHostToDevice));
        CHECK(cudaGraphLaunch(executable, nullptr));
        CHECK(cudaDeviceSynchronize());
    }
    require(device.host()[0] == launches * iterations * 10, "the loop");
    std::printf("%d launches of %d iterations\n", launches, iterations);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
}
