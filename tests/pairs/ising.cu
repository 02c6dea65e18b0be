#include "harness.cuh"

// ------------------------------------------------------------------ kernels
__device__ __forceinline__ unsigned mix32(unsigned x) {
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

struct Xorwow { unsigned x, y, z, w, v, d; };

__device__ __forceinline__ unsigned draw(Xorwow *s) {
    unsigned t = s->x ^ (s->x >> 2);
    s->x = s->y; s->y = s->z; s->z = s->w; s->w = s->v;
    s->v = (s->v ^ (s->v << 4)) ^ (t ^ (t << 1));
    s->d += 362437u;
    return s->d + s->v;
}

extern "C" {

// Metropolis update of the sites of one colour of an Ising lattice; before: a thread for each site of both colours
__global__ void ising_colour_idle_before(signed char *spin, const unsigned *thr, unsigned seed, int L, int colour) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (((x + y) & 1) != colour) return;
    int xl = (x - 1) & (L - 1), xr = (x + 1) & (L - 1), yu = (y - 1) & (L - 1), yd = (y + 1) & (L - 1);
    int s = spin[y * L + x];
    int e = s * (spin[y * L + xl] + spin[y * L + xr] + spin[yu * L + x] + spin[yd * L + x]);
    unsigned r = mix32(seed ^ mix32((unsigned)(y * L + x)));
    if (e <= 0 || r < thr[e]) spin[y * L + x] = (signed char)-s;
}
// ... after: a thread for each site of the colour, and each colour in an array of its own
__global__ void ising_colour_idle_after(signed char *mine, const signed char *other, const unsigned *thr, unsigned seed,
                                        int L, int colour) {
    int h = L / 2, c = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    int p = (y + colour) & 1, x = 2 * c + p;
    int yu = (y - 1) & (L - 1), yd = (y + 1) & (L - 1);
    int side = p ? (c + 1) & (h - 1) : (c - 1) & (h - 1);
    int s = mine[y * h + c];
    int e = s * (other[y * h + c] + other[y * h + side] + other[yu * h + c] + other[yd * h + c]);
    unsigned r = mix32(seed ^ mix32((unsigned)(y * L + x)));
    if (e <= 0 || r < thr[e]) mine[y * h + c] = (signed char)-s;
}

// heat-bath trace of single spins in a field; before: the state of the random numbers stays in global memory
__global__ void ising_rng_global_before(Xorwow *state, const float *field, signed char *trace, int sweeps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned up = (unsigned)(4294967040.0f / (1.0f + __expf(-2.0f * field[i])));
    for (int k = 0; k < sweeps; k++) {
        unsigned r = draw(&state[i]);
        trace[k * n + i] = r < up ? 1 : -1;
    }
}
__global__ void ising_rng_global_after(Xorwow *state, const float *field, signed char *trace, int sweeps, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Xorwow s = state[i];
    unsigned up = (unsigned)(4294967040.0f / (1.0f + __expf(-2.0f * field[i])));
    for (int k = 0; k < sweeps; k++) {
        unsigned r = draw(&s);
        trace[k * n + i] = r < up ? 1 : -1;
    }
    state[i] = s;
}

// energy of many small replicas (64 x 64), a replica a thread; before: a replica's sites lie together
__global__ void ising_replica_major_before(const signed char *spin, int *energy, int nrep) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= nrep) return;
    const signed char *s = spin + (size_t)r * 4096;
    int e = 0;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            e -= s[y * 64 + x] * (s[y * 64 + ((x + 1) & 63)] + s[((y + 1) & 63) * 64 + x]);
    energy[r] = e;
}
__global__ void ising_replica_major_after(const signed char *spin, int *energy, int nrep) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= nrep) return;
    const signed char *s = spin + r;                  // site by site, the replicas side by side
    int e = 0;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            e -= s[(size_t)(y * 64 + x) * nrep] *
                 (s[(size_t)(y * 64 + ((x + 1) & 63)) * nrep] + s[(size_t)(((y + 1) & 63) * 64 + x) * nrep]);
    energy[r] = e;
}

