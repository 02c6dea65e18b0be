//! Columns of a table, value by value from rows.

use propp_base_columns::{Column, Values};

/// Columns that are made of the same rows.
pub(crate) struct Columns<'r, R> {
    rows: &'r [R],
    columns: Vec<Column>,
}

impl<'r, R> Columns<'r, R> {
    pub(crate) fn of(rows: &'r [R]) -> Self {
        Self { rows, columns: Vec::new() }
    }

    pub(crate) fn text(self, name: &str, about: &str, of: impl Fn(&R) -> Option<String>) -> Self {
        let values = Values::Text(self.rows.iter().map(of).collect());
        self.with(Column::new(name, about, values))
    }

    /// Whole numbers; what is beyond 2^63 is missing.
    pub(crate) fn whole(self, name: &str, about: &str, of: impl Fn(&R) -> Option<u64>) -> Self {
        let one = |row| of(row).and_then(|value| i64::try_from(value).ok());
        let values = Values::Int(self.rows.iter().map(one).collect());
        self.with(Column::new(name, about, values))
    }

    pub(crate) fn real(self, name: &str, about: &str, of: impl Fn(&R) -> Option<f64>) -> Self {
        let values = Values::Float(self.rows.iter().map(of).collect());
        self.with(Column::new(name, about, values))
    }

    fn with(mut self, column: Column) -> Self {
        self.columns.push(column);
        self
    }

    pub(crate) fn done(self) -> Vec<Column> {
        self.columns
    }
}
