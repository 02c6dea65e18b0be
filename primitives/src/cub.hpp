// The parts of the CUB library, and the one shape all its variants have: a CUB call
// is asked twice, first for its temporary storage.
#pragma once

#include "common.cuh"

namespace propp {

void add_cub_linear(Registry &);
void add_cub_reduce(Registry &);
void add_cub_select(Registry &);
void add_cub_sort(Registry &);

// Call::call(temp, bytes, problem, stream) is the CUB call.
template <class Call> struct Cub : Variant {
    static size_t temp_bytes(const Problem &p) {
        size_t bytes = 0;
        // What cannot be asked now fails again in run(), which reports it.
        if (Call::call(nullptr, bytes, p, nullptr) != cudaSuccess) cudaGetLastError();
        return bytes < 256 ? 256 : bytes; // never null: CUB would take that for the question
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        size_t bytes = p.temp_bytes;
        return Call::call(p.temp, bytes, p, stream);
    }
};

template <class T> const T *in_of(const Problem &p) { return static_cast<const T *>(p.in); }
template <class T> const T *in2_of(const Problem &p) { return static_cast<const T *>(p.in2); }
template <class T> T *out_of(const Problem &p) { return static_cast<T *>(p.out); }

template <class T> struct LessThan {
    T a;
    __host__ __device__ bool operator()(T x) const { return x < a; }
};
template <class T> struct EqualTo {
    T a;
    __host__ __device__ bool operator()(T x) const { return x == a; }
};
template <class T> struct Scale {
    T a, b;
    __host__ __device__ T operator()(T x) const { return a * x + b; }
};
template <class T> struct Replace {
    T a, b;
    __host__ __device__ T operator()(T x) const { return x == a ? b : x; }
};

} // namespace propp
