//! The cases of suites as rows: what was measured of each, and what it did.
//! Everything that is fitted is fitted to these. Pure.

mod rows;
mod table;

pub use rows::{Dataset, Problem, Row, Unusable};
pub use table::table;
