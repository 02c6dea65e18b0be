//! The primitive suite: bundled implementations of the same primitives, built,
//! checked, timed and profiled, and a user's own beside them.
//!
//! Libraries of primitives are loaded into a *worker*, a process of propp's own
//! (`propp suite-worker`), which takes orders and answers in lines of JSON
//! ([`protocol`]). A library that crashes or hangs takes its worker with it and
//! nothing else.

pub mod bundled;
mod clock;
mod criteria;
mod keep;
mod progress;
pub mod protocol;
pub mod replay;
pub mod run;
mod sampling;
pub mod supervise;
pub mod survey;
mod timing;
pub mod worker;

pub use run::heed_signals;
