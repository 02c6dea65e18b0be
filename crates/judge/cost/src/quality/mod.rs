//! The quality metric QM: the weighted criteria as one number.
//!
//! Weights come from a file of a public format ([`Weights`]); some files are part of the
//! program ([`Weights::bundled`]).

mod adapted;
mod cost_file;
mod error;
mod metric;
mod weights;

pub use adapted::Wanted;
pub use error::WeightsError;
pub use metric::{LeftOut, MIN_IN_LOG, QualityMetric, Term, quality_metric, quality_value};
pub use weights::{Draw, Model, OrderPrices, Provenance, Weights};
