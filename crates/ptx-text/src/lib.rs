//! PTX as it stands in its text: declarations, statements, operands. What instructions mean is the
//! business of `propp-ptx`. Any text gives its parts or an error with its line. Pure.

#![allow(
    clippy::cast_possible_truncation,
    reason = "indices of a text that was read into memory, and bits cut to a type's width"
)]

mod error;
mod lexer;
mod parse;
mod syntax;
mod types;

pub use error::{PtxError, Reason};
pub use parse::parse;
pub use syntax::{
    Declared, FunctionText, Initial, Operand, SourceFile, Space, Statement, Text, Written,
};
pub use types::{File, Type};
