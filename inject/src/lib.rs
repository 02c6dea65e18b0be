//! The library that lives in the profiled process.
//!
//! The CUDA driver loads it (`CUDA_INJECTION64_PATH`) and calls
//! [`InitializeInjection`] while it initialises. From then on it does one of
//! two jobs, as its configuration says: `trace` records what runs when,
//! `count` reads hardware counters. Everything goes to the propp process as
//! frames over a socket.
//!
//! The rule above all others: the host program must not notice. Nothing here
//! panics across the C boundary, exits, or prints; whatever fails is told to
//! the propp process as a notice, and the program runs on.

mod agent;
mod callbacks;
mod channel;
mod count;
mod device;
mod driver;
mod library;
mod nvtx;
mod profiler;
mod selection;
mod trace;

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Called by the driver. Always returns 1: the driver would complain to the
/// user about anything else.
#[unsafe(no_mangle)]
pub extern "C" fn InitializeInjection() -> libc::c_int {
    // This library has a standard library of its own: the hook is not the
    // host program's, even if that is written in Rust.
    std::panic::set_hook(Box::new(|_| {}));
    guarded(agent::start);
    1
}

/// Runs code that was called from C. A panic ends there.
fn guarded(work: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        agent::give_up();
    }
}
