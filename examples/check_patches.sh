#!/usr/bin/env bash
# Applies every patch of `propp advise` to the programs of `examples` and `tests/device`, one program at a time
# in a copy, builds the copy, and runs the program's own check:
#
#     examples/check_patches.sh FOLDER [NAME...]      (four minutes; PROPP and NVCC name other programs)
#
# NAMEs are those of `runs` below, all if none is given.
# FOLDER/patches.txt has a line for each run with patches: whether the patched program builds and is right.
# FOLDER/NAME.propp is its recording, FOLDER/NAME.diff its patches. The exit status is 0 if all programs were
# recorded and all patches are right.
set -u
[ $# -ge 1 ] || { sed -n 2,10p "$0" >&2; exit 2; }
mkdir -p "$1" || exit 1
export to
to=$(realpath "$1")
shift
command -v "${NVCC:-nvcc}" > /dev/null && command -v "${PROPP:-propp}" > /dev/null || {
    echo "$0: no nvcc or no propp; name them in NVCC and PROPP, or put them on PATH" >&2
    exit 127
}
NVCC=$(realpath "$(command -v "${NVCC:-nvcc}")")
propp=$(realpath "$(command -v "${PROPP:-propp}")")
export NVCC
cd "$(dirname "$0")/.." || exit 1

# NAME SOURCE ARGUMENTS...
runs() {
    for version in 0 1 2 3; do
        echo "search_v$version examples/load_balancing_search/load_balancing_search $version 1048576 1"
    done
    for version in 0 1 2 3 4; do echo "transpose_v$version examples/transpose/transpose 1024 $version"; done
    for step in filtering:3 covariance:5 transformation:2; do
        for version in $(seq 0 "${step#*:}"); do
            echo "${step%:*}_v$version examples/mnf/mnf ${step%:*} $version 1 1"
        done
    done
    echo "spmv examples/spmv/spmv"
    echo "pipeline examples/pipeline/pipeline"
    for program in agreement closed_forms domains host_sync lines; do echo "$program tests/device/$program"; done
    echo "app tests/device/app 1 1 20"
    for program in coop nvtx threads; do echo "$program tests/device/robust/$program"; done
    for mode in serial half overlap; do echo "transfers_$mode tests/device/robust/transfers $mode"; done
    for defect in $("$to/built/planted" list); do echo "planted_$defect tests/device/planted $defect"; done
}

# build SOURCE PROGRAM
build() {
    "$NVCC" -std=c++17 -O3 -arch=native -lineinfo "$1.cu" -o "$2"
}
export -f build

mkdir -p "$to/built"
ls tests/device/*.cu tests/device/robust/{coop,nvtx,threads,transfers}.cu \
    examples/{load_balancing_search,transpose,mnf,spmv,pipeline}/*.cu | grep -v ssyrk | sed 's/\.cu$//' |
    xargs -P "$(nproc)" -I {} bash -c 'build {} "$to/built/$(basename {})"' || exit 1

runs | if [ $# -eq 0 ]; then cat; else grep -E "^($(IFS='|' && echo "$*")) "; fi > "$to/runs"
[ -s "$to/runs" ] || { echo "$0: no program of these names: $*" >&2; exit 2; }
while read -r name source arguments; do
    program=$to/built/$(basename "$source")
    # shellcheck disable=SC2086
    if ! timeout 120 "$propp" profile -q -f --lines -o "$to/$name.propp" -- "$program" $arguments \
        > "$to/$name.first" 2>&1 < /dev/null; then
        echo "$name: not recorded: $(tail -n 1 "$to/$name.first")"
        continue
    fi
    rm -f "$to/$name.diff"
    "$propp" advise "$to/$name.propp" --patch "$to/$name.diff" > "$to/$name.said" 2>&1 < /dev/null ||
        echo "$name: no advice: $(tail -n 1 "$to/$name.said")"
done < "$to/runs" > "$to/patches.txt"

# patched NAME SOURCE ARGUMENTS...: prints the line of a patched program.
patched() {
    local name=$1 source=$2 copy=$to/copies/$1 lines
    shift 2
    mkdir -p "$copy" && cp -r --parents examples/{common,load_balancing_search,transpose,mnf,spmv,pipeline} \
        tests/device "$copy"
    lines=$(grep -c '^+[^+]' "$to/$name.diff")
    if ! (cd "$copy" && git apply --unidiff-zero "$to/$name.diff") > "$to/$name.said" 2>&1; then
        echo "$name: $lines lines, DOES NOT APPLY: $(tail -n 1 "$to/$name.said")"
    elif ! build "$copy/$source" "$copy/program" > "$to/$name.said" 2>&1; then
        echo "$name: $lines lines, DOES NOT BUILD: $(head -n 1 "$to/$name.said")"
    elif ! timeout 120 "$copy/program" "$@" > "$to/$name.said" 2>&1 || grep -q WRONG "$to/$name.said"; then
        echo "$name: $lines lines, IS WRONG: $(tail -n 1 "$to/$name.said")"
    elif [ "$name" = pipeline ] && ! diff "$to/$name.first" "$to/$name.said" > /dev/null; then
        echo "$name: $lines lines, PRINTS OTHER SUMS: $(tail -n 1 "$to/$name.said")"
    else
        echo "$name: $lines lines, builds and is right"
    fi
}
export -f patched
while read -r name rest; do
    [ ! -s "$to/$name.diff" ] || echo "patched $name $rest"
done < "$to/runs" | xargs -P "$(nproc)" -I {} bash -c '{}' | sort >> "$to/patches.txt"
rm -rf "$to/copies" "$to/built" "$to/runs" "$to"/*.said "$to"/*.first
cat "$to/patches.txt"
! grep -qv 'is right$' "$to/patches.txt"
