"""Public programs under `propp emulate`, compared with a GPU: outputs, and criteria per kernel.

    emulate_outside.py build MIRROR FOLDER [--only NAME,...]
    emulate_outside.py gpu PROPP FOLDER RESULTS [--seconds N] [--alone N] [--workers N] [--keep FOLDER]
    emulate_outside.py emulate PROPP FOLDER OUT [--budget N] [--threads N] [--only NAME,...]
    emulate_outside.py page RESULTS OUT [--rows FILE] > lab/emulate-outside.md

`emulate_outside.tsv` names the programs, all of HeCBench: the arguments, changes of constants of the
host's code that make them shorter, and files that they read. `build` takes their sources from a
mirror of the repository and makes each by its own Makefile, with the shared CUDA runtime and the PTX.

`gpu` runs each program twice alone, several at once, and then under `propp profile`, one for each GPU
at once unless --workers says more. It ends after --seconds, and a second call continues; programs that take longer than
--alone (5 s) are left out. RESULTS is
one file: outputs, exit codes, and the criteria of each kernel with the counts that they come from.
--keep also keeps the recordings, compressed.

`emulate` needs no GPU. OUT gets a file for each program; programs that have one are left out.

`page` compares the two. An output is *equal* if no line differs, apart from the words `(emulated …)`
in the name of the device, from numbers in lines that speak of times or rates, and from numbers in
lines that also differ between the two runs alone. It is *near* if other lines differ only in numbers,
each by at most 1e-4 of the larger one, or by 1e-3 in lines that speak of an error. Kernels are compared
by symbol, over the launches that the GPU measured: each criterion is the mean over these launches, there
and here. A criterion is *off* if the difference is more than 0.05.
Programs are in two halves by the checksum of their name: what the engine does was changed after
looking at the first.
"""

import argparse
import collections
import concurrent.futures
import json
import lzma
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import zlib

import outside

COMMIT = "f27000a5188f8ac79bd43fc95a1b3f890c18823d"
PROGRAMS = pathlib.Path(__file__).with_suffix(".tsv")
CRITERIA = ("TDiv", "Gran_L1", "Gran_L2", "SMem_eff")
OFF, NEAR = 0.05, 1e-4
THREADS, WARP_INSTRUCTIONS = "smsp__thread_inst_executed.sum", "smsp__inst_executed.sum"
GLOBAL_BYTES, TAGS = "sm__sass_data_bytes_mem_global.sum", "sm__sass_l1tex_tags_mem_global.sum"
L2_SECTORS = "lts__t_sectors_srcunit_tex.sum"
BULK_COPIES = "sm__sass_inst_executed_op_tma.sum"
SHARED_BYTES_OF = [
    f"sm__sass_data_bytes_mem_shared_op_{op}.sum" for op in ("ld", "st", "atom", "ldsm", "stsm")
]
SHARED_INSTRUCTIONS = [
    f"sm__sass_inst_executed_op_{op}.sum"
    for op in ("shared_ld", "shared_st", "shared_atom", "ldsm", "shared_stsm")
]
SHARED_WAVEFRONTS = [
    f"sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum"
    for op in ("ld", "st", "atom", "ldsm", "stsm")
]
# Seconds that a program may take under propp.
PROFILED = 40
# Characters of an output that are kept.
KEPT = 200_000
Program = collections.namedtuple("Program", "name arguments changes files")


def programs_of(only):
    found = []
    for line in PROGRAMS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            found.append(Program(*(line.split("\t") + ["", "", ""])[:4]))
    names = only.split(",") if only else None
    return [program for program in found if not names or program.name in names]


def half_of(name):
    return zlib.crc32(name.encode()) % 2


# -- build


def changed(path, changes):
    """Replaces constants; each change must be found, so that the table stays true."""
    for change in filter(None, changes.split(" ; ")):
        file, old, new = change.split("|")
        text = (path / file).read_text(encoding="utf-8")
        if old not in text:
            sys.exit(f"{path / file}: no {old!r}")
        (path / file).write_text(text.replace(old, new), encoding="utf-8")


