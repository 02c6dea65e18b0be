//! The counters behind the criteria, and their packing into passes.

mod packing;
pub mod plan;
pub mod ratios;

pub use packing::plan_passes;
