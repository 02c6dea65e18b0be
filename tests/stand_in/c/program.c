/* A program that does what its arguments say, one after the other:
 *
 *   context DEVICE                make a context
 *   use N                         go back to the N-th context, from 0
 *   second FILE ... end           do what is between, but not where FILE is new
 *   launch KERNEL BLOCKS COUNT    launch a kernel of 32 threads a block
 *   alloc BYTES                   allocate memory, which leads to the memory before it
 *   reach KERNEL NUMBER           launch a kernel with that memory and the number as parameters
 *   bad KERNEL                    a launch that the driver refuses
 *   threads N KERNEL BLOCKS COUNT launch COUNT times on each of N threads
 *   graph KERNEL NODES COUNT      make a graph and launch it COUNT times
 *   capture KERNEL COUNT          launch while the stream is captured
 *   capture-begins, capture-ends  what is between is captured
 *   cubin FILE REGISTERS          load a module with code; kernels are of it from now on
 *   cubins N FILE REGISTERS       the same, while N threads load it, too
 *   copy BYTES, sync, unload, destroy
 *   repeat N ... end              do what is between N times
 *   fork ... parent               the child does what is between, and ends
 *   push NAME, pop                NVTX ranges
 *   range NAME, range-ends        ranges by propp's own calls
 *   own NAME                      launches are this owner's
 *   start, stop                   cudaProfilerStart and cudaProfilerStop
 *   load FILE                     load a library
 *   subscribe                     use CUPTI, as torch.profiler does, and say whether that works
 *   print TEXT, effects           what kernels have done; memory: KiB at most
 *   records                       how many records CUPTI has made
 *   handler CODE                  exit(CODE) when SIGUSR1 comes
 *   at-exit KERNEL                launch a kernel in an exit handler
 *   mute                          close every descriptor but the standard three
 *   sleep MS, exit CODE, _exit CODE, kill, kill-propp
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Context *CUcontext;
typedef struct Function *CUfunction;
typedef struct Module *CUmodule;
typedef struct Graph *CUgraphExec;

extern uint32_t cuInit(unsigned), cuCtxCreate_v2(CUcontext *, unsigned, int);
extern uint32_t cuCtxSetCurrent(CUcontext), cuCtxDestroy_v2(CUcontext), cuCtxSynchronize(void);
extern uint32_t cuModuleLoadData(CUmodule *, const void *), cuModuleUnload(CUmodule);
extern uint32_t stand_in_load(CUmodule *, const char *, int, unsigned);
extern uint32_t cuModuleGetFunction(CUfunction *, CUmodule, const char *);
extern uint32_t cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,
                               unsigned, unsigned, void *, void **, void **);
extern uint32_t stand_in_graph(CUgraphExec *, CUfunction, uint32_t);
extern uint32_t cuGraphLaunch(CUgraphExec, void *), cuGraphExecDestroy(CUgraphExec);
extern uint32_t cuStreamBeginCapture_v2(void *, int), cuStreamEndCapture(void *, void **);
extern uint32_t cuProfilerStart(void), cuProfilerStop(void);
extern uint32_t cuMemAlloc_v2(uint64_t *, size_t);
extern uint32_t cuMemcpyHtoD_v2(uint64_t, const void *, size_t);
extern unsigned long stand_in_effects(void);

static CUcontext context, contexts[16];
static int context_count;
static CUmodule module;
static char *const *word;
static int exit_code;
/* Functions by name, of the module that is loaded. */
static struct { char name[64]; CUfunction function; } known[64];
static int known_count;

static const char *next(void) {
    if (!*word) fprintf(stderr, "program: a word is missing\n"), exit(64);
    return *word++;
}
static unsigned number(void) { return (unsigned)strtoul(next(), NULL, 10); }

static void must(uint32_t status, const char *what) {
    if (status) fprintf(stderr, "program: %s: %u\n", what, status), exit(65);
}

static CUfunction function(const char *name) {
    for (int i = 0; i < known_count; i++)
        if (strcmp(known[i].name, name) == 0) return known[i].function;
    if (!module) must(cuModuleLoadData(&module, ""), "module");
    snprintf(known[known_count].name, sizeof known->name, "%s", name);
    must(cuModuleGetFunction(&known[known_count].function, module, name), "function");
    return known[known_count++].function;
}

