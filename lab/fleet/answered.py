"""How many jobs of gpus.sh were answered rightly: reads the answer (propp.rows/1), and the jobs' names from the
recordings in a folder. A job whose rank has more rows is answered rightly if that rank alone is named, with more
work; beside a busy neighbour, with slower hardware; a clean job if nobody is named. Late ranks are counted apart."""

import json
import sys
from collections import defaultdict
from pathlib import Path

answer = json.load(sys.stdin)
columns = {column["name"]: column["values"] for column in answer["columns"]}
named = defaultdict(set)
for job, rank, cause in zip(columns["job"], columns["rank"], columns["cause"], strict=True):
    named[job].add((rank, cause))
right, all_of = defaultdict(int), defaultdict(int)
for job in sorted({file.stem.rpartition("-")[0] for file in Path(sys.argv[1]).glob("*.propp")}):
    kind, of = job.split("-")[:2]
    planted = [] if kind == "clean" else [of]
    expected = {"rows": "more work", "neighbour": "slower hardware"}.get(kind)
    found = {pair for pair in named[job] if pair[1] != "late"}
    is_right = {rank for rank, _ in found} == {int(rank) for rank in planted}
    is_right &= expected is None or (int(planted[0]), expected) in found
    right[kind] += is_right
    all_of[kind] += 1
    late = sorted(rank for rank, cause in named[job] if cause == "late")
    if not is_right or late:
        print(f"{job}: {'right' if is_right else 'wrong'}, named {sorted(found)}, late {late}")
for kind, count in all_of.items():
    print(f"{kind}: {right[kind]} of {count} right")
