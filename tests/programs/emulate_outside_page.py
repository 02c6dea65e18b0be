"""The page of `emulate_outside.py page`: programs and kernels of a GPU next to the emulated ones."""

import collections
import json
import math
import re

import outside
from emulate_outside import COMMIT, CRITERIA, NEAR, OFF, half_of

HALVES = ("development", "judged")
Row = collections.namedtuple("Row", "program half kernel criterion gpu emulated")
EMULATED = re.compile(r" ?\(emulated[^)]*\)")
OBSTACLES = {
    "not-emulated": "refused",
    "launch-refused": "refused",
    "missing-call": "refused",
    "no-ptx": "refused",
    "kernel-fault": "fault",
}
# Lines about the error of a result, and errors that approximations explain.
ERROR = re.compile(r"\b(?:rmse|norm|error|deviation|difference|diff)\b", re.IGNORECASE)
SMALL_ERROR = 1e-3
Match = collections.namedtuple("Match", "verdict note")

HEAD = """# Public programs, emulated and on a GPU

How do programs that nobody wrote for propp fare under `propp emulate`? This page has {programs} programs of HeCBench at
commit {commit}, drawn from its folders a to l, with small arguments. They ran on a GPU
({gpu}), alone and under `propp profile`, and under `propp emulate` on one thread of a machine without
a GPU. `tests/programs/emulate_outside.py` builds and runs them, compares the results and writes this page;
its first lines define *equal*, *near* and *off*. Nothing of the sources is in the repository.

A kernel counts once for each program. The programs are in two halves, by the checksum of their name. Changes of
the emulator were developed on the first half; the second half shows how well they hold elsewhere. Its table had been
printed before the last changes, so whoever made them had seen which of its kernels were off, though not
their sources or machine code. That ended with the rules for `cp.async`, for wide loads from shared memory and for floats that several warps add to it, which
were made with `attentionMultiHeadKVCache`, `attention-paged` and `aop` of the second half in view. Seconds are of the clock on the wall, on a machine that was busy with other work.
`propp profile` measures some launches of a kernel; the criteria here are means over these launches, there and emulated.
Before, they were means over all launches that either had counted, which alone put some kernels off (`bitonic-sort`,
`eigenvalue`). The shares of joined stores ([engine.md](engine.md#choices-of-the-emulator)) were chosen after looking at Gran_L2 of both halves, so
for Gran_L2 the second half proves nothing any more.

"""

CAUSES = """
## Causes

Known causes:

- **Several SMs load the same sectors at about the same time**, and the GPU joins their requests on the way to L2
  ([engine.md](engine.md#choices-of-the-emulator)): `bsearch`.
- **Stores of parts of a sector that follow each other** are joined before L2. How many depends on how busy L1 is: the emulator's
  shares lie between those of small and large grids (`aligned-types`, `aobench`, `blockAccess`, `fpdc`).
- **Bytes of `cp.async`** are not counted reliably by the GPU ([engine.md](engine.md#choices-of-the-emulator)). SMem_eff leaves
  them out since 2026-11-30 (before, 91.1 % of SMem_eff were within 0.05); Gran_L1 has them, and is off for `MergeStates` of `attentionMultiHeadKVCache`.
- **Warps that try to exchange the same word of global memory** (`atomicCAS` in a loop) fail as often as others come first. Here warps
  run one after the other: `atomicCAS`.
- **Registers that ptxas spills**, and what it loads again: `kalman`.
- **A branch inside another one** that ptxas keeps, though each side has two instructions: `asmooth`.
- **Stores of two branches that ptxas joins**: `depixel`.
- **Kernels whose warps wait for each other** (`bh`): what waits, and for how long, depends on time.
- **Loads after the end of an array of constants** are a fault here: `lci` reads 378 elements of 298.
- **Stores after the end of an array** are a fault here, and the GPU does not notice them: `bezier-surface` computes 128
  rows of an array that has 100.
- **Results in the order of their times**: `histogram` sorts its lines so, and `hungarian` has kernels whose work depends on
  which thread comes first.
- **Approximations** of the GPU (`__sinf` and its like) are the host's functions here: `langevin` prints their error.
"""


def near(one, other):
    """Whether both lines have the same words, and numbers that are almost the same."""
    if not outside.only_numbers_differ((one, other)):
        return False
    pairs = zip(outside.NUMBER.findall(one), outside.NUMBER.findall(other))
    least = SMALL_ERROR if ERROR.search(one) else 1e-9
    return all(math.isclose(float(a), float(b), rel_tol=NEAR, abs_tol=least) for a, b in pairs)


def lines(count):
    return f"{count} line" if count == 1 else f"{count} lines"


def matched(found, emulated):
    """How the emulated output compares with the output on the GPU."""
    alone, output = found["output"], EMULATED.sub("", emulated["output"])
    again = found["again"]
    varying = outside.differing_lines(alone, again).keys() if again is not None else ()
    near_lines, others = 0, []
    for number, pair in sorted(outside.differing_lines(alone, output).items()):
        numbers_only = outside.only_numbers_differ(pair)
        if numbers_only and (outside.TIME_OR_RATE.search(pair[0]) or number in varying):
            continue
        if near(*pair):
            near_lines += 1
        else:
            others.append((number, *pair))
    if others:
        number, one, other = others[0]
        note = f"{lines(len(others))}, line {number}: `{one.strip()[:60]}`, `{other.strip()[:60]}`"
        return Match("differs", note.replace("|", "/"))
    return Match("near", lines(near_lines)) if near_lines else Match("equal", "")


