//! What can keep columns from being a table.

/// What can keep columns from being a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There is nothing to write.
    #[error("a table needs at least one column")]
    NoColumn,
    /// A name of no characters.
    #[error("column {place} of the table has no name")]
    NoName {
        /// Its place, counted from 1.
        place: usize,
    },
    /// Two columns that a reader could not tell apart.
    #[error(
        "two columns of the table are called {name:?} (upper and lower case are the same in SQL)"
    )]
    SameName {
        /// The second one's name.
        name: String,
    },
    /// Rows of another table.
    #[error("the rows are of a table with other columns")]
    Columns,
    #[error("column {name:?} has {rows} rows, column {first:?} has {first_rows}")]
    Lengths {
        /// The first column.
        first: String,
        first_rows: usize,
        /// The first column of another length.
        name: String,
        rows: usize,
    },
}
