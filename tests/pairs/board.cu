#include "harness.cuh"

// ------------------------------------------------------------------ kernels
__device__ __forceinline__ unsigned mix32(unsigned x) {
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

struct __align__(16) Entry { unsigned long long key; int score; short depth; short move; };   // of a transposition table

extern "C" {

// n queens: solutions below each placement of the first four; before: the queens' columns in an array, all checked each time
__global__ void board_queens_array_before(unsigned *count, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n * n * n * n) return;
    int q[16];
    int v = t;
    bool ok = true;
    for (int r = 0; r < 4; r++) {
        q[r] = v % n;
        v /= n;
        for (int k = 0; k < r; k++) ok = ok && q[k] != q[r] && abs(q[k] - q[r]) != r - k;
    }
    unsigned cnt = 0;
    if (ok) {
        int r = 4;
        q[4] = -1;
        while (r >= 4) {
            q[r]++;
            if (q[r] == n) { r--; continue; }
            bool free_ = true;
            for (int k = 0; k < r && free_; k++) free_ = q[k] != q[r] && abs(q[k] - q[r]) != r - k;
            if (!free_) continue;
            if (r == n - 1) cnt++;
            else q[++r] = -1;
        }
    }
    count[t] = cnt;
}
__global__ void board_queens_array_after(unsigned *count, int n) {
    __shared__ unsigned stack[12 * 128];              // free columns of each open row
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n * n * n * n) return;
    unsigned *st = stack + threadIdx.x;
    const unsigned full = (1u << n) - 1;
    unsigned cols = 0;
    unsigned long long d1 = 0, d2 = 0;                // diagonals of the whole board
    int v = t;
    bool ok = true;
    for (int r = 0; r < 4; r++) {
        int c = v % n;
        v /= n;
        ok = ok && !(cols >> c & 1) && !(d1 >> (r + c) & 1) && !(d2 >> (r - c + 16) & 1);
        cols |= 1u << c; d1 |= 1ull << (r + c); d2 |= 1ull << (r - c + 16);
    }
    unsigned cnt = 0;
    if (ok) {
        // left and right diagonals as they fall on the next row
        unsigned long long L = 0, R = 0;
        v = t;
        for (int r = 0; r < 4; r++) {
            int c = v % n;
            v /= n;
            L |= 1ull << (c + 16 + (4 - r)); R |= 1ull << (c + 16 - (4 - r));
        }
        int depth = 0;
        unsigned avail = full & ~(cols | (unsigned)(L >> 16) | (unsigned)(R >> 16));
        st[0] = avail;
        unsigned long long colstack = 0;              // four bits a row: the column taken
        while (depth >= 0) {
            unsigned a = st[depth * 128];
            if (a == 0) {
                depth--;
                if (depth >= 0) {
                    int c = (int)(colstack >> (4 * depth) & 15u);
                    cols &= ~(1u << c);
                    L >>= 1; R <<= 1;
                    L &= ~(1ull << (c + 16)); R &= ~(1ull << (c + 16));
                }
                continue;
            }
            int c = __ffs((int)a) - 1;
            st[depth * 128] = a & (a - 1);
            if (depth == n - 5) { cnt++; continue; }
            colstack = (colstack & ~(15ull << (4 * depth))) | (unsigned long long)c << (4 * depth);
            cols |= 1u << c;
            L = (L | 1ull << (c + 16)) << 1;
            R = (R | 1ull << (c + 16)) >> 1;
            depth++;
            st[depth * 128] = full & ~(cols | (unsigned)(L >> 16) | (unsigned)(R >> 16));
        }
    }
    count[t] = cnt;
}

// look-up in a transposition table; before: key, score, depth and move in arrays of their own
__global__ void board_ttable_split_before(const unsigned long long *key, const int *score, const short *depth,
                                          const short *move, const unsigned long long *want_, int2 *out, unsigned mask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long k = want_[i];
    unsigned s = (unsigned)(k >> 20) & mask;
    int2 r = make_int2(0, 0);
    if (key[s] == k) r = make_int2(score[s], depth[s] << 16 | move[s]);
    out[i] = r;
}
__global__ void board_ttable_split_after(const uint4 *table, const unsigned long long *want_, int2 *out, unsigned mask,
                                         int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long k = want_[i];
    unsigned s = (unsigned)(k >> 20) & mask;
    uint4 e = table[s];
    int2 r = make_int2(0, 0);
    if (((unsigned long long)e.y << 32 | e.x) == k) r = make_int2((int)e.z, (int)(e.w << 16 | e.w >> 16));
    out[i] = r;
}

