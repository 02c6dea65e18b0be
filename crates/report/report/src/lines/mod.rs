//! What lines and instructions of kernels ask for.

pub mod json;
mod rows;
mod shares;
pub mod table;
pub mod waits;

pub use rows::{LineRow, hottest, rows};
pub use shares::Shares;
