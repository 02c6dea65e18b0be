/*
 * propp_primitive.h: how a library of GPU primitives shows itself to propp.
 *
 * A shared library exports one function, propp_primitive_library(), that returns
 * a table of entries. An entry is one implementation (a "variant") of one
 * primitive for a set of element types. propp owns all data: it makes the input
 * on the device, checks the output against a sequential reference, and only then
 * measures run().
 *
 * Plain C and C++. Depends on nothing but <stdint.h>: a CUDA stream travels as
 * void*, so that hosts without the CUDA headers (Rust) can read this too.
 *
 * ------------------------------------------------------------------ Life of a case
 *
 *   entry->sizes(entry, &problem, &sizes)      pointers in problem are still null
 *   host allocates the output, sizes.temp_bytes, sizes.host_bytes; fills the input
 *   entry->prepare(entry, &problem, &state)    may allocate nothing on the device, may
 *                                              launch and synchronise; what it launched
 *                                              has finished when it returns
 *   repeat:
 *       entry->reset(entry, &problem, state, stream)   if not null; never timed
 *       entry->run(entry, &problem, state, stream)     timed
 *   entry->release(entry, state)               if not null
 *
 * The context that owns the memory is current on the calling thread. One case is
 * used by one thread at a time; several cases may be prepared at once.
 *
 * A host sets struct_size in every struct it passes. A library refuses (PROPP_E_ARGUMENT)
 * a struct shorter than the one it was compiled with.
 *
 * run() allocates nothing, and does not synchronise unless the entry says
 * PROPP_SYNCHRONISES. It must not change its input (an algorithm that works in
 * place copies the input to the output in reset()), must not rely on what temp or
 * the output held before unless prepare() or reset() put it there, and gives the
 * same result however often it is called. All its work is ordered on `stream`.
 *
 * ------------------------------------------------------------------ Conventions
 *
 *   T       the element type, problem.type
 *   n, m    sizes; n + m < 2^31, so that a position fits into uint32_t.
 *           Either may be 0, unless said otherwise.
 *   f, g    n elements of T in problem.in; m elements of T in problem.in2
 *   a, b    problem.a and problem.b, read as T
 *   Device pointers are aligned to 256 bytes, or more. A pointer the primitive does
 *   not use is null.
 *   Integer arithmetic wraps (in T). Floating-point inputs are finite, hold no -0.0,
 *   and lie in [-1, 1] unless a distribution says otherwise; the host rounds
 *   them to multiples of 2^-8 wherever they are summed.
 *   Tolerance: integers, and floats that are only moved, compared or counted, are
 *   exact. "near" means |got - want| <= e * s, e = 2^-14 for f32 and 2^-40 for f64,
 *   where s is the sum of the absolute values of all terms of that one result,
 *   and want was computed in f64 (f32) or long double (f64). Integers: near = exact.
 *   The "scalar result" is where the table below says so: one T in out[0], or one
 *   uint64_t in out_count[0]. An entry with PROPP_RESULT_ON_HOST puts it into
 *   problem.host_result instead, and what it says has arrived when run() returns.
 *
 * ------------------------------------------------------------------ Primitives
 *
 * The names are stable. Left, the row of the paper's Table 2. Unless noted, out has
 * n elements of T.
 *
 * fill / sequence / tabulate
 *   fill                  out[i] = a
 *   sequence              out[i] = a + T(i) * b                        (near; s = |a| + |i*b|)
 *   tabulate              out[i] = T(hash(i)), hash(i) = (uint32_t(i) * 2654435761u) >> 16
 * transform / replace / adjacent difference
 *   transform             out[i] = a * f[i] + b                        (near; s = |a*f[i]| + |b|)
 *   replace               out[i] = f[i] == a ? b : f[i]
 *   adjacent_difference   out[0] = f[0], out[i] = f[i] - f[i-1]        (near; s = |f[i]| + |f[i-1]|)
 * transform_if
 *   transform_if          where flags[i] != 0: out[i] = a * f[i] + b (near); elsewhere
 *                         out keeps what the host put there (zero bytes)
 * comparison: m == n
 *   equal                 out_count = 1 if f[i] == g[i] for all i, else 0     (scalar result)
 *   mismatch              out_count = first i with f[i] != g[i], n if none    (scalar result)
 * copy
 *   copy                  out[i] = f[i]
 *   copy.h2d              the same; `in` is page-locked host memory, out device memory
 *   transform.host        out[i] = a * f[i] + b (near); `in` and `out` both page-locked host
 *                         memory: there, compute, and back
 * gather, gather_if, scatter, scatter_if: index holds uint32_t
 *   gather                j < m: out[j] = f[index[j]], index[j] < n; out has m elements
 *   gather_if             the same where flags[j] != 0, flags has m; elsewhere out keeps zero bytes
 *   scatter               i < n: out[index[i]] = f[i]; index holds n distinct numbers < m;
 *                         out has m elements, untouched ones keep zero bytes
 *   scatter_if            the same where flags[i] != 0
 * count
 *   count                 out_count = number of f[i] == a                     (scalar result)
 *   count_if              out_count = number of f[i] < a                      (scalar result)
 * extrema: n >= 1
 *   reduce.min, reduce.max        out[0]; out has 1 element                   (scalar result)
 *   reduce.argmin, reduce.argmax  out_count = the first position of it        (scalar result)
 * reduction
 *   reduce.sum            out[0] = sum of f; near; 0 for n = 0; out has 1     (scalar result)
 * reduce by key, segmented reduction
 *   reduce_by_key.sum     aux holds n uint32_t keys. For run r of equal adjacent keys:
 *                         out_aux[r] = the key, out[r] = sum of its f (near);
 *                         out_count = number of runs; out and out_aux have room for n
 *                                                             (out_count: scalar result)
 *   segmented_reduce.sum  index holds m + 1 ascending offsets, index[0] = 0, index[m] = n.
 *                         j < m: out[j] = sum of f[index[j] .. index[j+1]), near, 0 when empty;
 *                         out has m elements
 * histogram
 *   histogram.even        m bins of equal width over [a, b), 1 <= m <= 4096, (b - a) / m a power
 *                         of two (2^-8 and up for floats) and, for integers, b - a < 2^31:
 *                         out_aux[k] (uint32_t, m of them) = number of f[i] in bin k; values
 *                         outside [a, b) are not counted
 * inclusive, exclusive scan
 *   scan.inclusive        out[i] = f[0] + ... + f[i]    (near)
 *   scan.exclusive        out[i] = f[0] + ... + f[i-1]  (near), out[0] = 0
 * scan by key, segmented scan
 *   scan_by_key.inclusive     aux as in reduce_by_key: the sum starts anew where the key changes
 *   segmented_scan.inclusive  index as in segmented_reduce: the sum starts anew in each segment
 * find
 *   find                  out_count = first i with f[i] == a, n if none       (scalar result)
 * vectorised binary search
 *   search.lower_bound    f sorted ascending; j < m: out_aux[j] = number of f[i] < g[j];
 *                         out_aux has m elements
 * load-balancing search
 *   search.load_balance   index as in segmented_reduce; i < n: out_aux[i] = the segment that
 *                         holds item i. No f: T does not matter, the entries say u32
 * partition
 *   partition.if          out = all f[i] < a in their order, then all others in any order;
 *                         out_count = number of the former        (out_count: scalar result)
 * select, copy_if
 *   select.if             out = all f[i] < a in their order; out_count = how many; room for n
 *                                                                 (out_count: scalar result)
 *   select.flagged        out = all f[i] with flags[i] != 0, likewise
 *                                                                 (out_count: scalar result)
 * merge
 *   merge                 f and g sorted ascending; out = both merged, n + m elements
 * merge sort
 *   merge_sort.keys       out = f sorted ascending
 *   merge_sort.pairs      aux holds n uint32_t values; out = f sorted ascending and stably,
 *                         out_aux = the values moved along
 * radix sort
 *   radix_sort.keys, radix_sort.pairs   as merge_sort
 * union, intersection, difference: f and g sorted ascending, repeats allowed, as in C++'s
 * std::set_*: a value p times in f and q times in g comes out
 *   set.union             max(p, q) times; room for n + m         (out_count: scalar result)
 *   set.intersection      min(p, q) times; room for min(n, m)     (out_count: scalar result)
 *   set.difference        max(p - q, 0) times; room for n         (out_count: scalar result)
 *                         out ascending, out_count = how many
 * unique
 *   unique                out = f without elements equal to the one before, out_count = how
 *                         many; room for n                        (out_count: scalar result)
 * (case study)
 *   transpose             f has n rows and m columns, row after row: out[j*n + i] = f[i*m + j];
 *                         n * m < 2^31, f and out have n * m elements
 * compute: what computes more than it moves
 *   compute.gemm          m = 256 * 256. f has n / 256 rows of 256 (what is left over is ignored), g
 *                         256 rows of 256: out[i*256 + j] = sum over k of f[i*256 + k] * g[k*256 + j]
 *                         (near); all are multiples of 2^-8 of at most 1, which TF32, BF16 and FP16
 *                         hold exactly
 *   compute.softmax       n / 1024 rows of 1024: out = exp(f) / the row's sum of it  (near; s = out)
 *   compute.layer_norm    the same rows: out = (f - mean) / sqrt(variance + 2^-10)
 *                                          (near; s = (|f| + mean of |f|) / sqrt(variance + 2^-10))
 *   compute.stencil       f has n rows and m columns: out = a * f + b * (sum of the four neighbours),
 *                         0 outside (near); n * m < 2^31, f and out have n * m elements
 *   compute.nbody         out[i] = sum over j < m of g[j] / (1 + (f[i] - g[j])^2)        (near)
 *   compute.spmv          index as in segmented_reduce: values f, aux their columns (< m), g a vector
 *                         of m: out[j] = sum of f[k] * g[aux[k]] for k of segment j  (near); out has m
 *   compute.small_gemm    m = 16 * 16. f has n / 16 rows of 16, g 16 rows of 16: as compute.gemm, 16
 *                         for 256                                              (near)
 *   compute.nearest       m = 256 * 4. f has n / 4 points, g 256 centres, each 4 coordinates in a row:
 *                         out_aux[i] = the centre with the least distance from point i, the first of
 *                         several; coordinates are multiples of 2^-8, so distances are exact
 *   compute.hash          u32. h = f[i], then for r = 0 ... 15: h = (h >> 8) ^ crc(h & 255), where
 *                         crc(x) is 8 times x = (x >> 1) ^ (x & 1 ? 0xedb88320 : 0);
 *                         h ^= (h / 1009) ^ ((h % 1009) << 20); h = h * 2654435769 + popcount(h);
 *                         h = rotate_left(h, 13) + r. out[i] = h
 *   compute.functions     out[i] = sum over k = 1 ... 4 of sin(k*x) + exp(k*x / 4) + log(y) + sqrt(y)
 *                         + 1 / y, where x = f[i], y = k + 1 + x           (near; s = |out| + 8)
 *   compute.block_scan    n / 1024 chunks of 1024, what is left over is ignored. 8 times, v = f at first:
 *                         v[i] = a * (sum of v from the start of its chunk to i)       (near)
 *   compute.queens        u32. out[i] = number of ways to place queens that do not attack each other on
 *                         a board of 8 columns, one in each row from r = 0 on, until all columns are
 *                         taken. Bits 0-2, 3-5, 6-8 and 9-11 of f[i] are columns that are taken from
 *                         the start. A field (r, c) where c - r is bits 12-14, or c + r is bits 15-17,
 *                         is attacked from the start
 *   compute.median        out[i] = median of f[i-12] ... f[i+12]; beyond the ends, the first and the
 *                         last element
 */
