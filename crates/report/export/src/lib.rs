//! Launches and counters of recordings for other tools: flat tables, and traces of
//! torch.profiler. Pure.

pub mod kineto;
pub mod tables;
