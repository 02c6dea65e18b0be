//! Tables written as Parquet and CSV and read back: by the library here, and by
//! DuckDB where `PROPP_TEST_PYTHON` names a Python that has it.
//! `PROPP_TEST_ROWS=1000000 cargo test --release --test integration columns:: -- --nocapture`
//! prints sizes and times of a large one.

mod reader;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use parquet::basic::{ColumnOrder, Encoding};
use propp_base_columns::csv;
use propp_base_columns::csv::Reals;
use propp_base_columns::{Column, Table, Values, parquet as writer};
use proptest::prelude::*;

use crate::support::python;

/// Rows of a group, as `parquet` makes them.
const GROUP: usize = 1 << 17;

const HARD: [&str; 8] = [
    "void reduce<float, (int)256>(const float *, float *)",
    "",
    "say \"µs\", or \"日本語\" 🦀",
    "two\nlines",
    "\r\n,\"",
    " blanks ",
    "NULL",
    "1.5",
];

fn all<T>(rows: usize, value: impl Fn(u64) -> Option<T>) -> Vec<Option<T>> {
    (0..rows as u64).map(value).collect()
}

/// A number as good as drawn, other ones for other purposes.
fn drawn(row: u64, purpose: u64) -> u64 {
    let mixed = (row + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ (purpose << 7));
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 8
}

/// Columns of every type: different values, few values, with and without missing ones.
fn columns(rows: usize) -> Vec<Column> {
    let of = |name: &str, values| Column::new(name, format!("Made up, {name}."), values);
    let real = |row, purpose| drawn(row, purpose) as f64 / 1e15 - 20.0;
    let text = |row: u64| HARD[drawn(row, 4) as usize % HARD.len()].to_owned();
    vec![
        of("real", Values::Float(all(rows, |row| Some(real(row, 1))))).in_unit("ns"),
        of("real_holes", Values::Float(all(rows, |row| (row % 3 > 0).then(|| real(row, 2))))),
        of("real_few", Values::Float(all(rows, |row| Some([0.0, -0.0, 0.5][row as usize % 3])))),
        of(
            "not_finite",
            Values::Float(all(rows, |row| {
                Some(
                    [1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, f64::MAX]
                        [row as usize % 6],
                )
            })),
        ),
        of("whole", Values::Int(all(rows, |row| Some((drawn(row, 3) << 8) as i64))))
            .in_unit("Bytes"),
        of(
            "whole_few",
            Values::Int(all(rows, |row| (row % 100 > 9).then_some(row as i64 / 100 % 7))),
        ),
        of("one", Values::Int(all(rows, |_| Some(i64::MIN)))),
        of("text_few", Values::Text(all(rows, |row| (row % 11 > 0).then(|| text(row))))),
        of("text", Values::Text(all(rows, |row| Some(format!("case {row} of {}", text(row)))))),
        of("yes", Values::Bool(all(rows, |row| (row % 5 > 1).then_some(drawn(row, 5) & 4 == 0)))),
        of("no_real", Values::Float(all(rows, |_| None))),
        of("no_whole", Values::Int(all(rows, |_| None))),
        of("no_text", Values::Text(all(rows, |_| None))),
        of("no_yes", Values::Bool(all(rows, |_| None))),
        of("späte \"Spalte\", 16", Values::Int(all(rows, |row| Some(row as i64)))),
    ]
}

fn table(rows: usize) -> Table {
    Table::new(columns(rows)).unwrap()
}

fn as_parquet(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    writer::write(table, &[("propp.schema".to_owned(), "1".to_owned())], &mut bytes).unwrap();
    bytes
}

/// `==` takes zeros of either sign for the same.
fn assert_same(column: &Column, read: &(String, Values)) {
    assert_eq!(column.name, read.0);
    match (&column.values, &read.1) {
        (Values::Float(a), Values::Float(b)) => {
            let bits = |values: &[Option<f64>]| -> Vec<_> {
                values.iter().map(|value| value.map(f64::to_bits)).collect()
            };
            assert!(bits(a) == bits(b), "{} reads differently", column.name);
        }
        (a, b) => assert!(a == b, "{} reads differently", column.name),
    }
}

fn assert_reads_back(table: &Table) -> reader::File {
    let file = reader::read(&as_parquet(table));
    assert_eq!(file.columns.len(), table.columns().len());
    for (column, read) in table.columns().iter().zip(&file.columns) {
        assert_same(column, read);
    }
    file
}

#[test]
fn a_file_reads_back_whatever_its_length() {
    for rows in [0, 1, 2, 7, 8, 9, 1000, GROUP, GROUP + 1, 2 * GROUP + 5] {
        let file = assert_reads_back(&table(rows));
        let mut groups = vec![GROUP as i64; rows / GROUP];
        groups.extend((rows % GROUP > 0).then_some((rows % GROUP) as i64));
        assert_eq!(file.groups(), groups);
    }
}

