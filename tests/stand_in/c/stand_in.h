/* What the stand-in driver and the stand-in CUPTI know of each other. */
#ifndef STAND_IN_H
#define STAND_IN_H

#include "abi.h"

struct Context {
    uint32_t id;
    int device;
    /* Contexts are never freed, so that use after destruction is noticed. */
    int dead;
};

/* A kernel that is executed. */
typedef struct {
    CUcontext context;
    const char *name;
    /* As CUPTI 13.0 has it: of code that is gone, if that had the same handle. */
    const char *recorded_name;
    uint32_t grid[3], block[3], shared;
    uint32_t correlation;
    const void *module;
    /* 0 outside of graphs. */
    uint32_t graph;
    /* Whether a profiler ran when the graph was made ready. */
    int prepared;
    /* Kernels of the process before this one. */
    uint64_t number;
} Kernel;

/* What CUPTI wants to know of the driver. */
typedef struct {
    void (*call)(uint32_t id, const CUpti_CallbackData *data);
    void (*resource)(uint32_t id, CUcontext context, CUpti_ModuleResourceData *module);
    /* Returns how often the kernel had its effect: once, if all is well. */
    int (*kernel)(const Kernel *kernel);
    void (*copy)(CUcontext context, uint64_t bytes, uint32_t correlation);
    void (*wait)(CUcontext context, uint32_t correlation);
    void (*destroyed)(CUcontext context);
    int (*is_profiled)(CUcontext context);
    void (*unloaded)(const void *module);
} Hooks;

/* The driver's, found by CUPTI by name. */
typedef void SetHooks(const Hooks *hooks);

uint64_t stand_in_now(void);

/* Whether this thread of CUPTI's gives records back. It holds a lock then. */
extern _Thread_local int stand_in_completing;

/* Begins a call of either library: counts and logs it, and says with which
 * status it is to fail. See control.c for what can be asked for. */
uint32_t stand_in_enter(const char *name);
/* The number given with a word, or 0. */
long stand_in_number(const char *word);
/* The text given with a word, or null. */
const char *stand_in_text(const char *word);
/* Nonsense for the call that this thread is in to give, or 0. */
uint64_t stand_in_nonsense(void);
/* Whether this measured launch ends the program. */
int stand_in_dies(void);
/* Logs that propp did what it must not do. */
void stand_in_misuse(const char *what);

#define ENTER(name)                                       \
    do {                                                  \
        uint32_t status_ = stand_in_enter(#name);         \
        if (status_ != SUCCESS) return status_;           \
    } while (0)

#endif
