#!/usr/bin/env python3
"""Compiles the planted changes of this folder beside their originals, for three architectures.

    NVCC=target/cuda-13.0/bin/nvcc crates/gate/code/tests/planted/make.py [regressions] [harmless] [unseen]

Each change gets a namespace of its own with the text of its source, so that all originals are one
file to be compiled, and all changed ones another: before.NAME.fatbin.gz and after.NAME.fatbin.gz.
OTHER_NVCC names another compiler: the originals of the harmless changes are compiled with it, too
(other.harmless.fatbin.gz).
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[3] / "primitives/src"
ARCHITECTURES = ["80", "90", "100"]


def body(source):
    """The lines of a source within its namespaces, and the number of the first."""
    text = (SOURCES / source).read_text()
    # Kernels that are no templates would be in each copy.
    plain = r"^((?!template).*\n)__global__ void"
    text = re.sub(plain, r"\1template <int = 0> __global__ void", text, flags=re.M)
    if "namespace propp {" not in text:
        includes = re.findall(r"^#include .*$", text, re.M)
        return re.sub(r"^#include .*$", "", text, flags=re.M), 1, includes
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
        parts.append(
            f"namespace propp {{ namespace {change['id']} {{\n"
            f'#line {line} "{change["source"]}"\n{text}\n{more}}} }}\n'
        )
    return "\n".join([*includes, *parts])


def compile_unit(nvcc, text, to, lines):
    # Line information holds absolute paths.
    folder = Path("/tmp/propp-planted")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "unit.cu").write_text(text)
    targets = [word for n in ARCHITECTURES for word in ("-gencode", f"arch=compute_{n},code=sm_{n}")]
    command = [Path(nvcc).resolve(), "-std=c++17", "-O3", "-w", "-fatbin", "--no-compress"]
    command += [*(["-lineinfo"] if lines else []), "--threads", "0", *targets]
    command += ["-I", SOURCES, "-I", SOURCES.parent, "unit.cu", "-o", "unit.fatbin"]
    subprocess.run(command, check=True, cwd=folder)
    fatbin = (folder / "unit.fatbin").read_bytes()
    to.write_bytes(gzip.compress(fatbin, 9, mtime=0))
    print(to.name, len(fatbin), to.stat().st_size)
    shutil.rmtree(folder)


def changes_of(name):
    return tomllib.loads((HERE / f"{name}.toml").read_text())["change"]


def main():
    nvcc = os.environ["NVCC"]
    for name in sys.argv[1:] or ["regressions", "harmless", "unseen"]:
        changes = changes_of(name)
        before, after = unit(changes, False), unit(changes, True)
        if folder := os.environ.get("KEEP"):
            (Path(folder) / f"before.{name}.cu").write_text(before)
            (Path(folder) / f"after.{name}.cu").write_text(after)
        # Line information is one of the harmless changes.
        compile_unit(nvcc, before, HERE / f"before.{name}.fatbin.gz", False)
        compile_unit(nvcc, after, HERE / f"after.{name}.fatbin.gz", True)
        if name == "harmless" and (other := os.environ.get("OTHER_NVCC")):
            compile_unit(other, before, HERE / "other.harmless.fatbin.gz", False)


if __name__ == "__main__":
    main()
