#!/bin/sh
# Planted stragglers on the GPUs of this machine: jobs of DistributedDataParallel with a rank a GPU, of which none
# is planted, one rank has a tenth more rows, or a neighbour keeps the GPU of one rank busy. Needs two GPUs or more
# and PyTorch.
#
#     lab/fleet/gpus.sh PROPP FOLDER ROUNDS [KIND...]
#
# leaves the recordings in FOLDER, adds them to FOLDER/tree, and prints what lab/fleet/answered.py makes of the
# answer. KIND: clean-a, clean-b, or rows-RANK and neighbour-RANK of the first and last rank; all of them, if none
# is given.
set -eu
propp=$(realpath "$1") rounds=$3 here=$(dirname "$(realpath "$0")")
mkdir -p "$2" && folder=$(realpath "$2")
program=$here/../../tests/programs/fleet_steps.py
gpus=$(nvidia-smi -L | wc -l)
shift 3 && kinds=${*:-clean-a clean-b rows-0 rows-$((gpus - 1)) neighbour-0 neighbour-$((gpus - 1))}
export FLEET_LOCK=$folder/lock
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
# Jobs make ready side by side, and take turns with their steps (FLEET_LOCK).
job() {
    name=$1 && shift
    timeout -k 5 600 python3 -m torch.distributed.run --rdzv-backend c10d --rdzv-endpoint localhost:0 --rdzv-id "$name" \
        --nproc-per-node "$gpus" --no-python \
        "$propp" profile -q -f --capture-range cuda-profiler-api -o "$folder/%j-%r.propp" -- \
        python3 "$program" 60 "$@" > "$folder/$name.txt" 2>&1 || echo "$name: exit status $?"
}
batch() {
    kind=$1 jobs= && shift
    for round in $(seq "$rounds"); do
        job "$kind-$round" "$@" &
        jobs="$jobs $!"
        [ $((round % 10)) -ne 0 ] || { wait $jobs && jobs=; }
    done
    [ -z "$jobs" ] || wait $jobs
    echo "$kind: $rounds jobs, until second $(($(date +%s) - begun))"
}
begun=$(date +%s) batches=
for kind in $kinds; do
    case $kind in
    clean-*) batch "$kind" & batches="$batches $!" ;;
    rows-*) batch "$kind" "${kind#*-}" 1.1 & batches="$batches $!" ;;
    esac
done
[ -z "$batches" ] || wait $batches
for kind in $kinds; do
    case $kind in neighbour-*) ;; *) continue ;; esac
    CUDA_VISIBLE_DEVICES=${kind#*-} timeout 900 python3 -c '
import torch
a = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
while True:
    for _ in range(20):
        a @ a
    torch.cuda.synchronize()' & neighbour=$!
    sleep 5
    batch "$kind"
    kill $neighbour && wait $neighbour || true
done
rm -f "$FLEET_LOCK"
"$propp" fleet add "$folder/tree" "$folder"/*.propp
"$propp" fleet ask "$folder/tree" stragglers --format json | python3 "$here/answered.py" "$folder"
