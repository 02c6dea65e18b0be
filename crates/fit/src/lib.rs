//! Fits of the quality metric and the cost model to the cases of suites. Pure.
//!
//! The numerical core knows nothing of GPUs: non-negative least squares, how sure its
//! coefficients are, what the data cannot separate, and how good a prediction is. On
//! it stand the weights of the criteria ([`quality`]), the prices of the cost model
//! ([`Prices`]), their judgement on what was left out ([`validate`]), and all of it
//! together ([`fit()`]).
//!
//! Matrices are reduced by orthogonal transformations. Normal equations, which square
//! the condition of the data, are formed in one place only: for the damped steps of the
//! search for prices, where nothing but the way there depends on them.

mod active_set;
mod apart;
mod diagnose;
mod error;
#[cfg(test)]
mod fit_tests;
mod kendall;
mod moments;
mod nnls;
mod ordering;
mod outcome;
mod passive;
mod prices;
pub mod quality;
pub mod random;
mod refusal;
pub mod report;
mod resample;
mod samples;
mod statistics;
mod svd;
mod triangle;
pub mod validate;
mod weights_file;

pub use apart::{Apart, by_distance};
pub use diagnose::{Diagnosis, Inseparable, diagnose};
pub use error::FitError;
pub use kendall::kendall_tau_b;
pub use nnls::{Nnls, kkt, nnls};
pub use ordering::{CaseScore, Prediction, Score, Scores, ordering};
pub use outcome::{Judged, NORMS, Options, Outcome, Weight, fit};
pub use passive::DEPENDENT;
pub use prices::{Linear, Prices};
pub use refusal::NoFit;
pub use resample::{Bootstrap, Resampled, resample};
pub use samples::Sample;
pub use statistics::{Interval, bootstrap, interval, median, quantile, r_squared, rmse};
