// compute.gemm and compute.small_gemm by cuBLAS, in the precisions of the element type and below.
#include "cublas.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace propp {
namespace {

// What cuBLAS asks for on Hopper; with less it may choose other kernels.
constexpr size_t WORKSPACE = size_t(32) << 20;

// Rows of n elements, which cuBLAS is to have in another type, in its numbers of them.
template <class To>
__global__ void convert(const float *from, To *to, unsigned long long n) {
    const unsigned long long first = (blockIdx.x * uint64_t(blockDim.x) + threadIdx.x) * 4;
    if (first + 4 <= n) {
        const float4 v = *reinterpret_cast<const float4 *>(from + first);
        to[first] = To(v.x), to[first + 1] = To(v.y), to[first + 2] = To(v.z), to[first + 3] = To(v.w);
    } else {
        for (unsigned long long i = first; i < n; ++i) to[i] = To(from[i]);
    }
}

enum class How { OWN, TF32, F16, BF16 };

template <class T, How HOW> struct BlasGemm : Variant {
    static constexpr bool has_state = true;
    static constexpr bool converts = HOW == How::F16 || HOW == How::BF16;
    static int side(const Problem &p) { return p.m == 256 * 256 ? 256 : 16; }
    static size_t rows(const Problem &p) { return p.n / side(p); }
    static size_t a_bytes(const Problem &p) { return (rows(p) * side(p) * 2 + 255) / 256 * 256; }
    static size_t temp_bytes(const Problem &p) {
        return WORKSPACE + (converts ? a_bytes(p) + side(p) * side(p) * 2 : 0);
    }
    static int32_t check(const Problem &) { return Blas::find() ? PROPP_OK : PROPP_E_LIBRARY; }
    static cudaError_t of(int status) { return status == 0 ? cudaSuccess : cudaErrorUnknown; }

    static cudaError_t prepare(const Problem &p, void **state) {
        const Blas &blas = *Blas::find();
        if (const cudaError_t error = of(blas.create(state))) return error;
        return of(blas.set_workspace(*state, p.temp, WORKSPACE));
    }
    static void release(void *state) {
        if (state) Blas::find()->destroy(state);
    }

    static cudaError_t run(const Problem &p, void *state, Stream stream) {
        const Blas &blas = *Blas::find();
        const int n = side(p), m = static_cast<int>(rows(p));
        if (m == 0) return cudaSuccess;
        const void *a = p.in, *b = p.in2;
        int type = std::is_same_v<T, double> ? blas::F64 : blas::F32;
        const int type_of_result = type;
        if constexpr (converts) {
            char *const temp = static_cast<char *>(p.temp) + WORKSPACE;
            const auto into = [&](auto *to_a, auto *to_b) {
                const auto blocks = [](size_t count) { return static_cast<unsigned>((count / 4 + 256) / 256); };
                const size_t all = size_t(m) * n, few = size_t(n) * n;
                convert<<<blocks(all), 256, 0, stream>>>(static_cast<const float *>(p.in), to_a, all);
                convert<<<blocks(few), 256, 0, stream>>>(static_cast<const float *>(p.in2), to_b, few);
                a = to_a, b = to_b;
            };
            if (HOW == How::F16) {
                into(reinterpret_cast<half *>(temp), reinterpret_cast<half *>(temp + a_bytes(p)));
                type = blas::F16;
            } else {
                into(reinterpret_cast<nv_bfloat16 *>(temp), reinterpret_cast<nv_bfloat16 *>(temp + a_bytes(p)));
                type = blas::BF16;
            }
        }
        const int compute = type_of_result == blas::F64 ? blas::IN_F64
                            : HOW == How::TF32          ? blas::FAST_TF32
                                                        : blas::IN_F32;
        const T one = 1, zero = 0;
        if (const cudaError_t error = of(blas.set_stream(state, stream))) return error;
        // Columns are rows to cuBLAS: it computes the transposed product.
        return of(blas.gemm(state, blas::NOT_TRANSPOSED, blas::NOT_TRANSPOSED, n, m, n, &one, b, type, n, a,
                            type, n, &zero, p.out, type_of_result, n, compute, blas::DEFAULT_ALGORITHM));
    }
};
template <class T> using Own = BlasGemm<T, How::OWN>;
template <class T> using Tf32 = BlasGemm<T, How::TF32>;
template <class T> using Half = BlasGemm<T, How::F16>;
template <class T> using Bfloat = BlasGemm<T, How::BF16>;

} // namespace

void add_cublas_gemm(Registry &r) {
    add<Own, float>(r, "compute.gemm", "gemm", "cublasGemmEx in single precision");
    add<Tf32, float>(r, "compute.gemm", "gemm_tf32", "cublasGemmEx that may use TF32");
    add<Half, float>(r, "compute.gemm", "gemm_f16", "inputs converted to FP16, then cublasGemmEx");
    add<Bfloat, float>(r, "compute.gemm", "gemm_bf16", "inputs converted to BF16, then cublasGemmEx");
    add<Own, float, double>(r, "compute.small_gemm", "gemm", "cublasGemmEx in the precision of the elements");
}

} // namespace propp