#[test]
fn texts_without_a_dictionary_go_over_many_pages() {
    let long = |row: u64| Some(format!("{row:02}").repeat(50_000));
    let values = Values::Text(all(40, |row| if row % 4 == 0 { None } else { long(row) }));
    let file = assert_reads_back(&Table::new(vec![Column::new("text", "", values)]).unwrap());
    // 30 texts of 100 kB: a dictionary of 1 MiB, then pages of as much.
    let plain = file.encodings.iter().filter(|encoding| **encoding == Encoding::PLAIN).count();
    assert_eq!((file.encodings.len(), plain), (3, 2), "{:?}", file.encodings);
}

#[test]
fn the_metadata_say_who_wrote_what() {
    let file = reader::read(&as_parquet(&table(3)));
    let wrote = format!("propp {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(file.metadata.file_metadata().created_by(), Some(&*wrote));
    assert_eq!(
        file.notes()[..4],
        [
            ("propp.schema", "1"),
            ("real.about", "Made up, real."),
            ("real.unit", "ns"),
            ("real_holes.about", "Made up, real_holes."),
        ]
    );
}

#[test]
fn statistics_are_those_of_each_group() {
    let whole = Values::Int(all(GROUP + 3, |row| (row != 5).then_some(row as i64 - 9)));
    let real = Values::Float(vec![Some(0.0); GROUP + 3]);
    let text = Values::Text(all(GROUP + 3, |row| (row < 10).then(String::new)));
    let columns = [("whole", whole), ("real", real), ("text", text)];
    let columns = columns.map(|(name, values)| Column::new(name, "", values));
    let file = assert_reads_back(&Table::new(columns.into()).unwrap());
    let ints = |min: i64, max: i64| Some([min, max].map(|bound| bound.to_le_bytes().to_vec()));
    // In the order of IEEE 754, which the file says it is in, zeros of either sign differ.
    let zeros = || Some([0.0_f64; 2].map(|bound| bound.to_le_bytes().to_vec()));
    let orders = file.metadata.file_metadata().column_orders().unwrap();
    assert_eq!(orders[1], ColumnOrder::IEEE_754_TOTAL_ORDER);
    let group = GROUP as i64;
    assert_eq!(
        file.statistics(),
        [
            [(1, ints(-9, group - 10)), (0, zeros()), (GROUP as u64 - 10, Some([vec![], vec![]])),],
            [(0, ints(group - 9, group - 7)), (0, zeros()), (3, None)],
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_values_read_back(
        rows in prop::collection::vec(
            (any::<Option<f64>>(), any::<Option<i64>>(), any::<Option<String>>(), any::<Option<bool>>(), 0..3_i64),
            0..60,
        ),
        repeated in 1_usize..30,
    ) {
        let rows: Vec<_> = rows.iter().flat_map(|row| std::iter::repeat_n(row, repeated)).collect();
        let columns = [
            ("real", Values::Float(rows.iter().map(|row| row.0).collect())),
            ("whole", Values::Int(rows.iter().map(|row| row.1).collect())),
            ("text", Values::Text(rows.iter().map(|row| row.2.clone()).collect())),
            ("yes", Values::Bool(rows.iter().map(|row| row.3).collect())),
            ("few", Values::Int(rows.iter().map(|row| (row.4 > 0).then_some(row.4)).collect())),
        ];
        let columns = columns.map(|(name, values)| Column::new(name, "", values));
        assert_reads_back(&Table::new(columns.into()).unwrap());
    }
}

/// Writes both files; their sizes and how long it took are printed.
fn save(table: &Table, folder: &Path) {
    let save = |name: &str, write: &dyn Fn(&mut BufWriter<File>)| {
        let path = folder.join(name);
        let begun = Instant::now();
        let mut out = BufWriter::new(File::create(&path).unwrap());
        write(&mut out);
        out.flush().unwrap();
        let (took, bytes) = (begun.elapsed(), path.metadata().unwrap().len());
        let (rows, columns) = (table.rows(), table.columns().len());
        println!("{rows} rows of {columns} columns: {name} has {bytes} bytes, in {took:?}");
    };
    save("table.csv", &|out| csv::write(table, Reals::Typed, out).unwrap());
    save("table.parquet", &|out| writer::write(table, &[], out).unwrap());
}

#[test]
fn both_files_say_the_same() {
    let rows = std::env::var("PROPP_TEST_ROWS").map_or(1000, |rows| rows.parse().unwrap());
    let mut wide = columns(rows);
    for mut column in columns(rows) {
        column.name.insert_str(0, "second ");
        wide.push(column);
    }
    let wide = Table::new(wide).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let Some(python) = python() else {
        save(&wide, folder.path());
        return;
    };
    for table in [wide, table(0), table(1), table(GROUP + 1)] {
        save(&table, folder.path());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/columns/check.py");
        let mut check = Command::new(&python);
        check.arg(script).args(["table.csv", "table.parquet"]).current_dir(folder.path());
        assert!(check.status().unwrap().success(), "{} rows: see above", table.rows());
    }
}
