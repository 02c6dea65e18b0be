"""Draws mutants with cargo-mutants and says which ones the tests of their own crates catch.

In a copy of the tree, because sources are edited in place:

    python3 lab/mutants.py SEED DRAWN RESULTS [STOREY ...]

A line of RESULTS is the place in the draw, the outcome, the crate and the name of one mutant. What has a line is not
run again. Storeys restrict what is run, not what is drawn: so two copies can share a draw.
"""

import json
import os
import random
import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path

STOREYS = ["base", "recording", "code", "judge", "gate"]
# Statistical tests, which take longer than all others together.
SLOW = ["false_alarms::", "size::ten_thousand", "certificate::changes", "certificate::unchanged"]
COMPILING, TESTING = 600, 60
# Some mutants allocate without end.
MEMORY = 12 << 30


def draw(seed, count):
    """The first mutants of the shuffled list, in the order of the crates: the place in the draw, and the mutant."""
    manifests = [path for storey in STOREYS for path in sorted(Path("crates", storey).glob("*/Cargo.toml"))]
    crates = [path.read_text().split('name = "')[1].split('"')[0] for path in manifests]
    packages = [word for crate in crates for word in ("-p", crate)]
    listed = subprocess.run(["cargo", "mutants", *packages, "--list", "--json"], stdout=subprocess.PIPE, check=True)
    mutants = json.loads(listed.stdout)
    print(f"{count} of {len(mutants)} mutants, seed {seed}")
    random.Random(seed).shuffle(mutants)
    return sorted(enumerate(mutants[:count]), key=lambda drawn: (crates.index(drawn[1]["package"]), drawn[1]["name"]))


def status(limit, crate, *words):
    """The exit status of `cargo test`, 124 when it took more seconds than the limit."""
    command = ["timeout", "-k", "5", str(limit), "cargo", "test", "-q", "-p", crate, "--all-features", *words]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    own = {"CI": "true", "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "true"}
    return subprocess.run(command, env={**os.environ, **own}, **silent).returncode


def outcome(crate):
    """What the tests of the crate say about its sources as they are."""
    options = ["--", "--test-threads", "2", *(word for name in SLOW for word in ("--skip", name))]
    # The tests beside the code first: most mutants end there.
    for programs in (["--lib"], ["--lib", "--tests"]):
        if status(COMPILING, crate, *programs, "--no-run"):
            return "unviable"
        failure = status(TESTING, crate, *programs, *options)
        if failure:
            return "timeout" if failure == 124 else "caught"
    return "missed"


def tried(mutant):
    """The outcome of one mutant, which is in the tree only meanwhile."""
    source = Path(mutant["file"])
    original = source.read_bytes()
    try:
        subprocess.run(["patch", "-s", "-p0"], input=mutant["diff"].encode(), check=True)
        return outcome(mutant["package"])
    finally:
        source.write_bytes(original)


def table(lines):
    """Counts by storey; a mutant that makes the tests run out of time is caught."""
    counts = Counter()
    for _, result, _, name in lines:
        for storey in (name.split("/")[1], "all"):
            counts[storey, "caught" if result == "timeout" else result] += 1
    for storey in [*STOREYS, "all"]:
        caught, missed, unviable = (counts[storey, result] for result in ("caught", "missed", "unviable"))
        share = 100 * caught / max(caught + missed, 1)
        print(f"{storey:10} viable {caught + missed:4} caught {caught:4} {share:5.1f} % unviable {unviable:3}")


def main(seed, count, results, *storeys):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    path = Path(results)
    read = [line.split("\t") for line in path.read_text().splitlines()] if path.exists() else []
    known = {int(place) for place, *_ in read}
    for place, mutant in draw(int(seed), int(count)):
        if place in known or mutant["file"].split("/")[1] not in (storeys or STOREYS):
            continue
        line = [str(place), tried(mutant), mutant["package"], mutant["name"].replace("\n", " ")]
        read.append(line)
        with path.open("a") as file:
            print(*line, sep="\t", file=file)
    table(read)


if __name__ == "__main__":
    main(*sys.argv[1:])
