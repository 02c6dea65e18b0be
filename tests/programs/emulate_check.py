"""Which public programs can be emulated? `propp emulate --check` of every one that compiles.

    emulate_check.py hecbench PROPP MIRROR OUT.json [--jobs N]
    emulate_check.py samples PROPP MIRROR OUT.json [--jobs N]
    emulate_check.py table OUT.json…

MIRROR is a clone of zjin-lcf/HeCBench or of NVIDIA/cuda-samples. The programs of HeCBench are built by their own
Makefiles, the samples by CMake, both with the shared CUDA runtime and with PTX alone, since the check reads
no machine code. What does not compile here (missing libraries, data or compilers) is left out; of HeCBench it is counted. OUT gets
what the check says of each program; `table` prints the sums and names what is in the way.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import emulate_outside

# Seconds that a program may take to compile.
COMPILED = 150


def extracted(mirror, revision, places, folder):
    archive = ["git", "-C", str(mirror), "archive", revision, *places]
    packed = subprocess.run(archive, capture_output=True, check=True).stdout
    subprocess.run(["tar", "x", "-C", str(folder)], input=packed, check=True)


def checked(propp, executable):
    command = [propp, "emulate", "--check", "--format", "json", str(executable)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        return json.loads(done.stdout) if done.stdout else {"error": done.stderr.strip()[-300:]}
    except (subprocess.TimeoutExpired, json.JSONDecodeError) as error:
        return {"error": str(error)[-300:]}


def of_hecbench(propp, source):
    """What the check says of a program; None if it does not compile."""
    makefile = source / "Makefile"
    text = makefile.read_text(encoding="utf-8", errors="replace") if makefile.exists() else ""
    standard = "" if "-std" in text else " -std=c++17"
    flags = {"NVCC_APPEND_FLAGS": f"-cudart shared -w{standard}"}
    make = ["timeout", str(COMPILED), "make", "ARCH=compute_90"]
    made = subprocess.run(make, cwd=source, env=os.environ | flags, capture_output=True, check=False)
    executable = emulate_outside.executable_in(source)
    if made.returncode != 0 or not executable:
        return None
    return checked(propp, executable)


def hecbench(arguments):
    """Programs of one folder include files of others, so all of CUDA's are there."""
    tree = ["git", "-C", str(arguments.mirror), "ls-tree", "-d", "--name-only"]
    listed = subprocess.run(
        [*tree, f"{emulate_outside.COMMIT}:src"], capture_output=True, text=True, check=True
    ).stdout.split()
    others = ("-sycl", "-hip", "-omp")
    with tempfile.TemporaryDirectory() as scratch:
        places = [f"src/{name}" for name in listed if not name.endswith(others)]
        extracted(arguments.mirror, emulate_outside.COMMIT, places, scratch)
        folders = [pathlib.Path(scratch) / "src" / name for name in listed if name.endswith("-cuda")]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            of_each = pool.map(lambda folder: of_hecbench(arguments.propp, folder), folders)
            return {folder.name.removesuffix("-cuda"): of for folder, of in zip(folders, of_each)}


def samples(arguments):
    with tempfile.TemporaryDirectory() as scratch:
        extracted(arguments.mirror, "HEAD", [], scratch)
        built = pathlib.Path(scratch) / "built"
        virtual = ["-DCMAKE_CUDA_ARCHITECTURES=90-virtual", "-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared"]
        flags = ["-DCMAKE_CUDA_FLAGS=-cudart shared -w"]
        make = ["cmake", "-S", scratch, "-B", str(built), "-G", "Ninja", *virtual, *flags]
        subprocess.run(make, stdout=sys.stderr, check=True)
        ninja = ["ninja", "-C", str(built), "-k", "0", "-j", str(arguments.jobs)]
        subprocess.run(ninja, stdout=sys.stderr, check=False)
        # A sample has a folder of its own, which its program lies in.
        folders = sorted({path.parent for path in (built / "Samples").rglob("cmake_install.cmake")})
        files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
        return {path.name: checked(arguments.propp, path) for path in files if is_program(path)}


def is_program(path):
    if not os.access(path, os.X_OK) or path.suffix == ".so":
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def reasons_of(check):
    for kernel in check["refused"]:
        yield from (reason["reason"] for reason in kernel["reasons"])
    yield from check["problems"]
    yield from (f"call {call}" for call in check["calls"])


def table(arguments):
    for path in arguments.results:
        every = json.loads(path.read_text(encoding="utf-8"))
        known = {name: check for name, check in every.items() if check and "error" not in check}
        failed = [name for name, check in every.items() if check and "error" in check]
        refused = [name for name, check in known.items() if check["refused"]]
        clean = sum(check["clean"] for check in known.values())
        kernels = sum(check["kernels"] for check in known.values())
        compiled = len(known) + len(failed)
        print(f"{path.stem}: {compiled} of {len(every)} programs compile, with {kernels} kernels")
        print(f"  {len(known) - len(refused)} have no refused kernel, {clean} nothing in the way")
        print(f"  the check failed: {', '.join(failed) or 'never'}")
        where = collections.defaultdict(list)
        for name, check in known.items():
            for reason in sorted(set(reasons_of(check))):
                where[reason].append(name)
        for reason, names in sorted(where.items(), key=lambda item: -len(item[1])):
            print(f"  {reason}: {', '.join(names)}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    stages = parser.add_subparsers(dest="stage", required=True)
    for stage in ("hecbench", "samples"):
        one = stages.add_parser(stage)
        one.add_argument("propp", type=os.path.abspath)
        one.add_argument("mirror", type=pathlib.Path)
        one.add_argument("out", type=pathlib.Path)
        one.add_argument("--jobs", type=int, default=os.cpu_count())
    stages.add_parser("table").add_argument("results", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.stage == "table":
        table(arguments)
        return
    found = (hecbench if arguments.stage == "hecbench" else samples)(arguments)
    arguments.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
