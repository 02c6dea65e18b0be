#!/bin/sh
# Planted stragglers on the GPUs of this machine: jobs of DistributedDataParallel with a rank a GPU, of which none
# is planted, one rank has a tenth more rows, or a neighbour keeps the GPU of one rank busy. Needs two GPUs or more
# and PyTorch.
#
#     docs/fleet/gpus.sh PROPP FOLDER ROUNDS
#
# leaves the recordings in FOLDER, adds them to FOLDER/tree, and prints what docs/fleet/answered.py makes of the
# answer.
set -eu
propp=$(realpath "$1") rounds=$3 here=$(dirname "$(realpath "$0")")
mkdir -p "$2" && folder=$(realpath "$2")
program=$here/../../tests/programs/fleet_steps.py
gpus=$(nvidia-smi -L | wc -l)
export FLEET_LOCK=$folder/lock
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
# Jobs start side by side, and take turns on the GPUs (FLEET_LOCK).
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
        [ $((round % 5)) -ne 0 ] || wait $jobs
    done
    wait $jobs
}
batch clean-a
batch clean-b
for rank in 0 $((gpus - 1)); do
    batch "rows-$rank" "$rank" 1.1
    CUDA_VISIBLE_DEVICES=$rank timeout 900 python3 -c '
import torch
a = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
while True:
    for _ in range(20):
        a @ a
    torch.cuda.synchronize()' & neighbour=$!
    sleep 5
    batch "neighbour-$rank"
    kill $neighbour && wait $neighbour || true
done
rm -f "$FLEET_LOCK"
"$propp" fleet add "$folder/tree" "$folder"/*.propp
"$propp" fleet ask "$folder/tree" stragglers --format json | python3 "$here/answered.py" "$folder"