// back-propagation of playouts to the root of a search tree; before: atomics at all four levels
__global__ void board_backup_root_before(const int *leaf, const float *value, float *visits, float *wins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int l = leaf[i];
    float v = value[i];
    atomicAdd(&visits[4161 + l], 1.0f);
    atomicAdd(&wins[4161 + l], v);
    atomicAdd(&visits[65 + (l >> 6)], 1.0f);
    atomicAdd(&wins[65 + (l >> 6)], v);
    atomicAdd(&visits[1 + (l >> 12)], 1.0f);
    atomicAdd(&wins[1 + (l >> 12)], v);
    atomicAdd(&visits[0], 1.0f);
    atomicAdd(&wins[0], v);
}
__global__ void board_backup_root_after(const int *leaf, const float *value, float *visits, float *wins, int n) {
    __shared__ float sv[64], sw[64];                  // the root's children; the root is their sum
    if (threadIdx.x < 64) sv[threadIdx.x] = sw[threadIdx.x] = 0.0f;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int l = leaf[i];
        float v = value[i];
        atomicAdd(&visits[4161 + l], 1.0f);
        atomicAdd(&wins[4161 + l], v);
        atomicAdd(&visits[65 + (l >> 6)], 1.0f);
        atomicAdd(&wins[65 + (l >> 6)], v);
        atomicAdd(&sv[l >> 12], 1.0f);
        atomicAdd(&sw[l >> 12], v);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        float a = sv[threadIdx.x], b = sw[threadIdx.x];
        atomicAdd(&visits[1 + threadIdx.x], a);
        atomicAdd(&wins[1 + threadIdx.x], b);
        for (int o = 16; o; o >>= 1) {
            a += __shfl_down_sync(0xffffffffu, a, o);
            b += __shfl_down_sync(0xffffffffu, b, o);
        }
        if ((threadIdx.x & 31) == 0) { atomicAdd(&visits[0], a); atomicAdd(&wins[0], b); }
    }
}

// best move of each root over its candidates; before: a lock guards the pair of score and move
__global__ void board_best_lock_before(const unsigned *cand, volatile int *score, volatile int *move, int *lock, int nroot,
                                       int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int root = i % nroot, mv = i / nroot;
    unsigned b = cand[i];
    int s = 100 * __popc(b & 0x55555555u) - 97 * __popc(b & 0x0f0f0f0fu) + (int)(b & 31u) + 4000;
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[root], 0, 1) == 0) {
            __threadfence();
            int cur = score[root];
            if (s > cur || (s == cur && mv < move[root])) { score[root] = s; move[root] = mv; }
            __threadfence();
            atomicExch(&lock[root], 0);
            done = true;
        }
    }
}
__global__ void board_best_lock_after(const unsigned *cand, unsigned long long *best, int nroot, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int root = i % nroot, mv = i / nroot;
    unsigned b = cand[i];
    int s = 100 * __popc(b & 0x55555555u) - 97 * __popc(b & 0x0f0f0f0fu) + (int)(b & 31u) + 4000;
    atomicMax(&best[root], (unsigned long long)s << 32 | (0x7fffffffu - (unsigned)mv));
}

