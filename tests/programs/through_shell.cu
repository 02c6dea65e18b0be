// Hands over to a shell script, which starts CUDA programs: this one again, in its second
// role. The process that was started first never touches CUDA and becomes the shell.
//
//     through_shell SCRIPT         becomes: sh SCRIPT (this program)
//     through_shell work LAUNCHES  what the script starts
#include "../device/check.cuh"

#include <climits>
#include <cstring>
#include <unistd.h>

__global__ void increment(int* value) { *value += 1; }

int main(int argc, char** argv) {
    if (argc == 2) {
        char self[PATH_MAX];
        const ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
        require(length > 0, "readlink");
        self[length] = '\0';
        execlp("sh", "sh", argv[1], self, static_cast<char*>(nullptr));
        std::perror("sh");
        return 127;
    }
    if (argc != 3 || std::strcmp(argv[1], "work") != 0) {
        std::fprintf(stderr, "usage: through_shell SCRIPT | work LAUNCHES\n");
        return 2;
    }
    const int launches = std::atoi(argv[2]);
    const DeviceArray<int> value(std::vector<int>(1, 0));
    for (int launch = 0; launch < launches; launch++) {
        increment<<<1, 1>>>(value.get());
        CHECK(cudaGetLastError());
    }
    require(value.host()[0] == launches, "increment");
    std::printf("increment: %d launches\n", launches);
}
