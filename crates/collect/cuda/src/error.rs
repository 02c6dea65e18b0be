//! Errors of the driver.

use cust::error::CudaError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriverError {
    #[error("no NVIDIA driver: {0}")]
    Missing(String),
    #[error("the NVIDIA driver finds no GPU (cuInit or cuDeviceGetCount: {0})")]
    NoDevice(u32),
    /// A call failed. The number is the driver's status code.
    #[error("{call} failed with CUDA error {status} ({name})")]
    Call { call: &'static str, status: u32, name: String },
    #[error("the memory at {address:#x} is in use in this process")]
    Taken { address: u64 },
    #[error(transparent)]
    Cupti(#[from] cupti_sys::Error),
}

/// What a call of the driver came to.
pub(super) trait Called<T> {
    /// Names the call of an error.
    fn called(self, call: &'static str) -> Result<T, DriverError>;
}

impl<T> Called<T> for Result<T, CudaError> {
    fn called(self, call: &'static str) -> Result<T, DriverError> {
        // `Display` of `CudaError` asks the driver for a text and panics without a driver.
        self.map_err(|error| match (cust::sys::unavailable(), error) {
            (Some(reason), _) => DriverError::Missing(reason.to_owned()),
            (None, CudaError::NoDevice) => DriverError::NoDevice(error as u32),
            (None, error) => {
                DriverError::Call { call, status: error as u32, name: format!("{error:?}") }
            }
        })
    }
}

impl DriverError {
    /// The driver's status code, if a call of the driver failed.
    pub const fn status(&self) -> Option<u32> {
        match self {
            Self::Call { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// Whether there was too little memory.
    pub const fn is_out_of_memory(&self) -> bool {
        matches!(self.status(), Some(status) if status == CudaError::OutOfMemory as u32)
    }
}
