// Launches of the planted regressions, for times.py: included behind the sources that make.py
// writes, so that the same lines launch the originals and the changed kernels. Shapes are those
// of the suite.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

struct Data {
    static constexpr unsigned N = 1u << 26, SIDE = 8192, SEGMENT = 64, NEEDLES = 1u << 22, BINS = 256;
    float *uniform, *sorted, *needles, *out;
    unsigned *words, *index, *offsets, *scratch;
    unsigned *starts;
    uint8_t *flags;
    propp::Problem floats{}, integers{};
};

__device__ unsigned hash(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}
__global__ void make(Data data) {
    const unsigned i = blockIdx.x * 256 + threadIdx.x, word = hash(i);
    data.uniform[i] = (word >> 8) * 0x1p-24f;
    data.sorted[i] = i * 0x1p-26f;
    data.words[i] = word >> 2;
    data.index[i] = hash(word) % Data::N;
    data.flags[i] = word & 1;
    if (i < 256) data.starts[i] = i * (Data::N / 256);
    if (i < Data::NEEDLES) data.needles[i] = (hash(~i) >> 8) * 0x1p-24f;
    if (i <= Data::N / Data::SEGMENT) data.offsets[i] = i * Data::SEGMENT;
}

template <class T> T *room(size_t count) {
    void *at = nullptr;
    if (cudaMalloc(&at, count * sizeof(T)) != cudaSuccess) exit(2);
    return static_cast<T *>(at);
}

// Median of a launch's time, by events; what it writes is cleared before each.
inline void median_us(const char *id, const Data &data, const std::function<void()> &launch) {
    constexpr int WARM = 3, COUNT = 21;
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    std::vector<float> times;
    for (int k = 0; k < WARM + COUNT; ++k) {
        cudaMemsetAsync(data.scratch, 0, size_t(16) << 20);
        cudaMemsetAsync(data.out, 0, size_t(256) << 20);
        cudaEventRecord(begin);
        launch();
        cudaEventRecord(end);
        const cudaError_t error = cudaDeviceSynchronize();
        if (error != cudaSuccess || cudaGetLastError() != cudaSuccess) {
            std::fprintf(stderr, "%s: %s\n", id, cudaGetErrorString(error));
            exit(2);
        }
        float ms = 0;
        cudaEventElapsedTime(&ms, begin, end);
        if (k >= WARM) times.push_back(ms * 1e3f);
    }
    std::sort(times.begin(), times.end());
    std::printf("%s %.3f %.3f %.3f\n", id, times[COUNT / 2], times[0], times[COUNT - 1]);
    std::fflush(stdout);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}

#define LAUNCH(ID, ...)                                                                            \
    namespace propp {                                                                              \
    namespace ID {                                                                                 \
    inline void launch(const Data &d) { __VA_ARGS__; }                                             \
    }                                                                                              \
    }

#define SUM(ID, T, DEFECT, N)                                                                      \
    LAUNCH(ID, (sum_defect<T, Defect::DEFECT><<<filling_grid(N, BLOCK, 8), BLOCK>>>(               \
                   reinterpret_cast<const T *>(d.uniform), N, reinterpret_cast<T *>(d.out))))
SUM(r01, float, NONE, Data::N)
SUM(r02, int, NONE, Data::N)
SUM(r03, float, UNEVEN, Data::N)
SUM(r04, unsigned, NONE, Data::N)
SUM(r07, float, BARRIERS, Data::N)
SUM(r08, float, REGISTERS, Data::N)
SUM(r09, unsigned, REGISTERS, Data::N)
SUM(r10, double, BARRIERS, Data::N / 2)

#define HISTOGRAM(ID, T, FROM, PROBLEM)                                                            \
    LAUNCH(ID, const Binning<T> bin_of(d.PROBLEM);                                                 \
           histogram_shared<T, true, false>                                                        \
           <<<filling_grid(Data::N, BLOCK * 16, 4), BLOCK, Data::BINS * 32 * 4>>>(                 \
               reinterpret_cast<const T *>(d.FROM), Data::N, bin_of, 32, d.scratch))
HISTOGRAM(r05, float, uniform, floats)
HISTOGRAM(r31, unsigned, words, integers)
#define HISTOGRAM_SCAN(ID, T)                                                                      \
    LAUNCH(ID, const Binning<T> bin_of(d.integers);                                                \
           histogram_scan<T><<<blocks_for(Data::BINS, BINS_A_BLOCK), BLOCK>>>(                     \
               reinterpret_cast<const T *>(d.words), Data::N / 64, bin_of, d.scratch))
