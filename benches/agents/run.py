#!/usr/bin/env python3
"""Measure how well a language model optimises CUDA kernels, with and without the help of propp.

Candidates are compiled and run as ordinary programs with your rights: use a machine or a container
that you can lose.
"""

import argparse
import json
import shutil
import signal
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import measuring
import table
import trying
from measuring import KERNELS, PROCESSES


def main():
    args = arguments().parse_args()
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        return args.command(args)
    except KeyboardInterrupt:
        return 130
    finally:
        PROCESSES.close()


def interrupt(_signal, _frame):
    # The threads of the jobs wait for these processes, so they must end first.
    PROCESSES.close()
    raise KeyboardInterrupt


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, function, text):
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=function)
        return sub

    command("list", list_kernels, "List the kernels and their domains")

    sub = command("check", check, "Check and compare the naive and the good version of each kernel")
    sub.add_argument("kernels", nargs="*", metavar="KERNEL", help="kernels to check [default: all]")
    sub.add_argument("--write", action="store_true", help="write the counts to good.json")
    sub.add_argument("--brief", action="store_true",
                     help="print what `propp show --brief` says of each naive version")
    tool_options(sub)

    sub = command("measure", measure, "Compile and run versions of a kernel, and print time and counts")
    sub.add_argument("kernel", metavar="KERNEL")
    sub.add_argument("files", nargs="+", type=Path, metavar="FILE", help="versions of candidate.cu")
    tool_options(sub)

    sub = command("try", trying.try_models, "Let a model optimise kernels, and write the results. "
                  "Candidates are run as ordinary programs with your rights")
    sub.add_argument("--model", required=True, metavar="COMMAND",
                     help="shell command that reads a prompt and writes a reply")
    sub.add_argument("--arms", default="none,ncu,propp",
                     help="help that the model gets [default: %(default)s]")
    sub.add_argument("--kernels", default="", help="kernels, separated by commas [default: all]")
    sub.add_argument("--tries", type=int, default=5, help="tries per kernel and arm [default: 5]")
    sub.add_argument("--seed", type=int, default=1,
                     help="seed of the hidden inputs and of the order of the work [default: 1]")
    sub.add_argument("-o", "--output", type=Path, default=Path("results.json"),
                     help="results to write [default: results.json]")
    sub.add_argument("--resume", action="store_true", help="go on with a file of results")
    sub.add_argument("--folder", type=Path, help="keep the scratch folders here [default: delete]")
    sub.add_argument("--model-limit", type=float, default=600, metavar="SECONDS",
                     help="time limit for a reply [default: 600]")
    sub.add_argument("--profile-limit", type=float, default=600, metavar="SECONDS",
                     help="time limit for ncu or propp in a prompt [default: 600]")
    sub.add_argument("--profile-characters", type=int, default=60000, metavar="N",
                     help="longest text of a profiler in a prompt [default: 60000]")
    tool_options(sub)

    sub = command("table", table.print_table, "Print the results per arm and per kernel")
    sub.add_argument("results", type=Path)
    return parser


def tool_options(sub):
    sub.add_argument("--gpu", action="store_true",
                     help="run on the GPU, at full size [default: emulate, at small size]")
    sub.add_argument("--propp", default="propp", metavar="PATH", help="propp [default: from PATH]")
    sub.add_argument("--nvcc", default="nvcc", metavar="PATH", help="nvcc [default: from PATH]")
    sub.add_argument("--jobs", type=int, default=1, help="kernels at a time [default: 1]")
    sub.add_argument("--runs", type=int, default=3,
                     help="timed runs on a GPU; the median counts [default: 3]")
    sub.add_argument("--compile-limit", type=float, default=120, metavar="SECONDS",
                     help="time limit for nvcc [default: 120]")
    sub.add_argument("--run-limit", type=float, default=120, metavar="SECONDS",
                     help="time limit for a run of a candidate [default: 120]")


def list_kernels(_):
    for name in measuring.names():
        title = (KERNELS / name / "task.md").read_text().splitlines()[0].lstrip("# ")
        print(f"{name:<20} {title}")
    return 0


def check(args):
    tools, ok = measuring.tools_of(args), True
    unit = "measured" if args.gpu else "estimated"
    print(f"{'kernel':<20} {'naive us':>10} {'good us':>10} {'ratio':>7}  ({unit} kernel time)")
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(args.jobs) as pool:
        def one(kernel):
            return check_one(tools, kernel, Path(scratch) / kernel, args)
        for kernel, line, problems, brief in pool.map(one, measuring.names(args.kernels)):
            print(line, *(f"  {kernel}: {problem}" for problem in problems), sep="\n", flush=True)
            if brief:
                print(brief, flush=True)
            ok &= not problems
    return 0 if ok else 1


def measure(args):
    tools, ok = measuring.tools_of(args), True
    [kernel] = measuring.names([args.kernel])
    with tempfile.TemporaryDirectory() as scratch:
        for number, file in enumerate(args.files):
            place = Path(scratch) / str(number)
            place.mkdir()
            shutil.copy(file, place / "candidate.cu")
            result = measuring.measure(tools, kernel, place)
            ok &= result.outcome == "right"
            us = f"{result.ns / 1e3:.1f} us" if result.outcome == "right" else result.detail
            print(f"{file}: {result.outcome}, {us}", flush=True)
            if not tools.gpu and result.outcome == "right":
                print(json.dumps(result.counts))
    return 0 if ok else 1


def check_one(tools, kernel, folder, args):
    measured, problems, brief = {}, [], ""
    for version in ("naive", "good"):
        place = folder / version
        place.mkdir(parents=True)
        shutil.copy(KERNELS / kernel / f"{version}.cu", place / "candidate.cu")
        result = measured[version] = measuring.measure(tools, kernel, place)
        if result.outcome != "right":
            problems.append(f"{version}: {result.outcome}: {result.detail}")
        elif version == "naive" and args.brief:
            brief = trying.help_of(tools, "propp", place, args.run_limit, 60000)
    if problems:
        return kernel, f"{kernel:<20} {'-':>10} {'-':>10} {'-':>7}", problems, brief
    naive, good = measured["naive"].ns, measured["good"].ns
    if good >= naive:
        problems.append("the good version is not faster")
    if not tools.gpu:
        found = {version: {"estimated_ns": result.ns, **result.counts}
                 for version, result in measured.items()}
        problems += compare_counts(kernel, found, tools.device, args.write)
    line = f"{kernel:<20} {naive / 1e3:>10.1f} {good / 1e3:>10.1f} {naive / good:>7.2f}"
    return kernel, line, problems, brief


def compare_counts(kernel, found, device, is_written):
    path = KERNELS / kernel / "good.json"
    header = {"schema": "propp.agents.good/1", "gpu": device, "seed": 1}
    if is_written:
        path.write_text(json.dumps({**header, **found}, indent=1) + "\n")
        return []
    if not path.exists():
        return ["no good.json; `run.py check --write` writes it"]
    known = json.loads(path.read_text())
    return [f"{version}: {name} is {found[version].get(name)}, good.json says {before}"
            for version in found
            for name in sorted(known[version].keys() | found[version].keys())
            if found[version].get(name) != (before := known[version].get(name))]


if __name__ == "__main__":
    sys.exit(main())
