"""Asks a tree by the SQL of docs/fleet and compares the rows with the answers of propp."""

import json
import math
import sys
from pathlib import Path

import duckdb

tree, queries, answers = map(Path, sys.argv[1:])


def same(a, b):
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-9)
    return a == b


def key(row):
    return [str(value) for value in row if not isinstance(value, float)]


for query in sorted(queries.glob("*.sql")):
    result = duckdb.sql(query.read_text().replace("TREE", str(tree)))
    rows = sorted((list(row) for row in result.fetchall()), key=key)
    document = json.loads((answers / f"{query.stem}.json").read_text())
    names = [column["name"] for column in document["columns"]]
    assert result.columns == names, (query.stem, result.columns, names)
    expected = zip(*(column["values"] for column in document["columns"]), strict=True)
    expected = sorted((list(row) for row in expected), key=key)
    assert rows, f"{query.stem}: the tree was made so that there is an answer"
    assert len(rows) == len(expected), (query.stem, rows, expected)
    for own, other in zip(rows, expected, strict=True):
        assert all(map(same, own, other)), (query.stem, own, other)