def executable_in(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and os.access(path, os.X_OK) and path.suffix not in (".o", ".so"):
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    return path
    return None


def build_one(program, mirror, target, scratch):
    """Why the program could not be built; None if it was."""
    place = f"src/{program.name}-cuda"
    archive = ["git", "-C", str(mirror), "archive", COMMIT, place]
    packed = subprocess.run(archive, capture_output=True, check=True).stdout
    subprocess.run(["tar", "x", "-C", str(scratch)], input=packed, check=True)
    source = scratch / place
    changed(source, program.changes)
    makefile = (source / "Makefile").read_text(encoding="utf-8", errors="replace")
    standard = "" if "-std" in makefile else " -std=c++17"
    flags = {"NVCC_APPEND_FLAGS": f"-cudart shared -w{standard}"}
    made = subprocess.run(
        ["make", "ARCH=sm_90"], cwd=source, env=os.environ | flags, capture_output=True, check=False
    )
    executable = executable_in(source)
    if made.returncode != 0 or not executable:
        return made.stderr.decode(errors="replace").strip()[-200:]
    target.mkdir(parents=True, exist_ok=True)
    subprocess.run(["strip", "-o", str(target / "main"), str(executable)], check=True)
    for file in program.files.split():
        shown = ["git", "-C", str(mirror), "show", f"{COMMIT}:src/{file}"]
        content = subprocess.run(shown, capture_output=True, check=True).stdout
        (target / pathlib.Path(file).name).write_bytes(content)
    return None


def build(arguments):
    for program in programs_of(arguments.only):
        target = arguments.folder.resolve() / program.name
        if (target / "main").exists():
            continue
        with tempfile.TemporaryDirectory() as scratch:
            failure = build_one(program, arguments.mirror, target, pathlib.Path(scratch))
        print(f"{program.name}: {failure or 'built'}", flush=True)


# -- runs


def command_of(program):
    return ["./main", *shlex.split(program.arguments)]


def part(one, other):
    """A quotient of counts; none if one is missing or nothing was counted."""
    return min(1.0, one / other) if one is not None and other else None


def criteria_of(counts):
    """The criteria of one launch, as `propp explain criteria` defines them."""
    shared = zip(SHARED_INSTRUCTIONS, SHARED_BYTES_OF)
    ideal = sum(max(counts.get(one) or 0, (counts.get(of) or 0) / 128) for one, of in shared)
    wavefronts = sum(counts.get(name) or 0 for name in SHARED_WAVEFRONTS)
    bytes_ = counts.get(GLOBAL_BYTES) or None
    values = {
        "TDiv": part(counts.get(THREADS), 32 * (counts.get(WARP_INSTRUCTIONS) or 0)),
        "Gran_L1": part(bytes_, 128 * (counts.get(TAGS) or 0)),
    }
    # Recordings of before 2026-12-01 have the bytes of all accesses together.
    if counts.get(SHARED_BYTES_OF[0]) is not None:
        values["SMem_eff"] = part(ideal, wavefronts)
    # Sectors of bulk copies would have to be taken off.
    if not counts.get(BULK_COPIES):
        values["Gran_L2"] = part(bytes_, 32 * (counts.get(L2_SECTORS) or 0))
    return {name: round(value, 5) for name, value in values.items() if value is not None}


def launches_of(propp, recording):
    """Of each symbol the criteria of the launches that have counters, by their number."""
    command = [propp, "show", str(recording), "--rows", "counters", "--format", "json"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    columns = json.loads(shown.stdout)["columns"] if shown.returncode == 0 else []
    values = {column["name"]: column["values"] for column in columns}
    found = collections.defaultdict(dict)
    for at, symbol in enumerate(values.get("symbol", [])):
        counts = {name: column[at] for name, column in values.items()}
        found[symbol][counts["ordinal"]] = criteria_of(counts)
    return found


def kernels_of(report, launches):
    """Of each kernel the launches, and the values of the criteria with what they come from."""
    found = []
    for kernel in report["kernels"]:
        values = {}
        for name in CRITERIA:
            criterion = kernel["criteria"][name]
            if criterion.get("value") is not None:
                inputs = {each["name"]: each["number"] for each in criterion["inputs"]}
                values[name] = {"value": criterion["value"], "inputs": inputs}
        found.append(
            {
                "symbol": kernel["symbol"],
                "name": kernel["short_name"],
                "seen": kernel["launches_seen"],
                "measured": kernel["launches_measured"],
                "configurations": kernel["configurations"][:4],
                "after_refusal": bool(kernel.get("after_refusal")),
                "criteria": values,
                "launches": launches.get(kernel["symbol"], {}),
            }
        )
    return found


def alone_on_gpu(program, folder, seconds):
    runs = [outside.run(command_of(program), folder / program.name, seconds) for _ in range(2)]
    code, output, errors, seconds = runs[0]
    return {
        "arguments": program.arguments,
        "code": code,
        "output": output[:KEPT],
        "errors": errors[:2000],
        "again": runs[1][1][:KEPT] if runs[1][1] != output else None,
        "seconds": round(seconds, 3),
    }


def profiled_on_gpu(program, arguments, gpu):
    """The kernels of one profile; None if it gave none."""
    with tempfile.TemporaryDirectory() as scratch:
        recording = pathlib.Path(scratch) / "a.propp"
        profile = [arguments.propp, "profile", "-q", "--force", "--no-code", "--runs", "one"]
        command = ["env", f"CUDA_VISIBLE_DEVICES={gpu}", *profile, "-o", str(recording), "--"]
        folder = arguments.folder.resolve() / program.name
        outside.run([*command, *command_of(program)], folder, PROFILED)
        report = outside.report_of(arguments.propp, recording) if recording.exists() else None
        launches = launches_of(arguments.propp, recording) if report else {}
        if report and arguments.keep:
            arguments.keep.mkdir(parents=True, exist_ok=True)
            kept = arguments.keep / f"{program.name}.propp.xz"
            kept.write_bytes(lzma.compress(recording.read_bytes()))
    return kernels_of(report, launches) if report else None


def has_counts(kernels):
    return any(kernel["criteria"].get("TDiv") for kernel in kernels or [])


def read_results(path):
    if not path.exists():
        return {"gpu": None, "programs": {}}
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def write_results(results, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path.with_suffix(".part"), "wt", encoding="utf-8") as file:
        json.dump(results, file)
    path.with_suffix(".part").replace(path)


def gpu(arguments):
    """Both halves progress alike, so that a run that is cut off has some of each."""
    ends = time.monotonic() + arguments.seconds
    folder, kept = arguments.folder.resolve(), read_results(arguments.results)
    results = kept["programs"]
    programs = [p for p in programs_of(arguments.only) if (folder / p.name / "main").exists()]
    programs.sort(key=lambda program: zlib.crc32(program.name.encode()) >> 1)
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    listed = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()
    kept["gpu"], gpus = listed[0], range(len(listed))
    workers = arguments.workers or len(gpus)

    def alone(program):
        before = results.get(program.name, {})
        is_done = before.get("arguments") == program.arguments and (
            before.get("code") != "timeout" or before["seconds"] >= arguments.alone
        )
        if not is_done and time.monotonic() < ends:
            results[program.name] = alone_on_gpu(program, folder, arguments.alone)

    def profiled(numbered):
        number, program = numbered
        found = results.get(program.name)
        if found and found["code"] == 0 and "kernels" not in found and time.monotonic() < ends:
            kernels = profiled_on_gpu(program, arguments, gpus[number % len(gpus)])
            if kernels is not None:
                found["kernels"] = kernels

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(alone, programs))
    write_results(kept, arguments.results)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        list(pool.map(profiled, enumerate(programs)))
    write_results(kept, arguments.results)
    # Two profilers at once may have been in each other's way.
    if workers > len(gpus):
        for program in programs:
            found = results.get(program.name, {})
            if found.get("code") == 0 and not has_counts(found.get("kernels")):
                found.pop("kernels", None)
                profiled((0, program))
        again(programs, results, arguments, ends)
    write_results(kept, arguments.results)
    counted = sum(has_counts(found.get("kernels")) for found in results.values())
    print(f"{len(programs)} programs, {len(results)} run alone, {counted} with counts")


def again(programs, results, arguments, ends):
    """Profiles some programs once more with nothing beside them, and prints what differs."""
    for program in programs[:12]:
        before = results.get(program.name, {}).get("kernels")
        if has_counts(before) and time.monotonic() < ends:
            after = profiled_on_gpu(program, arguments, 0) or []
            pairs = zip(before, after)
            same = sum(one["criteria"] == other["criteria"] for one, other in pairs)
            print(f"{program.name} once more: {same} of {len(before)} kernels with the same counts")


def emulate_one(program, arguments, folder):
    recording = arguments.out.resolve() / f"{program.name}.propp"
    options = ["-q", "--force", "--budget", str(arguments.budget), "-o", str(recording)]
    threads = ["--threads", str(arguments.threads)]
    command = [arguments.propp, "emulate", *options, *threads, "--", *command_of(program)]
    code, output, errors, seconds = outside.run(command, folder, 2 * arguments.budget)
    report = outside.report_of(arguments.propp, recording) if recording.exists() else None
    launches = launches_of(arguments.propp, recording) if report else {}
    return {
        "code": code,
        "output": output[:KEPT],
        "errors": errors[:4000],
        "seconds": round(seconds, 1),
        "notices": report["notices"] if report else [],
        "kernels": kernels_of(report, launches) if report else [],
    }


def emulate(arguments):
    arguments.out.mkdir(parents=True, exist_ok=True)
    for program in programs_of(arguments.only):
        kept = arguments.out / f"{program.name}.json"
        if not (arguments.folder / program.name / "main").exists() or kept.exists():
            continue
        # A program may write files; the next one that is built with it must not find them.
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / program.name
            shutil.copytree(arguments.folder / program.name, folder)
            result = emulate_one(program, arguments, folder)
        kept.write_text(json.dumps(result), encoding="utf-8")
        print(f"{program.name}: {result['code']}, {result['seconds']} s", flush=True)


def parsed():
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    stages = parser.add_subparsers(dest="stage", required=True)
    for stage, places in {
        "build": ("mirror", "folder"),
        "gpu": ("propp", "folder", "results"),
        "emulate": ("propp", "folder", "out"),
        "page": ("results", "out"),
    }.items():
        one = stages.add_parser(stage)
        for place in places:
            one.add_argument(place, type=str if place == "propp" else pathlib.Path)
        one.add_argument("--only", metavar="NAME,...")
    stages.choices["gpu"].add_argument("--seconds", type=float, default=600)
    stages.choices["gpu"].add_argument("--alone", type=float, default=5)
    stages.choices["gpu"].add_argument("--workers", type=int)
    stages.choices["gpu"].add_argument("--keep", type=pathlib.Path)
    stages.choices["emulate"].add_argument("--budget", type=float, default=60)
    stages.choices["emulate"].add_argument("--threads", type=int, default=1)
    stages.choices["page"].add_argument("--rows", type=pathlib.Path)
    return parser.parse_args()


def main():
    arguments = parsed()
    if os.sep in getattr(arguments, "propp", ""):
        arguments.propp = os.path.abspath(arguments.propp)
    if arguments.stage == "page":
        import emulate_outside_page  # pylint: disable=import-outside-toplevel

        results = read_results(arguments.results)
        emulate_outside_page.page(arguments, programs_of(arguments.only), results)
    else:
        {"build": build, "gpu": gpu, "emulate": emulate}[arguments.stage](arguments)


if __name__ == "__main__":
    main()