static void launch(CUfunction f, unsigned blocks, unsigned threads) {
    uint32_t status = cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, NULL, NULL, NULL);
    if (status) printf("launch failed: %u\n", status);
}

static uint64_t memory_address;
static void reach(CUfunction f, unsigned number) {
    void *params[] = { &memory_address, &number };
    must(cuLaunchKernel(f, 4, 1, 1, 64, 1, 1, 0, NULL, params, NULL), "reach");
}

typedef struct { CUfunction function; unsigned blocks, count; } Work;

static void *work(void *argument) {
    const Work *w = argument;
    must(cuCtxSetCurrent(context), "set current");
    for (unsigned i = 0; i < w->count; i++) launch(w->function, w->blocks, 32);
    return NULL;
}

static void threads(unsigned count, Work *w) {
    pthread_t all[64];
    for (unsigned i = 0; i < count; i++) pthread_create(&all[i], NULL, work, w);
    for (unsigned i = 0; i < count; i++) pthread_join(all[i], NULL);
}

static void range(const char *message) {
    static struct { void (*push)(const char *); void (*pop)(void); } calls;
    const char *path = getenv("NVTX_INJECTION64_PATH");
    void *library = path ? dlopen(path, RTLD_NOW) : NULL;
    if (!library) return;
    if (!calls.push) ((int (*)(void *))dlsym(library, "InitializeInjectionNvtx2"))(&calls);
    if (!calls.push) return;
    if (message) calls.push(message);
    else calls.pop();
}

/* The calls of the injected library, as a hook finds them: by its path. */
static void *ours(const char *call) {
    const char *path = getenv("CUDA_INJECTION64_PATH");
    void *library = path ? dlopen(path, RTLD_NOW) : NULL;
    return library ? dlsym(library, call) : NULL;
}

static void tell(const char *call, const char *name) {
    uint32_t (*number_of)(const char *) = (uint32_t (*)(const char *))ours("propp_name");
    void (*told)(uint32_t, uint32_t) = (void (*)(uint32_t, uint32_t))ours(call);
    if (told) told(name ? number_of(name) : 0, 0);
}

static unsigned long records(void) {
    void *cupti = dlopen("libcupti.so.13", RTLD_NOW);
    if (!cupti) fprintf(stderr, "%s\n", dlerror()), exit(66);
    return ((unsigned long (*)(void))dlsym(cupti, "stand_in_records"))();
}

static void memory(void) {
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmHWM:", 6) == 0) printf("memory %ld\n", strtol(line + 6, NULL, 10));
    if (status) fclose(status);
}

static CUfunction last_kernel;
static void at_exit(void) {
    launch(last_kernel, 1, 32);
    printf("launched at exit\n");
}

static void on_signal(int which) { (void)which, exit(exit_code); }

/* Leaves out the steps up to a word, and that. */
static void skip_to(const char *end) { while (strcmp(next(), end) != 0) {} }

static void steps(const char *end);

