#!/bin/sh
# Captures a launch of each kernel of app.cu and replays it, then puts a faster and a wrong
# implementation in its place, also in an exported program; with PyTorch, also kernels of a training
# step. Needs a GPU and nvcc.
#     tests/capture/try.sh PROPP
set -u
propp=$(realpath "$1")
cd "$(dirname "$0")" || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fails() {
    echo "FAILED: $*"
    failed=1
}
nvcc -arch=native -O3 -cudart shared app.cu -o "$work/app" || exit
for source in faster wrong; do nvcc -arch=native -cubin -O3 $source.cu -o "$work/$source.cubin" || exit; done
"$work/app" > "$work/alone" || exit

once() { # name, launch, program
    name=$1 launch=$2
    shift 2
    file=$work/$name.launch
    begun=$(date +%s%N)
    "$propp" capture -q -f -k "$name" --launch "$launch" -o "$file" "$@" > "$work/out"
    code=$?
    echo "capture $name: code $code, $((($(date +%s%N) - begun) / 1000000)) ms"
    [ $code -eq "${refused:-0}" ] || fails "capture $name"
    [ -f "$file" ] || return
    begun=$(date +%s%N)
    "$propp" replay -q "$file"
    code=$?
    [ $code -eq 0 ] || fails "replay $name"
    echo "replay $name: code $code, $((($(date +%s%N) - begun) / 1000000)) ms, file $(stat -c %s "$file") bytes"
}

for kernel in scale in_place pointers variables by_variable by_pointer through_pointer deep counted mixed reversed together clustered; do
    refused=0
    [ $kernel != by_pointer ] || refused=125
    once $kernel 1 "$work/app"
    cmp -s "$work/alone" "$work/out" || fails "other output of the program with $kernel"
done
refused=0
# A kernel that waits for the host is let go, and one beside it.
nvcc -arch=native -O3 ../programs/host_flag.cu -o "$work/host_flag" || exit
"$work/host_flag" > "$work/alone" || exit
for kernel in wait_for_host increment; do
    refused=125 launch=4
    [ $kernel = increment ] || launch=1
    once $kernel $launch --launch-timeout 1 "$work/host_flag"
    cmp -s "$work/alone" "$work/out" || fails "other output of the program with $kernel"
done
refused=0
once increment 1 "$work/host_flag"
once scale 3 "$work/app"
"$propp" replay "$work/scale.launch" --with "$work/faster.cubin" --grid 1024 || fails "faster"
"$propp" replay "$work/scale.launch" --with "$work/wrong.cubin"
[ $? -eq 1 ] || fails "wrong"
"$propp" replay "$work/scale.launch" --source faster.cu --grid 1024 || fails "source"
"$propp" capture -q --export "$work/scale" "$work/scale.launch" || fails "export"
make -s -C "$work/scale" check || fails "exported program"
make -s -C "$work/scale" check-mine SOURCE="$PWD/faster.cu" OPTIONS="--grid 1024 --kernel scale" || fails "exported source"
"$propp" profile -q -f -o "$work/replay.propp" "$propp" replay -q "$work/scale.launch"
"$propp" show "$work/replay.propp"

python3 -c 'import torch' 2> /dev/null || exit $failed
python3 step.py > /dev/null # The first run reads the libraries from the disk.
begun=$(date +%s%N)
python3 step.py > /dev/null
echo "step.py alone: $((($(date +%s%N) - begun) / 1000000)) ms"
for kernel in gemm layer_norm elementwise reduce_kernel; do once $kernel 5 python3 step.py; done
exit $failed
