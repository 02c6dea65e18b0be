//! Errors of the numerical core.

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    #[error(
        "there is nothing to fit in {rows} rows and {columns} columns; a fit needs one of each \
         at least"
    )]
    Empty { rows: usize, columns: usize },
    #[error("there are {found} {what} for a matrix that needs {needed}")]
    Length { what: &'static str, found: usize, needed: usize },
    #[error(
        "row {row}, column {column} of the data is {value} (counted from 0; column {columns} \
         is the right-hand side); leave out rows with missing values"
    )]
    NotFinite {
        value: f64,
        row: usize,
        /// The column after the last is the right-hand side.
        column: usize,
        columns: usize,
    },
    #[error(
        "the coefficient of column {column} (counted from 0) is too large for a number of \
         64 bits; give the column or the right-hand side another unit"
    )]
    OutOfRange { column: usize },
}