static void step(const char *name) {
#define IS(text) (strcmp(name, text) == 0)
    if (IS("context")) {
        unsigned device = number();
        must(cuInit(0), "cuInit"), must(cuCtxCreate_v2(&context, 0, (int)device), "context");
        contexts[context_count++] = context;
    } else if (IS("use")) must(cuCtxSetCurrent(context = contexts[number()]), "use");
    else if (IS("second")) {
        if (open(next(), O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0) skip_to("end");
        else steps("end");
    } else if (IS("launch")) {
        CUfunction f = function(next());
        unsigned blocks = number(), count = number();
        for (unsigned i = 0; i < count; i++) launch(f, blocks, 32);
    } else if (IS("alloc")) must(cuMemAlloc_v2(&memory_address, number()), "alloc");
    else if (IS("reach")) {
        CUfunction f = function(next());
        reach(f, number());
    } else if (IS("bad")) launch(function(next()), 1, 2048);
    else if (IS("threads")) {
        unsigned count = number();
        Work w = { .function = function(next()) };
        w.blocks = number(), w.count = number();
        threads(count, &w);
    } else if (IS("graph")) {
        CUgraphExec graph;
        CUfunction f = function(next());
        unsigned nodes = number(), count = number();
        must(stand_in_graph(&graph, f, nodes), "graph");
        for (unsigned i = 0; i < count; i++) must(cuGraphLaunch(graph, NULL), "graph launch");
        must(cuGraphExecDestroy(graph), "graph");
    } else if (IS("capture")) {
        void *graph;
        CUfunction f = function(next());
        must(cuStreamBeginCapture_v2(NULL, 0), "capture");
        for (unsigned i = number(); i > 0; i--) launch(f, 1, 32);
        must(cuStreamEndCapture(NULL, &graph), "capture");
    } else if (IS("capture-begins")) must(cuStreamBeginCapture_v2(NULL, 0), "capture");
    else if (IS("capture-ends")) {
        void *graph;
        must(cuStreamEndCapture(NULL, &graph), "capture");
    } else if (IS("copy")) must(cuMemcpyHtoD_v2(0, NULL, number()), "copy");
    else if (IS("sync")) must(cuCtxSynchronize(), "sync");
    else if (IS("cubin")) {
        const char *path = next();
        must(stand_in_load(&module, path, (int)number(), 0), "cubin"), known_count = 0;
    } else if (IS("cubins")) {
        unsigned count = number();
        const char *path = next();
        must(stand_in_load(&module, path, (int)number(), count), "cubins"), known_count = 0;
    } else if (IS("unload")) must(cuModuleUnload(module), "unload"), module = NULL, known_count = 0;
    else if (IS("destroy")) must(cuCtxDestroy_v2(context), "destroy");
    else if (IS("repeat")) {
        unsigned count = number();
        char *const *begin = word;
        for (unsigned i = 0; i < count; i++) word = begin, steps("end");
    } else if (IS("fork")) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) steps("parent"), exit(0);
        int status;
        waitpid(child, &status, 0);
        if (status) printf("child: %d\n", status);
        skip_to("parent");
    } else if (IS("start")) must(cuProfilerStart(), "start");
    else if (IS("stop")) must(cuProfilerStop(), "stop");
    else if (IS("push")) range(next());
    else if (IS("pop")) range(NULL);
    else if (IS("range")) tell("propp_range_push", next());
    else if (IS("range-ends")) tell("propp_range_pop", NULL);
    else if (IS("own")) tell("propp_owner", next());
    else if (IS("load")) {
        if (!dlopen(next(), RTLD_NOW | RTLD_LOCAL)) fprintf(stderr, "%s\n", dlerror()), exit(66);
    } else if (IS("subscribe")) {
        void *cupti = dlopen("libcupti.so.13", RTLD_NOW), *subscriber;
        if (!cupti) fprintf(stderr, "%s\n", dlerror()), exit(66);
        uint32_t (*subscribe)(void **, void *, void *) =
            (uint32_t (*)(void **, void *, void *))dlsym(cupti, "cuptiSubscribe");
        printf("subscribed: %u\n", subscribe(&subscriber, NULL, NULL));
    } else if (IS("print")) printf("%s\n", next()), fflush(stdout);
    else if (IS("effects")) printf("effects %lu\n", stand_in_effects());
    else if (IS("memory")) memory();
    else if (IS("records")) printf("records %lu\n", records());
    else if (IS("handler")) exit_code = (int)number(), signal(SIGUSR1, on_signal);
    else if (IS("at-exit")) last_kernel = function(next()), atexit(at_exit);
    else if (IS("mute")) for (int i = 3; i < 4096; i++) close(i);
    else if (IS("sleep")) usleep(number() * 1000);
    else if (IS("exit")) exit((int)number());
    else if (IS("_exit")) fflush(stdout), _exit((int)number());
    else if (IS("kill")) fflush(stdout), kill(getpid(), SIGKILL);
    else if (IS("kill-propp")) kill(getppid(), SIGKILL);
    else fprintf(stderr, "program: %s?\n", name), exit(64);
}

/* Up to a word, or to the last. */
static void steps(const char *end) {
    while (*word) {
        const char *name = next();
        if (end && strcmp(name, end) == 0) return;
        step(name);
    }
}

int main(int argc, char *argv[]) {
    (void)argc;
    word = argv + 1;
    steps(NULL);
    return 0;
}
