// Processes made by vfork and by posix_spawn, that become a CUDA program of their own while
// the parent has CUDA in use. Until its exec a child of vfork lives in its parent's memory.
//
//     vfork_exec           the parent
//     vfork_exec child     the program that the children become
#include "../device/check.cuh"

#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

__global__ void increment(int* value) { *value += 1; }

static void use_cuda(const char* who, int launches) {
    const DeviceArray<int> value(std::vector<int>(1, 0));
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
    if (argc == 2 && std::strcmp(argv[1], "child") == 0) {
        use_cuda("child", 20);
        return 0;
    }
    static char path[] = "/proc/self/exe", name[] = "vfork_exec", word[] = "child";
    static char* const arguments[] = {name, word, nullptr};

    use_cuda("parent before", 10);
    const pid_t forked = vfork();
    if (forked == 0) {
        execv(path, arguments);
        _exit(127);
    }
    require(forked > 0, "vfork");
    join(forked);
    use_cuda("parent between", 15);
    pid_t spawned = 0;
    require(posix_spawn(&spawned, path, nullptr, nullptr, arguments, environ) == 0, "posix_spawn");
    join(spawned);
    use_cuda("parent after", 30);
}
