//! A flat table for other people's tools: named and described columns of one type
//! each, in which any value may be missing. Pure.
//!
//! [`csv`], [`json`] and [`parquet`] write it, and all say the same: a number that is not
//! finite has no text that all readers of CSV take for one, so it is missing in
//! any format.

pub mod csv;
pub mod json;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "without_parquet.rs"]
pub mod parquet;

/// Whether this build reads and writes Parquet.
pub const HAS_PARQUET: bool = cfg!(feature = "parquet");

/// What to do where it does not.
pub const NO_PARQUET: &str = "this propp was built without Parquet; `cargo install --path . --features \
                              parquet` builds it, and the Python package has it";

/// Columns of equal length under different names.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    /// What it says, in a sentence.
    pub about: String,
    /// What its numbers count; `None` for pure numbers and for what is no number.
    pub unit: Option<String>,
    /// Its values, row by row.
    pub values: Values,
}

/// The values of a column, all of one type; `None` is a missing one.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    Float(Vec<Option<f64>>),
    Int(Vec<Option<i64>>),
    Text(Vec<Option<String>>),
    Bool(Vec<Option<bool>>),
}

/// What keeps columns from being a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TableError(String);

impl Table {
    /// Puts columns side by side. Numbers that are not finite become missing.
    /// Fails when there is no column, when one has no name or another one's name, or when
    /// one is longer than another.
    pub fn new(mut columns: Vec<Column>) -> Result<Self, TableError> {
        check(&columns)?;
        for column in &mut columns {
            if let Values::Float(values) = &mut column.values {
                for value in values {
                    *value = value.filter(|value| value.is_finite());
                }
            }
        }
        Ok(Self { columns })
    }

    /// The columns, of which there is at least one.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Adds the rows of a table with the same columns.
    /// Fails when a column has another name or type; then no row is added.
    pub fn append(&mut self, other: Self) -> Result<(), TableError> {
        let same = |(own, other): (&Column, &Column)| {
            own.name == other.name
                && std::mem::discriminant(&own.values) == std::mem::discriminant(&other.values)
        };
        let others = || TableError("the rows are of a table with other columns".to_owned());
        if self.columns.len() != other.columns.len()
            || !self.columns.iter().zip(&other.columns).all(same)
        {
            return Err(others());
        }
        for (own, other) in self.columns.iter_mut().zip(other.columns) {
            match (&mut own.values, other.values) {
                (Values::Float(own), Values::Float(mut other)) => own.append(&mut other),
                (Values::Int(own), Values::Int(mut other)) => own.append(&mut other),
                (Values::Text(own), Values::Text(mut other)) => own.append(&mut other),
                (Values::Bool(own), Values::Bool(mut other)) => own.append(&mut other),
                _ => return Err(others()),
            }
        }
        Ok(())
    }

    /// The rows by a column of texts; rows with the same text stay in their order.
    #[must_use]
    pub fn sorted_by(mut self, name: &str) -> Self {
        let key = self.columns.iter().find(|column| column.name == name);
        if let Some(Column { values: Values::Text(key), .. }) = key {
            let mut order: Vec<usize> = (0..key.len()).collect();
            order.sort_by(|&a, &b| key[a].cmp(&key[b]));
            for column in &mut self.columns {
                column.values.reorder(&order);
            }
        }
        self
    }

    /// How many values each column has.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }
}

fn check(columns: &[Column]) -> Result<(), TableError> {
    let no = |why: String| Err(TableError(why));
    let Some(first) = columns.first() else {
        return no("a table needs at least one column".to_owned());
    };
    // SQL's names know no case: of `QM` and `qm` an engine would rename one.
    let mut names = std::collections::BTreeSet::new();
    for (place, Column { name, values, .. }) in columns.iter().enumerate() {
        if name.is_empty() {
            return no(format!("column {} of the table has no name", place + 1));
        }
        if !names.insert(name.to_lowercase()) {
            return no(format!(
                "two columns of the table are called {name:?} (upper and lower case are the same \
                 in SQL)"
            ));
        }
        if values.len() != first.values.len() {
            return no(format!(
                "column {name:?} has {} rows, column {:?} has {}",
                values.len(),
                first.name,
                first.values.len()
            ));
        }
    }
    Ok(())
}

