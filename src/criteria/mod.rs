//! The eleven criteria of the quality metric.

mod id;

pub use id::Criterion;
