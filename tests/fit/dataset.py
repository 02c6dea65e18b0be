"""The weights of the criteria again, from the exported dataset and by SciPy.

    dataset.py DATASET.csv FIT.json

Reads what `propp dataset --format csv` and `propp fit --format json` wrote of the same recording,
and fails where a weight differs by more than 1e-6 of the largest.
"""

import csv
import json
import sys

import numpy
import scipy.optimize

with open(sys.argv[1], newline="") as file:
    rows = list(csv.DictReader(file))
with open(sys.argv[2]) as file:
    weights = {w["criterion"]: w["weight"] for w in json.load(file)["fit"]["weights"]}

names = list(weights)
problems = {}
for row in rows:
    if row["criteria_missing"]:
        continue  # Nothing can be learnt from the other criteria.
    key = tuple(row[c] for c in ("primitive", "element", "n", "m", "distribution"))
    problems.setdefault(key, []).append(row)

a, b = [], []
for cases in problems.values():
    times = numpy.array([float(case["time"]) for case in cases])
    # A criterion that does not apply has lost nothing.
    criteria = numpy.array([[float(case[name] or 1) for name in names] for case in cases])
    relative = times.min() / times
    a.append(criteria - criteria.mean(axis=0))
    b.append(relative - relative.mean())
found, _ = scipy.optimize.nnls(numpy.vstack(a), numpy.concatenate(b))
found = found / found.max() * 100
worst = max(abs(found[place] - weights[name]) for place, name in enumerate(names))
print("largest difference of a weight: %.2e of 100, in %d cases" % (worst, len(rows)))
sys.exit(0 if worst <= 1e-4 else 1)
