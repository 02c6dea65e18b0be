// Checks for the calls of CUDA's libraries, which all count success as 0.
#pragma once

#include "../../device/check.cuh"

#define LIBRARY(call) check_library(static_cast<int>(call), #call, __FILE__, __LINE__)

inline void check_library(int status, const char* call, const char* file, int line) {
    if (status != 0) {
        std::fprintf(stderr, "%s:%d: %s: status %d\n", file, line, call, status);
        std::exit(1);
    }
}
