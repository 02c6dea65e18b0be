// A CUDA graph that decides on the GPU what it runs: a WHILE node that counts the steps of
// 3n + 1 until n is 1, then an IF node whose body runs when the number of steps was odd. How
// often a kernel of the bodies runs, nobody knows before.
#include "graph_nodes.cuh"

struct State {
    unsigned n, steps, odd;
};

// Steps do not commute, so one that ran twice shows.
__global__ void step(State* state, cudaGraphConditionalHandle again) {
    state->n = state->n % 2 == 0 ? state->n / 2 : 3 * state->n + 1;
    state->steps += 1;
    cudaGraphSetConditional(again, state->n != 1);
}

__global__ void decide(const State* state, cudaGraphConditionalHandle is_odd) {
    cudaGraphSetConditional(is_odd, state->steps % 2);
}

__global__ void count_odd(State* state) { state->odd += 1; }

// Adds a conditional node and returns the graph that is its body.
static cudaGraph_t add_conditional(cudaGraph_t graph, const cudaGraphNode_t* after,
                                   cudaGraphConditionalNodeType type,
                                   cudaGraphConditionalHandle handle, cudaGraphNode_t* node) {
    cudaGraphNodeParams parameters{};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = type;
    parameters.conditional.size = 1;
    CHECK(cudaGraphAddNode(node, graph, after, nullptr, after ? 1 : 0, &parameters));
    return parameters.conditional.phGraph_out[0];
}

int main() {
    const DeviceArray<State> device(1);
    State* state = device.get();
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle again, is_odd;
    CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
    CHECK(cudaGraphConditionalHandleCreate(&is_odd, graph, 0, cudaGraphCondAssignDefault));
    void *for_step[] = {&state, &again}, *for_decide[] = {&state, &is_odd}, *for_count[] = {&state};

    cudaGraphNode_t loop, choice;
    const cudaGraph_t loop_body =
        add_conditional(graph, nullptr, cudaGraphCondTypeWhile, again, &loop);
    add_kernel(loop_body, nullptr, reinterpret_cast<void*>(step), for_step);
    const cudaGraphNode_t decision =
        add_kernel(graph, &loop, reinterpret_cast<void*>(decide), for_decide);
    const cudaGraph_t choice_body =
        add_conditional(graph, &decision, cudaGraphCondTypeIf, is_odd, &choice);
    add_kernel(choice_body, nullptr, reinterpret_cast<void*>(count_odd), for_count);
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, 0));

    unsigned odd = 0;
    for (unsigned start = 2; start < 22; start++) {
        unsigned steps = 0;
        for (unsigned n = start; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) steps++;
        odd += steps % 2;
        const State before{start, 0, odd - steps % 2};
        CHECK(cudaMemcpy(state, &before, sizeof(before), cudaMemcpyHostToDevice));
        CHECK(cudaGraphLaunch(executable, nullptr));
        CHECK(cudaDeviceSynchronize());
        const State after = device.host()[0];
        require(after.n == 1 && after.steps == steps, "the body of WHILE");
        require(after.odd == odd, "the body of IF");
        std::printf("%u: %u steps\n", start, after.steps);
    }
    std::printf("%u odd numbers of steps\n", odd);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
}
