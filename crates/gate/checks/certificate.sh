#!/usr/bin/env bash
# Records what the example `certificate` reads, on a machine with a GPU:
#
#     PROPP=target/release/propp NVCC=nvcc ARCH=sm_90 crates/gate/checks/certificate.sh RUNS.txt
#
# 25 runs of delays.cu for the certificate, then by turns 25 new ones and 25 with a delay of each
# kernel's least change.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd) out=$(realpath "$1") propp=$(realpath "${PROPP:?}") runs=25
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${NVCC:?}" -std=c++17 -O3 -lineinfo -arch="${ARCH:?}" "$here/delays.cu" -o delays
./delays times > times.txt
record() { "$propp" profile -q -f --no-code -o "$1.propp" ./delays "${@:2}"; }
for i in $(seq $runs); do record "cert_$i"; done
"$propp" gate calibrate -f -o baseline.json cert_*.propp
read -ra delays < <(python3 "$here/least_delays.py" baseline.json times.txt)
for i in $(seq $runs); do record "new_$i"; record "slow_$i" "${delays[@]}"; done
: > "$out"
for run in *.propp; do
    echo "=== ${run%.propp}" >> "$out"
    "$propp" baseline --weights paper -f -o one.json "$run"
    cat one.json >> "$out"
done
