//! The memory system of a GPU, measured: what experiments there are, what they ask of
//! a GPU, and what follows from what it answered.
//!
//! Everything here is pure. A GPU is behind the trait [`Machine`], and behind [`Chaser`]
//! where an experiment only chases pointers; caches whose truth is known can stand in its
//! place.

mod ask;
mod ask_warp;
pub mod bench;
pub mod chain;
pub mod chase;
pub mod experiment;
mod experiments;
pub mod machine;
pub mod simulate;
pub mod structure;
pub mod view;

pub use ask::loads;
pub use bench::{Bench, Point};
pub use chase::{Chase, Chaser, Path, Trace};
pub use experiment::{Experiment, all, analyse, named};
pub use experiments::TYPE_NAMES;
pub use machine::{Facts, Machine, MachineError, Measured};
