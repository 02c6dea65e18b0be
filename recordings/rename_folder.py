"""Replaces a folder in recordings by another one with a name of the same length.

    rename_folder.py OLD NEW FILE...

The folders of sources stand in the line tables of compiled code and in texts. The hashes of code and the checksums
of tables (docs/recording.md) are made anew; all else stays as it is. Files that do not have the folder are left alone.
"""

import gzip
import os
import pathlib
import sqlite3
import struct
import sys
import tempfile
import zlib

HEADS = {type(None): 0, int: 1, float: 2, str: 3, bytes: 4}


def fnv_1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return f"{value:016x}"


def checksum(connection, table):
    """CRC-32 of a table's rows."""
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    key = ", ".join(column[1] for column in sorted(columns, key=lambda column: column[5]) if column[5])
    crc = 0
    for row in connection.execute(f"SELECT * FROM {table} ORDER BY {key}"):
        for value in row:
            data = value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b""
            number = len(data) if isinstance(value, (str, bytes)) else value or 0
            layout = "<Bd" if isinstance(value, float) else "<Bq"
            crc = zlib.crc32(struct.pack(layout, HEADS[type(value)], number) + data, crc)
    return crc


def rename(connection, old, new):
    """The tables that changed."""
    changed = set()
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    for identity, packed in connection.execute("SELECT id, zlib FROM cubin").fetchall():
        code = zlib.decompress(packed)
        if old.encode() in code:
            code = code.replace(old.encode(), new.encode())
            row = (fnv_1a(code), zlib.compress(code, 9), identity)
            connection.execute("UPDATE cubin SET hash = ?, zlib = ? WHERE id = ?", row)
            changed.add("cubin")
    for table in tables:
        for column in connection.execute(f"PRAGMA table_info({table})").fetchall():
            if column[2] == "TEXT":
                text = f"UPDATE {table} SET {column[1]} = replace({column[1]}, ?, ?) WHERE instr({column[1]}, ?)"
                if connection.execute(text, (old, new, old)).rowcount > 0:
                    changed.add(table)
    for table in changed:
        row = (checksum(connection, table), table)
        connection.execute("UPDATE checksum SET crc32 = ? WHERE table_name = ?", row)
    return changed


def main(old, new, *files):
    if len(old) != len(new):
        sys.exit("rename_folder.py: the two names differ in length")
    for file in map(pathlib.Path, files):
        data = file.read_bytes()
        is_packed = data[:2] == b"\x1f\x8b"
        with tempfile.TemporaryDirectory() as folder:
            plain = os.path.join(folder, "recording")
            pathlib.Path(plain).write_bytes(gzip.decompress(data) if is_packed else data)
            connection = sqlite3.connect(plain, isolation_level=None)
            known = dict(connection.execute("SELECT table_name, crc32 FROM checksum"))
            wrong = [table for table in known if table != "sqlite_schema" and checksum(connection, table) != known[table]]
            if wrong:
                sys.exit(f"{file}: the checksums of {', '.join(wrong)} are wrong as it is")
            changed = rename(connection, old, new)
            connection.close()
            if changed:
                data = pathlib.Path(plain).read_bytes()
                file.write_bytes(gzip.compress(data, 9, mtime=0) if is_packed else data)
                print(f"{file}: {', '.join(sorted(changed))}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
