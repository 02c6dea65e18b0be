//! The driver, its devices and work on them, through `cust`.
#![allow(unsafe_code)]

mod bench;
mod cases;
mod device;
mod error;
mod fixed;
mod memory;
mod nvml;
mod page_locked;
mod pipeline;

pub use bench::{Bench, StreamHandle};
pub use cases::{ShortKernel, run_short_kernels};
pub use device::{Gpu, MemorySizes, bus_id, chip_name, driver_version, gpus, probe_counters};
pub use error::DriverError;
pub use fixed::{Fixed, Loaded, Place, Placed, Saved, Shape};
pub use memory::{DeviceMemory, HostMemory};
pub use nvml::{Clock, Nvml};
pub use pipeline::{Sums, run_pipeline};
