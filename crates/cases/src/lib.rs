//! The cases of a measured suite: ranked, as a data set for fits, and as pairs that show
//! how far hints are off. Pure.

pub mod calibrate;
pub mod dataset;
pub mod rank;
