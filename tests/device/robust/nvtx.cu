// Launches inside and outside NVTX ranges: 2 outside, 3 in "outer", 4 in "inner"
// within "outer", and 5 in a range "numbers" of the domain "propp-test". "outer" lies between
// cudaProfilerStart and cudaProfilerStop.
#include "../check.cuh"

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

__global__ void increment(int* value) { *value += 1; }

static void launch(int* value, int count) {
    for (int i = 0; i < count; i++) {
        increment<<<1, 1>>>(value);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
}

int main() {
    DeviceArray<int> value(std::vector<int>(1, 0));
    launch(value.get(), 2);

    CHECK(cudaProfilerStart());
    nvtxRangePushA("outer");
    launch(value.get(), 3);
    nvtxRangePushA("inner");
    launch(value.get(), 4);
    nvtxRangePop();
    nvtxRangePop();
    CHECK(cudaProfilerStop());

    nvtxDomainHandle_t domain = nvtxDomainCreateA("propp-test");
    nvtxEventAttributes_t numbers{};
    numbers.version = NVTX_VERSION;
    numbers.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    numbers.messageType = NVTX_MESSAGE_TYPE_ASCII;
    numbers.message.ascii = "numbers";
    nvtxDomainRangePushEx(domain, &numbers);
    launch(value.get(), 5);
    nvtxDomainRangePop(domain);
    nvtxDomainDestroy(domain);

    require(value.host()[0] == 2 + 3 + 4 + 5, "increment");
    std::printf("increment: 2 launches outside, 3 in outer, 4 in inner, 5 in numbers\n");
}
