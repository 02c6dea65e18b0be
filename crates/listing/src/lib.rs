//! The code of kernels, instruction by instruction, with what was counted of it.

mod cells;
mod code;
pub mod json;
mod pieces;
pub mod table;

pub use cells::{CELLS, Cell, share};
pub use code::{CodeError, Listing, Operands, list};
pub use pieces::{Piece, is_launched, pieces, why_none};