#ifndef PROPP_PRIMITIVE_H
#define PROPP_PRIMITIVE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a field changes its meaning or goes away. Fields are only ever
 * appended, which the sizes in the table show. */
#define PROPP_ABI_VERSION 1u

/* Element types. An entry's `types` is a mask of 1 << type. */
#define PROPP_I32 0u
#define PROPP_U32 1u
#define PROPP_F32 2u
#define PROPP_I64 3u
#define PROPP_F64 4u
#define PROPP_TYPES 5u
#define PROPP_TYPE_BIT(type) (1u << (type))

/* Entry flags. */
/* run() makes the host wait for the device, by the algorithm's own design. */
#define PROPP_SYNCHRONISES 1u
/* The scalar result goes to problem.host_result. Implies PROPP_SYNCHRONISES. */
#define PROPP_RESULT_ON_HOST 2u
/* run() launches work on streams of its own, ordered after and before `stream` by
 * events. A capture of `stream` sees it all. */
#define PROPP_USES_STREAMS 4u
/* Bad on purpose: a rung of a ladder, which no one should choose. */
#define PROPP_NAIVE 8u

/* Status codes: what every function below returns. */
#define PROPP_OK 0
#define PROPP_E_TYPE 1     /* not one of the entry's element types */
#define PROPP_E_SIZE 2     /* a size this entry cannot work on */
#define PROPP_E_ARGUMENT 3 /* a null pointer, too little temporary storage, a bad parameter */
#define PROPP_E_MEMORY 4   /* no host memory */
#define PROPP_E_INTERNAL 5
#define PROPP_E_LIBRARY 6  /* another library, which this entry calls, is not installed */
/* PROPP_E_CUDA + e: CUDA's runtime said e (a cudaError_t). */
#define PROPP_E_CUDA 1000

