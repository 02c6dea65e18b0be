"""What the sets of programs from ninth.py on share: the list of their programs, and the command line."""

import math
import os
import sys

from marks import rest

DEVICE = os.environ.get("STEPS_DEVICE", "cuda")
PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def finite(number):
    assert math.isfinite(number), number
    return number


def note(*words):
    print(*words, file=sys.stderr)


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(PROGRAMS))
        return
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} NAME|--list\nnames: {' '.join(PROGRAMS)}")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # JAX would take most of the GPU's memory, and several programs may run at once.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    with rest():
        PROGRAMS[sys.argv[1]]()
