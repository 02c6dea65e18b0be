#!/bin/sh
# Starts the CUDA program that its argument names: twice one after the other, then two side
# by side, whose lines go to files and are told in order.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for launches in 10 20; do
    echo "the program with $launches"
    "$1" work "$launches"
done
"$1" work 30 >"$folder/first" &
first=$!
"$1" work 40 >"$folder/second" &
second=$!
wait "$first"
wait "$second"
cat "$folder/first" "$folder/second"
