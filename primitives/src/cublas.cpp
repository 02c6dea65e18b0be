// The cuBLAS library's table, and where cuBLAS is.
#include "cublas.hpp"

#include <dlfcn.h>

#include <string>

namespace propp {
namespace {

void *open_any() {
    // By the loader's ways first, and then where toolkits are.
    for (const char *name : {"libcublas.so.13", "libcublas.so.12", "/usr/local/cuda/lib64/libcublas.so"}) {
        if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    }
    return nullptr;
}

template <class F> bool take(void *library, const char *name, F &function) {
    function = reinterpret_cast<F>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

const Blas *Blas::find() {
    static const Blas *const found = []() -> const Blas * {
        static Blas blas{};
        void *const library = open_any();
        const bool has_all = library && take(library, "cublasCreate_v2", blas.create) &&
                             take(library, "cublasDestroy_v2", blas.destroy) &&
                             take(library, "cublasSetStream_v2", blas.set_stream) &&
                             take(library, "cublasSetWorkspace_v2", blas.set_workspace) &&
                             take(library, "cublasGetProperty", blas.get_property) &&
                             take(library, "cublasGemmEx", blas.gemm);
        return has_all ? &blas : nullptr;
    }();
    return found;
}

} // namespace propp

extern "C" const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    using namespace propp;
    static const Registry registry = [] {
        Registry r;
        add_cublas_gemm(r);
        return r;
    }();
    static const std::string version = [] {
        const Blas *const blas = Blas::find();
        if (!blas) return std::string("not found");
        std::string text;
        for (int which = 0; which < 3; which++) {
            int value = 0;
            blas->get_property(which, &value);
            text += (which ? "." : "") + std::to_string(value);
        }
        return text;
    }();
    return library_of(registry, "cublas", version.c_str(), host_abi_version);
}
