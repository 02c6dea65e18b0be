#!/bin/sh
# Runs the CUDA program that its argument names under MPS: starts the daemon with a folder of
# its own, two clients side by side, and ends the daemon. Where there is no MPS, or the clients
# fail under it, says so and runs the program without.
set -eu

folder=$(mktemp -d)
export CUDA_MPS_PIPE_DIRECTORY="$folder" CUDA_MPS_LOG_DIRECTORY="$folder"

daemon=no
start() {
    command -v nvidia-cuda-mps-control >/dev/null || return 1
    # It has to see all GPUs: which of them is whose, the clients say.
    timeout 10 env -u CUDA_VISIBLE_DEVICES nvidia-cuda-mps-control -d \
        >/dev/null 2>&1 </dev/null || return 1
    daemon=yes
}
stop() {
    [ "$daemon" = yes ] || return 0
    daemon=no
    echo quit | timeout 10 nvidia-cuda-mps-control >/dev/null 2>&1 || true
}
trap 'stop; rm -rf "$folder"' EXIT

# Fails when one of the two does.
clients() {
    timeout 20 "$1" 4 >"$folder/first" &
    first=$!
    timeout 20 "$1" 5 >"$folder/second" &
    second=$!
    code=0
    wait "$first" || code=1
    wait "$second" || code=1
    return "$code"
}

if start && clients "$1"; then
    echo "two clients of MPS"
    cat "$folder/first" "$folder/second"
else
    stop
    unset CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
    echo "no MPS here"
    "$1" 4
    "$1" 5
fi
