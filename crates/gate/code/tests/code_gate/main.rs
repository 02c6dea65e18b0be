//! Builds against builds: the planted changes of `tests/planted`, files, and damage.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod counts;
mod damage;
#[path = "../../../../../tests/support/damage.rs"]
mod damaging;
mod formats;
mod pairs;
mod planted;
mod policies;
mod predictions;
mod support;
