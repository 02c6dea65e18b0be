#!/usr/bin/env bash
# Records the order of launches of each program here: record.sh PROPP OUT [NAME...]
# PROGRAMS=unseen.py takes those of another file, PARALLEL=4 runs four at once.
set -u
propp=$(realpath "$1") out=$(realpath "$2")
shift 2
cd "$(dirname "$0")" || exit 1
work=$(mktemp -d)
cuda=${CUDA_HOME:-/usr/local/cuda}
gcc -O1 -shared -fPIC -I"$cuda/include" marks.c -o "$work/libmarks.so" -ldl || exit 1
export STEP_MARKS=$work/libmarks.so XDG_CACHE_HOME=$work/cache
# Frameworks bring a CUPTI of their own, and ranges are told to that one.
own=$(python3 -c 'import glob, sysconfig
print(*glob.glob(sysconfig.get_path("purelib") + "/nvidia/*/lib/libcupti.so*")[:1])')

record() {
    local name=$1
    shift
    local from=()
    [ "$1" = python3 ] && [ -n "$own" ] && from=(--cuda-dir "$(dirname "$own")")
    if "$propp" profile --runs trace --nvtx-include all "${from[@]}" -o "$work/$name.propp" \
        -- "$@" > "$work/$name.log" 2>&1; then
        python3 sequence.py "$work/$name.propp" > "$work/$name.txt" &&
            gzip -9 -n -c "$work/$name.txt" > "$out/$name.txt.gz"
    else
        echo "$name failed"
    fi
    tail -n 25 "$work/$name.log" > "$out/$name.log"
}

programs=${PROGRAMS:-programs.py}
for source in *.cu; do
    [ "$programs" = programs.py ] || break
    [ -e "$source" ] && nvcc -O2 -lineinfo -o "$work/${source%.cu}" "$source" -ldl
done
names=("$@")
if [ ${#names[@]} = 0 ]; then
    mapfile -t names < <(python3 "$programs" --list; ls "$work" | grep -v '\.')
fi
for name in "${names[@]}"; do
    [ -d "$work/$name" ] && continue
    if [ -x "$work/$name" ]; then record "$name" "$work/$name" & else
        record "$name" python3 "$programs" "$name" &
    fi
    while [ "$(jobs -rp | wc -l)" -ge "${PARALLEL:-1}" ]; do sleep 0.1; done
done
wait
