//! The quality metric: the criteria as one number, by given weights.
//!
//! Pure. Weights come from a file of a published format ([`Weights`]); a few
//! files are part of the program ([`Weights::bundled`]).

mod cost_file;
mod error;
mod metric;
mod weights;

pub use error::WeightsError;
pub use metric::{LEAST, LeftOut, QualityMetric, Term, quality_metric, quality_value};
pub use weights::{Draw, Model, Provenance, Weights};
