#include <stddef.h>
#include <stdint.h>
/* Old and new versions of a function side by side, under their true names. */
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
