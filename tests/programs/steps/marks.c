// NVTX ranges for marks.py. NVTX is a library of headers, so that Python needs something compiled.
//
//     gcc -O1 -shared -fPIC -I/usr/local/cuda/include marks.c -o libmarks.so -ldl

#include <nvtx3/nvToolsExt.h>

void mark_push(const char *name) { nvtxRangePushA(name); }

void mark_pop(void) { nvtxRangePop(); }
