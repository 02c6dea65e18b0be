// ModernGPU's load-balancing search on the items of examples/load_balancing_search: the version that
// the paper begins with. README.md says how to build it.
//
//     load_balancing_search [ITEMS] [LAUNCHES]     (2^24, 5)
//
// A kernel of the library divides the merge path among the blocks, another one searches; the
// printed time is of both.

#include "../common/measure.cuh"
#include "moderngpu_context.cuh"

#include <moderngpu/kernel_load_balance.hxx>

int main(int argc, char** argv) {
    const long items = number(argc, argv, 1, 1 << 24);
    const long launches = number(argc, argv, 2, 5);
    if (items <= 0 || items > 1 << 30 || launches < 1) {
        std::fprintf(stderr, "usage: load_balancing_search [ITEMS] [LAUNCHES]\n");
        return 2;
    }
    // The segments of the study. Its file must stay as it was recorded, so this is written twice.
    std::vector<int> starts, right(items);
    unsigned state = 1;
    for (long item = 0; item < items;) {
        state = state * 1664525u + 1013904223u;
        const unsigned draw = state >> 20;
        const long end = std::min(items, item + 1 + long((draw % 64) * (draw / 64) / 64));
        starts.push_back(int(item));
        for (; item < end; item++) right[item] = int(starts.size()) - 1;
    }
    int* device_starts = on_device(starts);
    int* owner = on_device<int>(items);
    CHECK(cudaMemset(owner, 0xff, items * sizeof(int)));
    // Room for the places of partitions.
    const size_t bytes = size_t(items) / 8 + (1 << 20);
    char* pieces = on_device<char>(bytes);
    ModernGpuContext context;
    CHECK(context.open());
    const float time = milliseconds(int(launches), [&] {
        context.begin(nullptr, pieces, bytes, nullptr, 0);
        mgpu::load_balance_search(int(items), device_starts, int(starts.size()), owner, context);
    });
    char size[64];
    std::snprintf(size, sizeof size, "%ld items in %zu segments", items, starts.size());
    const int status =
        report("load-balancing search of ModernGPU", 0, size, time, on_host(owner, items) == right);
    CHECK(cudaFree(pieces));
    CHECK(cudaFree(owner));
    CHECK(cudaFree(device_starts));
    return status;
}
