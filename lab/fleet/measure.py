"""Measures `propp fleet` on synthetic fleets: rates, times, memory, and what is named.

    cargo build --release && cargo build --release -p propp-fleet-tree --example synthetic
    target/python/bin/python lab/fleet/measure.py size 1000 200
    target/python/bin/python lab/fleet/measure.py seeds 20
    target/python/bin/python lab/fleet/measure.py others 100

`size RANKS STEPS` writes the recordings of a planted job, adds them to a tree, asks the five
questions of propp and of DuckDB (two threads, 4 GB), before and after `propp fleet compact`.
`seeds N` asks for the stragglers of N planted and N clean jobs of 16 ranks and 100 steps, `others N`
for those of N jobs of each kind with other seeds, in turn of 12 to 48 ranks and 60 to 200 steps; DuckDB
and, where pandas and Dask are installed, `propp.fleet` must give the same rows. Tables in Markdown go to
standard output. What it writes lies in a folder below `--folder` and is removed.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/src"))
PROPP = os.environ.get("PROPP_BINARY", ROOT / "target/release/propp")
SYNTHETIC = ROOT / "target/release/examples/synthetic"
BASE = ROOT / "recordings/h200_pytorch_step.propp"
QUESTIONS = ["stragglers", "differs", "since", "worst", "lost"]


def run(*words):
    """Wall and processor seconds, greatest memory in MB, exit code and output of a program."""
    begin = time.monotonic()
    child = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE)
    output = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return {
        "wall": time.monotonic() - begin,
        "cpu": used.ru_utime + used.ru_stime,
        "mb": used.ru_maxrss / 1000,
        "code": child.returncode,
        "output": output,
    }


def synthetic(folder, ranks, steps, seed, how):
    made = run(SYNTHETIC, folder, ranks, steps, seed, how, BASE)
    assert made["code"] == 0, "the generator failed, see above"
    lines = (folder / "planted.csv").read_text().splitlines()
    return {what: int(rank) for rank, what in (line.split(",") for line in lines)}


def add(tree, folder, planted):
    done = run(PROPP, "fleet", "add", tree, *sorted(folder.glob("*.propp")))
    # A damaged recording is named by exit code 2.
    assert done["code"] == (2 if planted else 0), done["output"]
    return done


def rows(document):
    names = [column["name"] for column in document["columns"]]
    values = zip(*(column["values"] for column in document["columns"]), strict=True)
    return [dict(zip(names, row, strict=True)) for row in values]


def ask(tree, question):
    done = run(PROPP, "fleet", "ask", tree, question, "--format", "json")
    assert done["code"] == 0, done["output"]
    return done, rows(json.loads(done["output"]))


def sql(tree, question):
    """The question in DuckDB, in a process of its own, whose memory is its own."""
    return run(sys.executable, __file__, "query", tree, question)


def duckdb_rows(tree, question):
    duckdb.sql("set threads = 2; set memory_limit = '4GB'; set preserve_insertion_order = false")
    text = (ROOT / "docs/fleet" / f"{question}.sql").read_text().replace("TREE", str(tree))
    answer = duckdb.sql(text)
    return answer.columns, answer.fetchall()


def judged(found, planted):
    """What is wrong with the answer, in words."""
    causes = {}
    for row in found:
        causes.setdefault(row["rank"], set()).add((row["cause"], row["span"]))
    expected = {
        planted[what]: {(cause, span)}
        for what, cause, span in [
            ("more work", "more work", "all"),
            ("slower hardware", "slower hardware", "all"),
            ("slower hardware in steps", "slower hardware", "steps"),
            ("late", "late", "all"),
        ]
        if what in planted
    }
    wrong = [f"rank {rank} named for {causes[rank]}" for rank in causes.keys() - expected.keys()]
    for rank, needed in expected.items():
        # A rank that is slow in its kernels is late in the collective too.
        also = {("late", "all"), ("late", "steps")} | {(c, "steps") for c, _ in needed}
        named = causes.get(rank, set())
        if not (needed <= named <= needed | also):
            wrong.append(f"rank {rank} named for {named} in place of {needed}")
    return wrong


def seeds(count, folder):
    many(count, 1, [(16, 100)], folder)


def others(count, folder):
    many(count, 1001, [(12, 60), (16, 100), (24, 150), (32, 80), (48, 200)], folder)


def same(own, other):
    """Whether two answers have the same rows, in any order; real numbers to nine digits."""

    def words(row):
        return [str(value) for value in row if not isinstance(value, float)]

    def equal(a, b):
        return a == b or (isinstance(a, float) and isinstance(b, float) and math.isclose(a, b, rel_tol=1e-9))

    own, other = sorted(own, key=words), sorted(other, key=words)
    rows = zip(own, other, strict=False)
    return len(own) == len(other) and all(all(map(equal, a, b)) for a, b in rows)


def unlike(tree, own):
    """Which of the other forms of the question gives other rows."""
    names, found = duckdb_rows(tree, "stragglers")
    answers = {"DuckDB": found}
    try:
        from propp import fleet
    except ImportError:
        pass
    else:
        answer = fleet.ask(tree, "stragglers").astype(dict.fromkeys(["steps", "first_step", "last_step"], "Int64"))
        answer = answer.astype(object).where(answer.notna(), None)
        answers["Dask"] = [tuple(row) for row in answer[names].itertuples(index=False)]
    own = [tuple(row[name] for name in names) for row in own]
    return [f"{name} gives other rows" for name, found in answers.items() if not same(own, found)]


def many(count, first, sizes, folder):
    right = {}
    for how in ["planted", "clean"]:
        right[how] = 0
        for seed in range(first, first + count):
            with tempfile.TemporaryDirectory(dir=folder) as work:
                work = Path(work)
                planted = synthetic(work / "job", *sizes[seed % len(sizes)], seed, how)
                add(work / "tree", work / "job", planted)
                found = ask(work / "tree", "stragglers")[1]
                wrong = judged(found, planted) + unlike(work / "tree", found)
                gone = {row["rank"] for row in ask(work / "tree", "lost")[1]}
                if gone != {planted[what] for what in ["damaged", "missing"] if what in planted}:
                    wrong.append(f"lost: {gone}")
                right[how] += not wrong
                if wrong:
                    print(f"{how}, seed {seed}: {'; '.join(wrong)}", file=sys.stderr)
    print("| jobs | answered rightly |\n|---|---|")
    print(f"| planted | {right['planted']} of {count} |")
    print(f"| clean | {right['clean']} of {count} |")


def megabytes(folder):
    return sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()) / 1e6


def asked(tree, when):
    for question in QUESTIONS:
        own, found = ask(tree, question)
        theirs = sql(tree, question)
        assert theirs["code"] == 0 and int(theirs["output"]) == len(found), (question, theirs)
        columns = [f"{done['wall']:.1f} s ({done['cpu']:.1f} s), {done['mb']:.0f} MB" for done in (own, theirs)]
        print(f"| `{question}`, {when} | {columns[0]} | {columns[1]} |", flush=True)


def size(ranks, steps, folder):
    with tempfile.TemporaryDirectory(dir=folder) as work:
        work = Path(work)
        planted = synthetic(work / "job", ranks, steps, 1, "planted")
        count = ranks - 1
        tree = work / "tree"
        done = add(tree, work / "job", planted)
        files = len(list(tree.rglob("*.parquet")))
        print(f"| {ranks} ranks, {steps} steps | |\n|---|---|")
        print(f"| recordings | {count}, {megabytes(work / 'job'):.0f} MB |")
        print(f"| `add` | {done['wall']:.1f} s ({done['cpu']:.1f} s), {done['mb']:.0f} MB, "
              f"{count / done['wall']:.0f} recordings a second |")
        print(f"| tree | {files} files, {megabytes(tree):.0f} MB |")
        for table in sorted(tree.glob("table=*")):
            print(f"| {table.name[6:]} | {megabytes(table):.1f} MB |")
        done = run(PROPP, "fleet", "add", tree, *sorted((work / "job").glob("*.propp")))
        print(f"| `add` again | {done['wall']:.1f} s ({done['cpu']:.1f} s) |\n")
        print("| question | `propp fleet ask` | DuckDB |\n|---|---|---|")
        asked(tree, "as added")
        done = run(PROPP, "fleet", "compact", tree)
        assert done["code"] == 0
        asked(tree, "compacted")
        files = len(list(tree.rglob("*.parquet")))
        print(f"\n| compaction | |\n|---|---|\n| `compact` | {done['wall']:.1f} s ({done['cpu']:.1f} s), {done['mb']:.0f} MB |")
        print(f"| tree | {files} files, {megabytes(tree):.0f} MB |")
        wrong = judged(ask(tree, "stragglers")[1], planted)
        print(f"| planted ranks | {'; '.join(wrong) or 'named, each with its cause, and no other'} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["query"]:
        print(len(duckdb_rows(*sys.argv[2:])[1]))
        sys.exit()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["size", "seeds", "others"])
    parser.add_argument("numbers", type=int, nargs="+")
    parser.add_argument("--folder", help="where to write [default: the system's temporary folder]")
    arguments = parser.parse_args()
    {"size": size, "seeds": seeds, "others": others}[arguments.what](*arguments.numbers, arguments.folder)
