// The parts of the cuBLAS library: what is called of libcublas, which is looked for when the library
// is used and need not be there when it is compiled.
#pragma once

#include "common.cuh"

namespace propp {

// Numbers of cuBLAS's ABI.
namespace blas {
constexpr int DEFAULT_ALGORITHM = -1;
constexpr int NOT_TRANSPOSED = 0;
enum Type { F32 = 0, F64 = 1, F16 = 2, BF16 = 14 };
enum Compute { IN_F32 = 68, IN_F64 = 70, FAST_TF32 = 77 };
} // namespace blas

struct Blas {
    using Handle = void *;
    int (*create)(Handle *);
    int (*destroy)(Handle);
    int (*set_stream)(Handle, Stream);
    int (*set_workspace)(Handle, void *, size_t);
    int (*get_property)(int which, int *value);
    int (*gemm)(Handle, int of_a, int of_b, int m, int n, int k, const void *alpha, const void *a,
                int type_a, int ld_a, const void *b, int type_b, int ld_b, const void *beta, void *c,
                int type_c, int ld_c, int compute, int algorithm);

    // Null where there is none, or one that lacks a function.
    static const Blas *find();
};

void add_cublas_gemm(Registry &);

} // namespace propp
