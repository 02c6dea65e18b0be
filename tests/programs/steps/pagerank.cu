// PageRank of a web made by chance. Steps (iteration): shares of the pages, what pages without
// links give, sums over the links that come in, and the change, which the host reads.
//
//     nvcc -O3 -std=c++17 -arch=sm_90 -o pagerank pagerank.cu -ldl

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "marks.cuh"

constexpr int PAGES = 1 << 16, LINKS = 8 * PAGES;
constexpr float DAMPING = 0.85f;

__global__ void fill(float *rank, float value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PAGES) rank[i] = value;
}

__global__ void clear(float *sums) { sums[threadIdx.x] = 0; }

__global__ void share_out(const float *rank, const int *links, float *share) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PAGES) share[i] = links[i] ? rank[i] / links[i] : 0;
}

__device__ void add_up(float value, float *sum) {
    for (int half = 16; half > 0; half /= 2) value += __shfl_down_sync(~0u, value, half);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, value);
}

__global__ void dangling(const float *rank, const int *links, float *sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    add_up(i < PAGES && !links[i] ? rank[i] : 0, sum);
}

// One warp for each page.
__global__ void gather(const int *first, const int *from, const float *share, const float *lost,
                       float *next) {
    const int page = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (page >= PAGES) return;
    float sum = 0;
    for (int k = first[page] + lane; k < first[page + 1]; k += 32) sum += share[from[k]];
    for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(~0u, sum, half);
    if (lane == 0) next[page] = (1 - DAMPING) / PAGES + DAMPING * (sum + *lost / PAGES);
}

__global__ void difference(const float *rank, const float *next, float *sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    add_up(i < PAGES ? fabsf(next[i] - rank[i]) : 0, sum);
}

int main() {
    Marks marks("iteration");
    // Some pages are liked more; every sixteenth has no links. The sites are rings too, so that
    // it takes a while.
    std::mt19937 chance(3);
    std::uniform_real_distribution<float> even(0, 1);
    std::vector<int> links(PAGES), first(PAGES + 1), from, to;
    for (int k = 0; k < LINKS; ++k) {
        const int source = chance() % PAGES;
        if (source % 16 == 0) continue;
        const bool near = even(chance) < 0.99f;
        const int target = near ? source / 64 * 64 + (source + 1 + chance() % 2) % 64
                                : int(PAGES * std::pow(even(chance), 3.f)) % PAGES;
        from.push_back(source);
        to.push_back(target);
        ++links[source];
        ++first[target + 1];
    }
    for (int i = 0; i < PAGES; ++i) first[i + 1] += first[i];
    std::vector<int> sources(from.size()), place(first.begin(), first.end() - 1);
    for (size_t k = 0; k < from.size(); ++k) sources[place[to[k]]++] = from[k];

    int *link_count = allocate<int>(PAGES), *starts = allocate<int>(PAGES + 1);
    int *origin = allocate<int>(sources.size());
    float *rank = allocate<float>(PAGES), *next = allocate<float>(PAGES);
    float *share = allocate<float>(PAGES), *sums = allocate<float>(2);
    upload(link_count, links.data(), PAGES);
    upload(starts, first.data(), PAGES + 1);
    upload(origin, sources.data(), sources.size());
    fill<<<blocks(PAGES), 256>>>(rank, 1.0f / PAGES);

    float change = 1;
    int count = 0;
    while (change > 2e-6f && count < 100) {
        marks.begin();
        clear<<<1, 2>>>(sums);
        share_out<<<blocks(PAGES), 256>>>(rank, link_count, share);
        dangling<<<blocks(PAGES), 256>>>(rank, link_count, sums);
        gather<<<blocks(PAGES * 32), 256>>>(starts, origin, share, sums, next);
        difference<<<blocks(PAGES), 256>>>(rank, next, sums + 1);
        download(&change, sums + 1, 1);
        std::swap(rank, next);
        ++count;
    }
    marks.other();
    std::vector<float> ranks(PAGES);
    download(ranks.data(), rank, PAGES);
    double total = 0;
    for (float r : ranks) total += r;
    expect(std::abs(total - 1) < 1e-3, "sum of ranks");
    const auto best = std::max_element(ranks.begin(), ranks.end());
    printf("%d iterations, best page %d with %.6f\n", count, int(best - ranks.begin()), *best);
}
