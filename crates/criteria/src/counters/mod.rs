//! The hardware counters behind the criteria: what they are, and how they are packed
//! into as few passes as the hardware allows.

pub mod catalogue;
pub mod plan;
