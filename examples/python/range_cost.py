"""What `with propp.range(...)` costs: nanoseconds of the processor a range, the
least of several rounds.

Alone it measures a range that is not profiled. With the path of propp's library (from
`cargo build -p propp-collect-inject --release`) it measures the calls that a profiled program makes, up to
the library; what CUDA and CUPTI do with a launch in a range is not in it.

    python range_cost.py
    python range_cost.py target/release/libpropp_inject.so
"""

import os
import sys
import time

if len(sys.argv) > 1:
    os.environ["CUDA_INJECTION64_PATH"] = os.path.abspath(sys.argv[1])
    os.environ["PROPP_INJECT_CONFIG"] = "/nowhere"

import propp

ROUNDS, TIMES = 20, 100_000


def seconds(work):
    least = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        least = min(least, time.process_time() - begun)
    return least


def ranges():
    for _ in range(TIMES):
        with propp.range("attention"):
            pass


def nothing():
    for _ in range(TIMES):
        pass


print(f"{(seconds(ranges) - seconds(nothing)) / TIMES * 1e9:.0f} ns a range")