def obstacle_of(emulated):
    """The first refused kernel or call, or the first fault, in words; None without one."""
    for notice in emulated["notices"]:
        if notice["code"] in OBSTACLES:
            return f"{OBSTACLES[notice['code']]}: {notice['text'][:160].replace('|', '/')}"
    return None


def by_symbol(kernels):
    return {kernel["symbol"]: kernel for kernel in kernels}


def same_launches(there, here, criterion):
    """The means over the launches that both have counted; of all launches where they are not known."""
    pairs = [
        (values[criterion], here["launches"][number][criterion])
        for number, values in there.get("launches", {}).items()
        if criterion in values and criterion in here.get("launches", {}).get(number, {})
    ]
    if pairs:
        return [sum(column) / len(pairs) for column in zip(*pairs)]
    whole = [kernel["criteria"].get(criterion) for kernel in (there, here)]
    return [each["value"] for each in whole] if all(whole) else None


def rows_of(name, found, emulated):
    """A row for each criterion that both have of a kernel."""
    here = by_symbol(emulated["kernels"])
    for symbol, there in by_symbol(found.get("kernels") or []).items():
        kernel = here.get(symbol)
        if kernel is None or kernel["after_refusal"]:
            continue
        for criterion in CRITERIA:
            values = same_launches(there, kernel, criterion)
            if values:
                yield Row(name, half_of(name), there["name"], criterion, *values)


def is_off(row):
    return abs(row.gpu - row.emulated) > OFF


def share(rows):
    good = sum(not is_off(row) for row in rows)
    return f"{100 * good / len(rows):.1f} % of {len(rows)}" if rows else "none"


def print_shares(rows):
    print("| criterion | " + " | ".join(HALVES) + " | both |")
    print("|---|---|---|---|")
    for criterion in CRITERIA:
        of_it = [row for row in rows if row.criterion == criterion]
        halves = [share([row for row in of_it if row.half == half]) for half in (0, 1)]
        print(f"| {criterion} | {halves[0]} | {halves[1]} | {share(of_it)} |")


def print_off(rows):
    print("\n## Kernels that are off\n")
    print("| program | half | kernel | criterion | GPU | emulated | difference |")
    print("|---|---|---|---|---:|---:|---:|")
    for row in sorted(filter(is_off, rows), key=lambda row: -abs(row.gpu - row.emulated)):
        values = f"{row.gpu:.3f} | {row.emulated:.3f} | {row.emulated - row.gpu:+.3f}"
        print(f"| {row.program} | {HALVES[row.half]} | `{row.kernel}` | {row.criterion} | {values} |")


def ending_of(emulated, found):
    if emulated["code"] in ("timeout", 124):
        return "over time"
    obstacle = obstacle_of(emulated)
    if obstacle:
        return obstacle
    if found and emulated["code"] != found["code"]:
        return f"exit code {emulated['code']}, {found['code']} on the GPU"
    return "ran" if emulated["code"] == 0 else f"exit code {emulated['code']}"


def print_programs(programs, results, emulated_of):
    counts = collections.Counter()
    table = []
    for program in programs:
        emulated, found = emulated_of.get(program.name), results.get(program.name)
        if emulated is None:
            continue
        ending = ending_of(emulated, found)
        match = Match("not compared", "")
        if ending != "over time" and found and found["code"] != "timeout":
            match = matched(found, emulated)
        counts[ending.split(":")[0].split(",")[0], match.verdict] += 1
        output = f"{match.verdict}: {match.note}" if match.note else match.verdict
        arguments = f"`{program.arguments}`" if program.arguments else ""
        changes = f" ({program.changes.replace('|', ' → ')})" if program.changes else ""
        half = HALVES[half_of(program.name)]
        table.append(
            f"| {program.name} | {half} | {arguments}{changes} | {ending} | {output} "
            f"| {emulated['seconds']} |"
        )
    print("| ended | output | programs |\n|---|---|---:|")
    for (ending, verdict), count in sorted(counts.items()):
        print(f"| {ending} | {verdict} | {count} |")
    print("\n## Programs\n")
    print("| program | half | arguments | emulated | output next to the GPU's | seconds |")
    print("|---|---|---|---|---|---:|")
    print(*table, sep="\n")


def page(arguments, programs, kept):
    emulated_of, rows, results = {}, [], kept["programs"]
    for program in programs:
        path = arguments.out / f"{program.name}.json"
        if path.exists():
            emulated = emulated_of[program.name] = json.loads(path.read_text(encoding="utf-8"))
            if program.name in results:
                rows += rows_of(program.name, results[program.name], emulated)
    print(HEAD.format(programs=len(emulated_of), commit=COMMIT[:12], gpu=kept["gpu"]), end="")
    kernels = {(row.program, row.kernel) for row in rows}
    compared = {row.program for row in rows}
    print(f"{len(kernels)} kernels of {len(compared)} programs, within {OFF} of the GPU:\n")
    print_shares(rows)
    print()
    print_programs(programs, results, emulated_of)
    print_off(rows)
    print(CAUSES, end="")
    if arguments.rows:
        with open(arguments.rows, "w", encoding="utf-8") as file:
            print(*Row._fields, sep="\t", file=file)
            for row in rows:
                print(*row, sep="\t", file=file)
