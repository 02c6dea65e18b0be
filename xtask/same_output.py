#!/usr/bin/env python3
"""Compares what two propp binaries say of the same recordings, in every format.

    xtask/same_output.py OLD NEW [--old-tree DIR] [--only WORD] [--show N] [--numbers]

OLD and NEW are binaries. Both run in this tree, or OLD runs in DIR, a checkout of its own
commit, where recordings have been rewritten since. Formats are compared byte for byte;
of HTML, the words and the numbers of the pictures; of Parquet, the values and columns as
DuckDB reads them (with the Python of `cargo xtask test`, target/python). With --numbers, only
the numbers of an output count, whatever the words around them: for a change of words. Exit
code 1 when anything differs.
"""

import argparse
import difflib
import html.parser
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

APPLICATIONS = [
    "recordings/h200_transpose.propp",
    "tests/fixtures/recordings/h200_app.propp",
    "tests/fixtures/recordings/h200_closed_forms.propp",
    "tests/fixtures/recordings/h200_transpose_few_counters.propp",
]
PART = "tests/fixtures/recordings/h200_suite_part.propp"
SUITE = "recordings/h200/suite.propp"
PROBE = "recordings/h200/probe.propp"
PRIMITIVES = [
    "reduce",
    "scan_inclusive",
    "sort_keys",
    "segmented_reduce",
    "histogram",
    "gather",
    "transpose",
]


def commands():
    """Each command by a name; {out} stands for a file that it writes."""
    for recording in [*APPLICATIONS, PART]:
        name = Path(recording).stem
        for form in ["table", "json", "csv", "md", "html", "trace", "parquet"]:
            yield f"show {form} {name}", ["show", recording, "--format", form, "-o", "{out}." + form]
        yield f"show explain {name}", ["show", recording, "--explain", "--no-pager"]
        yield f"show qm {name}", ["show", recording, "--sort", "qm", "--top", "3", "--no-pager"]
        yield f"show paper {name}", ["show", recording, "--weights", "paper", "--format", "json"]
        yield f"baseline {name}", ["baseline", recording, "-o", "{out}.json"]
    for one in APPLICATIONS:
        for other in APPLICATIONS[:2]:
            pair = f"{Path(one).stem} {Path(other).stem}"
            for form in ["table", "json", "md"]:
                yield f"compare {form} {pair}", ["compare", one, other, "--format", form]
    app = APPLICATIONS[1]
    yield "show merged", ["show", app, app, "--merge", "--format", "json"]
    for primitive in PRIMITIVES:
        for form in ["table", "json", "csv"]:
            yield f"rank {form} {primitive}", ["rank", primitive, "--bundled", "--format", form]
        yield f"rank qm {primitive}", ["rank", primitive, "--bundled", "--sort", "qm"]
    for form in [[], ["--format", "json"], ["--format", "md"]]:
        yield f"suite report {form}", ["suite", "report", *form]
        yield f"probe {form}", ["probe", "--from", PROBE, *form]
    yield "probe html", ["probe", "--from", PROBE, "-o", "{out}.html", "--quiet"]
    yield "probe schema", ["probe", "--schema"]
    for command in ["show", "compare", "gate"]:
        yield f"{command} schema", [command, "--schema"]
    yield "dataset csv", ["dataset", SUITE, "-o", "{out}.csv"]
    yield "dataset parquet", ["dataset", SUITE, "-o", "{out}.parquet"]
    yield "hints calibrate", ["hints", "calibrate", SUITE, "recordings/h200_transpose.propp"]
    yield "fit weights", ["fit", SUITE, "-o", "{out}.toml"]
    yield "fit json", ["fit", SUITE, "--format", "json"]
    yield "fit log", ["fit", SUITE, "--model", "criteria-log", "--rounds", "200", "--format", "json"]


