//! The command line of propp.
//!
//! `ARCHITECTURE.md` in the repository is the map of the crates.

pub mod cli;
