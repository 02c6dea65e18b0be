/* A program that never loads CUDA: nothing is injected, nothing recorded, and it
   must run as if it had been started alone. */
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) printf("%s%c", argv[i], i + 1 < argc ? ' ' : '\n');
    return argc > 1 ? 0 : 7;
}
