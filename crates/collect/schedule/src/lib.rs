//! Plans from the trace run which launches are measured, when and how. Pure.
//!
//! A kind of launch (function, device, grid, block, dynamic shared memory,
//! NVTX range) can be measured in two ways. *Kernel replay* runs one launch once
//! for every pass, and saves and restores its memory in between. *Rotation*
//! reads one pass at a time: many launches run once each, then the profiler is
//! set up for the next pass, so the kind must be launched again for every pass. The
//! [`Schedule`] lists for every kind the launches to measure and their stages. The
//! stages follow one another in a process.

mod cost;
mod layout;
mod meetings;
mod plan;
mod rotation;
mod steps;
mod traced;

pub use cost::{Prices, Saved, Seconds};
pub use plan::{Measuring, Replay, Request, Schedule, schedule};
pub use traced::{TracedKind, TracedLaunches};
