#!/bin/sh
# Runs propp's device tests (as gpu-test) or benchmarks (as bench-collect and bench-programs) on this
# machine, which needs an NVIDIA GPU with its driver and no cargo. Arguments go to
# the binary: for gpu-test a filter, --list, ... Exit code 4: no GPU here.
set -u

name=$(basename -- "$0")

PROPP_DIST=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
PROPP_BIN=$PROPP_DIST/bin/propp
export PROPP_DIST PROPP_BIN

if [ ! -e /dev/nvidiactl ]; then
    echo "$name: no NVIDIA GPU on this machine (there is no /dev/nvidiactl)," \
        "so nothing was run" >&2
    exit 4
fi

# What the user names comes before what happens to be there.
find_nvcc() {
    for nvcc in "${PROPP_NVCC:-}" "${PROPP_CUDA_DIR:-}/bin/nvcc" "${CUDA_HOME:-}/bin/nvcc" \
        "${CUDA_PATH:-}/bin/nvcc" "$(command -v nvcc)" /usr/local/cuda/bin/nvcc \
        /usr/local/cuda-*/bin/nvcc; do
        if [ -x "$nvcc" ]; then
            echo "$nvcc"
            return
        fi
    done
}

PROPP_NVCC=$(find_nvcc)
if [ -n "$PROPP_NVCC" ]; then
    export PROPP_NVCC
    echo "$name: compiling with $PROPP_NVCC"
else
    unset PROPP_NVCC
    echo "$name: no nvcc on PATH or under /usr/local/cuda*; what compiles" \
        "CUDA sources will fail; name one with PROPP_NVCC" >&2
fi

exec "$PROPP_DIST/bin/propp-$name" "$@"
