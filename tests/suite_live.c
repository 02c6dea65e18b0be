// A driver with one GPU that can be asked what it is, and nothing else.
#include <stddef.h>
#include <string.h>

int cuInit(unsigned flags) { (void)flags; return 0; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return ordinal; }
int cuDeviceGetName(char *name, int length, int device) {
    (void)device;
    strncpy(name, "Test GPU/1", (size_t)length);
    return 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int device) { (void)device; *bytes = 1 << 30; return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
    (void)device;
    *value = attribute == 75 ? 9 : attribute == 76 ? 0 : 1;
    return 0;
}
