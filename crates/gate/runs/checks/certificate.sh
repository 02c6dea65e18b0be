#!/usr/bin/env bash
# Records what the example `certificate` reads, on a machine with a GPU:
#
#     PROPP=target/release/propp NVCC=nvcc ARCH=sm_90 crates/gate/runs/checks/certificate.sh RUNS.txt
#
# RUNS runs of delays.cu for the certificate, then by turns NEW runs and as many with delays. DELAYS
# names the program, where it is built already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd) out=$(realpath "$1") propp=$(realpath "${PROPP:?}")
runs=${RUNS:-25} new=${NEW:-25}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
delays=${DELAYS:+$(realpath "$DELAYS")}
cd "$folder"
if [[ -z $delays ]]; then
    "${NVCC:?}" -std=c++17 -O3 -lineinfo -arch="${ARCH:?}" "$here/delays.cu" -o delays
    delays=$folder/delays
fi
: > "$out"
record() {
    "$propp" profile -q -f --no-code --max-launches-per-kernel 2 -o "$1.propp" "$delays" "${@:2}" > /dev/null
    echo "=== $1" >> "$out"
    "$propp" baseline --weights paper -f -o one.json "$1.propp" > /dev/null
    cat one.json >> "$out"
}
for i in $(seq "$runs"); do record "cert_$i"; done
"$propp" gate calibrate -f -o baseline.json cert_*.propp
mapfile -t more < <(python3 "$here/least_delays.py" baseline.json)
read -ra cycles < <("$delays" fit "${more[@]}" 2> curve.txt)
echo "to be longer by: ${more[*]}; cycles: ${cycles[*]}"
for i in $(seq "$new"); do
    record "new_$i"
    record "slow_$i" "${cycles[@]}"
done