// cluster labels of a percolation tile; before: always as many sweeps as the longest path may need
__global__ void ising_label_sweeps_before(const unsigned char *open, int *label, int L) {
    __shared__ int lab[34][34];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    const int none = 0x7fffffff;
    for (int k = ty * 32 + tx; k < 34 * 34; k += 1024) lab[k / 34][k % 34] = none;
    __syncthreads();
    bool o = open[y * L + x];
    int me = o ? ty * 32 + tx : none;
    lab[ty + 1][tx + 1] = me;
    __syncthreads();
    for (int it = 0; it < 512; it++) {
        int m = min(min(lab[ty][tx + 1], lab[ty + 2][tx + 1]), min(lab[ty + 1][tx], lab[ty + 1][tx + 2]));
        __syncthreads();
        if (o && m < me) { me = m; lab[ty + 1][tx + 1] = m; }
        __syncthreads();
    }
    label[y * L + x] = o ? me : -1;
}
__global__ void ising_label_sweeps_after(const unsigned char *open, int *label, int L) {
    __shared__ int lab[34][34];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    const int none = 0x7fffffff;
    for (int k = ty * 32 + tx; k < 34 * 34; k += 1024) lab[k / 34][k % 34] = none;
    __syncthreads();
    bool o = open[y * L + x];
    int me = o ? ty * 32 + tx : none;
    lab[ty + 1][tx + 1] = me;
    __syncthreads();
    for (int it = 0; it < 512; it++) {
        int m = min(min(lab[ty][tx + 1], lab[ty + 2][tx + 1]), min(lab[ty + 1][tx], lab[ty + 1][tx + 2]));
        __syncthreads();
        bool change = o && m < me;
        if (change) { me = m; lab[ty + 1][tx + 1] = m; }
        if (!__syncthreads_or(change)) break;
    }
    label[y * L + x] = o ? me : -1;
}

