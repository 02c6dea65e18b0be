//! The numerical core of fits: non-negative least squares, how sure its coefficients
//! are, what the data cannot separate, and how good a prediction is. Pure.
//!
//! Matrices are reduced by orthogonal transformations; nothing here squares the
//! condition of the data by forming the normal equations.

mod active_set;
mod diagnose;
mod error;
mod kendall;
mod moments;
mod nnls;
mod ordering;
mod passive;
pub mod random;
mod resample;
mod statistics;
mod svd;
mod triangle;

pub use diagnose::{Diagnosis, Inseparable, diagnose};
pub use error::FitError;
pub use kendall::kendall_tau_b;
pub use nnls::{Nnls, kkt, nnls};
pub use ordering::{CaseScore, Prediction, Score, Scores, ordering};
pub use passive::DEPENDENT;
pub use resample::{Bootstrap, Resampled, resample};
pub use statistics::{Interval, bootstrap, interval, median, quantile, r_squared, rmse};
