#!/usr/bin/env python3
"""Compares the occupancy that `propp inspect` computes with what the driver said (occupancy.cu).

    PROPP=target/release/propp crates/code/inspect/checks/occupancy.py GPU occupancy.txt FOLDER

The folder has the cubins by the names in the file. The driver also answers for blocks that the launch
bounds of a kernel do not allow; these, which cannot be launched, are not compared.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

PROPP = os.environ.get("PROPP", "target/release/propp")
SIZES = range(32, 1025, 32)


def asked(path):
    """(file, bytes of dynamic shared memory) -> kernel -> blocks on an SM by size."""
    found = defaultdict(dict)
    for line in Path(path).read_text().splitlines():
        file, kernel, shared, *blocks = line.split()
        found[file, shared][kernel] = blocks
    return found


def computed(gpu, path, shared):
    sizes = ",".join(map(str, SIZES))
    command = [PROPP, "inspect", path, "--gpu", gpu, "--block", sizes, "--shared", shared, "--format", "json"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for kernel in json.loads(text)["kernels"]:
        by_size = {of["block"]: of for of in kernel["occupancies"]}
        yield kernel["symbol"], [allowed(by_size[size]) for size in SIZES]


def allowed(of):
    """The blocks on an SM; None where the kernel allows no blocks of the size."""
    is_bound = of["refused"] and ("launch bounds" in of["refused"] or "requires" in of["refused"])
    return None if is_bound else str(of["blocks_per_sm"])


def main():
    gpu, answers, folder = sys.argv[1], asked(sys.argv[2]), Path(sys.argv[3])
    kernels, compared, differences = set(), 0, 0
    for (file, shared), said in sorted(answers.items()):
        for symbol, blocks in computed(gpu, folder / file, shared):
            kernels.add((file, symbol))
            pairs = [(own, its) for own, its in zip(blocks, said[symbol], strict=True) if own]
            compared += len(pairs)
            if any(own != its for own, its in pairs):
                differences += 1
                print(file, symbol, f"{shared} bytes:", *blocks, "driver:", *said[symbol])
    print(f"{len(kernels)} kernels, {compared} launches; {differences} kernels and sizes of shared memory differ")
    sys.exit(differences > 0)


main()
