//! The memory system of a GPU, measured: what experiments there are, what they ask of
//! a GPU, and what follows from what it answered.
//!
//! Everything here is pure. A GPU is behind the trait [`Machine`], and behind [`Chaser`]
//! where an experiment only chases pointers; caches whose truth is known can stand in its
//! place.

pub mod chain;
pub mod chase;
pub mod finding;
pub mod machine;
pub mod sample;
pub mod simulate;
pub mod structure;

pub use chase::{Chase, Chaser, Path, Trace};
pub use finding::{Finding, Value};
pub use machine::{Facts, Machine, MachineError, Measured};
pub use sample::Sample;
