//! Errors of the driver.

use cust::error::CudaError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriverError {
    /// There is no driver on this machine.
    #[error("no NVIDIA driver: {0}")]
    Missing(String),
    /// The driver finds no GPU.
    #[error("the NVIDIA driver finds no GPU (cuInit or cuDeviceGetCount: {0})")]
    NoDevice(u32),
    /// A call failed. The number is the driver's status code.
    #[error("{call} failed with CUDA error {status} ({name})")]
    Call { call: &'static str, status: u32, name: String },
    #[error(transparent)]
    Cupti(#[from] cupti_sys::Error),
}

impl DriverError {
    /// Names the call of an error of `cust`. (`Display` of `CudaError` asks the driver for
    /// a text and panics without a driver.)
    pub(super) fn in_call(call: &'static str) -> impl Fn(CudaError) -> Self {
        move |error| match (cust::sys::unavailable(), error) {
            (Some(reason), _) => Self::Missing(reason.to_owned()),
            (None, CudaError::NoDevice) => Self::NoDevice(error as u32),
            (None, error) => Self::Call { call, status: error as u32, name: format!("{error:?}") },
        }
    }

    /// The driver's status code, if a call of the driver failed.
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
