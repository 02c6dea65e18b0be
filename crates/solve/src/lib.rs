//! Linear systems and what their solutions are worth: non-negative least squares, the intervals of
//! coefficients by resampling, and which coefficients the data cannot separate. Pure.
//!
//! Matrices are reduced by orthogonal transformations. Normal equations, which square
//! the condition of the data, are solved only where the caller
//! damps them ([`nnls_of_products`], [`nnls_interior`]).

mod active_set;
pub mod diagnose;
mod error;
mod factor;
mod interior;
mod moments;
pub mod nnls;
mod passive;
pub mod resample;
mod svd;
mod triangle;

pub use error::FitError;
pub use interior::nnls_interior;
pub use nnls::{Nnls, kkt, nnls, nnls_of_products};
pub use passive::DEPENDENT;