def gates():
    """Verdicts; the baseline is the first binary's own."""
    for one in APPLICATIONS[:3]:
        for form in ["table", "json", "md", "junit", "github"]:
            words = ["gate", one, "--baseline", "{baseline}", "--format", form, "--all"]
            yield f"gate {form} {Path(one).stem}", one, words


class Page(html.parser.HTMLParser):
    """Words, and numbers of pictures."""

    DATA = {"d", "points", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "title", "style"}

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in self.DATA or name.startswith("data-"):
                self.found.append(f"{name}={value}")

    def handle_data(self, data):
        if self.lasttag not in ("style", "script") and data.strip():
            self.found.append(" ".join(data.split()))


def parquet(path):
    script = (
        "import duckdb, sys\n"
        "f = sys.argv[1]\n"
        "for q in [f\"select * from '{f}'\", "
        "f\"select name, type, converted_type from parquet_schema('{f}')\", "
        "f\"select key, value from parquet_kv_metadata('{f}')\"]:\n"
        "    r = duckdb.sql(q)\n"
        "    print(r.columns)\n"
        "    for row in r.fetchall(): print(row)\n"
    )
    python = ROOT / "target/python/bin/python3"
    if not python.exists():
        sys.exit(f"{python} is not there to read Parquet; `cargo xtask test python` makes it")
    run = subprocess.run([python, "-c", script, path], capture_output=True, text=True)
    return run.stdout + run.stderr


def normal(path):
    if path.suffix == ".parquet":
        return parquet(path)
    data = path.read_bytes()
    if path.suffix == ".html":
        page = Page()
        page.feed(data.decode())
        return "\n".join(page.found)
    return data.decode("utf-8", "replace")


def answer(binary, tree, words, out, baseline=None):
    """Exit code, what it printed, and what it wrote."""
    for old in out.parent.glob(out.name + "*"):
        old.unlink()
    words = [word.format(out=out, baseline=baseline) for word in words]
    if "--no-pager" in words:
        words = [word for word in words if word != "--no-pager"]
    run = subprocess.run(
        [binary, *words],
        cwd=tree,
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "HOME": str(out.parent), "COLUMNS": "120"},
    )
    parts = [f"exit {run.returncode}", run.stdout, run.stderr]
    parts += [normal(path) for path in sorted(out.parent.glob(out.name + ".*"))]
    return re.sub(re.escape(str(out)), "OUT", "\n".join(parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--old-tree", type=Path, default=ROOT)
    parser.add_argument("--only", default="", help="only commands whose name holds this word")
    parser.add_argument("--show", type=int, default=12, help="differing lines to show")
    parser.add_argument("--numbers", action="store_true", help="compare numbers alone")
    options = parser.parse_args()
    sides = [(options.old.resolve(), options.old_tree.resolve()), (options.new.resolve(), ROOT)]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        todo = [(name, words, None) for name, words in commands()]
        for name, recording, words in gates():
            baseline = Path(folder) / (name.replace(" ", "_") + ".baseline.json")
            old, tree = sides[0]
            subprocess.run(
                [old, "baseline", APPLICATIONS[0] if "table" in name else recording, "-o", baseline],
                cwd=tree,
                check=True,
                capture_output=True,
            )
            todo.append((name, words, baseline))
        todo = [one for one in todo if options.only in one[0]]
        differing = 0
        for name, words, baseline in todo:
            a, b = (answer(*side, words, out, baseline).splitlines() for side in sides)
            if options.numbers:
                # In order of size: a longer word wraps a line elsewhere.
                a, b = (sorted(re.findall(r"\d[\d.,e+-]*", "\n".join(text))) for text in (a, b))
            if a == b:
                print(f"same     {name} ({len(a)} lines)")
                continue
            differing += 1
            print(f"DIFFERS  {name}")
            for line in list(difflib.unified_diff(a, b, "old", "new", n=0, lineterm=""))[: options.show]:
                print("    " + line[:200])
    print(f"{len(todo)} outputs compared, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
