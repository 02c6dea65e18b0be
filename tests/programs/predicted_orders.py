"""How many pairs predicted times put into the right order, and how far off they are (lab/quality-metric.md).

    for primitive in gemm softmax layer_norm stencil nbody spmv; do
        propp rank $primitive --from compute.propp --size all --type all --format json > $primitive.json
    done
    python3 predicted_orders.py *.json

Pairs are of one problem, and more than 5 % apart. A factor is the larger of predicted and measured over
the smaller.
"""

import itertools
import json
import statistics
import sys


def quantile(values, share):
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def judged(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    right, factors = [], []
    for problem in report["problems"]:
        times = [(one["median_ns"], one["predicted_ns"]) for one in problem["ranked"] if one["predicted_ns"]]
        factors += [max(a / b, b / a) for a, b in times]
        for (own, priced), (other, others) in itertools.combinations(times, 2):
            if max(own, other) > 1.05 * min(own, other):
                right.append((own < other) == (priced < others))
    return report["primitive"], right, factors


def row(name, right, factors):
    share = 100 * statistics.mean(right)
    print(
        f"| {name} | {len(right)} | {share:.1f} | {len(factors)} | {statistics.median(factors):.2f} "
        f"| {quantile(factors, 0.9):.2f} |"
    )


def main():
    print("| primitive | pairs | in the right order, % | cases | median factor | 90th percentile |")
    print("|---|---|---|---|---|---|")
    all_of = [judged(path) for path in sys.argv[1:]]
    for one in all_of:
        row(*one)
    row("all", sum((right for _, right, _ in all_of), []), sum((factors for *_, factors in all_of), []))


main()
