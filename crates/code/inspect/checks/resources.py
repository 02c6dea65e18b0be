#!/usr/bin/env python3
"""Compares the resources that `propp inspect` reports with those of `cuobjdump -res-usage`.

    CUOBJDUMP=... PROPP=target/release/propp crates/code/inspect/checks/resources.py FILE...

Files are cubins, fatbins, objects, executables and libraries. From sm_90 on cuobjdump counts 1,024
bytes of shared memory that the driver takes of each block, and propp does not.
"""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict

CUOBJDUMP = os.environ.get("CUOBJDUMP", "cuobjdump")
PROPP = os.environ.get("PROPP", "target/release/propp")
RESERVED = 1024


def reported(path):
    """(architecture, symbol) -> [registers, stack, shared, constants of bank 0], by cuobjdump."""
    text = subprocess.run(
        [CUOBJDUMP, "-res-usage", path], capture_output=True, text=True, check=True
    ).stdout
    kernels, arch, symbol = defaultdict(list), None, None
    for line in text.splitlines():
        if match := re.match(r"arch = (sm_\w+)", line):
            arch = match[1]
        elif match := re.match(r"\s*Fatbin elf code|\s*Resource usage", line):
            continue
        elif match := re.match(r"\s*Function (\S+):", line):
            symbol = match[1]
        elif symbol and "REG:" in line:
            number = lambda name: int(match[1]) if (match := re.search(rf"{name}:(\d+)", line)) else 0
            kernels[symbol].append(
                (arch, number("REG"), max(number("STACK"), number("LOCAL")), number("SHARED"), number(r"CONSTANT\[0\]"))
            )
            symbol = None
    return kernels


def main():
    kernels, differences = 0, 0
    for path in sys.argv[1:]:
        said = reported(path)
        text = subprocess.run([PROPP, "inspect", path, "--format", "json"], capture_output=True, text=True, check=True).stdout
        for kernel in json.loads(text)["kernels"]:
            resources = kernel["resources"]
            arch = kernel["architecture"]
            constant = next((c["bytes"] for c in resources["constants"] if c["bank"] == 0), 0)
            shared = resources["static_shared_bytes"]
            ours = (resources["registers"], resources["stack_bytes"], shared, constant)
            number = int(re.search(r"\d+", arch)[0])
            reserved = RESERVED if number >= 90 else 0
            candidates = [
                (reg, stack, max(sh - reserved, 0), const)
                for (own, reg, stack, sh, const) in said.get(kernel["symbol"], [])
                # A cubin by itself does not repeat its architecture.
                if own in (arch, None)
            ]
            kernels += 1
            if ours not in candidates:
                differences += 1
                print(path, arch, kernel["symbol"], ours, candidates)
    print(f"{kernels} kernels, {differences} differences")
    sys.exit(differences > 0)


main()
