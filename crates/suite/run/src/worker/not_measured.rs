//! Why a case was not measured, and the answers for it.

use std::io;

use propp_collect_cuda::DriverError;
use propp_suite_abi::{Library, Status, raw};

use crate::protocol::Answer;

#[derive(Debug)]
pub(super) enum NotMeasured {
    /// Not the implementation's fault.
    Skipped(String),
    Wrong(String),
    /// The implementation wrote out of bounds.
    OutOfBounds(String),
    /// A function of the library returned a status.
    Status(&'static str, Status),
    /// The device reported an error after a step.
    Device(&'static str, DriverError),
    /// The answers cannot be written.
    Io(io::Error),
}

impl From<io::Error> for NotMeasured {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl NotMeasured {
    /// Maps errors of the driver during a step.
    pub(super) fn during(step: &'static str) -> impl Fn(DriverError) -> Self + Copy {
        move |error| {
            if error.is_out_of_memory() {
                Self::Skipped(format!("too little memory: {error}"))
            } else {
                Self::Device(step, error)
            }
        }
    }

    pub(super) fn in_function(function: &'static str) -> impl Fn(Status) -> Self + Copy {
        move |status| Self::Status(function, status)
    }

    pub(super) fn answer(self, id: u64, library: &Library) -> io::Result<Answer> {
        Ok(match self {
            Self::Skipped(reason) => Answer::Skipped { id, reason },
            Self::Wrong(what) => Answer::Wrong { id, what },
            Self::OutOfBounds(message) => Answer::Failed { id, status: raw::E_INTERNAL, message },
            Self::Status("sizes", status @ Status(raw::E_SIZE)) => Answer::Skipped {
                id,
                reason: format!("the implementation refuses the size: {}", library.message(status)),
            },
            Self::Status(_, status @ Status(raw::E_LIBRARY)) => {
                Answer::Skipped { id, reason: library.message(status) }
            }
            Self::Status(function, status) => Answer::Failed {
                id,
                status: status.0,
                message: format!("{function}: {}", library.message(status)),
            },
            Self::Device(step, error) => Answer::Failed {
                id,
                status: raw::E_CUDA + error.status().map_or(999, u32::cast_signed),
                message: format!("{step}: {error}"),
            },
            Self::Io(error) => return Err(error),
        })
    }
}
