#!/usr/bin/env bash
# Times programs alone and under `propp profile --start-early=auto`, in turns: cost.sh PROPP ROUNDS NAME...
# Prints the median seconds of both, and what both runs may take: 1.5 times alone and 5 s.
set -u
propp=$(realpath "$1") rounds=$2 here=$(realpath "$(dirname "$0")")
shift 2
work=$(mktemp -d)
cuda=${CUDA_HOME:-/usr/local/cuda}
gcc -O1 -shared -fPIC -I"$cuda/include" "$here/marks.c" -o "$work/libmarks.so" -ldl || exit 1
export STEP_MARKS=$work/libmarks.so
mkdir "$work/here"
cd "$work/here" || exit 1

timed() {
    local list=$1 begin=$EPOCHREALTIME
    shift
    "$@" < /dev/null > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f\n", b - a }' >> "$list"
    grep -a "started early\|started beside" "$work/log"
}

for name in "$@"; do
    python3 "$here/programs.py" "$name" > /dev/null 2>&1 # Reads its files for the first time.
done
for ((round = 0; round < rounds; round++)); do
    for name in "$@"; do
        timed "$work/$name.alone" python3 "$here/programs.py" "$name"
        timed "$work/$name.both" "$propp" profile --start-early=auto -v -f -o "$work/r.propp" -- \
            python3 "$here/programs.py" "$name"
    done
done
median() { sort -g "$1" | sed -n "$(((rounds + 1) / 2))p"; }
for name in "$@"; do
    alone=$(median "$work/$name.alone") both=$(median "$work/$name.both")
    awk -v n="$name" -v a="$alone" -v b="$both" \
        'BEGIN { printf "%s: alone %.2f s, both runs %.2f s, may be %.2f s\n", n, a, b, 1.5 * a + 5 }'
    paste -sd' ' "$work/$name.alone" "$work/$name.both"
done
