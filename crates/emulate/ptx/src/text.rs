//! PTX as it stands in its text: declarations, statements, operands. What instructions mean is the
//! business of the decoder. Any text gives its parts or an error with its line.

mod error;
mod lexer;
mod parse;
mod syntax;
mod types;

pub(crate) use error::Result;
pub use error::{PtxError, Reason};
pub(crate) use parse::parse;
pub(crate) use syntax::{
    Declared, FunctionText, Initial, Linkage, Operand, Statement, Text, Written,
};
pub use syntax::{SourceFile, Space};
pub use types::{File, Format, Type};
