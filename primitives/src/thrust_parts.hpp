// The parts of the Thrust library: each source adds its variants.
#pragma once

#include "common.cuh"

namespace propp {

void add_thrust_arg(Registry &);
void add_thrust_copy(Registry &);
void add_thrust_extrema(Registry &);
void add_thrust_linear(Registry &);
void add_thrust_merge(Registry &);
void add_thrust_radix(Registry &);
void add_thrust_reduce(Registry &);
void add_thrust_scan(Registry &);
void add_thrust_search(Registry &);
void add_thrust_select(Registry &);
void add_thrust_set(Registry &);

} // namespace propp
