#!/usr/bin/env bash
# Our own primitives under compute-sanitizer, and the tuned ones at 2^28.
#
#   primitives/check/sanitize.sh LIBPROPP_OWN.SO FOLDER
#
# From the repository root, on a GPU machine with CUDA 13; `propp suite build --library own`
# says where the library is. Memcheck and racecheck of every primitive at 33, 1025 and 65537
# elements of i32 and f64, SHARDS processes at a time, each stopped after LIMIT seconds;
# first of libraries with one planted fault each, run in the same way, which has to be
# found. What was found goes to FOLDER/summary.txt.
set -u
LIB=${1:?the library} OUT=${2:?a folder for the results}
R=$PWD
: "${LIMIT:=100}" "${SHARDS:=8}" "${BIG:=90}"
W=$(mktemp -d)
mkdir -p "$OUT" $W/logs
S=$OUT/summary.txt
say() { echo "$*" | tee -a "$S"; }
trap 'tar czf "$OUT/logs.tgz" -C $W --exclude="*.o" --exclude="*.so" --exclude=check logs; rm -r $W' EXIT
[ -e "$LIB" ] || { say "there is no $LIB"; exit 1; }

say "$(date -u) $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader)"
say "$(compute-sanitizer --version | grep -i version)"

# The checker and the two planted libraries, all at once.
M=examples/my_library/my_library.cu
I=$R/primitives/propp_primitive.h
plant() { # NAME SED
    sed -e "s|../../primitives/propp_primitive.h|$I|" -e "$2" $M > $W/$1.cu
    cmp -s $W/$1.cu <(sed "s|../../primitives/propp_primitive.h|$I|" $M) && { say "plant $1: nothing was planted"; return 1; }
    nvcc -O3 -lineinfo -shared -Xcompiler -fPIC -arch=native $W/$1.cu -o $W/lib$1.so
}
B=$SECONDS
(OUT=$W ARCH=native NVCC=nvcc primitives/build.sh check > $W/logs/build.txt 2>&1 || say "check does not build: $(tail -3 $W/logs/build.txt)") &
plant oob 's|if (threadIdx.x == 0) parts\[blockIdx.x\] = sum;|if (threadIdx.x == 0) { parts[blockIdx.x] = sum; if (blockIdx.x == 0) parts[BLOCKS * sizeof(double) / sizeof(T)] = sum; }|' &
plant race 's|    __syncthreads();||' &
plant clean 's|Temporary storage: one|Temporary storage, one|' &
wait
say "built in $((SECONDS - B)) s"
C=$W/check
[ -x $C ] || exit 1

# TOOL NAME SECONDS LIBRARY [options]: one process under the tool.
under() {
    local tool=$1 name=$2 seconds=$3 lib=$4
    shift 4
    local log=$W/logs/$tool.$name begin=$SECONDS rc
    timeout -k 10 "$seconds" compute-sanitizer --tool "$tool" --error-exitcode 42 --print-limit 20 \
        --log-file $log.log $C --lib "$lib" --no-time --exact --dist uniform "$@" > $log.cases 2> $log.err
    rc=$?
    echo "$tool $name: rc $rc, $((SECONDS - begin)) s, $(grep -c . $log.cases) cases ran" \
        "($(grep -cw ok $log.cases) right, $(grep -cE 'WRONG|CRASH' $log.cases) wrong);" \
        "$(grep -hE 'ERROR SUMMARY|RACECHECK SUMMARY' $log.log || echo 'no summary of the tool')"
}

say "== without the tool, to compare the number of cases"
B=$SECONDS
timeout 60 $C --lib "$LIB" --no-time --exact --dist uniform --sizes 33,1025,65537 --type i32 --type f64 \
    > $W/logs/plain.cases 2> $W/logs/plain.err
say "plain: rc $?, $((SECONDS - B)) s, $(grep -c . $W/logs/plain.cases) cases, $(grep -cw ok $W/logs/plain.cases) right"
grep -vw ok $W/logs/plain.cases | head -20 | tee -a "$S"

