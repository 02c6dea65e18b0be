// The parts of our own library: each source adds its variants.
#pragma once

#include "common.cuh"

namespace propp {

void add_block_scan(Registry &);
void add_copy(Registry &);
void add_count(Registry &);
void add_extrema(Registry &);
void add_functions(Registry &);
void add_gather(Registry &);
void add_gemm(Registry &);
void add_hash(Registry &);
void add_histogram(Registry &);
void add_linear(Registry &);
void add_median(Registry &);
void add_merge(Registry &);
void add_merge_sort(Registry &);
void add_mesh(Registry &);
void add_nearest(Registry &);
void add_queens(Registry &);
void add_radix_sort(Registry &);
void add_reduce(Registry &);
void add_rows(Registry &);
void add_scan(Registry &);
void add_search(Registry &);
void add_segmented(Registry &);
void add_select(Registry &);
void add_set(Registry &);
void add_small_gemm(Registry &);
void add_transpose(Registry &);

} // namespace propp
