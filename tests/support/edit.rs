//! Recordings that a test has changed, as if what is in them had been recorded.

use std::path::Path;

use flate2::Crc;
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// The schema, which has a checksum as tables have.
const SCHEMA: &str = "sqlite_schema";

/// Changes a recording by statements, and gives it the checksums of what it holds then.
pub(crate) fn edit(path: &Path, statements: &str) {
    let file = Connection::open(path).unwrap();
    file.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    file.execute_batch(statements).unwrap();
    let sums = "SELECT table_name FROM checksum";
    let tables: Vec<String> =
        file.prepare(sums).unwrap().query_map([], |row| row.get(0)).unwrap().flatten().collect();
    for table in tables {
        let Some(key) = key(&file, &table) else { continue };
        let (rows, crc32) = checksum(&file, &table, &key);
        let sql = "UPDATE checksum SET rows = ?, crc32 = ? WHERE table_name = ?";
        file.execute(sql, (rows, crc32, &table)).unwrap();
    }
    file.close().unwrap();
}

/// The rows of a table and their checksum, as `docs/recording.md` says.
fn checksum(file: &Connection, table: &str, key: &str) -> (u32, u32) {
    let columns = if table == SCHEMA { "type, name, tbl_name, sql" } else { "*" };
    let sql = format!("SELECT {columns} FROM {table} ORDER BY {key}");
    let mut statement = file.prepare(&sql).unwrap();
    let columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    let (mut count, mut crc) = (0, Crc::new());
    while let Some(row) = rows.next().unwrap() {
        count += 1;
        for column in 0..columns {
            let (kind, number, bytes) = match row.get_ref(column).unwrap() {
                ValueRef::Null => (0, 0, &[][..]),
                ValueRef::Integer(number) => (1, number.cast_unsigned(), &[][..]),
                ValueRef::Real(number) => (2, number.to_bits(), &[][..]),
                ValueRef::Text(bytes) => (3, bytes.len() as u64, bytes),
                ValueRef::Blob(bytes) => (4, bytes.len() as u64, bytes),
            };
            crc.update(&[kind]);
            crc.update(&number.to_le_bytes());
            crc.update(bytes);
        }
    }
    (count, crc.sum())
}

/// The columns of a table's primary key; `None` if there is no such table.
fn key(file: &Connection, table: &str) -> Option<String> {
    if table == SCHEMA {
        return Some("type, name".to_owned());
    }
    let sql = "SELECT group_concat(name, ', ' ORDER BY pk) FROM pragma_table_info(?) WHERE pk > 0";
    file.query_row(sql, [table], |row| row.get(0)).unwrap()
}
