#!/usr/bin/env bash
# Runs every program of build.sh without propp, and checks how each one ends: what
# a test then says about propp is about propp.
#
#     tests/device/smoke.sh DIR [LOGDIR]
#
# With LOGDIR, the output of each program is kept there, closed_forms.jsonl and
# occupancy_sweep.jsonl among it.
set -uo pipefail

dir=${1:?usage: smoke.sh DIR [LOGDIR]}
logs=${2:-$(mktemp -d)}
mkdir -p "$logs"
failed=0

# expect CODE LABEL PROGRAM [ARG…]
expect() {
    local wanted=$1 label=$2 code
    shift 2
    timeout 300 "$dir/$1" "${@:2}" >"$logs/$label.out" 2>"$logs/$label.err" </dev/null
    code=$?
    if [[ $code -eq $wanted ]]; then
        echo "ok      $label"
    else
        echo "FAILED  $label: exit code $code instead of $wanted"
        tail -n 3 "$logs/$label.err"
        failed=1
    fi
}

expect 0 closed_forms closed_forms --out "$logs/closed_forms.jsonl"
expect 0 occupancy_sweep occupancy_sweep --out "$logs/occupancy_sweep.jsonl"
expect 0 host_sync host_sync
expect 0 host_sync_queued host_sync 40 0 5
for mode in serial half overlap; do expect 0 "transfers_$mode" transfers "$mode"; done
for mode in before after exec; do expect 0 "fork_$mode" fork "$mode"; done
for name in contexts coop device_reset drvapi graphs many nvtx threads transpose; do
    expect 0 "$name" "$name"
done
expect 0 sleeper sleeper 3
expect 3 hard_exit hard_exit
expect 42 exit_code exit_code 42
expect 143 exit_signal exit_code -15
expect 0 not_cuda not_cuda a b
exit $failed
