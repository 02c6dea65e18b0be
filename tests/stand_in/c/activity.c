/* The stand-in CUPTI: records of what ran when. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "shared.h"

typedef void Requested(uint8_t **buffer, size_t *size, size_t *records);
typedef void Completed(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid);

/* Every kernel takes this long, as far as anybody is told. */
enum { KERNEL_NS = 10000, COPY_NS = 5000, WAIT_NS = 2000, STREAM = 7 };

typedef struct {
    uint8_t *bytes;
    size_t size, used;
} Buffer;

static Requested *requested;
static Completed *completed;
static unsigned char enabled[KINDS];
static Buffer buffer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

EXPORT CUptiResult cuptiActivityRegisterCallbacks(Requested *request, Completed *complete) {
    ENTER(cuptiActivityRegisterCallbacks);
    requested = request;
    completed = complete;
    return SUCCESS;
}

EXPORT CUptiResult cuptiActivityEnable(uint32_t kind) {
    ENTER(cuptiActivityEnable);
    if (kind >= KINDS) return CUPTI_INVALID_PARAMETER;
    connect_to_driver();
    enabled[kind] = 1;
    return SUCCESS;
}

EXPORT CUptiResult cuptiActivityDisable(uint32_t kind) {
    ENTER(cuptiActivityDisable);
    if (kind >= KINDS) return CUPTI_INVALID_PARAMETER;
    enabled[kind] = 0;
    /* Whoever has not flushed has lost them. */
    pthread_mutex_lock(&lock);
    buffer.used = 0;
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

/* How many records were made. */
static unsigned long made;

EXPORT unsigned long stand_in_records(void) { return made; }

static void give_back(Buffer full) {
    /* Without the lock: the other side asks for the records. */
    if (!full.bytes) return;
    stand_in_completing = 1;
    completed(NULL, 0, full.bytes, full.size, full.used);
    stand_in_completing = 0;
}

static size_t size_of(const uint8_t *record) {
    switch (*(const uint32_t *)record) {
    case KIND_KERNEL: return sizeof(CUpti_ActivityKernel10);
    case KIND_MEMCPY: return sizeof(CUpti_ActivityMemcpy6);
    case KIND_SYNCHRONIZATION: return sizeof(CUpti_ActivitySynchronization2);
    default: abort();
    }
}

static void add(const void *record) {
    size_t size = size_of(record);
    Buffer full = { 0 };
    if (!enabled[*(const uint32_t *)record]) return;
    pthread_mutex_lock(&lock);
    if (buffer.bytes && buffer.used + size > buffer.size) {
        full = buffer;
        buffer = (Buffer){ 0 };
    }
    if (!buffer.bytes) {
        size_t records = 0;
        requested(&buffer.bytes, &buffer.size, &records);
    }
    made++;
    memcpy(buffer.bytes + buffer.used, record, size);
    buffer.used += size;
    pthread_mutex_unlock(&lock);
    give_back(full);
}

EXPORT CUptiResult cuptiActivityFlushAll(uint32_t forced) {
    (void)forced;
    ENTER(cuptiActivityFlushAll);
    pthread_mutex_lock(&lock);
    Buffer full = buffer;
    buffer = (Buffer){ 0 };
    pthread_mutex_unlock(&lock);
    give_back(full);
    return SUCCESS;
}

EXPORT CUptiResult cuptiActivityGetNextRecord(uint8_t *bytes, size_t valid, uint8_t **record) {
    ENTER(cuptiActivityGetNextRecord);
    uint8_t *next = *record ? *record + size_of(*record) : bytes;
    if (next >= bytes + valid) return CUPTI_MAX_LIMIT_REACHED;
    *record = next;
    uint64_t nonsense = stand_in_nonsense();
    if (nonsense && *(uint32_t *)next == KIND_KERNEL) {
        CUpti_ActivityKernel10 *kernel = (CUpti_ActivityKernel10 *)next;
        kernel->start = nonsense, kernel->end = nonsense >> 7, kernel->name = NULL;
        kernel->deviceId = (uint32_t)nonsense, kernel->gridX = -(int)(nonsense >> 40);
    }
    return SUCCESS;
}

EXPORT CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext context, uint32_t stream,
                                                     size_t *dropped) {
    static int told;
    (void)context, (void)stream;
    ENTER(cuptiActivityGetNumDroppedRecords);
    *dropped = told++ ? 0 : (size_t)stand_in_number("lost") + stand_in_nonsense() % 1000;
    return SUCCESS;
}

void activity_kernel(const Kernel *kernel) {
    uint64_t now = stand_in_now();
    /* What is replayed meanwhile is not timed. */
    uint64_t end = now + (ranges_is_profiled(kernel->context) ? 0 : KERNEL_NS);
    CUpti_ActivityKernel10 record = {
        .kind = KIND_KERNEL, .registersPerThread = 16, .start = now, .end = end, .completed = end, .deviceId = (uint32_t)kernel->context->device,
        .contextId = kernel->context->id, .streamId = STREAM,
        .gridX = (int)kernel->grid[0], .gridY = (int)kernel->grid[1], .gridZ = (int)kernel->grid[2],
        .blockX = (int)kernel->block[0], .blockY = (int)kernel->block[1],
        .blockZ = (int)kernel->block[2], .dynamicSharedMemory = (int)kernel->shared,
        .correlationId = kernel->correlation, .name = kernel->recorded_name, .graphId = kernel->graph,
    };
    add(&record);
}

void activity_copy(CUcontext context, uint64_t bytes, uint32_t correlation) {
    uint64_t now = stand_in_now();
    CUpti_ActivityMemcpy6 record = {
        .kind = KIND_MEMCPY, .copyKind = 1, .srcKind = 1, .dstKind = 3, .bytes = bytes,
        .start = now, .end = now + COPY_NS, .deviceId = (uint32_t)context->device,
        .contextId = context->id, .streamId = STREAM, .correlationId = correlation,
    };
    add(&record);
}

void activity_wait(CUcontext context, uint32_t correlation) {
    uint64_t now = stand_in_now();
    CUpti_ActivitySynchronization2 record = {
        .kind = KIND_SYNCHRONIZATION, .type_ = 4, .start = now, .end = now + WAIT_NS,
        .correlationId = correlation, .contextId = context->id, .streamId = UINT32_MAX,
    };
    add(&record);
}
