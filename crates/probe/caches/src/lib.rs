//! The structure of caches, from the latencies of dependent loads: capacity, line, sets,
//! replacement policy. Pure.
//!
//! A GPU is behind the trait [`Chaser`]. In tests, simulated caches of known structure stand in
//! for it.

mod chase;
pub mod structure;

pub use chase::{Chase, Chaser, Path, Trace};
