// What is reduced: a task turns an element into an accumulator, joins accumulators,
// and puts the last one where the primitive wants it.
#pragma once

#include "device.cuh"

namespace propp {

template <class T> struct SumTask {
    using In = Wrap<T>;
    using Acc = Wrap<T>;
    using Op = Plus<Acc>;
    const In *in;
    Acc *out;
    explicit SumTask(const Problem &p)
        : in(static_cast<const In *>(p.in)), out(static_cast<Acc *>(p.out)) {}
    __device__ Acc leaf(In x, unsigned) const { return x; }
    __device__ void finish(Acc sum) const { *out = sum; }
};

// As constants, because device code may not call std::numeric_limits.
template <class T> struct Bounds {
    using Limits = std::numeric_limits<T>;
    static constexpr T high = Limits::has_infinity ? Limits::infinity() : Limits::max();
    static constexpr T low = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
};
template <class T> __device__ __forceinline__ T highest() { return Bounds<T>::high; }
template <class T> __device__ __forceinline__ T lowest() { return Bounds<T>::low; }

template <class T, bool MAX> struct Extremum {
    using Value = T;
    static __device__ T identity() { return MAX ? lowest<T>() : highest<T>(); }
    static __device__ T join(T a, T b) { return (MAX ? a < b : b < a) ? b : a; }
};

template <class T, bool MAX> struct ExtremumTask {
    using In = T;
    using Acc = T;
    using Op = Extremum<T, MAX>;
    const T *in;
    T *out;
    explicit ExtremumTask(const Problem &p)
        : in(static_cast<const T *>(p.in)), out(static_cast<T *>(p.out)) {}
    __device__ T leaf(T x, unsigned) const { return x; }
    __device__ void finish(T value) const { *out = value; }
};

template <class T> struct alignas(8) Place {
    T value;
    unsigned index;
};

template <class T, bool MAX> struct FirstExtremum {
    using Value = Place<T>;
    static __device__ Value identity() {
        Value none{};
        none.value = MAX ? lowest<T>() : highest<T>();
        none.index = ~0u;
        return none;
    }
    static __device__ Value join(Value a, Value b) {
        const bool better = MAX ? a.value < b.value : b.value < a.value;
        return better || (a.value == b.value && b.index < a.index) ? b : a;
    }
};

template <class T, bool MAX> struct ArgTask {
    using In = T;
    using Acc = Place<T>;
    using Op = FirstExtremum<T, MAX>;
    const T *in;
    uint64_t *out;
    explicit ArgTask(const Problem &p) : in(static_cast<const T *>(p.in)), out(p.out_count) {}
    __device__ Acc leaf(T x, unsigned i) const {
        Acc place{};
        place.value = x;
        place.index = i;
        return place;
    }
    __device__ void finish(Acc place) const { *out = place.index; }
};

// Elements equal to a, or less than a.
template <class T, bool LESS> struct CountTask {
    using In = T;
    using Acc = unsigned;
    using Op = Plus<unsigned>;
    const T *in;
    uint64_t *out;
    T a;
    explicit CountTask(const Problem &p)
        : in(static_cast<const T *>(p.in)), out(p.out_count), a(scalar<T>(p.a)) {}
    __device__ Acc leaf(T x, unsigned) const { return (LESS ? x < a : x == a) ? 1 : 0; }
    __device__ void finish(Acc count) const { *out = count; }
};

template <class T> using MinTask = ExtremumTask<T, false>;
template <class T> using MaxTask = ExtremumTask<T, true>;
template <class T> using ArgMinTask = ArgTask<T, false>;
template <class T> using ArgMaxTask = ArgTask<T, true>;
template <class T> using CountEqualTask = CountTask<T, false>;
template <class T> using CountLessTask = CountTask<T, true>;

// ------------------------------------------------------------------ The good one
// A grid just large enough for the device walks over the input in 128-bit loads,
// UNROLL of them in flight per thread; the last block to finish adds up the blocks.

template <class Task, int THREADS, int UNROLL>
__global__ void __launch_bounds__(THREADS)
    reduce_packs(Task task, unsigned n, typename Task::Acc *partials, unsigned *done) {
    using Acc = typename Task::Acc;
    using Op = typename Task::Op;
    using In = typename Task::In;
    constexpr unsigned P = Pack<In>::SIZE;
    constexpr unsigned CHUNK = THREADS * UNROLL;
    __shared__ Acc warps[THREADS / WARP];
    __shared__ bool last;

    Acc acc = Op::identity();
    const unsigned packs = n / P;
    for (unsigned base = blockIdx.x * CHUNK; base < packs; base += gridDim.x * CHUNK) {
        if (base + CHUNK <= packs) {
            Pack<In> pack[UNROLL];
#pragma unroll
            for (int u = 0; u < UNROLL; ++u) {
                pack[u] = load_pack_streaming(task.in + size_t(base + u * THREADS + threadIdx.x) * P);
            }
#pragma unroll
            for (int u = 0; u < UNROLL; ++u) {
                const unsigned first = (base + u * THREADS + threadIdx.x) * P;
#pragma unroll
                for (unsigned k = 0; k < P; ++k) {
                    acc = Op::join(acc, task.leaf(pack[u].v[k], first + k));
                }
            }
        } else {
            for (unsigned at = base + threadIdx.x; at < packs; at += THREADS) {
                const Pack<In> pack = load_pack(task.in + size_t(at) * P);
#pragma unroll
                for (unsigned k = 0; k < P; ++k) {
                    acc = Op::join(acc, task.leaf(pack.v[k], at * P + k));
                }
            }
        }
    }
    const unsigned tail = packs * P + blockIdx.x * THREADS + threadIdx.x;
    if (tail < n) acc = Op::join(acc, task.leaf(task.in[tail], tail));

    acc = block_reduce<Op, THREADS>(acc, warps);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = acc;
        __threadfence();
        // Wraps to zero with the last block: ready for the next run.
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    acc = Op::identity();
    for (unsigned i = threadIdx.x; i < gridDim.x; i += THREADS) {
        Acc partial;
        const unsigned *words = reinterpret_cast<const unsigned *>(partials + i);
        unsigned copy[sizeof(Acc) / 4];
#pragma unroll
        for (unsigned w = 0; w < sizeof(Acc) / 4; ++w) copy[w] = __ldcg(words + w);
        memcpy(&partial, copy, sizeof partial);
        acc = Op::join(acc, partial);
    }
    acc = block_reduce<Op, THREADS>(acc, warps);
    if (threadIdx.x == 0) task.finish(acc);
}

// BLOCKS: grid of so many, whatever the device; 0: PER_SM blocks a multiprocessor.
// SHARED: dynamic shared memory each block asks for and does not use, to keep others out.
template <class Task, int THREADS, int UNROLL, int PER_SM, int BLOCKS = 0, int SHARED = 0>
struct ReducePacks : Variant {
    using Acc = typename Task::Acc;
    static constexpr auto kernel = reduce_packs<Task, THREADS, UNROLL>;
    static unsigned grid(const Problem &p) {
        if (BLOCKS) return BLOCKS;
        return filling_grid(p.n, uint64_t(THREADS) * UNROLL * Pack<typename Task::In>::SIZE, PER_SM);
    }
    struct Layout {
        unsigned *done;
        Acc *partials;
        Layout(Arena &arena, const Problem &p)
            : done(arena.take<unsigned>(1)), partials(arena.take<Acc>(grid(p))) {}
    };
    static cudaError_t prepare(const Problem &p, void **) {
        if (SHARED) {
            if (cudaError_t error = allow_shared(kernel, SHARED)) return error;
        }
        // The counter of finished blocks. A stream that does not wait for the default one
        // must find it zero, so wait here.
        const cudaError_t error = cudaMemset(p.temp, 0, 256);
        return error == cudaSuccess ? cudaStreamSynchronize(nullptr) : error;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        kernel<<<grid(p), THREADS, SHARED, stream>>>(Task(p), static_cast<unsigned>(p.n),
                                                     layout.partials, layout.done);
        return cudaGetLastError();
    }
};

// ------------------------------------------------------------------ The bad one
// One element a thread, a tree in shared memory a block, and a kernel a level: each
// launch leaves n / 256.

enum class Tree { MODULO, STRIDED, SEQUENTIAL };

template <class Task> struct Leaves {
    Task task;
    __device__ typename Task::Acc operator()(unsigned i) const { return task.leaf(task.in[i], i); }
};
template <class Acc> struct Partials {
    const Acc *partials;
    __device__ Acc operator()(unsigned i) const { return partials[i]; }
};

template <class Task, class Source, Tree TREE, int THREADS>
__global__ void __launch_bounds__(THREADS)
    reduce_tree(Task task, Source source, unsigned n, typename Task::Acc *out) {
    using Acc = typename Task::Acc;
    using Op = typename Task::Op;
    __shared__ Acc data[THREADS];
    const unsigned i = blockIdx.x * THREADS + threadIdx.x;
    data[threadIdx.x] = i < n ? source(i) : Op::identity();
    __syncthreads();
    if (TREE == Tree::SEQUENTIAL) {
        for (unsigned step = THREADS / 2; step > 0; step /= 2) {
            if (threadIdx.x < step) {
                data[threadIdx.x] = Op::join(data[threadIdx.x], data[threadIdx.x + step]);
            }
            __syncthreads();
        }
    } else {
        for (unsigned step = 1; step < THREADS; step *= 2) {
            // Modulo: few threads of each warp work. Strided: few warps work, on one bank.
            const unsigned at = TREE == Tree::MODULO ? threadIdx.x : threadIdx.x * 2 * step;
            const bool works = TREE == Tree::MODULO ? threadIdx.x % (2 * step) == 0 : at < THREADS;
            if (works) data[at] = Op::join(data[at], data[at + step]);
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) {
        if (gridDim.x == 1) task.finish(data[0]);
        else out[blockIdx.x] = data[0];
    }
}

template <class Task, Tree TREE, bool SYNC = false> struct ReduceTree : Variant {
    using Acc = typename Task::Acc;
    static constexpr int THREADS = 256;
    struct Layout {
        Acc *level[2];
        Layout(Arena &arena, const Problem &p)
            : level{arena.take<Acc>(blocks_for(p.n, THREADS)),
                    arena.take<Acc>(blocks_for(p.n, THREADS * THREADS))} {}
    };
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        Arena arena(p.temp);
        Layout layout(arena, p);
        const Task task(p);
        unsigned left = static_cast<unsigned>(p.n), blocks = blocks_for(left, THREADS);
        reduce_tree<Task, Leaves<Task>, TREE, THREADS>
            <<<blocks, THREADS, 0, stream>>>(task, Leaves<Task>{task}, left, layout.level[0]);
        for (int from = 0; blocks > 1; from ^= 1) {
            if (SYNC) {
                if (cudaError_t error = cudaStreamSynchronize(stream)) return error;
            }
            left = blocks;
            blocks = blocks_for(left, THREADS);
            reduce_tree<Task, Partials<Acc>, TREE, THREADS><<<blocks, THREADS, 0, stream>>>(
                task, Partials<Acc>{layout.level[from]}, left, layout.level[from ^ 1]);
        }
        if (SYNC) {
            if (cudaError_t error = cudaStreamSynchronize(stream)) return error;
        }
        return cudaGetLastError();
    }
};

} // namespace propp
