// Programs that fork.
//
//     fork before    fork, then parent and child each use CUDA on their own
//     fork after     use CUDA, fork, the child exits without touching CUDA
//     fork exec      use CUDA, fork, the child becomes another program (true)
//
// CUDA cannot be used in a child forked after it was initialised, so a profiler
// inside such a child has to keep still. The parent launches again at the end.
#include "../check.cuh"

#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

__global__ void increment(int* value) { *value += 1; }

static void use_cuda(const char* who, int launches) {
    DeviceArray<int> value(std::vector<int>(1, 0));
    for (int launch = 0; launch < launches; launch++) {
        increment<<<1, 1>>>(value.get());
        CHECK(cudaGetLastError());
    }
    require(value.host()[0] == launches, who);
    std::printf("%s: %d launches\n", who, launches);
    std::fflush(stdout);
}

static void join(pid_t child) {
    int status = 0;
    require(waitpid(child, &status, 0) == child, "waitpid");
    require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's exit code");
}

int main(int argc, char** argv) {
    const char* mode = argc == 2 ? argv[1] : "";
    const bool before = std::strcmp(mode, "before") == 0;
    const bool after = std::strcmp(mode, "after") == 0;
    const bool exec = std::strcmp(mode, "exec") == 0;
    if (!before && !after && !exec) {
        std::fprintf(stderr, "usage: fork before|after|exec\n");
        return 2;
    }

    if (!before) use_cuda("parent before the fork", 10);
    const pid_t child = fork();
    require(child >= 0, "fork");
    if (child == 0) {
        if (exec) {
            execlp("true", "true", static_cast<char*>(nullptr));
            _exit(127);
        }
        if (before) use_cuda("child", 20);
        _exit(0);
    }
    join(child);
    use_cuda("parent after the fork", 30);
}
