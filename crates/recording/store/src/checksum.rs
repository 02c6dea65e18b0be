//! The checksum of a table's rows and of the schema.
//!
//! CRC-32 as in gzip, which the file's readers have at hand (`zlib.crc32` in Python) and
//! propp has linked for gzip anyway: it finds every flipped bit and every burst of up to 32
//! bits for certain, and other damage but for one case in four thousand million.

use crc32fast::Hasher;
use rusqlite::Connection;
use rusqlite::types::ValueRef;

/// The name under which the checksum of the schema is stored.
pub(super) const SCHEMA: &str = "sqlite_schema";

/// Bytes that are summed at once: few of them take longer, byte for byte.
const BLOCK: usize = 16 * 1024;

/// The checksum of the rows so far, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Checksum {
    rows: i64,
    crc32: Hasher,
    waiting: Vec<u8>,
}

/// What is stored of a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) rows: i64,
    pub(super) crc32: u32,
}

impl Checksum {
    pub(super) fn add_row<'a>(&mut self, values: impl IntoIterator<Item = ValueRef<'a>>) {
        for value in values {
            self.add_value(value);
        }
        self.end_row();
    }

    pub(super) fn end_row(&mut self) {
        self.rows += 1;
        if self.waiting.len() >= BLOCK {
            self.crc32.update(&self.waiting);
            self.waiting.clear();
        }
    }

    /// The type in a byte, then the value in eight, little-endian. Of texts and blobs that
    /// is the length, and their bytes follow.
    pub(super) fn add_value(&mut self, value: ValueRef<'_>) {
        let (kind, number, bytes) = match value {
            ValueRef::Null => (0, 0, None),
            ValueRef::Integer(number) => (1, number.cast_unsigned(), None),
            ValueRef::Real(number) => (2, number.to_bits(), None),
            ValueRef::Text(bytes) => (3, bytes.len() as u64, Some(bytes)),
            ValueRef::Blob(bytes) => (4, bytes.len() as u64, Some(bytes)),
        };
        let mut head = [kind; 9];
        head[1..].copy_from_slice(&number.to_le_bytes());
        self.waiting.extend_from_slice(&head);
        if let Some(bytes) = bytes {
            self.waiting.extend_from_slice(bytes);
        }
    }

    pub(super) fn sum(&self) -> Sum {
        let mut crc32 = self.crc32.clone();
        crc32.update(&self.waiting);
        Sum { rows: self.rows, crc32: crc32.finalize() }
    }
}

/// The checksum of all that the schema says, but for the pages where tables begin.
pub(super) fn schema_checksum(connection: &Connection) -> rusqlite::Result<Sum> {
    let sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
    Ok(sum_of(connection, sql)?.sum())
}

/// The checksum of the rows that a statement gives.
pub(super) fn sum_of(connection: &Connection, sql: &str) -> rusqlite::Result<Checksum> {
    let mut statement = connection.prepare(sql)?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    let mut checksum = Checksum::default();
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|column| row.get_ref(column));
        checksum.add_row(values.collect::<Result<Vec<_>, _>>()?);
    }
    Ok(checksum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(rows: &[&[ValueRef<'_>]]) -> Sum {
        let mut checksum = Checksum::default();
        for row in rows {
            checksum.add_row(row.iter().copied());
        }
        checksum.sum()
    }

    #[test]
    fn it_is_the_crc_of_gzip_over_types_and_values() {
        let (text, number) = (ValueRef::Text(b"ab"), ValueRef::Integer(-2));
        let bytes = b"\x03\x02\0\0\0\0\0\0\0ab\x01\xfe\xff\xff\xff\xff\xff\xff\xff";
        let expected = Sum { rows: 1, crc32: crc32fast::hash(bytes) };
        assert_eq!(sum(&[&[text, number]]), expected);
        assert_eq!(sum(&[]), Sum { rows: 0, crc32: 0 });
    }

    #[test]
    fn a_type_a_place_and_a_border_between_texts_count() {
        let [a, b] = [ValueRef::Text(b"a"), ValueRef::Text(b"b")];
        let (ab, empty) = (ValueRef::Text(b"ab"), ValueRef::Text(b""));
        let all = [
            sum(&[&[a, b]]),
            sum(&[&[b, a]]),
            sum(&[&[ab, empty]]),
            sum(&[&[a], &[b]]),
            sum(&[&[ValueRef::Blob(b"a"), b]]),
            sum(&[&[ValueRef::Null, b]]),
            sum(&[&[ValueRef::Integer(0), b]]),
            sum(&[&[ValueRef::Real(0.0), b]]),
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[..place].contains(one), "{place}");
        }
    }

    #[test]
    fn blocks_do_not_show() {
        let long = vec![7; BLOCK - 5];
        let rows = [[ValueRef::Blob(&long)], [ValueRef::Null], [ValueRef::Blob(&long)]];
        let mut bytes = Vec::new();
        for row in &rows {
            let mut checksum = Checksum::default();
            checksum.add_value(row[0]);
            bytes.extend(checksum.waiting);
        }
        assert_eq!(sum(&rows.each_ref().map(|row| &row[..])).crc32, crc32fast::hash(&bytes));
    }
}
