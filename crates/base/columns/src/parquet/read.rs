//! Reads back what [`super::write`] wrote: flat columns of four types.

use std::io;
use std::ops::Range;

use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader, SerializedFileReader};

use crate::{Column, Table, Values};

/// Reads the columns that are wanted of a table. A column that the file lacks is left out.
/// Fails when the file is damaged, or no flat table of this crate's types.
pub fn read(
    file: impl ChunkReader + 'static,
    is_wanted: impl Fn(&str) -> bool,
) -> io::Result<Table> {
    let file = SerializedFileReader::new(file)?;
    read_groups(&file, 0..file.num_row_groups(), &is_wanted)
}

/// Reads as [`read`] does, a group of rows at a time, so that a large file needs little memory.
/// Fails when the file is damaged, or no flat table of this crate's types.
pub fn read_by_group(
    file: impl ChunkReader + 'static,
    is_wanted: impl Fn(&str) -> bool,
    mut each: impl FnMut(&Table) -> io::Result<()>,
) -> io::Result<()> {
    let file = SerializedFileReader::new(file)?;
    for group in 0..file.num_row_groups() {
        each(&read_groups(&file, group..group + 1, &is_wanted)?)?;
    }
    Ok(())
}

fn read_groups(
    file: &impl FileReader,
    groups: Range<usize>,
    is_wanted: &impl Fn(&str) -> bool,
) -> io::Result<Table> {
    let schema = file.metadata().file_metadata().schema_descr_ptr();
    let notes = file.metadata().file_metadata().key_value_metadata().into_iter().flatten();
    let notes: Vec<(&str, &str)> =
        notes.filter_map(|note| Some((note.key.as_str(), note.value.as_deref()?))).collect();
    let mut columns = Vec::new();
    for (place, column) in schema.columns().iter().enumerate() {
        if !is_wanted(column.name()) {
            continue;
        }
        if column.max_rep_level() > 0 || column.max_def_level() != 1 {
            return Err(not_flat(column.name()));
        }
        let mut values = empty(column.physical_type()).ok_or_else(|| not_flat(column.name()))?;
        for group in groups.clone() {
            read_chunk(file.get_row_group(group)?.as_ref(), place, &mut values)?;
        }
        let note = |what| notes.iter().find(|(key, _)| *key == format!("{}.{what}", column.name()));
        let about = note("about").map_or("", |note| note.1);
        let unit = note("unit").map(|note| note.1.to_owned());
        columns.push(Column { unit, ..Column::new(column.name(), about, values) });
    }
    Table::new(columns).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn not_flat(name: &str) -> io::Error {
    let words = format!("the column {name} is of a type that propp does not write");
    io::Error::new(io::ErrorKind::InvalidData, words)
}

const fn empty(physical: Physical) -> Option<Values> {
    match physical {
        Physical::DOUBLE => Some(Values::Float(Vec::new())),
        Physical::INT64 => Some(Values::Int(Vec::new())),
        Physical::BYTE_ARRAY => Some(Values::Text(Vec::new())),
        Physical::BOOLEAN => Some(Values::Bool(Vec::new())),
        _ => None,
    }
}

fn read_chunk(group: &dyn RowGroupReader, place: usize, values: &mut Values) -> io::Result<()> {
    let rows = usize::try_from(group.metadata().num_rows()).map_err(io::Error::other)?;
    match (group.get_column_reader(place)?, values) {
        (ColumnReader::DoubleColumnReader(reader), Values::Float(values)) => {
            values.extend(chunk(reader, rows)?);
        }
        (ColumnReader::Int64ColumnReader(reader), Values::Int(values)) => {
            values.extend(chunk(reader, rows)?);
        }
        (ColumnReader::BoolColumnReader(reader), Values::Bool(values)) => {
            values.extend(chunk(reader, rows)?);
        }
        (ColumnReader::ByteArrayColumnReader(reader), Values::Text(values)) => {
            for value in chunk(reader, rows)? {
                values.push(value.map(text).transpose()?);
            }
        }
        _ => return Err(not_flat(group.metadata().column(place).column_path().string().as_str())),
    }
    Ok(())
}

fn text(bytes: ByteArray) -> io::Result<String> {
    let text = bytes.as_utf8().map_err(io::Error::from)?;
    Ok(text.to_owned())
}

/// The values of a chunk, each or none.
fn chunk<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
) -> io::Result<Vec<Option<T::T>>> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    while levels.len() < rows {
        let left = rows - levels.len();
        let (records, ..) = reader.read_records(left, Some(&mut levels), None, &mut values)?;
        if records == 0 {
            let words = format!("a column has {} of {rows} values", levels.len());
            return Err(ParquetError::EOF(words).into());
        }
    }
    let mut values = values.into_iter();
    Ok(levels.into_iter().map(|level| if level > 0 { values.next() } else { None }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parquet::write;

    fn table() -> Table {
        let columns = vec![
            Column::new("x", "Its size", Values::Float(vec![Some(0.5), None, Some(-1.0)]))
                .in_unit("m"),
            Column::new("n", "", Values::Int(vec![Some(-1), None, Some(i64::MAX)])),
            Column::new(
                "t",
                "",
                Values::Text(vec![Some("ü".to_owned()), Some(String::new()), None]),
            ),
            Column::new("b", "", Values::Bool(vec![Some(true), None, Some(false)])),
        ];
        Table::new(columns).unwrap()
    }

    fn file(bytes: &[u8]) -> std::fs::File {
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, bytes).unwrap();
        file
    }

    fn written(table: &Table) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(table, &[], &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_was_written_is_read_back() {
        let bytes = written(&table());
        assert_eq!(read(file(&bytes), |_| true).unwrap(), table());
        let some = read(file(&bytes), |name| name == "t").unwrap();
        assert_eq!(some.columns(), &table().columns()[2..3]);
    }

    #[test]
    fn several_row_groups_come_in_order() {
        let rows = (1 << 17) + 5;
        let column = Column::new("n", "", Values::Int((0..rows).map(Some).collect()));
        let long = Table::new(vec![column]).unwrap();
        assert_eq!(read(file(&written(&long)), |_| true).unwrap(), long);
        let mut sizes = Vec::new();
        let each = |group: &Table| {
            sizes.push(group.rows());
            Ok(())
        };
        read_by_group(file(&written(&long)), |_| true, each).unwrap();
        assert_eq!(sizes, [1 << 17, 5]);
    }

    #[test]
    fn half_a_file_is_an_error() {
        let bytes = written(&table());
        for length in [0, 3, bytes.len() / 2, bytes.len() - 1] {
            assert!(read(file(&bytes[..length]), |_| true).is_err(), "{length}");
        }
    }
}
