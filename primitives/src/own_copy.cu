// Copy: the purest case of bytes in flight. And copies between host and device,
// alone or overlapped with work.
#include "own.hpp"
#include "device.cuh"

namespace propp {
namespace {

constexpr int BLOCK = 256;

template <class B> __global__ void copy_elements(const B *in, B *out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

template <class B> __global__ void copy_strided(const B *in, B *out, unsigned n, unsigned chunk) {
    const uint64_t first = uint64_t(blockIdx.x * BLOCK + threadIdx.x) * chunk;
    for (uint64_t i = first; i < first + chunk && i < n; ++i) out[i] = in[i];
}

// Through a square of shared memory, written by rows and read by columns and turned
// back: 32-way conflicts without a pad, and two barriers.
template <class B, int PAD>
__global__ void __launch_bounds__(1024) copy_staged(const B *in, B *out, unsigned n) {
    __shared__ B square[32][32 + PAD];
    const unsigned i = blockIdx.x * 1024 + threadIdx.x;
    const unsigned x = threadIdx.x % 32, y = threadIdx.x / 32;
    if (i < n) square[x][y] = in[i];
    __syncthreads();
    const B turned = square[y][x]; // element of thread x * 32 + y
    __syncthreads();
    square[y][x] = turned;
    __syncthreads();
    if (i < n) out[i] = square[x][y];
}

template <class B, int THREADS, int UNROLL, bool STREAMING>
__global__ void __launch_bounds__(THREADS) copy_packs(const B *in, B *out, unsigned n) {
    constexpr unsigned P = Pack<B>::SIZE, CHUNK = THREADS * UNROLL;
    const unsigned packs = n / P;
    for (unsigned base = blockIdx.x * CHUNK; base < packs; base += gridDim.x * CHUNK) {
        if (base + CHUNK <= packs) {
            Pack<B> pack[UNROLL];
#pragma unroll
            for (int u = 0; u < UNROLL; ++u) {
                const B *from = in + size_t(base + u * THREADS + threadIdx.x) * P;
                pack[u] = STREAMING ? load_pack_streaming(from) : load_pack(from);
            }
#pragma unroll
            for (int u = 0; u < UNROLL; ++u) {
                B *to = out + size_t(base + u * THREADS + threadIdx.x) * P;
                if (STREAMING) store_pack_streaming(to, pack[u]);
                else store_pack(to, pack[u]);
            }
        } else {
            for (unsigned at = base + threadIdx.x; at < packs; at += THREADS) {
                store_pack(out + size_t(at) * P, load_pack(in + size_t(at) * P));
            }
        }
    }
    const unsigned tail = packs * P + blockIdx.x * THREADS + threadIdx.x;
    if (tail < n) out[tail] = in[tail];
}

// TIMES: the later ones read what the first has brought into L2, if it fits.
template <class T, int THREADS, int TIMES = 1> struct Elements : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using B = Bits<T>;
        for (int time = 0; time < TIMES; ++time) {
            copy_elements<<<blocks_for(p.n, THREADS), THREADS, 0, stream>>>(
                static_cast<const B *>(p.in), static_cast<B *>(p.out), static_cast<unsigned>(p.n));
        }
        return cudaGetLastError();
    }
};
template <class T> using Elements32 = Elements<T, 32>;
template <class T> using Elements64 = Elements<T, 64>;
template <class T> using Elements256 = Elements<T, BLOCK>;
template <class T> using Elements1024 = Elements<T, 1024>;
template <class T> using ElementsAgain = Elements<T, BLOCK, 2>;
// A byte a thread: four or eight times the instructions for the same bytes.
template <class T> struct Bytes : Variant {
    static int32_t check(const Problem &p) {
        return p.n * sizeof(T) < (uint64_t(1) << 32) ? PROPP_OK : PROPP_E_SIZE;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        const uint64_t bytes = p.n * sizeof(T);
        copy_elements<<<blocks_for(bytes, BLOCK), BLOCK, 0, stream>>>(
            static_cast<const uint8_t *>(p.in), static_cast<uint8_t *>(p.out),
            static_cast<unsigned>(bytes));
        return cudaGetLastError();
    }
};
template <class T> struct Strided : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using B = Bits<T>;
        constexpr unsigned CHUNK = 32;
        copy_strided<<<blocks_for(p.n, BLOCK * CHUNK), BLOCK, 0, stream>>>(
            static_cast<const B *>(p.in), static_cast<B *>(p.out), static_cast<unsigned>(p.n), CHUNK);
        return cudaGetLastError();
    }
};
template <class T, int PAD> struct Staged : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        using B = Bits<T>;
        copy_staged<B, PAD><<<blocks_for(p.n, 1024), 1024, 0, stream>>>(
            static_cast<const B *>(p.in), static_cast<B *>(p.out), static_cast<unsigned>(p.n));
        return cudaGetLastError();
    }
};
template <class T> using StagedConflicts = Staged<T, 0>;
template <class T> using StagedPadded = Staged<T, 1>;

