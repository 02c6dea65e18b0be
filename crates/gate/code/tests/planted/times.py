#!/usr/bin/env python3
"""Times the planted regressions before and after, on the GPU of this machine.

    NVCC=nvcc ARCH=sm_90 crates/gate/code/tests/planted/times.py times.json

The kernels are those of make.py, launched by times.cuh. Both programs run three times by turns; a
kernel's time is the median of three medians of 21 launches, by events. A table is printed; without
NVCC it is that of a file that is there.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import make

RUNS = 3


def build(folder, name, text):
    """The program that launches each kernel of a unit."""
    source = folder / f"{name}.cu"
    source.write_text(text + '\n#include "times.cuh"\n')
    command = [os.environ["NVCC"], "-std=c++17", "-O3", "-w", "-lineinfo", f"-arch={os.environ['ARCH']}"]
    command += ["-I", make.HERE, "-I", make.SOURCES, "-I", make.SOURCES.parent]
    subprocess.run([*command, source, "-o", folder / name], check=True)
    return folder / name


def times(program):
    """Microseconds of each kernel."""
    out = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return {words[0]: float(words[1]) for words in map(str.split, out.splitlines())}


def gpu():
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    return subprocess.run(query, check=True, capture_output=True, text=True).stdout.strip()


def measured(changes):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = [
            build(folder, name, make.unit(changes, is_after))
            for name, is_after in [("before", False), ("after", True)]
        ]
        runs = [[times(program) for program in programs] for _ in range(RUNS)]
    kernels = {
        change["id"]: [median(run[side][change["id"]] for run in runs) for side in (0, 1)]
        for change in changes
    }
    return {"gpu": gpu(), "microseconds_before_and_after": kernels}


def table(result, changes):
    print(f"| what was planted ({result['gpu']}) | topic | before, µs | after, µs | change |")
    print("|---|---|---:|---:|---:|")
    for change in changes:
        before, after = result["microseconds_before_and_after"][change["id"]]
        topics = ", ".join(change["topics"])
        print(f"| {change['what']} | {topics} | {before:.1f} | {after:.1f} | {after / before - 1:+.1%} |")


def main():
    changes, path = make.changes_of("regressions"), Path(sys.argv[1])
    if "NVCC" in os.environ:
        path.write_text(json.dumps(measured(changes), indent=1) + "\n")
    table(json.loads(path.read_text()), changes)


if __name__ == "__main__":
    main()
