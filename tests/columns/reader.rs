//! Reads Parquet files back into columns, with what they say of themselves.

use std::io::{Seek, Write};

use parquet::basic::{Encoding, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use propp_base_columns::Values;

/// The smallest and the largest value of a column in a group, as the file has them.
pub(crate) type Bounds = Option<[Vec<u8>; 2]>;

/// A file, decoded.
pub(crate) struct File {
    pub(crate) metadata: ParquetMetaData,
    /// Columns by name, in their order.
    pub(crate) columns: Vec<(String, Values)>,
    /// Encodings of all data pages, in the order of the file.
    pub(crate) encodings: Vec<Encoding>,
}

impl File {
    /// Keys and values of the metadata, in their order.
    pub(crate) fn notes(&self) -> Vec<(&str, &str)> {
        let notes = self.metadata.file_metadata().key_value_metadata().unwrap();
        notes.iter().map(|note| (&*note.key, note.value.as_deref().unwrap())).collect()
    }

    /// Rows of each group.
    pub(crate) fn groups(&self) -> Vec<i64> {
        self.metadata.row_groups().iter().map(|group| group.num_rows()).collect()
    }

    /// For each group and column: how many values are missing, and the bounds.
    pub(crate) fn statistics(&self) -> Vec<Vec<(u64, Bounds)>> {
        let of = |statistics: &Statistics| {
            let bounds = statistics.min_bytes_opt().zip(statistics.max_bytes_opt());
            let bounds = bounds.map(|(min, max)| [min.to_vec(), max.to_vec()]);
            (statistics.null_count_opt().unwrap(), bounds)
        };
        let groups = self.metadata.row_groups().iter();
        groups
            .map(|group| group.columns().iter().map(|c| of(c.statistics().unwrap())).collect())
            .collect()
    }
}

/// Decodes a file.
pub(crate) fn read(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let metadata = reader.metadata().clone();
    let schema = metadata.file_metadata().schema_descr();
    let mut columns: Vec<(String, Values)> = schema
        .columns()
        .iter()
        .map(|column| {
            assert_eq!(column.max_def_level(), 1, "optional");
            let values = match column.physical_type() {
                Type::BOOLEAN => Values::Bool(vec![]),
                Type::INT64 => Values::Int(vec![]),
                Type::DOUBLE => Values::Float(vec![]),
                Type::BYTE_ARRAY => Values::Text(vec![]),
                other => panic!("{} is {other}", column.name()),
            };
            (column.name().to_owned(), values)
        })
        .collect();
    let mut encodings = Vec::new();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).unwrap();
        for (place, (_, values)) in columns.iter_mut().enumerate() {
            append(values, group.get_column_reader(place).unwrap());
            let pages = group.get_column_page_reader(place).unwrap().map(Result::unwrap);
            encodings.extend(pages.filter(|page| page.is_data_page()).map(|page| page.encoding()));
        }
    }
    File { metadata, columns, encodings }
}

fn append(values: &mut Values, column: ColumnReader) {
    match (values, column) {
        (Values::Bool(values), ColumnReader::BoolColumnReader(column)) => {
            values.extend(all(column));
        }
        (Values::Int(values), ColumnReader::Int64ColumnReader(column)) => {
            values.extend(all(column));
        }
        (Values::Float(values), ColumnReader::DoubleColumnReader(column)) => {
            values.extend(all(column));
        }
        (Values::Text(values), ColumnReader::ByteArrayColumnReader(column)) => {
            let text = |text: ByteArray| text.as_utf8().unwrap().to_owned();
            values.extend(all(column).map(|value| value.map(text)));
        }
        _ => panic!("a column has another type in a group than in the schema"),
    }
}

/// All values of a column in a group.
fn all<T: DataType>(mut column: ColumnReaderImpl<T>) -> impl Iterator<Item = Option<T::T>> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    while column.read_records(usize::MAX, Some(&mut levels), None, &mut values).unwrap().0 > 0 {}
    let mut values = values.into_iter();
    levels.into_iter().map(move |level| if level == 1 { values.next() } else { None })
}
