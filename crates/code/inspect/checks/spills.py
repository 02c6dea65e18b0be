#!/usr/bin/env python3
"""Compares the spills that `propp inspect` finds with those that ptxas tells.

    cargo build --release && crates/code/inspect/checks/spills.py primitives/src/own_*.cu

Each source is compiled with few registers (-maxrregcount), so that many kernels spill, and the
bytes of spill loads and stores of each kernel are compared with those of `ptxas -v`. Launch bounds
of a source go before -maxrregcount. Kernels that call functions of their program are left out.

    NVCC     the compiler (target/cuda-13.0/bin/nvcc)
    PROPP    the program (target/release/propp)
    ARCHES   the architectures (75 80 90 100 120)
    MOST     registers of a thread (24 32 40)
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
NVCC = os.environ.get("NVCC", str(ROOT / "target/cuda-13.0/bin/nvcc"))
PROPP = os.environ.get("PROPP", str(ROOT / "target/release/propp"))


def told(text):
    """Bytes of spill stores and loads by symbol, from what `ptxas -v` prints."""
    found, symbol = {}, None
    for line in text.splitlines():
        if match := re.search(r"Function properties for (\S+)", line):
            symbol = match[1]
        elif match := re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line):
            found[symbol] = int(match[1]), int(match[2])
    return found


def inspected(cubin):
    done = subprocess.run([PROPP, "inspect", cubin, "--format", "json"], capture_output=True)
    if done.returncode:
        sys.exit(done.stderr.decode())
    for kernel in json.loads(done.stdout)["kernels"]:
        # ptxas tells the spills of functions apart, which are part of the kernel's code.
        if any("__cuda_" not in name for name in kernel["code"]["calls"]):
            continue
        spills = kernel["code"]["local"]["spills"]
        yield kernel["symbol"], (spills["store_bytes"], spills["load_bytes"])


def main():
    kernels = spilling = 0
    differences = []
    with tempfile.TemporaryDirectory() as folder:
        cubin = os.path.join(folder, "code.cubin")
        for source in sys.argv[1:]:
            for arch in os.environ.get("ARCHES", "75 80 90 100 120").split():
                for most in os.environ.get("MOST", "24 32 40").split():
                    command = [NVCC, "-std=c++17", "-O3", f"-arch=sm_{arch}", "-Xptxas", "-v"]
                    command += [f"-maxrregcount={most}", "-I", str(ROOT / "primitives"), "-cubin"]
                    done = subprocess.run([*command, source, "-o", cubin], capture_output=True)
                    if done.returncode:
                        print(f"not compiled: {source} for sm_{arch}", file=sys.stderr)
                        continue
                    expected = told(done.stderr.decode())
                    for symbol, found in inspected(cubin):
                        kernels += 1
                        spilling += expected[symbol] != (0, 0)
                        if found != expected[symbol]:
                            differences.append((source, arch, most, symbol, found, expected[symbol]))
    for difference in differences[:20]:
        print(*difference)
    print(f"{kernels} kernels, {spilling} of them spill, {len(differences)} differences")
    return bool(differences)


sys.exit(main())
