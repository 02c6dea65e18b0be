//! Prices of a GPU, corrected by short kernels that ran on it.
//!
//! [`CASES`] are the kernels; [`calibrated`] makes weights of what they took. `propp calibrate`
//! runs them, under the collector as any program, and [`kept`] is where the weights stay.

mod calibrated;
mod cases;
pub mod kept;
mod measured;
mod ridge;

pub use calibrated::{Calibrated, Judged, Measured, NoCalibration, calibrated};
pub use cases::{CASES, Case, PTX, Use, WORDS};
pub use measured::{measured, of_case};
pub use ridge::{covariance, variance};
