"""Captures launches of programs, and replays each: is the program harmed, is the launch captured or
refused by name, and are the results of the replay equal?

    replays.py PROPP FOLDER PROGRAMS.tsv [--only NAME,...] [--kernels N] [--jobs N] [--timeout SECONDS]
        [--minutes N]
    replays.py PROPP FOLDER tests/programs/matrix.toml …

PROGRAMS.tsv and FOLDER are those of tests/programs/outside.py, which also says what counts as
harmed, or those of emulate_outside.py. The programs of the matrix are compiled into FOLDER; those that need several GPUs, or a
Python module that is missing, are left out. Of each program the kernels with the most time are taken, and of each kernel a launch in
the middle, the fifth at most. "time" is the replay's time (the L2 cache as the copy of the input
left it) over the median in the program; it means something with one job only.
"""

import argparse
import concurrent.futures
import importlib.util
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "programs"))
from outside import chosen_programs, compared, report_of, run  # noqa: E402

LAST_LAUNCH = 5
# What propp says of a launch that it does not capture, and of a kernel that it did not see.
REFUSED, NOT_SEEN = "cannot be captured", "outside of CUDA graphs"


def compiled(word, row, folder, place):
    """A program from a source of the matrix."""
    program = folder / f"{row['name']}-{pathlib.Path(word).stem}"
    compiler = ["nvcc", "-std=c++17", "-arch=native", "-O2"] if word.endswith(".cu") else ["cc"]
    subprocess.run([*compiler, "-o", str(program), word, *row.get("flags", [])], cwd=place, check=True)
    return str(program)


def of_matrix(arguments):
    """The commands of the matrix that run here, by name, and the folder in which they run."""
    place, folder = arguments.programs.resolve().parent, arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    rows = tomllib.loads(arguments.programs.read_text(encoding="utf-8"))["row"]
    only = arguments.only.split(",") if arguments.only else None
    programs = {}
    for row in rows:
        has_modules = all(importlib.util.find_spec(module) for module in row.get("modules", []))
        if row.get("gpus", 1) > 1 or not has_modules or (only and row["name"] not in only):
            continue
        words = list(row["command"])
        for index, word in enumerate(words):
            is_first = index == 0 and word.endswith((".cu", ".c"))
            if is_first or word.startswith("compiled:"):
                words[index] = compiled(word.removeprefix("compiled:"), row, folder, place)
        variables = [f"{name}={value}" for name, value in row.get("environment", {}).items()]
        programs[row["name"]] = (["env", *variables, *words] if variables else words, place)
    return programs


def chosen(arguments):
    """The command of each program, and the folder in which it runs."""
    if arguments.programs.suffix == ".toml":
        return of_matrix(arguments)
    if arguments.programs.name == "emulate_outside.tsv":
        lines = arguments.programs.read_text(encoding="utf-8").splitlines()
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        only = arguments.only.split(",") if arguments.only else [row[0] for row in rows]
        # Those that were built.
        programs = {row[0]: " ".join(["./main", *row[1:2]]) for row in rows if row[0] in only}
        programs = {name: line for name, line in programs.items() if (arguments.folder / name / "main").exists()}
    else:
        programs = chosen_programs(arguments)
    return {name: (shlex.split(line), (arguments.folder / name).resolve()) for name, line in programs.items()}


def largest_kernels(arguments, command, folder, scratch):
    """The kernels with the most time, by a trace run."""
    recording = scratch / "trace.propp"
    profile = [arguments.propp, "profile", "-q", "-f", "--runs", "trace", "-o", str(recording), "--"]
    run(profile + command, folder, arguments.timeout)
    report = report_of(arguments.propp, recording) if recording.exists() else None
    kernels = report["kernels"] if report else []
    kernels.sort(key=lambda kernel: -(kernel["durations"] or {}).get("total_ns", 0))
    return kernels[: arguments.kernels]


def replayed(arguments, file):
    """The report of a replay, or its error."""
    command = [arguments.propp, "replay", "-q", "--warm", "--format", "json", str(file)]
    code, output, errors, _ = run(command, file.parent, arguments.timeout)
    try:
        return json.loads(output)["captured"], None
    except ValueError:
        return None, f"replay: exit code {code}: {errors.strip()[-200:]}"


