//! The counters behind the criteria, and their packing into passes.

pub mod catalogue;
mod packing;
pub mod plan;

pub use packing::plan_passes;
