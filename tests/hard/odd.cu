// Programs that a host may well be, and that are hard on whoever shares their process: odd MODE.
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

__global__ void quick(int* p) { p[threadIdx.x] = 1; }

__global__ void another(int* p) { p[threadIdx.x] = 2; }

// Ends when somebody says so, which nobody does.
__global__ void endless(volatile int* p) {
    unsigned long long i = 1;
    while (p[0] == 1) {
        i = i * 6364136223846793005ull + 1;
        if (i == 0) p[1] = 1;
    }
}

static bool confine() {
    sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendto, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static int limited(int what, rlim_t limit) {
    const rlimit limits = {limit, limit};
    return setrlimit(static_cast<__rlimit_resource>(what), &limits);
}

int main(int count, char** words) {
    const char* const mode = count > 1 ? words[1] : "";
    const auto is = [&](const char* name) { return std::strcmp(mode, name) == 0; };
    // No file of propp's may be the reason why the program is killed.
    if (is("small-files") && limited(RLIMIT_FSIZE, 0) != 0) return 90;
    if (is("few-numbers") && limited(RLIMIT_NOFILE, 5) != 0) return 90;
    int* p;
    cudaError_t error = cudaMalloc(&p, 1 << 16);
    for (int i = 0; i < 100 && error == cudaSuccess; i++) {
        quick<<<1, 32>>>(p);
        error = cudaDeviceSynchronize();
        if (is("pauses")) usleep(45000);
    }
    if (is("small-files")) return error == cudaSuccess ? 13 : 14;
    if (is("little-memory")) {
        // No address more, and nothing left of what malloc has. Without the volatile pointer the
        // compiler leaves malloc out.
        static void* volatile kept;
        if (limited(RLIMIT_AS, 1 << 20) != 0) return 90;
        for (size_t bytes = 1 << 20; bytes >= 16; bytes -= bytes > 4096 ? bytes / 2 : 16)
            while ((kept = malloc(bytes)) != nullptr) {
            }
        another<<<1, 32>>>(p);
        for (int i = 0; i < 100000 && error == cudaSuccess; i++) {
            quick<<<1, 32>>>(p);
            error = cudaGetLastError();
        }
        return error == cudaErrorMemoryAllocation ? 15 : 16;
    }
    if (error != cudaSuccess) return 91;
    if (is("leaves-root")) {
        // As a daemon that confines itself: propp cannot be reached any more.
        if (chroot("/proc/self") != 0 || chdir("/") != 0) return 92;
        for (int number = 3; number < 1024; number++) close(number);
        for (int i = 0; i < 7; i++) quick<<<1, 32>>>(p);
    }
    if (is("no-waiting"))
        for (int number = 3; number < 1024; number++) fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK);
    if (is("no-waiting") || is("no-sending")) {
        // sendto is refused from now on: by the program's own sandbox.
        if (is("no-sending") && !confine()) return 94;
        for (int i = 0; i < 5000; i++) quick<<<1, 32>>>(p);
    }
    if (is("late") && fork() == 0) {
        usleep(300000);
        for (int i = 0; i < 5; i++) quick<<<1, 32>>>(p);
        return 0;
    }
    if (is("too-large")) {
        const dim3 grids[] = {dim3(1, 65536), dim3(1, 1, 65536), dim3(1u << 31)};
        for (const dim3 grid : grids) {
            quick<<<grid, 32>>>(p);
            if (cudaGetLastError() != cudaErrorInvalidConfiguration) return 95;
        }
        quick<<<1, dim3(1, 1, 65)>>>(p);
        if (cudaGetLastError() != cudaErrorInvalidConfiguration) return 96;
    }
    if (is("killed")) raise(SIGKILL);
    if (is("exits")) _exit(19);
    if (is("endless")) {
        std::puts("counted");
        std::fflush(stdout);
        endless<<<1, 32>>>(p);
    }
    return cudaDeviceSynchronize() == cudaSuccess ? 18 : 93;
}
