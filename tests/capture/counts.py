"""Compares the criteria of captured launches, emulated and replayed on a GPU.

    counts.py PROPP FILE.launch…

The files need PTX in them. Prints a row for each launch: both values of each criterion that emulation
counts, and the largest difference. Exits with 1 if a command fails, if results differ, or if a value differs
by more than BOUND in a kernel that does not wait in a loop.
"""

import json
import subprocess
import sys
import tempfile

CRITERIA = ("OCC", "TDiv", "Gran_L1", "Gran_L2", "SMem_eff")

# The largest difference on an H200 is 0.049 (lab/collection.md).
BOUND = 0.06

# Kernels that wait for others in a loop, whose number of turns depends on time.
WAITING = ("together",)


class Failed(Exception):
    pass


def run(words, accepted=(0,)):
    ran = subprocess.run(words, capture_output=True)
    if ran.returncode not in accepted:
        said = ran.stderr.decode(errors="replace").strip().splitlines() or ["nothing said"]
        raise Failed(f"propp {words[1]} ended with {ran.returncode}: {said[0]}")
    return ran


def criteria(propp, recording, symbol):
    shown = run([propp, "show", recording, "--format", "json"])
    kernels = json.loads(shown.stdout)["kernels"]
    of = next((kernel for kernel in kernels if symbol in (None, kernel["symbol"])), None)
    if of is None:
        raise Failed(f"the recording has no kernel {symbol or ''}".strip())
    return of["symbol"], {name: of["criteria"].get(name, {}).get("value") for name in CRITERIA}


def compare(propp, file):
    """The kernel's symbol, whether results are equal, and the pairs of values."""
    with tempfile.TemporaryDirectory() as folder:
        emulated, counted = f"{folder}/emulated.propp", f"{folder}/counted.propp"
        ran = run([propp, "emulate", "-q", "-o", emulated, file], (0, 1))
        symbol, one = criteria(propp, emulated, None)
        # The exit code of a profile is the program's: 1 if the results of the replay are others.
        replay = [propp, "replay", "-q", "--rounds", "3", file]
        run([propp, "profile", "-q", "-o", counted, "--", *replay])
        _, other = criteria(propp, counted, symbol)
    return symbol, ran.returncode == 0, [(one[name], other[name]) for name in CRITERIA]


def main():
    propp, *files = sys.argv[1:]
    if not files:
        sys.exit(__doc__)
    largest, wrong = 0, []
    print("| launch | results emulated |", " | ".join(f"{name}: emulated, GPU" for name in CRITERIA), "|")
    print("|---|---|" + "---|" * len(CRITERIA))
    for file in files:
        name = file.rsplit("/", 1)[-1]
        try:
            symbol, is_equal, pairs = compare(propp, file)
        except Failed as failed:
            wrong.append(name)
            print(f"| {name} | {failed} |", "- |" * len(CRITERIA), flush=True)
            continue
        cells = [f"{a:.3f}, {b:.3f}" if None not in (a, b) else f"{a}, {b}" for a, b in pairs]
        # A value that one side alone has is no agreement.
        differences = [abs(a - b) if None not in (a, b) else 1 for a, b in pairs if (a, b) != (None, None)]
        own = max(differences, default=1)
        largest = max(largest, own)
        if not is_equal or own > BOUND and not any(word in symbol for word in WAITING):
            wrong.append(name)
        print("|", " | ".join([name, "equal" if is_equal else "other", *cells]), "|", flush=True)
    print(f"\nThe largest difference is {largest:.3f}.")
    if wrong:
        print(f"Failed, or other than expected: {', '.join(wrong)}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