#define PROPP_SIZE_UNKNOWN UINT64_MAX
/* Bytes behind problem.host_result. */
#define PROPP_HOST_RESULT_BYTES 64u

/* One value of the problem's type. */
typedef union propp_scalar {
    int32_t i32;
    uint32_t u32;
    float f32;
    int64_t i64;
    double f64;
} propp_scalar;

/* One problem. Zero it, then set struct_size and what the primitive names. */
typedef struct propp_problem {
    uint32_t struct_size; /* sizeof(propp_problem) as the host knows it */
    uint32_t type;        /* PROPP_I32 ... */
    uint64_t n;
    uint64_t m;
    propp_scalar a;
    propp_scalar b;
    uint64_t result_n; /* elements the result will have where that depends on the data (select,
                          runs, sets, ...), or PROPP_SIZE_UNKNOWN. For work() only. */

    const void *in;        /* f */
    const void *in2;       /* g */
    const uint32_t *aux;   /* keys (by key), values (pairs) or columns (spmv): n */
    const uint32_t *index; /* indices or segment offsets */
    const uint8_t *flags;  /* stencil: 0 or 1 */

    void *out;
    uint32_t *out_aux;
    uint64_t *out_count; /* on the device: 1 */

    void *temp; /* on the device: temp_bytes, content undefined */
    uint64_t temp_bytes;
    void *host; /* page-locked: host_bytes, content undefined */
    uint64_t host_bytes;
    void *host_result; /* page-locked: PROPP_HOST_RESULT_BYTES */
} propp_problem;

