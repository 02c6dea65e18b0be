#!/usr/bin/env bash
# Compiles the four primitive libraries and the checker into OUT.
#
#     primitives/build.sh [TARGET...]      own, cub, thrust, cublas, check; all without
#
#     OUT         where to (target/primitives)
#     NVCC        the compiler (nvcc)
#     ARCH        its -arch (native where it finds a GPU, else sm_90)
#     NVCCFLAGS   further flags, such as -I and -L of a toolkit from pip
#     JOBS        how many at a time (2)
#
# A warning is an error. What is newer than its sources and every header is kept.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
export NVCC=${NVCC:-nvcc} NVCCFLAGS=${NVCCFLAGS:-}
mkdir -p "${OUT:=$here/../target/primitives}"
OUT=$(cd "$OUT" && pwd)
export OUT SRC=$here/src
targets=("$@")
# What takes longest first.
[[ $# -gt 0 ]] || targets=(thrust cub own cublas check)
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

warnings=-Xcompiler=-Wall,-Wextra,-Werror,-Wno-unknown-pragmas
export FLAGS="-std=c++17 -O3 -arch=$ARCH -Werror all-warnings $warnings $NVCCFLAGS"
# -lineinfo lets the profiler show source lines; for CUB and Thrust it would double
# the size to show headers of NVIDIA's.
compile() {
    local source=$1 object=$OUT/${1%.*}.o lines= header
    [[ $source == own* ]] && lines=-lineinfo
    if [[ -e $object ]]; then
        local fresh=yes
        for header in "$SRC/$source" "$SRC"/*.hpp "$SRC"/*.cuh "$SRC"/../propp_primitive.h; do
            [[ $header -nt $object ]] && fresh=
        done
        [[ -z $fresh ]] || return 0
    fi
    echo "$source"
    # shellcheck disable=SC2086
    "$NVCC" $FLAGS $lines -Xcompiler=-fPIC,-fvisibility=hidden -c "$SRC/$source" -o "$object.new" &&
        mv "$object.new" "$object" || exit 255 # which makes xargs stop
}
export -f compile

libraries=()
sources=()
checker=
for target in "${targets[@]}"; do
    case $target in
    own | cub | thrust | cublas)
        libraries+=("$target")
        for source in "$SRC/$target"_*.cu "$SRC/$target.cpp"; do sources+=("${source##*/}"); done
        ;;
    check) checker=yes ;;
    *)
        echo "$0: no target $target; there are own, cub, thrust, cublas and check" >&2
        exit 2
        ;;
    esac
done

echo "$NVCC -arch=$ARCH -> $OUT"
if [[ ${#libraries[@]} -gt 0 ]]; then
    printf '%s\0' "${sources[@]}" work.cpp | xargs -0 -n 1 -P "${JOBS:-2}" bash -c 'compile "$1"' compile
fi
for library in ${libraries[@]+"${libraries[@]}"}; do
    objects=("$OUT/work.o")
    for source in "$SRC/$library"_*.cu "$SRC/$library.cpp"; do
        object=${source##*/}
        objects+=("$OUT/${object%.*}.o")
    done
    # shellcheck disable=SC2086
    "$NVCC" -arch="$ARCH" $NVCCFLAGS -shared -cudart static "${objects[@]}" -ldl -o "$OUT/libpropp_$library.so"
    echo "libpropp_$library.so"
done
if [[ -n $checker ]]; then
    # shellcheck disable=SC2086
    "$NVCC" $FLAGS -cudart static "$here/check/check.cu" -ldl -o "$OUT/check"
    echo check
fi
