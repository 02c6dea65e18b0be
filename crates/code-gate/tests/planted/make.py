#!/usr/bin/env python3
"""Compiles the planted changes of this folder beside their originals, for three architectures.

    NVCC=target/cuda-13.0/bin/nvcc crates/code-gate/tests/planted/make.py [regressions] [harmless]

Each change gets a namespace of its own with the text of its source, so that all originals are one
file to be compiled, and all changed ones another: before.NAME.fatbin.gz and after.NAME.fatbin.gz.
OTHER_NVCC names another compiler: the originals of the harmless changes are compiled with it, too
(other.harmless.fatbin.gz).
"""

import gzip
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[3] / "primitives/src"
ARCHITECTURES = ["80", "90", "100"]


def body(source):
    """The lines of a source within its namespaces, and the number of the first."""
    text = (SOURCES / source).read_text()
    start = re.search(r"^namespace propp \{\n(namespace \{\n)?", text, re.M).end()
    end = re.search(r"^\} // namespace( propp)?$", text, re.M).start()
    includes = re.findall(r"^#include .*$", text[:start], re.M)
    return text[start:end], text[:start].count("\n") + 1, includes


def changed(change, text):
    for find, replace in change["edits"]:
        if text.count(find) != 1:
            sys.exit(f"{change['id']}: found {text.count(find)} times, not once: {find}")
        text = text.replace(find, replace)
    return text


def unit(changes, is_after):
    """One file with all changes, each in its namespace."""
    includes = ['#include "own.hpp"', '#include "scan_kernels.cuh"', '#include "reduce_tasks.cuh"']
    parts = []
    for change in changes:
        text, line, own = body(change["source"])
        includes += [one for one in own if one not in includes]
        kernel = change["kernel"]
        if is_after:
            text = changed(change, text)
            kernel = change.get("kernel_after", kernel)
        text = re.sub(r"\bpropp::(?=[A-Z])", f"propp::{change['id']}::", text)
        kernels = [kernel, *(change.get("more", []) if is_after else [])]
        more = "".join(f"template __global__ {one};\n" for one in kernels)
        # Those of no template are there anyway.
        more = "" if change.get("is_plain") else more
        parts.append(
            f"namespace propp {{ namespace {change['id']} {{\n"
            f'#line {line} "{change["source"]}"\n{text}\n{more}}} }}\n'
        )
    return "\n".join([*includes, *parts])


def compile_unit(nvcc, text, to, lines):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "unit.cu"
        source.write_text(text)
        fatbin = Path(folder) / "unit.fatbin"
        targets = [word for n in ARCHITECTURES for word in ("-gencode", f"arch=compute_{n},code=sm_{n}")]
        command = [nvcc, "-std=c++17", "-O3", *(["-lineinfo"] if lines else []), "-w", "-fatbin"]
        command += ["--threads", "0", *targets, "-I", SOURCES, "-I", SOURCES.parent, source, "-o", fatbin]
        subprocess.run(command, check=True)
        to.write_bytes(gzip.compress(fatbin.read_bytes(), 9, mtime=0))
        print(to.name, to.stat().st_size)


def main():
    nvcc = os.environ["NVCC"]
    for name in sys.argv[1:] or ["regressions", "harmless"]:
        changes = tomllib.loads((HERE / f"{name}.toml").read_text())["change"]
        before, after = unit(changes, False), unit(changes, True)
        if folder := os.environ.get("KEEP"):
            (Path(folder) / f"before.{name}.cu").write_text(before)
            (Path(folder) / f"after.{name}.cu").write_text(after)
        compile_unit(nvcc, before, HERE / f"before.{name}.fatbin.gz", True)
        # Of the harmless changes one is that there is no line information.
        compile_unit(nvcc, after, HERE / f"after.{name}.fatbin.gz", name == "regressions")
        if name == "harmless" and (other := os.environ.get("OTHER_NVCC")):
            compile_unit(other, before, HERE / "other.harmless.fatbin.gz", True)


main()
