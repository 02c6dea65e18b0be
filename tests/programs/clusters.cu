// Thread-block clusters: a histogram whose bins are spread over the shared memory of the
// blocks of a cluster, which add to each other's. The blocks of a cluster have to run at the
// same time. Once with the cluster's size in the kernel, twice with it in the launch.
#include "../device/check.cuh"

#include <cooperative_groups.h>

constexpr unsigned bins = 1024, threads = 256, values_per_thread = 16;
constexpr unsigned blocks = 128, count = blocks * threads * values_per_thread;

__device__ void add_up(const unsigned* values, unsigned* histogram) {
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    const unsigned own = bins / cluster.num_blocks();
    __shared__ unsigned part[bins];
    for (unsigned i = threadIdx.x; i < own; i += threads) part[i] = 0;
    cluster.sync();
    for (unsigned i = 0; i < values_per_thread; i++) {
        const unsigned at = (blockIdx.x * values_per_thread + i) * threads + threadIdx.x;
        const unsigned bin = values[at] % bins;
        atomicAdd(cluster.map_shared_rank(part, bin / own) + bin % own, 1u);
    }
    cluster.sync();  // no block may end while others still add to its memory
    for (unsigned i = threadIdx.x; i < own; i += threads) {
        atomicAdd(histogram + cluster.block_rank() * own + i, part[i]);
    }
}

__global__ void __cluster_dims__(4, 1, 1) fixed(const unsigned* values, unsigned* histogram) {
    add_up(values, histogram);
}

__global__ void chosen(const unsigned* values, unsigned* histogram) { add_up(values, histogram); }

int main() {
    std::vector<unsigned> values(count), wanted(bins, 0);
    for (unsigned i = 0; i < count; i++) {
        values[i] = i * 2654435761u >> 16;
        wanted[values[i] % bins]++;
    }
    const DeviceArray<unsigned> on_values(values);
    for (unsigned size : {0u, 2u, 8u}) {
        const DeviceArray<unsigned> histogram(std::vector<unsigned>(bins, 0));
        cudaLaunchAttribute attribute{};
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = size;
        attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        cudaLaunchConfig_t config{};
        config.gridDim = blocks;
        config.blockDim = threads;
        config.attrs = &attribute;
        config.numAttrs = 1;
        const unsigned* in = on_values.get();
        if (size == 0) {
            fixed<<<blocks, threads>>>(in, histogram.get());
            CHECK(cudaGetLastError());
        } else {
            CHECK(cudaLaunchKernelEx(&config, chosen, in, histogram.get()));
        }
        CHECK(cudaDeviceSynchronize());
        require(histogram.host() == wanted, "histogram");
        std::printf("clusters of %u blocks: %u values in %u bins, %u in the first\n",
                    size == 0 ? 4 : size, count, bins, wanted[0]);
    }
}
