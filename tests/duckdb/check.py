"""Runs the SQL that documents print, with DuckDB.

On a recording, attached with DuckDB's SQLite extension (Python package
duckdb-extension-sqlite-scanner), the queries of recording.md: the same rows must come out
as from Python's own SQLite. In the working directory, where kernels.parquet and
kernels.csv lie, those of reports.md. Prints what differs and exits with 1, or one line
and 0.

    check.py RECORDING recording.md reports.md
"""

import glob
import os
import re
import sqlite3
import sys

import duckdb
import duckdb_extension_sqlite_scanner


def queries(page):
    with open(page) as text:
        found = re.findall(r"```sql\n(.*?)```", text.read(), re.S)
    if not found:
        sys.exit("%s prints no query" % page)
    return found


def rounded(rows):
    """Sums of real numbers differ in their last digits."""
    def plain(value):
        return float("%.9g" % value) if isinstance(value, (int, float)) else value
    return sorted((tuple(map(plain, row)) for row in rows), key=repr)


def with_sqlite_extension():
    folder = os.path.dirname(duckdb_extension_sqlite_scanner.__file__)
    extension, = glob.glob(os.path.join(folder, "extensions", "*", "*.duckdb_extension"))
    db = duckdb.connect()
    db.execute("LOAD '%s'" % extension)
    return db


def main(recording, of_recordings, of_reports):
    db = with_sqlite_extension()
    db.execute("ATTACH '%s' AS recording (TYPE sqlite, READ_ONLY)" % recording)
    db.execute("USE recording")
    sqlite = sqlite3.connect("file:%s?mode=ro" % recording, uri=True)
    rows = 0
    for query in queries(of_recordings):
        ours, theirs = db.execute(query).fetchall(), sqlite.execute(query).fetchall()
        rows += len(ours)
        # Views of recordings made before 2026-11-22 wrote grids with SQLite's format().
        if "%d" not in str(ours) and rounded(ours) != rounded(theirs):
            sys.exit("%s\nDuckDB: %s\nSQLite: %s" % (query, ours, theirs))
    db.execute("USE memory")
    for query in queries(of_reports):
        answer = db.execute(query).fetchall()
        rows += len(answer)
        if not answer:
            sys.exit("%s\nhas no answer" % query)
    same = "SELECT kernel, total_ns, \"QM\", \"OCC_state\" FROM %s ORDER BY ALL"
    ours = db.execute(same % "'kernels.parquet'").fetchall()
    theirs = db.execute(same % "'kernels.csv'").fetchall()
    if rounded(ours) != rounded(theirs) or not ours:
        sys.exit("kernels.parquet: %s\nkernels.csv: %s" % (ours, theirs))
    print("%s: %d rows" % (recording, rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
