//! Collecting from a running program.
//!
//! [`profile`] runs the program twice under the injected library: a *trace*
//! run, in which nothing is changed and every kernel, copy and allocation is
//! timed, and a *count* run, in which hardware counters are read. What the
//! processes send goes into the recording as it arrives.

mod agent_library;
mod input;
mod options;
mod profile;
mod progress;
mod run;
mod select;
mod session;
mod signals;

pub use options::{Options, Runs};
pub use profile::{CollectError, Outcome, profile};
pub use select::KernelFilter;
