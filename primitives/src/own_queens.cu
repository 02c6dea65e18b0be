// compute.queens: a depth-first search for each element, of uneven length.
#include "own.hpp"
#include "each.cuh"

namespace propp {
namespace {

constexpr int COLUMNS = 8;
constexpr unsigned ALL = (1u << COLUMNS) - 1;
constexpr int THREADS = 128;

// What the rows above leave: columns taken, and fields of the next row that are attacked
// along the diagonals.
struct Board {
    unsigned columns, left, right;
    static __device__ Board of(unsigned f) {
        const auto bit = [&](int at) { return 1u << (f >> at & 7); };
        return {bit(0) | bit(3) | bit(6) | bit(9), bit(12), bit(15)};
    }
    __device__ bool whole() const { return columns == ALL; }
    __device__ unsigned free() const { return ALL & ~(columns | left | right); }
    __device__ Board with(unsigned queen) const {
        return {columns | queen, ((left | queen) << 1) & ALL, (right | queen) >> 1};
    }
    __device__ unsigned packed() const { return columns | left << 8 | right << 16; }
    static __device__ Board unpacked(unsigned word) { return {word & ALL, word >> 8 & ALL, word >> 16 & ALL}; }
};

// A stack of boards that are not looked at yet: each row adds at most seven.
constexpr int DEEP = COLUMNS * (COLUMNS - 1) / 2;

struct LocalStack {
    unsigned words[DEEP];
    __device__ unsigned &at(int place) { return words[place]; }
};
// In shared memory; a thread's words are one after the other, or neighbours' words are.
template <bool ASIDE> struct SharedStack {
    __device__ unsigned &at(int place) {
        __shared__ unsigned words[DEEP * THREADS];
        return words[ASIDE ? place * THREADS + threadIdx.x : threadIdx.x * DEEP + place];
    }
};

template <class Stack> struct ByBoards {
    static __device__ unsigned count(Board root) {
        Stack stack;
        unsigned found = 0;
        int top = 0;
        stack.at(top++) = root.packed();
        while (top > 0) {
            const Board board = Board::unpacked(stack.at(--top));
            if (board.whole()) ++found;
            for (unsigned free = board.free(); free; free &= free - 1) {
                stack.at(top++) = board.with(free & -free).packed();
            }
        }
        return found;
    }
};

// One frame per row in local memory: the board and which fields are left to try.
struct ByRows {
    static __device__ unsigned count(Board root) {
        Board boards[COLUMNS + 1];
        unsigned left[COLUMNS + 1], found = 0;
        int row = 0;
        boards[0] = root;
        left[0] = root.free();
        while (row >= 0) {
            if (left[row] == 0) {
                --row;
                continue;
            }
            const unsigned queen = left[row] & -left[row];
            left[row] ^= queen;
            const Board next = boards[row].with(queen);
            if (next.whole()) {
                ++found;
            } else {
                boards[++row] = next;
                left[row] = next.free();
            }
        }
        return found;
    }
};

// In registers: the fields to try are bytes of one word. The diagonals keep the bits that a
// shift would lose, so that a step back can undo a queen.
struct InRegisters {
    static __device__ unsigned count(Board root) {
        uint64_t tries = root.free(), queens = 0; // the bytes of the last row are the lowest
        uint64_t left = root.left, right = uint64_t(root.right) << 32;
        unsigned columns = root.columns, found = 0;
        int row = 0;
        while (row >= 0) {
            const unsigned now = static_cast<unsigned>(tries) & ALL;
            if (now == 0) {
                tries >>= 8;
                if (--row < 0) break;
                const unsigned queen = static_cast<unsigned>(queens) & ALL;
                queens >>= 8;
                columns ^= queen;
                left = left >> 1 ^ queen;
                right = right << 1 ^ uint64_t(queen) << 32;
                continue;
            }
            const unsigned queen = now & -now;
            tries ^= queen;
            if ((columns | queen) == ALL) {
                ++found;
                continue;
            }
            columns |= queen;
            queens = queens << 8 | queen;
            left = (left | queen) << 1;
            right = (right | uint64_t(queen) << 32) >> 1;
            const unsigned attacked = static_cast<unsigned>(left) | static_cast<unsigned>(right >> 32);
            tries = tries << 8 | (ALL & ~(columns | attacked));
            ++row;
        }
        return found;
    }
};

// A loop in a loop for each row, which the compiler unfolds from one function.
template <int ROWS> __device__ unsigned nested(Board board) {
    unsigned found = 0;
    for (unsigned free = board.free(); free; free &= free - 1) {
        const Board next = board.with(free & -free);
        if (next.whole()) ++found;
        else if constexpr (ROWS > 1) found += nested<ROWS - 1>(next);
    }
    return found;
}
struct Nested {
    static __device__ unsigned count(Board root) { return nested<COLUMNS - 1>(root); }
};

template <class How> __global__ void __launch_bounds__(THREADS) roots(const unsigned *in, unsigned *out, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        out[i] = How::count(Board::of(in[i]));
    }
}

// A warp takes the next 32 roots when it has finished its own.
template <class How>
__global__ void __launch_bounds__(THREADS) roots_by_ticket(const unsigned *in, unsigned *out, unsigned n, unsigned *next) {
    for (;;) {
        unsigned first = 0;
        if (lane_id() == 0) first = atomicAdd(next, static_cast<unsigned>(WARP));
        first = __shfl_sync(ALL_LANES, first, 0);
        if (first >= n) return;
        const unsigned i = first + lane_id();
        if (i < n) out[i] = How::count(Board::of(in[i]));
        __syncwarp();
    }
}

// A warp per root. Its lanes take the fields of the next two rows in turn.
template <class How> __global__ void __launch_bounds__(THREADS) roots_by_warp(const unsigned *in, unsigned *out, unsigned n) {
    const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    if (i >= n) return;
    const Board root = Board::of(in[i]);
    unsigned found = 0;
    for (int pair = lane_id(); pair < COLUMNS * COLUMNS; pair += WARP) {
        const unsigned first = 1u << pair / COLUMNS, second = 1u << pair % COLUMNS;
        if (!(root.free() & first)) continue;
        const Board board = root.with(first);
        if (board.free() & second) found += How::count(board.with(second));
    }
    found = __reduce_add_sync(ALL_LANES, found);
    if (lane_id() == 0) out[i] = found;
}

enum class Share { THREAD, ONE_WARP, FEW, LOW };

template <class How, Share SHARE> struct Roots : Variant {
    static constexpr int LOW_BYTES = SHARE == Share::LOW ? ONE_BLOCK_EACH : 0;
    static cudaError_t prepare(const Problem &, void **) {
        return LOW_BYTES ? allow_shared(roots<How>, LOW_BYTES) : cudaSuccess;
    }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (p.n == 0) return cudaSuccess;
        constexpr unsigned threads = SHARE == Share::ONE_WARP ? 32 : THREADS;
        const unsigned grid = SHARE == Share::FEW ? 16 : blocks_for(p.n, threads);
        roots<How><<<grid, threads, LOW_BYTES, stream>>>(static_cast<const unsigned *>(p.in),
                                                         static_cast<unsigned *>(p.out),
                                                         static_cast<unsigned>(p.n));
        return cudaGetLastError();
    }
};
template <class T> struct Ticket : Variant {
    static size_t temp_bytes(const Problem &) { return sizeof(unsigned); }
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        auto *next = static_cast<unsigned *>(p.temp);
        const cudaError_t error = cudaMemsetAsync(next, 0, sizeof *next, stream);
        if (error != cudaSuccess || p.n == 0) return error;
        roots_by_ticket<InRegisters><<<filling_grid(p.n, THREADS, 8), THREADS, 0, stream>>>(
            static_cast<const unsigned *>(p.in), static_cast<unsigned *>(p.out), static_cast<unsigned>(p.n), next);
        return cudaGetLastError();
    }
};
template <class T> struct RootWarp : Variant {
    static cudaError_t run(const Problem &p, void *, Stream stream) {
        if (p.n == 0) return cudaSuccess;
        roots_by_warp<InRegisters><<<blocks_for(p.n, THREADS / WARP), THREADS, 0, stream>>>(
            static_cast<const unsigned *>(p.in), static_cast<unsigned *>(p.out), static_cast<unsigned>(p.n));
        return cudaGetLastError();
    }
};
template <class T> using InLocal = Roots<ByBoards<LocalStack>, Share::THREAD>;
template <class T> using InShared = Roots<ByBoards<SharedStack<true>>, Share::THREAD>;
template <class T> using InSharedRows = Roots<ByBoards<SharedStack<false>>, Share::THREAD>;
template <class T> using Frames = Roots<ByRows, Share::THREAD>;
template <class T> using Registers = Roots<InRegisters, Share::THREAD>;
template <class T> using Loops = Roots<Nested, Share::THREAD>;
template <class T> using FewBlocks = Roots<InRegisters, Share::FEW>;
template <class T> using OneWarp = Roots<InRegisters, Share::ONE_WARP>;
template <class T> using Low = Roots<InRegisters, Share::LOW>;

} // namespace

