/* Works for a second without CUDA, then opens the driver by dlopen and uses it: there is no
   CUDA runtime in the program, and when it starts nothing tells that it will use a GPU. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* values[i] = 3 * values[i] + 1 for the 64 threads of one block. */
static const char ptx[] =
    ".version 7.0\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".visible .entry advance(.param .u64 values)\n"
    "{\n"
    "    .reg .u32 %value, %lane;\n"
    "    .reg .u64 %offset, %at;\n"
    "    mov.u32             %lane, %tid.x;\n"
    "    mul.wide.u32        %offset, %lane, 4;\n"
    "    ld.param.u64        %at, [values];\n"
    "    cvta.to.global.u64  %at, %at;\n"
    "    add.u64             %at, %at, %offset;\n"
    "    ld.global.u32       %value, [%at];\n"
    "    mad.lo.u32          %value, %value, 3, 1;\n"
    "    st.global.u32       [%at], %value;\n"
    "    ret;\n"
    "}\n";

static void *driver;

static void check(int status, const char *what) {
    if (status != 0) {
        fprintf(stderr, "%s: driver error %d\n", what, status);
        exit(1);
    }
}

static void *function(const char *name) {
    void *address = dlsym(driver, name);
    if (!address) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return address;
}

typedef unsigned long long Address;

int main(void) {
    unsigned work = 1;
    for (clock_t start = clock(); clock() - start < CLOCKS_PER_SEC;) work = work * 1664525u + 1;
    if (work == 0) fprintf(stderr, "0\n"); /* so that the work is done */

    driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    int (*init)(unsigned) = function("cuInit");
    int (*device_get)(int *, int) = function("cuDeviceGet");
    int (*retain)(void **, int) = function("cuDevicePrimaryCtxRetain");
    int (*set_current)(void *) = function("cuCtxSetCurrent");
    int (*load)(void **, const void *) = function("cuModuleLoadData");
    int (*get_function)(void **, void *, const char *) = function("cuModuleGetFunction");
    int (*allocate)(Address *, size_t) = function("cuMemAlloc_v2");
    int (*upload)(Address, const void *, size_t) = function("cuMemcpyHtoD_v2");
    int (*download)(void *, Address, size_t) = function("cuMemcpyDtoH_v2");
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  void *, void **, void **) = function("cuLaunchKernel");

    int device;
    void *context, *module, *advance;
    check(init(0), "cuInit");
    check(device_get(&device, 0), "cuDeviceGet");
    check(retain(&context, device), "cuDevicePrimaryCtxRetain");
    check(set_current(context), "cuCtxSetCurrent");
    check(load(&module, ptx), "cuModuleLoadData");
    check(get_function(&advance, module, "advance"), "cuModuleGetFunction");

    unsigned numbers[64], expected[64];
    for (unsigned i = 0; i < 64; i++) numbers[i] = expected[i] = i;
    Address values;
    check(allocate(&values, sizeof numbers), "cuMemAlloc");
    check(upload(values, numbers, sizeof numbers), "cuMemcpyHtoD");
    void *arguments[] = {&values};
    for (int i = 0; i < 20; i++) {
        check(launch(advance, 1, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL), "cuLaunchKernel");
        for (unsigned at = 0; at < 64; at++) expected[at] = 3 * expected[at] + 1;
    }
    check(download(numbers, values, sizeof numbers), "cuMemcpyDtoH");
    for (unsigned at = 0; at < 64; at++) {
        if (numbers[at] != expected[at]) {
            fprintf(stderr, "wrong result: advance\n");
            return 1;
        }
    }
    printf("advance: 20 launches, the last value is %u\n", numbers[63]);
    return 0;
}