// PER_SM 0: as many blocks as there are chunks. BLOCKS: a grid of so many.
template <class T, int THREADS, int UNROLL, int PER_SM, bool STREAMING = true, int BLOCKS = 0,
          int SHARED = 0>
struct Packs : Variant {
    using B = Bits<T>;
    static constexpr auto kernel = copy_packs<B, THREADS, UNROLL, STREAMING>;
    static cudaError_t prepare(const Problem &, void **) {
        return SHARED ? allow_shared(kernel, SHARED) : cudaSuccess;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        constexpr unsigned ITEMS = THREADS * UNROLL * Pack<B>::SIZE;
        const unsigned grid = BLOCKS   ? BLOCKS
                              : PER_SM ? filling_grid(p.n, ITEMS, PER_SM)
                                       : blocks_for(p.n, ITEMS);
        kernel<<<grid, THREADS, SHARED, stream>>>(static_cast<const B *>(p.in),
                                                  static_cast<B *>(p.out),
                                                  static_cast<unsigned>(p.n));
        return cudaGetLastError();
    }
};
template <class T> using Vec1 = Packs<T, 256, 1, 0, false>;
template <class T> using Vec2 = Packs<T, 256, 2, 0>;
template <class T> using Vec4 = Packs<T, 256, 4, 0>;
template <class T> using Vec8 = Packs<T, 256, 8, 0>;
template <class T> using Grid4 = Packs<T, 512, 4, 4>;
template <class T> using FewBlocks = Packs<T, 256, 4, 0, true, 16>;
template <class T> using LowOccupancy = Packs<T, 64, 1, 1, true, 0, 120 * 1024>;
template <class T> using OneInFlight = Packs<T, 128, 1, 1>;

template <class T> struct Memcpy : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        return cudaMemcpyAsync(p.out, p.in, p.n * sizeof(T), cudaMemcpyDeviceToDevice, stream);
    }
};

// ------------------------------------------------------------------ From and to the host

template <class T> struct FromHost : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        return cudaMemcpyAsync(p.out, p.in, p.n * sizeof(T), cudaMemcpyHostToDevice, stream);
    }
};

constexpr size_t CHUNK_BYTES = size_t(1) << 20;

// Calls f(first, count) for each chunk of p.n elements.
template <class T, class F> cudaError_t by_chunks(const Problem &p, size_t chunk_bytes, F &&f) {
    const uint64_t chunk = chunk_bytes / sizeof(T);
    for (uint64_t first = 0; first < p.n; first += chunk) {
        const uint64_t count = p.n - first < chunk ? p.n - first : chunk;
        if (cudaError_t error = f(first, count)) return error;
    }
    return cudaSuccess;
}

template <class T> struct FromHostWaiting : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        return by_chunks<T>(p, CHUNK_BYTES, [&](uint64_t first, uint64_t count) {
            const cudaError_t error = cudaMemcpyAsync(
                static_cast<T *>(p.out) + first, static_cast<const T *>(p.in) + first,
                count * sizeof(T), cudaMemcpyHostToDevice, stream);
            return error == cudaSuccess ? cudaStreamSynchronize(stream) : error;
        });
    }
};

// The kernel reads page-locked host memory itself.
template <class T> struct FromHostMapped : Variant {
    static cudaError_t run(const Problem &p, void *state, Stream stream) {
        return Packs<T, 256, 4, 0>::run(p, state, stream);
    }
};

template <class T>
__global__ void scale(const T *in, T *out, T a, T b, unsigned n) {
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        out[i] = a * in[i] + b;
    }
}