// random playouts on an 8 x 8 board until four stand in a row; before: blocks of one warp, so that half of the warps fit
__global__ void board_playout_warp_before(const unsigned long long *start, int *result, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int win = 0;
    for (int p = 0; p < 8; p++) {
        unsigned long long me = start[i] & 0x0000000000ff00ffull, opp = 0;
        unsigned seed = mix32((unsigned)i * 8u + p);
        for (int m = 0; m < 24; m++) {
            seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
            unsigned long long b = 1ull << (seed & 63u);
            if (!((me | opp) & b)) me |= b;
            unsigned long long h = me & (me >> 8), d = me & (me >> 9);
            if ((h & (h >> 16)) | (d & (d >> 18))) win += m & 1 ? -1 : 1;
            unsigned long long t = me; me = opp; opp = t;
        }
    }
    result[i] = win;
}
__global__ void board_playout_warp_after(const unsigned long long *start, int *result, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int win = 0;
    for (int p = 0; p < 8; p++) {
        unsigned long long me = start[i] & 0x0000000000ff00ffull, opp = 0;
        unsigned seed = mix32((unsigned)i * 8u + p);
        for (int m = 0; m < 24; m++) {
            seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
            unsigned long long b = 1ull << (seed & 63u);
            if (!((me | opp) & b)) me |= b;
            unsigned long long h = me & (me >> 8), d = me & (me >> 9);
            if ((h & (h >> 16)) | (d & (d >> 18))) win += m & 1 ? -1 : 1;
            unsigned long long t = me; me = opp; opp = t;
        }
    }
    result[i] = win;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("board_queens_array")) {
        const int nq = getenv("PAIRS_SMALL") ? 8 : 14, n = nq * nq * nq * nq;
        unsigned *o = dev<unsigned>(n);
        auto get = [&] { return host(o, n); };
        run_pair("board_queens_array", 0, once([&] { zero(o, n); }),
            [&] { board_queens_array_before<<<(n + 127) / 128, 128>>>(o, nq); },
            [&] { board_queens_array_after<<<(n + 127) / 128, 128>>>(o, nq); }, get, get);
        release(o);
    }
    if (want("board_ttable_split")) {
        const int n = scaled(8 << 20);
        const unsigned slots = scaled(16 << 20);
        Rng g(1);
        std::vector<unsigned long long> key(slots), w(n);
        std::vector<int> sc(slots);
        std::vector<short> de(slots), mv(slots);
        std::vector<Entry> e(slots);
        for (unsigned s = 0; s < slots; s++) {
            unsigned r = g.u();
            key[s] = (unsigned long long)(r >> 12) << 44 | (unsigned long long)s << 20 | (r & 0xfffffu);
            sc[s] = (int)(r % 2000u) - 1000; de[s] = (short)(r % 30u); mv[s] = (short)(r & 4095u);
            e[s].key = key[s]; e[s].score = sc[s]; e[s].depth = de[s]; e[s].move = mv[s];
        }
        for (auto &k : w) {
            k = key[g.u() & (slots - 1)];
            if ((g.u() & 7u) == 0) k ^= 1ull;        // one in eight is not there
        }
        unsigned long long *dk = dev(key), *dw = dev(w);
        int *ds = dev(sc);
        short *dd = dev(de), *dm = dev(mv);
        Entry *dt = dev(e);
        int2 *o = dev<int2>(n);
        auto get = [&] { return host((int *)o, 2 * (size_t)n); };
        run_pair("board_ttable_split", 0, once([&] { zero(o, n); }),
            [&] { board_ttable_split_before<<<n / 256, 256>>>(dk, ds, dd, dm, dw, o, slots - 1, n); },
            [&] { board_ttable_split_after<<<n / 256, 256>>>((const uint4 *)dt, dw, o, slots - 1, n); }, get, get);
        release(dk, dw, ds, dd, dm, dt, o);
    }
    if (want("board_backup_root")) {
        const int n = scaled(2 << 20), nodes = 1 + 64 + 4096 + 262144;
        Rng g(2);
        std::vector<int> l(n);
        std::vector<float> v(n);
        for (int i = 0; i < n; i++) { l[i] = (int)(g.u() & 262143u); v[i] = 0.5f * (float)(g.u() % 3u); }
        int *dl = dev(l);
        float *dv = dev(v), *vis = dev<float>(nodes), *win = dev<float>(nodes);
        auto get = [&] { auto a = host(vis, nodes), b = host(win, nodes); a.insert(a.end(), b.begin(), b.end()); return a; };
        const int blocks = std::min(n / 256, 132 * 8);
        run_pair("board_backup_root", 1e-6, [&] { zero(vis, nodes); zero(win, nodes); },
            [&] { board_backup_root_before<<<n / 256, 256>>>(dl, dv, vis, win, n); },
            [&] { board_backup_root_after<<<blocks, 256>>>(dl, dv, vis, win, n); }, get, get);
        release(dl, dv, vis, win);
    }
    if (want("board_best_lock")) {
        const int n = scaled(8 << 20), nroot = scaled(65536);
        Rng g(3);
        std::vector<unsigned> c(n);
        for (auto &e : c) e = g.u();
        unsigned *dc = dev(c);
        int *sc = dev<int>(nroot), *mv = dev<int>(nroot), *lk = dev<int>(nroot);
        unsigned long long *best = dev<unsigned long long>(nroot);
        auto get_b = [&] { auto a = host(sc, nroot), b = host(mv, nroot); a.insert(a.end(), b.begin(), b.end()); return a; };
        auto get_a = [&] {
            auto p = host(best, nroot);
            std::vector<int> r(2 * nroot);
            for (int i = 0; i < nroot; i++) { r[i] = (int)(p[i] >> 32); r[nroot + i] = (int)(0x7fffffffu - (unsigned)p[i]); }
            return r;
        };
        run_pair("board_best_lock", 0, [&] { zero(sc, nroot); zero(mv, nroot); zero(lk, nroot); zero(best, nroot); },
            [&] { board_best_lock_before<<<n / 256, 256>>>(dc, sc, mv, lk, nroot, n); },
            [&] { board_best_lock_after<<<n / 256, 256>>>(dc, best, nroot, n); }, get_b, get_a);
        release(dc, sc, mv, lk, best);
    }
    if (want("board_playout_warp")) {
        const int n = scaled(2 << 20);
        Rng g(4);
        std::vector<unsigned long long> s(n);
        for (auto &e : s) e = (unsigned long long)(g.u() & g.u()) << 16 | (g.u() & g.u() & 255u);
        unsigned long long *d = dev(s);
        int *o = dev<int>(n);
        auto get = [&] { return host(o, n); };
        run_pair("board_playout_warp", 0, once([&] { zero(o, n); }),
            [&] { board_playout_warp_before<<<n / 32, 32>>>(d, o, n); },
            [&] { board_playout_warp_after<<<n / 256, 256>>>(d, o, n); }, get, get);
        release(d, o);
    }
    return g_bad;
}
