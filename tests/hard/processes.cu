// Processes that launch kernels, and go on in every way that processes have: threads, forks, exec,
// kills, closed descriptors. Each process appends what it has launched to DIR/PID.LABEL, so that a
// recording can be held against it: processes SEED STEPS LABEL DIR. Its exit code is 1 + SEED % 100.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

__global__ void alpha(int* p) { p[threadIdx.x] = 1; }
__global__ void beta(int* p) { p[threadIdx.x * 4] = 1; }
__global__ void delta(int* p) { atomicAdd(p, 1); }

static unsigned long long state;
static std::string log_folder, label;

static unsigned below(unsigned count) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<unsigned>(state >> 33) % count;
}

static void log_launch(int kernel, int block) {
    static const char* const names[] = {"alpha", "beta", "delta"};
    const std::string path = log_folder + "/" + std::to_string(getpid()) + "." + label;
    const std::string line = std::string(names[kernel]) + " " + std::to_string(block) + "\n";
    const int file = open(path.c_str(), O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0 || write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size())) _exit(99);
    close(file);
}

// A child that was forked while another thread launched has no runtime, and no launches.
static void launch(int* p, int kernel, int block) {
    switch (kernel) {
        case 0: alpha<<<1, block>>>(p); break;
        case 1: beta<<<1, block>>>(p); break;
        default: delta<<<1, block>>>(p); break;
    }
    if (cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess) log_launch(kernel, block);
}

static void launch_any(int* p) {
    const int kernel = static_cast<int>(below(3));
    launch(p, kernel, 32 * (1 + static_cast<int>(below(8))));
}

static void fork_child(int* p, bool is_killed) {
    const pid_t child = fork();
    if (child == 0) {
        state += static_cast<unsigned long long>(getpid());
        if (is_killed) {
            for (;;) launch_any(p);
        }
        for (unsigned n = below(4); n > 0; n--) launch_any(p);
        if (below(3) == 0) raise(SIGKILL);
        if (below(2) == 0) _exit(0);
        exit(0);
    }
    if (is_killed) {
        usleep(below(3000));
        kill(child, SIGKILL);
    }
    waitpid(child, nullptr, 0);
}

static void launch_in_threads(int* p, bool forks) {
    std::vector<std::thread> threads;
    for (unsigned n = 1 + below(3); n > 0; n--) {
        const int kernel = static_cast<int>(below(3)), block = 32 * (1 + static_cast<int>(below(8)));
        threads.emplace_back([=] { for (int i = 0; i < 3; i++) launch(p, kernel, block); });
    }
    if (forks) fork_child(p, false);
    for (auto& thread : threads) thread.join();
}

static void close_all() {
    for (int number = 3; number < 1024; number++) close(number);
    // Files of the program get the numbers that were propp's.
    char name[64];
    snprintf(name, sizeof name, "/%d.own", static_cast<int>(getpid()));
    const int file = open((log_folder + name).c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (file < 0 || dup2(file, 1000) < 0 || write(1000, "mine\n", 5) != 5) _exit(98);
}

int main(int count, char** words) {
    if (count != 5) return 97;
    const unsigned long long seed = strtoull(words[1], nullptr, 10);
    const int steps = atoi(words[2]);
    state = seed;
    label = words[3];
    log_folder = words[4];
    int* p;
    if (cudaMalloc(&p, 1 << 16) != cudaSuccess) return 96;
    // nvcc's stubs have a lock for their first call, which a child that is forked meanwhile never gets.
    for (int kernel = 0; kernel < 3; kernel++) launch(p, kernel, 32);
    for (int step = 0; step < steps; step++) {
        switch (below(9)) {
            case 0: launch_in_threads(p, false); break;
            case 1: launch_in_threads(p, true); break;
            case 2: fork_child(p, false); break;
            case 3: fork_child(p, true); break;
            case 4: close_all(); break;
            case 5: {
                const std::string next = label + "x", left = std::to_string(steps - step - 1);
                execl("/proc/self/exe", words[0], words[1], left.c_str(), next.c_str(), words[4], nullptr);
                return 95;
            }
            default: launch_any(p); break;
        }
    }
    return 1 + static_cast<int>(seed % 100);
}
