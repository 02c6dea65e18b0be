//! A table as Parquet, for DuckDB, pandas, Polars and Spark.
//!
//! The file is as plain as the format allows: pages of version 1, uncompressed,
//! every column optional. Values that repeat themselves go through a dictionary,
//! which saves what matters of a compression. Each chunk says how many values are
//! missing and the bounds of its numbers, so that engines can skip it. The format
//! is that of github.com/apache/parquet-format. The crate `parquet` reads, nests and
//! compresses, none of which is needed here.

mod chunk;
mod dictionary;
mod footer;
mod hybrid;
mod physical;
mod thrift;

use std::io::{self, Write};

use super::{Column, Table};
use footer::RowGroup;

/// Begins and ends the file.
const MAGIC: &[u8; 4] = b"PAR1";

/// Rows whose columns stand together: the memory that writing takes, and the least
/// that an engine skips. A column of numbers is then one page of 1 MiB.
const GROUP_ROWS: usize = 1 << 17;

/// Writes a table. The file's metadata hold `notes` and, for each column, what it
/// says (`NAME.about`) and its unit (`NAME.unit`).
///
/// # Errors
/// Those of the writer; a text of 2 GiB or more.
pub fn write(table: &Table, notes: &[(String, String)], out: &mut impl Write) -> io::Result<()> {
    out.write_all(MAGIC)?;
    let mut end = MAGIC.len();
    let mut groups = Vec::new();
    let mut bytes = Vec::new();
    for start in (0..table.rows()).step_by(GROUP_ROWS) {
        let rows = start..table.rows().min(start + GROUP_ROWS);
        let mut group = RowGroup { start: end, rows: rows.len(), chunks: Vec::new() };
        for column in table.columns() {
            bytes.clear();
            group.chunks.push(chunk::write(&mut bytes, &column.values, rows.clone())?);
            out.write_all(&bytes)?;
            end += bytes.len();
        }
        groups.push(group);
    }
    let notes: Vec<_> = notes.iter().cloned().chain(about(table.columns())).collect();
    let footer = footer::encode(table.columns(), &groups, &notes);
    out.write_all(&footer)?;
    out.write_all(&(footer.len() as u32).to_le_bytes())?;
    out.write_all(MAGIC)
}

/// What is known of columns beside their names and types.
fn about(columns: &[Column]) -> impl Iterator<Item = (String, String)> {
    columns.iter().flat_map(|Column { name, about, unit, .. }| {
        let unit = unit.iter().map(move |unit| (format!("{name}.unit"), unit.clone()));
        std::iter::once((format!("{name}.about"), about.clone())).chain(unit)
    })
}
