// A genetic algorithm for a short tour of cities: tournaments, order crossover, reversed parts.
// Two parents' children take their place, but the best tour so far stays.
//
//     ./genetic [TOURS [GENERATIONS]]

#include <cmath>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "marks.cuh"

constexpr int CITIES = 48, BLOCK = 128;

__device__ unsigned next(unsigned &state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

__global__ void shuffle(unsigned char *tours, unsigned *states, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    unsigned state = (own + 1) * 2654435761u | 1;
    unsigned char *tour = tours + own * CITIES;
    for (int i = 0; i < CITIES; i++) tour[i] = i;
    for (int i = CITIES - 1; i > 0; i--) {
        int other = next(state) % (i + 1);
        unsigned char city = tour[i];
        tour[i] = tour[other];
        tour[other] = city;
    }
    states[own] = state;
}

__global__ void measure(const unsigned char *tours, const float2 *cities, float *lengths,
                        int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    const unsigned char *tour = tours + own * CITIES;
    float sum = 0;
    for (int i = 0; i < CITIES; i++) {
        float2 a = cities[tour[i]], b = cities[tour[(i + 1) % CITIES]];
        sum += sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
    }
    lengths[own] = sum;
}

// Each block finds its shortest one; the second call, of one block, the shortest of these.
__global__ void shortest(const float *lengths, const int *places, int count, float *least,
                         int *where) {
    __shared__ float values[BLOCK];
    __shared__ int owners[BLOCK];
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    values[threadIdx.x] = own < count ? lengths[own] : 1e30f;
    owners[threadIdx.x] = own < count ? (places ? places[own] : own) : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half; half /= 2) {
        if ((int)threadIdx.x < half && values[threadIdx.x + half] < values[threadIdx.x]) {
            values[threadIdx.x] = values[threadIdx.x + half];
            owners[threadIdx.x] = owners[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (!threadIdx.x) {
        least[blockIdx.x] = values[0];
        where[blockIdx.x] = owners[0];
    }
}

__device__ int tournament(const float *lengths, int count, unsigned &state) {
    int best = next(state) % count;
    for (int i = 0; i < 3; i++) {
        int other = next(state) % count;
        if (lengths[other] < lengths[best]) best = other;
    }
    return best;
}

__global__ void select(const float *lengths, int2 *parents, unsigned *states, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    unsigned state = states[own];
    int first = tournament(lengths, count, state), second = tournament(lengths, count, state);
    parents[own] = make_int2(first, second);
    states[own] = state;
}

__global__ void cross(const unsigned char *tours, unsigned char *children, const int2 *parents,
                      unsigned *states, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    unsigned state = states[own];
    const unsigned char *a = tours + parents[own].x * CITIES, *b = tours + parents[own].y * CITIES;
    unsigned char *child = children + own * CITIES;
    int start = next(state) % CITIES, length = 1 + next(state) % (CITIES - 1);
    unsigned long long used = 0;
    for (int i = 0; i < length; i++) {
        int city = a[(start + i) % CITIES];
        child[(start + i) % CITIES] = city;
        used |= 1ull << city;
    }
    int place = (start + length) % CITIES;
    for (int i = 0; i < CITIES; i++) {
        int city = b[(start + length + i) % CITIES];
        if (used >> city & 1) continue;
        child[place] = city;
        place = (place + 1) % CITIES;
    }
    states[own] = state;
}

__global__ void mutate(unsigned char *tours, unsigned *states, unsigned share, int count) {
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (own >= count) return;
    unsigned state = states[own];
    unsigned char *tour = tours + own * CITIES;
    if (next(state) % 100 < share) {
        int a = next(state) % CITIES, b = next(state) % CITIES;
        for (int low = min(a, b), high = max(a, b); low < high; low++, high--) {
            unsigned char city = tour[low];
            tour[low] = tour[high];
            tour[high] = city;
        }
    }
    states[own] = state;
}

__global__ void keep_best(const unsigned char *tours, unsigned char *children, const int *where) {
    int own = threadIdx.x;
    if (own < CITIES) children[own] = tours[where[0] * CITIES + own];
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 4096, generations = argc > 2 ? atoi(argv[2]) : 250;
    Marks marks("generation");
    std::mt19937 chance(5);
    std::uniform_real_distribution<float> place;
    std::vector<float2> map(CITIES);
    for (float2 &city : map) city = make_float2(place(chance), place(chance));

    unsigned grid = blocks(count, BLOCK);
    float2 *cities = allocate<float2>(CITIES);
    unsigned char *tours = allocate<unsigned char>(count * CITIES);
    unsigned char *children = allocate<unsigned char>(count * CITIES);
    unsigned *states = allocate<unsigned>(count);
    float *lengths = allocate<float>(count), *least = allocate<float>(grid + 1);
    int *where = allocate<int>(grid + 1);
    int2 *parents = allocate<int2>(count);
    upload(cities, map.data(), CITIES);
    expect(grid <= BLOCK, "too many tours");

    shuffle<<<grid, BLOCK>>>(tours, states, count);
    float best = 0;
    for (int generation = 1; generation <= generations; generation++) {
        marks.begin();
        measure<<<grid, BLOCK>>>(tours, cities, lengths, count);
        shortest<<<grid, BLOCK>>>(lengths, nullptr, count, least + 1, where + 1);
        shortest<<<1, BLOCK>>>(least + 1, where + 1, grid, least, where);
        select<<<grid, BLOCK>>>(lengths, parents, states, count);
        cross<<<grid, BLOCK>>>(tours, children, parents, states, count);
        mutate<<<grid, BLOCK>>>(children, states, generation < generations / 2 ? 40 : 20, count);
        keep_best<<<1, 64>>>(tours, children, where);
        std::swap(tours, children);
        if (generation % 25 == 0) {
            download(&best, least, 1);
            fprintf(stderr, "generation %d: %.4f\n", generation, best);
        }
        marks.other();
    }
    download(&best, least, 1);
    std::vector<unsigned char> tour(CITIES);
    download(tour.data(), tours, CITIES);
    unsigned long long seen = 0;
    double length = 0;
    for (int i = 0; i < CITIES; i++) {
        seen |= 1ull << tour[i];
        float2 a = map[tour[i]], b = map[tour[(i + 1) % CITIES]];
        length += std::hypot(a.x - b.x, a.y - b.y);
    }
    expect(seen == (1ull << CITIES) - 1, "a tour of all cities");
    expect(std::fabs(length - best) < 1e-3, "its length");
    printf("length %.4f after %d generations\n", best, generations);
}
