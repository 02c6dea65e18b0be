//! `docs/recording.md` against the file that it describes.

use std::collections::BTreeMap;

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::support::synthetic::{program, record};

const PAGE: &str = include_str!("../docs/recording.md");

type Columns = BTreeMap<String, Vec<String>>;

fn recording() -> (tempfile::TempDir, Connection) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    record(&path, &program(1), true);
    let connection = Connection::open(&path).unwrap();
    (dir, connection)
}

fn in_file(kind: &str) -> Columns {
    let (_dir, connection) = recording();
    let sql = "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_xinfo(m.name) c \
               WHERE m.type = ? AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement
        .query_map([kind], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .unwrap();
    let mut columns = Columns::new();
    for row in rows {
        let (table, column) = row.unwrap();
        columns.entry(table).or_default().push(column);
    }
    columns
}

#[test]
fn the_page_has_the_number_of_the_layout() {
    assert!(PAGE.contains(&format!("`PRAGMA user_version` = {}", propp_recording_store::VERSION)));
}

/// The words in back quotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The columns that the rows of a table on the page describe, some of them several in a row.
fn described(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| quoted(row.split(" | ").next().unwrap())).collect()
}

/// Columns that mean the same in many tables are described once; each table names those that it has.
#[test]
fn every_table_and_column_is_described_and_there() {
    let tables = PAGE.split("\n## Tables").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut sections = tables.split("\n### ");
    let shared = described(sections.next().unwrap());
    let mut on_page = Columns::new();
    for section in sections {
        let (name, body) = section.split_once('\n').unwrap();
        let own = body.lines().find_map(|line| line.strip_prefix("Shared columns: "));
        let mut columns = own.map(quoted).unwrap_or_default();
        assert!(columns.iter().all(|column| shared.contains(column)), "{name}: {columns:?}");
        columns.extend(described(body));
        columns.sort();
        on_page.insert(name.to_owned(), columns);
    }
    let mut in_file = in_file("table");
    in_file.values_mut().for_each(|columns| columns.sort());
    assert_eq!(on_page, in_file);
}

#[test]
fn every_view_is_described_and_there() {
    let section = PAGE.split("\n## Views").nth(1).unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `v_"));
    let on_page: Columns = rows
        .map(|row| {
            let (name, columns) = row.split_once('`').unwrap();
            (format!("v_{name}"), quoted(columns))
        })
        .collect();
    assert_eq!(on_page, in_file("view"));
}

#[test]
fn the_examples_run_as_printed() {
    let (_dir, connection) = recording();
    let examples: Vec<&str> =
        PAGE.split("```sql\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(examples.len(), 4);
    let mut results: Vec<Vec<Vec<String>>> = Vec::new();
    for example in examples {
        let mut statement = connection.prepare(example).unwrap();
        let width = statement.column_count();
        let rows = statement.query_map([], |row| {
            (0..width).map(|column| row.get::<_, Value>(column).map(|value| text(&value))).collect()
        });
        results.push(rows.unwrap().collect::<Result<_, _>>().unwrap());
    }
    let vadd = ["vadd(float const*, float const*, float*, int)", "1024,1,1", "256,1,1", "3", "0.2"];
    assert_eq!(results[0][0], vadd);
    assert!(results[1].iter().any(|row| row[0].starts_with("diverge") && row[2] == "0.5"));
    assert_eq!(results[2].len(), 2);
    assert_eq!(results[3].len(), 1, "the one notice: {:?}", results[3]);
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Blob(bytes) => format!("{bytes:?}"),
    }
}

#[test]
fn marks_and_versions_are_those_of_the_page() {
    let id = format!("0x{:x}", propp_recording_store::APPLICATION_ID);
    assert!(PAGE.contains(&format!("`PRAGMA application_id` = {id}")));
    let version = propp_recording_store::VERSION;
    assert!(PAGE.contains(&format!("`PRAGMA user_version` = {version}")));
    assert!(PAGE.contains(&format!("layout, version {version},")));
}
