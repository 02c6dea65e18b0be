"""Compares the criteria of captured launches, emulated and replayed on a GPU.

    counts.py PROPP FILE.launch…

The files need PTX in them. Prints a row for each launch: both values of each criterion that emulation
counts, and the largest difference.
"""

import json
import subprocess
import sys
import tempfile

CRITERIA = ("OCC", "TDiv", "Gran_L1", "Gran_L2", "SMem_eff")


def criteria(propp, recording, symbol):
    shown = subprocess.run([propp, "show", recording, "--format", "json"], capture_output=True, check=True)
    kernels = json.loads(shown.stdout)["kernels"]
    of = next(kernel for kernel in kernels if symbol in (None, kernel["symbol"]))
    return of["symbol"], {name: of["criteria"].get(name, {}).get("value") for name in CRITERIA}


def main():
    propp, *files = sys.argv[1:]
    largest = 0
    print("| launch | results emulated |", " | ".join(f"{name}: emulated, GPU" for name in CRITERIA), "|")
    print("|---|---|" + "---|" * len(CRITERIA))
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            emulated, counted = f"{folder}/emulated.propp", f"{folder}/counted.propp"
            ran = subprocess.run([propp, "emulate", "-q", "-o", emulated, file], capture_output=True)
            results = {0: "equal", 1: "other"}.get(ran.returncode)
            if results is None:
                print(f"| {file} | {ran.stderr.decode().strip().splitlines()[0]} |", "- |" * len(CRITERIA))
                continue
            symbol, one = criteria(propp, emulated, None)
            replay = [propp, "replay", "-q", "--rounds", "3", file]
            subprocess.run([propp, "profile", "-q", "-o", counted, "--", *replay], capture_output=True)
            _, other = criteria(propp, counted, symbol)
        cells = []
        for name in CRITERIA:
            a, b = one[name], other[name]
            both = a is not None and b is not None
            largest = max(largest, abs(a - b) if both else 0)
            cells.append(f"{a:.3f}, {b:.3f}" if both else f"{a}, {b}")
        print("|", " | ".join([file.rsplit("/", 1)[-1], results, *cells]), "|", flush=True)
    print(f"\nThe largest difference is {largest:.3f}.")


main()
