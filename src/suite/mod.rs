//! The primitive suite: bundled implementations of the same primitives, built,
//! checked, timed and profiled, and a user's own beside them.
//!
//! Libraries of primitives are loaded into a *worker*, a process of propp's own
//! (`propp suite-worker`), which takes orders and answers in lines of JSON
//! ([`protocol`]). A library that crashes or hangs takes its worker with it and
//! nothing else.

pub mod cases;
mod choice;
pub mod matrix;
pub mod protocol;
pub mod words;

pub use choice::NothingSelected;
pub(crate) use choice::likeliest;
