//! Libraries of GPU primitives, as `primitives/propp_primitive.h` has them
//! present themselves.
//!
//! - [`raw`]: the header's structs, field by field.
//! - [`Library`]: a library that was loaded, asked for its table and believed only
//!   after checks: sizes, versions, and that every pointer in the table leads to
//!   memory that is there.
//! - [`Entry`]: one implementation, with its functions as methods.
//!
//! The methods are safe to call as far as Rust can see to it: what is loaded is
//! foreign code, and whoever opens a library trusts it not to write where it should
//! not. propp opens them in a process of their own.

mod entry;
mod error;
mod library;
mod maps;
pub mod raw;

pub use entry::{Entry, State, Status, Stream};
pub use error::Error;
pub use library::Library;
