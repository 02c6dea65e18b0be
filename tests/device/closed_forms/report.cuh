// One JSON line per kernel launch: which kernel, how it was launched, and the
// values that propp must find. The schema is described in ../README.md.
#pragma once

#include "../check.cuh"
#include "short.cuh"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

// How far a prediction can be trusted.
enum class Basis {
    exact,    // a ratio of event counts that the source fixes one by one
    diluted,  // exact but for uniform set-up code, less than 0.1 % of the events
    timed,    // a ratio of cycles in which the length of the kernel cancels; start
              // and end of the kernel (a few microseconds in about 2 ms) do not
};

struct Case {
    std::string kernel;  // as it is spelled in the source
    std::string family;
    std::vector<std::pair<std::string, double>> parameters;
    Basis basis;
    dim3 grid;
    dim3 block;
    size_t shared = 0;  // dynamic shared memory in bytes
    std::vector<std::pair<std::string, double>> criteria = {};
    std::vector<std::string> not_applicable = {};
    std::vector<std::pair<std::string, double>> counters = {};
    std::string occupancy_limit = "";  // the resource meant to limit it, if one is
};

struct Device {
    int id = 0;
    int multiprocessors = 0;
    int threads_per_multiprocessor = 0;
    int warps_per_multiprocessor = 0;
    int shared_per_block = 0;  // the most a block can ask for
    std::string name;

    Device() {
        cudaDeviceProp properties{};
        CHECK(cudaGetDevice(&id));
        CHECK(cudaGetDeviceProperties(&properties, id));
        multiprocessors = properties.multiProcessorCount;
        threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
        warps_per_multiprocessor = threads_per_multiprocessor / properties.warpSize;
        shared_per_block = static_cast<int>(properties.sharedMemPerBlockOptin);
        name = properties.name;
    }
};

class Report {
public:
    explicit Report(std::FILE* out) : out_(out) {}
    const Device& device() const { return device_; }

    // Launches the case and waits for it. The driver is asked for the function
    // first, which also loads it: a kernel's own cycles never contain that.
    template <typename... Parameters, typename... Arguments>
    void launch(const Case& c, void (*kernel)(Parameters...), Arguments... arguments) {
        if (c.shared > 0) {
            CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(c.shared)));
        }
        CHECK(cudaFuncGetAttributes(&attributes_, kernel));
        CHECK(cudaFuncGetName(&function_, reinterpret_cast<const void*>(kernel)));
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks_per_multiprocessor_, kernel, static_cast<int>(c.block.x), c.shared));
        kernel<<<c.grid, c.block, c.shared>>>(arguments...);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }

    // To be called once the results of the launch are known to be right.
    void print(const Case& c) {
        static const char* const basis[] = {"exact", "diluted", "timed"};
        std::fprintf(out_, "{\"launch\":%d,\"kernel\":\"%s\",\"function\":\"%s\",\"family\":\"%s\"",
                     launches_++, c.kernel.c_str(), function_, c.family.c_str());
        print_numbers("parameters", c.parameters);
        std::fprintf(out_, ",\"grid\":%u,\"block\":%u,\"dynamic_shared\":%zu", c.grid.x, c.block.x,
                     c.shared);
        std::fprintf(out_, ",\"static_shared\":%zu,\"registers\":%d,\"blocks_per_sm\":%d",
                     attributes_.sharedSizeBytes, attributes_.numRegs, blocks_per_multiprocessor_);
        auto criteria = c.criteria;
        criteria.emplace_back("OCC", occupancy(c));
        print_numbers("criteria", criteria);
        std::fprintf(out_, ",\"not_applicable\":[");
        for (size_t i = 0; i < c.not_applicable.size(); i++) {
            std::fprintf(out_, "%s\"%s\"", i ? "," : "", c.not_applicable[i].c_str());
        }
        std::fprintf(out_, "]");
        print_numbers("counters", c.counters);
        if (!c.occupancy_limit.empty()) {
            std::fprintf(out_, ",\"occupancy_limit\":\"%s\"", c.occupancy_limit.c_str());
        }
        std::fprintf(out_, ",\"basis\":\"%s\",\"relative_tolerance\":0.01}\n",
                     basis[static_cast<int>(c.basis)]);
        std::fflush(out_);
    }

private:
    // OCC by its definition, with the driver's answer for the resident blocks.
    double occupancy(const Case& c) const {
        double warps = (c.block.x + 31) / 32;
        double resident = blocks_per_multiprocessor_ * warps / device_.warps_per_multiprocessor;
        double launched = c.grid.x * 32.0 * warps /
                          (device_.multiprocessors * double(device_.threads_per_multiprocessor));
        return std::min({resident, launched, 1.0});
    }

    void print_numbers(const char* key, const std::vector<std::pair<std::string, double>>& values) {
        std::fprintf(out_, ",\"%s\":{", key);
        for (size_t i = 0; i < values.size(); i++) {
            std::fprintf(out_, "%s\"%s\":%.12g", i ? "," : "", values[i].first.c_str(),
                         values[i].second);
        }
        std::fprintf(out_, "}");
    }

    std::FILE* out_;
    Device device_;
    cudaFuncAttributes attributes_{};
    const char* function_ = nullptr;
    int blocks_per_multiprocessor_ = 0;
    int launches_ = 0;
};

inline std::string templated(const char* name, int argument) {
    return std::string(name) + "<" + std::to_string(argument) + ">";
}