impl Column {
    /// A column of values that have no unit.
    pub fn new(name: impl Into<String>, about: impl Into<String>, values: Values) -> Self {
        Self { name: name.into(), about: about.into(), unit: None, values }
    }

    /// The column, its numbers counting `unit`.
    #[must_use]
    pub fn in_unit(self, unit: impl Into<String>) -> Self {
        Self { unit: Some(unit.into()), ..self }
    }
}

impl Values {
    /// How many there are, missing ones included.
    pub fn len(&self) -> usize {
        match self {
            Self::Float(values) => values.len(),
            Self::Int(values) => values.len(),
            Self::Text(values) => values.len(),
            Self::Bool(values) => values.len(),
        }
    }

    fn reorder(&mut self, order: &[usize]) {
        fn taken<T>(values: &mut [Option<T>], order: &[usize]) -> Vec<Option<T>> {
            order.iter().map(|&row| values[row].take()).collect()
        }
        match self {
            Self::Float(values) => *values = taken(values, order),
            Self::Int(values) => *values = taken(values, order),
            Self::Text(values) => *values = taken(values, order),
            Self::Bool(values) => *values = taken(values, order),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(name: &str, rows: usize) -> Column {
        Column::new(name, "", Values::Int(vec![None; rows]))
    }

    fn refusal(columns: Vec<Column>) -> String {
        Table::new(columns).unwrap_err().to_string()
    }

    #[test]
    fn columns_of_a_table_are_there_and_fit_together() {
        assert_eq!(refusal(vec![]), "a table needs at least one column");
        assert_eq!(refusal(vec![ints("a", 1), ints("", 1)]), "column 2 of the table has no name");
        assert_eq!(
            refusal(vec![ints("QM", 1), ints("qm", 1)]),
            "two columns of the table are called \"qm\" (upper and lower case are the same in SQL)"
        );
        assert_eq!(
            refusal(vec![ints("a", 1), ints("b", 2)]),
            "column \"b\" has 2 rows, column \"a\" has 1"
        );
        assert_eq!(Table::new(vec![ints("a", 3), ints("b", 3)]).unwrap().rows(), 3);
    }

    #[test]
    fn tables_are_joined_and_sorted() {
        let table = |texts: &[&str], first: i64| {
            let numbers = (first..).take(texts.len()).map(Some).collect();
            let texts = texts.iter().map(|text| Some((*text).to_owned())).collect();
            let columns = [("t", Values::Text(texts)), ("n", Values::Int(numbers))];
            Table::new(columns.map(|(name, values)| Column::new(name, "", values)).into()).unwrap()
        };
        let mut all = table(&["b", "a"], 0);
        all.append(table(&["b", "a"], 2)).unwrap();
        let sorted = all.clone().sorted_by("t");
        assert_eq!(sorted.columns()[1].values, Values::Int([1, 3, 0, 2].map(Some).into()));
        let [other_type, other_name, fewer] = [
            vec![ints("t", 1), ints("n", 1)],
            vec![ints("t", 1), ints("m", 1)],
            vec![ints("n", 1)],
        ];
        for other in [other_type, other_name, fewer] {
            assert!(all.append(Table::new(other).unwrap()).is_err());
        }
        let mut one = Table::new(vec![ints("n", 1)]).unwrap();
        assert!(one.append(Table::new(vec![ints("n", 1), ints("m", 1)]).unwrap()).is_err());
        assert!(one.append(Table::new(vec![ints("m", 1)]).unwrap()).is_err());
        assert_eq!(all.rows(), 4);
    }

    #[test]
    fn what_is_not_finite_is_missing() {
        let values = vec![Some(f64::NAN), Some(f64::INFINITY), Some(-0.5), Some(f64::NEG_INFINITY)];
        let table = Table::new(vec![Column::new("x", "", Values::Float(values))]).unwrap();
        assert_eq!(table.columns()[0].values, Values::Float(vec![None, None, Some(-0.5), None]));
    }
}
