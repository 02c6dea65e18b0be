//! The structure of caches, from the latencies of dependent loads: capacity, line, sets,
//! replacement policy. Pure.
//!
//! A GPU is behind the trait [`Chaser`]. Simulated caches of known structure stand in for
//! it in tests and in experiments that compare a measured trace with a policy.

mod chase;
pub mod simulate;
pub mod structure;

pub use chase::{Chase, Chaser, Path, Trace};
