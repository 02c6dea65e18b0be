//! `propp advise --try`: patches are tried one at a time in copies of the user's sources; what is
//! proven faster is kept.
//!
//! [`climb()`] decides and knows no files: a [`Bench`] builds, checks and times. [`Trees`] is the
//! real one, with two copies of the sources and the commands of a shell.

mod climb;
mod limited;
mod trees;
mod words;

pub use climb::{Bench, Edited, Outcome, Rejected, Side, Step, climb, rounds};
pub use trees::{Replay, Trees, TrialError, split};
pub use words::text;
