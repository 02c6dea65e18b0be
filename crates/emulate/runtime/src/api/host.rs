//! Functions of the host in a stream, and calls that change nothing here: hints, and marks of
//! profilers.

use std::ffi::{c_int, c_uint, c_void};

use super::checked;
use crate::status::{self, SUCCESS, Status};
use crate::work::{HostCall, Node};

/// Work of a stream is done when its call returns, so it is the function's turn. Not from within
/// the runtime's lock: the function may take long.
fn turn(stream: *mut c_void) -> Status {
    checked(|runtime| match runtime.graphs.takes(stream as usize) {
        true => Err(status::STREAM_CAPTURE_UNSUPPORTED),
        false => Ok(()),
    })
}

#[unsafe(no_mangle)]
extern "C" fn cudaLaunchHostFunc(
    stream: *mut c_void,
    function: Option<extern "C" fn(*mut c_void)>,
    argument: *mut c_void,
) -> Status {
    let Some(function) = function else { return status::INVALID_VALUE };
    let mut is_kept = false;
    let status = checked(|runtime| {
        is_kept = runtime.graphs.takes(stream as usize);
        if is_kept {
            let argument = argument as usize;
            runtime.graphs.add(Node::Host(HostCall { function, argument }));
        }
        Ok(())
    });
    if status == SUCCESS && !is_kept {
        function(argument);
    }
    status
}

#[unsafe(no_mangle)]
extern "C" fn cudaStreamAddCallback(
    stream: *mut c_void,
    function: Option<extern "C" fn(*mut c_void, Status, *mut c_void)>,
    argument: *mut c_void,
    _: c_uint,
) -> Status {
    let status = turn(stream);
    match function {
        None => status::INVALID_VALUE,
        Some(function) => {
            if status == SUCCESS {
                function(stream, SUCCESS, argument);
            }
            status
        }
    }
}

/// A kind of place and its number (`cudaMemLocation`).
#[repr(C)]
struct Location {
    kind: c_int,
    id: c_int,
}

fn known(place: *const c_void, bytes: usize) -> Status {
    checked(|runtime| {
        let (start, found) = runtime.arena.find(place as u64).ok_or(status::INVALID_VALUE)?;
        let end = (place as u64).saturating_add(bytes as u64);
        if end <= start + found.bytes { Ok(()) } else { Err(status::INVALID_VALUE) }
    })
}

forward! { std::convert::identity;
    cudaMemPrefetchAsync(
        place: *const c_void,
        bytes: usize,
        to: Location,
        flags: c_uint,
        stream: *mut c_void
    ) = known(place, bytes);
    cudaMemAdvise(place: *const c_void, bytes: usize, advice: c_int, of: Location) =
        known(place, bytes);
}

succeed! { SUCCESS;
    cudaProfilerStart();
    cudaProfilerStop();
}
