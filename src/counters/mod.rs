//! The hardware counters behind the criteria: what they are, which chip has
//! them, and how they are packed into as few passes as the hardware allows.

pub mod catalogue;
pub mod image;
pub mod plan;
mod survey;

pub use survey::{PassRow, RatioRow, Survey, survey, wanted_counters};
