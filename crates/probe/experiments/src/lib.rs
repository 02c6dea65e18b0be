//! Experiments that measure the memory system of a GPU, and the findings that follow from
//! their samples.
//!
//! An *experiment* takes samples and derives findings. A *probe* is a kernel in `cuda/`
//! that experiments launch by its name.
//!
//! Everything here is pure. The GPU is behind the trait [`Machine`], and behind
//! [`Chaser`](propp_probe_caches::Chaser) where an experiment only chases pointers; tests replace
//! it by simulated caches of known structure.

mod ask;
mod ask_warp;
pub mod bench;
pub mod chain;
pub mod experiment;
mod experiments;
pub mod machine;
pub mod view;

pub use ask::loads;
pub use bench::{Bench, Point};
pub use experiment::Experiment;
pub use experiments::{ALL, TYPE_NAMES, latency_map};
pub use machine::{Facts, Machine, MachineError, Measured};
pub use propp_probe_caches::structure::spikes::variances;
