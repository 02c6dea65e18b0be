//! What the crate makes of recorded line runs and of real cubins.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod counts;
mod listing;
mod waits;
