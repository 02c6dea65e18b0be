// Our own library's table.
#include "own.hpp"

extern "C" const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    using namespace propp;
    static const Registry registry = [] {
        Registry r;
        add_linear(r);
        add_copy(r);
        add_gather(r);
        add_count(r);
        add_extrema(r);
        add_reduce(r);
        add_segmented(r);
        add_histogram(r);
        add_scan(r);
        add_search(r);
        add_select(r);
        add_merge(r);
        add_merge_sort(r);
        add_radix_sort(r);
        add_set(r);
        add_transpose(r);
        add_gemm(r);
        add_rows(r);
        add_mesh(r);
        add_small_gemm(r);
        add_hash(r);
        add_functions(r);
        add_block_scan(r);
        add_queens(r);
        add_nearest(r);
        add_median(r);
        return r;
    }();
    return library_of(registry, "own", "1", host_abi_version);
}
