"""The table of a file of results: per arm, per kernel, and arms compared in pairs."""

import json
import math
import random
import statistics

DRAWS = 10000


def print_table(args):
    data = json.loads(args.results.read_text())
    print("\n".join(lines(data)))
    return 0


def lines(data):
    kernels = sorted(data["kernels"])
    arms = sorted({one["arm"] for one in data["tries_made"]}, key=["none", "ncu", "propp"].index)
    what = "estimated from emulated counts" if data["mode"] == "emulation" else "measured"
    yield f"{data['model']}, {data['device']}, {data['propp']}, {data['date']}"
    yield f"Kernel times are {what}. Speed-up: over the naive version; 1.00 if no try was faster."
    for arm, why in data["skipped_arms"].items():
        yield f"Arm {arm} was skipped: {why}."
    series = {(kernel, arm): [one for one in data["tries_made"]
                              if (one["kernel"], one["arm"]) == (kernel, arm)]
              for kernel in kernels for arm in arms}
    complete = [kernel for kernel in kernels
                if all(len(series[kernel, arm]) >= data["tries"] for arm in arms)]
    if len(complete) < len(kernels):
        yield (f"{len(kernels) - len(complete)} of {len(kernels)} kernels are incomplete and left "
               "out; `run.py try --resume` goes on.")
    if not complete or not arms:
        return
    yield ""
    yield (f"{'arm':<6} {'kernels':>7} {'improved':>8} {'speed-up':>8} {'of good':>7} "
           f"{'tries to best':>13} {'right tries':>11} {'tokens in':>10} {'tokens out':>10}")
    for arm in arms:
        yield of_arm(arm, [(data["kernels"][kernel], series[kernel, arm]) for kernel in complete])
    yield ""
    yield f"{'kernel':<20} {'good':>6} " + " ".join(f"{arm:>8}" for arm in arms)
    for kernel in complete:
        known = data["kernels"][kernel]
        yield (f"{kernel:<20} {known['naive_ns'] / known['good_ns']:>6.2f} "
               + " ".join(f"{best(series[kernel, arm]):>8.2f}" for arm in arms))
    for at, first in enumerate(arms):
        for second in arms[at + 1:]:
            yield ""
            yield pair(first, second, [(best(series[kernel, first]), best(series[kernel, second]))
                                       for kernel in complete])


def best(tries):
    return max([1.0] + [one["speedup"] for one in tries if one["outcome"] == "right"])


def of_arm(arm, pairs):
    speedups = [best(tries) for _, tries in pairs]
    shares = [min(1.0, speedup * known["good_ns"] / known["naive_ns"])
              for speedup, (known, _) in zip(speedups, pairs)]
    made = [one for _, tries in pairs for one in tries]
    numbers = [max(tries, key=lambda one: one["speedup"] or 0)["try"]
               for speedup, (_, tries) in zip(speedups, pairs) if speedup > 1]
    to_best = f"{statistics.median(numbers):g}" if numbers else "-"
    right = sum(one["outcome"] == "right" for one in made)
    mark = "" if all(one["tokens_are"] == "exact" for one in made) else "~"
    asked, replied = (mark + str(sum(one[f"{which}_tokens"] for one in made))
                      for which in ("prompt", "reply"))
    return (f"{arm:<6} {len(pairs):>7} {sum(s > 1.05 for s in speedups):>8} {mean(speedups):>8.2f} "
            f"{mean(shares):>7.0%} {to_best:>13} {right:>5} of {len(made):<3} "
            f"{asked:>9} {replied:>10}")


def mean(values):
    """The geometric mean."""
    return math.exp(statistics.fmean(map(math.log, values)))


def pair(first, second, bests):
    """The ratio of the speed-ups of two arms over the same kernels."""
    logs = [math.log(b / a) for a, b in bests]
    draw = random.Random(1)
    means = sorted(statistics.fmean(draw.choices(logs, k=len(logs))) for _ in range(DRAWS))
    low, high = (math.exp(means[int(DRAWS * share)]) for share in (0.025, 0.975))
    # Within 5 % counts as a tie.
    wins = sum(value > math.log(1.05) for value in logs)
    losses = sum(value < -math.log(1.05) for value in logs)
    return (f"{second} over {first}: {math.exp(statistics.fmean(logs)):.3f} "
            f"(95 % bootstrap interval over kernels {low:.3f} to {high:.3f}); "
            f"better {wins}, worse {losses}, equal {len(logs) - wins - losses}; "
            f"sign test p = {sign_test(wins, losses):.3f}")


def sign_test(wins, losses):
    """The two-sided p-value of the exact sign test, without ties."""
    count, fewer = wins + losses, min(wins, losses)
    return min(1.0, 2 * sum(math.comb(count, k) for k in range(fewer + 1)) / 2 ** count)