def captured(arguments, kernel, launch, command, folder, file):
    """The run under `propp capture`, and what it said in vain of the launch."""
    file.unlink(missing_ok=True)
    words = ["capture", "-q", "-k", f"={kernel['symbol']}", "--launch", str(launch), "-o", str(file)]
    code, output, errors, _ = run([arguments.propp, *words, "--", *command], folder, arguments.timeout)
    said = [line for line in errors.splitlines() if REFUSED in line or NOT_SEEN in line]
    return code, output, said[-1] if said else None, errors


def one_kernel(arguments, kernel, command, folder, alone, scratch):
    launch = min((kernel["launches_seen"] + 1) // 2, LAST_LAUNCH)
    file = scratch / "kernel.launch"
    result = {"kernel": kernel["short_name"], "harmed": False, "notes": []}
    # Some launches may be in graphs or in other processes: then the first.
    for launch in dict.fromkeys([launch, 1]):
        code, output, refused, errors = captured(arguments, kernel, launch, command, folder, file)
        expected = alone[0] or (0 if file.exists() else 125)
        again = lambda: run(command, folder, arguments.timeout)[1]
        same, notes = compared(alone[1], output, again)
        if code != expected or not same:
            result["harmed"] = True
            result["notes"] += [f"exit code {code}", *notes]
        if file.exists() or not refused or NOT_SEEN not in refused:
            break
    if not file.exists():
        return {**result, "is": "refused" if refused else "failed", "why": refused or errors[-200:]}
    found, problem = replayed(arguments, file)
    result["megabytes"] = round(file.stat().st_size / 1e6, 1)
    if problem:
        return {**result, "is": "failed", "why": problem}
    if not found["right"]:
        largest = found["largest_difference"]
        why = f"{found['different']} of {found['compared']} numbers differ, by {largest} at most"
        why += ", from run to run" * found["varies"]
        return {**result, "is": "different", "why": why}
    in_program = (kernel["durations"] or {}).get("median_ns")
    ratio = found["median_ns"] / in_program if in_program and found["median_ns"] else None
    return {**result, "is": "equal", "why": "", "time": ratio}


def one_program(arguments, name, command, folder, until):
    if time.monotonic() > until:
        return name, None
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        alone = run(command, folder, arguments.timeout)
        if alone[0] == "timeout":
            return name, "over time alone"
        kernels = largest_kernels(arguments, command, folder, scratch)
        of = lambda kernel: one_kernel(arguments, kernel, command, folder, alone, scratch)
        return name, [of(kernel) for kernel in kernels]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("propp")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--kernels", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no program after so many")
    arguments = parser.parse_args()
    arguments.propp = str(pathlib.Path(arguments.propp).resolve())
    print("| program | kernel | launch | MB | time | what |")
    print("|---|---|---|---|---|---|")
    counts, harmed, left, until = {}, 0, 0, time.monotonic() + 60 * arguments.minutes
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        programs = chosen(arguments).items()
        running = [pool.submit(one_program, arguments, name, *how, until) for name, how in programs]
        for done in concurrent.futures.as_completed(running):
            name, results = done.result()
            if results is None:
                left += 1
                continue
            if not results or isinstance(results, str):
                print(f"| {name} | | {results or 'no kernel in a trace run'} | | | |", flush=True)
                continue
            for one in results:
                counts[one["is"]] = counts.get(one["is"], 0) + 1
                harmed += one["harmed"]
                ratio = f"{one['time']:.2f}" if one.get("time") else ""
                said = "; ".join([one["why"]] * bool(one["why"]) + ["HARMED"] * one["harmed"] + one["notes"])
                row = [name, one["kernel"], one["is"], one.get("megabytes", ""), ratio, said]
                print("|", " | ".join(str(cell) for cell in row), "|", flush=True)
    print(f"\n{harmed} of {sum(counts.values())} captures harmed their program; {counts}")
    if left:
        print(f"{left} programs were not begun in this time")


if __name__ == "__main__":
    main()
