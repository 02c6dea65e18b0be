//! What the compiled code of a kernel adds to its counts.
//!
//! Counters say how many instructions a launch executed, and not which of them wait for each
//! other. The code says that: a walk with the scoreboards ([`Scoreboards`]) gives for each basic
//! block how many latencies of global memory a warp waits for, how many cycles lie between its
//! instructions, and how many it waits for other results. Loops that fill shared memory are told
//! by their instructions. How often each block ran follows from the counts and the control flow by
//! non-negative least squares. Together they are the [`Pace`] of a launch. No time goes in.

mod frequencies;
mod graph;
mod kernel;
mod kinds;
mod polling;
mod scoreboards;
mod tensor;
mod walk;

pub use kernel::{KernelCode, Pace, Ran};
pub use kinds::Instructions;
pub use scoreboards::{
    GLOBAL_LATENCY, NEAR_LATENCY, OTHER_LATENCY, PASSES, READ_LATENCY, Scoreboards, Step,
};
