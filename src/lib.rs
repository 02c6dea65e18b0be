//! propp: how good each kernel of a CUDA program is, why, and what to change.
//!
//! `ARCHITECTURE.md` in the repository is the map of these modules.

pub mod analysis;
pub mod cli;
pub mod collect;
pub mod columns;
pub mod compare;
pub mod compile;
pub mod cost;
pub mod counters;
pub mod criteria;
pub mod cuda;
pub mod dataset;
pub mod doctor;
pub mod fit;
pub mod gate;
pub mod hints;
pub mod names;
pub mod probe;
pub mod quality;
pub mod rank;
pub mod recording;
pub mod report;
pub mod schedule;
pub mod suite;
mod threads;
pub mod toolkit;