// There in one piece, compute, and back.
template <class T> struct InTurn : Variant {
    using W = Wrap<T>;
    static size_t temp_bytes(const Problem &p) { return p.n * sizeof(T); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        auto *data = static_cast<W *>(p.temp);
        const size_t bytes = p.n * sizeof(T);
        cudaError_t error = cudaMemcpyAsync(data, p.in, bytes, cudaMemcpyHostToDevice, stream);
        if (error != cudaSuccess) return error;
        scale<<<filling_grid(p.n, BLOCK, 8), BLOCK, 0, stream>>>(
            data, data, scalar<W>(p.a), scalar<W>(p.b), static_cast<unsigned>(p.n));
        if ((error = cudaGetLastError())) return error;
        return cudaMemcpyAsync(p.out, data, bytes, cudaMemcpyDeviceToHost, stream);
    }
};

template <class T>
cudaError_t there_and_back(const Problem &p, uint64_t first, uint64_t count, Stream stream) {
    using W = Wrap<T>;
    W *data = static_cast<W *>(p.temp) + first;
    cudaError_t error = cudaMemcpyAsync(data, static_cast<const W *>(p.in) + first,
                                        count * sizeof(W), cudaMemcpyHostToDevice, stream);
    if (error != cudaSuccess) return error;
    scale<<<filling_grid(count, BLOCK, 8), BLOCK, 0, stream>>>(
        data, data, scalar<W>(p.a), scalar<W>(p.b), static_cast<unsigned>(count));
    if ((error = cudaGetLastError())) return error;
    return cudaMemcpyAsync(static_cast<W *>(p.out) + first, data, count * sizeof(W),
                           cudaMemcpyDeviceToHost, stream);
}

// In chunks on one stream: nothing overlaps. WAIT: the host waits for each.
template <class T, bool WAIT> struct InChunks : Variant {
    static size_t temp_bytes(const Problem &p) { return p.n * sizeof(T); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        return by_chunks<T>(p, CHUNK_BYTES, [&](uint64_t first, uint64_t count) {
            const cudaError_t error = there_and_back<T>(p, first, count, stream);
            return WAIT && error == cudaSuccess ? cudaStreamSynchronize(stream) : error;
        });
    }
};
template <class T> using ChunksInTurn = InChunks<T, false>;
template <class T> using ChunksWaiting = InChunks<T, true>;

// In chunks on several streams: copies in, kernels and copies out overlap.
template <class T, int STREAMS> struct Overlapped : Variant {
    static constexpr bool has_state = true;
    struct State {
        cudaStream_t streams[STREAMS] = {};
        cudaEvent_t begin = nullptr;
        cudaEvent_t end[STREAMS] = {};
    };
    static size_t temp_bytes(const Problem &p) { return p.n * sizeof(T); }
    static cudaError_t prepare(const Problem &, void **state) {
        auto *made = new (std::nothrow) State;
        if (!made) return cudaErrorMemoryAllocation;
        *state = made;
        cudaError_t error = cudaEventCreateWithFlags(&made->begin, cudaEventDisableTiming);
        for (int s = 0; s < STREAMS && error == cudaSuccess; ++s) {
            error = cudaStreamCreateWithFlags(&made->streams[s], cudaStreamNonBlocking);
            if (error == cudaSuccess) {
                error = cudaEventCreateWithFlags(&made->end[s], cudaEventDisableTiming);
            }
        }
        return error;
    }
    static void release(void *state) {
        auto *made = static_cast<State *>(state);
        if (!made) return;
        if (made->begin) cudaEventDestroy(made->begin);
        for (int s = 0; s < STREAMS; ++s) {
            if (made->end[s]) cudaEventDestroy(made->end[s]);
            if (made->streams[s]) cudaStreamDestroy(made->streams[s]);
        }
        delete made;
    }
    static cudaError_t run(const Problem &p, void *state, Stream stream) {
        const auto *made = static_cast<const State *>(state);
        cudaError_t error = cudaEventRecord(made->begin, stream);
        for (int s = 0; s < STREAMS && error == cudaSuccess; ++s) {
            error = cudaStreamWaitEvent(made->streams[s], made->begin, 0);
        }
        if (error != cudaSuccess) return error;
        int turn = 0;
        error = by_chunks<T>(p, 2 * CHUNK_BYTES, [&](uint64_t first, uint64_t count) {
            return there_and_back<T>(p, first, count, made->streams[turn++ % STREAMS]);
        });
        for (int s = 0; s < STREAMS && error == cudaSuccess; ++s) {
            error = cudaEventRecord(made->end[s], made->streams[s]);
            if (error == cudaSuccess) error = cudaStreamWaitEvent(stream, made->end[s], 0);
        }
        return error;
    }
};
template <class T> using Overlapped2 = Overlapped<T, 2>;
template <class T> using Overlapped4 = Overlapped<T, 4>;

