//! The code of a kernel, instruction by instruction.

pub mod json;
mod listing;
pub mod table;

pub use listing::{CodeError, Listing, Operands, list};
