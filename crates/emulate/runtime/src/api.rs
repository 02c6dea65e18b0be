//! The exported calls.

/// Calls that do nothing but succeed, as `$outcome` says.
macro_rules! succeed {
    ($outcome:expr; $($name:ident($($argument:ty),*);)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($(_: $argument),*) -> Status {
            $outcome
        }
    )+};
}

/// Calls that are others with some arguments left out or added; `$status` is applied to what
/// those give.
macro_rules! forward {
    ($status:path; $($vis:vis $name:ident($($argument:ident: $ty:ty),*) = $call:expr;)+) => {$(
        #[unsafe(no_mangle)]
        #[allow(unused_unsafe, unused_variables, reason = "some calls are safe, or ignore arguments")]
        $vis unsafe extern "C" fn $name($($argument: $ty),*) -> Status {
            // SAFETY: the same arguments.
            $status(unsafe { $call })
        }
    )+};
}

/// Calls that `$how` carries out with the runtime's state.
macro_rules! calls {
    ($how:ident, $runtime:ident;
     $($vis:vis $name:ident($($argument:ident: $ty:ty),*) $work:block)+) => {$(
        #[unsafe(no_mangle)]
        $vis extern "C" fn $name($($argument: $ty),*) -> Status {
            $how(|$runtime| $work)
        }
    )+};
}

/// Calls that give the program one value, for which it hands over room.
macro_rules! gives {
    ($how:ident, $runtime:ident;
     $($vis:vis $name:ident($($argument:ident: $ty:ty),*) { $to:ident = $value:expr })+) => {$(
        #[unsafe(no_mangle)]
        #[allow(unused_variables, reason = "some calls ignore arguments or the state")]
        $vis unsafe extern "C" fn $name($($argument: $ty),*) -> Status {
            $how(|$runtime| {
                let value = $value;
                // SAFETY: the program hands over room for the value.
                unsafe { give($to, value) }
            })
        }
    )+};
}

mod arrays;
mod device;
mod driver;
mod events;
mod functions;
mod graphs;
mod host;
mod limits;
mod memory;
mod missing;
mod nodes;
mod pitched;
mod pools;
mod properties;
mod registered;
mod registration;
mod textures;
mod volumes;

use std::cell::Cell;

use crate::fork::is_locked_out;
use crate::reserve;
use crate::runtime::{Runtime, runtime};
use crate::status::{self, Status};

thread_local! {
    static LAST: Cell<Status> = const { Cell::new(status::SUCCESS) };
}

/// Carries out a call with the runtime's state. A panic is a failure.
fn guarded(work: impl FnOnce(&mut Runtime) -> Result<(), Status>) -> Result<(), Status> {
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut runtime = runtime().ok_or_else(no_runtime)?;
        if reserve::is_needed() {
            return Err(status::MEMORY_ALLOCATION);
        }
        work(&mut runtime)
    }));
    caught.unwrap_or(Err(status::LAUNCH_FAILURE))
}

fn no_runtime() -> Status {
    if is_locked_out() { status::INITIALIZATION_ERROR } else { status::INVALID_DEVICE }
}

/// Carries out a call, and remembers its failure for `cudaGetLastError`.
fn call(work: impl FnOnce(&mut Runtime) -> Result<(), Status>) -> Status {
    let done = guarded(work).err();
    done.inspect(|status| LAST.set(*status)).unwrap_or(status::SUCCESS)
}

/// The same for a call that fails after a fault.
fn checked(work: impl FnOnce(&mut Runtime) -> Result<(), Status>) -> Status {
    call(|runtime| match runtime.broken {
        Some(broken) => Err(broken),
        None => work(runtime),
    })
}

/// Writes a result for the caller.
///
/// # Safety
/// `to` is null, or leads to room for a value.
unsafe fn give<T>(to: *mut T, value: T) -> Result<(), Status> {
    if to.is_null() {
        return Err(status::INVALID_VALUE);
    }
    // SAFETY: the caller's promise.
    unsafe { to.write(value) };
    Ok(())
}

#[unsafe(no_mangle)]
extern "C" fn cudaGetLastError() -> Status {
    let sticky = runtime().and_then(|runtime| runtime.broken);
    sticky.unwrap_or_else(|| LAST.replace(status::SUCCESS))
}

#[unsafe(no_mangle)]
extern "C" fn cudaPeekAtLastError() -> Status {
    let sticky = runtime().and_then(|runtime| runtime.broken);
    sticky.unwrap_or_else(|| LAST.get())
}

#[unsafe(no_mangle)]
extern "C" fn cudaGetErrorString(error: Status) -> *const u8 {
    status::words(error).1.as_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn cudaGetErrorName(error: Status) -> *const u8 {
    status::words(error).0.as_ptr()
}
