//! The cases of suites as rows: their times, criteria and work. Fits use these rows.

mod emulated;
mod rows;
mod table;

pub use rows::{Dataset, MeasuredCase, Problem, TimedKernel, Unusable};
pub use table::table;
