"""Programs from outside of the project: does propp harm them, and are predicted times right?

    outside.py PROPP FOLDER PROGRAMS.tsv -o OUT [--only NAME,...] [--timeout SECONDS]
    outside.py PROPP --table OUT/*.propp

PROGRAMS.tsv has a line for each program: its name, a tab, and its command, which is run in
FOLDER/NAME, alone and under `propp profile`. A program is harmed if its exit code or its standard
output differs, or if it left no readable recording. Numbers may differ in lines that speak of
times or rates, and in lines that also differ between two runs alone; both are counted in the
table. OUT gets the recordings, the outputs, and outside.tsv with the kernels. With --table, the
kernels are those of existing recordings, and nothing is run or written.

A kernel counts once for each launch configuration, if it takes 5 % of its program's kernel time.
The factor is the larger of predicted and measured time over the smaller; the bias is the median
of predicted over measured; a kernel's resource is the one with most of its predicted time. Of what
lies between kernels, a program counts once for each kind: the median of its gaps, and all its copies
beside what they would take with pinned memory.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import re
import shlex
import signal
import statistics
import subprocess
import sys
import time

LEAST_SHARE = 0.05
# What lies between kernels counts in a program with so many gaps of a cause, or so many bytes copied.
LEAST_GAPS, LEAST_COPIED = 10, 1 << 20
# A program under propp is harmed if it takes longer than so many times alone and so many seconds.
PROFILED_TIMES, PROFILED_SECONDS = 8, 40
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[-+]?\b(?:inf|nan)\b", re.IGNORECASE)
TIME_OR_RATE = re.compile(
    r"time|second|elapsed|duration|latency|throughput|bandwidth|speed|performance|lups"
    r"|\b(?:rate|sec|[mun]?s|fps|[kmgt]?flops?)\b|(?:flop|ops|b|bytes)/s",
    re.IGNORECASE,
)
COLUMNS = ("program", "kernel", "share", "resource", "predicted", "measured", "ratio")
Kernel = collections.namedtuple("Kernel", COLUMNS)


def run(command, folder, timeout):
    """The exit code, "timeout" if time was up, both outputs, and how long it took."""
    begin = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        outputs = process.communicate(timeout=timeout)
        # propp says 128 + N where signal N ended the program, Popen -N.
        code = process.returncode if process.returncode >= 0 else 128 - process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        outputs, code = process.communicate(), "timeout"
    texts = (output.decode(errors="replace") for output in outputs)
    return code, *texts, time.monotonic() - begin


def report_of(propp, recording):
    """What `propp show` says of a recording; None if it cannot read it."""
    command = [propp, "show", str(recording), "--format", "json"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    if shown.returncode != 0:
        print(f"{recording}: {shown.stderr.strip()}", file=sys.stderr)
        return None
    return json.loads(shown.stdout)


def differing_lines(one, other):
    pairs = itertools.zip_longest(one.splitlines(), other.splitlines(), fillvalue="")
    return {number: pair for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]}


def only_numbers_differ(pair):
    one, other = (NUMBER.sub("#", line).split() for line in pair)
    return one == other


def compared(alone, profiled, run_again):
    """Whether the outputs are the same, and in words what is not."""
    differing = differing_lines(alone, profiled)
    numbers = {number for number, pair in differing.items() if only_numbers_differ(pair)}
    times = {number for number in numbers if TIME_OR_RATE.search(differing[number][0])}
    again = differing_lines(alone, run_again()).keys() if times != differing.keys() else set()
    varying = (numbers - times) & again
    notes = []
    if rest := sorted(differing.keys() - times - varying):
        one, other = differing[rest[0]]
        notes.append(f"{len(rest)} lines differ, the first is {rest[0]}: {one!r}, {other!r}")
    if times:
        notes.append(f"times differ in {len(times)} lines")
    if varying:
        notes.append(f"numbers differ in lines that vary alone: {sorted(varying)}")
    return not rest, notes


def judge(name, command, arguments):
    """Runs a program alone and under propp: whether it is harmed, what differs, its report."""
    command, recording = shlex.split(command), arguments.output / f"{name}.propp"
    profile = [arguments.propp, "profile", "-q", "--force", "-o", str(recording), "--"]

    def run_and_keep(words, ending, timeout):
        code, output, errors, seconds = run(words, arguments.folder / name, timeout)
        kept = arguments.output / f"{name}.{ending}.txt"
        kept.write_text(f"{output}\n{errors}", encoding="utf-8")
        return code, output, seconds

    recording.unlink(missing_ok=True)
    code, alone, seconds = run_and_keep(command, "alone", arguments.timeout)
    if code == "timeout":
        return None, [f"left out: not done alone in {arguments.timeout} s"], None
    allowed = PROFILED_TIMES * seconds + PROFILED_SECONDS
    profiled_code, profiled, _ = run_and_keep(profile + command, "profiled", allowed)
    again = lambda: run_and_keep(command, "again", allowed)[1]
    same, notes = compared(alone, profiled, again)
    if code != 0 or profiled_code != 0:
        notes.insert(0, f"exit code {code} alone, {profiled_code} under propp")
    if re.search(r"\bFAIL", alone):
        notes.append("says FAIL alone")
    report = report_of(arguments.propp, recording)
    if report is None:
        notes.insert(0, "no readable recording")
    return report is None or not same or code != profiled_code, notes, report


def share_with_criteria(report):
    """The share of kernel time that belongs to kernels with a value of some criterion."""
    total = with_value = 0
    for kernel in report["kernels"]:
        time = (kernel["durations"] or {}).get("total_ns", 0)
        total += time
        if any(criterion["value"] is not None for criterion in kernel["criteria"].values()):
            with_value += time
    return f"{100 * with_value / total:.1f} %" if total else "no kernels"


def largest_resource(parts):
    shares = collections.Counter()
    for part in parts:
        shares[part["resource"]] += part["share"]
    return shares.most_common(1)[0][0] if shares else None


def kernels_of(program, report):
    found = []
    for kernel in report["kernels"]:
        durations, predicted = kernel["durations"] or {}, kernel["predicted"] or {}
        measured = durations.get("measured_ns") or durations.get("median_ns")
        share, ns = kernel["time_share"] or 0, predicted.get("ns")
        if share < LEAST_SHARE or not measured:
            continue
        resource = largest_resource(predicted.get("parts", []))
        ratio = ns / measured if ns else None
        name = kernel["short_name"]
        found.append(Kernel(program, name, share, resource, ns, measured, ratio))
    return found


def quantile(values, share):
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def print_kernels(kernels):
    priced = [kernel for kernel in kernels if kernel.ratio]
    ratios_of = collections.defaultdict(list)
    for kernel in priced:
        ratios_of[kernel.resource].append(kernel.ratio)
    groups = sorted(ratios_of.items(), key=lambda group: -len(group[1]))
    groups.append(("all", [kernel.ratio for kernel in priced]))
    print("| most of the time | kernels | bias | median factor | 80th percentile | 90th | 95th |")
    print("|---|---|---|---|---|---|---|")
    for resource, ratios in groups:
        if ratios:
            factors = [max(ratio, 1 / ratio) for ratio in ratios]
            bias, median = statistics.median(ratios), statistics.median(factors)
            high = " | ".join(f"{quantile(factors, share):.2f}" for share in (0.8, 0.9, 0.95))
            print(f"| {resource} | {len(ratios)} | {bias:.2f} | {median:.2f} | {high} |")
    print(f"\n{len(kernels) - len(priced)} of {len(kernels)} kernels without a predicted time")


def between_of(report):
    """Of one program: predicted over measured time by what lies between its kernels."""
    between = report["run"].get("between") or {"gaps": []}
    ratios = {}
    for gaps in between["gaps"]:
        if gaps["predicted_ns"] and gaps["count"] >= LEAST_GAPS:
            ratios[f"gaps: {gaps['cause']}"] = gaps["predicted_ns"] / gaps["median_ns"]
    for memory in ("pinned", "pageable"):
        copies = between.get(memory) or {"bytes": 0}
        if copies["bytes"] >= LEAST_COPIED and copies["pinned_ns"] and copies["ns"]:
            ratios[f"copies: {memory}"] = copies["pinned_ns"] / copies["ns"]
    return ratios


def print_between(ratios_of_programs):
    print("\n| between kernels | programs | predicted / measured: median | 10th | 90th percentile |")
    print("|---|---|---|---|---|")
    for what in sorted(set().union(*ratios_of_programs)):
        ratios = [ratios[what] for ratios in ratios_of_programs if what in ratios]
        ends = " | ".join(f"{quantile(ratios, share):.2f}" for share in (0.1, 0.9))
        print(f"| {what} | {len(ratios)} | {statistics.median(ratios):.2f} | {ends} |")


def write_kernels(kernels, path):
    with open(path, "w", encoding="utf-8") as file:
        print(*COLUMNS, sep="\t", file=file)
        for kernel in kernels:
            print(*("" if value is None else value for value in kernel), sep="\t", file=file)


def chosen_programs(arguments):
    lines = arguments.programs.read_text(encoding="utf-8").splitlines()
    programs = dict(line.split("\t", 1) for line in lines if line)
    names = arguments.only.split(",") if arguments.only else programs
    return {name: programs[name] for name in names}


def run_programs(arguments):
    # Programs run in folders of their own.
    arguments.folder, arguments.output = arguments.folder.resolve(), arguments.output.resolve()
    if os.sep in arguments.propp:
        arguments.propp = os.path.abspath(arguments.propp)
    arguments.output.mkdir(parents=True, exist_ok=True)
    kernels, harms, between = [], [], []
    print("| program | harmed | kernel time with criteria | what differs |")
    print("|---|---|---|---|")
    for name, command in chosen_programs(arguments).items():
        harmed, notes, report = judge(name, command, arguments)
        harms.append(harmed)
        said = {True: "yes", False: "no", None: "?"}[harmed]
        share = share_with_criteria(report) if report else "?"
        print(f"| {name} | {said} | {share} | {'; '.join(notes)} |", flush=True)
        kernels += kernels_of(name, report) if report else []
        between += [between_of(report)] if report else []
        write_kernels(kernels, arguments.output / "outside.tsv")
    print(f"\n{harms.count(True)} of {len(harms) - harms.count(None)} programs were harmed\n")
    print_kernels(kernels)
    print_between(between)


def print_recordings(arguments):
    kernels, between = [], []
    for path in arguments.table:
        report = report_of(arguments.propp, path)
        kernels += kernels_of(path.name.split(".propp")[0], report) if report else []
        between += [between_of(report)] if report else []
    print_kernels(kernels)
    print_between(between)


def main():
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("propp")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("programs", nargs="?", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="OUT")
    parser.add_argument("--only", metavar="NAME,...")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS")
    parser.add_argument("--table", nargs="+", type=pathlib.Path, metavar="RECORDING")
    arguments = parser.parse_args()
    if arguments.table:
        print_recordings(arguments)
    elif arguments.programs and arguments.output:
        run_programs(arguments)
    else:
        parser.error("give FOLDER, PROGRAMS.tsv and -o OUT, or --table and recordings")


if __name__ == "__main__":
    main()
