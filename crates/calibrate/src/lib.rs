//! Prices of a GPU, corrected by short kernels that ran on it.
//!
//! Pure. [`CASES`] are the kernels; [`calibrated`] makes weights of what they took. `propp calibrate`
//! runs them, under the collector as any program.

mod calibrated;
mod cases;
mod choice;
mod measured;
mod ridge;

pub use calibrated::{Calibrated, Judged, Measured, NoCalibration, calibrated};
pub use cases::{CASES, Case, PTX, Use, WORDS};
pub use choice::{Candidate, FITTED, JUDGING, choice};
pub use measured::{measured, of_case};
