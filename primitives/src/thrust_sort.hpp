// What Thrust's sorts have in common. They sort in place: reset() copies the input to the
// output, which is not part of the time.
#pragma once

#include "thrust.hpp"

namespace propp {

template <class Call, class T, bool PAIRS> struct InPlace : Thrust<Call, int(sizeof(T)) + (PAIRS ? 4 : 0) + 4> {
    static constexpr bool has_reset = true;
    static cudaError_t reset(const Problem &p, void *, Stream stream) {
        cudaError_t error =
            cudaMemcpyAsync(p.out, p.in, p.n * sizeof(T), cudaMemcpyDeviceToDevice, stream);
        if (PAIRS && error == cudaSuccess) {
            error = cudaMemcpyAsync(p.out_aux, p.aux, p.n * 4, cudaMemcpyDeviceToDevice, stream);
        }
        return error;
    }
};

} // namespace propp
