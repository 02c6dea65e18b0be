// Ends in _exit(3): no destructor, no atexit handler, no flush. Ten launches are
// known to be complete by then, ten more are merely queued.
#include "../check.cuh"

#include <unistd.h>

__global__ void increment(int* value) { *value += 1; }

int main() {
    DeviceArray<int> value(std::vector<int>(1, 0));
    for (int launch = 0; launch < 10; launch++) {
        increment<<<1, 1>>>(value.get());
        CHECK(cudaGetLastError());
    }
    require(value.host()[0] == 10, "increment");
    std::printf("increment: 10 launches complete\n");
    std::fflush(stdout);
    for (int launch = 0; launch < 10; launch++) {
        increment<<<1, 1>>>(value.get());
        CHECK(cudaGetLastError());
    }
    _exit(3);
}
