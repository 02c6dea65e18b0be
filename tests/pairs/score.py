"""How well propp knows the pairs of kernels in pairs.tsv, of which no fit and no rule has seen any.

    score.py PROPP RECORDING...

Prints the kernels' predicted over measured time, how many pairs predicted times order as measured
ones do (those that differ by more than 5 %), and for each pair the first hint of the kernel with the
defect, the gain that it expects, and the gain that its cure brought.
"""

import csv
import json
import math
import pathlib
import statistics
import subprocess
import sys

LEAST_GAIN = math.log(1.05)
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


def main():
    propp, *recordings = sys.argv[1:]
    known = {}
    for recording in recordings:
        known |= kernels(propp, recording)
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
        first = (hints[0]["rule"], expected(hints[0])) if hints else ("none", "")
        rows.append((pair["pair"], pair["kind"], *first, f"{math.exp(gain):.2f}", pair["defect"]))
    factors = [math.exp(abs(log)) for log in logs]
    bias, median = math.exp(statistics.median(logs)), statistics.median(factors)
    print(f"{len(rows)} pairs, {len(logs)} kernels with a predicted time: bias {bias:.3f}, median")
    print(f"factor {median:.3f}, 90th percentile {quantile(factors, 0.9):.2f}; {right} of {apart} pairs in order\n")
    print("| pair | kind | first hint | expected | came | defect |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


main()
