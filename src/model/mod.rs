//! Vocabulary that analyses, hints and reports share without seeing each other. Pure, and
//! below everything else: nothing here knows a recording.

pub mod counters;
mod machine;

pub use machine::{Machine, peak_bytes_per_s};
