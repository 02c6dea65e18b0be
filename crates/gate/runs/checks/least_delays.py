#!/usr/bin/env python3
"""Prints by how many microseconds each kernel of delays.cu is to be longer.

    least_delays.py BASELINE.json

That is its time in the baseline by the least change that the certificate there states, by a factor: of
three kernels that are the same, one is to be below the least change, one at it and one above.
"""

import json
import sys
from statistics import median

KERNELS = ["copy", "gather", "sum", "iterate"]
FACTORS = [0.9, 1.0, 1.1]


def main():
    with open(sys.argv[1]) as file:
        baseline = json.load(file)
    for name in KERNELS:
        for level, factor in enumerate(FACTORS):
            measured, stated = (
                next(kernel for kernel in kernels if f"{name}<{level}>" in kernel["name"])
                for kernels in (baseline["kernels"], baseline["certificate"]["kernels"])
            )
            change = next(least["change"] for least in stated["least"] if least["quantity"] == "time")
            ns = median(ns for run in measured["measures"]["time"] for ns in run)
            print(f"{1e-3 * ns * factor * change:.4f}")


main()
