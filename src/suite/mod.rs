//! The primitive suite: bundled implementations of the same primitives, built,
//! checked, timed and profiled, and a user's own beside them.
//!
//! Libraries of primitives are loaded into a *worker*, a process of propp's own
//! (`propp suite-worker`), which takes orders and answers in lines of JSON
//! ([`protocol`]). A library that crashes or hangs takes its worker with it and
//! nothing else.

pub mod bundled;
pub mod cases;
mod choice;
mod clock;
mod compare;
mod criteria;
mod data;
pub mod interval;
mod keep;
mod layout;
pub mod matrix;
mod parallel;
pub mod primitive;
mod progress;
pub mod protocol;
mod random;
mod recipe;
mod reference;
pub mod replay;
pub mod run;
mod sampling;
pub mod supervise;
pub mod survey;
mod timing;
mod value;
pub mod words;
mod work;
pub mod worker;

pub use choice::NothingSelected;
pub(crate) use choice::likeliest;
pub use criteria::MARKER;
pub use matrix::Matrix;
pub(crate) use run::heed_signals;
