//! propp: how good each kernel of a CUDA program is, why, and what to change.

pub mod counters;
pub mod criteria;
