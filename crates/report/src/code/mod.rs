//! The code of a kernel, instruction by instruction.

pub mod json;
mod listing;
mod pieces;
pub mod table;

pub use listing::{CodeError, Listing, Operands, list};
pub use pieces::{Piece, is_launched, pieces, why_none};