HISTOGRAM_SCAN(r30, unsigned)
HISTOGRAM_SCAN(r32, int)

#define REDUCE(ID, T, THREADS, PROBLEM)                                                            \
    LAUNCH(ID, (reduce_packs<SumTask<T>, THREADS, 4>                                               \
                <<<filling_grid(Data::N, THREADS * 16, 2048 / THREADS), THREADS>>>(                \
                    SumTask<T>(d.PROBLEM), Data::N, reinterpret_cast<T *>(d.out), d.scratch)))
REDUCE(r06, float, 512, floats)
REDUCE(r36, unsigned, 256, integers)
LAUNCH(r37, const SumTask<float> task(d.floats); using From = Leaves<SumTask<float>>;
       (reduce_tree<SumTask<float>, From, Tree::SEQUENTIAL, 256>
        <<<blocks_for(Data::N, 256), 256>>>(task, From{task}, Data::N, d.out)))

#define COPY(ID, THREADS, UNROLL, STREAMING)                                                       \
    LAUNCH(ID, (copy_packs<unsigned, THREADS, UNROLL, STREAMING>                                   \
                <<<blocks_for(Data::N, THREADS * UNROLL * 4), THREADS>>>(                          \
                    d.words, reinterpret_cast<unsigned *>(d.out), Data::N)))
COPY(r11, 256, 4, false)
COPY(r12, 512, 4, false)
COPY(r13, 128, 4, true)
COPY(r38, 512, 16, false)
LAUNCH(r15, (copy_staged<unsigned, 1><<<Data::N / 1024, 1024>>>(
                d.words, reinterpret_cast<unsigned *>(d.out), Data::N)))

LAUNCH(r14, (reduce_segments<float, 32><<<Data::N / Data::SEGMENT * 32 / BLOCK, BLOCK>>>(
                d.uniform, d.offsets, Data::N / Data::SEGMENT, d.out)))

#define TRANSPOSE(ID, KERNEL, T, BLOCKS)                                                           \
    LAUNCH(ID, (KERNEL<<<BLOCKS, 256>>>(reinterpret_cast<const T *>(d.uniform),                    \
                                        reinterpret_cast<T *>(d.out), Data::SIDE, Data::SIDE)))
TRANSPOSE(r16, transpose_large<unsigned>, unsigned, Data::N / (64 * 64))
TRANSPOSE(r17, (transpose_elements<unsigned, true>), unsigned, Data::N / 256)
TRANSPOSE(r18, (transpose_tile<float, 1, 8>), float, Data::N / (32 * 32))
TRANSPOSE(r19, transpose_large<float>, float, Data::N / (64 * 64))

LAUNCH(r20, constexpr unsigned TILE = ScanTile<float, BLOCK, 4>::ITEMS;
       const unsigned blocks = filling_grid(Data::N, TILE, 4);
       (scan_shares<float, true><<<blocks, BLOCK>>>(
           d.uniform, d.out, Data::N, divide_up(divide_up(Data::N, blocks), TILE) * TILE, d.sorted)))
LAUNCH(r21, constexpr unsigned TILE = ScanTile<float, BLOCK, 4>::ITEMS;
       const unsigned blocks = filling_grid(Data::N, TILE, 4);
       share_sums<float><<<blocks, BLOCK>>>(
           d.uniform, Data::N, divide_up(divide_up(Data::N, blocks), TILE) * TILE, d.out))
LAUNCH(r22, (chunk_scans<float, true><<<blocks_for(Data::N, BLOCK * 64), BLOCK>>>(
                d.uniform, d.out, Data::N, 64, d.sorted)))
LAUNCH(r23, chunk_sums<float><<<blocks_for(Data::N, BLOCK * 64), BLOCK>>>(d.uniform, Data::N, 64, d.out))

LAUNCH(r24, (move_groups<unsigned, false, false, 4><<<blocks_for(Data::N, BLOCK * 16), BLOCK>>>(
                Move<unsigned, false, false>(d.integers))))

#define MAP(ID, F, PER_THREAD, KERNEL)                                                             \
    LAUNCH(ID, (KERNEL<<<blocks_for(Data::N, BLOCK * PER_THREAD), BLOCK>>>(                        \
                   F<float>(d.floats), d.uniform, d.out, Data::N)))
