//! A table as JSON: its columns, each with name, type, unit and values.
//!
//! Column by column, since names would otherwise stand in each row. What is missing is null.

use std::io::{self, Write};

use serde::Serialize;

use super::{Column, Table, Values};

/// The format of the document.
const SCHEMA: &str = "propp.rows/1";

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    rows: usize,
    columns: Vec<ColumnJson<'a>>,
}

#[derive(Serialize)]
struct ColumnJson<'a> {
    name: &'a str,
    about: &'a str,
    unit: Option<&'a str>,
    #[serde(rename = "type")]
    kind: &'static str,
    values: Any<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Any<'a> {
    Float(&'a [Option<f64>]),
    Int(&'a [Option<i64>]),
    Text(&'a [Option<String>]),
    Bool(&'a [Option<bool>]),
}

pub fn text(table: &Table) -> io::Result<String> {
    let mut bytes = Vec::new();
    write(table, &mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

pub fn write(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let columns = table.columns().iter().map(column).collect();
    serde_json::to_writer(&mut *out, &Document { schema: SCHEMA, rows: table.rows(), columns })?;
    out.write_all(b"\n")
}

fn column(of: &Column) -> ColumnJson<'_> {
    let (kind, values) = match &of.values {
        Values::Float(values) => ("float", Any::Float(values)),
        Values::Int(values) => ("int", Any::Int(values)),
        Values::Text(values) => ("text", Any::Text(values)),
        Values::Bool(values) => ("bool", Any::Bool(values)),
    };
    ColumnJson { name: &of.name, about: &of.about, unit: of.unit.as_deref(), kind, values }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_word_and_what_is_missing_is_null() {
        let columns = vec![
            Column::new("x", "A number", Values::Float(vec![Some(0.5), None])).in_unit("ns"),
            Column::new("n", "", Values::Int(vec![Some(-1), None])),
            Column::new("t", "", Values::Text(vec![Some("a\"b".to_owned()), None])),
            Column::new("b", "", Values::Bool(vec![Some(true), None])),
        ];
        let mut out = Vec::new();
        write(&Table::new(columns).unwrap(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"{"schema":"propp.rows/1","rows":2,"columns":[{"name":"x","about":"A number","unit":"ns","type":"float","values":[0.5,null]},{"name":"n","about":"","unit":null,"type":"int","values":[-1,null]},{"name":"t","about":"","unit":null,"type":"text","values":["a\"b",null]},{"name":"b","about":"","unit":null,"type":"bool","values":[true,null]}]}"#);
    }
}
