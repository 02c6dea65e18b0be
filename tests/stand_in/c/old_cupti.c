/* The CUPTI of a program that was built for CUDA 12. */
unsigned cuptiGetVersion(unsigned *version) { return *version = 26, 0; }
