// NVRTC: the program compiles kernels while it runs, launches them and unloads them again,
// eight times over, each time with another constant. What a profiler keeps of a function must
// not outlive it. With the argument `graph` the launches are kernels of a CUDA graph, with
// `update` of one graph that gets the kernels of each round; with `reset` the context ends
// instead of the code.
#include "library.cuh"

#include "../../device/robust/driver.cuh"

#include <cudaTypedefs.h>
#include <nvrtc.h>

#include <string>

constexpr unsigned elements = 1 << 16;

static const char source[] = R"(
template <int factor>
__global__ void multiply(unsigned* values) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    values[at] = values[at] * factor + at;
}
)";

struct Compiled {
    std::string code, name;  // the name as the linker knows it
};

static Compiled compile(const std::string& name, const std::string& architecture) {
    nvrtcProgram program;
    LIBRARY(nvrtcCreateProgram(&program, source, "multiply.cu", 0, nullptr, nullptr));
    LIBRARY(nvrtcAddNameExpression(program, name.c_str()));
    const char* options[] = {architecture.c_str(), "-lineinfo"};
    LIBRARY(nvrtcCompileProgram(program, 2, options));
    const char* lowered = nullptr;
    LIBRARY(nvrtcGetLoweredName(program, name.c_str(), &lowered));
    size_t size = 0;
    LIBRARY(nvrtcGetCUBINSize(program, &size));
    Compiled compiled{std::string(size, '\0'), lowered};
    LIBRARY(nvrtcGetCUBIN(program, compiled.code.data()));
    LIBRARY(nvrtcDestroyProgram(&program));
    return compiled;
}

// How the kernels are launched, and how their code ends.
enum class Way { alone, graph, update, reset };

static Way way_of(int count, char** words) {
    const std::string word = count > 1 ? words[1] : "";
    return word == "graph" ? Way::graph
        : word == "update" ? Way::update
        : word == "reset"  ? Way::reset
                           : Way::alone;
}

// The graph that can run, which `update` gives new kernels in each round.
static cudaGraphExec_t runs = nullptr;

static void run_graph(cudaStream_t stream, Way way) {
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamEndCapture(stream, &graph));
    if (runs) {
        cudaGraphExecUpdateResultInfo result;
        CHECK(cudaGraphExecUpdate(runs, graph, &result));
    } else {
        CHECK(cudaGraphInstantiate(&runs, graph, 0));
    }
    CHECK(cudaGraphLaunch(runs, stream));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphDestroy(graph));
    if (way == Way::graph) {
        CHECK(cudaGraphExecDestroy(runs));
        runs = nullptr;
    }
}

int main(int count, char** words) {
    const Way way = way_of(count, words);
    const bool in_graph = way == Way::graph || way == Way::update;
    cudaStream_t stream = nullptr;
    if (in_graph) CHECK(cudaStreamCreate(&stream));
    int major = 0, minor = 0;
    CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
    const std::string architecture = "-arch=sm_" + std::to_string(10 * major + minor);
    const auto load = driver_function<PFN_cuModuleLoadData_v2000>("cuModuleLoadData", 2000);
    const auto get = driver_function<PFN_cuModuleGetFunction_v2000>("cuModuleGetFunction", 2000);
    const auto unload = driver_function<PFN_cuModuleUnload_v2000>("cuModuleUnload", 2000);
    const auto launch = driver_function<PFN_cuLaunchKernel_v4000>("cuLaunchKernel", 4000);

    std::vector<unsigned> values(elements, 1);
    CUmodule last = nullptr;
    for (unsigned factor = 2; factor < 10; factor++) {
        const Compiled compiled = compile("multiply<" + std::to_string(factor) + ">", architecture);
        CHECK(cudaFree(nullptr));
        CUmodule module;
        CUfunction function;
        DRIVER(load(&module, compiled.code.data()));
        DRIVER(get(&function, module, compiled.name.c_str()));
        {
            const DeviceArray<unsigned> device(values);
            void* pointer = device.get();
            void* arguments[] = {&pointer};
            if (in_graph) CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
            for (int i = 0; i < 3; i++) {
                DRIVER(launch(function, elements / 256, 1, 1, 256, 1, 1, 0, stream, arguments,
                              nullptr));
                for (unsigned at = 0; at < elements; at++) values[at] = values[at] * factor + at;
            }
            if (in_graph) run_graph(stream, way);
            CHECK(cudaDeviceSynchronize());
            require(device.host() == values, compiled.name.c_str());
        }
        std::printf("%s: 3 launches, the last value is %u\n", compiled.name.c_str(), values.back());
        if (way == Way::reset) {
            CHECK(cudaDeviceReset());
        } else if (way != Way::update) {
            DRIVER(unload(module));
        } else {
            // The graph's kernels are of this round: the code of the round before goes.
            if (last) DRIVER(unload(last));
            last = module;
        }
    }
}
