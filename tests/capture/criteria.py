"""Are the criteria and the time of a replay those of the launch in its program? For programs from
outside of the project.

    criteria.py PROPP FOLDER PROGRAMS.tsv [--only NAME,...] [--kernels N] [--minutes N]

PROGRAMS.tsv and FOLDER are those of replays.py, also for the matrix.

Of each program the kernels with the most time are taken, and of each a launch in the middle, the
fifth at most, as replays.py does. The launch is measured in the program twice (`propp profile
--launch-skip --launch-count 1`), captured, and its file profiled alone, with an empty L2 cache and
with a warm one.

How warm the L2 cache was in the program is not known, so of the two replays the nearer counts:

- A criterion agrees if one replay is within 0.01 of the range of the program's two values.
- The time agrees if one replay is within 5 % of the range of the program's two times.

A criterion that the program has and a replay lacks differs, and so does the reverse.
"""

import argparse
import pathlib
import re
import tempfile
import time

from replays import LAST_LAUNCH, chosen, largest_kernels, report_of, run

CRITERIA = ("OCC", "DSync", "TDiv", "LB_W", "LB_SM", "Gran_L1", "Gran_L2", "SMem_eff", "CI")
NEAR, NEAR_TIME = 0.01, 0.05


class Failed(Exception):
    pass


def profiled(arguments, options, command, folder, scratch, symbol):
    """The criteria and the median time of the measured launches of a kernel."""
    recording = scratch / "one.propp"
    recording.unlink(missing_ok=True)
    words = [arguments.propp, "profile", "-q", "-f", "-o", str(recording), *options, *command]
    code, _, errors, _ = run(words, folder, arguments.timeout)
    report = report_of(arguments.propp, recording) if recording.exists() else None
    kernels = report["kernels"] if report else []
    of = next((kernel for kernel in kernels if kernel["symbol"] == symbol), None)
    if of is None or not of["launches_measured"]:
        raise Failed(f"exit code {code}: {errors.strip()[-120:]}")
    values = {name: of["criteria"].get(name, {}).get("value") for name in CRITERIA}
    durations = of["durations"] or {}
    is_alone = of["launches_measured"] == 1
    return values, durations.get("measured_ns" if is_alone else "median_ns")


def outside_of(value, ends):
    """How far a value lies outside of the range of two others."""
    return max(min(ends) - value, value - max(ends), 0)


def one_kernel(arguments, kernel, command, folder, scratch):
    launch, symbol = min((kernel["launches_seen"] + 1) // 2, LAST_LAUNCH), kernel["symbol"]
    file = scratch / "kernel.launch"
    file.unlink(missing_ok=True)
    words = [arguments.propp, "capture", "-q", "-f", "-k", symbol, "--launch", str(launch), "-o", str(file)]
    _, _, errors, _ = run([*words, "--", *command], folder, arguments.timeout)
    if not file.exists():
        raise Failed(f"not captured: {errors.strip()[-120:]}")
    name = "regex:^" + re.escape(kernel["name"]) + "$"
    chosen = ["-k", name, "--launch-skip", str(launch - 1), "--launch-count", "1", "--"]
    in_program = [profiled(arguments, chosen, command, folder, scratch, symbol) for _ in range(2)]
    ways = ([str(file), "--rounds", "5"], [str(file), "--rounds", "5", "--warm"])
    empty, warm = (profiled(arguments, [], way, folder, scratch, symbol) for way in ways)
    differing, compared = [], 0
    for name in CRITERIA:
        ends, replayed = [values[name] for values, _ in in_program], [empty[0][name], warm[0][name]]
        if {*ends, *replayed} == {None}:
            continue
        compared += 1
        far = 1 if None in (*ends, *replayed) else min(outside_of(value, ends) for value in replayed)
        if far > NEAR:
            differing.append((name, ends, replayed))
    times = [*(time for _, time in in_program), empty[1], warm[1]]
    return compared, differing, times if all(times) else None


def agrees(times):
    first, second, *replayed = times
    return any(outside_of(one, (first, second)) <= NEAR_TIME * min(first, second) for one in replayed)


def one_program(arguments, command, folder, until):
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        if time.monotonic() > until:
            return results
        for kernel in largest_kernels(arguments, command, folder, scratch):
            try:
                results.append((kernel["short_name"], *one_kernel(arguments, kernel, command, folder, scratch)))
            except Failed as failed:
                results.append((kernel["short_name"], 0, str(failed), None))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("propp")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--kernels", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no program after so many")
    arguments = parser.parse_args()
    arguments.propp = str(pathlib.Path(arguments.propp).resolve())
    until = time.monotonic() + 60 * arguments.minutes
    kernels, equal, pairs, off, near, timed = 0, 0, 0, 0, 0, 0
    print("| program | kernel | criteria that differ: program twice, replay with empty and warm L2 | times, us |")
    print("|---|---|---|---|")
    for name, how in chosen(arguments).items():
        results = one_program(arguments, *how, until)
        for kernel, compared, differing, times in results:
            if isinstance(differing, str):
                print(f"| {name} | {kernel} | {differing} | |", flush=True)
                continue
            kernels, pairs = kernels + 1, pairs + compared
            equal, off = equal + (not differing), off + len(differing)
            shown = lambda values: ", ".join("none" if one is None else f"{one:.3f}" for one in values)
            said = "; ".join(f"{what} {shown(ends)} / {shown(replayed)}" for what, ends, replayed in differing)
            of_time = ", ".join(f"{one / 1e3:.2f}" for one in times) if times else ""
            if times:
                timed, near = timed + 1, near + agrees(times)
                of_time += "" if agrees(times) else " (other)"
            print(f"| {name} | {kernel} | {said} | {of_time} |", flush=True)
    print(f"\n{equal} of {kernels} kernels have the program's criteria; {pairs - off} of {pairs} criteria agree")
    if timed:
        print(f"{near} of {timed} times agree")


if __name__ == "__main__":
    main()