/* What a problem needs. The host sets struct_size; the rest is the answer. */
typedef struct propp_sizes {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t temp_bytes;       /* device memory for problem.temp */
    uint64_t host_bytes;       /* page-locked memory for problem.host */
    uint64_t out_elements;     /* room needed in problem.out, in elements of T */
    uint64_t out_aux_elements; /* room needed in problem.out_aux, in uint32_t */
} propp_sizes;

/* What any implementation must move and compute at the least: compulsory traffic of
 * the primitive, not this variant's. For results whose size depends on the data,
 * problem.result_n counts, or its upper bound when unknown. */
typedef struct propp_work {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t bytes_read;
    uint64_t bytes_written;
    uint64_t operations; /* additions, comparisons, ... on elements */
} propp_work;

typedef struct propp_entry propp_entry;

struct propp_entry {
    const char *primitive;   /* a name from the list above */
    const char *variant;     /* [a-z0-9_.]+, unique for the primitive in this library */
    const char *description; /* one line, no full stop */
    uint32_t types;          /* mask of PROPP_TYPE_BIT(type) */
    uint32_t flags;          /* PROPP_SYNCHRONISES ... */
    uint32_t min_compute;    /* minimum compute capability, 10 * major + minor */
    uint32_t reserved;
    uint64_t max_elements; /* largest n + m (n * m for transpose) this entry is meant for; a naive
                              entry may be too slow or too hungry beyond. 0: no limit of its own */
    const void *user;      /* the library's own */

    int32_t (*sizes)(const propp_entry *entry, const propp_problem *problem, propp_sizes *sizes);
    int32_t (*prepare)(const propp_entry *entry, const propp_problem *problem, void **state);
    int32_t (*reset)(const propp_entry *entry, const propp_problem *problem, void *state,
                     void *stream); /* may be null */
    int32_t (*run)(const propp_entry *entry, const propp_problem *problem, void *state,
                   void *stream);
    int32_t (*release)(const propp_entry *entry, void *state); /* may be null */
    int32_t (*work)(const propp_entry *entry, const propp_problem *problem,
                    propp_work *work); /* may be null: the host knows the primitive's own */
};

/* Lives as long as the library is loaded. Step through entries by entry_size, not by
 * sizeof: a later header may have appended fields. */
typedef struct propp_library {
    uint32_t abi_version;  /* PROPP_ABI_VERSION the library was compiled with */
    uint32_t library_size; /* sizeof(propp_library) */
    uint32_t entry_size;   /* sizeof(propp_entry) */
    uint32_t problem_size; /* sizeof(propp_problem) */
    uint32_t sizes_size;   /* sizeof(propp_sizes) */
    uint32_t work_size;    /* sizeof(propp_work) */
    const char *name;      /* "own", "cub", "thrust", the user's */
    const char *version;   /* free text, such as "3.0.1" */
    uint64_t count;
    const propp_entry *entries;
    const char *(*message)(int32_t status); /* never null, never returns null; static text */
} propp_library;

/* The one export. Returns null if the library cannot serve a host of that version. */
#if defined(_WIN32)
#define PROPP_EXPORT __declspec(dllexport)
#else
#define PROPP_EXPORT __attribute__((visibility("default")))
#endif
PROPP_EXPORT const propp_library *propp_primitive_library(uint32_t host_abi_version);
typedef const propp_library *(*propp_primitive_library_fn)(uint32_t host_abi_version);
#define PROPP_LIBRARY_SYMBOL "propp_primitive_library"

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PROPP_PRIMITIVE_H */
