//! Linear systems and what their solutions are worth: non-negative least squares, the intervals of
//! coefficients by resampling, and which coefficients the data cannot separate. Pure.
//!
//! Solutions come from orthogonal transformations. Normal equations, which square the condition of
//! the data, serve where the caller damps them ([`nnls_of_products`], [`Rows`]), and where
//! they are solved a thousand times for intervals of two digits ([`resample`]).

mod active_set;
mod case_products;
pub mod diagnose;
mod error;
mod factor;
mod interior;
mod nnls;
mod normal;
mod passive;
pub mod resample;
mod sparse;
mod svd;
mod triangle;

pub use error::FitError;
pub use interior::Rows;
pub use nnls::{nnls, nnls_of_products};
