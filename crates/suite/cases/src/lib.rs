//! The cases of a measured suite: `rank` ranks implementations, `dataset` makes the rows that
//! fits use, and `calibrate` compares hints with measured gains.

pub mod calibrate;
pub mod dataset;
pub mod outside;
pub mod rank;
