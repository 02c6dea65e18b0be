#!/usr/bin/env bash
# Compiles sources into cubins, one for each architecture.
#
#     crates/code/sass/tables/compile.sh FILE...      into $OUT/STEM.sm_NN.cubin
#
#     OUT      where to (target/sass/cubins)
#     NVCC     the compiler (target/cuda-13.0/bin/nvcc)
#     ARCHES   the architectures (75 80 86 89 90 100 120)
#     LINES    -lineinfo, or empty for none (-lineinfo)
#     JOBS     how many at a time (2)
#
# A cubin that is there is kept.
set -euo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
export root OUT=${OUT:-$root/target/sass/cubins} NVCC=${NVCC:-$root/target/cuda-13.0/bin/nvcc}
export LINES=${LINES--lineinfo}
mkdir -p "$OUT"

compile() {
    local source=$1 arch=$2 name object
    name=$(basename "${source%.*}")
    object=$OUT/$name.sm_$arch.cubin
    [[ -e $object ]] && return 0
    # shellcheck disable=SC2086
    nice -n 15 "$NVCC" -std=c++17 -O3 $LINES -arch="sm_$arch" -I "$root/primitives" -cubin "$source" \
        -o "$object.new" 2>"$object.log" || { echo "not compiled: $source for sm_$arch" >&2; return 0; }
    rm "$object.log"
    mv "$object.new" "$object"
}
export -f compile

for source in "$@"; do
    for arch in ${ARCHES:-75 80 86 89 90 100 120}; do
        printf '%s\0%s\0' "$source" "$arch"
    done
done | xargs -0 -n 2 -P "${JOBS:-2}" bash -c 'compile "$@"' compile