// local energy of a three-dimensional Potts lattice; before: coordinates and periodic neighbours by division and remainder
__global__ void ising_potts_modulo_before(const unsigned char *q, unsigned char *same, int L, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = i % L, y = i / L % L, z = i / (L * L);
    int c = q[i];
    int e = c == q[(z * L + y) * L + (x + 1) % L];
    e += c == q[(z * L + y) * L + (x + L - 1) % L];
    e += c == q[(z * L + (y + 1) % L) * L + x];
    e += c == q[(z * L + (y + L - 1) % L) * L + x];
    e += c == q[((z + 1) % L * L + y) * L + x];
    e += c == q[((z + L - 1) % L * L + y) * L + x];
    same[i] = (unsigned char)e;
}
__global__ void ising_potts_modulo_after(const unsigned char *q, unsigned char *same, int L) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x >= L) return;
    int xr = x + 1 == L ? 0 : x + 1, xl = x == 0 ? L - 1 : x - 1;
    int yr = y + 1 == L ? 0 : y + 1, yl = y == 0 ? L - 1 : y - 1;
    int zr = z + 1 == L ? 0 : z + 1, zl = z == 0 ? L - 1 : z - 1;
    int row = (z * L + y) * L, c = q[row + x];
    int e = c == q[row + xr];
    e += c == q[row + xl];
    e += c == q[(z * L + yr) * L + x];
    e += c == q[(z * L + yl) * L + x];
    e += c == q[(zr * L + y) * L + x];
    e += c == q[(zl * L + y) * L + x];
    same[row + x] = (unsigned char)e;
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    const bool small_ = getenv("PAIRS_SMALL") != nullptr;
    if (want("ising_colour_idle")) {
        const int L = small_ ? 1024 : 8192, n = L * L, h = L / 2;
        Rng g(1);
        std::vector<signed char> s(n), b(n / 2), w(n / 2);
        for (int i = 0; i < n; i++) s[i] = g.u() & 1 ? 1 : -1;
        for (int y = 0; y < L; y++)
            for (int x = 0; x < L; x++) ((x + y) & 1 ? w : b)[y * h + x / 2] = s[y * L + x];
        std::vector<unsigned> t(5);
        for (int e = 0; e < 5; e++) t[e] = e == 0 ? 0xffffffffu : (unsigned)(4294967295.0 * exp(-2.0 * e * 0.44));
        signed char *ds = dev(s), *keep = dev(s), *db = dev(b), *dw = dev(w), *keepb = dev(b);
        unsigned *dt = dev(t);
        auto get_b = [&] {
            auto a = host(ds, n);
            std::vector<signed char> r(n / 2);
            for (int y = 0; y < L; y++)
                for (int x = y & 1; x < L; x += 2) r[y * h + x / 2] = a[y * L + x];
            return r;
        };
        auto get_a = [&] { return host(db, n / 2); };
        run_pair("ising_colour_idle", 0, [&] {
                CK(cudaMemcpyAsync(ds, keep, n, cudaMemcpyDeviceToDevice));
                CK(cudaMemcpyAsync(db, keepb, n / 2, cudaMemcpyDeviceToDevice)); },
            [&] { ising_colour_idle_before<<<dim3(L / 256, L), 256>>>(ds, dt, 77u, L, 0); },
            [&] { ising_colour_idle_after<<<dim3(h / 256, L), 256>>>(db, dw, dt, 77u, L, 0); }, get_b, get_a);
        release(ds, keep, db, dw, keepb, dt);
    }
    if (want("ising_rng_global")) {
        const int n = scaled(1 << 20), sweeps = 64;
        Rng g(2);
        std::vector<Xorwow> st(n);
        for (auto &e : st) { e.x = g.u() | 1u; e.y = g.u(); e.z = g.u(); e.w = g.u(); e.v = g.u(); e.d = g.u(); }
        std::vector<float> f(n);
        for (auto &e : f) e = g.f() - 0.5f;
        Xorwow *ds = dev(st), *keep = dev(st);
        float *df = dev(f);
        signed char *tr = dev<signed char>((size_t)n * sweeps);
        auto get = [&] { return host(tr, (size_t)n * sweeps); };
        run_pair("ising_rng_global", 0, [&] {
                zero(tr, (size_t)n * sweeps);
                CK(cudaMemcpyAsync(ds, keep, (size_t)n * sizeof(Xorwow), cudaMemcpyDeviceToDevice)); },
            [&] { ising_rng_global_before<<<n / 256, 256>>>(ds, df, tr, sweeps, n); },
            [&] { ising_rng_global_after<<<n / 256, 256>>>(ds, df, tr, sweeps, n); }, get, get);
        release(ds, keep, df, tr);
    }
    if (want("ising_replica_major")) {
        const int nrep = scaled(65536);
        Rng g(3);
        std::vector<signed char> a((size_t)nrep * 4096), b(a.size());
        unsigned bits = 0;
        for (int r = 0; r < nrep; r++)
            for (int k = 0; k < 4096; k++) {
                if ((k & 31) == 0) bits = g.u();
                signed char s = bits >> (k & 31) & 1 ? 1 : -1;
                if (k && (r & 3) && (bits >> 31)) s = a[(size_t)r * 4096 + k - 1];
                a[(size_t)r * 4096 + k] = s;
            }
        for (int k = 0; k < 4096; k++)
            for (int r = 0; r < nrep; r++) b[(size_t)k * nrep + r] = a[(size_t)r * 4096 + k];
        signed char *da = dev(a), *db = dev(b);
        int *o = dev<int>(nrep);
        auto get = [&] { return host(o, nrep); };
        run_pair("ising_replica_major", 0, once([&] { zero(o, nrep); }),
            [&] { ising_replica_major_before<<<nrep / 128, 128>>>(da, o, nrep); },
            [&] { ising_replica_major_after<<<nrep / 128, 128>>>(db, o, nrep); }, get, get);
        release(da, db, o);
    }
    if (want("ising_label_sweeps")) {
        const int L = small_ ? 128 : 2048, n = L * L;
        Rng g(4);
        std::vector<unsigned char> op(n);
        for (auto &e : op) e = g.f() < 0.55f;
        unsigned char *d = dev(op);
        int *o = dev<int>(n);
        auto get = [&] { return host(o, n); };
        run_pair("ising_label_sweeps", 0, once([&] { zero(o, n); }),
            [&] { ising_label_sweeps_before<<<dim3(L / 32, L / 32), dim3(32, 32)>>>(d, o, L); },
            [&] { ising_label_sweeps_after<<<dim3(L / 32, L / 32), dim3(32, 32)>>>(d, o, L); }, get, get);
        release(d, o);
    }
    if (want("ising_potts_modulo")) {
        const int L = small_ ? 120 : 480, n = L * L * L;
        Rng g(5);
        std::vector<unsigned char> q(n);
        for (auto &e : q) e = (unsigned char)(g.u() % 3u);
        unsigned char *dq = dev(q), *o = dev<unsigned char>(n);
        auto get = [&] { return host(o, n); };
        run_pair("ising_potts_modulo", 0, once([&] { zero(o, n); }),
            [&] { ising_potts_modulo_before<<<(n + 255) / 256, 256>>>(dq, o, L, n); },
            [&] { ising_potts_modulo_after<<<dim3((L + 159) / 160, L, L), 160>>>(dq, o, L); }, get, get);
        release(dq, o);
    }
    return g_bad;
}
