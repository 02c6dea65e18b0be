#!/usr/bin/env python3
"""A stand-in for a model, for tests of the harness: `run.py try --model 'python3 stub.py MODE'`.

Modes: good and naive reply with the known versions; wrong replies with a version whose odd blocks
do nothing; broken does not compile; crash ends the program; hang never replies; spin replies with
a kernel that never ends; mixed is first broken, then wrong, then good.
"""

import os
import re
import sys
import time
from pathlib import Path

MODES = ("good", "naive", "wrong", "broken", "crash", "hang", "spin", "mixed")


def reply(mode, folder, number):
    good = (folder / "good.cu").read_text()
    if mode == "mixed":
        mode = {1: "broken", 2: "wrong"}.get(number, "good")
    if mode == "good":
        return good
    if mode == "naive":
        return (folder / "naive.cu").read_text()
    if mode == "broken":
        return good + "\nthis is not C++\n"
    if mode == "crash":
        return "#include <cstdlib>\nstatic int ended = (std::abort(), 0);\n" + good
    first = {"wrong": "if ((blockIdx.x + blockIdx.y + blockIdx.z) & 1) return;",
             "spin": "while (clock64() != 1) {}"}[mode]
    return re.sub(r"(__global__[^;{]*\{)", rf"\1\n    {first}", good)


def main():
    mode = sys.argv[1] if len(sys.argv) == 2 else ""
    if mode not in MODES:
        raise SystemExit(f"stub.py: name one of the modes {', '.join(MODES)}")
    sys.stdin.read()
    if mode == "hang":
        time.sleep(1e6)
    folder = Path(__file__).resolve().parent / "kernels" / os.environ["PROPP_AGENT_KERNEL"]
    source = reply(mode, folder, int(os.environ["PROPP_AGENT_TRY"]))
    print(f"A new version:\n\n```cuda\n{source}```")


if __name__ == "__main__":
    main()
