// Virtual memory management: an array that grows in place, piece by piece, into a range of
// addresses reserved for it, and a piece that is mapped at a second address too. There is no
// cudaMalloc that tells of this memory, and the same memory has two addresses.
#include "../device/robust/driver.cuh"

#include <cudaTypedefs.h>

constexpr unsigned pieces = 8;

__global__ void add(unsigned* values, unsigned count, unsigned what) {
    for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < count;
         at += gridDim.x * blockDim.x) {
        values[at] = values[at] * 3 + what;
    }
}

static void launch(CUdeviceptr at, size_t bytes, unsigned what) {
    const auto count = static_cast<unsigned>(bytes / sizeof(unsigned));
    add<<<64, 256>>>(reinterpret_cast<unsigned*>(at), count, what);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

int main() {
    const auto granularity_of = driver_function<PFN_cuMemGetAllocationGranularity_v10020>(
        "cuMemGetAllocationGranularity", 10020);
    const auto reserve =
        driver_function<PFN_cuMemAddressReserve_v10020>("cuMemAddressReserve", 10020);
    const auto give_up = driver_function<PFN_cuMemAddressFree_v10020>("cuMemAddressFree", 10020);
    const auto create = driver_function<PFN_cuMemCreate_v10020>("cuMemCreate", 10020);
    const auto release = driver_function<PFN_cuMemRelease_v10020>("cuMemRelease", 10020);
    const auto map = driver_function<PFN_cuMemMap_v10020>("cuMemMap", 10020);
    const auto unmap = driver_function<PFN_cuMemUnmap_v10020>("cuMemUnmap", 10020);
    const auto allow = driver_function<PFN_cuMemSetAccess_v10020>("cuMemSetAccess", 10020);

    CHECK(cudaSetDevice(0));
    CHECK(cudaFree(nullptr));
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = 0;
    CUmemAccessDesc access{};
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    size_t piece = 0;
    DRIVER(granularity_of(&piece, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CUdeviceptr array = 0, second = 0;
    DRIVER(reserve(&array, pieces * piece, 0, 0, 0));
    DRIVER(reserve(&second, piece, 0, 0, 0));

    CUmemGenericAllocationHandle handles[pieces];
    for (unsigned i = 0; i < pieces; i++) {
        DRIVER(create(&handles[i], piece, &properties, 0));
        DRIVER(map(array + i * piece, piece, 0, handles[i], 0));
        DRIVER(allow(array + i * piece, piece, &access, 1));
        CHECK(cudaMemset(reinterpret_cast<void*>(array + i * piece), 0, piece));
        launch(array, (i + 1) * piece, i + 1);  // all that is there by now
    }
    DRIVER(map(second, piece, 0, handles[0], 0));
    DRIVER(allow(second, piece, &access, 1));
    launch(second, piece, 100);

    for (unsigned i = 0; i < pieces; i++) {
        unsigned expected = 0, found = 0;
        for (unsigned what = i + 1; what <= pieces; what++) expected = expected * 3 + what;
        if (i == 0) expected = expected * 3 + 100;
        const CUdeviceptr last = array + (i + 1) * piece - sizeof(unsigned);
        CHECK(cudaMemcpy(&found, reinterpret_cast<void*>(last), sizeof(unsigned),
                         cudaMemcpyDeviceToHost));
        require(found == expected, "add");
        std::printf("piece %u: %u\n", i, found);
    }
    DRIVER(unmap(second, piece));
    DRIVER(unmap(array, pieces * piece));
    for (const CUmemGenericAllocationHandle handle : handles) DRIVER(release(handle));
    DRIVER(give_up(second, piece));
    DRIVER(give_up(array, pieces * piece));
}
