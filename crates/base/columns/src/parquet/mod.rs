//! A table as Parquet, for DuckDB, pandas, Polars and Spark.
//!
//! The file is as plain as the format allows: pages of version 1, uncompressed, every
//! column optional. Values that repeat themselves go through a dictionary, which saves
//! what matters of a compression. Each chunk says how many values are missing and its
//! bounds, so that engines can skip it.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

mod read;

pub use read::{read, read_by_group};

use super::{Column, Table, Values};

/// Rows whose columns stand together: the memory that writing takes, and the least
/// that an engine skips. A column of numbers is then one page of 1 MiB.
const GROUP_ROWS: usize = 1 << 17;

/// Bytes of a text, at most: pages are smaller than 2 GiB.
const TEXT_BYTES: usize = i32::MAX as usize - 1024;

/// Writes a table. The file's metadata hold `notes` and, for each column, what it
/// says (`NAME.about`) and its unit (`NAME.unit`).
///
/// # Errors
/// Those of the writer; a text of 2 GiB.
pub fn write(
    table: &Table,
    notes: &[(String, String)],
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    let fields: Result<_, ParquetError> = table.columns().iter().map(field).collect();
    let schema = Type::group_type_builder("schema").with_fields(fields?).build()?;
    let notes = notes.iter().cloned().chain(about(table.columns()));
    let properties = WriterProperties::builder()
        .set_created_by(format!("propp {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(notes.map(|(key, value)| KeyValue::new(key, value)).collect()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .build();
    let mut file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
    for start in (0..table.rows()).step_by(GROUP_ROWS) {
        let rows = start..table.rows().min(start + GROUP_ROWS);
        let mut group = file.next_row_group()?;
        for column in table.columns() {
            let chunk = group.next_column()?;
            let mut chunk = chunk.ok_or_else(|| io::Error::other("a column has no place"))?;
            write_values(&mut chunk, &column.values, rows.clone())?;
            chunk.close()?;
        }
        group.close()?;
    }
    file.close()?;
    Ok(())
}

/// A column of the schema; any value may be missing.
fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match &column.values {
        Values::Float(_) => (Physical::DOUBLE, None),
        Values::Int(_) => (Physical::INT64, None),
        Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Values::Bool(_) => (Physical::BOOLEAN, None),
    };
    let field = Type::primitive_type_builder(&column.name, physical);
    let field = field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical);
    Ok(Arc::new(field.build()?))
}

fn write_values<'a>(
    chunk: &mut SerializedColumnWriter<'_>,
    values: &'a Values,
    rows: Range<usize>,
) -> io::Result<()> {
    match values {
        Values::Float(values) => write_chunk::<DoubleType>(chunk, values[rows].iter().copied()),
        Values::Int(values) => write_chunk::<Int64Type>(chunk, values[rows].iter().copied()),
        Values::Bool(values) => write_chunk::<BoolType>(chunk, values[rows].iter().copied()),
        Values::Text(values) => {
            let texts = &values[rows];
            if let Some(long) = texts.iter().flatten().find(|text| text.len() > TEXT_BYTES) {
                return Err(too_long(long.len()));
            }
            // Rows that follow each other and have the same text share its bytes.
            let mut last: Option<(&str, ByteArray)> = None;
            let bytes = |text: &'a Option<String>| {
                let text = text.as_deref()?;
                if last.as_ref().is_none_or(|(same, _)| *same != text) {
                    last = Some((text, ByteArray::from(text)));
                }
                last.as_ref().map(|(_, bytes)| bytes.clone())
            };
            write_chunk::<ByteArrayType>(chunk, texts.iter().map(bytes))
        }
    }
}

/// The values that are there, and for each row whether it has one (1) or not (0).
fn write_chunk<T: DataType>(
    chunk: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> io::Result<()> {
    let (mut levels, mut present) = (Vec::new(), Vec::new());
    for value in values {
        levels.push(i16::from(value.is_some()));
        present.extend(value);
    }
    chunk.typed::<T>().write_batch(&present, Some(&levels), None)?;
    Ok(())
}

fn too_long(bytes: usize) -> io::Error {
    let words =
        format!("a text has {bytes} bytes, and Parquet's pages are smaller than 2 GiB; write CSV");
    io::Error::new(io::ErrorKind::InvalidData, words)
}

/// What is known of columns beside their names and types.
fn about(columns: &[Column]) -> impl Iterator<Item = (String, String)> {
    columns.iter().flat_map(|Column { name, about, unit, .. }| {
        let unit = unit.iter().map(move |unit| (format!("{name}.unit"), unit.clone()));
        std::iter::once((format!("{name}.about"), about.clone())).chain(unit)
    })
}
