// Load-balancing search: which segment does each item of work belong to? Four versions, each
// with a defect less than the one before.
//
//     load_balancing_search VERSION [ITEMS] [LAUNCHES]     (0 to 3, 2^24, 5)
//
// `starts` has the first item of each segment, in order. Items and starts are merged: a thread
// finds its place on the merge path by binary search and walks from there.

#include "../common/measure.cuh"

// The number of segments that begin at or before `item`, which lies in [low, high].
template <typename Start>
__device__ int segments_until(const Start* starts, int low, int high, int item) {
    while (low < high) {
        const int middle = (low + high) / 2;
        if (int(starts[middle]) <= item) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// V0: each thread searches and walks in global memory, and stores its items one by one: the
// threads of a warp are `per_thread` items apart.
constexpr int per_thread = 16;

__global__ void lbs_v0(const int* starts, int segments, int* owner, int items) {
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
    if (first >= items) return;
    int segment = segments_until(starts, 0, segments, first);
    for (int item = first; item < min(first + per_thread, items); item++) {
        while (segment < segments && starts[segment] <= item) segment++;
        owner[item] = segment - 1;
    }
}

// The starts that a block of items needs, copied into shared memory as offsets from its first
// item, and the results, collected there and stored in the order of the threads.
template <int Threads, int PerThread, typename Offset>
__device__ void search_tile(const int* __restrict__ starts, int segments,
                            int* __restrict__ owner, int items) {
    constexpr int tile = Threads * PerThread;
    __shared__ Offset offsets[tile];
    __shared__ int results[tile];
    __shared__ int range[2];
    const int first = blockIdx.x * tile;
    const int thread = threadIdx.x;
    if (thread < 2) {
        const int item = thread == 0 ? first : min(first + tile, items) - 1;
        range[thread] = segments_until(starts, 0, segments, item);
    }
    __syncthreads();
    // Starts are strictly ascending, so a tile holds at most `tile` of them.
    const int before = range[0];
    const int inside = range[1] - before;
    for (int i = thread; i < inside; i += Threads) {
        offsets[i] = Offset(__ldg(starts + before + i) - first);
    }
    __syncthreads();
    int segment = segments_until(offsets, 0, inside, thread * PerThread);
    for (int i = 0; i < PerThread; i++) {
        const int item = thread * PerThread + i;
        while (segment < inside && int(offsets[segment]) <= item) segment++;
        results[item] = before + segment - 1;
    }
    __syncthreads();
    for (int i = thread; i < tile; i += Threads) {
        if (first + i < items) owner[first + i] = results[i];
    }
}

// V1: shared memory and the read-only path. An odd number of items a thread: the threads of a warp
// write different banks. 64 threads hold 32 KiB: few warps fit on an SM.
__global__ void lbs_v1(const int* starts, int segments, int* owner, int items) {
    search_tile<64, 63, int>(starts, segments, owner, items);
}

// V2: another launch configuration, for occupancy: 256 threads hold 30 KiB.
__global__ void lbs_v2(const int* starts, int segments, int* owner, int items) {
    search_tile<256, 15, int>(starts, segments, owner, items);
}

// V3: less shared memory, offsets of 16 bits and 7 items a thread, and at most 32 registers: all
// warps fit on an SM.
__global__ void __launch_bounds__(256, 8)
lbs_v3(const int* starts, int segments, int* owner, int items) {
    search_tile<256, 7, unsigned short>(starts, segments, owner, items);
}

struct Version {
    void (*kernel)(const int*, int, int*, int);
    int threads;
    int tile;
};

static const Version versions[] = {
    {lbs_v0, 128, 128 * per_thread},
    {lbs_v1, 64, 64 * 63},
    {lbs_v2, 256, 256 * 15},
    {lbs_v3, 256, 256 * 7},
};

int main(int argc, char** argv) {
    const long version = number(argc, argv, 1, -1);
    const long items = number(argc, argv, 2, 1 << 24);
    const long launches = number(argc, argv, 3, 5);
    if (version < 0 || version > 3 || items <= 0 || items > 1 << 30 || launches < 1) {
        std::fprintf(stderr, "usage: load_balancing_search VERSION [ITEMS] [LAUNCHES]\n");
        return 2;
    }
    // Segments of 1 to 64 items, short ones more often.
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
    const Version& chosen = versions[version];
    const int blocks = int((items + chosen.tile - 1) / chosen.tile);
    const float time = milliseconds(int(launches), [&] {
        chosen.kernel<<<blocks, chosen.threads>>>(device_starts, int(starts.size()), owner,
                                                  int(items));
    });
    char size[64];
    std::snprintf(size, sizeof size, "%ld items in %zu segments", items, starts.size());
    const int status = report("load-balancing search", int(version), size, time,
                              on_host(owner, items) == right);
    CHECK(cudaFree(owner));
    CHECK(cudaFree(device_starts));
    return status;
}
