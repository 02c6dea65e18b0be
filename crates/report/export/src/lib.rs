//! Launches and counters of recordings, in the formats of other tools. Pure.

pub mod kineto;
pub mod tables;
