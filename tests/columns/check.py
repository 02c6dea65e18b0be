"""Reads a table's CSV and Parquet files with DuckDB and compares them.

Value by value, the types from the Parquet file; and what the Parquet file says of
itself (rows, missing values, bounds) with what it holds. Prints what differs and
exits with 1, or one line and 0. Needs the Python package duckdb (tried with 1.5.5).

    check.py TABLE.csv TABLE.parquet
"""

import sys

import duckdb

SHOWN = 5


def quoted(name):
    return '"%s"' % name.replace('"', '""')


def load(db, csv, parquet):
    """Both files as tables, their rows in the order of the file."""
    db.execute("CREATE TABLE parquet AS SELECT * FROM read_parquet(?)", [parquet])
    columns = {name: kind for name, kind, *_ in db.execute("DESCRIBE parquet").fetchall()}
    db.execute(
        "CREATE TABLE csv AS SELECT * FROM read_csv(?, auto_detect = false, header = true,"
        " delim = ',', quote = '\"', escape = '\"', new_line = '\\n', columns = ?,"
        " nullstr = '', allow_quoted_nulls = false, max_line_size = 67108864)",
        [csv, columns],
    )
    return columns


def first_line(db, csv):
    """The names as the CSV file has them: given columns keep DuckDB from reading them."""
    options = "header = false, all_varchar = true, delim = ',', quote = '\"', escape = '\"'"
    query = "SELECT * FROM read_csv(?, auto_detect = false, columns = ?, %s) LIMIT 1" % options
    count = db.execute("SELECT count(*) FROM (DESCRIBE parquet)").fetchone()[0]
    return list(db.execute(query, [csv, {"c%d" % i: "VARCHAR" for i in range(count)}]).fetchone())


def rows(db):
    count = lambda table: db.execute("SELECT count(*) FROM " + table).fetchone()[0]
    if count("csv") != count("parquet"):
        yield "rows: %d in CSV, %d in Parquet" % (count("csv"), count("parquet"))


def values(db, name, kind):
    column = quoted(name)
    told = "parquet." + column
    if kind == "VARCHAR":
        # What a spreadsheet would compute has an apostrophe before it.
        begins = "regexp_matches(%s, '^[=@+\t\r-]')" % told
        is_told = "csv.%s = chr(39) || %s AND %s" % (column, told, begins)
        told = "CASE WHEN %s THEN csv.%s ELSE %s END" % (is_told, column, told)
    differing = db.execute(
        "SELECT csv.{0}, {1} FROM csv POSITIONAL JOIN parquet"
        " WHERE csv.{0} IS DISTINCT FROM {1} LIMIT {2}".format(column, told, SHOWN)
    )
    for of_csv, of_parquet in differing.fetchall():
        yield "%s: %r in CSV, %r in Parquet" % (name, of_csv, of_parquet)


def statistics(db, parquet, name, kind):
    """A group's statistics are those of its rows; groups follow one another."""
    groups = db.execute(
        "SELECT row_group_num_rows, stats_null_count, stats_min_value, stats_max_value"
        " FROM parquet_metadata(?) WHERE path_in_schema = ? ORDER BY row_group_id",
        [parquet, name],
    ).fetchall()
    start = 0
    for group, (count, *said) in enumerate(groups):
        found = db.execute(
            "SELECT count(*) - count({0}), min({0}), max({0}) FROM parquet"
            " WHERE rowid >= ? AND rowid < ?".format(quoted(name)),
            [start, start + count],
        ).fetchone()
        start += count
        said = [said[0]] + [None if x is None else found_type(kind)(x) for x in said[1:]]
        if not bound(kind, list(found), said):
            yield "%s: group %d says %r and has %r" % (name, group, said, list(found))
    if start != db.execute("SELECT count(*) FROM parquet").fetchone()[0]:
        yield "%s: the groups say that there are %d rows" % (name, start)


def bound(kind, found, said):
    """Whether missing values and bounds are those that were said; of texts bounds may be
    cut off, downwards and upwards."""
    if kind != "VARCHAR" or None in said:
        return found == said
    return found[0] == said[0] and said[1] <= found[1] and found[2] <= said[2]


def found_type(kind):
    return {"BIGINT": int, "DOUBLE": float, "BOOLEAN": lambda x: x == "true"}.get(kind, str)


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    csv, parquet = arguments
    db = duckdb.connect()
    columns = load(db, csv, parquet)
    wrong = list(rows(db))
    if first_line(db, csv) != list(columns):
        wrong.append("names: %r in CSV, %r in Parquet" % (first_line(db, csv), list(columns)))
    for name, kind in columns.items():
        wrong += values(db, name, kind)
        wrong += statistics(db, parquet, name, kind)
    if wrong:
        sys.exit("check.py: %s and %s differ:\n  %s" % (csv, parquet, "\n  ".join(wrong)))
    count = db.execute("SELECT count(*) FROM parquet").fetchone()[0]
    print("check.py: %d rows of %d columns are the same in both" % (count, len(columns)))


if __name__ == "__main__":
    main(sys.argv[1:])
