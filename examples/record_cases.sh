#!/usr/bin/env bash
# Times and records every version of the case studies on this machine's GPU:
#
#     examples/record_cases.sh FOLDER      (some minutes; PROPP and NVCC name other programs)
#
# FOLDER/times.txt has the times without propp, FOLDER/*.propp a recording of each version with
# the counts of its lines. Image 3 of the serial program is measured on a quarter of its rows.
set -u
[ $# -eq 1 ] || { sed -n 2,7p "$0" >&2; exit 2; }
mkdir -p "$1" || exit 1
cases=$(realpath "$1")
propp=${PROPP:-propp}
nvcc=${NVCC:-nvcc}
failures=0
cd "$(dirname "$0")" || exit 1

for study in load_balancing_search transpose mnf; do
    "$nvcc" -O3 -std=c++17 -arch=native -lineinfo -o "$cases/$study" $study/$study.cu || exit 1
done
cd "$cases" || exit 1
nvidia-smi --query-gpu=name,driver_version,clocks.sm --format=csv,noheader > gpu.txt
: > times.txt

failed() {
    echo "failed: $*" >&2
    failures=$((failures + 1))
}
timed() {
    echo "\$ $*" >> times.txt
    timeout 600 "$@" >> times.txt || failed "$@"
}
# record NAME KERNEL PROGRAM ARGUMENTS…
record() {
    local name=$1 kernel=$2
    shift 2
    timeout 120 "$propp" profile -q -f --lines -k "regex:$kernel" -o "$name.propp" -- "$@" ||
        failed "$name"
}

for version in 0 1 2 3; do
    timed ./load_balancing_search $version
    record load_balancing_search_v$version lbs_v ./load_balancing_search $version 4194304 2
done
for version in 0 1 2 3 4; do
    timed ./transpose 4096 $version
    record transpose_v$version transpose_ ./transpose 4096 $version
done
for step in filtering:3 covariance:5 transformation:2; do
    name=${step%:*}
    for version in $(seq 0 "${step#*:}"); do
        for image in 1 2 3; do timed ./mnf "$name" "$version" $image; done
        record "${name}_v$version" "${name}_v" ./mnf "$name" "$version" 1 2
    done
done
for variant in cuda cublas; do
    for image in 1 2 3; do timed ./mnf $variant $image; done
done
timed ./mnf serial 1
timed ./mnf serial 2
timed ./mnf serial 3 4
rm -f load_balancing_search transpose mnf
echo "$failures failed"
[ $failures -eq 0 ]
