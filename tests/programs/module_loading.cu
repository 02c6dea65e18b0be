// Fifty kernels of one program, each launched twice. With CUDA_MODULE_LOADING=LAZY a kernel's
// code is loaded at its first launch, with EAGER all of it at the start; the driver holds
// other locks in the two. Which it is goes to stderr.
#include "../device/robust/driver.cuh"

#include <cudaTypedefs.h>

#include <utility>

constexpr unsigned kernels = 50;

template <unsigned number>
__global__ void add(unsigned* value) {
    *value = *value * 3 + number;
}

template <unsigned... numbers>
static void launch_all(unsigned* value, std::integer_sequence<unsigned, numbers...>) {
    const auto launch = [&](void (*kernel)(unsigned*)) {
        kernel<<<1, 1>>>(value);
        CHECK(cudaGetLastError());
    };
    (launch(add<numbers>), ...);
}

int main() {
    const DeviceArray<unsigned> value(std::vector<unsigned>(1, 1));
    const auto mode_of =
        driver_function<PFN_cuModuleGetLoadingMode_v11070>("cuModuleGetLoadingMode", 11070);
    CUmoduleLoadingMode mode;
    DRIVER(mode_of(&mode));
    std::fprintf(stderr, "loading: %s\n", mode == CU_MODULE_EAGER_LOADING ? "eager" : "lazy");

    unsigned expected = 1;
    for (int round = 0; round < 2; round++) {
        launch_all(value.get(), std::make_integer_sequence<unsigned, kernels>());
        CHECK(cudaDeviceSynchronize());
        for (unsigned number = 0; number < kernels; number++) expected = expected * 3 + number;
    }
    require(value.host()[0] == expected, "add");
    std::printf("add: %u kernels, 2 launches of each, result %u\n", kernels, expected);
}