// Fewer types: the bytes are what matters.
#define PROPP_TRANSFER_TYPES float, double

} // namespace

void add_copy(Registry &r) {
    const char *p = "copy";
    add<Bytes, PROPP_ALL_TYPES>(r, p, "bytes", "one byte a thread", {NAIVE});
    add<Elements256, PROPP_ALL_TYPES>(r, p, "naive", "one element a thread");
    add<Elements32, PROPP_ALL_TYPES>(r, p, "blocks_of_32", "one element per thread, blocks of 32", {NAIVE});
    add<Elements64, PROPP_ALL_TYPES>(r, p, "blocks_of_64", "one element per thread, blocks of 64");
    add<Elements1024, PROPP_ALL_TYPES>(r, p, "blocks_of_1024", "one element per thread, blocks of 1024");
    add<ElementsAgain, PROPP_ALL_TYPES>(r, p, "twice", "naive, twice: the second time from L2 if the data fit", {NAIVE});
    add<Strided, PROPP_ALL_TYPES>(r, p, "strided", "each thread copies 32 consecutive elements: strided access", {NAIVE});
    add<StagedConflicts, PROPP_ALL_TYPES>(r, p, "shared_conflicts", "through shared memory with 32-way bank conflicts", {NAIVE});
    add<StagedPadded, PROPP_ALL_TYPES>(r, p, "shared_padded", "through shared memory without conflicts, with barriers", {NAIVE});
    add<FewBlocks, PROPP_ALL_TYPES>(r, p, "few_blocks", "128-bit copies on 16 blocks only", {NAIVE});
    add<LowOccupancy, PROPP_ALL_TYPES>(r, p, "low_occupancy", "one block of 64 threads a multiprocessor, by shared memory", {NAIVE});
    add<OneInFlight, PROPP_ALL_TYPES>(r, p, "one_in_flight", "128 threads a multiprocessor, one 128-bit load in flight each", {NAIVE});
    add<Vec1, PROPP_ALL_TYPES>(r, p, "vec_u1", "128-bit copies, one in flight a thread");
    add<Vec2, PROPP_ALL_TYPES>(r, p, "vec_u2", "128-bit copies past the caches, two in flight");
    add<Vec4, PROPP_ALL_TYPES>(r, p, "vec_u4", "128-bit copies past the caches, four in flight");
    add<Vec8, PROPP_ALL_TYPES>(r, p, "vec_u8", "128-bit copies past the caches, eight in flight");
    add<Grid4, PROPP_ALL_TYPES>(r, p, "vec_u4_grid", "the same, four in flight, on a grid that just fills the device");
    add<Memcpy, PROPP_ALL_TYPES>(r, p, "memcpy", "cudaMemcpyAsync from device to device");

    p = "copy.h2d";
    add<FromHostWaiting, PROPP_TRANSFER_TYPES>(r, p, "chunks_waiting", "1 MiB at a time, and the host waits for each", {NAIVE | SYNCS});
    add<FromHostMapped, PROPP_TRANSFER_TYPES>(r, p, "mapped", "a kernel reads the host's memory itself");
    add<FromHost, PROPP_TRANSFER_TYPES>(r, p, "memcpy", "one cudaMemcpyAsync");

    p = "transform.host";
    add<ChunksWaiting, PROPP_TRANSFER_TYPES>(r, p, "chunks_waiting", "1 MiB there and back at a time, and the host waits for each", {NAIVE | SYNCS});
    add<ChunksInTurn, PROPP_TRANSFER_TYPES>(r, p, "chunks", "1 MiB there and back at a time on one stream", {NAIVE});
    add<InTurn, PROPP_TRANSFER_TYPES>(r, p, "in_turn", "all there, compute, all back");
    add<Overlapped2, PROPP_TRANSFER_TYPES>(r, p, "overlapped_2", "2 MiB chunks on two streams", {PROPP_USES_STREAMS});
    add<Overlapped4, PROPP_TRANSFER_TYPES>(r, p, "overlapped_4", "2 MiB chunks on four streams", {PROPP_USES_STREAMS});
}

} // namespace propp
