//! Fits the weights of the quality metric and the prices of the cost model to measured suites.
//!
//! The numerical core is `propp_base_solve`: non-negative least squares, bootstrap
//! intervals, collinearity. On top of it: the weights of the criteria
//! ([`quality`]), the prices of the cost model ([`Prices`]), cross-validation
//! ([`validate`]), and the whole fit ([`fit()`]).

pub mod across;
mod across_report;
mod by_ratio;
mod certainty;
mod cost;
mod fit;
#[cfg(test)]
mod fit_tests;
mod options;
mod ordering;
mod page;
mod prices;
pub mod quality;
mod refusal;
pub mod report;
mod report_cost;
mod samples;
mod unseen;
pub mod validate;
mod weights_file;
mod words;

pub use across_report::across_table;
pub use by_ratio::{RatioBin, by_ratio};
pub use certainty::{Calls, CertaintyFigures, Figure, ReliabilityBin, calibrate};
pub use cost::{CostFigures, Knowledge, LeftOutFigures};
pub use fit::{FitResult, Weight, fit};
pub use options::{NORMS, Options};
pub use ordering::{CaseScore, Prediction, Score, Scores, ordering};
pub use page::page;
pub use prices::{Form, LinearProblem, Prices};
pub use refusal::NoFit;
pub use samples::Sample;
pub use unseen::{Held, UnseenFigures, Worst};
pub use validate::JudgedModel;
