#!/usr/bin/env bash
# Times propp on one binary with many different kernels.
#
#     NVCC=target/cuda-13.0/bin/nvcc PROPP=target/release/propp crates/code/inspect/checks/many.sh [KERNELS]
#
# The kernels (10,000 if not said) are instantiations of a template: their number makes their unrolling,
# their types, tables and divisions. Compiling them takes some minutes. FOLDER keeps what was made.
set -euo pipefail
kernels=${1:-10000} propp=$(realpath "${PROPP:?}") nvcc=$(realpath "${NVCC:?}")
folder=${FOLDER:-$(mktemp -d)}
mkdir -p "$folder"
cd "$folder"
make() {
    cat > "$1.cu" <<'SOURCE'
template <class T, int K> __global__ void many(const T *in, T *out, int n) {
    __shared__ T table[32 + K % 31];
    T sum = T(K);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
#pragma unroll
        for (int k = 0; k < 1 + K % 5; ++k) sum = sum * T(1 + K % 17) + in[i + k * (1 + K % 3)];
        if (K % 7 == 0) sum /= in[i] + T(1);
        if (K % 11 == 0) table[threadIdx.x % 32] = sum;
        if (BARRIER && K % 100 == 0) __syncthreads();
    }
    if (K % 11 == 0) sum += table[(threadIdx.x + K) % 32];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
SOURCE
    for ((k = 0; k < kernels; ++k)); do
        types=(int float unsigned double)
        type=${types[k % 4]}
        echo "template __global__ void many<$type, $k>(const $type *, $type *, int);"
    done >> "$1.cu"
    [[ -e $1.cubin ]] || "$nvcc" -O2 -arch=sm_90 -cubin -w "-DBARRIER=$2" "$1.cu" -o "$1.cubin"
}
make before 0 &
make after 1
wait
ls -l before.cubin after.cubin
timed() { echo "$1:"; shift; ( TIMEFORMAT='%R s, processor %U s'; time "$@" > out.txt || true ); head -1 out.txt; }
timed inspect "$propp" inspect after.cubin
timed "inspect as JSON" "$propp" inspect after.cubin --format json
timed baseline "$propp" baseline -f -o before.json before.cubin
timed "gate (inspect and compare)" "$propp" gate --baseline before.json after.cubin
