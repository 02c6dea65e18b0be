//! The primitive suite: bundled implementations of the same primitives, and the user's
//! own, are built, checked, timed and profiled.
//!
//! Libraries of primitives are loaded into a *worker*, a process of propp
//! (`propp suite-worker`) that takes orders and answers in lines of JSON ([`protocol`]).
//! A library that crashes or hangs takes only its worker with it.

pub mod bundled;
mod clock;
mod criteria;
mod error;
mod options;
mod progress;
pub mod protocol;
mod recording;
pub mod replay;
mod run;
mod sampling;
mod stop_signal;
pub mod supervise;
pub mod survey;
mod timing;
pub mod worker;

pub use error::SuiteError;
pub use options::Options;
pub use run::{SuiteSummary, run};
pub use stop_signal::stop_on_signals;
