#!/bin/sh
# What recording costs a short PyTorch step: nothing, all steps, and each tenth. Needs a GPU and PyTorch.
#
#     docs/fleet/every.sh PROPP > times.txt
#
# Each line: the round, what is recorded, and the median and mean of the steps; then how many launches the
# recording of each tenth step has beside that of all, which must be a tenth.
set -eu
propp=$1
program="python3 $(dirname "$0")/../../tests/programs/pytorch_steps.py"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
profile() {
    "$propp" profile -q -f --runs trace -o "$folder/$1.propp" --capture-range cuda-profiler-api \
        --every "$2" -- $program 400 1
}
for round in 1 2 3 4 5; do
    printf '%s nothing ' $round && $program 400 1
    printf '%s all ' $round && profile all 1
    printf '%s tenth ' $round && profile tenth 10
done
for which in all tenth; do
    printf '%s launches ' $which
    python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute("select count(*) from kernel").fetchone())' \
        "$folder/$which.propp"
done
