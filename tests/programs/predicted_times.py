"""How far predicted times are from measured ones, by kind of kernel (lab/quality-metric.md).

    python3 predicted_times.py REPORT.json...      (of `propp show --format json`)

A kernel counts once for each launch configuration, with the launches whose counters were read. The factor is the larger of predicted and
measured over the smaller; the bias is the median of predicted over measured. The interval is of
the median factor: 2,000 bootstrap samples of the kernels, seed 1.
"""

import json
import random
import re
import statistics
import sys

# The first that fits a kernel's name. What fits none is left out: it fills or copies the input.
KINDS = [
    ("tensor-core GEMM, Triton", r"triton_matmul"),
    ("softmax, Triton", r"triton_softmax"),
    ("layer norm, Triton", r"triton_layer_norm"),
    ("softmax, PyTorch", r"softmax|SoftMax"),
    ("layer norm, PyTorch", r"layer_norm|LayerNorm"),
    ("FP32 GEMM, cuBLAS", r"simt_sgemm|sgemm|_ffma_|gemmSN|f32f32_f32f32_f32"),
    ("sums of split GEMMs, cuBLAS", r"splitKreduce"),
    ("tensor-core GEMM, cuBLAS", r"nvjet|gemm|cutlass|xmma"),
]


def kind_of(name):
    return next((kind for kind, pattern in KINDS if re.search(pattern, name)), None)


def quantile(values, share):
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def interval(values):
    pick = random.Random(1)
    medians = [statistics.median(pick.choices(values, k=len(values))) for _ in range(2000)]
    return quantile(medians, 0.025), quantile(medians, 0.975)


def ratios(paths):
    found, unpriced = {}, 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        for kernel in report["kernels"]:
            kind = kind_of(kernel["name"])
            measured = (kernel["durations"] or {}).get("measured_ns")
            if kind is None or not measured:
                continue
            predicted = (kernel["predicted"] or {}).get("ns")
            if predicted is None:
                unpriced += 1
                continue
            found.setdefault(kind, []).append(predicted / measured)
    return found, unpriced


def main():
    found, unpriced = ratios(sys.argv[1:])
    print("| kind | kernels | bias | median factor | 90th percentile |")
    print("|---|---|---|---|---|")
    for kind, _ in KINDS:
        all_of_kind = found.get(kind)
        if not all_of_kind:
            continue
        factors = [max(ratio, 1 / ratio) for ratio in all_of_kind]
        low, high = interval(factors)
        print(
            f"| {kind} | {len(factors)} | {statistics.median(all_of_kind):.2f} "
            f"| {statistics.median(factors):.2f} ({low:.2f} to {high:.2f}) "
            f"| {quantile(factors, 0.9):.2f} |"
        )
    if unpriced:
        print(f"\n{unpriced} without a predicted time")


main()
