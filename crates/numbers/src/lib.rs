//! Arithmetic that knows nothing of GPUs: random numbers, statistics, least squares, and
//! work on a list by several threads. Pure.
//!
//! Matrices are reduced by orthogonal transformations. Normal equations, which square
//! the condition of the data, are solved only where the caller
//! damps them ([`nnls_of_products`], [`nnls_interior`]).

mod active_set;
pub mod diagnose;
mod error;
mod factor;
mod interior;
pub mod kendall;
pub mod least_squares;
pub mod median;
mod moments;
pub mod nnls;
pub mod parallel;
mod passive;
pub mod random;
pub mod rank_sum;
pub mod resample;
pub mod statistics;
mod svd;
pub mod tails;
mod triangle;

pub use error::FitError;
pub use interior::nnls_interior;
pub use nnls::{Nnls, kkt, nnls, nnls_of_products};
pub use passive::DEPENDENT;
pub use random::Random;
pub use statistics::Interval;
