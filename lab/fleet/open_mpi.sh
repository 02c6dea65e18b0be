#!/bin/sh
# Four ranks by Open MPI, each under propp, into a tree. Needs no GPU: the program, the driver and CUPTI are
# the stand-ins that the tests compile (cargo test --test integration stand_in).
#
#     lab/fleet/open_mpi.sh MPIRUN PROPP target/tmp/stand-in-…
set -eu
mpirun=$1 propp=$2 stand_in=$3
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$mpirun" --oversubscribe -n 4 \
    -x LD_LIBRARY_PATH="$stand_in${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" -x PROPP_JOB=mpi-1 \
    "$propp" profile -q --cuda-dir "$stand_in" -o "$folder/%j-%r.propp" -- \
    "$stand_in/program" context 0 launch k1 64 20 sync
"$propp" fleet add "$folder/tree" "$folder"/mpi-1-?.propp
"$propp" fleet ask "$folder/tree" lost --format csv > "$folder/lost.csv"
cat "$folder/lost.csv"
# No rank is missing, and each has its counters.
test "$(ls "$folder"/mpi-1-?.propp | wc -l)" = 4
test "$(wc -l < "$folder/lost.csv")" = 1
echo "four ranks, one job, nothing lost"
