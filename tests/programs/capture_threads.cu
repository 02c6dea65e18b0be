// Four host threads capture streams at the same time, each a graph for itself, launch the
// graphs, and update them from later captures; between captures they launch kernels directly.
// What a callback hears while a stream is captured does not run, and other threads' do.
#include "../device/check.cuh"

#include <thread>

constexpr unsigned threads = 4, rounds = 5, nodes = 8, launches = 3;

// Steps do not commute: the result tells whether each ran once, and in order.
__global__ void step(unsigned* value, unsigned what) { *value = *value * 3 + what; }

static cudaGraph_t capture(cudaStream_t stream, unsigned* value, unsigned first) {
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (unsigned node = 0; node < nodes; node++) {
        step<<<1, 1, 0, stream>>>(value, first + node);
        CHECK(cudaGetLastError());
    }
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    return graph;
}

static void work(unsigned thread, unsigned* result) {
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    unsigned *value = nullptr, expected = thread;
    CHECK(cudaMalloc(&value, sizeof(unsigned)));
    CHECK(cudaMemcpyAsync(value, &expected, sizeof(unsigned), cudaMemcpyHostToDevice, stream));
    cudaGraphExec_t executable = nullptr;
    for (unsigned round = 0; round < rounds; round++) {
        const cudaGraph_t graph = capture(stream, value, 10 * round);
        if (round == 0) {
            CHECK(cudaGraphInstantiate(&executable, graph, 0));
        } else {
            cudaGraphExecUpdateResultInfo info{};
            CHECK(cudaGraphExecUpdate(executable, graph, &info));
        }
        CHECK(cudaGraphDestroy(graph));
        for (unsigned launch = 0; launch < launches; launch++) {
            CHECK(cudaGraphLaunch(executable, stream));
            for (unsigned node = 0; node < nodes; node++) {
                expected = expected * 3 + 10 * round + node;
            }
        }
        step<<<1, 1, 0, stream>>>(value, 5);
        CHECK(cudaGetLastError());
        expected = expected * 3 + 5;
        CHECK(cudaStreamSynchronize(stream));
    }
    CHECK(cudaMemcpyAsync(result, value, sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    require(*result == expected, "step");
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaFree(value));
    CHECK(cudaStreamDestroy(stream));
}

int main() {
    CHECK(cudaFree(nullptr));
    std::vector<std::thread> workers;
    std::vector<unsigned> results(threads, 0);
    for (unsigned t = 0; t < threads; t++) workers.emplace_back(work, t, &results[t]);
    for (std::thread& worker : workers) worker.join();
    for (unsigned t = 0; t < threads; t++) std::printf("thread %u: %u\n", t, results[t]);
}
