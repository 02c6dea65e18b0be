"""Whether samples of `propp profile --waits` lie where Nsight Compute's lie.

    samples_beside_ncu.py PROPP RECORDING NCU.csv [RECORDING NCU.csv ...]

NCU.csv is what this prints of the same program, whose caches ncu must leave as they are:

    ncu --clock-control none --cache-control none --section SourceCounters -o REPORT PROGRAM
    ncu --import REPORT.ncu-rep --page source --csv --print-source sass

For each kernel with at least 1,000 samples on both sides: the samples of both, the line whose share
differs most, with both shares, and the most frequent reason of both.
"""

import collections
import csv
import json
import re
import statistics
import subprocess
import sys

FEWEST = 1000
WITHIN = 0.05


def bare(name):
    """A name without its parameters; ncu writes `const int *` and `(int)1` where propp does not."""
    name = re.sub(r"\((?:int|bool|unsigned int)\)", "", name).replace("void ", "")
    return name[: name.index(">") + 1] if "<" in name else name.split("(")[0]


def of_ncu(path):
    """By kernel and offset: samples; by kernel: samples by reason. The first launch is left out."""
    places = collections.defaultdict(collections.Counter)
    reasons = collections.defaultdict(collections.Counter)
    launches = collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for row in csv.reader(file):
            if row and row[0] == "Kernel Name":
                launches[bare(row[1])].append([])
                current, head = launches[bare(row[1])][-1], None
            elif row and row[0] == "Address":
                head = row
            elif row and head:
                current.append(dict(zip(head, row)))
    for name, all_of_kernel in launches.items():
        for rows in all_of_kernel[1:] or all_of_kernel:
            begin = int(rows[0]["Address"], 16)
            for row in rows:
                places[name][int(row["Address"], 16) - begin] += int(row["# Samples"] or 0)
                for reason, samples in row.items():
                    if reason.startswith("stall_") and "Not" not in reason:
                        reasons[name][reason] += int(samples or 0)
    return places, reasons


def kernels_of(propp, recording):
    command = [propp, "show", recording, "--lines", "--format", "json"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(shown.stdout)["kernels"]


def shares(samples, lines):
    by_line, total = collections.Counter(), sum(samples.values())
    for offset, count in samples.items():
        by_line[lines.get(offset, 0)] += count / total
    return by_line


def main():
    if len(sys.argv) < 4 or len(sys.argv) % 2:
        sys.exit(__doc__)
    propp, *files = sys.argv[1:]
    worst = []
    print("| kernel | samples | of ncu | line | share | of ncu | reason | of ncu |")
    print("|---|---|---|---|---|---|---|---|")
    for recording, path in zip(files[::2], files[1::2]):
        places, reasons = of_ncu(path)
        for kernel in kernels_of(propp, recording):
            own, why, lines = collections.Counter(), collections.Counter(), {}
            for one in kernel["instructions"]:
                if one["function"] == kernel["symbol"]:
                    samples = one["counts"]["samples"]
                    own[one["offset"]] += sum(samples.values())
                    why.update(samples)
                    lines[one["offset"]] = one["source"][-1]["line"] if one["source"] else 0
            name = bare(kernel["name"])
            other = places[name]
            if min(sum(own.values()), sum(other.values())) < FEWEST:
                continue
            here, there = shares(own, lines), shares(other, lines)
            line = max(here | there, key=lambda line: abs(here[line] - there[line]))
            worst.append(abs(here[line] - there[line]))
            print(
                f"| {name} | {sum(own.values())} | {sum(other.values())} | {line} | {here[line]:.1%} "
                f"| {there[line]:.1%} | {why.most_common(1)[0][0]} | {reasons[name].most_common(1)[0][0]} |"
            )
    inside = sum(difference <= WITHIN for difference in worst)
    print(f"\n{inside} of {len(worst)} kernels within 5 points, median {statistics.median(worst):.1%}")


main()
