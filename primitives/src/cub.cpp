// The CUB library's table.
#include "cub.hpp"

#include <cub/version.cuh>

#include <string>

extern "C" const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    using namespace propp;
    static const Registry registry = [] {
        Registry r;
        add_cub_linear(r);
        add_cub_reduce(r);
        add_cub_select(r);
        add_cub_sort(r);
        return r;
    }();
    // 300001 is 3.0.1.
    static const std::string version = std::to_string(CUB_MAJOR_VERSION) + "." +
                                       std::to_string(CUB_MINOR_VERSION) + "." +
                                       std::to_string(CUB_SUBMINOR_VERSION);
    return library_of(registry, "cub", version.c_str(), host_abi_version);
}
