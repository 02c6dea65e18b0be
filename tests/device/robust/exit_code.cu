// stdin, stdout, stderr and the way a program ends must pass through a profiler.
//
//     exit_code CODE           returns CODE
//     exit_code -SIGNAL        kills itself with that signal, such as -15
//
// Before that: one launch, "exit_code: stderr" on stderr, and stdin copied to
// stdout byte for byte.
#include "../check.cuh"

#include <csignal>

__global__ void increment(int* value) { *value += 1; }

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: exit_code CODE | -SIGNAL\n");
        return 2;
    }
    DeviceArray<int> value(std::vector<int>(1, 0));
    increment<<<1, 1>>>(value.get());
    CHECK(cudaGetLastError());
    require(value.host()[0] == 1, "increment");

    std::fprintf(stderr, "exit_code: stderr\n");
    char buffer[4096];
    for (size_t count; (count = std::fread(buffer, 1, sizeof(buffer), stdin)) > 0;) {
        require(std::fwrite(buffer, 1, count, stdout) == count, "write to stdout");
    }
    require(std::fflush(stdout) == 0, "flush of stdout");

    const int end = std::atoi(argv[1]);
    if (end < 0) std::raise(-end);
    return end;
}
