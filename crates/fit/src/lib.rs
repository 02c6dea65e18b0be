//! Fits of the quality metric and the cost model to the cases of suites. Pure.
//!
//! The numerical core is in `propp_numbers`: non-negative least squares, how sure its
//! coefficients are, what the data cannot separate, and how good a prediction is. On
//! it stand the weights of the criteria ([`quality`]), the prices of the cost model
//! ([`Prices`]), their judgement on what was left out ([`validate`]), and all of it
//! together ([`fit()`]).

mod apart;
#[cfg(test)]
mod fit_tests;
mod ordering;
mod outcome;
mod prices;
pub mod quality;
mod refusal;
pub mod report;
mod samples;
pub mod validate;
mod weights_file;

pub use apart::{Apart, by_distance};
pub use ordering::{CaseScore, Prediction, Score, Scores, ordering};
pub use outcome::{Judged, NORMS, Options, Outcome, Weight, fit};
pub use prices::{Linear, Prices};
pub use refusal::NoFit;
pub use samples::Sample;
