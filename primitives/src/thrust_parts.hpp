// The parts of the Thrust library: each source adds its variants.
#pragma once

#include "common.cuh"

namespace propp {

void add_thrust_extrema(Registry &);
void add_thrust_linear(Registry &);
void add_thrust_reduce(Registry &);
void add_thrust_select(Registry &);
void add_thrust_sort(Registry &);

} // namespace propp
