//! Memory on the device, or page-locked on the host.

use std::ffi::c_void;

use propp_collect_cuda::{Bench, DeviceMemory, DriverError, HostMemory};

use super::not_measured::NotMeasured;

/// Device memory that is left to the driver.
const RESERVE: u64 = 64 << 20;

/// Memory on the device or on the host, as a primitive needs it.
pub(super) enum Memory {
    Device(DeviceMemory),
    Host(HostMemory),
}

impl Memory {
    pub(super) fn new(bench: &Bench, on_host: bool, bytes: u64) -> Result<Self, DriverError> {
        Ok(if on_host {
            Self::Host(HostMemory::new(bytes, 0)?)
        } else {
            Self::Device(DeviceMemory::new(bench, bytes)?)
        })
    }

    pub(super) const fn is_on_host(&self) -> bool {
        matches!(self, Self::Host(_))
    }

    pub(super) fn pointer(&mut self) -> *mut c_void {
        match self {
            Self::Device(memory) => memory.pointer(),
            Self::Host(memory) => memory.pointer(),
        }
    }

    pub(super) fn fill(&mut self, bench: &Bench, byte: u8) -> Result<(), DriverError> {
        match self {
            Self::Device(memory) => memory.fill(bench, byte),
            Self::Host(memory) => {
                memory.fill(byte);
                Ok(())
            }
        }
    }

    pub(super) fn out_of_bounds_write(
        &self,
        bench: &mut Bench,
    ) -> Result<Option<String>, DriverError> {
        match self {
            Self::Device(memory) => memory.out_of_bounds_write(bench),
            Self::Host(memory) => Ok(memory.out_of_bounds_write()),
        }
    }
}

/// Checks that this much device memory is free.
pub(super) fn check_room(bench: &Bench, bytes: u64) -> Result<(), NotMeasured> {
    let free = bench.free_memory().map_err(NotMeasured::during("memory"))?;
    if bytes.saturating_add(RESERVE) <= free {
        return Ok(());
    }
    Err(NotMeasured::Skipped(format!(
        "needs {} of GPU memory, but {} are free",
        propp_base_text::bytes(bytes),
        propp_base_text::bytes(free)
    )))
}
