#!/usr/bin/env bash
# Compiles every device test program, and the transpose example, into DIR.
#
#     tests/device/build.sh DIR
#
#     NVCC        the compiler (nvcc)
#     ARCH        its -arch (native where it finds a GPU, else sm_90)
#     NVCCFLAGS   further flags, such as -I and -L of a toolkit from pip
#     CC          for the one plain C program (cc)
#     JOBS        how many at a time (one per processor)
#
# A warning is an error. The first failure stops the build.
set -euo pipefail

if [[ $# -ne 1 ]]; then
    echo "usage: $0 DIR" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
export DIR=$(cd "$1" && pwd)
export NVCC=${NVCC:-nvcc} CC=${CC:-cc} NVCCFLAGS=${NVCCFLAGS:-}
if ! command -v "$NVCC" >/dev/null; then
    echo "$0: no $NVCC; name it in NVCC or put it on PATH" >&2
    exit 127
fi

# With -arch=native and no GPU nvcc only warns, and takes an architecture that is
# nobody's: so ask first.
if [[ -z ${ARCH:-} ]]; then
    steps=$("$NVCC" -arch=native --dryrun -c -x cu /dev/null 2>&1) || steps='Cannot find valid GPU'
    case $steps in
    *'Cannot find valid GPU'*) ARCH=sm_90 ;;
    *) ARCH=native ;;
    esac
fi
export ARCH

compile() {
    local source=$1 name
    name=$(basename "${source%.*}")
    echo "$name"
    case $source in
    *.c)
        "$CC" -O2 -Wall -Wextra -Werror "$source" -o "$DIR/$name"
        ;;
    *)
        # The host compiler does not know `#pragma unroll` in functions for both sides.
        # shellcheck disable=SC2086
        "$NVCC" -std=c++17 -O3 -arch="$ARCH" -lineinfo $NVCCFLAGS -Werror all-warnings \
            -Xcompiler -Wall,-Wextra,-Werror,-Wno-unknown-pragmas "$source" -o "$DIR/$name"
        ;;
    esac || exit 255 # which makes xargs stop
}
export -f compile

echo "$NVCC -arch=$ARCH -> $DIR"
printf '%s\0' "$here"/*.cu "$here"/robust/*.cu "$here"/robust/*.c \
    "$here"/../../examples/transpose/transpose.cu |
    xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c 'compile "$1"' compile
