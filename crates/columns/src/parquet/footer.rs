//! What stands at the end of the file: the columns, and where their chunks are.
//! Field numbers are those of `parquet.thrift` in apache/parquet-format.

use super::chunk::{Chunk, encoding};
use super::thrift;
use super::thrift::Struct;
use crate::{Column, Values};

/// Pages as version 1 has them and the encoding RLE_DICTIONARY that came with 2:
/// writers call such files 2.
const VERSION: i32 = 2;

/// A group of rows that has been written.
pub(super) struct RowGroup {
    /// Where its first chunk begins in the file.
    pub(super) start: usize,
    pub(super) rows: usize,
    /// One after another, in the order of the columns.
    pub(super) chunks: Vec<Chunk>,
}

/// The file's metadata.
pub(super) fn encode(
    columns: &[Column],
    groups: &[RowGroup],
    notes: &[(String, String)],
) -> Vec<u8> {
    let mut out = Vec::new();
    thrift::structure(&mut out, |file| {
        file.i32(1, VERSION);
        let root = std::iter::once(None);
        let elements: Vec<_> = root.chain(columns.iter().map(Some)).collect();
        file.structures(2, elements.iter(), |element, column| match column {
            None => describe_root(element, columns.len()),
            Some(column) => describe(element, column),
        });
        file.i64(3, number(groups.iter().map(|group| group.rows).sum()));
        file.structures(4, groups.iter(), |fields, group| row_group(fields, group, columns));
        file.structures(5, notes.iter(), |note, (key, value)| {
            note.bytes(1, key.as_bytes());
            note.bytes(2, value.as_bytes());
        });
        file.bytes(6, concat!("propp ", env!("CARGO_PKG_VERSION")).as_bytes());
        // Without an order of values, readers may not use the bounds.
        file.structures(7, columns.iter(), |order, _| order.structure(1, |_| ()));
    });
    out
}

fn describe_root(element: &mut Struct<'_>, columns: usize) {
    element.bytes(4, b"schema");
    element.i32(5, columns as i32);
}

fn describe(element: &mut Struct<'_>, column: &Column) {
    /// Any value may be missing.
    const OPTIONAL: i32 = 1;
    /// The older name (`ConvertedType`) of a STRING.
    const UTF8: i32 = 0;
    element.i32(1, type_number(&column.values));
    element.i32(3, OPTIONAL);
    element.bytes(4, column.name.as_bytes());
    if matches!(column.values, Values::Text(_)) {
        element.i32(6, UTF8);
        element.structure(10, |logical| logical.structure(1, |_| ()));
    }
}

const fn type_number(values: &Values) -> i32 {
    match values {
        Values::Bool(_) => 0,
        Values::Int(_) => 2,
        Values::Float(_) => 5,
        Values::Text(_) => 6,
    }
}

fn row_group(fields: &mut Struct<'_>, group: &RowGroup, columns: &[Column]) {
    let starts = group.chunks.iter().scan(group.start, |end, chunk| {
        *end += chunk.bytes;
        Some(*end - chunk.bytes)
    });
    let placed: Vec<_> = columns.iter().zip(&group.chunks).zip(starts).collect();
    let bytes = number(group.chunks.iter().map(|chunk| chunk.bytes).sum());
    fields.structures(1, placed.iter(), |fields, ((column, chunk), start)| {
        // A column's metadata stand here alone, so that their other place is 0.
        fields.i64(2, 0);
        fields.structure(3, |fields| column_chunk(fields, column, chunk, *start));
    });
    fields.i64(2, bytes);
    fields.i64(3, number(group.rows));
    fields.i64(5, number(group.start));
    fields.i64(6, bytes);
}

fn column_chunk(fields: &mut Struct<'_>, column: &Column, chunk: &Chunk, start: usize) {
    const UNCOMPRESSED: i32 = 0;
    let bytes = number(chunk.bytes);
    fields.i32(1, type_number(&column.values));
    match chunk.dictionary_bytes {
        Some(_) => fields.i32s(2, &[encoding::PLAIN, encoding::RLE, encoding::RLE_DICTIONARY]),
        None => fields.i32s(2, &[encoding::PLAIN, encoding::RLE]),
    }
    fields.texts(3, &[&column.name]);
    fields.i32(4, UNCOMPRESSED);
    fields.i64(5, number(chunk.rows));
    fields.i64(6, bytes);
    fields.i64(7, bytes);
    fields.i64(9, number(start + chunk.dictionary_bytes.unwrap_or(0)));
    if chunk.dictionary_bytes.is_some() {
        fields.i64(11, number(start));
    }
    fields.structure(12, |statistics| {
        statistics.i64(3, number(chunk.missing));
        if let Some(bounds) = chunk.bounds {
            statistics.bytes(5, &bounds.max);
            statistics.bytes(6, &bounds.min);
        }
    });
}

/// What memory and files can hold is far below 2^63.
const fn number(count: usize) -> i64 {
    count as i64
}
