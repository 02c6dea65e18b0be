//! Collecting from a running program, under the injected library or emulated.
//!
//! [`profile`] runs the program twice under the injected library. The *trace run*
//! changes nothing and times every kernel, copy and allocation. The *count run*
//! reads hardware counters. Frames go into the recording as they arrive.

mod agent_library;
mod attempts;
mod attend;
mod beside;
mod capture;
mod code;
mod collector;
mod connections;
mod descriptors;
mod earlier;
mod emulate;
mod error;
mod frameworks;
mod harvest;
mod held;
mod input;
mod launcher;
mod lines;
mod listener;
mod machine;
mod measure;
mod meeting;
mod memory;
mod options;
pub mod output_name;
mod pending;
mod plan_text;
mod profile;
mod program;
mod progress;
mod ptx;
mod ptx_beside;
mod pulse;
mod python;
mod rows;
mod run;
pub mod script;
mod session;
mod shared_libraries;
mod signals;
pub mod survey;
mod survey_text;
mod watch;

pub use attend::stand_by;
pub use capture::{CaptureOptions, CaptureSummary, Outcome, capture, is_meant};
pub use emulate::{Check, Refused, check};
pub use emulate::{EmulateOptions, EmulateSummary, Emulation, can_emulate, emulate};
pub use error::CollectError;
pub use measure::{Plan, Planned};
pub use memory::free as free_memory;
pub use options::{ATTEMPTS, Options, ReplayedLaunch, Runs, StartEarly, Window};
pub use plan_text::plan_text;
pub use profile::{ProfileSummary, profile};
pub use propp_collect_schedule::Replay;
pub use ptx::ptx_of;
pub use signals::{is_ignored, leave_to_others};
pub use survey_text::survey_text;
