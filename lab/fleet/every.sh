#!/bin/sh
# What recording costs the steps of DistributedDataParallel, a rank a GPU: nothing, all steps, and each tenth.
# Needs two GPUs or more and PyTorch.
#
#     lab/fleet/every.sh PROPP > times.txt
#
# Each line: the round, what is recorded, and the median and mean of the steps; then how many launches the
# recording of each tenth step has beside that of all, which must be a tenth.
set -eu
propp=$(realpath "$1")
program=$(dirname "$(realpath "$0")")/../../tests/programs/fleet_steps.py
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
gpus=$(nvidia-smi -L | wc -l)
ranks() { python3 -m torch.distributed.run --standalone --nproc-per-node "$gpus" --no-python "$@" python3 "$program" 400 2> /dev/null; }
profile() {
    ranks "$propp" profile -q -f --runs trace -o "$folder/$1-%r.propp" --capture-range cuda-profiler-api \
        --every "$2" --
}
for round in 1 2 3 4 5; do
    printf '%s nothing ' $round && ranks
    printf '%s all ' $round && profile all 1
    printf '%s tenth ' $round && profile tenth 10
done
for which in all tenth; do
    printf '%s launches ' $which
    python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute("select count(*) from kernel").fetchone())' \
        "$folder/$which-0.propp"
done
