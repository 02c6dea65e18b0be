//! Streams and events. Work is done when its call returns, so there is nothing to wait for.

use std::ffi::{c_float, c_int, c_uint, c_void};

use super::{call, checked, give};
use crate::runtime::stream_number;
use crate::status::{self, Status};

/// Of CUPTI (`CUpti_ActivitySynchronizationType`).
const EVENT_WAIT: u32 = 1;
const STREAM_WAIT: u32 = 3;
pub(super) const CONTEXT_WAIT: u32 = 4;

/// Nanoseconds since the runtime began, and whether it has been recorded.
struct Event {
    at_ns: Option<u128>,
}

/// The default streams have the numbers 0 to 2.
const FIRST_STREAM: usize = 12;

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaEventCreateWithFlags(
    event: *mut *mut c_void,
    _: c_uint,
) -> Status {
    let new = Box::into_raw(Box::new(Event { at_ns: None }));
    // SAFETY: the program hands over room for a handle.
    call(|_| unsafe { give(event, new.cast()) })
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaEventDestroy(event: *mut c_void) -> Status {
    if event.is_null() {
        return status::INVALID_VALUE;
    }
    // SAFETY: the program hands over a handle of `cudaEventCreate`, and uses it no more.
    drop(unsafe { Box::from_raw(event.cast::<Event>()) });
    status::SUCCESS
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaEventRecord(event: *mut c_void, stream: *mut c_void) -> Status {
    checked(|runtime| {
        if runtime.graphs.records(event as usize, stream as usize) {
            return Ok(());
        }
        let at_ns = Some(runtime.begun.elapsed().as_nanos());
        // SAFETY: the program hands over a handle of `cudaEventCreate`.
        unsafe { give(event.cast(), Event { at_ns }) }
    })
}

/// The time that the emulation took, which says nothing about a GPU.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaEventElapsedTime(
    milliseconds: *mut c_float,
    start: *const c_void,
    end: *const c_void,
) -> Status {
    call(|_| {
        // SAFETY: the program hands over handles of `cudaEventCreate`.
        let events = unsafe { (start.cast::<Event>().as_ref(), end.cast::<Event>().as_ref()) };
        let (Some(start), Some(end)) = events else { return Err(status::INVALID_VALUE) };
        let (Some(start), Some(end)) = (start.at_ns, end.at_ns) else {
            return Err(status::INVALID_VALUE);
        };
        // SAFETY: the program hands over room for a number.
        unsafe { give(milliseconds, end.saturating_sub(start) as f32 / 1e6) }
    })
}

gives! { call, runtime;
    pub(super) cudaStreamCreateWithPriority(
        stream: *mut *mut c_void,
        flags: c_uint,
        priority: c_int
    ) {
        stream = {
            runtime.streams += 1;
            let number = FIRST_STREAM + runtime.streams;
            // Beyond its range a priority is that of the range's end.
            runtime.settings.streams.insert(number, (flags, priority.clamp(-5, 0)));
            number as *mut c_void
        }
    }
}

calls! { checked, runtime;
    pub(super) cudaStreamSynchronize(stream: *mut c_void) {
        runtime.record.wait(STREAM_WAIT, stream_number(stream as usize));
        Ok(())
    }
    pub(super) cudaStreamWaitEvent(stream: *mut c_void, event: *mut c_void, _flags: c_uint) {
        runtime.graphs.waits(stream as usize, event as usize);
        Ok(())
    }
    pub(super) cudaEventSynchronize(_event: *mut c_void) {
        runtime.record.wait(EVENT_WAIT, 0);
        Ok(())
    }
}

succeed! { checked(|_| Ok(()));
    cudaStreamDestroy(*mut c_void);
    cudaStreamQuery(*mut c_void);
    cudaEventQuery(*mut c_void);
}

forward! { std::convert::identity;
    cudaStreamCreate(stream: *mut *mut c_void) = cudaStreamCreateWithPriority(stream, 0, 0);
    cudaStreamCreateWithFlags(stream: *mut *mut c_void, flags: c_uint) =
        cudaStreamCreateWithPriority(stream, flags, 0);
    cudaEventRecordWithFlags(event: *mut c_void, stream: *mut c_void, flags: c_uint) =
        cudaEventRecord(event, stream);
    cudaEventCreate(event: *mut *mut c_void) = cudaEventCreateWithFlags(event, 0);
}
