//! Libraries of GPU primitives, behind the C interface of
//! `primitives/propp_primitive.h`.
//!
//! - [`raw`]: the header's structs, field by field.
//! - [`Library`]: a loaded library whose table passed checks of sizes, versions and
//!   pointers.
//! - [`Entry`]: one implementation, with its functions as methods.
//!
//! The methods are safe as far as Rust can ensure: the library is foreign code, and
//! the caller trusts it not to write where it must not. propp opens libraries in a
//! process of their own.

mod entry;
mod library;
mod maps;
pub mod raw;

pub use entry::{Entry, State, Status};
pub use library::{Error, Library};
