//! What lines and instructions of kernels ask for.

mod cells;
pub mod json;
mod rows;
mod shares;
pub mod table;

pub(crate) use cells::{CELLS, Cell, share};
pub(crate) use json::{CountsJson, counts};
pub(crate) use rows::{Row, hottest, rows};
pub(crate) use shares::Shares;
