// Kernels whose criteria are known by construction.
//
//     closed_forms [--out FILE] [FAMILY…]
//
// Runs every family (memory, shared, divergence, barrier, balance, occupancy), or
// those named, and prints one JSON line per kernel launch, in launch order: the
// kernel, the launch, and the values that propp must report. Results are checked
// on the host before a line is printed, and no kernel runs that is not reported.
// Why a prediction holds is said at the top of its family's header.
#include "closed_forms/balance.cuh"
#include "closed_forms/barrier.cuh"
#include "closed_forms/divergence.cuh"
#include "closed_forms/memory.cuh"
#include "closed_forms/occupancy.cuh"
#include "closed_forms/shared.cuh"

#include <cstring>

struct Family {
    const char* name;
    void (*run)(Report&);
};

static const Family families[] = {
    {"memory", run_memory},   {"shared", run_shared},   {"divergence", run_divergence},
    {"barrier", run_barrier}, {"balance", run_balance}, {"occupancy", run_occupancy},
};

static const Family* find_family(const char* name) {
    for (const Family& family : families) {
        if (std::strcmp(family.name, name) == 0) return &family;
    }
    std::fprintf(stderr, "no family '%s'; there are:", name);
    for (const Family& family : families) std::fprintf(stderr, " %s", family.name);
    std::fprintf(stderr, "\n");
    std::exit(2);
}

int main(int argc, char** argv) {
    std::FILE* out = stdout;
    std::vector<const Family*> chosen;
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--out") == 0 && i + 1 < argc) {
            out = std::fopen(argv[++i], "w");
            if (!out) {
                std::perror(argv[i]);
                return 2;
            }
        } else {
            chosen.push_back(find_family(argv[i]));
        }
    }
    if (chosen.empty()) {
        for (const Family& family : families) chosen.push_back(&family);
    }
    Report report(out);
    for (const Family* family : chosen) family->run(report);
    return out != stdout && std::fclose(out) != 0 ? 1 : 0;
}
