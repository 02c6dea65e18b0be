//! The vocabulary of propp: values, the catalogue of counters, devices, launches, traces, and
//! findings about a GPU's memory. Types with little behaviour; other crates compute with them.

pub mod attribute;
pub mod counters;
mod device;
#[cfg(feature = "profiles")]
mod device_profile;
#[cfg(feature = "profiles")]
pub mod finding;
pub mod instruction_counters;
mod launch;
mod machine;
mod occupancy_limit;
mod printable;
mod products;
mod rates;
mod residency;
mod sample;
mod trace;
mod value;

pub use device::{
    AllocationRules, ComputeCapability, DeviceAttributes, DeviceFacts, UnknownArchitecture,
};
#[cfg(feature = "profiles")]
pub use device_profile::{DeviceProfile, PROFILE_SCHEMA, ProfileError};
#[cfg(feature = "profiles")]
pub use finding::Finding;
pub use launch::{LaunchFacts, WARP_THREADS, product};
pub use machine::{Machine, peak_bytes_per_s};
pub use occupancy_limit::OccupancyLimit;
pub use printable::{printable, shows_itself};
pub use products::Product;
pub use rates::GpuRates;
pub use residency::{Residency, Unlaunchable};
pub use sample::Sample;
pub use trace::{
    ActivityTrace, Allocation, BusyTime, Direction, Interval, KernelRun, Startup, Transfer,
};
pub use value::{Fraction, NotAFraction, Value};
