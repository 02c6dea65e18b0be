// Thrust and CUB: sorting, scanning, reducing and selecting a million integers. Many kernels
// from templates, with long names, and temporary memory that comes and goes between them.
#include "../device/check.cuh"

#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include <algorithm>
#include <iterator>
#include <numeric>

constexpr int count = 1 << 20;

struct IsOdd {
    __host__ __device__ bool operator()(int value) const { return value % 2 == 1; }
};

// Asks a CUB algorithm for the size of its temporary memory, then runs it.
template <typename Algorithm>
static void run(Algorithm algorithm) {
    size_t bytes = 0;
    CHECK(algorithm(nullptr, bytes));
    DeviceArray<char> temporary(bytes + 1);
    CHECK(algorithm(temporary.get(), bytes));
    CHECK(cudaDeviceSynchronize());
}

int main() {
    std::vector<int> values(count);
    for (unsigned i = 0; i < count; i++) values[i] = static_cast<int>(i * 2654435761u >> 12);
    std::vector<int> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> odd;
    std::copy_if(values.begin(), values.end(), std::back_inserter(odd), IsOdd());
    const long total = std::accumulate(values.begin(), values.end(), 0l);

    thrust::device_vector<int> vector(values.begin(), values.end());
    require(thrust::reduce(vector.begin(), vector.end(), 0l) == total, "thrust::reduce");
    thrust::sort(vector.begin(), vector.end());
    require(std::equal(sorted.begin(), sorted.end(), thrust::host_vector<int>(vector).begin()),
            "thrust::sort");
    thrust::device_vector<long> sums(count);
    thrust::inclusive_scan(vector.begin(), vector.end(), sums.begin(), 0l, thrust::plus<long>());
    require(sums.back() == total, "thrust::inclusive_scan");

    const DeviceArray<int> in(values), out(count), selected(1);
    const DeviceArray<long> sum(1);
    run([&](void* temporary, size_t& bytes) {
        return cub::DeviceRadixSort::SortKeys(temporary, bytes, in.get(), out.get(), count);
    });
    require(out.host() == sorted, "cub::DeviceRadixSort");
    run([&](void* temporary, size_t& bytes) {
        return cub::DeviceSelect::If(temporary, bytes, in.get(), out.get(), selected.get(), count,
                                     IsOdd());
    });
    const size_t found = static_cast<size_t>(selected.host()[0]);
    require(found == odd.size(), "cub::DeviceSelect");
    require(std::equal(odd.begin(), odd.end(), out.host().begin()), "cub::DeviceSelect");
    run([&](void* temporary, size_t& bytes) {
        return cub::DeviceReduce::Reduce(temporary, bytes, in.get(), sum.get(), count,
                                         thrust::plus<long>(), 0l);
    });
    require(sum.host()[0] == total, "cub::DeviceReduce");
    std::printf("%d integers: sum %ld, median %d, %zu of them odd\n", count, total,
                sorted[count / 2], odd.size());
}
