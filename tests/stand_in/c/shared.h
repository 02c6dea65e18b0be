/* What the parts of the stand-in CUPTI know of each other. */
#ifndef SHARED_H
#define SHARED_H

#include "stand_in.h"

/* callbacks.c: makes the driver tell CUPTI what happens. */
void connect_to_driver(void);

/* activity.c */
void activity_kernel(const Kernel *kernel);
void activity_copy(CUcontext context, uint64_t bytes, uint32_t correlation);
void activity_wait(CUcontext context, uint32_t correlation);

/* ranges.c */
int ranges_kernel(const Kernel *kernel);
void samples_kernel(const Kernel *kernel);
void ranges_destroyed(CUcontext context);
int ranges_is_profiled(CUcontext context);
void ranges_unloaded(const void *module);

/* host.c */
uint64_t hash_of(const char *name);

enum { GROUPS = 16 };

/* A configuration. */
typedef struct {
    char magic[8];
    /* What the names' hashes add up to: their order does not matter. */
    uint64_t set;
    uint64_t passes;
    /* Counters of each group. */
    uint64_t groups, sizes[GROUPS];
} Config;

/* A range in a counter image. */
typedef struct {
    Name name;
    /* The first counter's value. */
    double base;
    /* The group that was read, or -1 for all. */
    int64_t group;
} Range;

/* The front of a counter image; the hashes of the counters' names follow, then
 * the ranges. */
typedef struct {
    char magic[8];
    uint64_t set, counters, capacity, used, sizes[GROUPS];
    uint64_t hashes[];
} Image;

static inline Range *ranges_of(const Image *image) {
    return (Range *)(image->hashes + image->counters);
}
static inline size_t size_of_image(size_t counters, size_t capacity) {
    return sizeof(Image) + counters * sizeof(uint64_t) + capacity * sizeof(Range);
}

#define CONFIG_MAGIC "SICONF\0"
#define IMAGE_MAGIC "SIIMAGE"

#endif
