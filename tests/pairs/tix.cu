#include "harness.cuh"

// ------------------------------------------------------------------ kernels
extern "C" {

// BM25 of the postings of a query batch, added to the documents; before: the inverse document frequency in each thread
__global__ void tix_bm25_idf_before(const int *doc, const unsigned char *tf, const unsigned char *term, const int *df,
                                    const float *len, float *score, int ndoc, float avg, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int d = doc[i];
    float f = tf[i], c = df[term[i]];
    float idf = logf((ndoc - c + 0.5f) / (c + 0.5f) + 1.0f);
    atomicAdd(score + d, idf * f * 2.2f / (f + 1.2f * (0.25f + 0.75f * len[d] / avg)));
}
__global__ void tix_bm25_idf_after(const int *doc, const unsigned char *tf, const unsigned char *term, const float *idf,
                                   const float *len, float *score, float ravg, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int d = doc[i];
    float f = tf[i];
    atomicAdd(score + d, idf[term[i]] * f * __fdividef(2.2f, f + 1.2f * (0.25f + 0.75f * ravg * len[d])));
}

// number of documents which two terms have in common; before: a thread a pair of terms merges their lists
__global__ void tix_common_merge_before(const int *first, const int *doc, const int2 *pair, int *common, int npair) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= npair) return;
    int a = first[pair[p].x], ae = first[pair[p].x + 1], b = first[pair[p].y], be = first[pair[p].y + 1], c = 0;
    while (a < ae && b < be) {
        int da = doc[a], db = doc[b];
        if (da == db) { c++; a++; b++; }
        else if (da < db) a++;
        else b++;
    }
    common[p] = c;
}
__global__ void tix_common_merge_after(const int *first, const int *doc, const int2 *pair, int *common, int npair) {
    int p = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (p >= npair) return;
    int a = first[pair[p].x], ae = first[pair[p].x + 1], b = first[pair[p].y], be = first[pair[p].y + 1], c = 0;
    if (ae - a > be - b) { int t = a; a = b; b = t; t = ae; ae = be; be = t; }
    for (int i = a + lane; i < ae; i += 32) {         // each document of the shorter list is sought in the longer one
        int d = doc[i], lo = b, hi = be;
        while (lo < hi) {
            int mid = (lo + hi) >> 1;
            if (doc[mid] < d) lo = mid + 1;
            else hi = mid;
        }
        c += lo < be && doc[lo] == d;
    }
    c = __reduce_add_sync(0xffffffffu, c);
    if (lane == 0) common[p] = c;
}

// packed gaps, 128 of a bit width each block of the list; before: bit by bit
__global__ void tix_unpack_bits_before(const unsigned *word, const int *start, const unsigned char *width, unsigned *gap) {
    unsigned b = width[blockIdx.x], v = 0;
    const unsigned *w = word + start[blockIdx.x];
    unsigned pos = threadIdx.x * b;
    for (unsigned k = 0; k < b; k++) {
        unsigned bit = (w[(pos + k) / 32] >> ((pos + k) % 32)) & 1u;
        v |= bit << k;
    }
    gap[blockIdx.x * 128 + threadIdx.x] = v;
}
__global__ void tix_unpack_bits_after(const unsigned *word, const int *start, const unsigned char *width, unsigned *gap) {
    unsigned b = width[blockIdx.x];
    const unsigned *w = word + start[blockIdx.x];
    unsigned pos = threadIdx.x * b;
    unsigned lo = w[pos / 32], hi = w[(pos + b - 1) / 32];
    gap[blockIdx.x * 128 + threadIdx.x] = __funnelshift_r(lo, hi, pos % 32) & ((1u << b) - 1u);
}

// document numbers from the gaps of each block of 128 postings; before: a thread a block of postings
__global__ void tix_delta_sum_before(const int *gap, const int *base, int *doc, int nblk) {
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= nblk) return;
    int d = base[b];
    for (int k = 0; k < 128; k++) {
        d += gap[b * 128 + k];
        doc[b * 128 + k] = d;
    }
}
__global__ void tix_delta_sum_after(const int4 *gap, const int *base, int4 *doc, int nblk) {
    int b = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (b >= nblk) return;
    int4 g = gap[b * 32 + lane];
    g.y += g.x; g.z += g.y; g.w += g.z;
    int s = g.w;
    for (int o = 1; o < 32; o *= 2) {
        int t = __shfl_up_sync(0xffffffffu, s, o);
        if (lane >= o) s += t;
    }
    s += base[b] - g.w;
    doc[b * 32 + lane] = make_int4(s + g.x, s + g.y, s + g.z, s + g.w);
}

// distances of product-quantised vectors of 16 codes; before: look-ups go to the query's table in global memory
__global__ void tix_pq_scan_before(const uint4 *code, const float *table, float *dist, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 c = code[i];
        unsigned w[4] = {c.x, c.y, c.z, c.w};
        float d = 0.0f;
#pragma unroll
        for (int k = 0; k < 16; k++) d += table[k * 256 + ((w[k / 4] >> (k % 4 * 8)) & 255u)];
        dist[i] = d;
    }
}
__global__ void tix_pq_scan_after(const uint4 *code, const float *table, float *dist, int n) {
    __shared__ float s[16 * 256];
    for (int k = threadIdx.x; k < 16 * 256; k += blockDim.x) s[k] = table[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 c = code[i];
        unsigned w[4] = {c.x, c.y, c.z, c.w};
        float d = 0.0f;
#pragma unroll
        for (int k = 0; k < 16; k++) d += s[k * 256 + ((w[k / 4] >> (k % 4 * 8)) & 255u)];
        dist[i] = d;
    }
}

} // extern "C"

