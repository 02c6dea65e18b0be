// How fast blocks start.

#include "common.cuh"

namespace probe {
namespace {

__global__ void nothing() {}

} // namespace

// Settings: blocks, threads of each. Observations: nanoseconds of a launch whose blocks end at
// once, of each of so many launches as are asked for.
PROBE(blocks) {
    const u64 blocks = call[0], threads = call[1];
    if (blocks == 0 || blocks > (1u << 30) || threads == 0 || threads > 1024) {
        refuse("1 to 2^30 blocks of 1 to 1024 threads");
    }
    for (uint64_t i = 0; i <= call.out_count; ++i) {
        hold();
        const double time = timed(
            [&] { nothing<<<static_cast<u32>(blocks), static_cast<u32>(threads)>>>(); });
        // The first launch, which brings the code, does not count.
        if (i > 0) call.out[i - 1] = time;
    }
}

} // namespace probe
