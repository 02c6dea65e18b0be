//! A program that propp has started early, and holds where it begins to use CUDA.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

use propp_recording_wire::variables;

/// Waits while propp holds this process back. Returns whether it is one that propp has started
/// early.
pub(crate) fn wait() -> bool {
    let Some(path) = std::env::var_os(variables::HOLD) else { return false };
    // The file is gone when the run has ended.
    let Ok(file) = File::open(path) else { return true };
    // SAFETY: the descriptor is open. propp has the lock, which ends with propp at the latest.
    while unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_SH) } != 0 {
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            break;
        }
    }
    true
}

/// Ends a process that propp has started early and does not need: the program has run already.
pub(crate) fn end() -> ! {
    // SAFETY: no preconditions. Exit handlers are for a program that has done its work, and
    // whoever has started it must not think that it has.
    unsafe { libc::_exit(1) }
}
