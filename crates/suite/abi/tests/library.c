/* A library of one or two entries that copy on the host, right unless a macro says
 * what is wrong with it. */
#include "propp_primitive.h"

#include <stdlib.h>
#include <string.h>

static int32_t sizes(const propp_entry *entry, const propp_problem *problem, propp_sizes *sizes) {
    (void)entry;
    if (problem->struct_size < sizeof *problem || sizes->struct_size < sizeof *sizes) {
        return PROPP_E_ARGUMENT;
    }
    if (problem->type != PROPP_I32) return PROPP_E_TYPE;
    sizes->temp_bytes = 16;
    sizes->host_bytes = 0;
    sizes->out_elements = problem->n;
    sizes->out_aux_elements = 0;
    return PROPP_OK;
}

static int32_t prepare(const propp_entry *entry, const propp_problem *problem, void **state) {
    (void)entry;
    (void)problem;
    *state = malloc(1);
    return *state ? PROPP_OK : PROPP_E_MEMORY;
}

static int32_t run(const propp_entry *entry, const propp_problem *problem, void *state,
                   void *stream) {
    (void)stream;
    if (!entry->user || !state) return PROPP_E_INTERNAL;
    memcpy(problem->out, problem->in, problem->n * 4);
    return PROPP_OK;
}

static int32_t release(const propp_entry *entry, void *state) {
    (void)entry;
    free(state);
    return PROPP_OK;
}

static int32_t work(const propp_entry *entry, const propp_problem *problem, propp_work *work) {
    (void)entry;
    work->bytes_read = work->bytes_written = problem->n * 4;
    work->operations = 0;
    return PROPP_OK;
}

static const char *message(int32_t status) {
    return status == PROPP_E_TYPE ? "not that type" : "something else";
}

#ifndef PRIMITIVE
#define PRIMITIVE "copy"
#endif
#ifndef SECOND
#define SECOND "slow"
#endif
#ifndef RUN
#define RUN run
#endif
#ifndef COUNT
#define COUNT 2
#endif
#ifndef NAME
#define NAME "mine"
#endif
#ifndef VERSION
#define VERSION PROPP_ABI_VERSION
#endif
#ifndef ENTRIES
#define ENTRIES entries
#endif
#ifndef PROBLEM_SIZE
#define PROBLEM_SIZE sizeof(propp_problem)
#endif
#ifndef ENTRY_SIZE
#define ENTRY_SIZE sizeof(propp_entry)
#endif
#ifndef TYPES
#define TYPES PROPP_TYPE_BIT(PROPP_I32)
#endif

static const char user = 0;
/* The third entry is not part of the table: zeros, as behind most tables. */
static const propp_entry entries[3] = {
    {PRIMITIVE, "memcpy", "copies on the host", TYPES, 0, 50, 0, 1000, &user, sizes, prepare, 0,
     RUN, release, work},
    {"copy", SECOND, "copies slowly", PROPP_TYPE_BIT(PROPP_I32) | PROPP_TYPE_BIT(PROPP_F64),
     PROPP_NAIVE | PROPP_SYNCHRONISES, 0, 0, 0, &user, sizes, prepare, run, run, 0, 0},
};

static propp_library library;

#ifndef NO_EXPORT
const propp_library *propp_primitive_library(uint32_t host_abi_version) {
#ifndef ANY_VERSION
    if (host_abi_version != VERSION) return 0;
#else
    (void)host_abi_version;
#endif
#ifdef LIE
    library.abi_version = LIE;
#else
    library.abi_version = VERSION;
#endif
    library.library_size = sizeof(propp_library);
    library.entry_size = ENTRY_SIZE;
    library.problem_size = PROBLEM_SIZE;
    library.sizes_size = sizeof(propp_sizes);
    library.work_size = sizeof(propp_work);
    library.name = NAME;
    library.version = "1.0";
    library.count = COUNT;
    library.entries = ENTRIES;
    library.message = message;
    return &library;
}
#else
const propp_library *other(void) { return library.count ? &library : (void *)entries; }
const void *unused[] = {message};
#endif