// ------------------------------------------------------------------ data and driver
int main(int argc, char **argv) {
    harness_init(argc, argv);
    if (want("tix_bm25_idf")) {
        const int ndoc = scaled(16 << 20), nterm = 64, per = scaled(131072), n = nterm * per;
        Rng g(1);
        std::vector<int> doc(n), df(nterm, per);
        std::vector<unsigned char> tf(n), term(n);
        std::vector<float> len(ndoc), idf(nterm);
        for (auto &e : len) e = 50.0f + 900.0f * g.f() * g.f();
        for (int t = 0; t < nterm; t++) {
            df[t] = per - (int)(g.u() % (unsigned)(per / 2));
            idf[t] = logf((ndoc - (float)df[t] + 0.5f) / (df[t] + 0.5f) + 1.0f);
            int d = 0;
            for (int k = 0; k < per; k++) {
                d += 1 + (int)(g.u() % 250u);
                doc[t * per + k] = d % ndoc;
                term[t * per + k] = (unsigned char)t;
                tf[t * per + k] = (unsigned char)(1 + (g.u() & g.u() & 7u));
            }
        }
        int *dd = dev(doc), *ddf = dev(df);
        unsigned char *dt = dev(tf), *dm = dev(term);
        float *dl = dev(len), *di = dev(idf), *o = dev<float>(ndoc);
        auto get = [&] { return host(o, ndoc); };
        run_pair("tix_bm25_idf", 1e-4, [&] { zero(o, ndoc); },
            [&] { tix_bm25_idf_before<<<n / 256, 256>>>(dd, dt, dm, ddf, dl, o, ndoc, 350.0f, n); },
            [&] { tix_bm25_idf_after<<<n / 256, 256>>>(dd, dt, dm, di, dl, o, 1.0f / 350.0f, n); }, get, get);
        release(dd, ddf, dt, dm, dl, di, o);
    }
    if (want("tix_common_merge")) {
        const int nterm = 16384, npair = scaled(131072);
        Rng g(2);
        std::vector<int> first(nterm + 1, 0), doc;
        for (int t = 0; t < nterm; t++) {
            int d = 0, l = 64 + (int)(g.u() % 448u);
            for (int k = 0; k < l; k++) { d += 1 + (int)(g.u() % 12u); doc.push_back(d); }
            first[t + 1] = (int)doc.size();
        }
        std::vector<int2> p(npair);
        for (auto &e : p) e = make_int2((int)(g.u() % (unsigned)nterm), (int)(g.u() % (unsigned)nterm));
        int *df = dev(first), *dd = dev(doc), *o = dev<int>(npair);
        int2 *dp = dev(p);
        auto get = [&] { return host(o, npair); };
        run_pair("tix_common_merge", 0, once([&] { zero(o, npair); }),
            [&] { tix_common_merge_before<<<npair / 128, 128>>>(df, dd, dp, o, npair); },
            [&] { tix_common_merge_after<<<npair / 8, 256>>>(df, dd, dp, o, npair); }, get, get);
        release(df, dd, o, dp);
    }
    if (want("tix_unpack_bits")) {
        const int nblk = scaled(262144);
        Rng g(3);
        std::vector<int> start(nblk);
        std::vector<unsigned char> width(nblk);
        int at = 0;
        for (int b = 0; b < nblk; b++) { width[b] = (unsigned char)(4 + g.u() % 17u); start[b] = at; at += 4 * width[b]; }
        std::vector<unsigned> w(at);
        for (auto &e : w) e = g.u();
        int *ds = dev(start);
        unsigned char *db = dev(width);
        unsigned *dw = dev(w), *o = dev<unsigned>((size_t)nblk * 128);
        auto get = [&] { return host(o, (size_t)nblk * 128); };
        run_pair("tix_unpack_bits", 0, once([&] { zero(o, (size_t)nblk * 128); }),
            [&] { tix_unpack_bits_before<<<nblk, 128>>>(dw, ds, db, o); },
            [&] { tix_unpack_bits_after<<<nblk, 128>>>(dw, ds, db, o); }, get, get);
        release(ds, db, dw, o);
    }
    if (want("tix_delta_sum")) {
        const int nblk = scaled(131072), n = nblk * 128;
        Rng g(4);
        std::vector<int> gap(n), base(nblk);
        for (auto &e : gap) e = 1 + (int)(g.u() % 60u);
        for (auto &e : base) e = (int)(g.u() & 0xffffffu);
        int *dg = dev(gap), *db = dev(base), *o = dev<int>(n);
        auto get = [&] { return host(o, n); };
        run_pair("tix_delta_sum", 0, once([&] { zero(o, n); }),
            [&] { tix_delta_sum_before<<<nblk / 128, 128>>>(dg, db, o, nblk); },
            [&] { tix_delta_sum_after<<<nblk / 8, 256>>>((const int4 *)dg, db, (int4 *)o, nblk); }, get, get);
        release(dg, db, o);
    }
    if (want("tix_pq_scan")) {
        const int n = scaled(8 << 20);
        Rng g(5);
        std::vector<uint4> c(n);
        for (auto &e : c) e = make_uint4(g.u(), g.u(), g.u(), g.u());
        std::vector<float> t(16 * 256);
        for (auto &e : t) e = g.f();
        uint4 *dc = dev(c);
        float *dt = dev(t), *o = dev<float>(n);
        auto get = [&] { return host(o, n); };
        run_pair("tix_pq_scan", 1e-5, once([&] { zero(o, n); }),
            [&] { tix_pq_scan_before<<<528, 512>>>(dc, dt, o, n); },
            [&] { tix_pq_scan_after<<<528, 512>>>(dc, dt, o, n); }, get, get);
        release(dc, dt, o);
    }
    return g_bad;
}