MAP(r25, ScaleBy, 16, (map_packs<float, ScaleBy<float>, 4>))
MAP(r26, ReplaceBy, 16, (map_packs<float, ReplaceBy<float>, 4>))
MAP(r29, ScaleBy, 1, (map_elements<float, ScaleBy<float>>))
LAUNCH(r27, (map_if_groups<float, ScaleBy<float>><<<blocks_for(Data::N, BLOCK * 4), BLOCK>>>(
                ScaleBy<float>(d.floats), d.uniform, d.flags, d.out, Data::N)))
LAUNCH(r28, (make_packs<float, Sequence<float>><<<filling_grid(Data::N, BLOCK * 4, 16), BLOCK>>>(
                Sequence<float>(d.floats), d.out, Data::N)))

#define BOUND(ID, KERNEL, BLOCKS)                                                                  \
    LAUNCH(ID, (KERNEL<<<BLOCKS, BLOCK>>>(d.sorted, Data::N, d.needles, Data::NEEDLES,             \
                                          reinterpret_cast<uint32_t *>(d.out))))
BOUND(r33, (bound_sampled<float, 4>), filling_grid(Data::NEEDLES, BLOCK * 4, 8))
BOUND(r34, bound_by_warp<float>, blocks_for(Data::NEEDLES, BLOCK / WARP))
BOUND(r35, (bound_sampled<float, 1>), filling_grid(Data::NEEDLES, BLOCK, 8))

LAUNCH(r39, count_digits<float><<<filling_grid(Data::N, BLOCK * 16, 4), BLOCK>>>(
                d.words, Data::N, d.scratch))
// A pass of the sort of what is scattered already; the digits' starts are those of even keys.
LAUNCH(r40, constexpr size_t SHARED = OneSweep<float, false>::SHARED;
       allow_shared(sweep<float, false>, SHARED);
       const unsigned blocks = blocks_for(Data::N, SORT_TILE<float>);
       (sweep<float, false><<<blocks, BLOCK, SHARED>>>(d.words, nullptr, Data::N, 0, d.starts,
                                                       d.scratch, reinterpret_cast<unsigned *>(d.out),
                                                       nullptr)))

// All of them, or those that are named: an error of one ends the program.
int main(int count, char **named) {
    Data d;
    d.uniform = room<float>(Data::N);
    d.sorted = room<float>(Data::N);
    d.needles = room<float>(Data::NEEDLES);
    d.out = room<float>(Data::N + 65536);
    d.words = room<unsigned>(Data::N);
    d.index = room<unsigned>(Data::N);
    d.offsets = room<unsigned>(Data::N / Data::SEGMENT + 1);
    d.scratch = room<unsigned>(size_t(16) << 18);
    d.starts = room<unsigned>(256);
    d.flags = room<uint8_t>(Data::N);
    make<<<Data::N / 256, 256>>>(d);
    d.integers.struct_size = d.floats.struct_size = sizeof d.floats;
    d.integers.n = d.floats.n = Data::N;
    d.floats.m = d.integers.m = Data::BINS;
    d.floats.in = d.uniform;
    d.integers.in = d.words;
    d.floats.index = d.integers.index = d.index;
    d.floats.out = d.integers.out = d.out;
    d.floats.a.f32 = 0;
    d.floats.b.f32 = 1;
    d.integers.a.u32 = 0;
    d.integers.b.u32 = 1u << 30;
    propp::Problem gather = d.integers;
    gather.m = Data::N;
    const auto wanted = [&](const char *id) {
        return count == 1 || std::any_of(named + 1, named + count,
                                         [&](const char *one) { return !std::strcmp(one, id); });
    };
#define TIME(ID) if (wanted(#ID)) median_us(#ID, d, [&] { propp::ID::launch(d); });
    TIME(r01) TIME(r02) TIME(r03) TIME(r04) TIME(r05) TIME(r06) TIME(r07) TIME(r08)
    TIME(r09) TIME(r10) TIME(r11) TIME(r12) TIME(r13) TIME(r14) TIME(r15) TIME(r16)
    TIME(r17) TIME(r18) TIME(r19) TIME(r20) TIME(r21) TIME(r22) TIME(r23) TIME(r25)
    TIME(r26) TIME(r27) TIME(r28) TIME(r29) TIME(r30) TIME(r31) TIME(r32) TIME(r33)
    TIME(r34) TIME(r35) TIME(r36) TIME(r37) TIME(r38) TIME(r39) TIME(r40)
    d.integers = gather;
    TIME(r24)
    return 0;
}
