//! Collecting from a running program.
//!
//! [`profile`] runs the program twice under the injected library: a *trace*
//! run, in which nothing is changed and every kernel, copy and allocation is
//! timed, and a *count* run, in which hardware counters are read. What the
//! processes send goes into the recording as it arrives.

mod agent_library;
mod error;
mod harvest;
pub mod image;
mod input;
mod listener;
mod machine;
mod measure;
mod options;
mod private;
mod profile;
mod program;
mod progress;
mod run;
mod session;
mod signals;
pub mod survey;
mod watch;

pub use error::CollectError;
pub use measure::{Plan, Planned};
pub use options::{Options, Replay, Runs};
pub use profile::{Outcome, profile};
pub use signals::{is_ignored, leave_to_others};
