#!/usr/bin/env python3
"""Runs a program of NVBench again and again, and packs its results into one file.

    nvcc -std=c++17 -O3 --extended-lambda -I NVBENCH kernels.cu -lnvbench -lnvbench_main -o kernels
    crates/gate/runs/checks/benchmarks/record.py runs.txt.gz ./kernels [RUNS]
    crates/gate/runs/checks/benchmarks/record.py runs.txt.gz FOLDER

With a folder, results that are there are packed. Each file of a result begins with `=== NAME`; the
samples, which are binary, are in hexadecimal digits.
"""

import gzip
import subprocess
import sys
import tempfile
from pathlib import Path

OPTIONS = ["--stopping-criterion", "sample-count", "--target-samples", "40"]


def packed(folder):
    parts = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        is_text = path.suffix == ".json"
        content = path.read_text() if is_text else path.read_bytes().hex() + "\n"
        parts.append(f"=== {path.relative_to(folder)}\n{content}")
    return "".join(parts)


def main():
    to, what = sys.argv[1], Path(sys.argv[2])
    if what.is_dir():
        text = packed(what)
    else:
        runs = int(sys.argv[3]) if len(sys.argv) > 3 else 25
        with tempfile.TemporaryDirectory() as folder:
            for run in range(runs):
                command = [what.resolve(), "-d", "0", *OPTIONS, "--jsonbin", f"run{run}.json"]
                subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
            text = packed(Path(folder))
    Path(to).write_bytes(gzip.compress(text.encode(), 9, mtime=0))


main()
