/* A library of primitives that works on the host's memory, as the driver in
 * fake_cuda.c has it, with many ways to be wrong. */
#include "propp_primitive.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum How { GOOD, WRONG, LOUD, SECOND_WRONG, OUTSIDE, BEFORE, TEMP, INPUT, STATUS, BREAK, CRASH, SMALL, REFUSE };

static enum How how(const propp_entry *entry) { return (enum How)(uintptr_t)entry->user; }

static int32_t sizes(const propp_entry *entry, const propp_problem *p, propp_sizes *sizes) {
    if (p->in || p->out || p->temp) return PROPP_E_ARGUMENT;
    if (how(entry) == REFUSE) return PROPP_E_SIZE;
    sizes->temp_bytes = 100;
    sizes->host_bytes = 10;
    sizes->out_elements = strncmp(entry->primitive, "reduce", 6) ? p->n : 1;
    if (how(entry) == SMALL) sizes->out_elements = p->n / 2;
    return PROPP_OK;
}

static int32_t prepare(const propp_entry *entry, const propp_problem *p, void **state) {
    (void)entry;
    if (!p->temp || p->temp_bytes != 100 || !p->host || p->in2 || p->aux || p->out_aux) {
        return PROPP_E_ARGUMENT;
    }
    *state = calloc(1, sizeof(int));
    return PROPP_OK;
}

static int32_t copy(const propp_entry *entry, const propp_problem *p, void *state, void *stream) {
    const int32_t *in = p->in;
    int32_t *out = p->out;
    int *runs = state;
    static int32_t first;
    (void)stream;
    memcpy(out, in, p->n * 4);
    ++*runs;
    switch (how(entry)) {
    case WRONG: out[p->n / 2] += 1; break;
    case LOUD: puts("{\"opened\": \"printed by the library\"}"); fflush(stdout); break;
    case SECOND_WRONG: out[0] += *runs > 1; break;
    case OUTSIDE: out[p->n + 3] = 0; break;
    case BEFORE: out[-1] = 0; break;
    case TEMP: ((char *)p->temp)[p->temp_bytes] = 0; break;
    case INPUT:
        if (*runs == 1) first = in[0];
        ((int32_t *)in)[0] = 0;
        out[0] = first;
        break;
    case STATUS: return 77;
    case BREAK: {
        void *driver = dlopen("libcuda.so.1", RTLD_NOW);
        ((void (*)(void))dlsym(driver, "fake_cuda_break"))();
        break;
    }
    case CRASH: *(volatile int *)8 = 0; break;
    default: break;
    }
    return PROPP_OK;
}

/* Sorts in place: the input is put there by reset(). */
static int compare(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}
static int32_t put_back(const propp_entry *entry, const propp_problem *p, void *state, void *stream) {
    (void)entry;
    (void)state;
    (void)stream;
    memcpy(p->out, p->in, p->n * 4);
    return PROPP_OK;
}
static int32_t sort(const propp_entry *entry, const propp_problem *p, void *state, void *stream) {
    (void)entry;
    (void)state;
    (void)stream;
    qsort(p->out, p->n, 4, compare);
    return PROPP_OK;
}

static int32_t sum(const propp_entry *entry, const propp_problem *p, void *state, void *stream) {
    (void)state;
    (void)stream;
    float total = 0;
    for (uint64_t i = 0; i < p->n; ++i) total += ((const float *)p->in)[i];
    memcpy(entry->flags & PROPP_RESULT_ON_HOST ? p->host_result : p->out, &total, 4);
    return PROPP_OK;
}

static int32_t partition(const propp_entry *entry, const propp_problem *p, void *state, void *stream) {
    (void)entry;
    (void)state;
    (void)stream;
    const int32_t *in = p->in;
    int32_t *out = p->out;
    uint64_t low = 0, high = p->n;
    for (uint64_t i = 0; i < p->n; ++i) {
        if (in[i] < p->a.i32) out[low++] = in[i];
        else out[--high] = in[i];
    }
    *p->out_count = low;
    return PROPP_OK;
}

static int32_t release(const propp_entry *entry, void *state) {
    (void)entry;
    free(state);
    return PROPP_OK;
}

static const char *message(int32_t status) { return status == 77 ? "it is Monday" : "no idea"; }

#define ENTRY(primitive, variant, types, flags, how, reset, run)                                     \
    {primitive, variant, "on the host", types, flags, 0, 0, 1 << 22, (void *)(uintptr_t)(how), sizes, \
     prepare, reset, run, release, 0}
#define I32 PROPP_TYPE_BIT(PROPP_I32)
#define F32 PROPP_TYPE_BIT(PROPP_F32)
static const propp_entry entries[] = {
    ENTRY("copy", "good", I32 | F32, 0, GOOD, 0, copy),
    ENTRY("copy", "wrong", I32, 0, WRONG, 0, copy),
    ENTRY("copy", "loud", I32, 0, LOUD, 0, copy),
    ENTRY("copy", "second_wrong", I32, 0, SECOND_WRONG, 0, copy),
    ENTRY("copy", "outside", I32, 0, OUTSIDE, 0, copy),
    ENTRY("copy", "before", I32, 0, BEFORE, 0, copy),
    ENTRY("copy", "temp", I32, 0, TEMP, 0, copy),
    ENTRY("copy", "input", I32, 0, INPUT, 0, copy),
    ENTRY("copy", "status", I32, 0, STATUS, 0, copy),
    ENTRY("copy", "break", I32, 0, BREAK, 0, copy),
    ENTRY("copy", "crash", I32, 0, CRASH, 0, copy),
    ENTRY("copy", "small", I32, 0, SMALL, 0, copy),
    ENTRY("copy", "refuse", I32, 0, REFUSE, 0, copy),
    ENTRY("copy.h2d", "good", I32, 0, GOOD, 0, copy),
    ENTRY("merge_sort.keys", "in_place", I32, 0, GOOD, put_back, sort),
    ENTRY("reduce.sum", "plain", F32, PROPP_NAIVE, GOOD, 0, sum),
    ENTRY("reduce.sum", "host", F32, PROPP_RESULT_ON_HOST | PROPP_SYNCHRONISES, GOOD, 0, sum),
    ENTRY("partition.if", "both_ends", I32, 0, GOOD, 0, partition),
    {"copy", "later", "for GPUs to come", I32, 0, 999, 0, 0, 0, sizes, prepare, 0, copy, release, 0},
    {"reverse", "other", "of no known primitive", I32, 0, 0, 0, 0, 0, sizes, prepare, 0, copy, release, 0},
};

const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    static propp_library library;
    if (host_abi_version != PROPP_ABI_VERSION) return 0;
    puts("the library prints when it is opened");
    fflush(stdout);
    library.abi_version = PROPP_ABI_VERSION;
    library.library_size = sizeof(propp_library);
    library.entry_size = sizeof(propp_entry);
    library.problem_size = sizeof(propp_problem);
    library.sizes_size = sizeof(propp_sizes);
    library.work_size = sizeof(propp_work);
    library.name = "stub";
    library.version = "0.1";
    library.count = sizeof entries / sizeof *entries;
    library.entries = entries;
    library.message = message;
    return &library;
}
