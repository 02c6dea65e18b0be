//! The command line of propp, and what only it needs.
//!
//! `ARCHITECTURE.md` in the repository is the map of the crates.

pub mod cli;
pub mod probe;
