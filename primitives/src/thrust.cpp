// The Thrust library's table.
#include "thrust_parts.hpp"

#include <thrust/version.h>

#include <string>

extern "C" const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    using namespace propp;
    static const Registry registry = [] {
        Registry r;
        add_thrust_linear(r);
        add_thrust_reduce(r);
        add_thrust_extrema(r);
        add_thrust_select(r);
        add_thrust_sort(r);
        return r;
    }();
    static const std::string version = std::to_string(THRUST_MAJOR_VERSION) + "." +
                                       std::to_string(THRUST_MINOR_VERSION) + "." +
                                       std::to_string(THRUST_SUBMINOR_VERSION);
    return library_of(registry, "thrust", version.c_str(), host_abi_version);
}
