// Calls of the runtime beside copies and launches; each line of the output is checked by a test.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define OK(call)                                                                          \
    do {                                                                                  \
        const cudaError_t error = (call);                                                 \
        if (error != cudaSuccess) std::printf("%s: %s\n", #call, cudaGetErrorName(error)); \
    } while (0)

__managed__ int total = 5;
__constant__ int shift;

__global__ void add(int* a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1 + shift;
}

__global__ void sum(const int* a, int n) {
    for (int i = 0; i < n; i++) total += a[i];
}

static void say(void* place) {
    int value = 0;
    cudaMemcpy(&value, place, 4, cudaMemcpyDeviceToHost);
    std::printf("host function: %d\n", value);
}

static void device() {
    int can = 9, least, greatest;
    size_t limit;
    OK(cudaDeviceCanAccessPeer(&can, 0, 0));
    const int other = cudaDeviceEnablePeerAccess(1, 0);
    std::printf("peers: %d %d %d\n", can, cudaDeviceCanAccessPeer(&can, 0, 1), other);
    cudaGetLastError();
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 24));
    OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t stream;
    int priority;
    OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -9));
    OK(cudaStreamGetPriority(stream, &priority));
    std::printf("limit %zu, priorities %d to %d, %d\n", limit, least, greatest, priority);
    cudaDeviceProp of;
    OK(cudaGetDeviceProperties(&of, 0));
    std::printf("properties: %d %d %d %d %d\n", of.cooperativeLaunch, of.memoryPoolsSupported,
                of.concurrentManagedAccess, of.maxTexture2D[1], of.deviceNumaId);
}

static void registered() {
    std::vector<int> memory(64);
    int* seen;
    cudaPointerAttributes attributes;
    OK(cudaHostRegister(memory.data(), 256, cudaHostRegisterMapped));
    OK(cudaHostGetDevicePointer(&seen, memory.data(), 0));
    add<<<1, 32>>>(seen, 32);
    OK(cudaDeviceSynchronize());
    OK(cudaPointerGetAttributes(&attributes, seen));
    OK(cudaHostUnregister(memory.data()));
    std::printf("registered: %d %d, type %d, %s\n", memory[31], memory[32], attributes.type,
                cudaGetErrorName(cudaHostUnregister(memory.data())));
    cudaGetLastError();
}

static void volumes() {
    cudaPitchedPtr volume;
    const cudaExtent extent = make_cudaExtent(16, 4, 3);
    OK(cudaMalloc3D(&volume, extent));
    OK(cudaMemset3D(volume, 1, extent));
    char out[16 * 4 * 3] = {};
    cudaMemcpy3DParms copy{};
    copy.srcPtr = volume;
    copy.dstPtr = make_cudaPitchedPtr(out, 16, 16, 4);
    copy.dstPos = make_cudaPos(1, 1, 1);
    copy.extent = make_cudaExtent(8, 2, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&copy));
    int ones = 0;
    for (char byte : out) ones += byte;
    std::printf("volume: %d, %d %d\n", ones, out[64 + 16 + 1], out[64 + 16]);
}

// The nodes are added in another order than that of their dependencies.
static void graph(int* a) {
    cudaGraph_t graph;
    cudaGraphNode_t set, copy, run, call;
    cudaGraphExec_t executable;
    int first = 41, later = 99, n = 32;
    void* arguments[] = {&a, &n};
    OK(cudaGraphCreate(&graph, 0));
    cudaKernelNodeParams kernel{};
    kernel.func = reinterpret_cast<void*>(add);
    kernel.gridDim = 1;
    kernel.blockDim = 32;
    kernel.kernelParams = arguments;
    OK(cudaGraphAddKernelNode(&run, graph, nullptr, 0, &kernel));
    OK(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, a, &first, 4, cudaMemcpyHostToDevice));
    cudaMemsetParams sevens{};
    sevens.dst = a;
    sevens.elementSize = 4;
    sevens.width = 32;
    sevens.height = 1;
    sevens.value = 7;
    OK(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &sevens));
    const cudaHostNodeParams host{say, a};
    OK(cudaGraphAddHostNode(&call, graph, &run, 1, &host));
    OK(cudaGraphAddDependencies(graph, &set, &copy, nullptr, 1));
    OK(cudaGraphAddDependencies(graph, &copy, &run, nullptr, 1));
    size_t nodes, roots;
    OK(cudaGraphGetNodes(graph, nullptr, &nodes));
    OK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    std::printf("graph: %zu nodes, %zu root\n", nodes, roots);
    OK(cudaGraphInstantiate(&executable, graph, 0));
    OK(cudaGraphLaunch(executable, nullptr));
    OK(cudaGraphExecMemcpyNodeSetParams1D(executable, copy, a, &later, 4, cudaMemcpyHostToDevice));
    OK(cudaGraphLaunch(executable, nullptr));
    OK(cudaStreamAttachMemAsync(nullptr, &total));
    sum<<<1, 1>>>(a, 32);
    OK(cudaDeviceSynchronize());
    std::printf("managed variable: %d\n", total);
}

int main() {
    int *a, three = 3, first;
    device();
    registered();
    volumes();
    OK(cudaMalloc(&a, 128));
    graph(a);
    OK(cudaMemcpyToSymbolAsync(shift, &three, 4, 0, cudaMemcpyHostToDevice));
    for (int round = 0; round < 2; round++) {
        OK(cudaMemset(a, 0, 128));
        add<<<1, 32>>>(a, 32);
        OK(cudaMemcpy(&first, a, 4, cudaMemcpyDeviceToHost));
        std::printf("constant: %d\n", first - 1);
        // Then the constant has its first value again.
        OK(cudaDeviceReset());
        OK(cudaMalloc(&a, 128));
    }
    cudaArray_t array;
    std::printf("array: %s\n", cudaGetErrorName(cudaArrayGetPlane(&array, nullptr, 0)));
}
