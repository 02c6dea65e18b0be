//! Errors of the driver.

use cust::error::CudaError;

/// Why the driver could not do something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriverError {
    /// There is no driver on this machine.
    #[error("no NVIDIA driver: {0}")]
    Missing(String),
    /// The driver is there and finds no GPU.
    #[error("the NVIDIA driver finds no GPU (cuInit or cuDeviceGetCount: {0})")]
    NoDevice(u32),
    /// A call failed. The number is the driver's status code.
    #[error("{call} failed with CUDA error {status} ({name})")]
    Call {
        /// What was called.
        call: &'static str,
        /// The status code.
        status: u32,
        /// Its name in `cust`.
        name: String,
    },
    /// CUPTI failed where it was asked about a device.
    #[error(transparent)]
    Cupti(#[from] cupti_sys::Error),
}

impl DriverError {
    /// Gives a failed call of `cust` its name. (`Display` of `CudaError` asks
    /// the driver for words and panics when there is none.)
    pub(super) fn of(call: &'static str) -> impl Fn(CudaError) -> Self {
        move |error| match (cust::sys::unavailable(), error) {
            (Some(reason), _) => Self::Missing(reason.to_owned()),
            (None, CudaError::NoDevice) => Self::NoDevice(error as u32),
            (None, error) => Self::Call { call, status: error as u32, name: format!("{error:?}") },
        }
    }
}

impl DriverError {
    /// The driver's status code, where it is a call of the driver that failed.
    #[must_use]
    pub const fn status(&self) -> Option<u32> {
        match self {
            Self::Call { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// Whether there was too little memory.
    #[must_use]
    pub const fn is_out_of_memory(&self) -> bool {
        matches!(self.status(), Some(status) if status == CudaError::OutOfMemory as u32)
    }
}
