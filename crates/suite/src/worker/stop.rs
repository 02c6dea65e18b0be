//! What ends the work on a case before its time, and how it is answered.

use std::io;

use propp_cuda::DriverError;
use propp_primitive_abi::{Library, Status, raw};

use crate::protocol::Answer;

/// Why a case was not measured.
#[derive(Debug)]
pub(super) enum Stop {
    /// By no fault of the implementation.
    Skipped(String),
    /// What came out is not what should.
    Wrong(String),
    /// It wrote where it must not.
    Trespass(String),
    /// The implementation returned a status, in a function of the library.
    Status(&'static str, Status),
    /// The device tells an error, after a step.
    Device(&'static str, DriverError),
    /// No one is there to answer to.
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Stop {
    /// For calls of the driver during a step.
    pub(super) fn during(step: &'static str) -> impl Fn(DriverError) -> Self + Copy {
        move |error| {
            if error.is_out_of_memory() {
                Self::Skipped(format!("too little memory: {error}"))
            } else {
                Self::Device(step, error)
            }
        }
    }

    /// For functions of the library.
    pub(super) fn by(function: &'static str) -> impl Fn(Status) -> Self + Copy {
        move |status| Self::Status(function, status)
    }

    /// In the words of the protocol.
    pub(super) fn answer(self, id: u64, library: &Library) -> io::Result<Answer> {
        Ok(match self {
            Self::Skipped(reason) => Answer::Skipped { id, reason },
            Self::Wrong(what) => Answer::Wrong { id, what },
            Self::Trespass(message) => Answer::Failed { id, status: raw::E_INTERNAL, message },
            Self::Status("sizes", status @ Status(raw::E_SIZE)) => Answer::Skipped {
                id,
                reason: format!("the implementation refuses the size: {}", library.message(status)),
            },
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
