// A kernel of one thread as a node of a graph.
#pragma once

#include "../device/check.cuh"

inline cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t* after, void* function,
                                  void** arguments) {
    cudaKernelNodeParams kernel{};
    kernel.func = function;
    kernel.gridDim = 1;
    kernel.blockDim = 1;
    kernel.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddKernelNode(&node, graph, after, after ? 1 : 0, &kernel));
    return node;
}
