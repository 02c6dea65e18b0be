"""`propp.fleet` answers as `propp fleet ask` does."""

import gzip
import json
import math
import multiprocessing
import sqlite3
import struct
import zlib
from concurrent.futures import ProcessPoolExecutor

import dask
import pytest

import propp.fleet
from propp import _binary

RANKS = 6


def sum_up(file, table):
    """Gives a table the checksum of what it holds now (docs/recording.md)."""
    keys = file.execute("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,))
    order = ", ".join(name for (name,) in keys)
    rows, crc = 0, 0
    for row in file.execute(f"SELECT * FROM {table} ORDER BY {order}"):
        rows += 1
        for value in row:
            text = value.encode() if isinstance(value, str) else b""
            kind, bits = {
                type(None): lambda: (0, bytes(8)),
                int: lambda: (1, struct.pack("<q", value)),
                float: lambda: (2, struct.pack("<d", value)),
                str: lambda: (3, struct.pack("<Q", len(text))),
            }[type(value)]()
            crc = zlib.crc32(bytes([kind]) + bits + text, crc)
    file.execute("UPDATE checksum SET rows = ?, crc32 = ? WHERE table_name = ?", (rows, crc, table))


@pytest.fixture(scope="module")
def tree(tmp_path_factory, recordings):
    """Ranks of a PyTorch step: one is slow in its GEMMs, one in three of ten steps, one has more
    blocks, and one of the job is missing. A second job has other counts."""
    folder = tmp_path_factory.mktemp("fleet")
    bytes_ = gzip.decompress((recordings / "h200_pytorch_step.propp").read_bytes())
    gemms = "SELECT s.id FROM signature s JOIN name n ON n.id = s.function WHERE n.text LIKE 'nvjet%'"
    planted = {
        1: f"UPDATE kernel SET duration_ns = duration_ns * 3 / 2 WHERE signature IN ({gemms})",
        2: "UPDATE kernel SET duration_ns = 3 * duration_ns WHERE id BETWEEN 300 AND 600",
        3: f"UPDATE signature SET grid_x = 2 * grid_x WHERE id IN ({gemms});"
        f"UPDATE kernel SET duration_ns = 2 * duration_ns WHERE signature IN ({gemms})",
        RANKS: "UPDATE counter_value SET value = value * 1.5",
    }
    for rank in range(RANKS + 1):
        path = folder / f"{rank}.propp"
        path.write_bytes(bytes_)
        job = "later" if rank == RANKS else "train"
        launcher = {"rank": rank, "world": RANKS + 1, "job": job}
        with sqlite3.connect(path) as file:
            for key, value in launcher.items():
                file.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"option.launcher.{key}", str(value)))
            file.executescript(planted.get(rank, ""))
            for table in ("meta", "kernel", "signature", "counter_value"):
                sum_up(file, table)
        file.close()
    files = [str(folder / f"{rank}.propp") for rank in range(RANKS + 1)]
    _binary.run(["fleet", "add", str(folder / "tree"), *files])
    return folder / "tree"


@pytest.fixture(scope="module")
def two_workers():
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


def rows(answer):
    """Texts and numbers of the rows, to compare them."""
    plain = [None if value is None or value != value else value for row in answer for value in row]
    return [value if isinstance(value, str) or value is None else float(value) for value in plain]


@pytest.mark.parametrize("question", list(propp.fleet.QUESTIONS))
def test_two_workers_answer_as_the_command(tree, question, two_workers, monkeypatch):
    monkeypatch.setattr(propp.fleet, "_FILES", 2)
    document = json.loads(_binary.run(["fleet", "ask", str(tree), question, "--format", "json"]).stdout)
    with dask.config.set(scheduler="processes", pool=two_workers):
        answer = propp.fleet.ask(tree, question)
    assert list(answer.columns) == [column["name"] for column in document["columns"]]
    own = rows(answer.astype(object).itertuples(index=False))
    theirs = rows(zip(*(column["values"] for column in document["columns"]), strict=True))
    assert theirs
    assert len(own) == len(theirs)
    for a, b in zip(own, theirs, strict=True):
        assert a == b or math.isclose(a, b, rel_tol=1e-9), question


def test_an_unknown_question_is_told(tree):
    with pytest.raises(propp.ProppError, match="stragglers, differs"):
        propp.fleet.ask(tree, "slowest")
