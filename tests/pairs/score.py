"""How well propp knows the pairs of kernels in pairs.tsv, or in a set that no rule has seen.

    score.py PROPP RECORDING... [NCU.csv.gz...]

Prints the kernels' predicted over measured time, how many pairs predicted times order as measured
ones do (those that differ by more than 5 %), and for each pair the first hint of the kernel with the
defect, the gain that it expects, and the gain that its cure brought. Of pairs that are no traps and
no sequences of launches it counts how often that gain was in the range, and how often the likely
gain was within a factor of 1.5. With what `ncu --csv --page details` printed, the same of its highest
global estimate.
"""

import collections
import csv
import gzip
import json
import math
import pathlib
import statistics
import subprocess
import sys

LEAST_GAIN = math.log(1.05)
NEAR = math.log(1.5)
# Their cure is fewer launches, and the time of a launch says nothing.
OF_LAUNCHES = {"fd_heat_launches", "sort_row_launches", "dp_diag_launches"}
PAIRS = pathlib.Path(__file__).with_name("pairs.tsv")


def kernels(propp, recording):
    command = [propp, "show", recording, "--format", "json"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    return {kernel["short_name"]: kernel for kernel in json.loads(shown.stdout)["kernels"]}


def measured(kernel):
    durations = kernel["durations"]
    return durations.get("measured_ns") or durations["median_ns"]


def predicted(kernel):
    return (kernel["predicted"] or {}).get("ns")


def quantile(values, share):
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def expected(hint):
    """The range of the gain that a hint expects, in words."""
    time = hint["time"]
    if not time:
        return ""
    low, high = (time["now_ns"] / time[end] for end in ("most_ns", "least_ns"))
    return f"{low:.2f} to {high:.2f}"


def estimates(path):
    """By kernel, the highest gain that Nsight Compute estimates for the whole kernel."""
    best = collections.defaultdict(float)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        # Lines of ncu itself begin with ==.
        for row in csv.DictReader(line for line in file if line.startswith('"')):
            percent = (row["Estimated Speedup"] or "").replace(",", "")
            if percent and row["Estimated Speedup Type"] == "global":
                gain = 1 / max(1 - float(percent) / 100, 0.01)
                best[row["Kernel Name"]] = max(best[row["Kernel Name"]], gain)
    return best


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    propp, *files = sys.argv[1:]
    known, of_ncu, counts = {}, {}, collections.Counter()
    for path in files:
        if path.endswith(".csv.gz"):
            of_ncu |= estimates(path)
        else:
            known |= kernels(propp, path)
    logs, right, apart, rows = [], 0, 0, []
    with open(PAIRS, encoding="utf-8") as file:
        pairs = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for pair in pairs:
        sides = [known.get(f"{pair['pair']}_{side}") for side in ("before", "after")]
        if None in sides:
            continue
        times, guesses = [measured(side) for side in sides], [predicted(side) for side in sides]
        logs += [math.log(guess / time) for guess, time in zip(guesses, times) if guess]
        gain = math.log(times[0] / times[1])
        if all(guesses) and abs(gain) > LEAST_GAIN:
            apart += 1
            right += (guesses[0] > guesses[1]) == (gain > 0)
        hints = (sides[0].get("advice") or {}).get("hints") or []
        if pair["kind"] == "yes" and pair["pair"] not in OF_LAUNCHES:
            counts["pairs"] += 1
            time = hints[0]["time"] if hints else None
            if time:
                now, brought = time["now_ns"], times[0] / times[1]
                counts["hints"] += 1
                counts["in range"] += now / time["most_ns"] <= brought <= now / time["least_ns"]
                counts["near"] += abs(math.log(now / time["likely_ns"]) - gain) < NEAR
            if estimate := of_ncu.get(f"{pair['pair']}_before"):
                counts["estimates"] += 1
                counts["estimates near"] += abs(math.log(estimate) - gain) < NEAR
        first = (hints[0]["rule"], expected(hints[0])) if hints else ("none", "")
        rows.append((pair["pair"], pair["kind"], *first, f"{math.exp(gain):.2f}", pair["defect"]))
    factors = [math.exp(abs(log)) for log in logs]
    bias, median = math.exp(statistics.median(logs)), statistics.median(factors)
    print(f"{len(rows)} pairs, {len(logs)} kernels with a predicted time: bias {bias:.3f}, median")
    print(f"factor {median:.3f}, 90th percentile {quantile(factors, 0.9):.2f}; {right} of {apart} pairs in order\n")
    print(
        f"{counts['pairs']} pairs, {counts['hints']} with a first hint and its gain: in range "
        f"{counts['in range']}, within 1.5 times {counts['near']}; Nsight Compute estimates "
        f"{counts['estimates']}, within 1.5 times {counts['estimates near']}\n"
    )
    print("| pair | kind | first hint | expected | came | defect |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


main()
