//! The gate, on runs recorded on an H200 and on profiles made up from them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod baselines;
mod benchmarks;
mod certificate;
mod edited;
mod false_alarms;
mod formats;
mod large;
mod pairs;
mod planted;
mod policies;
mod reasons;
mod recorded;
mod renamed;
mod runs;
mod size;
mod steps;
mod verdicts;
