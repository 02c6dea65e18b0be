//! The counters behind the criteria, and their packing into passes.

pub mod catalogue;
mod of_code;
mod packing;
pub mod plan;

pub use of_code::{OF_CODE, OfCode};
pub use packing::plan_passes;
