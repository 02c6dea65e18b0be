//! What lines and instructions of kernels ask for.

pub mod json;
mod rows;
mod shares;
pub mod table;

pub(crate) use rows::{Row, hottest, rows};
pub(crate) use shares::Shares;
