/* As much of libtorch_cpu.so as propp asks, by the symbols that its C++ functions have. */

#include <stdint.h>

struct node {
    const void *before[3];
    uint64_t number, between[2], thread;
};

struct count {
    const void *methods;
    int owners;
};

struct shared {
    struct node *node;
    struct count *count;
};

#pragma GCC visibility push(default)

static uint64_t threads;
static __thread uint64_t thread, made;
static __thread struct shared evaluated;

/* at::RecordFunction::currentThreadId() */
uint64_t _ZN2at14RecordFunction15currentThreadIdEv(void) {
    return thread ? thread : (thread = __sync_add_and_fetch(&threads, 1));
}

/* at::sequence_number::peek() */
uint64_t _ZN2at15sequence_number4peekEv(void) { return made; }

/* torch::autograd::get_current_node() */
struct shared *_ZN5torch8autograd16get_current_nodeEv(struct shared *to) {
    *to = evaluated;
    if (to->count) __sync_add_and_fetch(&to->count->owners, 1);
    return to;
}

void stand_in_make(struct node *node) {
    node->number = made++;
    node->thread = _ZN2at14RecordFunction15currentThreadIdEv();
}

/* Runs something while this thread evaluates a node. Returns how many own the node then. */
int stand_in_evaluate(struct node *node, void (*work)(void)) {
    struct count count = {0, 1};
    struct shared outer = evaluated;
    evaluated = (struct shared){node, &count};
    work();
    evaluated = outer;
    return count.owners;
}
