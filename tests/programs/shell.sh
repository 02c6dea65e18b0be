#!/bin/sh
# Starts the CUDA program that its argument names: twice one after the other, then two side
# by side, whose lines go to files and are told in order.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for rounds in 1 2; do
    echo "rounds: $rounds"
    "$1" "$rounds"
done
"$1" 3 >"$folder/first" &
first=$!
"$1" 4 >"$folder/second" &
second=$!
wait "$first"
wait "$second"
cat "$folder/first" "$folder/second"
