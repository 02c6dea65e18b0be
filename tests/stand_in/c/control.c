/* What a test asks of the stand-ins, in the variable STAND_IN: sentences with
 * semicolons between them.
 *
 *   fail CALL N STATUS     the N-th use of CALL (0: every) returns STATUS
 *   signal CALL N          the N-th use of CALL raises SIGUSR1
 *   hang KERNEL            launches of KERNEL (*: of any) never end while they are measured
 *   die KERNEL             a launch of KERNEL ends the program while it is measured
 *   die-patched KERNEL     the same, where code is patched
 *   die-replayed KERNEL    the same, where launches are replayed
 *   chaos SEED             one thing goes wrong, which follows from SEED: a call fails,
 *                          gives nonsense, or never returns, or a measured launch
 *                          ends the program
 *   gone N                 from the N-th call on, every one of CUPTI's and of the driver's
 *                          fails, as after a GPU has fallen off the bus
 *   torn YES               the code of modules cannot be read
 *   nested YES             asked for the number of a context, CUPTI loads a module
 *   slow N                 a measured launch takes N ms
 *   busy N                 the work of a context, marked for the N-th time, is not over for two seconds
 *   late N                 a kernel runs N us after its launch was called
 *   drop N                 the N-th range finds no room
 *   ranges N               a measured launch gives N ranges
 *   lost N                 CUPTI says that it dropped N records, once
 *
 * They are heeded in the profiled program alone, not in propp. STAND_IN_LOG
 * names a file that lists the calls each process made, each once, and what
 * propp did wrong. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stand_in.h"

enum { CALLS = 128, SENTENCES = 16 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char sentences[SENTENCES][4][64];
static int sentence_count;
static struct { const char *name; uint64_t uses; } calls[CALLS];
static int call_count, is_program;
static pid_t process;
_Thread_local int stand_in_completing;

static void plan_chaos(uint64_t seed);

/* Which call is the first that no GPU answers (0: none), and how many there were. */
static uint64_t gone_at;
static _Atomic uint64_t all_calls;

static void read_control(void) {
    is_program = getenv("PROPP_INJECT_CONFIG") != NULL;
    process = getpid();
    const char *text = is_program ? getenv("STAND_IN") : NULL;
    char copy[1024], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", text ? text : "");
    for (char *one = strtok_r(copy, ";", &rest); one; one = strtok_r(NULL, ";", &rest)) {
        char (*words)[64] = sentences[sentence_count];
        if (sscanf(one, "%63s %63s %63s %63s", words[0], words[1], words[2], words[3]) > 0)
            sentence_count++;
        if (strcmp(words[0], "chaos") == 0) plan_chaos(strtoull(words[1], NULL, 10));
        if (strcmp(words[0], "gone") == 0) gone_at = strtoull(words[1], NULL, 10);
    }
}

/* What goes wrong, in which of CUPTI's calls (or measured launches), and with what. */
static enum { NOTHING, FAILS, NONSENSE, HANGS, DIES } chaos;
static uint64_t chaos_at, chaos_value, chaos_calls;
static _Thread_local uint64_t nonsense;

static uint64_t mixed(uint64_t seed) {
    seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebu;
    return seed ^ (seed >> 31);
}

static void plan_chaos(uint64_t seed) {
    static const unsigned char statuses[] = { 1, 2, 3, 7, 8, 12, 13, 15, 26, 35, 39, 41 };
    chaos = FAILS + (int)(mixed(seed) % 4);
    /* Most calls are made at the beginning; some programs make hundreds. */
    uint64_t range = (uint64_t)8 << mixed(seed + 1000003) % 6;
    chaos_at = 1 + mixed(seed + 2000003) % (chaos == DIES ? 12 : range);
    chaos_value = mixed(seed + 3000017) | 1;
    if (chaos == FAILS) chaos_value = statuses[chaos_value % sizeof statuses];
}

/* The status with which this call of CUPTI's fails. Locked. */
static uint32_t goes_wrong(void) {
    nonsense = 0;
    if (chaos == NOTHING || chaos == DIES || ++chaos_calls != chaos_at) return SUCCESS;
    if (chaos == NONSENSE) nonsense = chaos_value;
    return chaos == FAILS ? (uint32_t)chaos_value : SUCCESS;
}

uint64_t stand_in_nonsense(void) { return nonsense; }

int stand_in_dies(void) {
    static uint64_t launches;
    pthread_once(&once, read_control);
    return chaos == DIES && ++launches == chaos_at;
}

static void write_log(const char *kind, const char *text) {
    const char *path = is_program ? getenv("STAND_IN_LOG") : NULL;
    char line[256];
    /* Opened each time: the program may close whatever is open. */
    int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    int length = snprintf(line, sizeof line, "%s %s\n", kind, text);
    if (file < 0) return;
    if (write(file, line, (size_t)length) != length) abort();
    close(file);
}

void stand_in_misuse(const char *what) {
    pthread_once(&once, read_control);
    write_log("misuse", what);
}

/* How often a call was used, this time included. */
static uint64_t use(const char *name) {
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < call_count && strcmp(calls[i].name, name) != 0) i++;
    if (i == CALLS) abort();
    if (i == call_count) calls[call_count++].name = name;
    uint64_t uses = ++calls[i].uses;
    if (uses == 1) write_log("call", name);
    pthread_mutex_unlock(&lock);
    return uses;
}

uint32_t stand_in_enter(const char *name) {
    pthread_once(&once, read_control);
    if (!is_program) return SUCCESS;
    if (getpid() != process) stand_in_misuse("a call in a forked child");
    if (stand_in_completing && strncmp(name, "cuptiActivity", 13) != 0)
        stand_in_misuse("a call while records are given back: it can deadlock");
    uint64_t uses = use(name);
    if (gone_at != 0 && ++all_calls >= gone_at) return CUPTI_UNKNOWN;
    if (strncmp(name, "cupti", 5) == 0) {
        pthread_mutex_lock(&lock);
        uint32_t status = goes_wrong();
        int hangs = chaos == HANGS && chaos_calls == chaos_at;
        pthread_mutex_unlock(&lock);
        if (hangs) for (;;) pause();
        if (status != SUCCESS) return status;
    }
    for (int i = 0; i < sentence_count; i++) {
        char (*words)[64] = sentences[i];
        uint64_t which = strtoull(words[2], NULL, 10);
        if (strcmp(words[1], name) != 0 || (which != 0 && which != uses)) continue;
        if (strcmp(words[0], "signal") == 0) raise(SIGUSR1);
        if (strcmp(words[0], "fail") == 0) return (uint32_t)strtoul(words[3], NULL, 10);
    }
    return SUCCESS;
}

const char *stand_in_text(const char *word) {
    pthread_once(&once, read_control);
    for (int i = 0; i < sentence_count; i++)
        if (strcmp(sentences[i][0], word) == 0) return sentences[i][1];
    return NULL;
}

long stand_in_number(const char *word) {
    const char *text = stand_in_text(word);
    return text ? strtol(text, NULL, 10) : 0;
}

uint64_t stand_in_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
