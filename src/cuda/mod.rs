//! The only users of `cust`: the driver, its devices, and work on them.
#![allow(unsafe_code)]

mod device;
mod error;
mod round_trip;

pub use device::{Gpu, chip_name, driver_version, gpus, probe_counters};
pub use error::DriverError;
pub use round_trip::{RoundTrip, round_trip};
