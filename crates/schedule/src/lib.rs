//! Which launches are measured, when and how: planned from what the trace run
//! saw. Pure.
//!
//! A kind of launch (function, device, grid, block, dynamic shared memory,
//! NVTX range) can be measured in two ways. *Kernel replay* runs one launch once
//! for every pass, and saves and restores its memory in between. *Rotation*
//! reads one pass at a time: many launches run once each, then the profiler is
//! set up for the next pass, so the kind must come again for every pass. The
//! [`Schedule`] says for every kind which of its launches are measured in which
//! stage; the stages follow one another in a process.

mod cost;
mod layout;
mod plan;
mod rotation;
mod seen;

pub use cost::{Cost, Prices};
pub use plan::{Asked, Measuring, Method, Schedule, schedule};
pub use seen::{KindSeen, Seen};