say "== planted faults: oob must be found by memcheck (rc 42), race by racecheck (rc 42), clean by none (rc 0)"
for tool in memcheck racecheck; do
    for name in oob race clean; do
        under $tool plant_$name 40 $W/lib$name.so --sizes 1025,65537 --type i32 > $W/logs/$tool.$name.line &
    done
    wait
    cat $W/logs/$tool.{oob,race,clean}.line | tee -a "$S"
done
grep -h -m1 -A4 'Invalid __global__ write' $W/logs/memcheck.plant_oob.log | tee -a "$S"
grep -h -m1 -A3 -iE 'hazard|race reported' $W/logs/racecheck.plant_race.log | tee -a "$S"

# Primitives by how many variants of ours they have, dealt out to the shards.
awk '/"name": /{own = /"own"/} own && match($0, /"primitive":"[^"]*"/) {print substr($0, RSTART + 13, RLENGTH - 14)}' \
    primitives/matrix.json | sort | uniq -c | sort -rn > $W/primitives
say "$(wc -l < $W/primitives) primitives, $(awk '{s += $1} END {print s}' $W/primitives) variants of ours in $SHARDS shards"
shard() { # NUMBER: its --only options
    awk -v shard="$1" -v shards="$SHARDS" '{best = 0; for (i = 1; i < shards; i++) if (load[i] < load[best]) best = i
        load[best] += $1; if (best == shard) print $2}' $W/primitives
}
for tool in memcheck racecheck; do
    say "== $tool of our own library, at most $LIMIT s"
    for i in $(seq 0 $((SHARDS - 1))); do
        only=()
        while read -r primitive; do only+=(--only "own $primitive "); done < <(shard "$i")
        # --only matches anywhere in "library primitive variant"; the blanks make it exact.
        under $tool shard_$i "$LIMIT" "$LIB" --trace --sizes 33,1025,65537 --type i32 --type f64 "${only[@]}" \
            > $W/logs/$tool.shard_$i.line &
    done
    wait
    cat $W/logs/$tool.shard_?*.line | tee -a "$S"
    say "$tool in all: $(cat $W/logs/$tool.shard_*.cases | grep -c .) cases of $(grep -c . $W/logs/plain.cases)"
    # What was running when a shard was stopped.
    for e in $W/logs/$tool.shard_*.err; do
        n=$(grep -c . "${e%.err}.cases") t=$(grep -c ' uniform$' "$e")
        [ "$n" = "$t" ] || say "$(basename "$e" .err) stopped in: $(grep ' uniform$' "$e" | tail -1)"
    done
    grep -h -B1 -A6 -m3 -E 'Invalid|Misaligned|hazard|Program hit|Race reported' $W/logs/$tool.shard_*.log | head -80 | tee -a "$S"
done

say "== right at 2^28, at most $BIG s"
big() { # TYPE ONLY...
    local type=$1 name begin=$SECONDS only=() rc
    shift
    name=$(echo "$*_$type" | tr -c 'a-z0-9_\n' _)
    for one in "$@"; do only+=(--only "own $one"); done
    timeout -k 5 "$BIG" $C --lib "$LIB" --dist uniform --type "$type" --sizes 2^28 --reps 5 "${only[@]}" \
        > $W/logs/big.$name.cases 2> $W/logs/big.$name.err
    rc=$?
    { echo "$* $type: rc $rc, $((SECONDS - begin)) s"; cut -f1-4,8-11 $W/logs/big.$name.cases; } > $W/logs/big.$name.line
}
big i32 'reduce.sum vec' &
big f64 'reduce.sum vec_u4' &
big i32 'scan.inclusive lookback' &
big i32 'scan.exclusive lookback' &
big i32 'copy vec' &
big u32 'radix_sort.keys onesweep' &
big u32 'radix_sort.pairs onesweep' &
big u32 'merge_sort.keys path' &
wait
cat $W/logs/big.*.line | tee -a "$S"
say "$(date -u) done in $SECONDS s"
