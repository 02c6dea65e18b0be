//! Statistics, random numbers and work by several threads. Pure.

pub mod interval;
pub mod threads;
