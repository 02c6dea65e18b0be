//! The driver's calls, for programs that hand over PTX themselves, and for propp's own workers.
//! The same library is found as `libcuda.so.1`, so both sets of calls share one state.

mod arrays;
mod code;
mod context;
mod memory;
mod tensors;
mod work;

use super::guarded;
use crate::runtime::Runtime;
use crate::status::{self, Status};

/// What a call of the runtime fails with, by the numbers of the driver (`CUresult`).
fn number(status: Status) -> Status {
    match status {
        status::INVALID_CONFIGURATION
        | status::INVALID_CHANNEL_DESCRIPTOR
        | status::INVALID_FILTER_SETTING
        | status::INVALID_NORM_SETTING => status::INVALID_VALUE,
        status::INVALID_SYMBOL | status::INVALID_DEVICE_FUNCTION => NOT_FOUND,
        other => other,
    }
}

const NOT_FOUND: Status = 500;

/// Carries out a call, which fails after a fault.
fn call(work: impl FnOnce(&mut Runtime) -> Result<(), Status>) -> Status {
    let done = guarded(|runtime| match runtime.broken {
        Some(broken) => Err(broken),
        None => work(runtime),
    });
    number(done.err().unwrap_or(status::SUCCESS))
}
