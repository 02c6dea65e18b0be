//! What can keep data from being fitted.

/// What can keep data from being fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// No rows or no columns.
    #[error(
        "there is nothing to fit in {rows} rows and {columns} columns; a fit needs one of each \
         at least"
    )]
    Empty {
        /// How many rows there are.
        rows: usize,
        /// How many columns.
        columns: usize,
    },
    /// Something is not of the length of the matrix it belongs to.
    #[error("there are {found} {what} for a matrix that needs {needed}")]
    Length {
        /// What has the wrong length.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// An infinite value or none at all, in the data.
    #[error(
        "{value} stands in row {row}, column {column} of the data (counted from 0; column \
         {columns} is the right-hand side); leave out rows with values that are missing"
    )]
    NotFinite {
        /// The value.
        value: f64,
        /// Its row.
        row: usize,
        /// Its column; that after the last is the right-hand side.
        column: usize,
        /// How many columns the matrix has.
        columns: usize,
    },
    /// Columns of so different sizes that a coefficient cannot be written down.
    #[error(
        "the coefficient of column {column} (counted from 0) is too large for a number of \
         64 bits; give the column or the right-hand side another unit"
    )]
    OutOfRange {
        /// Whose coefficient.
        column: usize,
    },
}
