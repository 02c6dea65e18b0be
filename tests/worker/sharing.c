/* A library that works on the host's memory, as the driver in fake_cuda.c has it, and
 * tells where its input is; one variant spoils it, but not while it is watched. */
#include "propp_primitive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs of a check. */
enum { CHECKED = 2 };

static int32_t sizes(const propp_entry *entry, const propp_problem *p, propp_sizes *sizes) {
    sizes->out_elements = strcmp(entry->primitive, "copy") ? 1 : p->n;
    return PROPP_OK;
}

static int32_t prepare(const propp_entry *entry, const propp_problem *p, void **state) {
    printf("%s %s reads %p\n", entry->primitive, entry->variant, p->in);
    fflush(stdout);
    *state = calloc(1, sizeof(int));
    return PROPP_OK;
}

static int32_t copy(const propp_entry *entry, const propp_problem *p, void *state, void *stream) {
    int *runs = state;
    (void)stream;
    memcpy(p->out, p->in, p->n * 4);
    if (!strcmp(entry->variant, "spoiler") && ++*runs > CHECKED) ((int32_t *)p->in)[7] += 1;
    if (!strcmp(entry->variant, "wrong")) ((int32_t *)p->out)[7] += 1;
    return PROPP_OK;
}

static int32_t largest(const propp_entry *entry, const propp_problem *p, void *state, void *stream) {
    const int32_t *in = p->in;
    int32_t *out = p->out;
    (void)entry, (void)state, (void)stream;
    *out = in[0];
    for (uint64_t i = 1; i < p->n; ++i) *out = in[i] > *out ? in[i] : *out;
    return PROPP_OK;
}

static int32_t release(const propp_entry *entry, void *state) {
    (void)entry;
    free(state);
    return PROPP_OK;
}

static const char *message(int32_t status) {
    (void)status;
    return "no idea";
}

#define ENTRY(primitive, variant, run)                                                               \
    {primitive, variant, "on the host", PROPP_TYPE_BIT(PROPP_I32), 0, 0, 0, 0, 0, sizes, prepare, 0, \
     run, release, 0}
static const propp_entry entries[] = {
    ENTRY("copy", "good", copy),
    ENTRY("copy", "spoiler", copy),
    ENTRY("copy", "wrong", copy),
    ENTRY("reduce.max", "good", largest),
};

const propp_library *propp_primitive_library(uint32_t host_abi_version) {
    static propp_library library;
    if (host_abi_version != PROPP_ABI_VERSION) return 0;
    library.abi_version = PROPP_ABI_VERSION;
    library.library_size = sizeof(propp_library);
    library.entry_size = sizeof(propp_entry);
    library.problem_size = sizeof(propp_problem);
    library.sizes_size = sizeof(propp_sizes);
    library.work_size = sizeof(propp_work);
    library.name = "sharing";
    library.version = "0.1";
    library.count = sizeof entries / sizeof *entries;
    library.entries = entries;
    library.message = message;
    return &library;
}