void add_queens(Registry &r) {
    const char *p = "compute.queens";
    add<InLocal, uint32_t>(r, p, "stack_local", "a stack of boards in local memory", {NAIVE});
    add<Frames, uint32_t>(r, p, "rows_local", "a board per row in local memory", {NAIVE});
    add<InSharedRows, uint32_t>(r, p, "stack_shared_rows", "a stack in shared memory, a thread's words side by side", {NAIVE});
    add<InShared, uint32_t>(r, p, "stack_shared", "a stack in shared memory, words of neighbours side by side");
    add<Registers, uint32_t>(r, p, "registers", "the stack is two words in registers");
    add<Loops, uint32_t>(r, p, "nested", "a loop in a loop for each row");
    add<Ticket, uint32_t>(r, p, "ticket", "registers, warps take roots in turn");
    add<RootWarp, uint32_t>(r, p, "root_a_warp", "registers, a root per warp");
    add<FewBlocks, uint32_t>(r, p, "few_blocks", "registers, in 16 blocks", {NAIVE, MIB});
    add<OneWarp, uint32_t>(r, p, "one_warp_blocks", "registers, blocks of one warp", {NAIVE});
    add<Low, uint32_t>(r, p, "low_occupancy", "registers, one block of 128 threads per multiprocessor", {NAIVE});
}

} // namespace propp
